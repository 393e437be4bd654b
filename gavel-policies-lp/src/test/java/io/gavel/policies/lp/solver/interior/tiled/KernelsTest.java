package io.gavel.policies.lp.solver.interior.tiled;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** The kernels against the equations that they are steps of, job by job. */
class KernelsTest {

  private static final int JOBS = 5;

  private final Random random = new Random(1);

  private double[] any() {
    return random.doubles(JOBS, 0.5, 2).toArray();
  }

  private static void assertEach(IntToDoubleFunction expected, double[] found) {
    double[] all = new double[JOBS];
    Arrays.setAll(all, expected);
    assertArrayEquals(all, found, 1e-12);
  }

  @Test
  void arithmetic_ofTiles_isThatOfEachJob() {
    double[] a = any();
    double[] b = any();
    double[] c = any();
    double[] to = new double[JOBS];
    TileKernels.ratio(a, b, to);
    assertEach(i -> a[i] / b[i], to);
    TileKernels.negate(a, to);
    assertEach(i -> -a[i], to);
    TileKernels.add(b, to);
    assertEach(i -> b[i] - a[i], to);
    TileKernels.move(to, c, 0.5);
    assertEach(i -> b[i] - a[i] + c[i] / 2, to);
    TileKernels.subtract(b, to);
    TileKernels.scale(to, 2);
    assertEach(i -> c[i] - 2 * a[i], to);
    TileKernels.addProduct(a, b, to);
    TileKernels.addProduct(a, b, c, to);
    assertEach(i -> c[i] - 2 * a[i] + a[i] * b[i] * (1 + c[i]), to);
    double[] most = {1, 0.1, 1, 0.1, 1};
    TileKernels.largest(new double[] {-3, 0.05, 0.5, -0.2, 1}, most);
    assertArrayEquals(new double[] {3, 0.1, 1, 0.2, 1}, most);
    TileKernels.gather(a, new int[] {4, 0, 0, 2, 1}, to);
    assertArrayEquals(new double[] {a[4], a[0], a[0], a[2], a[1]}, to);
    assertEquals(a[0] + a[1] + a[2] + a[3] + a[4], TileKernels.sum(a), 1e-15);
    assertEquals(a[0] + a[1], TileKernels.sum(a, 2));
    assertEquals(3, TileKernels.max(new double[] {1, 3, 2}));
    assertEquals(0, TileKernels.max(new double[] {-1, -3}));
    assertTrue(Double.isNaN(TileKernels.max(new double[] {1, Double.NaN, 2})));
  }

  /** Rows of times, throughputs and pools at columns of two types. */
  @Test
  void gaps_atAPoint_areWhatRowsLack() {
    double[][] x = {any(), any()};
    double[][] rate = {any(), any()};
    double[][] size = {any(), any()};
    double[] idle = any();
    double[] floor = any();
    double[] requirement = any();
    double[] surplus = any();
    double[] time = new double[JOBS];
    double[] throughput = new double[JOBS];
    double[] used = new double[JOBS];
    TileKernels.timeGap(idle, time);
    TileKernels.throughputGap(floor, requirement, 3, surplus, throughput);
    for (int k = 0; k < 2; k++) {
      TileKernels.use(x[k], rate[k], size[k], time, throughput, used);
    }
    assertEach(i -> 1 - idle[i] - x[0][i] - x[1][i], time);
    assertEach(
        i ->
            floor[i]
                + 3 * requirement[i]
                + surplus[i]
                - rate[0][i] * x[0][i]
                - rate[1][i] * x[1][i],
        throughput);
    assertEach(i -> size[0][i] * x[0][i] + size[1][i] * x[1][i], used);
    TileKernels.open(requirement, -1, surplus, throughput);
    assertEach(
        i ->
            floor[i]
                + 2 * requirement[i]
                + 2 * surplus[i]
                - rate[0][i] * x[0][i]
                - rate[1][i] * x[1][i],
        throughput);
    double[] z = any();
    double[] ofTime = any();
    double[] owed = any();
    double[] gap = new double[JOBS];
    TileKernels.dualGap(rate[0], z, ofTime, owed, size[0], 7, gap);
    assertEach(i -> ofTime[i] + size[0][i] * 7 - rate[0][i] * owed[i] - z[i], gap);
    double[] price = any();
    TileKernels.dualGap(rate[0], z, ofTime, owed, size[0], price, gap);
    assertEach(i -> ofTime[i] + size[0][i] * price[i] - rate[0][i] * owed[i] - z[i], gap);
  }

  /** The direction of a column: its product goes to the target, and its dual row closes. */
  @Test
  void directions_ofColumns_satisfyNewtonsEquations() {
    double[] x = any();
    double[] z = any();
    double[] gap = any();
    double[] reduced = any();
    double[] ratio = new double[JOBS];
    TileKernels.ratio(x, z, ratio);
    double[] change = new double[JOBS];
    TileKernels.vanish(x, ratio, gap, change);
    double[] dx = new double[JOBS];
    double[] dz = new double[JOBS];
    TileKernels.direct(change, ratio, reduced, gap, dx, dz);
    assertEach(i -> reduced[i] + gap[i], dz);
    assertEach(i -> -x[i] * z[i], products(x, z, dx, dz));
    double[] second = any();
    double[] aimed = second.clone();
    TileKernels.aim(x, z, 0.3, aimed);
    TileKernels.closeDual(ratio, gap, aimed);
    TileKernels.direct(aimed, ratio, reduced, gap, dx, dz);
    assertEach(i -> 0.3 - second[i] - x[i] * z[i], products(x, z, dx, dz));
    double[] more = any();
    TileKernels.redirect(ratio, more, dx, dz);
    assertEach(i -> reduced[i] + gap[i] + more[i], dz);
    assertEach(i -> 0.3 - second[i] - x[i] * z[i], products(x, z, dx, dz));
    // slacks and prices, whose price moves by itself
    double[] move = any();
    TileKernels.negate(x, change);
    TileKernels.direct(change, ratio, move, dx, dz);
    assertArrayEquals(move, dz);
    assertEach(i -> -x[i] * z[i], products(x, z, dx, dz));
  }

  private static double[] products(double[] a, double[] b, double[] da, double[] db) {
    double[] change = new double[JOBS];
    Arrays.setAll(change, i -> a[i] * db[i] + b[i] * da[i]);
    return change;
  }

  /** Partners whose product goes to 0 are looked at as if both directions were known. */
  @Test
  void predict_dualMoves_isWhatLookFinds() {
    double[] a = any();
    double[] b = any();
    double[] db = random.doubles(JOBS, -3, 3).toArray();
    double[] da = new double[JOBS];
    Arrays.setAll(da, i -> -a[i] - a[i] / b[i] * db[i]);
    StepLength looked = new StepLength(JOBS);
    looked.look(a, b, da, db);
    StepLength predicted = new StepLength(JOBS);
    double[] second = new double[JOBS];
    double[] moves = db.clone();
    predicted.predict(a, b, moves, second, new double[JOBS]);
    assertEach(i -> -db[i] / b[i], moves);
    assertEach(i -> da[i] * db[i], second);
    assertArrayEquals(looked.primalFall, predicted.primalFall, 1e-12);
    assertArrayEquals(looked.dualFall, predicted.dualFall, 1e-12);
    double[][] sums = {looked.product, looked.primalMove, looked.dualMove, looked.bothMoves};
    double[][] same = {
      predicted.product, predicted.primalMove, predicted.dualMove, predicted.bothMoves
    };
    for (int s = 0; s < 4; s++) {
      assertArrayEquals(sums[s], same[s], 1e-12);
    }
  }

  /** Two pairs of partners: steps to where one is 0, and products after a step. */
  @Test
  void steps_ofPartners_endAtTheNearestBoundary() {
    StepLength steps = new StepLength(2);
    assertEquals(1, steps.longestPrimal());
    assertEquals(1, steps.longestDual());
    double[] a = {1, 2};
    double[] b = {3, 4};
    double[] da = {-0.5, -8};
    double[] db = {-12, 1};
    steps.look(a, b, da, db);
    assertEquals(0.25, steps.longestPrimal());
    assertEquals(0.25, steps.longestDual());
    double after = (1 - 0.25 * 0.5) * (3 - 0.5 * 12) + (2 - 0.25 * 8) * (4 + 0.5);
    assertEquals(after, steps.products(0.25, 0.5), 1e-12);
    StepLength folded = steps.folded();
    assertEquals(after, folded.products(0.25, 0.5), 1e-12);
    assertEquals(0.25, folded.longestPrimal());
    StepLength more = new StepLength(1);
    more.add(1, 1, -5, -6);
    assertEquals(1 / 6.0, more.longestDual(), 1e-15);
    folded.add(more);
    assertEquals(0.2, folded.longestPrimal(), 1e-15);
    assertEquals(1 / 6.0, folded.longestDual(), 1e-15);
    assertEquals(after + (1 - 0.25 * 5) * (1 - 0.5 * 6), folded.products(0.25, 0.5), 1e-12);
    StepLength falls = new StepLength(1);
    falls.fall(1, 2, -10, 3);
    falls.fall(1, 2, 10, -30);
    assertEquals(0.1, falls.longestPrimal(), 1e-15);
    assertEquals(1 / 15.0, falls.longestDual(), 1e-15);
    assertEquals(0, falls.products(1, 1));
    steps.clear();
    assertEquals(1, steps.longestPrimal());
    assertEquals(0, steps.products(1, 1));
  }

  /** Means and spreads of weighted rates, as if all were known at once. */
  @Test
  void join_columns_areWeightedMeansAndSpreads() {
    double[][] weight = {any(), any(), any()};
    double[][] rate = {any(), any(), any()};
    double[] sum = new double[JOBS];
    double[] mean = new double[JOBS];
    double[] spread = new double[JOBS];
    for (int k = 0; k < 3; k++) {
      EliminationKernels.join(weight[k], rate[k], sum, mean, spread);
    }
    IntToDoubleFunction all = i -> weight[0][i] + weight[1][i] + weight[2][i];
    IntToDoubleFunction middle =
        i ->
            (weight[0][i] * rate[0][i] + weight[1][i] * rate[1][i] + weight[2][i] * rate[2][i])
                / all.applyAsDouble(i);
    assertEach(all, sum);
    assertEach(middle, mean);
    IntToDoubleFunction square =
        i -> {
          double total = 0;
          for (int k = 0; k < 3; k++) {
            double off = rate[k][i] - middle.applyAsDouble(i);
            total += weight[k][i] * off * off;
          }
          return total;
        };
    assertEach(square, spread);
    double[] sum2 = new double[JOBS];
    double[] mean2 = new double[JOBS];
    double[] spread2 = new double[JOBS];
    EliminationKernels.join(weight[2], rate[2], sum2, mean2, spread2);
    double[] sum1 = new double[JOBS];
    double[] mean1 = new double[JOBS];
    double[] spread1 = new double[JOBS];
    for (int k = 0; k < 2; k++) {
      EliminationKernels.join(weight[k], rate[k], sum1, mean1, spread1);
    }
    double[] product = new double[JOBS];
    EliminationKernels.pivots(sum1, mean1, spread1, sum2, mean2, spread2, product);
    assertEach(i -> all.applyAsDouble(i) * square.applyAsDouble(i), product);
    double[] inverse = new double[JOBS];
    EliminationKernels.invert(sum, inverse);
    assertEach(i -> 1 / all.applyAsDouble(i), inverse);
  }

  /**
   * The elimination of a job with three columns from a Newton system of two pools, against the
   * solution of its two equations by Cramer's rule.
   */
  @Test
  void elimination_ofAJob_isThatOfItsTwoEquations() {
    double[][] ratio = {any(), any()};
    double[][] rate = {any(), any()};
    double[][] size = {any(), any()};
    double[] idle = any(); // the ratio of the time's slack
    double[] surplus = any(); // and of the throughput's
    double[] pivot = idle.clone();
    double[] mean = new double[JOBS];
    double[] spread = new double[JOBS];
    EliminationKernels.join(ratio[0], rate[0], pivot, mean, spread); // idling has the rate 0
    EliminationKernels.join(ratio[1], rate[1], pivot, mean, spread);
    TileKernels.add(surplus, spread);
    double[] perPivot = new double[JOBS];
    double[] perSpread = new double[JOBS];
    EliminationKernels.invert(pivot, perPivot);
    EliminationKernels.invert(spread, perSpread);
    double[][] change = {any(), any()};
    double[] idleChange = any();
    double[] timeGap = any();
    double[] throughputGap = any();
    double[] surplusChange = any();
    double[] requirement = any();
    double level = 1.5;
    double[] price = {0.75, -0.5};
    double[] timeSide = new double[JOBS];
    double[] owedSide = new double[JOBS];
    EliminationKernels.openSides(
        idleChange, timeGap, throughputGap, surplusChange, timeSide, owedSide);
    for (int k = 0; k < 2; k++) {
      EliminationKernels.addToSides(change[k], rate[k], timeSide, owedSide);
    }
    assertEach(i -> idleChange[i] - timeGap[i] + change[0][i] + change[1][i], timeSide);
    double[] open = timeSide.clone();
    double[] owes = owedSide.clone();
    double[] move = new double[JOBS];
    EliminationKernels.closeSides(timeSide, perPivot, mean, perSpread, move, owedSide);
    double[] paid = new double[JOBS];
    double[] lever = new double[JOBS];
    for (int k = 0; k < 2; k++) {
      double[] each = new double[JOBS];
      Arrays.fill(each, price[k]);
      double[] samePaid = paid.clone();
      double[] sameLever = lever.clone();
      EliminationKernels.pay(ratio[k], rate[k], size[k], mean, price[k], paid, lever);
      EliminationKernels.pay(ratio[k], rate[k], size[k], mean, each, samePaid, sameLever);
      assertArrayEquals(paid, samePaid);
      assertArrayEquals(lever, sameLever);
    }
    double[] owed = new double[JOBS];
    double[] time = new double[JOBS];
    double[] whole = new double[JOBS];
    EliminationKernels.owed(owedSide, requirement, level, lever, perSpread, owed);
    EliminationKernels.time(timeSide, paid, perPivot, mean, owed, time, whole);
    double[] reduced = new double[JOBS];
    double[] same = new double[JOBS];
    double[] each = new double[JOBS];
    Arrays.fill(each, price[1]);
    EliminationKernels.reduced(rate[1], size[1], price[1], mean, time, owed, reduced);
    EliminationKernels.reduced(rate[1], size[1], each, mean, time, owed, same);
    assertArrayEquals(reduced, same);
    for (int i = 0; i < JOBS; i++) {
      // a t − b q = open − paid and −b t + c q = owes + requirement · level + lever of rates
      double a = idle[i] + ratio[0][i] + ratio[1][i];
      double b = ratio[0][i] * rate[0][i] + ratio[1][i] * rate[1][i];
      double c = surplus[i];
      double right = open[i];
      double below = owes[i] + requirement[i] * level;
      for (int k = 0; k < 2; k++) {
        c += ratio[k][i] * rate[k][i] * rate[k][i];
        right -= ratio[k][i] * size[k][i] * price[k];
        below += ratio[k][i] * size[k][i] * price[k] * rate[k][i];
      }
      double determinant = a * c - b * b;
      double t = (right * c + b * below) / determinant;
      double q = (a * below + b * right) / determinant;
      assertEquals(q, owed[i], 1e-10, "throughput's price");
      assertEquals(t, whole[i], 1e-10, "time's price");
      assertEquals(t + size[1][i] * price[1] - rate[1][i] * q, reduced[i], 1e-10);
      assertEquals(right / a, time[i], 1e-10);
    }
    double[] kept = new double[JOBS];
    EliminationKernels.keep(rate[0], mean, owed, move, kept);
    assertEach(i -> open[i] / pivot[i] - (rate[0][i] - mean[i]) * owed[i], kept);
    double[] total = new double[JOBS];
    EliminationKernels.side(change[0], ratio[0], size[0], kept, total);
    assertEach(i -> size[0][i] * (change[0][i] - ratio[0][i] * kept[i]), total);
  }

  /** What is left of a pool's square when a job is eliminated, and of the product of two pools. */
  @Test
  void complement_ofPools_isWhatEliminationLeaves() {
    double[][] ratio = {any(), any()};
    double[][] rate = {any(), any()};
    double[][] size = {any(), any()};
    double[] mean = any();
    double[] perPivot = any();
    double[] perSpread = any();
    double[][] drawn = new double[2][JOBS];
    double[][] lever = new double[2][JOBS];
    for (int k = 0; k < 2; k++) {
      EliminationKernels.levers(ratio[k], rate[k], size[k], mean, drawn[k], lever[k]);
      double[] r = ratio[k];
      double[] s = size[k];
      double[] v = rate[k];
      assertEach(i -> r[i] * s[i], drawn[k]);
      assertEach(i -> r[i] * s[i] * (v[i] - mean[i]), lever[k]);
    }
    double[] total = any();
    double[] before = total.clone();
    EliminationKernels.offDiagonal(
        perPivot, perSpread, drawn[0], drawn[1], lever[0], lever[1], total);
    assertEach(
        i ->
            before[i]
                + drawn[0][i] * drawn[1][i] * perPivot[i]
                + lever[0][i] * lever[1][i] * perSpread[i],
        total);
    double[] left = any();
    double[] diagonal = new double[JOBS];
    EliminationKernels.diagonal(size[0], perPivot, perSpread, drawn[0], left, diagonal);
    assertEach(i -> size[0][i] * drawn[0][i] * left[i] * perPivot[i] * perSpread[i], diagonal);
  }
}
