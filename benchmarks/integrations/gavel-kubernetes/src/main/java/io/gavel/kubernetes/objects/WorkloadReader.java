package io.gavel.kubernetes.objects;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.gavel.kubernetes.plan.Contender;
import io.gavel.kubernetes.plan.Holding;
import io.gavel.kubernetes.plan.WorkloadAnswer;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads workloads. Mutable and not thread-safe. */
public final class WorkloadReader {

  /** Speeds by flavour, such as {@code h100=3.2, a10=1}. */
  public static final String SPEEDS = "gavel.io/speeds";

  /** The job type, whose speeds are in the table. */
  public static final String JOB_TYPE = "gavel.io/job-type";

  /** The part of its queue's workers, relative to other workloads. */
  public static final String WEIGHT = "gavel.io/weight";

  /** The seconds that a move costs. */
  public static final String MOVE_SECONDS = "gavel.io/move-seconds";

  /** The flavours to which it was moved, with the time; written by the controller. */
  static final String MOVES = "gavel.io/moves";

  /** The annotation of started pods with their flavour; written by the controller. */
  static final String FLAVOR = "gavel.io/flavor";

  private static final double DEFAULT_MOVE_SECONDS = 300;

  private final Setup setup;
  private final String resource;
  private Optional<SpeedEstimates> estimates = Optional.empty();

  /**
   * Creates a reader.
   *
   * @param setup the queues and flavours
   * @param resource the resource that is counted
   */
  public WorkloadReader(Setup setup, String resource) {
    this.setup = setup;
    this.resource = resource;
  }

  /**
   * A workload that was read. Immutable.
   *
   * @param check the check to answer
   * @param cohort the queues among which it is decided; empty if none is
   * @param contender its request; empty if it requests no accelerator or is invalid
   * @param problem the error
   * @param isAsked whether it is to be answered; false while Kueue has not seen a last answer
   */
  public record Reading(
      String check,
      String cohort,
      Optional<Contender> contender,
      Optional<String> problem,
      boolean isAsked) {}

  /**
   * Reads a workload.
   *
   * @param workload as the API server has it
   * @return empty if it is over, or has no check of this controller
   */
  public Optional<Reading> read(GenericKubernetesResource workload) {
    Optional<Map<?, ?>> check = check(workload);
    if (check.isEmpty() || isTrue(workload, "Finished") || isInactive(workload)) {
      return Optional.empty();
    }
    String name = Fields.text(check.get(), "name");
    boolean isAsked = !Fields.text(check.get(), "state").equals(WorkloadAnswer.State.RETRY.word());
    try {
      String queue = queue(workload);
      Setup.Queue setUp = setup.queues().get(queue);
      if (setUp == null) {
        throw new IllegalArgumentException(
            "cluster queue \"%s\" is missing or wrong; see the admission check".formatted(queue));
      }
      Optional<Contender> contender = contender(workload, setUp, check.get());
      return Optional.of(new Reading(name, setUp.cohort(), contender, Optional.empty(), isAsked));
    } catch (IllegalArgumentException | ArithmeticException e) {
      return Optional.of(
          new Reading(
              name, "", Optional.empty(), Optional.of(String.valueOf(e.getMessage())), isAsked));
    }
  }

  private Optional<Map<?, ?>> check(GenericKubernetesResource workload) {
    return Fields.objects(workload, "status", "admissionChecks").stream()
        .filter(entry -> setup.checks().contains(Fields.text(entry, "name")))
        .findFirst();
  }

  /**
   * Returns a field of the check that a workload asks.
   *
   * @param workload as the API server has it
   * @param field such as {@code state} or {@code message}
   * @return its value as text; empty if the workload has no check of this controller
   */
  public Optional<String> stated(GenericKubernetesResource workload, String field) {
    return check(workload).map(entry -> Fields.text(entry, field));
  }

  private static boolean isInactive(GenericKubernetesResource workload) {
    return Fields.text(workload, "spec", "active").equals("false");
  }

  private static boolean isTrue(GenericKubernetesResource workload, String condition) {
    return Fields.objects(workload, "status", "conditions").stream()
        .anyMatch(
            entry ->
                Fields.text(entry, "type").equals(condition)
                    && Fields.text(entry, "status").equals("True"));
  }

  private String queue(GenericKubernetesResource workload) {
    String reserved = Fields.text(workload, "status", "admission", "clusterQueue");
    String local =
        workload.getMetadata().getNamespace() + "/" + Fields.text(workload, "spec", "queueName");
    return reserved.isEmpty() ? setup.localQueues().getOrDefault(local, "") : reserved;
  }

  private Optional<Contender> contender(
      GenericKubernetesResource workload, Setup.Queue queue, Map<?, ?> check) {
    int workers = podSets(workload).values().stream().reduce(0, Math::addExact);
    if (workers == 0) {
      return Optional.empty();
    }
    boolean reserved =
        isTrue(workload, "QuotaReserved")
            && !Fields.text(check, "state").equals(WorkloadAnswer.State.RETRY.word());
    String run = Fields.text(workload, "spec", "maximumExecutionTimeSeconds");
    Map<String, String> annotations = annotations(workload);
    Map<String, Double> speeds = reachable(workload, speeds(annotations, queue), reserved);
    Map<String, Instant> moves = moves(annotations.getOrDefault(MOVES, ""));
    Optional<Holding> holding =
        holding(check, reserved, moves)
            .filter(held -> held.running() || speeds.containsKey(held.flavor()));
    return Optional.of(
        new Contender(
            KueueKind.key(workload),
            queue.team().name(),
            workers,
            speeds,
            SpeedText.positive(annotations.getOrDefault(WEIGHT, "1"), "weight"),
            seconds(workload.getMetadata().getCreationTimestamp()),
            reserved,
            run.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(SpeedText.positive(run, "maximumExecutionTimeSeconds")),
            new Contender.Moves(
                annotations.containsKey(MOVE_SECONDS)
                    ? SpeedText.positive(annotations.get(MOVE_SECONDS), "move-seconds")
                    : DEFAULT_MOVE_SECONDS,
                made(moves, holding)),
            holding));
  }

  static Map<String, String> annotations(GenericKubernetesResource workload) {
    Map<String, String> annotations = workload.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }

  /**
   * Returns the accelerators of each pod set that asks for any.
   *
   * @param workload as the API server has it
   * @return by name of the pod set, all of its pods together
   */
  public Map<String, Integer> podSets(GenericKubernetesResource workload) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Map<?, ?> assigned :
        Fields.objects(workload, "status", "admission", "podSetAssignments")) {
      Fields.count(assigned, "count", "count of an assigned pod set")
          .ifPresent(count -> counts.put(Fields.text(assigned, "name"), count));
    }
    Map<String, Integer> workers = new LinkedHashMap<>();
    for (Map<?, ?> podSet : Fields.objects(workload, "spec", "podSets")) {
      String name = Fields.text(podSet, "name");
      int pods = Fields.count(podSet, "count", "count of pod set " + name).orElse(1);
      Map<?, ?> spec = Fields.object(Fields.object(podSet, "template"), "spec");
      int each = 0;
      for (Map<?, ?> container : Fields.objects(spec, "containers")) {
        Map<?, ?> resources = Fields.object(container, "resources");
        Object asked = Fields.object(resources, "requests").get(resource);
        Object limit = Fields.object(resources, "limits").get(resource);
        Object count = asked == null ? limit : asked;
        each += count == null ? 0 : Fields.count(count, resource + " of pod set " + name);
      }
      if (each > 0) {
        workers.put(name, Math.multiplyExact(each, counts.getOrDefault(name, pods)));
      }
    }
    return workers;
  }

  private Map<String, Double> speeds(Map<String, String> annotations, Setup.Queue queue) {
    String type = annotations.getOrDefault(JOB_TYPE, "");
    String text = annotations.getOrDefault(SPEEDS, setup.jobTypes().getOrDefault(type, ""));
    if (text.isEmpty() && !type.isEmpty()) {
      throw new IllegalArgumentException(
          "job type \"%s\" has no speeds; the table has %s"
              .formatted(type, new TreeSet<>(setup.jobTypes().keySet())));
    }
    Map<String, Double> speeds = new TreeMap<>();
    if (text.isEmpty()) {
      queue.flavors().forEach(flavor -> speeds.put(flavor, 1.0));
      return speeds;
    }
    Map<String, Optional<Double>> stated = SpeedText.parse(text, setup.flavors().keySet());
    if (stated.values().stream().allMatch(Optional::isPresent)) {
      speeds.putAll(SpeedEstimates.positive(stated));
    } else {
      if (estimates.isEmpty()) {
        estimates = Optional.of(SpeedEstimates.of(setup.jobTypes(), setup.flavors().keySet()));
      }
      speeds.putAll(estimates.get().complete(stated));
    }
    speeds.keySet().retainAll(queue.flavors());
    return speeds;
  }

  /** Returns the flavours to which pods can be sent after Kueue has chosen where it counts them. */
  private Map<String, Double> reachable(
      GenericKubernetesResource workload, Map<String, Double> speeds, boolean reserved) {
    if (reserved) {
      for (Map<?, ?> assigned :
          Fields.objects(workload, "status", "admission", "podSetAssignments")) {
        setup
            .flavor(Fields.text(Fields.object(assigned, "flavors"), resource))
            .ifPresent(
                chosen ->
                    speeds
                        .keySet()
                        .removeIf(
                            name ->
                                !requireNonNull(setup.flavors().get(name))
                                    .isReachableFrom(chosen)));
      }
    }
    return speeds;
  }

  private Optional<Holding> holding(Map<?, ?> check, boolean reserved, Map<String, Instant> moves) {
    String state = Fields.text(check, "state");
    Instant since = instant(Fields.text(check, "lastTransitionTime"));
    if (reserved && state.equals(WorkloadAnswer.State.READY.word())) {
      for (Map<?, ?> update : Fields.objects(check, "podSetUpdates")) {
        String flavor = Fields.text(Fields.object(update, "annotations"), FLAVOR);
        if (!flavor.isEmpty()) {
          return Optional.of(new Holding(flavor, seconds(since), true));
        }
      }
      return Optional.empty();
    }
    return moves.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(last -> new Holding(last.getKey(), seconds(last.getValue()), false));
  }

  /**
   * Returns the moves that were carried out, without moves that were only announced before the
   * controller stopped.
   */
  private static Set<String> made(Map<String, Instant> moves, Optional<Holding> holding) {
    Set<String> made = new TreeSet<>(moves.keySet());
    if (holding.isPresent() && holding.get().running()) {
      moves.forEach(
          (flavor, at) -> {
            if (seconds(at) > holding.get().sinceSeconds()
                && !flavor.equals(holding.get().flavor())) {
              made.remove(flavor);
            }
          });
    }
    return made;
  }

  /** Returns the flavours of earlier moves, with the times. */
  static Map<String, Instant> moves(String text) {
    Map<String, Instant> moves = new TreeMap<>();
    for (String move : text.isEmpty() ? List.<String>of() : List.of(text.split(",", -1))) {
      int at = move.indexOf('@');
      moves.put(move.substring(0, Math.max(0, at)), instant(move.substring(at + 1)));
    }
    return moves;
  }

  private static Instant instant(String text) {
    try {
      return text.isEmpty() ? Instant.EPOCH : Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "time is \"%s\"; it must be like 2026-11-23T08:00:00Z".formatted(text), e);
    }
  }

  private static double seconds(String time) {
    return seconds(instant(time == null ? "" : time));
  }

  /**
   * Returns a time as the planning counts it.
   *
   * @param instant the time
   * @return seconds since 1970
   */
  public static double seconds(Instant instant) {
    return instant.getEpochSecond() + instant.getNano() / 1e9;
  }
}
