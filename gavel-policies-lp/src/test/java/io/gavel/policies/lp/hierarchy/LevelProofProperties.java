package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.Rational;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The rounds of water filling prove all levels. */
final class LevelProofProperties {

  /** The gaps of up to ten rounds add up. */
  private static final Rational ALL_ROUNDS = Rational.of(10 * Tolerance.CERTIFIED.relative());

  @Provide
  Arbitrary<Kind> usual() {
    return Arbitraries.of(Kind.class).filter(kind -> kind != Kind.WIDE_RATES);
  }

  private static Proof.Proved proved(Allocation x) {
    return assertInstanceOf(Proof.Proved.class, Proof.of(x), () -> Proof.of(x).toString());
  }

  @Property
  void everyLevel_isProved(@ForAll long seed, @ForAll("usual") Kind kind) {
    Proof.Proved proved = proved(WaterFilling.create().allocate(Problems.random(seed, kind)));
    Rational part = proved.levels().orElseThrow();
    assertTrue(part.compareTo(ALL_ROUNDS) <= 0, proved::toString);
  }

  /** What is left open may be much where rates differ by many orders of magnitude. */
  @Property
  void hostileRates_areProvedWithinSomePart(@ForAll long seed) {
    Allocation x = WaterFilling.create().allocate(Problems.random(seed, Kind.WIDE_RATES));
    assertTrue(proved(x).levels().orElseThrow().compareTo(Rational.ONE) <= 0);
    assertTrue(proved(x).holdsWithin(Tolerance.CERTIFIED));
  }

  /** The statement then counts nobody, and there are no levels to prove. */
  @Example
  void jobThatAConstraintHoldsAtZero_leavesTheOthersTheirShares() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
            .job(Job.of("a"), 4, 1)
            .job(Job.of("b"), 3, 1)
            .job(Job.of("c"), 3, 1)
            .build()
            .constraining(Constraint.named("none").that(LinearForm.time().ofJobs("a")).atMost(0));
    Allocation x = WaterFilling.create().allocate(problem);
    assertEquals(Optional.empty(), proved(x).levels());
    assertEquals(2, x.effectiveThroughput(1), 1e-9);
    assertEquals(2, x.effectiveThroughput(2), 1e-9);
  }
}
