package io.gavel.policies.contract;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.audit.ParetoCheck;
import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the rules against a policy with JUnit Jupiter: a test a rule, over seeded problems, and over
 * sequences of them. What the policy does not claim is skipped, with that as the reason.
 *
 * <p>The problems of a failure are a function of its seed: {@code -Dgavel.contract.seed=17} runs
 * that one alone.
 */
public abstract class PolicyContract {

  /** A sequence asks many problems, each many times. */
  private static final int SEEDS_A_SEQUENCE = 5;

  /** For subclasses. */
  protected PolicyContract() {}

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

  /**
   * How many problems each rule is tried on.
   *
   * @return at least 1
   */
  protected int tries() {
    return 200;
  }

  /**
   * The part of the problems that the policy may decline, with the exceptions documented for that.
   *
   * @return from 0 to 1
   */
  protected double declined() {
    return 0.02;
  }

  private LongStream seeds() {
    Long one = Long.getLong("gavel.contract.seed");
    return one == null ? LongStream.range(0, tries()) : LongStream.of(one);
  }

  private PolicyRules rules() {
    return PolicyRules.of(policy()).withParetoCheck(paretoCheck());
  }

  @TestFactory
  final Stream<DynamicTest> keepsItsRules() {
    return Arrays.stream(Rule.values())
        .map(rule -> dynamicTest(rule.toString(), () -> requireKept(rule)));
  }

  private void requireKept(Rule rule) {
    PolicyRules rules = rules();
    Assumptions.assumeTrue(rule.binds(rules.claims()), "not claimed");
    seeds().forEach(seed -> rules.check(rule, adapt(RandomProblems.of(seed)), seed));
  }

  @TestFactory
  final Stream<DynamicTest> keepsItsRulesWhileJobsAndWorkersComeAndGo() {
    return Arrays.stream(SequenceRule.values())
        .map(rule -> dynamicTest(rule.toString(), () -> requireKept(rule)));
  }

  private void requireKept(SequenceRule rule) {
    SequenceRules rules = SequenceRules.of(this::policy);
    seeds()
        .filter(seed -> seed % SEEDS_A_SEQUENCE == 0 || seeds().count() == 1)
        .forEach(seed -> rules.check(rule, RandomSequences.of(seed).adapted(this::adapt)));
  }

  @TestFactory
  final Stream<DynamicTest> answers() {
    return Stream.of(dynamicTest("answers nearly always", this::requireAnswers));
  }

  private void requireAnswers() {
    PolicyRules rules = rules();
    long asked = seeds().count();
    long unanswered =
        seeds().filter(seed -> rules.answer(adapt(RandomProblems.of(seed))).isEmpty()).count();
    Assertions.assertTrue(
        unanswered <= declined() * asked,
        () -> "declined %d of %d problems".formatted(unanswered, asked));
  }
}
