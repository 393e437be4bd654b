package io.gavel.workload;

import io.gavel.policies.model.Cluster;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Measured or assumed throughputs, in steps per second of the job, of job classes alone and of
 * pairs of classes that share workers, by worker type. Immutable.
 */
public final class ThroughputTable {

  /**
   * Throughputs of two jobs while they share workers.
   *
   * @param ofThis steps per second of the first job
   * @param ofOther steps per second of the second job
   */
  public record PairRates(double ofThis, double ofOther) {}

  private final Map<String, Map<JobKind, Double>> alone;
  private final Map<String, Map<JobKind, Map<JobKind, PairRates>>> shared;

  private final Optional<String> assumed;

  private ThroughputTable(Builder builder) {
    this.alone = builder.alone;
    this.shared = builder.shared;
    this.assumed = builder.assumed;
  }

  /**
   * Starts an empty table.
   *
   * @return a new builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the worker types of the table.
   *
   * @return their names, in the table's order
   */
  public Set<String> workerTypes() {
    return Collections.unmodifiableSet(alone.keySet());
  }

  /**
   * Returns the source of throughputs that were not measured.
   *
   * @return the source; empty if all were measured
   */
  public Optional<String> assumed() {
    return assumed;
  }

  /**
   * Returns the job classes that the table has on any worker type.
   *
   * @return the classes, sorted
   */
  public SortedSet<JobKind> kinds() {
    SortedSet<JobKind> kinds = new TreeSet<>();
    alone.values().forEach(rates -> kinds.addAll(rates.keySet()));
    return kinds;
  }

  /**
   * Returns the throughput of a job alone on a worker type.
   *
   * @param workerType a worker type's name
   * @param kind the job's class
   * @return steps per second, 0 = cannot run there; empty if the table has no entry
   */
  public OptionalDouble stepsPerSecond(String workerType, JobKind kind) {
    Double rate = alone.getOrDefault(workerType, Map.of()).get(kind);
    return rate == null ? OptionalDouble.empty() : OptionalDouble.of(rate);
  }

  /**
   * Returns the throughputs of a job alone on all worker types.
   *
   * @param cluster the worker types
   * @param kind the job's class
   * @return steps per second, {@code [worker type]}; 0 where the table has no entry
   */
  public double[] alone(Cluster cluster, JobKind kind) {
    return cluster.types().stream()
        .mapToDouble(type -> stepsPerSecond(type.name(), kind).orElse(0))
        .toArray();
  }

  /**
   * Returns the throughputs of two jobs that share workers.
   *
   * @param workerType a worker type's name
   * @param kind one job's class
   * @param other the other job's class
   * @return both rates, {@code kind}'s first; empty if the table has no entry
   */
  public Optional<PairRates> sharing(String workerType, JobKind kind, JobKind other) {
    return Optional.ofNullable(
        shared.getOrDefault(workerType, Map.of()).getOrDefault(kind, Map.of()).get(other));
  }

  /**
   * Returns the throughputs of a job that shares workers, on all worker types.
   *
   * @param cluster the worker types
   * @param kind the job's class
   * @param other the class of its partner
   * @return steps per second of the first job, {@code [worker type]}; 0 where the table has no
   *     entry
   */
  public double[] beside(Cluster cluster, JobKind kind, JobKind other) {
    return cluster.types().stream()
        .mapToDouble(type -> sharing(type.name(), kind, other).map(PairRates::ofThis).orElse(0.0))
        .toArray();
  }

  /**
   * Returns a copy with one more worker type whose throughputs, alone and shared, are a multiple of
   * another type's.
   *
   * @param workerType the new type's name
   * @param like a worker type of the table
   * @param factor the multiple, finite and greater than 0
   * @return a copy
   */
  public ThroughputTable withType(String workerType, String like, double factor) {
    Builder builder = new Builder();
    builder.alone.putAll(alone);
    builder.shared.putAll(shared);
    builder.assumed = assumed;
    alone
        .getOrDefault(like, Map.of())
        .forEach((kind, rate) -> builder.alone(workerType, kind, factor * rate));
    shared
        .getOrDefault(like, Map.of())
        .forEach(
            (kind, others) ->
                others.forEach(
                    (other, rates) ->
                        builder.sharing(
                            workerType,
                            kind,
                            other,
                            new PairRates(factor * rates.ofThis(), factor * rates.ofOther()))));
    return builder.build();
  }

  /** Collects entries. Mutable; not thread-safe. */
  public static final class Builder {
    private final Map<String, Map<JobKind, Double>> alone = new LinkedHashMap<>();
    private final Map<String, Map<JobKind, Map<JobKind, PairRates>>> shared = new LinkedHashMap<>();

    private Optional<String> assumed = Optional.empty();

    private Builder() {}

    /**
     * Marks throughputs that were not measured.
     *
     * @param source where they come from
     * @return this builder
     */
    public Builder assumed(String source) {
      assumed = Optional.of(source);
      return this;
    }

    /**
     * Adds a worker type. It needs no class that runs on it: co-gangs may hold its workers.
     *
     * @param workerType a worker type's name
     * @return this builder
     */
    public Builder type(String workerType) {
      alone.computeIfAbsent(workerType, name -> new TreeMap<>());
      return this;
    }

    /**
     * Adds the throughput of a class alone.
     *
     * @param workerType a worker type's name
     * @param kind the job class
     * @param rate steps per second, at least 0
     * @return this builder
     */
    public Builder alone(String workerType, JobKind kind, double rate) {
      alone.computeIfAbsent(workerType, name -> new TreeMap<>()).put(kind, rate);
      return this;
    }

    /**
     * Adds the throughputs of an ordered pair of classes.
     *
     * @param workerType a worker type's name
     * @param kind one job's class
     * @param other the other job's class
     * @param rates both rates, {@code kind}'s first
     * @return this builder
     */
    public Builder sharing(String workerType, JobKind kind, JobKind other, PairRates rates) {
      shared
          .computeIfAbsent(workerType, name -> new TreeMap<>())
          .computeIfAbsent(kind, name -> new TreeMap<>())
          .put(other, rates);
      return this;
    }

    /**
     * Builds the table; the builder must not be used afterwards.
     *
     * @return the table
     */
    public ThroughputTable build() {
      return new ThroughputTable(this);
    }
  }
}
