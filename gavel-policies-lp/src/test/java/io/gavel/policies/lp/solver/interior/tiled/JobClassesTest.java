package io.gavel.policies.lp.solver.interior.tiled;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which jobs are of one class, and what a worker of a class uses. */
class JobClassesTest {

  private static AllocationProgram program(Cluster cluster, double[]... rates) {
    return AllocationProgram.maximizeSum(Cases.problem(cluster, rates), new double[rates.length]);
  }

  private static JobClasses of(AllocationProgram program, SolveLimits limits) {
    int[] slot = new int[program.columnCount()];
    int[] first = JobClasses.rankWithinPools(program.columns(), program.poolCount(), slot);
    return JobClasses.of(program, slot, first[program.poolCount()], limits);
  }

  private static JobClasses of(AllocationProgram program) {
    return of(program, SolveLimits.none());
  }

  @Test
  void rankWithinPools_typesOfOnePool_areSlotsInTheOrderOfAJob() {
    Cluster cluster =
        Cluster.of(
            new WorkerType("a", 3).withPool("one"),
            new WorkerType("b", 4).withPool("two"),
            new WorkerType("c", 3).withPool("one"),
            new WorkerType("d", 5));
    AllocationProgram program =
        program(
            cluster,
            Cases.row(1, 1, 1, 0),
            Cases.row(0, 0, 1, 0),
            Cases.row(0, 1, 1, 0),
            Cases.row(1, 0, 1, 0));
    int[] slot = new int[program.columnCount()];
    int[] first = JobClasses.rankWithinPools(program.columns(), program.poolCount(), slot);
    assertArrayEquals(new int[] {0, 2, 3, 3}, first); // nothing runs on d
    assertArrayEquals(new int[] {0, 2, 1, 0, 2, 0, 0, 1}, slot);
  }

  private static Cluster types(int types) {
    return Cluster.of(IntStream.range(0, types).mapToObj(j -> new WorkerType("w" + j, 1)).toList());
  }

  /** Jobs on the first types, as many as are listed. */
  private static JobClasses onFirst(int types, int... columns) {
    double[][] rates = new double[columns.length][types];
    for (int m = 0; m < columns.length; m++) {
      Arrays.fill(rates[m], 0, columns[m], 1);
    }
    return of(program(types(types), rates));
  }

  @Test
  void of_fewSlots_isOneClass() {
    JobClasses few = onFirst(12, 12, 1, 4, 12);
    assertEquals(1, few.count());
    assertArrayEquals(new int[4], few.of);
    assertArrayEquals(new int[] {12}, few.columns);
    assertFalse(few.isScattered(0));
    assertArrayEquals(new int[1][0], few.rows);
  }

  /** From a third of the slots on, jobs get a column for each. */
  @Test
  void of_fewColumnsOfManySlots_areClassesByTheirNumber() {
    JobClasses classes = onFirst(15, 2, 5, 6, 2, 15, 0, 5);
    assertArrayEquals(new int[] {0, 1, 2, 0, 2, 3, 1}, classes.of);
    assertArrayEquals(new int[] {2, 5, 15, 0}, classes.columns);
    assertEquals(4, classes.count());
    for (int q = 0; q < 4; q++) {
      assertEquals(q != 2, classes.isScattered(q));
    }
    assertEquals(2, onFirst(13, 4, 13).count());
    assertEquals(1, onFirst(13, 5, 13).count());
  }

  private static AllocationProgram with(
      AllocationProgram program, Relation relation, IntToDoubleFunction coefficient) {
    CouplingRows row =
        CouplingRows.builder()
            .add(
                "row",
                relation,
                1,
                IntStream.range(0, program.columnCount()).toArray(),
                IntStream.range(0, program.columnCount()).mapToDouble(coefficient).toArray())
            .build();
    return program.withRows(program.rows().and(row));
  }

  @Test
  void of_rows_areEqualPerWorkerWithinAClass() {
    AllocationProblem problem =
        Cases.gangs(
            Cases.problem(
                Cases.workers(9, 9),
                Cases.row(1, 1),
                Cases.row(1, 0), // fits the first job
                Cases.row(1, 1), // of three workers
                Cases.row(0, 1),
                Cases.row(1, 1)),
            1,
            1,
            3,
            1,
            1);
    AllocationProgram program = AllocationProgram.maximizeSum(problem, new double[5]);
    double[] first = {0.1, 0.2, 0.1, 0.1 * 3, 0.2 * 3, 0.7, 0, 0.2};
    double[] second = {0, 0.5, 0, 0, 1.5, 0, 0, 0.5};
    JobClasses classes =
        of(with(with(program, Relation.AT_MOST, c -> first[c]), Relation.AT_LEAST, c -> second[c]));
    assertArrayEquals(new int[] {0, 0, 0, 1, 2}, classes.of);
    assertEquals(3, classes.count());
    assertArrayEquals(new int[] {2, 2, 2}, classes.columns);
    assertArrayEquals(new int[] {0, 1}, classes.rows[0]);
    assertArrayEquals(new int[] {0}, classes.rows[1]);
    assertArrayEquals(Cases.row(0.1, 0.2), classes.perWorker[0][0], 1e-15);
    assertArrayEquals(Cases.row(0, -0.5), classes.perWorker[0][1], 1e-15);
    assertArrayEquals(Cases.row(0, 0.7), classes.perWorker[1][0], 1e-15);
    assertArrayEquals(Cases.row(0, 0.2), classes.perWorker[2][0], 1e-15);
    assertArrayEquals(Cases.row(0, -0.5), classes.perWorker[2][1], 1e-15);
    assertFalse(classes.isScattered(0));
  }

  /** A job without a column takes part in the class that it fits, and others must fit it then. */
  @Test
  void of_jobsWithoutAColumn_joinTheirSlots() {
    double[][] rates = {{1, 0}, {0, 1}, {0, 1}, {1, 0}, {1, 1}};
    double[] row = {1, 2, 3, 1, 1, 2};
    JobClasses classes = of(with(program(types(2), rates), Relation.AT_MOST, c -> row[c]));
    assertArrayEquals(new int[] {0, 0, 1, 0, 0}, classes.of);
    assertArrayEquals(Cases.row(1, 2), classes.perWorker[0][0]);
    assertArrayEquals(Cases.row(0, 3), classes.perWorker[1][0]);
  }

  /** Jobs with all columns find their like at any distance, others among the last classes. */
  @Test
  void of_manyClasses_areLookedUpAmongTheLast() {
    int last = 70;
    double[][] rates = new double[last + 4][2];
    for (double[] each : rates) {
      each[0] = 1;
    }
    for (int m = 0; m <= last; m++) {
      rates[m][1] = 1;
    }
    // classes 1, 2, …, 70 and again 1; then jobs on the first type alone
    double[] row = new double[2 * last + 5];
    for (int c = 0; c < 2 * last; c++) {
      row[c] = 1 + c / 2;
    }
    Arrays.fill(row, 2 * last, 2 * last + 2, 1);
    row[2 * last + 2] = 70;
    row[2 * last + 3] = 7;
    row[2 * last + 4] = 6;
    JobClasses classes = of(with(program(types(2), rates), Relation.AT_MOST, c -> row[c]));
    assertEquals(0, classes.of[last]);
    assertEquals(69, classes.of[last + 1]);
    assertEquals(6, classes.of[last + 2]);
    assertEquals(70, classes.of[last + 3]); // its like is the 65th from the end
  }

  @Test
  void of_cancelled_isStopped() {
    AllocationProgram program = with(program(types(2), Cases.row(1, 1)), Relation.AT_MOST, c -> 1);
    SolveLimits cancelled = SolveLimits.none().withCancellation(() -> true);
    assertThrows(CancelledSolve.class, () -> of(program, cancelled));
    assertTrue(of(program).count() == 1);
  }
}
