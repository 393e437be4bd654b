package io.gavel.policies.lp.queue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.FreeWorkers;
import io.gavel.policies.lp.internal.JobRates;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.internal.Unsupported;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Minimises the average completion time on heterogeneous workers (AlloX, EuroSys 2020): every job
 * is put into the queue of one worker, and the heads of the queues run.
 *
 * <pre>
 *   minimise   Σ_m i_m · steps_m / throughput(m, k_m)
 *   over a worker of pool k_m and a position i_m ≥ 1 from the end of its queue for every job m,
 *   no two jobs at the same position of the same worker
 * </pre>
 *
 * <p>The objective is the sum of completion times if every worker runs its queue in order and no
 * other job arrives. The jobs at the heads of the queues run full time, all other jobs wait. The
 * allocation holds until a job arrives or ends; then allocate again. The sum does not depend on
 * which jobs at equal positions share a queue; ties go to the earlier arrival.
 *
 * <p>The certificate's objective is the sum in seconds, its bound the value of the dual
 * transportation problem; the price of a pool is the number of seconds that one more of its workers
 * would save, to first order. Solved exactly by shortest augmenting paths, in O(n<sup>2</sup>)
 * steps times the columns in use, about the jobs per worker times the pools.
 *
 * <p>If all jobs take shares of a worker, every worker has as many parallel queues as shares of the
 * largest size fit on it, and the heads of the queues run. Remaining room goes to the next jobs in
 * the queues of the same pool. With equal shares the result is optimal as above, with a
 * correspondingly larger number of workers; with unequal shares the objective is that of the queues
 * alone.
 *
 * <p>Requires the steps remaining of every job that can run, and scale factors of 1. Jobs without
 * steps remaining get nothing. Weights and pairs are ignored. Unlike the original, running jobs may
 * be preempted and all jobs take part; the filter by fair score (α &lt; 1) is not a part of this
 * policy. Immutable.
 *
 * <p>Problems with constraints are refused: every job is at one place of one queue, which no
 * constraint can change.
 */
public record AlloX() implements Policy {

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.requireListedPairs(problem, this);
    Unsupported.requireNoConstraints(
        problem, this, "every job is at one place of one queue, which no constraint can change");
    Cluster cluster = problem.cluster();
    boolean[] runnable = PoolShares.runnableAlone(problem);
    int[] waiting =
        IntStream.range(0, runnable.length)
            .filter(m -> runnable[m] && steps(problem.job(m)) > 0)
            .toArray();
    double[][] seconds = new double[waiting.length][cluster.poolCount()];
    for (int i = 0; i < waiting.length; i++) {
      for (int k = 0; k < cluster.poolCount(); k++) {
        seconds[i][k] = seconds(problem, waiting[i], k);
      }
    }
    int perWorker = queuesPerWorker(problem, waiting);
    int[] slots =
        IntStream.range(0, cluster.poolCount())
            .map(k -> (int) Math.min((long) cluster.poolWorkers(k) * perWorker, Integer.MAX_VALUE))
            .toArray();
    MinCostAssignment queues = MinCostAssignment.of(seconds, slots);
    double[] pools = Arrays.stream(queues.poolPrices()).map(p -> p * perWorker).toArray();
    double[] none = new double[runnable.length];
    return Allocation.of(
        problem,
        heads(problem, waiting, queues),
        new Certificate(queues.objective(), queues.bound(), 0, Prices.of(pools, none, none)));
  }

  /** Returns the number of queues that fit on one worker, for any jobs at their heads. */
  private static int queuesPerWorker(AllocationProblem problem, int[] waiting) {
    return Job.WHOLE_WORKER
        / Arrays.stream(waiting).map(problem::gpuMilli).max().orElse(Job.WHOLE_WORKER);
  }

  @Override
  public String toString() {
    return "AlloX";
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.only(Aspect.STEPS, Aspect.SHARES, Aspect.ARRIVAL_ORDER, Aspect.CONSTRAINTS);
  }

  @Override
  public Claims claims() {
    return Claims.rules().and(Invariant.UNIT_INVARIANCE);
  }

  private static double steps(Job job) {
    if (job.scaleFactor() != 1) {
      throw new IllegalArgumentException(
          "scale factor of job \"%s\" is %s; AlloX queues jobs for single workers, so it must be 1"
              .formatted(job.id(), job.scaleFactor()));
    }
    return JobRates.requireSteps(job, "AlloX");
  }

  private static double seconds(AllocationProblem problem, int m, int k) {
    int j = PoolShares.fastestType(problem, m, k);
    return j < 0
        ? Double.POSITIVE_INFINITY
        : steps(problem.job(m)) / problem.throughputs().stepsPerSecond(m, j);
  }

  /**
   * Runs as many jobs of each pool as fit, from the heads of the queues backwards. All positions
   * except the foremost are taken in every queue, so all heads are included.
   */
  private static double[] heads(
      AllocationProblem problem, int[] waiting, MinCostAssignment queues) {
    Cluster cluster = problem.cluster();
    double[] fractions = new double[problem.groupCount() * cluster.typeCount()];
    FreeWorkers free = new FreeWorkers(problem);
    for (int k = 0; k < cluster.poolCount(); k++) {
      int pool = k;
      IntStream.range(0, waiting.length)
          .filter(i -> queues.pool(i) == pool)
          .boxed()
          .sorted((a, b) -> queues.position(b) - queues.position(a)) // stable: then by arrival
          .mapToInt(i -> waiting[i])
          .filter(m -> free.hasRoom(m, pool))
          .forEachOrdered(
              m -> {
                free.take(m, pool);
                fractions[m * cluster.typeCount() + PoolShares.fastestType(problem, m, pool)] = 1;
              });
    }
    return fractions;
  }
}
