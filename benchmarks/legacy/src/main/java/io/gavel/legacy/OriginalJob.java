package io.gavel.legacy;

import io.gavel.policies.model.Job;
import io.gavel.workload.TraceJob;
import java.util.OptionalDouble;

/** The state of a job in the original's loop. Mutable. */
public final class OriginalJob {

  /** The number of consecutive failures after which a job is dropped. */
  private static final int MOST_FAILURES = 5;

  private final TraceJob trace;
  private final int index;
  private final double admitted;
  private final double[] alone;
  private double remaining;
  private double accountedRemaining;
  private double isolatedSeconds;
  private double isolatedRate;
  private int failures;
  private OptionalDouble start = OptionalDouble.empty();
  private OptionalDouble completion = OptionalDouble.empty();

  OriginalJob(TraceJob trace, int index, double admitted, double[] alone) {
    this.trace = trace;
    this.index = index;
    this.admitted = admitted;
    this.alone = alone;
    this.remaining = trace.totalSteps();
    this.accountedRemaining = remaining;
  }

  /**
   * Returns the job of the trace.
   *
   * @return the job of the trace
   */
  public TraceJob trace() {
    return trace;
  }

  /**
   * Returns the identifier.
   *
   * @return the trace's id
   */
  public String id() {
    return trace.id();
  }

  /** Returns the position in the order of arrival, from 0. */
  int index() {
    return index;
  }

  /** Steps per second alone, by type; callers must not modify the array. */
  double[] alone() {
    return alone;
  }

  /** Returns the job as a policy sees it at a time. */
  Job asOf(double now) {
    Job.Builder job =
        Job.builder(trace.id())
            .type(trace.kind().jobType())
            .scaleFactor(trace.kind().scaleFactor())
            .gpuMilli(trace.gpuMilli())
            .weight(trace.weight())
            .stepsRemaining(remaining)
            .secondsSinceStart(now - trace.arrivalSeconds())
            .isolatedSecondsSoFar(isolatedSeconds);
    deadline().ifPresent(due -> job.sloSeconds(due > now ? due - now : Double.MIN_NORMAL));
    return job.build();
  }

  /** Returns the deadline, counted from the round boundary at which the job was admitted. */
  OptionalDouble deadline() {
    return trace.slo().isPresent() && trace.durationSeconds().isPresent()
        ? OptionalDouble.of(
            trace.slo().getAsDouble() * trace.durationSeconds().getAsDouble() + admitted)
        : OptionalDouble.empty();
  }

  /** Accounts for the steps since the last allocation at its isolated rate. */
  void accountIsolatedTime() {
    if (isolatedRate > 0) {
      isolatedSeconds += (accountedRemaining - remaining) / isolatedRate;
    }
    accountedRemaining = remaining;
  }

  void isolatedAt(double stepsPerSecond) {
    isolatedRate = stepsPerSecond;
  }

  /** Returns the steps of one round at a rate: an integer, except for the last steps of the job. */
  double stepsIn(double roundSeconds, double stepsPerSecond) {
    return Math.min(Math.floor(stepsPerSecond * roundSeconds), remaining);
  }

  void startAt(double seconds) {
    start = start.isPresent() ? start : OptionalDouble.of(seconds);
  }

  /**
   * Returns whether the job fails: it has no time, or the first of its workers no steps. The last
   * worker takes the remaining integer steps, so a job on one worker does not fail on part of a
   * step.
   */
  boolean failsWith(double steps, double seconds) {
    int workers = trace.kind().scaleFactor();
    double ofFirst = workers == 1 ? steps : Math.floor(steps / workers);
    return !(ofFirst > 0) || !(seconds > 0);
  }

  /** Counts a failure; returns whether the job is dropped. */
  boolean fail() {
    return ++failures == MOST_FAILURES;
  }

  void succeedAlone() {
    failures = 0;
  }

  /** Credits steps; returns whether the job is complete. */
  boolean advance(double steps, double finish) {
    remaining -= steps;
    if (remaining <= 0) {
      completion = OptionalDouble.of(finish);
    }
    return remaining <= 0;
  }

  OptionalDouble start() {
    return start;
  }

  OptionalDouble completion() {
    return completion;
  }

  /**
   * Returns the job completion time.
   *
   * @return seconds from arrival to completion; empty if it is not complete
   */
  public OptionalDouble jctSeconds() {
    return completion.isPresent()
        ? OptionalDouble.of(completion.getAsDouble() - trace.arrivalSeconds())
        : OptionalDouble.empty();
  }

  /**
   * Returns whether the original reports the job as late: it compares seconds since the arrival
   * with a clock time.
   */
  boolean isLateAsReported() {
    return jctSeconds().isPresent()
        && deadline().isPresent()
        && jctSeconds().getAsDouble() > deadline().getAsDouble();
  }
}
