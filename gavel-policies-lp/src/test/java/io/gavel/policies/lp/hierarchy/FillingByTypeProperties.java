package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.SharingByTypeProperties;
import io.gavel.policies.lp.hierarchy.WaterFilling.WaterFillingResult;
import io.gavel.policies.proof.Proof;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Water filling over pairs by job type. */
class FillingByTypeProperties {

  private static WaterFilling policy(boolean overEntities) {
    return overEntities ? WaterFilling.create().overEntities() : WaterFilling.create();
  }

  private static FairnessTree tree(AllocationProblem problem, boolean overEntities) {
    return overEntities ? FairnessTree.of(problem) : FairnessTree.flat(problem);
  }

  /** On a program of classes for each level, however few the jobs. */
  private static Allocation byLevel(AllocationProblem problem, boolean overEntities) {
    return policy(overEntities).fill(problem, tree(problem, overEntities)).allocation();
  }

  /** On one program of classes for all levels; empty if rounding was in the way. */
  private static Optional<Allocation> byClass(AllocationProblem problem, boolean overEntities) {
    return policy(overEntities)
        .byClass(problem, tree(problem, overEntities))
        .map(WaterFillingResult::allocation);
  }

  /** As the policy fills. */
  private static Allocation filled(AllocationProblem problem, boolean overEntities) {
    return byClass(problem, overEntities).orElseGet(() -> byLevel(problem, overEntities));
  }

  /**
   * Levels are unique, and with them the throughputs, so nothing depends on how pairs are told. A
   * program for each level is only as right as its certificate says: in rare problems, rounding
   * decides which jobs of an entity rise in which round.
   */
  @Property
  void allocate_pairsByType_givesEachJobWhatItHasWithAllPairsListed(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 12) int jobs,
      @ForAll @IntRange(min = 1, max = 4) int kinds,
      @ForAll boolean overEntities) {
    AllocationProblem problem = SharingByTypeProperties.problem(random, jobs, kinds, overEntities);
    Allocation listed = byLevel(problem.withAllPairs(), overEntities);
    requireThroughputs(listed, filled(problem, overEntities));
    Allocation byLevel = byLevel(problem, overEntities);
    assertEquals(0, byLevel.maxViolation());
    if (byLevel.certificate().levels().orElseThrow().within() <= 1e-6) {
      requireThroughputs(listed, byLevel);
    }
  }

  private static void requireThroughputs(Allocation listed, Allocation shared) {
    for (int m = 0; m < listed.problem().jobCount(); m++) {
      double expected = listed.effectiveThroughput(m);
      assertEquals(expected, shared.effectiveThroughput(m), 1e-5 * expected, "job " + m);
    }
    assertEquals(0, shared.maxViolation());
  }

  /** Job 7 demands so little that next to no time in some pairs is a quarter of its throughput. */
  @Example
  void allocate_demandsAsSmallAsDust_isRightOnOneProgramAndOnMany() {
    AllocationProblem problem =
        SharingByTypeProperties.problem(Draws.ofSeed(1003832378698020180L), 10, 4, true);
    Allocation listed = byLevel(problem.withAllPairs(), true);
    requireThroughputs(listed, policy(true).allocate(problem));
    Allocation byLevel = byLevel(problem, true);
    requireThroughputs(listed, byLevel);
    assertTrue(byLevel.certificate().levels().orElseThrow().within() <= 1e-6);
  }

  @Property
  void allocate_pairsByType_isProvedByItsPrices(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 12) int jobs,
      @ForAll @IntRange(min = 1, max = 4) int kinds,
      @ForAll boolean overEntities) {
    AllocationProblem problem = SharingByTypeProperties.problem(random, jobs, kinds, overEntities);
    Allocation shared = filled(problem, overEntities);
    Proof proof = Proof.of(shared);
    assertTrue(proof.holdsWithin(Tolerance.CERTIFIED), proof::toString);
  }

  @Example
  void byClass_fewJobs_isNotInTheWayOfRounding() {
    int filled = 0;
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      AllocationProblem problem =
          SharingByTypeProperties.problem(random, 12, 1 + seed % 4, seed % 2 == 0);
      filled += byClass(problem, seed % 2 == 0).isPresent() ? 1 : 0;
    }
    assertEquals(200, filled);
  }

  /** Too many to list their pairs. */
  @Example
  void allocate_hundredsOfJobs_isProvedLevelByLevel() {
    AllocationProblem problem = SharingByTypeProperties.problem(new Random(2), 700, 6, true);
    for (boolean overEntities : new boolean[] {false, true}) {
      Allocation filled = filled(problem, overEntities);
      assertTrue(filled.certificate().holdsWithin(Tolerance.CERTIFIED));
      assertTrue(filled.certificate().levels().orElseThrow().within() < 1e-3);
      assertTrue(filled.problem().pairCount() < 3 * 700);
    }
  }
}
