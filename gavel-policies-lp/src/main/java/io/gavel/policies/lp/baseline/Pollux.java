package io.gavel.policies.lp.baseline;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.internal.ProgressCheck;
import io.gavel.policies.lp.internal.Statements;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;
import java.util.Set;

/**
 * The fitness of Pollux (OSDI 2021) over fractions of time: the power mean of speed-ups over a fair
 * share.
 *
 * <pre>
 *   maximise over X   ( (1/n) Σ_m speedup_m^p )^(1/p),   speedup_m = throughput(m, X) / iso(m)
 * </pre>
 *
 * <p>with {@code p = −1} as published, and the {@linkplain IsolatedShare#throughput isolated share}
 * as fair share. {@code p → −∞} is max-min fairness, 0 Nash welfare, and 1 the total speed-up. The
 * original's goodput also counts the statistical efficiency of a step at another batch size, and a
 * genetic search chooses batch size and workers. Here, a job's throughput is its goodput, gangs are
 * rigid, and the optimum over time is exact. {@link io.gavel.policies.lp.welfare.MeanFairness} is
 * the same mean over equal shares, with weights.
 *
 * <p>Objective and bound are the mean; prices are those of the program {@code Σ speedup^p / p}.
 * Pairs are rejected. Immutable.
 */
public final class Pollux extends Configured implements Policy {

  private record Options(CertifiedSolver solver, double power) {}

  private final Options options;

  private Pollux(CertifiedSolver solver, double power) {
    options = new Options(solver.forPolicy("pollux"), power);
  }

  /**
   * The policy with the published power, −1.
   *
   * @return the policy
   */
  public static Pollux create() {
    return of(-1);
  }

  /**
   * The policy with another power.
   *
   * @param power from −100 to below 1, and not 0; for 0 use {@link
   *     io.gavel.policies.lp.welfare.NashWelfare}
   * @return the policy
   * @throws IllegalArgumentException if the power is outside that range
   */
  public static Pollux of(double power) {
    if (!(power >= -100 && power < 1 && power != 0)) {
      throw new IllegalArgumentException(
          "power is %s; it must be at least -100 and below 1, and not 0".formatted(power));
    }
    return new Pollux(CertifiedSolver.standard(), power);
  }

  /**
   * Allocates.
   *
   * @throws IllegalArgumentException if the problem has pairs
   * @throws io.gavel.policies.InfeasibleProblemException if constraints leave a job nothing and the
   *     power is negative
   */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    AllocationFactory.requireNoPairs(problem, "Pollux");
    double power = options.power();
    double[] weight = new double[problem.jobCount()];
    for (int m = 0; m < weight.length; m++) {
      weight[m] =
          PoolShares.fastest(problem, m) > 0
              ? StrictMath.pow(IsolatedShare.throughput(problem, m), -power)
              : 0;
    }
    long running = Arrays.stream(weight).filter(w -> w > 0).count();
    if (power > 0) {
      ProgressCheck.leaveOutStuck(problem, options.solver(), weight);
    } else {
      ProgressCheck.require(problem, options.solver(), m -> weight[m] > 0);
    }
    AllocationProgram program = AllocationProgram.maximizeUtility(problem, weight, power);
    CertifiedSolution point = options.solver().solve(program);
    Statement sum = Statements.of(program, problem);
    return AllocationFactory.certified(
        problem,
        AllocationFactory.fractions(program, problem, point.fractions()),
        running == 0 ? sum : sum.withGoal(Goal.welfare(weight, power).asMean((double) running)),
        point.bound().prices(),
        point.bound().value());
  }

  @Override
  protected Record options() {
    return options;
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.only(Aspect.PAIRS, Aspect.CONFIGURATIONS, Aspect.SHARES, Aspect.CONSTRAINTS);
  }

  @Override
  public Claims claims() {
    return Claims.rules()
        .and(Invariant.PROVED)
        .and(Invariant.PROGRESS)
        .and(Invariant.WORK_CONSERVATION)
        .and(Invariant.PARETO_EFFICIENCY)
        .and(Invariant.EQUAL_TREATMENT)
        .and(Invariant.UNIT_INVARIANCE);
  }
}
