package io.gavel.mechanism.contract;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.model.Cluster;
import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the rules against a mechanism with JUnit Jupiter: one test per rule, over seeded courses.
 */
public abstract class RoundContract {

  /** For subclasses. */
  protected RoundContract() {}

  /**
   * Creates the mechanism to test.
   *
   * @param cluster its workers
   * @param options the length of its rounds, the limit of failures, the overhead, patience, and the
   *     minimum run time of leases
   * @return a new mechanism without events
   */
  protected abstract RoundMechanism mechanism(Cluster cluster, RoundOptions options);

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
    return Arrays.stream(RoundRule.values())
        .map(rule -> dynamicTest(rule.toString(), () -> requireKept(rule)));
  }

  private void requireKept(RoundRule rule) {
    RoundRules rules = RoundRules.of(this::mechanism);
    LongStream.range(0, tries())
        .forEach(
            seed ->
                rules
                    .broken(rule, RoundCourse.of(seed))
                    .ifPresent(how -> Assertions.fail(how + ", seed " + seed)));
  }
}
