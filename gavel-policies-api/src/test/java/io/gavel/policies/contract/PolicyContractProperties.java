package io.gavel.policies.contract;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.audit.ParetoCheck;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Runs the rules against a policy with jqwik, which shrinks the problem that breaks one to the
 * fewest jobs and smallest numbers, and a sequence to the fewest events.
 */
public abstract class PolicyContractProperties {

  /** For subclasses. */
  protected PolicyContractProperties() {}

  /**
   * The policy to judge.
   *
   * @return a new one if it can remember anything, so that what it remembers is found; always an
   *     equal one
   */
  protected abstract Policy policy();

  /**
   * Makes a generated problem one that the policy is for, such as one without pairs.
   *
   * @param problem with steps and prices, perhaps with gangs and pairs
   * @return the problem to ask
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

  @Provide
  final Arbitrary<AllocationProblem> problems() {
    return ProblemArbitraries.problems().map(this::adapt);
  }

  @Provide
  final Arbitrary<ProblemSequence> sequences() {
    return SequenceArbitraries.sequences().map(sequence -> sequence.adapted(this::adapt));
  }

  /** A sequence asks many problems, each many times. */
  @Property(tries = 50)
  final void keepsItsRulesWhileJobsAndWorkersComeAndGo(
      @ForAll("sequences") ProblemSequence sequence) {
    SequenceRules.of(this::policy).checkAll(sequence);
  }

  @Property
  final void keepsItsRules(@ForAll("problems") AllocationProblem problem, @ForAll long seed) {
    PolicyRules.of(policy()).withParetoCheck(paretoCheck()).checkAll(problem, seed);
  }
}
