package io.gavel.policies.lp.solver.interior.tiled;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.Gaps;
import io.gavel.policies.lp.solver.interior.PredictorCorrector.Reach;
import io.gavel.policies.lp.solver.interior.tiled.TiledCases.Aim;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The point of the method and its steps, from what can be seen of it. */
class InteriorPointTest {

  private final Random random = new Random(13);

  private AllocationProgram plain(Aim aim, int jobs) {
    return TiledCases.program(TiledCases.problem(jobs, 4, 2, random), aim, random);
  }

  private static InteriorPoint method(AllocationProgram program) {
    return new InteriorPoint(program, SolveLimits.none(), 0);
  }

  @ParameterizedTest
  @EnumSource
  void correct_partOfTheProducts_leavesThemWithTheSecondOrder(Aim aim) {
    AllocationProgram program = plain(aim, 30);
    for (AllocationProgram any :
        new AllocationProgram[] {program, TiledCases.coupled(program, random)}) {
      for (double weight : new double[] {0, 0.5, 1}) {
        InteriorPoint method = method(any);
        assertTrue(method.factor());
        double second = Gaps.secondOrder(method.predict());
        double products = method.products();
        Reach reach = method.correct(0.3, weight).orElseThrow();
        double left = 0.3 * products - weight * second;
        assertEquals(left, Gaps.firstOrder(reach), 1e-9 * (products + Math.abs(second)));
        assertEquals(products, reach.products(0, 0), 1e-12 * products);
        method.move(0.25, 0.125);
        assertEquals(reach.products(0.25, 0.125), method.products());
      }
    }
  }

  /** The sum of the products is the gap of a point that keeps all rows. */
  @ParameterizedTest
  @EnumSource(names = {"LEVEL", "FLOORS"})
  void isWithin_linearProgram_comparesTheGapWithTheObjective(Aim aim) {
    AllocationProgram program = plain(aim, 20);
    InteriorPoint method = method(program);
    for (int step = 0; step < 8; step++) {
      double bound = 0;
      for (int k = 0; k < program.poolCount(); k++) {
        bound += program.workers(k) * method.prices().ofPool(k);
      }
      for (int m = 0; m < program.jobCount(); m++) {
        bound += method.prices().ofTime(m);
        bound -= program.floor(m) * method.prices().ofThroughput(m);
      }
      double objective = bound - method.products();
      if (aim != Aim.FLOORS || step > 6) { // floors need not hold at first
        assertEquals(objective, method.scaleOfGap(), 1e-9 * bound);
        Gaps.assertWithin(method::isWithin, method.products() / objective);
        assertEquals(method.products() <= 1e-6 * objective, method.isNear());
      }
      assertTrue(method.step());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LOGARITHMS", "ROOTS", "INVERSES"})
  void isWithin_utilities_countsWhatPricesMissOfSlopes(Aim aim) {
    AllocationProgram program = plain(aim, 20);
    InteriorPoint method = method(program);
    for (int step = 0; step < 8; step++) {
      IntToDoubleFunction price = m -> method.prices().ofThroughput(m);
      double scale = Gaps.worth(program, method.fractions(), price);
      double open = method.products() + Gaps.missed(program, method.fractions(), price);
      assertEquals(scale, method.scaleOfGap(), 1e-9 * scale);
      Gaps.assertWithin(method::isWithin, open / scale);
      assertFalse(method.isFar()); // certificates are worth their time at any gap
      assertTrue(method.step());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LEVEL", "SUM"})
  void isWithin_freeColumns_countsTheirGains(Aim aim) {
    AllocationProgram program = TiledCases.coupled(plain(aim, 20), random);
    InteriorPoint method = method(program);
    for (int step = 0; step < 10; step++) {
      assertTrue(method.step());
    }
    double[] x = method.fractions();
    double objective = program.objective(x, method.free());
    assertEquals(objective, method.scaleOfGap(), 0.01 * Math.abs(objective));
    double gains = 0;
    for (int c = 0; c < x.length; c++) {
      gains += program.gain(c) * x[c];
    }
    for (int f = 0; f < method.free().length; f++) {
      gains += program.freeVariables().gain(f) * method.free()[f];
    }
    if (aim == Aim.SUM) {
      assertEquals(gains, method.scaleOfGap(), 1e-12);
    }
  }

  /** Far while the gap is large or falls fast; then it is worth a certificate. */
  @Test
  void isFar_whileTheGapFalls_endsBetweenBothBounds() {
    int fast = 0;
    for (int jobs = 1; jobs < 40; jobs++) {
      InteriorPoint method = method(plain(jobs % 2 == 0 ? Aim.LEVEL : Aim.SUM, jobs));
      double before = Double.POSITIVE_INFINITY;
      for (int step = 0; step < 40; step++) {
        double gap = method.products() / method.scaleOfGap();
        boolean falls = method.products() <= 0.1 * before && step > 0;
        if (gap > 1e-6) {
          assertTrue(method.isFar());
        } else if (gap <= 1e-9) {
          assertFalse(method.isFar());
        } else {
          fast += falls ? 1 : 0;
          assertEquals(falls, method.isFar());
          stay(method);
          assertFalse(method.isFar());
        }
        before = method.products();
        if (gap < 1e-12 || !method.step()) {
          break;
        }
      }
    }
    assertTrue(fast > 10);
  }

  /** A step of length 0. */
  private static void stay(InteriorPoint method) {
    assertTrue(method.factor());
    method.predict();
    method.correct(0.1, 1);
    method.move(0, 0);
  }

  /** Throughputs and prices of utilities change by nine tenths at most, and by that if they may. */
  @ParameterizedTest
  @EnumSource(names = {"LOGARITHMS", "ROOTS", "INVERSES"})
  void trusted_anyStep_changesNoUtilityByMore(Aim aim) {
    AllocationProgram program = plain(aim, 6);
    InteriorPoint method = method(program);
    assertTrue(method.step());
    for (double longest : new double[] {1e9, 1e-3}) {
      assertTrue(method.factor());
      method.predict();
      method.correct(0.1, 0);
      double[] throughput = program.throughput(method.fractions());
      double[] price = prices(program, method);
      double step = method.trusted(longest);
      assertEquals(1e-3, method.trusted(1e-3));
      method.move(step, step);
      double[] moved = program.throughput(method.fractions());
      double[] movedPrice = prices(program, method);
      double most = 0;
      for (int m = 0; m < moved.length; m++) {
        if (program.weight(m) > 0) {
          most = Math.max(most, Math.abs(moved[m] / throughput[m] - 1));
          most = Math.max(most, Math.abs(movedPrice[m] / price[m] - 1));
        }
      }
      if (longest > 1) {
        assertEquals(0.9, most, 1e-6);
      } else {
        assertTrue(most < 0.9);
      }
    }
  }

  private static double[] prices(AllocationProgram program, InteriorPoint method) {
    double[] prices = new double[program.jobCount()];
    Arrays.setAll(prices, m -> method.prices().ofThroughput(m));
    return prices;
  }

  /** Fractions below their reduced cost, relative to what the column pays, are dust. */
  @Test
  void fractionsWithoutDust_anyPoint_areThoseOfColumnsThatAreWorthTheirPrice() {
    for (int types : new int[] {4, 20}) {
      AllocationProgram program =
          TiledCases.program(TiledCases.problem(40, types, 3, random), Aim.SUM, random);
      InteriorPoint method = method(program);
      int dust = 0;
      while (!method.isWithin(1e-9)) {
        dust = assertSwept(program, method);
        assertTrue(method.step());
      }
      assertTrue(dust > 0 && dust < program.columnCount());
    }
  }

  private static int assertSwept(AllocationProgram program, InteriorPoint method) {
    double[] x = method.fractions();
    double[] expected = new double[x.length];
    int dust = 0;
    for (int c = 0; c < x.length; c++) {
      double cost = program.reducedCost(c, method.prices());
      double paid = method.prices().ofTime(program.first(c));
      paid += program.size(c) * method.prices().ofPool(program.pool(c));
      expected[c] = x[c] < cost / paid ? 0 : x[c];
      dust += expected[c] == 0 ? 1 : 0;
    }
    assertArrayEquals(expected, method.fractionsWithoutDust());
    return dust;
  }

  @Test
  void solved_programWithRows_hasOnePriceForEach() {
    AllocationProgram program = TiledCases.coupled(plain(Aim.LEVEL, 9), random);
    InteriorPoint method = method(program);
    assertTrue(method.step());
    assertEquals(program.rows().count(), method.rowPrices().length);
    assertEquals(program.poolCount(), method.prices().pools().length);
    assertArrayEquals(method.rowPrices(), method.solved(7).rowPrices());
    assertArrayEquals(method.free(), method.solved(7).free());
    assertArrayEquals(method.fractions(), method.solved(7).fractions());
    assertEquals(7, method.solved(7).steps());
    assertEquals(method.prices(), method.solved(7).prices());
    double[] free = method.free();
    free[0] = -1;
    assertTrue(method.free()[0] > 0);
  }

  /** An equation without terms, which gives a row of zeros. */
  @Test
  void step_singularEquations_isNotTaken() {
    CouplingRows nothing =
        CouplingRows.builder()
            .add("nothing", Relation.EXACTLY, 0, new int[0], new double[0])
            .build();
    InteriorPoint method = method(plain(Aim.SUM, 9).withRows(nothing));
    double[] x = method.fractions();
    assertFalse(method.step());
    assertFalse(method.isCancelled());
    assertArrayEquals(x, method.fractions());
  }

  /** Looked up within the passes of both directions. */
  @Test
  void step_cancelled_leavesThePoint() {
    AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
    SolveLimits limits = SolveLimits.none().withCancellation(() -> left.getAndDecrement() <= 0);
    InteriorPoint method = new InteriorPoint(plain(Aim.SUM, 9), limits, 0);
    assertTrue(method.step());
    assertFalse(method.isCancelled());
    double[] x = method.fractions();
    left.set(3);
    assertFalse(method.step());
    assertTrue(method.isCancelled());
    assertArrayEquals(x, method.fractions());
    left.set(0);
    assertThrows(CancelledSolve.class, method::predict);
    left.set(0);
    assertThrows(CancelledSolve.class, () -> method.correct(0.1, 1));
  }

  /** A column that was left out joins, and the method ends at the optimum of all. */
  @Test
  void continuedOn_allColumns_endsAtTheirOptimum() {
    AllocationProgram all =
        AllocationProgram.maximizeSum(
            Cases.problem(Cases.workers(1, 1), Cases.row(2, 3), Cases.row(4, 9)), Cases.row(1, 1));
    AllocationProgram some = all.withColumns(new boolean[] {true, true, true, false});
    InteriorPoint method = method(some);
    while (!method.isWithin(0.01)) {
      assertTrue(method.step());
    }
    double raise = 9; // the last column is worth no more
    method = method.continuedOn(all, new int[] {0, 1, 2, -1}, Cases.row(0, raise));
    int steps = 0;
    for (; !method.isWithin(1e-9); steps++) {
      assertTrue(method.step());
    }
    assertTrue(steps >= 3 && steps <= 8, steps + " steps");
    assertEquals(11, all.objective(method.fractions()), 1e-7); // 2 on the first, 9 on the second
    assertArrayEquals(Cases.row(1, 0, 0, 1), method.fractions(), 1e-6);
  }
}
