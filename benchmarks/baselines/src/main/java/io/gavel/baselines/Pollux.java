package io.gavel.baselines;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.welfare.MeanFairness;
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
 * rigid, and the optimum over time is exact: a {@link MeanFairness} over isolated shares.
 *
 * <p>Objective and bound are the mean; prices belong to the program {@code Σ speedup^p / p}. Pairs
 * are rejected. Immutable.
 *
 * @param mean the mean of speed-ups
 */
public record Pollux(MeanFairness mean) implements Policy {

  /**
   * Returns the policy with the published power, −1.
   *
   * @return the policy
   */
  public static Pollux create() {
    return of(-1);
  }

  /**
   * Returns the policy with another power.
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
    return new Pollux(
        MeanFairness.of(power)
            .withReference(Normalizer.ISOLATED_SHARE)
            .unweighted()
            .withSolver(CertifiedSolver.standard().forPolicy("pollux")));
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
    Unsupported.pairs(problem, "Pollux");
    return mean.allocate(problem);
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
        .and(Invariant.WORK_CONSERVATION, Condition.FIRST_WAYS)
        .and(Invariant.PARETO_EFFICIENCY, Condition.FIRST_WAYS)
        .and(Invariant.EQUAL_TREATMENT)
        .and(Invariant.UNIT_INVARIANCE);
  }
}
