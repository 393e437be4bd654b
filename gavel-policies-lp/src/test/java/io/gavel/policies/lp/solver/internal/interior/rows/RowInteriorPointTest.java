package io.gavel.policies.lp.solver.internal.interior.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.internal.interior.Gaps;
import io.gavel.policies.lp.solver.internal.interior.Newton;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The point of the method on rows and its steps, from what can be seen of it. */
class RowInteriorPointTest {

  /** What a program maximises. */
  private enum Aim {
    LEVEL(0),
    SUM(0),
    LOGARITHMS(0),
    ROOTS(0.5),
    INVERSES(-1);

    private final double power;

    Aim(double power) {
      this.power = power;
    }
  }

  private final Random random = new Random(17);

  private AllocationProgram program(Aim aim, int jobs) {
    double[][] rates = new double[jobs][];
    Arrays.setAll(rates, m -> random.doubles(2, 1, 2).toArray());
    double[] each = random.doubles(jobs, 0.001, 0.002).toArray();
    AllocationProblem problem = Cases.problem(Cases.workers(2, 3), rates);
    return switch (aim) {
      case LEVEL -> AllocationProgram.maximizeMinimum(problem, each);
      case SUM -> AllocationProgram.maximizeSum(problem, each);
      default -> AllocationProgram.maximizeUtility(problem, each, aim.power);
    };
  }

  /** Rows that keep the first columns equal, and below half. */
  private static AllocationProgram coupled(AllocationProgram program) {
    return program.withRows(
        CouplingRows.builder()
            .add("equal", Relation.EXACTLY, 0, new int[] {0, 2}, Cases.row(1, -1))
            .add("half", Relation.AT_MOST, 0.5, new int[] {0}, Cases.row(1))
            .build());
  }

  private static RowInteriorPoint method(AllocationProgram program) {
    return new RowInteriorPoint(ProgramRows.of(program).program());
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** The sum of the products is the gap of a point that keeps all rows. */
  @ParameterizedTest
  @EnumSource(names = {"LEVEL", "SUM"})
  void gap_linearProgram_isBetweenTheObjectiveAndWhatPricesProve(Aim aim) {
    AllocationProgram program = program(aim, 6);
    RowProgram rows = ProgramRows.of(program).program();
    RowInteriorPoint method = new RowInteriorPoint(rows);
    for (int step = 0; step < 8; step++) {
      double objective = aim == Aim.LEVEL ? method.level() : dot(rows.gain, method.fractions());
      double proved = dot(rows.limit, method.prices());
      assertEquals(proved - objective, method.gap(), 1e-9 * proved);
      assertEquals(objective, method.scale(), 1e-9 * proved);
      Gaps.assertWithin(method::isWithin, method.gap() / objective);
      assertTrue(method.isFar() || method.gap() <= 1e-6 * objective);
      Newton.assertFeasible(new RowBlocks(rows), method.at(), 1e-9);
      assertTrue(method.step());
    }
    assertTrue(method.converge(1e-9));
    assertFalse(method.isFar());
  }

  /** The gap counts what prices miss of slopes, and the scale is the worth at those prices. */
  @ParameterizedTest
  @EnumSource(names = {"LOGARITHMS", "ROOTS", "INVERSES"})
  void gap_utilities_countsWhatPricesMissOfSlopes(Aim aim) {
    AllocationProgram program = program(aim, 6);
    RowInteriorPoint method = method(program);
    for (int step = 0; step < 8; step++) {
      IntToDoubleFunction price = m -> method.prices()[6 + 2 + m];
      double scale = Gaps.worth(program, method.fractions(), price);
      double missed = Gaps.missed(program, method.fractions(), price);
      assertEquals(scale, method.scale(), 1e-9 * scale);
      assertTrue(method.gap() >= missed * (1 - 1e-9));
      Gaps.assertWithin(method::isWithin, method.gap() / scale);
      assertFalse(method.isFar());
      assertTrue(method.step());
    }
  }

  /**
   * Six jobs with logarithms share the workers of a type by their weights, whatever their rates.
   */
  @Test
  void converge_logarithms_sharesWorkersByWeights() {
    AllocationProgram program =
        AllocationProgram.maximizeUtility(
            Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(5), Cases.row(0.25)),
            Cases.row(1, 3, 4),
            0);
    RowInteriorPoint method = method(program);
    assertTrue(method.converge(1e-10));
    assertArrayEquals(Cases.row(1 / 8.0, 3 / 8.0, 4 / 8.0), method.fractions(), 1e-9);
    assertEquals(8, method.scale(), 1e-8); // each weight
    assertEquals(8, method.prices()[3], 1e-7); // of the only worker
    double[] slacks = method.at().slack[0];
    assertArrayEquals(Cases.row(7 / 8.0, 5 / 8.0, 4 / 8.0), Arrays.copyOf(slacks, 3), 1e-8);
  }

  @Test
  void converge_withinTheGapAlready_takesNoStep() {
    RowInteriorPoint method = method(program(Aim.LEVEL, 6));
    double[] x = method.fractions().clone();
    assertTrue(method.converge(method.gap() / method.scale() * (1 + 1e-9)));
    assertArrayEquals(x, method.fractions());
    assertTrue(method.converge(1e-3));
    assertTrue(method.isWithin(1e-3) && !method.isWithin(1e-7)); // no further than asked for
    assertFalse(method.converge(-1));
    assertTrue(method.isWithin(1e-9)); // though it went as far as it can
  }

  /** An equation without terms, which gives a row of zeros. */
  @Test
  void step_singularEquations_isNotTaken() {
    CouplingRows nothing =
        CouplingRows.builder()
            .add("nothing", Relation.EXACTLY, 0, new int[0], new double[0])
            .build();
    RowInteriorPoint method = method(program(Aim.SUM, 6).withRows(nothing));
    double[] x = method.fractions().clone();
    assertFalse(method.step());
    assertFalse(method.converge(1e-9));
    assertArrayEquals(x, method.fractions());
  }

  /** At the optimum, weight · rate · (rate · x)^−10 is the price of the worker. */
  @Test
  void converge_steepUtilities_equalizesSlopes() {
    double[] weights = {1, 512, 1};
    double[] rates = {1, 2, 4};
    AllocationProgram program =
        AllocationProgram.maximizeUtility(
            Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(2), Cases.row(4)), weights, -9);
    RowInteriorPoint method = method(program);
    assertTrue(method.converge(1e-10));
    double[] share = new double[3];
    Arrays.setAll(share, m -> Math.pow(weights[m] * rates[m], 0.1) / rates[m]);
    double sum = Arrays.stream(share).sum();
    Arrays.setAll(share, m -> share[m] / sum);
    assertArrayEquals(share, method.fractions(), 1e-8);
  }

  /** Fractions below their reduced cost, relative to the most that any column pays, are dust. */
  @Test
  void fractionsWithoutDust_anyPoint_areThoseOfColumnsThatAreWorthTheirPrice() {
    AllocationProgram program = program(Aim.SUM, 8);
    RowInteriorPoint method = method(program);
    int dust = 0;
    while (!method.isWithin(1e-9)) {
      assertSwept(program, method);
      assertTrue(method.step());
    }
    double[] swept = method.fractionsWithoutDust();
    for (int c = 0; c < swept.length; c++) {
      dust += swept[c] == 0 ? 1 : 0;
      assertEquals(method.fractions()[c] < 1e-6, swept[c] == 0); // those that converge to 0
    }
    assertTrue(dust > 0 && dust < swept.length);
  }

  private static void assertSwept(AllocationProgram program, RowInteriorPoint method) {
    double[] x = method.fractions();
    double[] price = method.prices();
    double most = 0;
    for (int c = 0; c < x.length; c++) {
      double pool = price[program.jobCount() + program.pool(c)];
      most = Math.max(most, price[program.first(c)] + program.size(c) * pool);
    }
    double[] expected = new double[x.length];
    for (int c = 0; c < x.length; c++) {
      expected[c] = x[c] < method.at().z[0][c] / most ? 0 : x[c];
    }
    assertArrayEquals(expected, method.fractionsWithoutDust());
  }

  /**
   * Only the first column is worth anything. A row limits it, so that time and workers are free:
   * then reduced costs are measured against the mean part of a row.
   */
  @Test
  void fractionsWithoutDust_nothingPaid_areMeasuredAgainstTheObjective() {
    AllocationProgram program =
        AllocationProgram.maximizeGain(
                Cases.problem(Cases.workers(9, 9), Cases.row(1, 1)), Cases.row(8, 0))
            .withRows(
                CouplingRows.builder()
                    .add("half", Relation.AT_MOST, 0.5, new int[] {0}, Cases.row(1))
                    .build());
    RowInteriorPoint method = method(program);
    assertTrue(method.converge(1e-10));
    assertEquals(0.5, method.fractions()[0], 1e-9);
    double mean = 0.5 * 8 / 4; // of a time, two pools and a row
    double z = method.at().z[0][1];
    double x = method.fractions()[1];
    assertEquals(x < z / mean ? 0 : x, method.fractionsWithoutDust()[1]);
    assertArrayEquals(method.fractions(), method.fractionsWithoutDust());
  }

  /** A column that was left out joins, and the method ends at the optimum of all. */
  @Test
  void continuedOn_allColumns_startsWhereItWasAndEndsAtTheirOptimum() {
    AllocationProgram all =
        AllocationProgram.maximizeSum(
            Cases.problem(Cases.workers(1, 1), Cases.row(2, 3), Cases.row(4, 9)), Cases.row(1, 1));
    AllocationProgram some = all.withColumns(new boolean[] {true, true, true, false});
    RowInteriorPoint method = method(some);
    assertTrue(method.converge(0.01));
    double mean = method.meanProduct();
    double[] x = method.fractions().clone();
    int[] earlier = {0, 1, 2, -1};
    RowInteriorPoint next =
        method.continuedOn(ProgramRows.of(all).program(), earlier, Cases.row(0, 9));
    assertArrayEquals(x, Arrays.copyOf(next.fractions(), 3));
    assertEquals(mean, next.fractions()[3] * next.at().z[0][3], 1e-12);
    assertTrue(next.converge(1e-9));
    assertEquals(11, all.objective(next.fractions()), 1e-7); // 2 on the first, 9 on the second
    assertArrayEquals(Cases.row(1, 0, 0, 1), next.fractions(), 1e-6);
  }

  /** Near the optimum, steps that would violate rows are not taken. */
  @ParameterizedTest
  @EnumSource
  void converge_asFarAsItCan_keepsAllRows(Aim aim) {
    for (int run = 0; run < 20; run++) {
      AllocationProgram program = coupled(program(aim, 3 + run % 9));
      RowInteriorPoint method = method(program);
      assertTrue(method.converge(1e-7));
      assertFalse(method.converge(-1));
      assertTrue(method.isWithin(1e-7));
      Newton.assertFeasible(new RowBlocks(ProgramRows.of(program).program()), method.at(), 1e-7);
    }
  }

  @Test
  void step_programWithoutNumbers_isNotTaken() {
    RowProgram program = ProgramRows.of(program(Aim.SUM, 2)).program();
    program.limit[0] = Double.NaN;
    assertFalse(new RowInteriorPoint(program).step());
  }
}
