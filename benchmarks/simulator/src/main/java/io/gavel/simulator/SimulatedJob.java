package io.gavel.simulator;

import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import io.gavel.workload.TraceJob;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** A job on its way through the simulation. Mutable. */
final class SimulatedJob {

  /**
   * A job that is this close to the end of its lease, as a fraction of the lease, ends with it:
   * otherwise the rounding of a subtraction would cost a worker a whole round.
   */
  private static final double ROUNDING = 1e-9;

  private final TraceJob trace;
  private final int index;
  private final int scaleFactor;
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
  private double start = Double.NaN; // until it starts
  private OptionalDouble completion = OptionalDouble.empty();
  private @Nullable Job seen; // as a policy last saw it; nobody asks once it is done
  private boolean allocated;

  /**
   * A job that arrives.
   *
   * @param alone steps per second on each worker type; kept
   */
  SimulatedJob(TraceJob trace, int index, double[] alone) {
    this.trace = trace;
    this.index = index;
    this.remaining = trace.totalSteps();
    this.contendedUntil = trace.arrivalSeconds();
    this.scaleFactor = trace.kind().scaleFactor();
    this.alone = alone;
  }

  /** Its place in the order of arrival, from 0. */
  int index() {
    return index;
  }

  TraceJob trace() {
    return trace;
  }

  String id() {
    return trace.id();
  }

  /** Steps per second on each worker type; the array is not to be modified. */
  double[] alone() {
    return alone;
  }

  private boolean isStarted() {
    return !Double.isNaN(start);
  }

  boolean isDone() {
    return completion.isPresent();
  }

  /** When the job was done; only for one that is. */
  double completion() {
    return completion.orElseThrow();
  }

  /** The job as a policy sees it. */
  Job asOf(double now) {
    Job.Builder job =
        Job.builder(trace.id())
            .type(trace.kind().jobType())
            .scaleFactor(scaleFactor)
            .gpuMilli(trace.gpuMilli())
            .weight(trace.weight())
            .stepsRemaining(remaining)
            .secondsSinceStart(now - trace.arrivalSeconds())
            .isolatedSecondsSoFar(isolatedSeconds)
            .history(history());
    deadline().stream().filter(due -> due > now).forEach(due -> job.sloSeconds(due - now));
    Job built = job.build();
    seen = built;
    return built;
  }

  /** The job as a policy last saw it, or sees it now if none has. */
  Job lastSeen(double now) {
    Job last = seen;
    return last == null ? asOf(now) : last;
  }

  /** An allocation was made since the job came. */
  void allocated() {
    allocated = true;
  }

  boolean isAllocated() {
    return allocated;
  }

  private History history() {
    return new History(
        workerSeconds, trace.totalSteps() - remaining, contendedSeconds, restarts, workerType, 0);
  }

  /** A round began, and the job has no workers, unless it is told now which it holds. */
  void idles() {
    workerType = Optional.empty();
  }

  /** The job has a lease in the round that begins. */
  void holds(Optional<String> typeOfLease, boolean extended) {
    restarts += !extended && isStarted() ? 1 : 0;
    workerType = typeOfLease;
  }

  /** What the job did until now is never lost. */
  void save() {
    savedRemaining = remaining;
    savedIsolatedSeconds = isolatedSeconds;
  }

  /** What the job did since it was saved is lost, but not the time of the workers. */
  void revert() {
    remaining = savedRemaining;
    isolatedSeconds = savedIsolatedSeconds;
  }

  /** So much of its leases is lost, from the next one on. */
  void owes(double seconds) {
    owedSeconds += seconds;
  }

  /** Takes what the job owes from a lease; returns the seconds that it takes. */
  double pay(double leaseSeconds) {
    double paid = Math.min(owedSeconds, leaseSeconds);
    owedSeconds -= paid;
    return paid;
  }

  /** Until then there were so many jobs in the cluster, since it was last told or arrived. */
  void contended(double until, int jobs) {
    contendedSeconds += (until - contendedUntil) * jobs;
    contendedUntil = until;
  }

  /**
   * When the job is to be complete. A job whose deadline has passed has none any more in the eyes
   * of a policy: no allocation could meet it.
   */
  OptionalDouble deadline() {
    if (trace.slo().isEmpty()) {
      return OptionalDouble.empty();
    }
    double fastest = Arrays.stream(alone).max().orElse(0);
    double duration = trace.durationSeconds().orElse(trace.totalSteps() / fastest);
    return OptionalDouble.of(trace.arrivalSeconds() + trace.slo().getAsDouble() * duration);
  }

  /** Whether the job has a deadline that it missed or will miss, as of a time. */
  boolean isLate(double now) {
    OptionalDouble due = deadline();
    return due.isPresent() && completion.orElse(now) > due.getAsDouble();
  }

  /** From now on, a step counts as this long on the job's isolated share. */
  void isolatedAt(double stepsPerSecond) {
    isolatedRate = stepsPerSecond;
  }

  /**
   * Runs the job from a time on, and ends it if that completes it.
   *
   * @return when it stopped: its completion or {@code until}
   */
  double run(double from, double until, double stepsPerSecond) {
    return run(from, until, until - from, stepsPerSecond);
  }

  /**
   * As {@link #run(double, double, double)}, for whom the difference of the two times is not good
   * enough: a rest may take less than the clock can tell.
   */
  double run(double from, double until, double seconds, double stepsPerSecond) {
    start = isStarted() ? start : from;
    double needed = secondsNeeded(stepsPerSecond);
    boolean ends = needed <= seconds * (1 + ROUNDING);
    double steps = ends ? remaining : stepsPerSecond * seconds;
    workerSeconds += (ends ? needed : seconds) * scaleFactor;
    isolatedSeconds += isolatedRate > 0 ? steps / isolatedRate : 0;
    remaining -= steps;
    if (ends) {
      completion = OptionalDouble.of(Math.min(from + needed, until));
      seen = null;
    }
    return completion.orElse(until);
  }

  /** How long the rest takes at this rate; infinite at rate 0. */
  double secondsNeeded(double stepsPerSecond) {
    return stepsPerSecond > 0 ? remaining / stepsPerSecond : Double.POSITIVE_INFINITY;
  }

  /** The finish time by that of a fair share, by the average number of jobs over the job's life. */
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
        trace.weight(),
        trace.arrivalSeconds(),
        isStarted() ? OptionalDouble.of(start) : OptionalDouble.empty(),
        completion,
        rho(),
        restarts,
        deadline());
  }
}
