package io.gavel.mechanism.contract;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.contract.ProblemArbitraries;
import io.gavel.policies.model.Cluster;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Runs the rules against a mechanism with jqwik, which shrinks a course that breaks a rule to few
 * steps and jobs.
 */
public abstract class RoundContractProperties {

  private static final int MOST_STEPS = 40;

  /** For subclasses. */
  protected RoundContractProperties() {}

  /**
   * Creates the mechanism to test.
   *
   * @param cluster its workers
   * @param options the length of its rounds, the limit of failures, and the overhead
   * @return a new mechanism without events
   */
  protected abstract RoundMechanism mechanism(Cluster cluster, RoundOptions options);

  @Provide
  final Arbitrary<RoundCourse> courses() {
    Arbitrary<RoundStep> step =
        Combinators.combine(
                Arbitraries.of(RoundStep.What.class),
                Arbitraries.integers().between(0, 15),
                Arbitraries.integers().between(0, 999))
            .as(RoundStep::new);
    return Combinators.combine(
            ProblemArbitraries.problems(),
            Arbitraries.integers().between(1, 3),
            step.list().ofMaxSize(MOST_STEPS))
        .as(
            (problem, perServer, steps) ->
                new RoundCourse(RoundCourse.inServers(problem, perServer), steps));
  }

  /** Runs each course several times: one run or two per rule. */
  @Property(tries = 100)
  final void keepsItsRules(@ForAll("courses") RoundCourse course) {
    RoundRules.of(this::mechanism).checkAll(course);
  }
}
