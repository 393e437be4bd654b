package io.gavel.baselines;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.model.Job;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Shockwave (NSDI 2023): Nash welfare of progress over a window of rounds, less a price for the
 * makespan.
 *
 * <pre>
 *   maximise over X   (1/n) Σ_m w_m log z_m  −  k · max_m remaining_m / window
 *   z_m = (steps done + throughput · window) / all steps
 *   remaining_m = (steps left − throughput · window) / fastest
 * </pre>
 *
 * <p>over a window of 20 rounds of 120 seconds. A job that would end later than with a fair share,
 * with ρ of {@link Themis#rho} above 1, has the weight {@code w = ρ^5}; other jobs have weight 1. A
 * job that ends within the window counts as if it continued: its end triggers a new allocation, so
 * its later time is not lost, and ending early is better than ending just in time.
 *
 * <p>The original assigns entire rounds and approximates the logarithm by five linear pieces. This
 * policy is its relaxation to fractions of time with the exact logarithm, solved and certified by
 * {@link WindowedWelfare}. Throughputs are constant within the window: batch sizes are not
 * predicted. Objective, bound and prices belong to the program. Requires the steps remaining of
 * every job. Weights are ignored, and pairs are not run. Immutable.
 *
 * <p>Problems with constraints are refused: its program has no rows for them.
 *
 * @param makespanPrice {@code k}, the price of one window of remaining time, in mean logarithms;
 *     finite and at least 0
 */
public record Shockwave(double makespanPrice) implements Policy {

  private static final double WINDOW_SECONDS = 20 * 120;
  private static final double LATE_POWER = 5;

  /**
   * Checks the price.
   *
   * @param makespanPrice finite and at least 0
   * @throws IllegalArgumentException if the price is outside that range
   */
  public Shockwave {
    if (!(makespanPrice >= 0) || makespanPrice == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "makespan price is %s; it must be finite and \u2265 0".formatted(makespanPrice));
    }
  }

  /**
   * Returns the policy with makespan price 1.
   *
   * @return the policy
   */
  public static Shockwave create() {
    return new Shockwave(1);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.pairsByType(problem, this);
    Unsupported.constraints(problem, this, "its program has no rows for them");
    int jobs = problem.jobCount();
    double[] done = new double[jobs];
    double[] left = new double[jobs];
    double[] weight = new double[jobs];
    for (int m = 0; m < jobs; m++) {
      Job job = problem.job(m);
      double window = JobFacts.fastest(problem, m) * WINDOW_SECONDS;
      left[m] = window > 0 ? JobFacts.requireSteps(job, "Shockwave") / window : 0;
      done[m] = left[m] > 0 ? job.history().stepsDone() / window : 0;
      weight[m] = left[m] > 0 ? StrictMath.pow(Math.max(1, Themis.rho(problem, m)), LATE_POWER) : 0;
    }
    long count = IntStream.range(0, jobs).filter(m -> left[m] > 0).count();
    for (int m = 0; m < jobs; m++) {
      weight[m] /= Math.max(1, count);
    }
    WindowedWelfare optimum = WindowedWelfare.of(problem, weight, done, left, makespanPrice);
    double[] x = new double[problem.groupCount() * problem.cluster().typeCount()];
    double[] ofJobs = optimum.fractions(problem.cluster().typeCount());
    System.arraycopy(ofJobs, 0, x, 0, ofJobs.length);
    return RepairedAllocation.of(
        problem, x, new Certificate(optimum.objective(), optimum.bound(), 0, optimum.prices()));
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.only(Aspect.STEPS, Aspect.HISTORY, Aspect.SHARES, Aspect.CONSTRAINTS);
  }

  @Override
  public Claims claims() {
    return Claims.rules();
  }
}
