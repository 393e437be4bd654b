package io.gavel.policies.lp.solver.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

/** What is repaired of upper limits and free variables, and what is left as it is, by hand. */
class RepairOfRowsTest {

  /** Two jobs on two types; columns 0 and 2 are on the first, which has few workers. */
  private static AllocationProgram program(int ofFirst) {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", ofFirst), new WorkerType("b", 4)))
            .job(Job.of("x"), 2, 1)
            .job(Job.of("y"), 2, 1)
            .build();
    return AllocationProgram.maximizeSum(problem, of(1, 1));
  }

  private static double[] of(double... values) {
    return values;
  }

  private static CouplingRows.Builder row(Relation relation, double bound, double... coefficients) {
    return CouplingRows.builder().add("row", relation, bound, new int[] {0, 2}, coefficients);
  }

  private static FeasibilityRepair mend(CouplingRows.Builder rows, double... x) {
    return FeasibilityRepair.of(program(4).withRows(rows.build()), x);
  }

  @Test
  void of_overfullUpperLimit_shrinksItsColumnsAlone() {
    FeasibilityRepair mended = mend(row(Relation.AT_MOST, 0.5, 1, 2), 0.5, 0.25, 0.25, 0.5);
    assertEquals(0.25, mended.violation(), "half too much, of the coefficient 2");
    double[] x = mended.fractions();
    assertArrayEquals(of(0.25, 0.25, 0.125, 0.5), x, 1e-12);
    assertTrue(x[0] + 2 * x[2] <= 0.5);
  }

  @Test
  void of_lowerLimitOfNegativeTerms_isOneToo() {
    FeasibilityRepair mended = mend(row(Relation.AT_LEAST, -0.5, -1, -1), 0.5, 0, 0.25, 0);
    assertEquals(0.25, mended.violation());
    assertArrayEquals(of(1 / 3.0, 0, 1 / 6.0, 0), mended.fractions(), 1e-12);
  }

  @Test
  void of_limitThatIsJustMet_isLeftAlone() {
    FeasibilityRepair mended = mend(row(Relation.AT_MOST, 0.75, 1, 1), 0.5, 0, 0.25, 0);
    assertEquals(0, mended.violation());
    assertArrayEquals(of(0.5, 0, 0.25, 0), mended.fractions());
  }

  @Test
  void of_columnThatTheLimitDoesNotCount_keepsItsTime() {
    FeasibilityRepair mended = mend(row(Relation.AT_MOST, 0.25, 1, 0), 0.5, 0, 0.75, 0);
    assertArrayEquals(of(0.25, 0, 0.75, 0), mended.fractions(), 1e-12);
  }

  @Test
  void of_columnInTwoLimits_shrinksForTheTighter() {
    for (double other : new double[] {0.125, 0.375}) {
      CouplingRows.Builder rows = row(Relation.AT_MOST, 0.25, 1, 0);
      rows.add("more", Relation.AT_MOST, other, new int[] {0}, of(1));
      double[] x = mend(rows, 0.5, 0, 0.75, 0).fractions();
      assertArrayEquals(of(Math.min(0.25, other), 0, 0.75, 0), x, 1e-12);
    }
  }

  /** Smaller fractions would not help, or not always: such rows hold as well as they did. */
  @Test
  void of_otherRows_areNotRepaired() {
    double[] x = {0.5, 0, 0.25, 0};
    for (CouplingRows.Builder rows :
        new CouplingRows.Builder[] {
          row(Relation.AT_MOST, 0.125, 1, -1),
          row(Relation.AT_LEAST, 2, 1, 1),
          row(Relation.EXACTLY, 0.25, 1, 1),
        }) {
      FeasibilityRepair mended = mend(rows, x);
      assertEquals(0, mended.violation());
      assertArrayEquals(x, mended.fractions());
    }
    FeasibilityRepair impossible = mend(row(Relation.AT_MOST, -1, 1, 1), x);
    assertEquals(1.75, impossible.violation());
    assertArrayEquals(x, impossible.fractions(), "no fractions are few enough");
  }

  private static FeasibilityRepair free(FreeVariables.Builder free, double claimed, double... x) {
    return FeasibilityRepair.of(program(1).withFreeVariables(free.build()), x, of(claimed));
  }

  @Test
  void of_freeColumn_isMovedIntoItsRange() {
    FreeVariables.Builder most = FreeVariables.builder().add("free", 2, 1);
    FeasibilityRepair within = free(most, 1.5, 0, 0, 0, 0);
    assertEquals(0, within.violation());
    assertArrayEquals(of(1.5), within.free());
    FeasibilityRepair above = free(most, 5, 0, 0, 0, 0);
    assertEquals(1.5, above.violation(), "3 too much, of 2");
    assertArrayEquals(of(2), above.free());
    FeasibilityRepair below = free(most, -0.25, 0, 0, 0, 0);
    assertEquals(0.25, below.violation());
    assertArrayEquals(of(0), below.free());
    FeasibilityRepair none = free(most, Double.NaN, 0, 0, 0, 0);
    assertEquals(Double.POSITIVE_INFINITY, none.violation());
    assertArrayEquals(of(0), none.free());
  }

  @Test
  void of_workersThatCanBeBought_areBeforeAnybodyLosesTime() {
    FreeVariables.Builder enough = FreeVariables.builder().addWorkers("bought", 3, 0.5, 0);
    FeasibilityRepair bought = free(enough, 0.5, 1, 0, 1, 0);
    assertEquals(0, bought.violation());
    assertArrayEquals(of(1), bought.free(), "one beside the one that there is");
    assertArrayEquals(of(1, 0, 1, 0), bought.fractions());
    FreeVariables.Builder few = FreeVariables.builder().addWorkers("bought", 0.25, 0.5, 0);
    FeasibilityRepair tooFew = free(few, 0.25, 1, 0, 1, 0);
    assertEquals(0.75, tooFew.violation(), "two workers where there are 1.25");
    assertArrayEquals(of(0.25), tooFew.free());
    assertArrayEquals(of(0.625, 0, 0.625, 0), tooFew.fractions(), 1e-12);
  }

  /** The row allows a quarter more than a free variable of at most a half. */
  @Test
  void of_limitWithAFreeColumn_shrinksToWhatThatAllows() {
    AllocationProgram limited =
        program(4)
            .withFreeVariables(FreeVariables.builder().add("more", 0.5, -1).build())
            .withRows(
                CouplingRows.builder()
                    .add(
                        "row",
                        Relation.AT_MOST,
                        0.25,
                        new int[] {0, 2},
                        of(1, 1),
                        new int[] {0},
                        of(-1))
                    .build());
    FeasibilityRepair mended = FeasibilityRepair.of(limited, of(0.5, 0, 0.5, 0), of(0.5));
    assertEquals(0.25, mended.violation());
    assertArrayEquals(of(0.5), mended.free());
    assertArrayEquals(of(0.375, 0, 0.375, 0), mended.fractions(), 1e-12);
    FeasibilityRepair moved = FeasibilityRepair.of(limited, of(0.25, 0, 0.25, 0), of(0));
    assertEquals(0, moved.violation());
    assertArrayEquals(of(0.25), moved.free(), "as much as the row needs");
    assertArrayEquals(of(0.25, 0, 0.25, 0), moved.fractions());
  }

  /** The free variable is what both have on the first type, of which there is less than claimed. */
  @Test
  void of_equationWithAFreeColumn_followsWhatIsLeft() {
    CouplingRows.Builder rows = CouplingRows.builder();
    rows.add("sum", Relation.EXACTLY, 0, new int[] {0, 2}, of(1, 1), new int[] {0}, of(-1));
    AllocationProgram sum =
        program(1)
            .withFreeVariables(FreeVariables.builder().add("sum", 9, 1).build())
            .withRows(rows.build());
    FeasibilityRepair mended = FeasibilityRepair.of(sum, of(1, 0, 1, 0), of(1.5));
    assertArrayEquals(of(0.5, 0, 0.5, 0), mended.fractions(), 1e-12);
    assertArrayEquals(of(1), mended.free(), 1e-12);
  }

  @Test
  void of_point_isCopiedUnlessItIsOwned() {
    double[][] wrong = {{1, 0, 1, 0}, {-0.5, 0, 0, 0}};
    for (double[] x : wrong) {
      double[] before = x.clone();
      double[] repaired = FeasibilityRepair.of(program(1), x).fractions();
      assertNotSame(x, repaired);
      assertArrayEquals(before, x);
      assertSame(x, FeasibilityRepair.ofOwn(program(1), x).fractions(), "in place");
      assertArrayEquals(repaired, x);
    }
  }
}
