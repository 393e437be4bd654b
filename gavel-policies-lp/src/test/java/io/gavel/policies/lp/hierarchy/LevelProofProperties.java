package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.Trees;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.Rational;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
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

  /**
   * What the gaps of early rounds may be for a job that has a tiny part of what others have, if
   * weights differ by six orders of magnitude.
   */
  private static final Rational OF_TINY_PARTS = Rational.of(0.1);

  @Provide
  Arbitrary<Kind> usual() {
    return Arbitraries.of(Kind.class).filter(kind -> kind != Kind.WIDE_RATES);
  }

  private static Proof.Proved proved(Allocation x) {
    return assertInstanceOf(Proof.Proved.class, Proof.of(x), () -> Proof.of(x).toString());
  }

  @Property
  void everyLevel_isProved(@ForAll Draws random, @ForAll("usual") Kind kind) {
    Proof.Proved proved = proved(WaterFilling.create().allocate(Problems.random(random, kind)));
    Rational part = proved.levels().orElseThrow();
    assertTrue(part.compareTo(OF_TINY_PARTS) <= 0, proved::toString);
  }

  private static Stream<Rational> ofManyProblems(
      int seeds, BiFunction<Long, Kind, Stream<Rational>> parts) {
    return Arrays.stream(Kind.values())
        .filter(kind -> kind != Kind.WIDE_RATES)
        .flatMap(
            kind -> LongStream.range(0, seeds).boxed().flatMap(seed -> parts.apply(seed, kind)));
  }

  private static Stream<Rational> withoutEntities(long seed, Kind kind) {
    Allocation x = WaterFilling.create().allocate(Problems.random(seed, kind));
    return proved(x).levels().stream();
  }

  @Example
  void levels_areProvedToTheGapsOfPrograms() {
    ofManyProblems(400, LevelProofProperties::withoutEntities)
        .forEach(part -> assertTrue(part.compareTo(ALL_ROUNDS) <= 0, part::toString));
  }

  /** The parts that the levels over two trees of a problem leave open. */
  private static Stream<Rational> overEntities(long seed, Kind kind) {
    return levels(
        Trees.random(Problems.random(seed, kind), seed),
        Trees.withFinishTimes(Problems.complete(seed, kind), seed));
  }

  private static Stream<Rational> levels(AllocationProblem... trees) {
    WaterFilling policy = WaterFilling.create().overEntities();
    return Arrays.stream(trees)
        .map(problem -> proved(policy.allocate(problem)).levels().orElseThrow());
  }

  @Property
  void everyLevelOverEntities_isProved(@ForAll Draws random, @ForAll("usual") Kind kind) {
    levels(
            Trees.random(Problems.random(random, kind), random),
            Trees.withFinishTimes(Problems.complete(random, kind), random))
        .forEach(part -> assertTrue(part.compareTo(OF_TINY_PARTS) <= 0));
  }

  @Example
  void levelsOverEntities_areProvedToTheGapsOfPrograms() {
    ofManyProblems(200, LevelProofProperties::overEntities)
        .forEach(part -> assertTrue(part.compareTo(ALL_ROUNDS) <= 0, part::toString));
  }

  /** Full jobs close columns, and rounding prices jobs that are not yet held back. */
  @Example
  void levelsOverEntities_whereOnlyFullJobsAreHeldBack_areProved() {
    LongStream.of(-3941846, 10003111, 10004864, 30008303)
        .boxed()
        .flatMap(seed -> overEntities(seed, Kind.PAIRS))
        .forEach(part -> assertTrue(part.compareTo(ALL_ROUNDS) <= 0, part::toString));
  }

  /** The rounds of the tree prove little of levels without it, unless both are the same. */
  @Example
  void levelsWithoutTheTree_areNotProvedByItsRounds() {
    AllocationProblem problem = // a team of two beside one job
        AllocationProblem.of(
            Cluster.of(new WorkerType("v100", 1)),
            List.of(
                Job.builder("a").entity("team").build(),
                Job.builder("b").entity("team").build(),
                Job.of("c")),
            ThroughputMatrix.builder(1).job(2).job(2).job(2).build(),
            List.of(new Entity("team", 1, Discipline.FAIRNESS)));
    FairLevels tree =
        WaterFilling.create().overEntities().allocate(problem).certificate().levels().orElseThrow();
    assertTrue(tree.within() < 1e-9, tree::toString);
    Allocation flat = WaterFilling.create().allocate(problem);
    Allocation forged =
        Allocation.of(
            problem,
            new double[] {flat.fraction(0, 0), flat.fraction(1, 0), flat.fraction(2, 0)},
            flat.certificate().withLevels(tree));
    assertTrue(Proof.of(forged) instanceof Proof.NotProved, () -> Proof.of(forged).toString());
  }

  /** What is left open may be much where rates differ by many orders of magnitude. */
  @Property
  void hostileRates_areProvedWithinSomePart(@ForAll Draws random) {
    Allocation x = WaterFilling.create().allocate(Problems.random(random, Kind.WIDE_RATES));
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
