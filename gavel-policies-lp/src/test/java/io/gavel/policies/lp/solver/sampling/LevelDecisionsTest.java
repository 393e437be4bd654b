package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs of a step per second on one type: what a level decides, and what rows ask for beyond it. */
class LevelDecisionsTest {

  private static AllocationProgram program(int workers, double... requirement) {
    double[][] rates = new double[requirement.length][];
    Arrays.fill(rates, Cases.row(1));
    return AllocationProgram.maximizeMinimum(
        Cases.problem(Cases.workers(workers), rates), requirement);
  }

  private static AllocationProgram with(
      AllocationProgram program, Relation relation, double bound, int jobs) {
    double[] ones = new double[jobs];
    Arrays.fill(ones, 1);
    int[] columns = IntStream.range(0, jobs).toArray();
    return program.withRows(
        CouplingRows.builder().add("row", relation, bound, columns, ones).build());
  }

  private static LevelWorkingSet set(AllocationProgram program, double level, double... price) {
    return set(program, level, SolveLimits.none(), price);
  }

  private static LevelWorkingSet set(
      AllocationProgram program, double level, SolveLimits limits, double... price) {
    return new LevelWorkingSet(
        program,
        Samples.uses(program),
        level,
        price,
        Samples::solveSmall,
        CertifiedSolution.GOOD,
        limits);
  }

  /** Workers that cost nothing prove no more than the time of the slowest job. */
  @Test
  void bound_pricesOfNothing_isTheLevelOfFullTime() {
    LevelWorkingSet free = set(program(2, 4, 1, 1, 1), 0.1, 0);
    assertEquals(0.25, free.bound());
    assertEquals(0.25, free.levelWithoutSlowest());
  }

  /**
   * Eight jobs share two workers: a step or two from any level, and another one that ends there.
   */
  @Test
  void bound_costsThatAreLines_takesFewPasses() {
    for (double level : new double[] {0.01, 0.25, 0.9}) {
      AtomicInteger passes = new AtomicInteger();
      SolveLimits counted =
          SolveLimits.none()
              .withCancellation(
                  () -> {
                    passes.incrementAndGet();
                    return false;
                  });
      LevelWorkingSet set = set(program(2, 1, 1, 1, 1, 1, 1, 1, 1), level, counted, 3);
      passes.set(0);
      assertEquals(0.25, set.bound(), 1e-12);
      assertTrue(passes.get() <= 6, passes + " passes");
      LevelWorkingSet slow = set(program(3, 10, 1, 1, 1, 1, 1, 1, 1), level, counted, 3);
      passes.set(0);
      assertEquals(2 / 7.0, slow.levelWithoutSlowest(), 1e-3); // one worker is the slow job's
      assertTrue(passes.get() <= 6, passes + " passes");
    }
  }

  /**
   * A worker for two jobs, of which the second asks for nothing but gets a half by a row: no level
   * is above a half. At a price r of the row, from 1 on, it would gain r - 1 if it ran full time,
   * and the worker costs 1 - r / 2 beyond the row, so that the level is at most r / 2. A third job
   * cannot run.
   */
  @Test
  void bound_rowThatRewardsAJobWithoutRequirement_isAboveTheOptimum() {
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(
                Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(1), Cases.row(0)),
                Cases.row(1, 0, 0))
            .withRows(
                CouplingRows.builder()
                    .add("half", Relation.AT_LEAST, 0.5, new int[] {1}, Cases.row(1))
                    .build());
    for (double row : new double[] {1, 1.5, 1.75}) {
      assertEquals(row / 2, set(program, 0.3, 1, row).bound(), 1e-9);
    }
  }

  /** All of the only worker. */
  @Test
  void limited_justEnoughWorkers_isALevel() {
    AllocationProgram program = program(1, 4);
    assertEquals(0.25, set(program, 0, 1).limited(Cases.row(1)).orElseThrow().objective());
    assertTrue(set(program(1, 4, 1), 0, 1).limited(Cases.row(1)).isEmpty());
  }

  @Test
  void decide_noLevel_decidesNothing() {
    LevelWorkingSet set = set(program(2, 1, 1, 1), 0.1, 1);
    assertFalse(set.decide(0, 0.1));
    assertFalse(set.decide(Double.NaN, 0.1));
    assertFalse(set.columnChoice.isDecided(1));
    assertTrue(set.decide(0.1, 0.1));
    assertTrue(set.columnChoice.isDecided(1));
  }

  /** Two jobs take all of their time, of which the first stays open; the last asks for nothing. */
  @Test
  void decide_jobsAtFullTime_keepsTheFirstOpenAndAllIfThereAreRows() {
    AllocationProgram program = program(4, 1, 4, 4, 0);
    LevelWorkingSet plain = set(program, 0.25, 1);
    assertTrue(plain.decide(0.25, 0.01));
    assertTrue(plain.columnChoice.isDecided(0));
    assertTrue(plain.columnChoice.isUndecided(1));
    assertTrue(plain.columnChoice.isDecided(2));
    assertFalse(plain.columnChoice.isDecided(3) || plain.columnChoice.isUndecided(3));
    LevelWorkingSet rows = set(with(program, Relation.AT_MOST, 3, 3), 0.25, 1, 0);
    assertTrue(rows.decide(0.25, 0.01)); // rows may ask for more than all of the time
    assertTrue(rows.columnChoice.isDecided(0));
    assertTrue(rows.columnChoice.isUndecided(1));
    assertTrue(rows.columnChoice.isUndecided(2));
    assertFalse(rows.columnChoice.isDecided(3) || rows.columnChoice.isUndecided(3));
  }

  /**
   * A row gives four jobs 1.2 of two workers, so that the other four share 0.8. The first ones cost
   * next to nothing, and are decided as if the level were all that they get.
   */
  @Test
  void reduced_rowThatAsksForMoreThanTheLevel_getsIt() {
    AllocationProgram program = with(program(2, 1, 1, 1, 1, 1, 1, 1, 1), Relation.AT_LEAST, 1.2, 4);
    LevelWorkingSet set = set(program, 0.2, 1, 1 - 1e-9);
    assertTrue(set.decide(0.2, 0.01));
    assertTrue(set.columnChoice.isDecided(1) && set.columnChoice.isDecided(7));
    WorkingSet.Reduced small = set.reduced().orElseThrow();
    CertifiedSolution found =
        Samples.solveSmall(small.program(), CertifiedSolution.GOOD, SolveLimits.none());
    assertEquals(0.2, found.objective(), 1e-8);
    set.take(WorkingSet.prices(found.bound()));
    CertifiedSolution all = small.undone().apply(found);
    assertArrayEquals(Cases.row(0.3, 0.3, 0.3, 0.3, 0.2, 0.2, 0.2, 0.2), all.fractions(), 1e-7);
    assertEquals(found.objective(), all.objective(), 1e-12);
    assertTrue(all.missed() <= 1e-12);
    assertTrue(all.holdsWithin(CertifiedSolution.GOOD), all::toString);
  }
}
