package io.gavel.policies.contract;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.audit.ParetoCheck;
import io.gavel.policies.claims.Invariant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.opentest4j.TestAbortedException;

/**
 * Checks a policy against the rules with JUnit Jupiter: one test for the form of answers, one per
 * invariant that the policy claims, over seeded problems, and one per rule of sequences of
 * problems.
 *
 * <p>The problem of a failure depends only on its seed: {@code -Dgavel.contract.seed=17} runs that
 * seed alone.
 */
public abstract class PolicyContract {

  /**
   * The number of sequences is a fraction of the tries: a sequence solves many problems, each
   * several times.
   */
  private static final int SEEDS_A_SEQUENCE = 5;

  /** For subclasses. */
  protected PolicyContract() {}

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
   * ({@code Assumptions.assumeTrue}) leaves the problem out.
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

  /**
   * The number of problems that each rule is tried on.
   *
   * @return at least 1
   */
  protected int tries() {
    return 200;
  }

  /**
   * The share of the problems that the policy may decline, with the documented exceptions.
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
    Stream<DynamicTest> form =
        Stream.of(dynamicTest("form", () -> forEachProblem((p, seed) -> rules().checkForm(p))));
    Stream<DynamicTest> claimed =
        Arrays.stream(Invariant.values())
            .filter(rules()::binds)
            .map(
                invariant ->
                    dynamicTest(
                        invariant.toString(),
                        () -> forEachProblem((p, seed) -> rules().check(invariant, p, seed))));
    return Stream.concat(form, claimed);
  }

  private interface Check {
    void accept(AllocationProblem problem, long seed);
  }

  private void forEachProblem(Check check) {
    seeds()
        .forEach(
            seed ->
                adapted(() -> adapt(RandomProblems.of(seed)))
                    .ifPresent(problem -> check.accept(problem, seed)));
  }

  /** Returns the adapted value; empty if an assumption failed. */
  private static <T> Optional<T> adapted(Supplier<T> adapt) {
    try {
      return Optional.of(adapt.get());
    } catch (TestAbortedException leftOut) {
      return Optional.empty();
    }
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
        .forEach(
            seed ->
                adapted(() -> RandomSequences.of(seed).adapted(this::adapt))
                    .ifPresent(sequence -> rules.check(rule, sequence)));
  }

  @TestFactory
  final Stream<DynamicTest> answers() {
    return Stream.of(dynamicTest("answers nearly always", this::requireAnswers));
  }

  private void requireAnswers() {
    PolicyRules rules = rules();
    List<AllocationProblem> asked = new ArrayList<>();
    forEachProblem((problem, seed) -> asked.add(problem));
    long unanswered = asked.stream().filter(problem -> rules.answer(problem).isEmpty()).count();
    Assertions.assertTrue(
        unanswered <= declined() * asked.size(),
        () -> "declined %s of %s problems".formatted(unanswered, asked.size()));
  }
}
