package io.gavel.policies.lp.share;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.PoolShares;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Weighted dominant resource fairness (DRF, NSDI 2011). The resources are the pools of workers.
 *
 * <p>A job demands pools in fixed proportions {@code a_mk}: a job that runs for a fraction {@code
 * z_m} of the time spends {@code z_m a_mk} on pool {@code k}. Its dominant share is the largest
 * share of any pool that it holds, {@code z_m max_k s_m a_mk / W_k}. Progressive filling raises the
 * dominant shares of all jobs together, in proportion to their weights, until a pool is full or a
 * job runs full time. The jobs that are stopped keep their shares, and the others continue.
 *
 * <p>Throughputs affect at most the demands, by default {@linkplain #create the pool where a job is
 * fastest}; how much faster it is there does not matter. Max-min fairness, in contrast, moves a job
 * to its second best type where that helps.
 *
 * <p>Closed form without a program: at most n + K steps of O(n K) each. The certificate's objective
 * is the smallest dominant share divided by weight. Pairs are not run. Immutable.
 *
 * <p>Problems with constraints are refused: a job holds pools in fixed proportions, whatever a
 * constraint asks for.
 */
public final class DominantResourceFairness extends Configured implements Policy {

  /** The proportions in which a job holds pools while it runs. A pure function. */
  @FunctionalInterface
  public interface Demand {
    /**
     * The demand for a pool.
     *
     * @param problem the jobs and the cluster
     * @param m the index of a job that can run
     * @param k a pool index
     * @return the demand in any unit, finite and at least 0; 0 where the job cannot run; not 0 for
     *     all pools
     */
    double of(AllocationProblem problem, int m, int k);
  }

  private enum Demands implements Demand {
    FASTEST_POOL;

    @Override
    public double of(AllocationProblem problem, int m, int k) {
      return k == fastestPool(problem, m) ? 1 : 0;
    }
  }

  private record Options(Demand demand) {}

  private final Options options;

  private DominantResourceFairness(Demand demand) {
    options = new Options(requireNonNull(demand, "demand"));
  }

  /**
   * The policy in which every job demands the pool where it is fastest. Ties go to the first pool.
   *
   * @return the policy
   */
  public static DominantResourceFairness create() {
    return new DominantResourceFairness(Demands.FASTEST_POOL);
  }

  /**
   * The same policy with the given demands.
   *
   * @param demand the proportions in which jobs hold pools
   * @return a copy
   */
  public DominantResourceFairness withDemand(Demand demand) {
    return new DominantResourceFairness(demand);
  }

  private static int fastestPool(AllocationProblem problem, int m) {
    int fastest = -1;
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      if (problem.runs(m, j)
          && (fastest < 0
              || problem.throughputs().stepsPerSecond(m, j)
                  > problem.throughputs().stepsPerSecond(m, fastest))) {
        fastest = j;
      }
    }
    return problem.cluster().poolOf(fastest);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    AllocationFactory.requireNoConstraints(
        problem, this, "a job holds pools in fixed proportions, whatever a constraint asks for");
    double[] workers =
        IntStream.range(0, problem.cluster().poolCount())
            .mapToDouble(problem.cluster()::poolWorkers)
            .toArray();
    boolean[] runnable = PoolShares.runnableAlone(problem);
    double[][] proportion = new double[runnable.length][workers.length];
    double[][] held = new double[runnable.length][workers.length];
    double[] rise = new double[runnable.length];
    for (int m = 0; m < runnable.length; m++) {
      if (runnable[m]) {
        proportion[m] = proportions(problem, m);
        double dominant = 0;
        for (int k = 0; k < workers.length; k++) {
          held[m][k] = problem.job(m).workers() * proportion[m][k];
          dominant = held[m][k] > 0 ? Math.max(dominant, held[m][k] / workers[k]) : dominant;
        }
        rise[m] = problem.job(m).weight() / dominant;
      }
    }
    double[] time = ProgressiveFilling.times(held, rise, workers);
    double smallest =
        IntStream.range(0, time.length)
            .filter(m -> runnable[m])
            .mapToDouble(m -> time[m] / rise[m])
            .min()
            .orElse(0);
    return PoolShares.allocate(
        problem, PoolShares.alone(problem, (m, k) -> time[m] * proportion[m][k]), smallest);
  }

  @Override
  protected Record options() {
    return options;
  }

  @Override
  public Set<Aspect> reads() {
    return options.demand() instanceof Demands
        ? Aspect.only(Aspect.WEIGHTS, Aspect.SHARES, Aspect.CONSTRAINTS)
        : Aspect.all();
  }

  @Override
  public Claims claims() {
    return Claims.rules()
        .and(Invariant.PROGRESS)
        .and(Invariant.EQUAL_TREATMENT)
        .and(Invariant.UNIT_INVARIANCE)
        .and(Invariant.ORDER_INVARIANCE);
  }

  private double[] proportions(AllocationProblem problem, int m) {
    double[] proportion = new double[problem.cluster().poolCount()];
    double sum = 0;
    for (int k = 0; k < proportion.length; k++) {
      double wanted = options.demand().of(problem, m, k);
      boolean runs = PoolShares.fastestType(problem, m, k) >= 0;
      if (!(wanted >= 0) || wanted == Double.POSITIVE_INFINITY || (wanted > 0 && !runs)) {
        throw new IllegalArgumentException(
            "demand of job \"%s\" for pool %s is %s; it must be %s"
                .formatted(
                    problem.job(m).id(),
                    k,
                    wanted,
                    runs ? "finite and \u2265 0" : "0, because the job cannot run there"));
      }
      proportion[k] = wanted;
      sum += wanted;
    }
    if (!(sum > 0) || sum == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "demands of job \"%s\" add up to %s; they must be finite and > 0"
              .formatted(problem.job(m).id(), sum));
    }
    double whole = sum;
    Arrays.setAll(proportion, k -> proportion[k] / whole);
    return proportion;
  }
}
