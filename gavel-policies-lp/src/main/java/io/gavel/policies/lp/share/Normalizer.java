package io.gavel.policies.lp.share;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.program.Measure.ReferenceThroughput;

/**
 * The reference throughput that makes jobs of different speed comparable: a job's throughput is
 * divided by it.
 *
 * <p>No normaliser has all properties. One that depends on the cluster guarantees a share of the
 * cluster (sharing incentive), but changes when a worker is added, so a job can lose throughput
 * then. A fixed one never lowers the level when a worker is added, but does not guarantee an equal
 * share.
 */
public enum Normalizer implements ReferenceThroughput {
  /**
   * The job's full-time equal share ({@link EqualShare#throughput}), as in the paper. Keeps the
   * sharing incentive if all jobs take one whole worker and all weights are equal.
   */
  EQUAL_SHARE(PoolShares::equalShare),

  /**
   * The job's isolated share ({@link IsolatedShare#throughput}), which already depends on the job's
   * size. Keeps the sharing incentive for gangs and shares of workers of all sizes if all weights
   * are equal.
   */
  ISOLATED_SHARE((problem, m) -> IsolatedShare.throughput(problem, m)),

  /**
   * The job alone on its fastest worker type. Does not depend on the number of workers, so one more
   * worker never lowers the level. Does not keep the sharing incentive.
   */
  FASTEST_TYPE(PoolShares::fastest),

  /**
   * The job alone on the slowest of the worker types on which it makes progress. With it, levels
   * are speed-ups over that type.
   */
  SLOWEST_TYPE(PoolShares::slowest);

  @SuppressWarnings("ImmutableEnumChecker") // the functions above capture nothing
  private final ReferenceThroughput reference;

  Normalizer(ReferenceThroughput reference) {
    this.reference = reference;
  }

  /**
   * Returns the reference throughput of a job.
   *
   * @param problem the jobs and the cluster
   * @param m a job index
   * @return steps per second; 0 if the job cannot run alone
   */
  @Override
  public double throughput(AllocationProblem problem, int m) {
    return reference.throughput(problem, m);
  }
}
