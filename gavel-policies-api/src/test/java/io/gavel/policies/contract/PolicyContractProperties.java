package io.gavel.policies.contract;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.audit.ParetoCheck;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Checks a policy against the rules with jqwik, which shrinks a problem that breaks a rule to the
 * fewest jobs and smallest numbers, and a sequence to the fewest events.
 */
public abstract class PolicyContractProperties {

  /** For subclasses. */
  protected PolicyContractProperties() {}

  /**
   * The policy to check.
   *
   * @return an equal policy on every call; a new instance if the policy could keep state, so that
   *     the rules can detect it
   */
  protected abstract Policy policy();

  /**
   * Adapts a generated problem to the policy, for instance by removing pairs: {@code withoutPairs},
   * {@code withoutConfigurations}, {@code withoutPools}, {@code withoutShares}. A failed assumption
   * ({@code Assume.that}) leaves the problem out.
   *
   * @param problem with steps and prices, perhaps with gangs and pairs
   * @return the problem to solve
   */
  protected AllocationProblem adapt(AllocationProblem problem) {
    return problem;
  }

  /**
   * Evidence on Pareto efficiency, for policies that claim it.
   *
   * @return a check, such as {@code ParetoProgram.create()} of the lp module
   */
  protected ParetoCheck paretoCheck() {
    return ParetoCheck.none();
  }

  /** Fewer tries for sequences: a sequence solves many problems, each several times. */
  @Property(tries = 50)
  final void keepsItsRulesWhileJobsAndWorkersComeAndGo(@ForAll ProblemSequence sequence) {
    SequenceRules.of(this::policy).checkAll(sequence.adapted(this::adapt));
  }

  @Property
  final void keepsItsRules(@ForAll AllocationProblem problem, @ForAll Draws random) {
    PolicyRules.of(policy())
        .withParetoCheck(paretoCheck())
        .checkAll(adapt(problem), random.nextLong());
  }
}
