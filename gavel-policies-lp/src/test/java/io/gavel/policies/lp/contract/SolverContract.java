package io.gavel.policies.lp.contract;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gavel.policies.lp.solver.program.AllocationSolver;
import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the solver rules with JUnit Jupiter: one test per rule, over seeded programs. */
public abstract class SolverContract {

  /** For subclasses. */
  protected SolverContract() {}

  /**
   * The solver under test.
   *
   * @return always the same solver, or an equal one
   */
  protected abstract AllocationSolver solver();

  /**
   * The number of programs on which each rule is checked.
   *
   * @return at least 1
   */
  protected int tries() {
    return 200;
  }

  /**
   * The fraction of the programs that the solver may decline.
   *
   * @return from 0 to 1
   */
  protected double unanswered() {
    return 0.1;
  }

  @TestFactory
  final Stream<DynamicTest> keepsItsRules() {
    return Arrays.stream(SolverRule.values())
        .map(rule -> dynamicTest(rule.toString(), () -> requireKept(rule)));
  }

  private void requireKept(SolverRule rule) {
    SolverRules rules = SolverRules.of(solver());
    LongStream.range(0, tries())
        .forEach(
            seed ->
                rules
                    .broken(rule, SolverRules.program(seed))
                    .ifPresent(how -> Assertions.fail(how + ", seed " + seed)));
  }

  @TestFactory
  final Stream<DynamicTest> answers() {
    return Stream.of(dynamicTest("answers nearly always", this::requireAnswers));
  }

  private void requireAnswers() {
    SolverRules rules = SolverRules.of(solver());
    long left =
        LongStream.range(0, tries())
            .filter(seed -> !rules.answers(SolverRules.program(seed)))
            .count();
    Assertions.assertTrue(
        left <= unanswered() * tries(), () -> "left %s of %s".formatted(left, tries()));
  }
}
