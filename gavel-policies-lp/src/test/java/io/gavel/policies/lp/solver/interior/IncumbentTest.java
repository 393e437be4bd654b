package io.gavel.policies.lp.solver.interior;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

/** One worker and one job that makes a step per second on it; the best point uses all of it. */
class IncumbentTest {

  private static final AllocationProblem PROBLEM =
      AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 1)))
          .job(Job.of("j"), 1, 1)
          .build();
  private static final AllocationProgram SUM =
      AllocationProgram.maximizeSum(PROBLEM, new double[] {1});
  private static final Incumbent.Stop STOP = new Incumbent.Stop(1e-9, 1e-3, 2);

  /**
   * Prices that prove a bound of at least 1: of both workers, and of the time that is left to pay.
   */
  private static Prices proving(double bound) {
    double each = bound <= 2 ? bound - 1 : bound / 2;
    return Prices.of(new double[] {each, each}, new double[1], new double[1]);
  }

  private static double[] of(double... values) {
    return values;
  }

  private static Incumbent.Claim claim(double bound, double onA, double onB, double... swept) {
    return new Incumbent.Claim(
        new double[] {onA, onB},
        swept.length > 0 ? swept : new double[] {onA, onB},
        of(),
        proving(bound),
        of());
  }

  @Test
  void note_pointAndPricesOfDifferentSteps_areBothKept() {
    Incumbent best = new Incumbent(SUM, STOP);
    assertTrue(best.isEmpty());
    assertFalse(best.note(claim(8, 0.9, 0)));
    assertFalse(best.isEmpty());
    assertFalse(best.note(claim(2, 0.5, 0)));
    assertFalse(best.note(claim(4, 0.75, 0)));
    SolverOutcome.Solved answer = best.answer(7);
    assertArrayEquals(new double[] {0.9, 0}, answer.fractions());
    assertEquals(proving(2), answer.prices());
    assertEquals(7, answer.steps());
  }

  @Test
  void note_gapBelowTheTarget_isTheEnd() {
    Incumbent best = new Incumbent(SUM, STOP);
    assertFalse(best.note(claim(2, 1 - 1e-8, 0)));
    assertFalse(best.note(claim(2, 0.5, 0.5)));
    assertTrue(new Incumbent(SUM, STOP).note(claim(1 + 1e-10, 0.5, 0.5)));
    assertFalse(new Incumbent(SUM, STOP).note(claim(1 + 1e-8, 0.5, 0.5)));
  }

  /** With a thousand times the objective, a thousand times the gap is as near. */
  @Test
  void note_largeObjective_gapsAndDustAreItsParts() {
    AllocationProgram large = AllocationProgram.maximizeSum(PROBLEM, new double[] {1024});
    double[] x = {0.5, 0.5 - 0x1p-31}; // open: 2^-21 of 1024
    Prices proof = Prices.zero(PROBLEM);
    Incumbent best = new Incumbent(large, STOP);
    assertTrue(
        best.note(new Incumbent.Claim(x, new double[] {0.5, 0.5 - 0x1p-28}, of(), proof, of())));
    assertArrayEquals(new double[] {0.5, 0.5 - 0x1p-28}, best.answer(1).fractions());
  }

  @Test
  void note_gapsThatAreJustMet_areMet() {
    Incumbent.Stop half = new Incumbent.Stop(0.25, 0.5, 1);
    assertFalse(new Incumbent(SUM, half).note(claim(1, 0.5, 0)), "good, but nothing was in vain");
    assertTrue(new Incumbent(SUM, half).note(claim(1, 0.75, 0)), "the target");
    Incumbent best = new Incumbent(SUM, half);
    best.note(claim(1, 0.5, 0));
    assertTrue(best.note(claim(1, 0.5, 0)), "good, and once in vain");
    Incumbent halved = new Incumbent(SUM, new Incumbent.Stop(0, 1, 1));
    assertFalse(halved.note(claim(1, 0.5, 0)));
    assertFalse(halved.note(claim(1, 0.75, 0)), "half of it is not in vain");
    assertTrue(halved.note(claim(1, 0.875 - 0x1p-10, 0)), "a little less than half is");
  }

  @Test
  void note_equallyGood_theFirstStays() {
    Incumbent best = new Incumbent(SUM, STOP);
    best.note(claim(2, 0.5, 0));
    Prices same = Prices.of(new double[] {0.5, 1.5}, new double[1], new double[1]);
    best.note(new Incumbent.Claim(new double[] {0, 0.5}, new double[2], of(), same, of()));
    assertArrayEquals(new double[] {0.5, 0}, best.answer(1).fractions());
    assertEquals(proving(2), best.answer(1).prices());
    Incumbent missing = new Incumbent(SUM.withFloor(new double[] {1}), STOP);
    missing.note(claim(2, 0.5, 0));
    missing.note(claim(2, 0, 0.5));
    assertArrayEquals(new double[] {0.5, 0}, missing.answer(1).fractions());
  }

  @Test
  void note_goodGapThatStaysForSomeSteps_isTheEnd() {
    Incumbent best = new Incumbent(SUM, STOP);
    assertFalse(best.note(claim(1, 0.9991, 0)));
    assertFalse(best.note(claim(1, 0.9992, 0)), "once in vain");
    assertFalse(best.note(claim(1, 0.9996, 0)), "half the gap of the first");
    assertFalse(best.note(claim(1, 0.9996, 0)), "once in vain");
    assertTrue(best.note(claim(1, 0.9995, 0)), "twice");
  }

  @Test
  void note_poorGapThatStays_goesOn() {
    Incumbent best = new Incumbent(SUM, STOP);
    for (int i = 0; i < 9; i++) {
      assertFalse(best.note(claim(1, 0.99, 0)));
    }
  }

  /** What is not quite good ends once no step changes it, long before a poor gap would. */
  @Test
  void note_gapThatIsNotQuiteGoodAndUnchanged_isTheEnd() {
    Incumbent.Stop stop = new Incumbent.Stop(1e-12, 1e-9, 2);
    Incumbent best = new Incumbent(SUM, stop);
    assertFalse(best.note(claim(1, 1 - 5e-9, 0)));
    assertFalse(best.note(claim(1, 1 - 4e-9, 0)), "a fifth less");
    assertFalse(best.note(claim(1, 1 - 3.8e-9, 0)), "next to unchanged");
    assertTrue(best.note(claim(1, 1 - 3.9e-9, 0)), "twice");
    Incumbent poor = new Incumbent(SUM, stop);
    for (int i = 0; i < 9; i++) {
      assertFalse(poor.note(claim(1, 1 - 2e-6, 0)));
    }
    Incumbent hopeless = new Incumbent(SUM, stop);
    for (int i = 0; i < 4; i++) {
      assertFalse(hopeless.note(claim(1, 1 - 2e-8, 0)));
    }
    assertTrue(hopeless.note(claim(1, 1 - 2e-8, 0)), "certified as it is");
  }

  /** Rows are kept more closely than floors, also beside each other. */
  @Test
  void note_rowsAndFloors_eachMayMissWhatIsItsRounding() {
    AllocationProgram both =
        SUM.withFloor(new double[] {1})
            .withRows(
                CouplingRows.builder()
                    .add("half", Relation.AT_LEAST, 0.5, new int[] {0}, new double[] {1})
                    .build());
    assertTrue(new Incumbent(both, STOP).note(row(0.5, 0.5 - 1e-10)), "misses the floor");
    assertFalse(new Incumbent(both, STOP).note(row(0.5, 0.5 - 1e-8)), "misses more of it");
    assertTrue(new Incumbent(both, STOP).note(row(0.5 - 2e-15, 0.5)), "misses the row");
    assertFalse(new Incumbent(both, STOP).note(row(0.5 - 1e-12, 0.5)), "misses more of it");
    Incumbent best = new Incumbent(both, STOP);
    best.note(row(0.5 - 1e-12, 0.5));
    best.note(row(0.5, 0.5 - 1e-10));
    assertArrayEquals(new double[] {0.5, 0.5 - 1e-10}, best.answer(1).fractions());
  }

  private static Incumbent.Claim row(double onA, double onB) {
    double[] x = {onA, onB};
    return new Incumbent.Claim(x, x, of(), proving(1), of(0));
  }

  /** Floors come first: of points that miss floors, the one that misses least is the best. */
  @Test
  void note_floors_pointsThatKeepThemAreBetterThanAllOthers() {
    AllocationProgram floor = SUM.withFloor(new double[] {0.8});
    Incumbent best = new Incumbent(floor, STOP);
    assertFalse(best.note(claim(1, 0.6, 0)));
    assertFalse(best.note(claim(1, 0.5, 0)));
    assertArrayEquals(new double[] {0.6, 0}, best.answer(1).fractions());
    best.note(claim(1, 0.7, 0));
    assertArrayEquals(new double[] {0.7, 0}, best.answer(1).fractions());
    best.note(claim(1, 0.9, 0));
    best.note(claim(1, 0.85, 0));
    assertArrayEquals(new double[] {0.9, 0}, best.answer(1).fractions());
    best.note(claim(1, 0.95, 0));
    assertArrayEquals(new double[] {0.95, 0}, best.answer(1).fractions());
  }

  /** Half of the worker is y's, for nothing; x would gain by having more. */
  @Test
  void note_pointThatMissesAFloor_isNotTheEndThoughItIsWorthMore() {
    AllocationProblem two =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1)))
            .job(Job.of("x"), 1)
            .job(Job.of("y"), 1)
            .build();
    AllocationProgram half =
        AllocationProgram.maximizeSum(two, new double[] {1, 0}).withFloor(new double[] {0, 0.5});
    Prices proof = Prices.of(new double[] {1}, new double[2], new double[] {0, 1});
    Incumbent best = new Incumbent(half, STOP);
    for (double less : new double[] {0.4, 0.45, 0.49}) {
      double[] x = {1 - less, less};
      assertFalse(best.note(new Incumbent.Claim(x, x, of(), proof, of())));
      assertArrayEquals(x, best.answer(1).fractions());
    }
    double[] x = {0.5, 0.5};
    assertTrue(best.note(new Incumbent.Claim(x, x, of(), proof, of())));
  }

  @Test
  void answer_dustThatIsWorthNothing_isSweptAway() {
    Incumbent best = new Incumbent(SUM, STOP);
    best.note(claim(1, 1 - 1e-9, 1e-9, 1 - 1e-9, 0));
    assertArrayEquals(new double[] {1 - 1e-9, 0}, best.answer(1).fractions());
    best = new Incumbent(SUM, STOP);
    best.note(claim(1, 1 - 1e-6, 1e-6, 1 - 1e-6, 0));
    assertArrayEquals(
        new double[] {1 - 1e-6, 1e-6}, best.answer(1).fractions(), "it is worth that");
  }

  @Test
  void answer_dustThatAFloorNeeds_stays() {
    AllocationProgram floor =
        AllocationProgram.maximizeGain(PROBLEM, new double[] {1, 0}).withFloor(new double[] {1});
    Incumbent best = new Incumbent(floor, STOP);
    best.note(claim(1, 1 - 1e-6, 1e-6, 1 - 1e-6, 0));
    assertArrayEquals(new double[] {1 - 1e-6, 1e-6}, best.answer(1).fractions());
    best = new Incumbent(floor, STOP);
    best.note(claim(1, 1 - 5e-9, 5e-9, 1 - 5e-9, 0));
    assertArrayEquals(new double[] {1 - 5e-9, 0}, best.answer(1).fractions());
  }

  /** A claim as it is, dust and all. */
  @Test
  void solved_ofAClaim_isItsPointAndPrices() {
    double[] x = {0.5, 1e-9};
    Incumbent.Claim claim = new Incumbent.Claim(x, of(0.5, 0), of(3), proving(2), of(0.25));
    SolverOutcome.Solved solved = claim.solved(9);
    assertArrayEquals(x, solved.fractions());
    assertArrayEquals(of(3), solved.free());
    assertArrayEquals(of(0.25), solved.rowPrices());
    assertEquals(proving(2), solved.prices());
    assertEquals(9, solved.steps());
  }

  @Test
  void answer_ofNothing_isNoTimeForAnyone() {
    SolverOutcome.Solved answer = new Incumbent(SUM, STOP).answer(0);
    assertArrayEquals(new double[2], answer.fractions());
    assertEquals(Prices.zero(PROBLEM), answer.prices());
  }

  /** A row of the first column: four times its time is at most two, at a price of a quarter. */
  private static final AllocationProgram QUOTA =
      SUM.withRows(
          CouplingRows.builder()
              .add("quota", Relation.AT_MOST, 2, new int[] {0}, new double[] {4})
              .build());

  private static final Prices OF_POOLS = Prices.zero(PROBLEM);

  private static Incumbent.Claim priced(Prices prices, double ofRow) {
    return new Incumbent.Claim(of(0.5, 0.25), of(0.5, 0.25), of(), prices, of(ofRow));
  }

  private static Incumbent.Claim pools(double bound) {
    return priced(proving(bound), 0);
  }

  /** A bound by the price of a row may be too low by 4e-12 of what the row is worth, here 1. */
  @Test
  void note_boundByThePriceOfARow_isBetterOnlyByMoreThanItsDoubt() {
    Incumbent.Claim byRow = priced(OF_POOLS, 0.25); // proves 1.5
    for (double more : of(2e-12, 8e-12)) {
      Incumbent best = new Incumbent(QUOTA, STOP);
      best.note(pools(1.5 + more));
      best.note(byRow);
      assertEquals(more < 4e-12 ? 0 : 0.25, best.answer(2).rowPrices()[0], "later, " + more);
      best = new Incumbent(QUOTA, STOP);
      best.note(byRow);
      best.note(pools(1.5 + more));
      assertEquals(more < 4e-12 ? 0 : 0.25, best.answer(2).rowPrices()[0], "before, " + more);
    }
  }

  /** What a row may miss grows with the square root of the number of its terms. */
  @Test
  void note_rowOfTwoTerms_mayMissMore() {
    AllocationProgram all =
        SUM.withRows(
            CouplingRows.builder()
                .add("all", Relation.AT_LEAST, 1, new int[] {0, 1}, new double[] {1, 1})
                .build());
    assertTrue(new Incumbent(all, STOP).note(row(0.5, 0.5 - 1.2e-14)));
    assertFalse(new Incumbent(all, STOP).note(row(0.5, 0.5 - 1.6e-14)));
  }

  /** A row that is missed by less from step to step is progress, though the gap stays. */
  @Test
  void note_rowThatIsMissedLess_isNotUnchanged() {
    AllocationProgram half =
        SUM.withRows(
            CouplingRows.builder()
                .add("half", Relation.AT_LEAST, 0.5, new int[] {0}, new double[] {1})
                .build());
    Incumbent.Stop stop = new Incumbent.Stop(1e-12, 1e-9, 2);
    Incumbent closer = new Incumbent(half, stop);
    Incumbent hardly = new Incumbent(half, stop);
    for (int i = 0; i < 8; i++) {
      double miss = 1e-11 * Math.pow(0.8, i);
      assertFalse(closer.note(row(0.5 - miss, 0.5 + miss - 5e-9)), "step " + i);
    }
    for (int i = 0; i < 5; i++) {
      double miss = 1e-11 * Math.pow(0.95, i);
      assertEquals(i == 4, hardly.note(row(0.5 - miss, 0.5 + miss - 5e-9)), "step " + i);
    }
  }

  /** Ten times what is good is not quite good; beyond that, only steps without hope end it. */
  @Test
  void note_gapBeyondNotQuiteGood_endsAfterTwiceAsManySteps() {
    Incumbent best = new Incumbent(SUM, new Incumbent.Stop(1e-12, 1e-10, 2));
    for (int i = 0; i < 5; i++) {
      assertEquals(i == 4, best.note(claim(1, 1 - 5e-9, 0)), "step " + i);
    }
  }
}
