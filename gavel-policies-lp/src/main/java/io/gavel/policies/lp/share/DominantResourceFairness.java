package io.gavel.policies.lp.share;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.internal.Unsupported;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Weighted dominant resource fairness (DRF, NSDI 2011). The resources are the pools of workers and
 * amounts that constraints bound from above, such as {@linkplain Constraint#resource cores and
 * memory}.
 *
 * <p>A job demands pools in fixed proportions {@code a_mk}: a job that runs for a fraction {@code
 * z_m} of the time spends {@code z_m a_mk} on pool {@code k}. Its dominant share is the largest
 * share of any resource that it holds, {@code z_m max_k s_m a_mk / W_k} for pools. Progressive
 * filling raises the dominant shares of all jobs together, in proportion to their weights, until a
 * resource is used up or a job runs full time. Stopped jobs keep their shares; the remaining jobs
 * continue.
 *
 * <p>Throughputs affect only the demands, by default {@linkplain #create the pool where a job is
 * fastest}, and not by how much it is faster there. Max-min fairness, in contrast, moves a job to
 * its second best type if this raises the level.
 *
 * <p>Closed form without a program: at most n + K steps of O(n K) each, K resources. The
 * certificate's objective is the smallest dominant share divided by weight. Pairs are not run.
 * Immutable.
 *
 * <p>Other constraints are refused: quotas, lower limits, and sums in which a job counts as less
 * than nothing. A job holds resources in fixed proportions, whatever a constraint asks for.
 *
 * @param demand the demand of a job for resources
 */
public record DominantResourceFairness(Demand demand) implements Policy {

  /** The proportions in which a job holds pools while it runs. A pure function. */
  @FunctionalInterface
  public interface Demand {
    /**
     * Returns the demand for a pool.
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

  /**
   * Checks the options.
   *
   * @param demand the demand of a job for resources
   */
  public DominantResourceFairness {
    requireNonNull(demand, "demand");
  }

  /**
   * Returns the policy in which every job demands the pool where it is fastest. Ties go to the
   * first pool.
   *
   * @return the policy
   */
  public static DominantResourceFairness create() {
    return new DominantResourceFairness(Demands.FASTEST_POOL);
  }

  /**
   * Returns a copy with the given demands.
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
    Unsupported.requireListedPairs(problem, this);
    List<LinearRow> resources = problem.constraintRows();
    int pools = problem.cluster().poolCount();
    double[] capacity = new double[pools + resources.size()];
    Arrays.setAll(
        capacity,
        i -> i < pools ? problem.cluster().poolWorkers(i) : resources.get(i - pools).bound());
    boolean[] runnable = PoolShares.runnableAlone(problem);
    requireResources(problem, runnable);
    double[][] proportion = new double[runnable.length][pools];
    double[][] held = new double[runnable.length][capacity.length];
    double[] rise = new double[runnable.length];
    for (int m = 0; m < runnable.length; m++) {
      if (runnable[m]) {
        proportion[m] = proportions(problem, m);
        for (int k = 0; k < pools; k++) {
          if (proportion[m][k] > 0) {
            held[m][k] = problem.job(m).workers() * proportion[m][k];
            int j = PoolShares.fastestType(problem, m, k);
            for (int i = 0; i < resources.size(); i++) {
              held[m][pools + i] +=
                  proportion[m][k]
                      * resources.get(i).coefficientOf(m * problem.cluster().typeCount() + j);
            }
          }
        }
        double dominant = 0;
        for (int i = 0; i < capacity.length; i++) {
          dominant = held[m][i] > 0 ? Math.max(dominant, held[m][i] / capacity[i]) : dominant;
        }
        rise[m] = problem.job(m).weight() / dominant; // 0 if it needs what there is none of
      }
    }
    double[] time = ProgressiveFilling.times(held, rise, capacity);
    double smallest =
        IntStream.range(0, time.length)
            .filter(m -> runnable[m])
            .mapToDouble(m -> rise[m] > 0 ? time[m] / rise[m] : 0)
            .min()
            .orElse(0);
    return PoolShares.allocate(
        problem, PoolShares.alone(problem, (m, k) -> time[m] * proportion[m][k]), smallest);
  }

  /** Requires that jobs add nothing negative to any constraint, and that each is an upper limit. */
  private void requireResources(AllocationProblem problem, boolean[] runnable) {
    problem.constraintSet().requireRightsStated("dominant resource fairness");
    problem.constraintSet().requireHard("dominant resource fairness");
    for (LinearRow row : problem.constraintRows()) {
      boolean stated = problem.constraints().stream().anyMatch(c -> c.name().equals(row.name()));
      if (!stated
          || row.relation() != Relation.AT_MOST
          || row.bound() < 0
          || IntStream.range(0, runnable.length)
              .anyMatch(m -> runnable[m] && least(problem, row, m) < 0)) {
        throw new IllegalArgumentException(
            ("%s does not support constraints: they must be resources, that is upper limits of at"
                    + " least 0 on sums of amounts of at least 0; the problem has \"%s\"")
                .formatted(this, row.name()));
      }
    }
  }

  private static double least(AllocationProblem problem, LinearRow row, int m) {
    return IntStream.range(0, problem.cluster().typeCount())
        .filter(j -> problem.runs(m, j))
        .mapToDouble(j -> row.coefficientOf(m * problem.cluster().typeCount() + j))
        .min()
        .orElse(0);
  }

  @Override
  public Set<Aspect> reads() {
    return demand instanceof Demands
        ? Aspect.only(Aspect.WEIGHTS, Aspect.SHARES, Aspect.CONSTRAINTS)
        : Aspect.all();
  }

  @Override
  public Claims claims() {
    return Claims.rules()
        .and(Invariant.PROGRESS, Condition.NO_CONSTRAINTS)
        .and(Invariant.EQUAL_TREATMENT)
        .and(Invariant.UNIT_INVARIANCE)
        .and(Invariant.ORDER_INVARIANCE);
  }

  private double[] proportions(AllocationProblem problem, int m) {
    double[] proportion = new double[problem.cluster().poolCount()];
    double sum = 0;
    for (int k = 0; k < proportion.length; k++) {
      double wanted = demand.of(problem, m, k);
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
