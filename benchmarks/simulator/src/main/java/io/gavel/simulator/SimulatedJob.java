package io.gavel.simulator;

import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import io.gavel.workload.TraceJob;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The state of a job in the simulation. Mutable. */
final class SimulatedJob {

  /**
   * A job that completes this close to the end of its lease, as a fraction of the lease, completes
   * at its end: otherwise the rounding of a subtraction would cost a worker one full round.
   */
  private static final double ROUNDING = 1e-9;

  private final TraceJob trace;
  private final int index;
  private final int scaleFactor;
  private final JobWays ways;
  private final Line line;
  private final double[] alone;
  private double remaining;
  private double isolatedSeconds;
  private double isolatedRate;
  private double workerSeconds;
  private double contendedSeconds;
  private double contendedUntil;
  private int restarts;
  private double owedSeconds;
  private double savedRemaining;
  private double savedIsolatedSeconds;
  private Optional<String> workerType = Optional.empty();
  private Optional<String> configuration = Optional.empty();
  private double keptUntil; // its lease, by the minimum run time
  private double start = Double.NaN; // NaN until it starts
  private OptionalDouble completion = OptionalDouble.empty();
  private @Nullable Job seen; // as a policy last saw it
  private boolean allocated;

  /**
   * Creates an arriving job.
   *
   * @param ways the numbers of workers on which it can run, with its throughputs
   * @param line counts the jobs with the same needs and rates
   */
  SimulatedJob(TraceJob trace, int index, JobWays ways, Line line) {
    this.trace = trace;
    this.index = index;
    this.remaining = trace.totalSteps();
    this.contendedUntil = trace.arrivalSeconds();
    this.scaleFactor = trace.kind().scaleFactor();
    this.ways = ways;
    this.line = line;
    this.alone = ways.alone();
  }

  /** Returns the position in the order of arrival, from 0. */
  int index() {
    return index;
  }

  TraceJob trace() {
    return trace;
  }

  String id() {
    return trace.id();
  }

  /** Steps per second on each worker type; callers must not modify the array. */
  double[] alone() {
    return alone;
  }

  /** Returns the ways in which the job can run. */
  JobWays ways() {
    return ways;
  }

  /** Returns the counts of the jobs with the same needs and rates. */
  Line line() {
    return line;
  }

  private boolean isStarted() {
    return !Double.isNaN(start);
  }

  boolean isDone() {
    return completion.isPresent();
  }

  /** Returns the completion time; only for a completed job. */
  double completion() {
    return completion.orElseThrow();
  }

  /** Returns the job as a policy sees it at a time. */
  Job asOf(double now) {
    Job.Builder job =
        Job.builder(trace.id())
            .type(trace.kind().jobType())
            .scaleFactor(scaleFactor)
            .gpuMilli(trace.gpuMilli())
            .minRunSeconds(trace.minRunSeconds())
            .weight(trace.weight())
            .stepsRemaining(remaining)
            .secondsSinceStart(now - trace.arrivalSeconds())
            .isolatedSecondsSoFar(isolatedSeconds)
            .history(history(now));
    deadline().stream().filter(due -> due > now).forEach(due -> job.sloSeconds(due - now));
    trace.entity().ifPresent(job::entity);
    trace.alongside().forEach(job::alongside);
    Job built = job.build();
    seen = built;
    return built;
  }

  /** Returns the job as a policy last saw it, or as of now if none has. */
  Job lastSeen(double now) {
    Job last = seen;
    return last == null ? asOf(now) : last;
  }

  /** Records that an allocation includes the job. */
  void allocated() {
    allocated = true;
  }

  boolean isAllocated() {
    return allocated;
  }

  private History history(double now) {
    return new History(
        workerSeconds,
        trace.totalSteps() - remaining,
        contendedSeconds,
        restarts,
        workerType,
        configuration,
        workerType.isPresent() ? Math.max(0, keptUntil - now) : 0);
  }

  /** Forgets the policy's view of the completed job, which takes memory. */
  void released() {
    seen = null;
  }

  /** Returns whether the job had a lease in this round. */
  boolean isHolding() {
    return workerType.isPresent();
  }

  /** Begins a round without workers; {@link #holds} follows if the job has a lease. */
  void idles() {
    workerType = Optional.empty();
    configuration = Optional.empty();
  }

  /**
   * Records the job's lease in the round that begins.
   *
   * @param from the start of the lease
   * @param minRunSeconds the minimum run time of all leases
   */
  void holds(
      Optional<String> typeOfLease,
      Optional<String> wayOfLease,
      boolean extended,
      double from,
      double minRunSeconds) {
    keptUntil = extended ? keptUntil : from + Math.max(minRunSeconds, trace.minRunSeconds());
    restarts += !extended && isStarted() ? 1 : 0;
    if (!isHolding()) {
      line.holds();
    }
    workerType = typeOfLease;
    configuration = wayOfLease;
  }

  /** Saves the progress up to now; a later failure does not lose it. */
  void save() {
    savedRemaining = remaining;
    savedIsolatedSeconds = isolatedSeconds;
  }

  /** Discards the progress since the last save; the workers' time counts as used. */
  void revert() {
    remaining = savedRemaining;
    isolatedSeconds = savedIsolatedSeconds;
  }

  /** Adds overhead seconds to pay from the next leases. */
  void owes(double seconds) {
    owedSeconds += seconds;
  }

  /** Deducts overhead from a lease; returns the seconds deducted. */
  double pay(double leaseSeconds) {
    double paid = Math.min(owedSeconds, leaseSeconds);
    owedSeconds -= paid;
    return paid;
  }

  /** Records the number of jobs in the cluster since the last call or arrival. */
  void contended(double until, int jobs) {
    contendedSeconds += (until - contendedUntil) * jobs;
    contendedUntil = until;
  }

  /** Returns the deadline. A policy sees none once it has passed: no allocation could meet it. */
  OptionalDouble deadline() {
    if (trace.slo().isEmpty()) {
      return OptionalDouble.empty();
    }
    double fastest = Arrays.stream(alone).max().orElse(0);
    double duration = trace.durationSeconds().orElse(trace.totalSteps() / fastest);
    return OptionalDouble.of(trace.arrivalSeconds() + trace.slo().getAsDouble() * duration);
  }

  /** Returns whether the job has missed its deadline as of a time, or will miss it. */
  boolean isLate(double now) {
    OptionalDouble due = deadline();
    return due.isPresent() && completion.orElse(now) > due.getAsDouble();
  }

  /** Sets the throughput of the job's isolated share from now on. */
  void isolatedAt(double stepsPerSecond) {
    isolatedRate = stepsPerSecond;
  }

  /**
   * Runs the job from a time on and completes it if its last step is done.
   *
   * @return its completion time or {@code until}
   */
  double run(double from, double until, double stepsPerSecond) {
    return run(from, until, until - from, stepsPerSecond, scaleFactor);
  }

  /** As {@link #run(double, double, double)}, in a way of the job on a worker type. */
  double run(double from, double until, Optional<String> configuration, int j) {
    double rate = ways.stepsPerSecond(configuration, j);
    return run(from, until, until - from, rate, ways.workers(configuration));
  }

  /**
   * As {@link #run(double, double, double)}, with the duration given separately: the remaining work
   * may take less time than the resolution of the clock.
   *
   * @param workers that the job holds, averaged over that time
   */
  double run(double from, double until, double seconds, double stepsPerSecond, double workers) {
    start = isStarted() ? start : from;
    double needed = secondsNeeded(stepsPerSecond);
    boolean ends = needed <= seconds * (1 + ROUNDING);
    double steps = ends ? remaining : stepsPerSecond * seconds;
    workerSeconds += (ends ? needed : seconds) * workers;
    isolatedSeconds += isolatedRate > 0 ? steps / isolatedRate : 0;
    remaining -= steps;
    if (ends) {
      completion = OptionalDouble.of(Math.min(from + needed, until));
    }
    return completion.orElse(until);
  }

  /** Returns the time of the remaining steps at a rate; infinite at rate 0. */
  double secondsNeeded(double stepsPerSecond) {
    return stepsPerSecond > 0 ? remaining / stepsPerSecond : Double.POSITIVE_INFINITY;
  }

  /**
   * Returns the time in the cluster divided by that of a fair share, by the average number of jobs
   * over the job's life.
   */
  private OptionalDouble rho() {
    double fastest = Arrays.stream(alone).max().orElse(0);
    if (completion.isEmpty() || fastest == 0 || contendedSeconds == 0) {
      return OptionalDouble.empty();
    }
    double life = completion() - trace.arrivalSeconds();
    return OptionalDouble.of(life / (trace.totalSteps() / fastest * contendedSeconds / life));
  }

  JobOutcome outcome() {
    return new JobOutcome(
        trace.id(),
        trace.kind(),
        trace.gpuMilli(),
        trace.weight(),
        trace.arrivalSeconds(),
        isStarted() ? OptionalDouble.of(start) : OptionalDouble.empty(),
        completion,
        rho(),
        restarts,
        deadline());
  }
}
