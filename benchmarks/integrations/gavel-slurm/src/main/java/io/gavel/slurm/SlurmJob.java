package io.gavel.slurm;

import static java.util.stream.Collectors.toSet;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A job of a Slurm cluster. A task of a job array is a job.
 *
 * @param id what {@code scontrol} calls it: a number, or {@code ARRAY_TASK}
 * @param name its name
 * @param user the name of its user
 * @param account the account it is charged to, may be empty
 * @param partitions the partitions it may run in
 * @param comment the comment of its user, may be empty
 * @param state what it does now
 * @param reason why Slurm does not run it, as in {@code squeue}
 * @param nodeCount how many nodes it requests or holds
 * @param requested the GPUs it asks for by type; a GPU of any type has the type {@code gpu}
 * @param features the features it asks for, as a Slurm expression; empty for none
 * @param nodes the nodes it holds
 * @param held the GPUs it holds by type
 * @param requeue whether Slurm may start it again
 * @param reservation the reservation it runs in, may be empty
 * @param priority its priority; 0 if it is held
 * @param restarts how often it was started again
 * @param submitTime when it was submitted, in seconds since 1970
 * @param eligibleTime the earliest start that its user or a caller has asked for; 0 for none
 * @param startTime when it started, or is expected to; 0 if unknown
 * @param timeLimitSeconds its limit of run time; {@code Long.MAX_VALUE} for none
 */
public record SlurmJob(
    String id,
    String name,
    String user,
    String account,
    Set<String> partitions,
    String comment,
    State state,
    String reason,
    int nodeCount,
    Map<String, Integer> requested,
    String features,
    List<String> nodes,
    Map<String, Integer> held,
    boolean requeue,
    String reservation,
    long priority,
    int restarts,
    long submitTime,
    long eligibleTime,
    long startTime,
    long timeLimitSeconds) {

  /** The type of GPUs for which no type is stated. */
  public static final String ANY_TYPE = "gpu";

  /** What a job does. */
  public enum State {
    /** Waits in the queue. */
    PENDING,
    /** Holds its GPUs and runs, or is about to. */
    RUNNING,
    /** Holds its GPUs without running. */
    SUSPENDED,
    /** Ends; its GPUs are free in a moment. It may be about to wait again. */
    COMPLETING,
    /** Is over. */
    ENDED
  }

  /** Copies the collections. */
  public SlurmJob {
    partitions = Set.copyOf(partitions);
    requested = Collections.unmodifiableMap(new TreeMap<>(requested));
    nodes = List.copyOf(nodes);
    held = Map.copyOf(held);
  }

  /** Returns how many GPUs it holds, or asks for if it holds none. */
  public int gpus() {
    Map<String, Integer> counts = held.isEmpty() ? requested : held;
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Returns the only type of GPU that it accepts, if it asks for one; a co-gang's main type. */
  public Optional<String> requestedType() {
    return requested.keySet().stream()
        .filter(type -> !type.equals(ANY_TYPE))
        .max(Comparator.<String>comparingInt(requested::get).thenComparing(type -> type));
  }

  /** Returns how long its time limit still lets it run; empty without a limit. */
  public OptionalDouble secondsLeft(double nowSeconds) {
    if (timeLimitSeconds == Long.MAX_VALUE) {
      return OptionalDouble.empty();
    }
    boolean holds = state == State.RUNNING || state == State.SUSPENDED;
    return OptionalDouble.of(Math.max(0, timeLimitSeconds - (holds ? nowSeconds - startTime : 0)));
  }

  /** Returns whether it needs GPUs of several types at once. */
  public boolean isCoGang() {
    return requested.size() > 1;
  }

  /** Returns the GPUs that it holds while it runs on a type, by type. */
  public Map<String, Integer> gpusOn(String type) {
    return isCoGang() ? requested : Map.of(type, gpus());
  }

  /** Returns the GPUs of further types that it holds while it runs on a type. */
  public SortedMap<String, Integer> alongside(String type) {
    SortedMap<String, Integer> further = new TreeMap<>(gpusOn(type));
    further.remove(type);
    return further;
  }

  /** Returns a heterogeneous job with one more component. */
  SlurmJob with(SlurmJob component) {
    boolean sameFeatures = features.equals(component.features());
    return new SlurmJob(
        id,
        name,
        user,
        account,
        Stream.concat(partitions.stream(), component.partitions().stream()).collect(toSet()),
        comment,
        state,
        reason,
        nodeCount + component.nodeCount(),
        sum(requested, component.requested()),
        sameFeatures ? features : features + "&" + component.features(),
        Stream.concat(nodes.stream(), component.nodes().stream()).toList(),
        sum(held, component.held()),
        requeue,
        reservation,
        priority,
        restarts,
        submitTime,
        eligibleTime,
        startTime,
        timeLimitSeconds);
  }

  private static Map<String, Integer> sum(Map<String, Integer> one, Map<String, Integer> other) {
    Map<String, Integer> sum = new HashMap<>(one);
    other.forEach((type, count) -> sum.merge(type, count, Integer::sum));
    return sum;
  }
}
