package io.gavel.policies.model;

import io.gavel.policies.internal.Require;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * One job that wants to run: row {@code m} of the problem. Built with {@link #of} or {@link
 * #builder}. Immutable.
 *
 * <p>Jobs arrive in the order in which the problem lists them. Components that only some policies
 * need (steps, deadline, entity) may be left out; a policy that needs a missing one rejects the
 * problem, naming the job.
 *
 * @param id the caller's identifier, unique in a problem
 * @param type the job type, shared by jobs that run at equal throughputs
 * @param holding the workers that the job holds at once: a gang of one type, a share of one worker,
 *     or a co-gang
 * @param minRunSeconds how long a lease of the job runs at least before rounds may end it, finite
 *     and at least 0; a time above that of the remaining steps for a job that is not preempted.
 *     Policies do not read it
 * @param weight the priority weight: the relative share the job is entitled to, finite and {@code >
 *     0}. Leave a job that should get nothing out of the problem
 * @param stepsRemaining steps still to do, finite and at least 0; empty if unknown
 * @param secondsSinceStart seconds since the job arrived, finite and at least 0
 * @param isolatedSecondsSoFar seconds the steps done so far would have taken on the job's isolated
 *     share (finish-time fairness, Gavel §4.2), finite and at least 0
 * @param sloSeconds seconds left until the deadline for the remaining steps, finite and {@code >
 *     0}; empty without a deadline
 * @param entity the id of the {@link Entity} that the job belongs to; empty outside a hierarchy
 * @param history the past of the job
 */
public record Job(
    String id,
    Optional<String> type,
    Holding holding,
    double minRunSeconds,
    double weight,
    OptionalDouble stepsRemaining,
    double secondsSinceStart,
    double isolatedSecondsSoFar,
    OptionalDouble sloSeconds,
    Optional<String> entity,
    History history) {

  /** Thousandths of a worker that a job without sharing takes. */
  public static final int WHOLE_WORKER = 1000;

  /**
   * Checks every component; {@link #builder} reads better.
   *
   * @param id not blank
   * @param type the job type, not blank
   * @param holding the workers that the job holds at once
   * @param minRunSeconds finite and at least 0
   * @param weight finite and {@code > 0}
   * @param stepsRemaining finite and at least 0
   * @param secondsSinceStart finite and at least 0
   * @param isolatedSecondsSoFar finite and at least 0
   * @param sloSeconds finite and {@code > 0}
   * @param entity an entity id
   * @param history the past of the job
   * @throws IllegalArgumentException naming the job, the value and the allowed values
   */
  public Job {
    Require.name(id, "id of a job");
    if (type.isPresent()) {
      Require.name(type.get(), "type of job", id);
    }
    Require.nonNegative(minRunSeconds, "minimum run time of job", id);
    Require.positive(weight, "weight of job", id);
    if (stepsRemaining.isPresent()) {
      Require.nonNegative(stepsRemaining.getAsDouble(), "steps remaining of job", id);
    }
    Require.nonNegative(secondsSinceStart, "seconds since start of job", id);
    Require.nonNegative(isolatedSecondsSoFar, "isolated seconds so far of job", id);
    if (sloSeconds.isPresent()) {
      Require.positive(sloSeconds.getAsDouble(), "SLO seconds of job", id);
    }
  }

  /** {@return the number of workers that the job occupies at once, without workers alongside} */
  public int scaleFactor() {
    return holding.workers();
  }

  /**
   * {@return the thousandths of a worker that the job takes, from 1 to {@value #WHOLE_WORKER}; less
   * than {@value #WHOLE_WORKER} only with scale factor 1}
   */
  public int gpuMilli() {
    return holding.gpuMilli();
  }

  /**
   * Returns the workers that the job holds while it runs, as counted in a pool.
   *
   * @return its scale factor, or the part of one worker that it takes; {@code > 0}
   */
  public double workers() {
    return holding.counted();
  }

  /**
   * Returns a job on one worker, of weight 1, without optional components.
   *
   * @param id the caller's identifier
   * @return the job
   */
  public static Job of(String id) {
    return builder(id).build();
  }

  /**
   * Returns a builder that starts from a job on one worker, of weight 1, without optional
   * components.
   *
   * @param id the caller's identifier
   * @return a new builder
   */
  public static Builder builder(String id) {
    return new Builder(id);
  }

  /**
   * Returns a builder that starts from this job.
   *
   * @return a new builder with all components of this job
   */
  public Builder toBuilder() {
    return toBuilder(id);
  }

  /**
   * Returns a builder that starts from this job under another id.
   *
   * @param newId the other job's id
   * @return a new builder with all other components of this job
   */
  public Builder toBuilder(String newId) {
    Builder copy = new Builder(newId);
    copy.type = type;
    copy.scaleFactor = holding.workers();
    copy.gpuMilli = holding.gpuMilli();
    copy.alongside = holding.alongside();
    copy.minRunSeconds = minRunSeconds;
    copy.weight = weight;
    copy.stepsRemaining = stepsRemaining;
    copy.secondsSinceStart = secondsSinceStart;
    copy.isolatedSecondsSoFar = isolatedSecondsSoFar;
    copy.sloSeconds = sloSeconds;
    copy.entity = entity;
    copy.history = history;
    return copy;
  }

  /** Collects the components of a {@link Job}; {@link #build} checks them. Mutable. */
  public static final class Builder {
    private final String id;
    private Optional<String> type = Optional.empty();
    private int scaleFactor = 1;
    private int gpuMilli = WHOLE_WORKER;
    private Map<String, Integer> alongside = Map.of();
    private double minRunSeconds;
    private double weight = 1;
    private OptionalDouble stepsRemaining = OptionalDouble.empty();
    private double secondsSinceStart;
    private double isolatedSecondsSoFar;
    private OptionalDouble sloSeconds = OptionalDouble.empty();
    private Optional<String> entity = Optional.empty();
    private History history = History.none();

    private Builder(String id) {
      this.id = id;
    }

    /**
     * Sets the job type.
     *
     * @param type the type's name
     * @return this builder
     */
    public Builder type(String type) {
      this.type = Optional.of(type);
      return this;
    }

    /**
     * Sets the gang size.
     *
     * @param scaleFactor workers occupied at once, at least 1
     * @return this builder
     */
    public Builder scaleFactor(int scaleFactor) {
      this.scaleFactor = scaleFactor;
      return this;
    }

    /**
     * Sets the share of one worker that the job takes. Its throughputs must hold for this share,
     * independently of the jobs on the rest of the worker.
     *
     * @param thousandths of a worker, from 1 to {@value Job#WHOLE_WORKER}; the entire worker by
     *     default
     * @return this builder
     */
    public Builder gpuMilli(int thousandths) {
      this.gpuMilli = thousandths;
      return this;
    }

    /**
     * Makes the job a co-gang: while it runs, it also holds workers of another type. They count in
     * capacities, limits and budgets, but not in the level of the job.
     *
     * @param type the name of a worker type
     * @param workers at least 1
     * @return this builder
     */
    public Builder alongside(String type, int workers) {
      alongside = new TreeMap<>(alongside);
      alongside.put(type, workers);
      return this;
    }

    /**
     * Sets the minimum run time of the job's leases.
     *
     * @param seconds how long a lease runs at least before rounds may end it, finite and at least 0
     * @return this builder
     */
    public Builder minRunSeconds(double seconds) {
      this.minRunSeconds = seconds;
      return this;
    }

    /**
     * Sets the priority weight.
     *
     * @param weight finite and {@code > 0}
     * @return this builder
     */
    public Builder weight(double weight) {
      this.weight = weight;
      return this;
    }

    /**
     * Sets the work left.
     *
     * @param steps finite and at least 0
     * @return this builder
     */
    public Builder stepsRemaining(double steps) {
      this.stepsRemaining = OptionalDouble.of(steps);
      return this;
    }

    /**
     * Sets the age of the job.
     *
     * @param seconds finite and at least 0
     * @return this builder
     */
    public Builder secondsSinceStart(double seconds) {
      this.secondsSinceStart = seconds;
      return this;
    }

    /**
     * Sets the time that the steps done so far would have taken in isolation.
     *
     * @param seconds finite and at least 0
     * @return this builder
     */
    public Builder isolatedSecondsSoFar(double seconds) {
      this.isolatedSecondsSoFar = seconds;
      return this;
    }

    /**
     * Sets the deadline.
     *
     * @param seconds from now, finite and {@code > 0}
     * @return this builder
     */
    public Builder sloSeconds(double seconds) {
      this.sloSeconds = OptionalDouble.of(seconds);
      return this;
    }

    /**
     * Removes the deadline.
     *
     * @return this builder
     */
    public Builder withoutSlo() {
      this.sloSeconds = OptionalDouble.empty();
      return this;
    }

    /**
     * Sets the entity that the job belongs to.
     *
     * @param entityId an id of the problem's entities
     * @return this builder
     */
    public Builder entity(String entityId) {
      this.entity = Optional.of(entityId);
      return this;
    }

    /**
     * Sets the past of the job.
     *
     * @param history sums kept by the caller
     * @return this builder
     */
    public Builder history(History history) {
      this.history = history;
      return this;
    }

    /**
     * Checks and builds.
     *
     * @return the job
     * @throws IllegalArgumentException naming the job, the value and the allowed values
     */
    public Job build() {
      Holding.require(
          scaleFactor, gpuMilli, alongside, () -> "job \"%s\"".formatted(id)); // names the job
      return new Job(
          id,
          type,
          new Holding(scaleFactor, gpuMilli, Holding.copyOf(alongside)),
          minRunSeconds,
          weight,
          stepsRemaining,
          secondsSinceStart,
          isolatedSecondsSoFar,
          sloSeconds,
          entity,
          history);
    }
  }
}
