package io.gavel.policies.lp.schedulers;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Claims;
import io.gavel.policies.Job;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;

/**
 * Shockwave (NSDI 2023): Nash welfare of progress over a window of rounds, less a price for the
 * makespan.
 *
 * <pre>
 *   maximise   (1/n) Σ_m w_m log z_m  −  k · max_m remaining_m / window
 *   z_m = (steps done + throughput · window) / all steps,  remaining_m = (steps left − throughput · window) / fastest
 * </pre>
 *
 * <p>over how many of the window's 20 rounds of 120 seconds each job runs, and on which types. A
 * job that would end later than its fair share lets it, ρ of {@link Themis#rho} above 1, has the
 * weight {@code ρ^5}, others 1. The logarithm is taken of {@code z + 1/100}, since a job that has
 * done nothing is not infinitely unhappy.
 *
 * <p>The original solves an integer program; here, for each of 17 limits on remaining time from
 * none to the least, rounds go greedily to where they are worth most, those beyond the limit first,
 * and the best of the plans is taken. Throughputs do not change within the window: there is no
 * prediction of batch sizes. Objective and bound are the value of the plan: nothing is proved of
 * it. Needs steps. Pairs are not run. Immutable.
 */
public final class Shockwave implements Policy {

  private static final int ROUNDS = 20;
  private static final double ROUND_SECONDS = 120;
  private static final int LIMITS = 16;
  private static final double LATE_POWER = 5;
  private static final double NOTHING_DONE = 0.01;

  /** What a second beyond the limit costs: more than anything that logarithms can gain. */
  private static final double BEYOND = 1e6;

  private final double makespanPrice;

  private Shockwave(double makespanPrice) {
    this.makespanPrice = makespanPrice;
  }

  /**
   * The policy with makespan price 1.
   *
   * @return the policy
   */
  public static Shockwave create() {
    return new Shockwave(1);
  }

  /**
   * The same with another price.
   *
   * @param k what a window of remaining time costs, in mean logarithms; finite and at least 0
   * @return a copy
   * @throws IllegalArgumentException if it is not
   */
  public Shockwave withMakespanPrice(double k) {
    if (!(k >= 0) || k == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "makespan price is %s; it must be finite and \u2265 0".formatted(k));
    }
    return new Shockwave(k);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Window window = new Window(problem);
    double[] best = new double[0];
    double bestValue = Double.NEGATIVE_INFINITY;
    for (int i = 0; i <= LIMITS; i++) {
      double limit = window.longest() * (LIMITS - i) / LIMITS;
      double[] fractions =
          TimeSlices.fractions(problem, ROUNDS, (m, rate) -> window.within(m, rate, limit));
      double value = window.value(problem, fractions, makespanPrice);
      if (value > bestValue) {
        bestValue = value;
        best = fractions;
      }
    }
    return Answers.mended(
        problem, best, new Certificate(bestValue, bestValue, 0, Prices.zero(problem)));
  }

  /** What the jobs need and make within the window. */
  private static final class Window {
    private static final double SECONDS = ROUNDS * ROUND_SECONDS;
    private final double[] done;
    private final double[] left;
    private final double[] fastest;
    private final double[] weight;
    private int count;

    Window(AllocationProblem problem) {
      int jobs = problem.jobCount();
      done = new double[jobs];
      left = new double[jobs];
      fastest = new double[jobs];
      weight = new double[jobs];
      for (int m = 0; m < jobs; m++) {
        Job job = problem.job(m);
        fastest[m] = Rates.fastest(problem, m);
        left[m] = fastest[m] > 0 ? Rates.stepsLeft(job, "Shockwave") : 0;
        done[m] = job.history().stepsDone();
        if (left[m] > 0) {
          weight[m] = StrictMath.pow(Math.max(1, Themis.rho(problem, m)), LATE_POWER);
          count++;
        }
      }
    }

    double longest() {
      double longest = 0;
      for (int m = 0; m < left.length; m++) {
        longest = left[m] > 0 ? Math.max(longest, left[m] / fastest[m]) : longest;
      }
      return longest;
    }

    /** The welfare of a job, less a penalty for what remains beyond a limit. */
    double within(int m, double rate, double limit) {
      if (left[m] == 0) {
        return 0;
      }
      return weight[m] * welfare(m, rate) - BEYOND * Math.max(0, remaining(m, rate) - limit);
    }

    private double welfare(int m, double rate) {
      double steps = done[m] + Math.min(left[m], rate * SECONDS);
      return StrictMath.log(steps / (done[m] + left[m]) + NOTHING_DONE);
    }

    private double remaining(int m, double rate) {
      return Math.max(0, left[m] - rate * SECONDS) / fastest[m];
    }

    double value(AllocationProblem problem, double[] fractions, double price) {
      int types = problem.cluster().typeCount();
      double sum = 0;
      double longest = 0;
      for (int m = 0; m < left.length; m++) {
        if (left[m] > 0) {
          double rate = 0;
          for (int j = 0; j < types; j++) {
            rate += fractions[m * types + j] * problem.throughputs().stepsPerSecond(m, j);
          }
          sum += weight[m] * welfare(m, rate);
          longest = Math.max(longest, remaining(m, rate));
        }
      }
      return count == 0 ? 0 : sum / count - price * longest / SECONDS;
    }
  }

  @Override
  public Claims claims() {
    return Claims.rules();
  }
}
