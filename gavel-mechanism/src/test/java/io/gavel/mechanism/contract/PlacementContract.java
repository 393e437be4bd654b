package io.gavel.mechanism.contract;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gavel.mechanism.placement.PlacementStrategy;
import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the rules against a strategy with JUnit Jupiter: one test per rule, over seeded courses. */
public abstract class PlacementContract {

  /** For subclasses. */
  protected PlacementContract() {}

  /**
   * The strategy to test.
   *
   * @return always the same or an equal strategy
   */
  protected abstract PlacementStrategy strategy();

  /**
   * The number of courses of events on which each rule is tried.
   *
   * @return at least 1
   */
  protected int tries() {
    return 100;
  }

  @TestFactory
  final Stream<DynamicTest> keepsItsRules() {
    return Arrays.stream(PlacementRule.values())
        .map(rule -> dynamicTest(rule.toString(), () -> requireKept(rule)));
  }

  private void requireKept(PlacementRule rule) {
    PlacementRules rules = PlacementRules.of(strategy());
    LongStream.range(0, tries())
        .forEach(
            seed ->
                rules.broken(rule, seed).ifPresent(how -> Assertions.fail(how + ", seed " + seed)));
  }
}
