package io.gavel.policies.lp.solver.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two jobs of one and two workers on two types with one and two workers. */
class CouplingRowsTest {

  private static final AllocationProblem PROBLEM =
      AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 2)))
          .job(Job.of("one"), 4, 2)
          .job(Job.builder("two").scaleFactor(2).build(), 0, 1)
          .build();

  private static final AllocationProgram SUM =
      AllocationProgram.maximizeSum(PROBLEM, new double[] {1, 1});

  private static double[] of(double... values) {
    return values;
  }

  private static CouplingRows row(Relation relation, double bound, double... coefficients) {
    return CouplingRows.builder()
        .add("quota", relation, bound, indices(coefficients), coefficients)
        .build();
  }

  private static int[] indices(double[] coefficients) {
    int[] columns = new int[coefficients.length];
    for (int c = 0; c < columns.length; c++) {
      columns[c] = c;
    }
    return columns;
  }

  private static String refused(Runnable stated) {
    return assertThrows(IllegalArgumentException.class, stated::run).getMessage();
  }

  @Test
  void add_wrongNumbers_areRefusedByName() {
    CouplingRows.Builder rows = CouplingRows.builder();
    Relation most = Relation.AT_MOST;
    assertEquals(
        "bound of row \"quota\" is NaN; it must be finite",
        refused(() -> rows.add("quota", most, Double.NaN, new int[] {0}, of(1))));
    assertEquals(
        "coefficient of column 1 in row \"quota\" is Infinity; it must be finite",
        refused(() -> rows.add("quota", most, 1, new int[] {0, 1}, of(1, 1 / 0.0))));
    assertEquals(
        "row \"quota\" has two coefficients of column 3; at most one is allowed",
        refused(() -> rows.add("quota", most, 1, new int[] {3, 2, 3}, of(1, 1, 1))));
    assertEquals(
        "row \"quota\" has 2 indices of a column and 1 coefficients; the numbers must be equal",
        refused(() -> rows.add("quota", most, 1, new int[] {3, 2}, of(1))));
    assertEquals(
        "row \"quota\" names column 3; the program has 3, numbered from 0",
        refused(() -> SUM.withRows(row(most, 1, 1, 1, 1, 1))));
    rows.add("level", most, 0, new int[0], of(), new int[] {0}, of(1));
    assertEquals(
        "row \"level\" names free variable 0; the program has 0, numbered from 0",
        refused(() -> SUM.withRows(rows.build())));
  }

  @Test
  void add_wrongFreeColumns_areRefusedByName() {
    FreeVariables.Builder free = FreeVariables.builder();
    assertEquals(
        "largest value of free variable \"more\" is -1.0; it must be \u2265 0",
        refused(() -> free.add("more", -1, 0)));
    assertEquals(
        "gain of free variable \"more\" is NaN; it must be finite",
        refused(() -> free.add("more", 1, Double.NaN)));
    assertEquals(
        "size of free variable \"more\" on pool 1 is NaN; it must be finite",
        refused(() -> free.add("more", 1, 1, new int[] {1}, of(Double.NaN))));
    assertTrue(
        refused(() -> free.add("more", 1, 1, new int[] {1, 1}, of(1, 1)))
            .startsWith("free variable \"more\" has two sizes on one pool"));
    assertEquals(
        "free variable \"more\" names pool 2; the program has 2, numbered from 0",
        refused(
            () ->
                SUM.withFreeVariables(
                    FreeVariables.builder().addWorkers("more", 1, 1, 2).build())));
  }

  @Test
  void column_ofGroupAndType_isFoundIfItRuns() {
    assertEquals(1, SUM.column(0, 1));
    assertEquals(-1, SUM.column(1, 0));
    assertEquals(2, SUM.column(1, 1));
  }

  @Test
  void withColumns_selection_keepsTheRowsOfWhatStays() {
    AllocationProgram left =
        SUM.withRows(row(Relation.AT_MOST, 3, 5, 6, 7))
            .withColumns(new boolean[] {false, true, true});
    double[] coefficients = new double[2];
    left.rows().forEach(0, (c, a) -> coefficients[c] = a);
    assertArrayEquals(of(6, 7), coefficients);
    assertEquals(3, left.rows().bound(0));
    assertEquals("quota", left.rows().row(0).name());
  }

  @Test
  void violation_anyRelation_isRelativeToBoundOrCoefficient() {
    double[] x = {0.5, 0.25, 0};
    double[] none = {};
    assertEquals(0.25, row(Relation.AT_MOST, 1, 2, 1, 0).violation(0, x, none) * 2);
    assertEquals(0, row(Relation.AT_LEAST, 1, 2, 1, 0).violation(0, x, none));
    assertEquals(0.75 / 4, row(Relation.EXACTLY, 0, 2, -1, 4).violation(0, x, none));
    assertEquals(1.25 / 2, row(Relation.AT_LEAST, 2, 1, 1, 1).violation(0, x, none));
  }

  /** The first job may hold 0.3 workers in all. */
  @Test
  void of_upperLimit_isPricedAndKeptExactly() {
    AllocationProgram program = SUM.withRows(row(Relation.AT_MOST, 0.3, 1, 1));
    DualBound bound = DualBound.of(program, Prices.of(of(0, 0), of(0, 0), of(0, 0)), of(4));
    assertEquals(4 * 0.3 + 1, bound.value(), 1e-15);
    assertArrayEquals(of(4), bound.rowPrices());
    double[] x = FeasibilityRepair.of(program, of(0.2, 0.1 + 1e-9, 0.5)).fractions();
    assertTrue(x[0] + x[1] <= 0.3);
    assertTrue(x[0] + x[1] >= 0.3 - 1e-15);
  }

  @Test
  void of_negativePriceOfAnInequality_countsAsNone() {
    AllocationProgram program = SUM.withRows(row(Relation.AT_MOST, 0.3, 1, 1));
    DualBound bound = DualBound.of(program, Prices.zero(PROBLEM), of(-1));
    assertArrayEquals(of(0), bound.rowPrices());
    assertEquals(4 + 1, bound.value());
  }

  /** A worker of type a costs 1 and is worth 4, but only one more can be rented. */
  @Test
  void of_workersToBuy_areWorthWhatTheySaveUpToTheMost() {
    FreeVariables free = FreeVariables.builder().addWorkers("rented", 1, 1, 0).build();
    AllocationProgram program =
        AllocationProgram.maximizeSum(
                AllocationProblem.builder(Cluster.of(new WorkerType("a", 1)))
                    .job(Job.of("one"), 4)
                    .job(Job.of("two"), 4)
                    .build(),
                new double[] {1, 1})
            .withFreeVariables(free);
    Prices prices = Prices.of(of(4), of(0, 0), of(0, 0));
    DualBound bound = DualBound.of(program, prices);
    assertEquals(4 * 1 + 1 * (4 - 1), bound.value());
    CertifiedSolution point = CertifiedSolution.of(program, List.of(), of(1, 1), of(0.9), bound);
    assertArrayEquals(of(1), point.free(), "raised to what is used");
    assertEquals(7, point.objective());
    assertTrue(point.isNear(CertifiedSolution.GOOD));
  }

  /**
   * Without a largest number, a price of 4 would prove nothing; 1 is the most a worker is worth.
   */
  @Test
  void of_workersToBuyWithoutLimit_limitThePriceOfThePool() {
    FreeVariables free =
        FreeVariables.builder().addWorkers("rented", Double.POSITIVE_INFINITY, 1, 0).build();
    DualBound bound =
        DualBound.of(SUM.withFreeVariables(free), Prices.of(of(4, 0), of(0, 0), of(0, 0)));
    assertEquals(1, bound.prices().ofPool(0));
    assertEquals(1 + 3 + 1, bound.value());
  }

  /** A level without limits has no price that limits it. */
  @Test
  void of_freeGainThatNothingLimits_provesNothing() {
    FreeVariables free = FreeVariables.builder().add("level", Double.POSITIVE_INFINITY, 1).build();
    DualBound bound = DualBound.of(SUM.withFreeVariables(free), Prices.zero(PROBLEM));
    assertEquals(Double.POSITIVE_INFINITY, bound.value());
  }

  @Test
  void of_wrongNumberOfRowPrices_isRefused() {
    assertEquals(
        "there are 1 prices of rows; the program has 0 coupling rows",
        refused(() -> DualBound.of(SUM, Prices.zero(PROBLEM), of(1))));
  }
}
