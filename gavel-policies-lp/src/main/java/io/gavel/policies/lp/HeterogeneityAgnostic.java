package io.gavel.policies.lp;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.ThroughputMatrix;
import java.util.Arrays;

/**
 * Any policy, made blind to the differences between worker types: the baseline that
 * heterogeneity-aware policies are compared with (Gavel §7).
 *
 * <p>The policy underneath is shown a problem in which every job that runs anywhere is equally fast
 * everywhere; its answer is then judged by the true throughputs. So it may give a job time on a
 * type where it cannot run, or where its gang does not fit: rule 5 of {@link Policy} is given up,
 * and such time is wasted. Objective and bound are those of the believed problem. Nothing is known
 * about sharing, so pairs are never run.
 *
 * <p>Immutable; may be shared by threads.
 */
public final class HeterogeneityAgnostic implements Policy {

  private final Policy policy;

  private HeterogeneityAgnostic(Policy policy) {
    this.policy = policy;
  }

  /**
   * A policy that believes that every job makes 1 step per second on every worker type, so that
   * only time counts.
   *
   * @param policy what to blind
   * @return the blinded policy
   */
  public static HeterogeneityAgnostic unitRates(Policy policy) {
    return new HeterogeneityAgnostic(policy);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Allocation believed = policy.allocate(problem.believing(unitRates(problem)));
    int types = problem.cluster().typeCount();
    double[] fractions = new double[problem.groupCount() * types];
    Arrays.setAll(fractions, i -> believed.fraction(i / types, i % types));
    return Allocation.of(problem, fractions, believed.certificate());
  }

  private static ThroughputMatrix unitRates(AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    ThroughputMatrix.Builder believed = ThroughputMatrix.builder(types);
    boolean[] runnable = Shares.runnable(problem);
    double[] unit = new double[types];
    Arrays.fill(unit, 1);
    double[] none = new double[types];
    for (int m = 0; m < problem.jobCount(); m++) {
      believed.job(runnable[m] ? unit : none);
    }
    for (int g = problem.jobCount(); g < problem.groupCount(); g++) {
      believed.pair(problem.group(g).member(0), problem.group(g).member(1), none, none);
    }
    return believed.build();
  }
}
