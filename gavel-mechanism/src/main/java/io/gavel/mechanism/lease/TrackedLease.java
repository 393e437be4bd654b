package io.gavel.mechanism.lease;

import java.util.List;

/**
 * The lease of one job as the {@link LeaseServer} tracks it. Immutable.
 *
 * @param lease the number of the lease
 * @param jobId the job
 * @param terms the latest terms
 * @param totalSteps the number of steps after which the job is complete
 * @param startSeconds when the lease began
 * @param startSteps the steps that the job had done by then
 * @param agreed whether the gang has agreed on the step at which all members stop
 * @param ends by member, the step at which it stopped; NaN while it runs
 */
public record TrackedLease(
    long lease,
    String jobId,
    LeaseTerms terms,
    double totalSteps,
    double startSeconds,
    double startSteps,
    boolean agreed,
    List<Double> ends) {

  /**
   * Copies the list.
   *
   * @param lease the number of the lease
   * @param jobId the job
   * @param terms the latest terms
   * @param totalSteps the number of steps after which the job is complete
   * @param startSeconds when the lease began
   * @param startSteps the steps that the job had done by then
   * @param agreed whether the gang has agreed on the step at which all members stop
   * @param ends by member, at least one
   * @throws IllegalArgumentException if there is no member
   */
  public TrackedLease {
    ends = List.copyOf(ends);
    if (ends.isEmpty()) {
      throw new IllegalArgumentException(
          "lease %s of job \"%s\" has no member; it must have at least one"
              .formatted(lease, jobId));
    }
  }

  boolean hasEnded(int member) {
    return !Double.isNaN(ends.get(member));
  }

  boolean allEnded() {
    return ends.stream().noneMatch(end -> Double.isNaN(end));
  }

  /**
   * Returns whether all members stopped at the same step, so that their checkpoints are consistent.
   */
  boolean stoppedTogether() {
    return ends.stream().distinct().count() == 1;
  }

  TrackedLease with(LeaseTerms latest, boolean nowAgreed) {
    return new TrackedLease(
        lease, jobId, latest, totalSteps, startSeconds, startSteps, nowAgreed, ends);
  }

  TrackedLease with(List<Double> nowEnds) {
    return new TrackedLease(
        lease, jobId, terms, totalSteps, startSeconds, startSteps, agreed, nowEnds);
  }

  /** Returns the step that a member reaches by the end of the lease at its pace so far. */
  double projectedSteps(double steps, double atSeconds) {
    double rate = (steps - startSteps) / (atSeconds - startSeconds);
    return rate > 0 && rate < Double.POSITIVE_INFINITY
        ? Math.floor(steps + rate * Math.max(0, terms.endSeconds() - atSeconds))
        : steps;
  }
}
