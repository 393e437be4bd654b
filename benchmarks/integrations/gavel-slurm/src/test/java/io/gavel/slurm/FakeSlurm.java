package io.gavel.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.slurm.SlurmJob.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A model of Slurm: starts waiting jobs by priority on nodes with enough free GPUs, and obeys the
 * commands that rounds use. A command that Slurm would refuse fails the test.
 */
final class FakeSlurm {

  /** A job; its fields are those of {@link SlurmJob}. */
  static final class FakeJob {
    final String id;
    final String comment;
    final int gpus;
    final String requestedType;
    final String asked;
    final boolean requeue;
    final double submitted;
    String features;
    State state = State.PENDING;
    long priority = 10;
    double eligible;
    double started;
    String node = "";

    /** The type of one more GPU that a co-gang holds, and its node; empty for other jobs. */
    String further = "";

    String furtherNode = "";
    double ran;

    FakeJob(
        String id,
        String comment,
        int gpus,
        String requestedType,
        String features,
        boolean requeue,
        double submitted) {
      this.id = id;
      this.comment = comment;
      this.gpus = gpus;
      this.requestedType = requestedType;
      this.features = features;
      this.asked = features;
      this.requeue = requeue;
      this.submitted = submitted;
      this.eligible = submitted;
    }

    boolean optedIn() {
      return comment.startsWith("gavel:");
    }
  }

  final Map<String, FakeJob> jobs = new TreeMap<>();
  private final Map<String, String> typeOfNode = new TreeMap<>();
  private final Set<String> drained = new HashSet<>();
  private int nextId = 1;
  double now = 1_000_000;

  FakeSlurm() {
    for (String type : List.of("v100", "p100", "k80")) {
      typeOfNode.put(type.charAt(0) + "1", type);
      typeOfNode.put(type.charAt(0) + "2", type);
    }
  }

  FakeJob submit(String comment, int gpus, String type, String features, boolean requeue) {
    String id = Integer.toString(nextId++);
    FakeJob job = new FakeJob(id, comment, gpus, type, features, requeue, now);
    jobs.put(id, job);
    return job;
  }

  void drain(String node, boolean yes) {
    if (yes) {
      drained.add(node);
    } else {
      drained.remove(node);
    }
  }

  List<String> nodes() {
    return List.copyOf(typeOfNode.keySet());
  }

  String type(FakeJob job) {
    return typeOfNode.get(job.node);
  }

  private int free(String node) {
    return 2
        - jobs.values().stream()
            .filter(job -> job.state == State.RUNNING)
            .mapToInt(
                job ->
                    (job.node.equals(node) ? job.gpus : 0) + (job.furtherNode.equals(node) ? 1 : 0))
            .sum();
  }

  private Optional<String> nodeOfFurther(FakeJob job) {
    return typeOfNode.keySet().stream()
        .filter(node -> typeOfNode.get(node).equals(job.further))
        .filter(node -> !drained.contains(node) && free(node) >= 1)
        .findFirst();
  }

  /** Starts what can start, and lets time pass. */
  void pass(double seconds) {
    List<FakeJob> waiting = new ArrayList<>(jobs.values());
    waiting.removeIf(job -> job.state != State.PENDING || job.eligible > now || job.priority == 0);
    waiting.sort(
        Comparator.comparingLong((FakeJob job) -> -job.priority)
            .thenComparingInt(job -> Integer.parseInt(job.id)));
    for (FakeJob job : waiting) {
      for (String node : typeOfNode.keySet()) {
        String type = typeOfNode.get(node);
        boolean fits =
            !drained.contains(node)
                && free(node) >= job.gpus
                && (job.requestedType.equals(SlurmJob.ANY_TYPE) || job.requestedType.equals(type))
                && FeatureExpression.holds(job.features, Set.of(type)).orElseThrow()
                && (job.further.isEmpty() || nodeOfFurther(job).isPresent());
        if (fits) {
          job.furtherNode = nodeOfFurther(job).orElse("");
          job.state = State.RUNNING;
          job.node = node;
          job.started = now;
          break;
        }
      }
    }
    jobs.values().stream()
        .filter(job -> job.state == State.RUNNING)
        .forEach(job -> job.ran += seconds);
    now += seconds;
  }

  void end(FakeJob job) {
    jobs.remove(job.id);
  }

  /** Obeys commands; fails on one that rounds may not give. */
  void obey(List<String> commands) {
    for (String command : commands) {
      String[] words = command.split(" ");
      String id = words[1].replace("JobId=", "");
      FakeJob job = jobs.get(id);
      assertNotNull(job, command);
      assertTrue(job.optedIn(), "did not opt in: " + command);
      switch (words[0]) {
        case "requeue" -> {
          assertTrue(job.requeue && job.state == State.RUNNING, command);
          job.state = State.PENDING;
          job.node = "";
          job.furtherNode = "";
          job.eligible = now + 122;
        }
        case "release" -> job.priority = 10;
        default -> {
          assertEquals(State.PENDING, job.state, command);
          for (String word : List.of(words).subList(2, words.length)) {
            set(job, word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
          }
        }
      }
    }
  }

  private void set(FakeJob job, String key, String value) {
    switch (key) {
      case "Features" -> {
        assertTrue(
            value.isEmpty()
                || typeOfNode.values().stream()
                    .anyMatch(type -> FeatureExpression.holds(value, Set.of(type)).orElseThrow()),
            "no node has " + value);
        job.features = value;
      }
      case "StartTime" ->
          job.eligible = value.equals("now") ? now : Long.parseLong(value.replace("uts", ""));
      case "Priority" -> job.priority = Long.parseLong(value);
      default -> throw new AssertionError(key);
    }
  }

  Reading reading() {
    Map<String, SlurmNode> nodes = new TreeMap<>();
    typeOfNode.forEach(
        (node, type) ->
            nodes.put(
                node,
                new SlurmNode(
                    node, Map.of(type, 2), Set.of(type), Set.of("all"), !drained.contains(node))));
    return new Reading(
        now, jobs.values().stream().map(this::reading).toList(), nodes, Optional.empty());
  }

  private static Map<String, Integer> gpus(FakeJob job, String type) {
    return job.further.isEmpty() ? Map.of(type, job.gpus) : Map.of(type, job.gpus, job.further, 1);
  }

  private SlurmJob reading(FakeJob job) {
    boolean running = job.state == State.RUNNING;
    return new SlurmJob(
        job.id,
        "job" + job.id,
        "user",
        "",
        Set.of("all"),
        job.comment,
        job.state,
        running
            ? "None"
            : job.eligible > now ? "BeginTime" : job.priority == 0 ? "JobHeldUser" : "Priority",
        1,
        gpus(job, job.requestedType),
        job.features,
        running
            ? Stream.of(job.node, job.furtherNode).filter(node -> !node.isEmpty()).toList()
            : List.of(),
        running ? gpus(job, type(job)) : Map.of(),
        job.requeue,
        "",
        job.priority,
        0,
        (long) job.submitted,
        (long) job.eligible,
        (long) job.started,
        600);
  }
}
