package io.gavel.policies.lp.solver.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

/** Violation before the repair and gap after it, computed by hand. */
class FeasibilityRepairTest {

  /** Four one-worker jobs, a pool of two workers and one of half as many, columns row by row. */
  private static AllocationProgram program() {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 2), new WorkerType("b", 1)));
    for (int m = 0; m < 4; m++) {
      problem.job(Job.of("job" + m), 2, 1);
    }
    return AllocationProgram.maximizeSum(problem.build(), new double[] {1, 1, 1, 1});
  }

  private static FeasibilityRepair mend(double... x) {
    return FeasibilityRepair.of(program(), x);
  }

  @Test
  void of_feasiblePoint_isLeftAlone() {
    FeasibilityRepair same = mend(0.5, 0.5, 1, 0, 0.25, 0.25, 0.25, 0.25);
    assertEquals(0, same.violation());
    assertArrayEquals(new double[] {0.5, 0.5, 1, 0, 0.25, 0.25, 0.25, 0.25}, same.fractions());
  }

  @Test
  void of_negativeFraction_becomesZero_andTellsBySoMuch() {
    FeasibilityRepair mended = mend(-0.25, -0.0, 0, 0, 0, 0, -0.125, 0);
    assertEquals(0.25, mended.violation());
    assertArrayEquals(new double[8], mended.fractions()); // distinguishes 0.0 from -0.0
  }

  @Test
  void of_notANumber_isInfinitelyWrong() {
    FeasibilityRepair mended = mend(Double.NaN, 0, 0, 0, 0, 0, -3, 0);
    assertEquals(Double.POSITIVE_INFINITY, mended.violation());
    assertTrue(Double.isNaN(mended.fractions()[0]));
  }

  @Test
  void of_tooMuchTime_shrinksThatJobAlone() {
    FeasibilityRepair mended = mend(1, 0.25, 0.5, 0.5, 0, 0, 0, 0);
    assertEquals(0.25, mended.violation());
    double[] x = mended.fractions();
    assertEquals(0.8, x[0], 1e-12);
    assertEquals(0.2, x[1], 1e-12);
    assertTrue(x[0] + x[1] <= 1);
    assertEquals(0.5, x[2]);
  }

  @Test
  void of_tooManyWorkers_shrinksThatPoolAlone() {
    FeasibilityRepair mended = mend(1, 0, 1, 0, 0.5, 0.5, 0.5, 0.5);
    assertEquals(0.5, mended.violation(), "one of two workers too many");
    double[] x = mended.fractions();
    assertEquals(2.0 / 3, x[0], 1e-12);
    assertEquals(1.0 / 3, x[4], 1e-12);
    assertTrue(x[0] + x[2] + x[4] + x[6] <= 2);
    assertEquals(0.5, x[5]);
    assertEquals(1.5 - 1, mend(0, 0.5, 0, 0.5, 0, 0.25, 0, 0.25).violation(), "of one worker");
  }

  @Test
  void of_pair_countsForBothMembers_andIsShrunkForEither() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 9)))
            .job(Job.of("a"), 1)
            .job(Job.of("b"), 1)
            .pair("a", "b", new double[] {1}, new double[] {1})
            .build();
    AllocationProgram pairs = AllocationProgram.maximizeSum(problem, new double[] {1, 1});
    FeasibilityRepair mended = FeasibilityRepair.of(pairs, new double[] {0.25, 0.5, 0.75});
    assertEquals(0.25, mended.violation());
    double[] x = mended.fractions();
    assertEquals(0.25, x[0], "it has time left");
    assertEquals(0.4, x[1], 1e-12);
    assertEquals(0.6, x[2], 1e-12);
  }

  private static final Prices OF_WORKERS =
      Prices.of(new double[] {1, 0.5}, new double[4], new double[4]);

  @Test
  void point_missedFloor_isThePartThatIsMissing() {
    AllocationProgram floors = program().withFloor(new double[] {4, 0.5, 0, 0});
    CertifiedSolution point =
        CertifiedSolution.of(floors, new double[] {0.5, 0, 0.25, 0, 0, 0, 0, 0}, OF_WORKERS);
    assertEquals(0.75, point.missed(), "1 of 4 steps per second");
    CertifiedSolution busy =
        CertifiedSolution.of(floors, new double[] {1, 1, 0.25, 0, 0, 0, 0, 0}, OF_WORKERS);
    assertEquals(0.625, busy.missed(), 1e-12, "1.5 of 4, for it has half the time on each");
  }

  /** All jobs together can make 5 steps per second; prices of 2 and 1 a worker prove it. */
  @Test
  void point_gap_isTheOpenPartOfTheLarger() {
    Prices proof = Prices.of(new double[] {2, 1}, new double[4], new double[4]);
    CertifiedSolution half =
        CertifiedSolution.of(program(), new double[] {1, 0, 0, 0, 0, 0.5, 0, 0}, proof);
    assertEquals(2.5, half.open());
    assertEquals(0.5, half.relativeGap());
    CertifiedSolution all =
        CertifiedSolution.of(program(), new double[] {1, 0, 1, 0, 0, 1, 0, 0}, proof);
    assertEquals(0, all.relativeGap());
    assertTrue(all.holdsWithin(Tolerance.EXACT));
    CertifiedSolution nothing =
        CertifiedSolution.of(
            AllocationProgram.maximizeSum(problemWithoutWorkers(), new double[] {1}),
            new double[0],
            Prices.of(new double[1], new double[1], new double[1]));
    assertEquals(0, nothing.relativeGap());
  }

  @Test
  void point_gapThatIsJustTheTolerance_holds() {
    Prices proof = Prices.of(new double[] {2, 1}, new double[4], new double[4]);
    CertifiedSolution most =
        CertifiedSolution.of(program(), new double[] {1, 0, 1, 0, 0, 0.75, 0, 0}, proof);
    assertTrue(most.holdsWithin(new Tolerance(0.25, 0)));
    assertTrue(most.isNear(new Tolerance(0.25, 0)));
    assertTrue(!most.holdsWithin(new Tolerance(0.125, 0)));
  }

  /**
   * Gains are 3 and losses 2; the gap of 0.5 is relative to their sum, not to the difference of 1.
   */
  @Test
  void point_losses_countForTheScaleOfTheGap() {
    AllocationProblem two =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 2)))
            .job(Job.of("x"), 1)
            .job(Job.of("y"), 1)
            .build();
    AllocationProgram losing = AllocationProgram.maximizeGain(two, new double[] {3, -2});
    Prices proof = Prices.of(new double[] {0}, new double[2], new double[2]);
    CertifiedSolution point = CertifiedSolution.of(losing, new double[] {1, 0.25}, proof);
    assertEquals(2.5, point.objective());
    assertEquals(0.5, point.open());
    assertTrue(point.isNear(new Tolerance(0, 0.5 / 3.5)), "of 2.5 and twice the 0.5 that is lost");
    assertTrue(!point.isNear(new Tolerance(0, 0.5 / 3.6)));
  }

  @Test
  void point_mendedBeyondTheTolerance_doesNotHold() {
    Prices proof = Prices.of(new double[] {2, 1}, new double[4], new double[4]);
    double[] x = {1, 0, 1, 0, 0, 1.25, 0, 0};
    CertifiedSolution mended = CertifiedSolution.of(program(), x, proof);
    assertTrue(mended.isNear(new Tolerance(0, 1e-9)), "it is optimal once mended");
    assertTrue(mended.holdsWithin(new Tolerance(0, 0.25)));
    assertTrue(!mended.holdsWithin(new Tolerance(0, 0.2)));
  }

  private static AllocationProblem problemWithoutWorkers() {
    return AllocationProblem.builder(Cluster.of(new WorkerType("a", 0)))
        .job(Job.of("j"), 1)
        .build();
  }
}
