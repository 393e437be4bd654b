package io.gavel.policies.lp.welfare;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.ProgramPolicies;
import io.gavel.policies.lp.internal.ProgressCheck;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.program.Measure.ReferenceThroughput;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;
import java.util.Set;

/**
 * The family of power means of normalised throughput, from the greatest sum to the greatest
 * minimum.
 *
 * <pre>
 *   maximise over X   M_p = ( Σ_m w_m v_m^p / Σ_m w_m )^(1/p),   v_m = throughput(m, X) / eq(m)
 * </pre>
 *
 * <p>for a power {@code p < 1} and weights {@code w}, with the {@linkplain EqualShare#throughput
 * equal-share throughput} {@code eq} unless another {@linkplain #withReference reference} is set.
 * For {@code p = 0} this is the weighted geometric mean, and the policy is proportional fairness or
 * Nash welfare ({@link NashWelfare} states its objective as a sum of logarithms). For {@code p → 1}
 * it becomes the weighted arithmetic mean, for {@code p → -∞} the smallest {@code v}. The smaller
 * the power, the more the mean favours the jobs with the least throughput. Pollux (OSDI 2021) uses
 * {@code -1}.
 *
 * <p>Every job that can run gets a positive throughput. The throughputs are unique, and Pareto
 * efficient since the mean increases in each of them. The certificate's objective and bound are
 * {@code M_p}.
 *
 * <p>A smooth concave program over the polytope, solved by the structured interior-point method.
 * With pairs, it is solved over classes of jobs with equal rates and weights or, if there are no
 * such classes, by the dense method. Jobs that run only in pairs have no equal share and are set
 * aside. Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 * @param power the power of the mean, at least -100 and below 1
 * @param reference the throughputs that throughputs are divided by; jobs for which it is 0 do not
 *     count
 * @param weighted whether weights count
 */
public record MeanFairness(
    CertifiedSolver solver, double power, ReferenceThroughput reference, boolean weighted)
    implements Policy {

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   * @param power the power of the mean, at least -100 and below 1
   * @param reference the throughputs that throughputs are divided by; jobs for which it is 0 do not
   *     count
   * @param weighted whether weights count
   * @throws IllegalArgumentException if the power is out of range
   */
  public MeanFairness {
    solver = solver.forPolicy("power_mean");
    requireNonNull(reference, "reference");
    if (!(power >= -100 && power < 1)) {
      throw new IllegalArgumentException(
          "power of the mean is %s; it must be at least -100 and below 1".formatted(power));
    }
  }

  /**
   * Returns the policy with the standard solvers. The sum of powers is proved within {@link
   * Tolerance#CERTIFIED}. Near power 0, a relative error of the sum is 1/|p| times as large in the
   * mean, so the certificate of the mean may have a larger gap.
   *
   * @param power the power {@code p}, from -100 to below 1
   * @return the policy
   * @throws IllegalArgumentException if the power is outside that range. The limits are {@link
   *     MaxMinFairness} on one side and the largest total throughput on the other
   */
  public static MeanFairness of(double power) {
    return new MeanFairness(CertifiedSolver.standard(), power, Normalizer.EQUAL_SHARE, true);
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public MeanFairness withSolver(CertifiedSolver solver) {
    return new MeanFairness(solver, power, reference, weighted);
  }

  /**
   * Returns a copy with another reference throughput.
   *
   * @param reference the throughputs that throughputs are divided by, such as a {@link Normalizer};
   *     jobs for which it is 0 do not count
   * @return a copy
   */
  public MeanFairness withReference(ReferenceThroughput reference) {
    return new MeanFairness(solver, power, reference, weighted);
  }

  /**
   * Returns a copy for jobs of equal weight.
   *
   * @return a policy that ignores weights
   */
  public MeanFairness unweighted() {
    return new MeanFairness(solver, power, reference, false);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    return Rights.keep(problem, this::shared);
  }

  private Allocation shared(AllocationProblem problem) {
    double[] weight = NashWelfare.weights(problem, weighted);
    double total = 0;
    double offset = 0; // the normaliser's term in a sum of logarithms
    for (int m = 0; m < weight.length; m++) {
      double ofReference = reference.throughput(problem, m);
      weight[m] =
          ofReference > 0 ? weight[m] : 0; // a job that runs only in pairs has no equal share
      total += weight[m];
      if (weight[m] > 0 && power == 0) {
        offset -= weight[m] * StrictMath.log(ofReference);
      } else if (weight[m] > 0) {
        weight[m] *= StrictMath.pow(ofReference, -power);
      }
    }
    if (power > 0) {
      // At a throughput of 0 the slope of a root is infinite, and no price bounds its gain.
      boolean[] stuck = ProgressCheck.stuck(problem, solver, m -> weight[m] > 0);
      Arrays.setAll(weight, m -> stuck[m] ? 0 : weight[m]);
    } else {
      ProgressCheck.require(problem, solver, m -> weight[m] > 0);
    }
    CertifiedSolution point = solved(program(problem, weight));
    Goal.Welfare welfare = Goal.welfare(weight, power).withOffset(offset);
    double sumOfWeights = total;
    double value = point.bound().value();
    double bound = total == 0 ? value : mean(power, (value + offset) / total);
    return AllocationFactory.certified(
        problem,
        point,
        DualBound.proved(bound, point.bound().prices()),
        used -> {
          Statement sum = Statement.of(Goal.welfare(weight, power));
          return sumOfWeights == 0 ? sum : sum.withGoal(welfare.asMean(sumOfWeights));
        });
  }

  /**
   * Returns an optimum whose mean is proved as well as its sum, if rounding allows it: a part that
   * is open of a sum of powers near 0 is many times as large a part of their mean.
   */
  private CertifiedSolution solved(AllocationProgram program) {
    CertifiedSolution point = solver.solveOrFeasible(program);
    double part = Math.min(1, Math.abs(power));
    Tolerance ofSum = new Tolerance(0, part * Tolerance.CERTIFIED.relative());
    if (part == 0 || point.isStopped() || point.holdsWithin(ofSum)) {
      return point;
    }
    try {
      return solver.precise().within(ofSum).solve(program);
    } catch (SolveFailedException | SolveStoppedException noCloser) {
      return point; // its certificate says what is open
    }
  }

  private AllocationProgram program(AllocationProblem problem, double[] weight) {
    return AllocationProgram.maximizeUtility(problem, weight, power);
  }

  /** Returns the throughput whose utility is the mean of utilities. */
  private static double mean(double power, double utility) {
    return power == 0 ? StrictMath.exp(utility) : StrictMath.pow(power * utility, 1 / power);
  }

  @Override
  public Set<Aspect> reads() {
    Set<Aspect> unweighted = ProgramPolicies.reads();
    return weighted ? Aspect.union(unweighted, Aspect.WEIGHTS) : unweighted;
  }

  @Override
  public Claims claims() {
    return NashWelfare.claimsOfMean();
  }
}
