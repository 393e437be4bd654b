package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Tableaus of any basis say the same of rows, limits and costs as the rows themselves. */
class RowTableauCostsProperties {

  private static final double CLOSE = 1e-8;

  /** The values of all variables, columns and then slacks, from those that are not basic. */
  private static double[] variables(RowTableau tableau, double[] limits, double[] nonbasic) {
    double[] values = new double[tableau.count];
    tableau.values(limits, values);
    double[] all = new double[tableau.columns + tableau.count];
    for (int j = 0; j < nonbasic.length; j++) {
      all[tableau.nonbasic[j]] = nonbasic[j];
    }
    for (int i = 0; i < tableau.count; i++) {
      double sum = values[i];
      for (int j = 0; j < nonbasic.length; j++) {
        sum -= tableau.row(i)[j] * nonbasic[j];
      }
      all[tableau.basic[i]] = sum;
    }
    return all;
  }

  private static void assertSays(
      RowTableau tableau, double[][] rows, double[] limits, Random random) {
    double[] nonbasic = new double[tableau.columns];
    Arrays.setAll(nonbasic, j -> random.nextInt(5) - 2);
    double[] all = variables(tableau, limits, nonbasic);
    double size = size(tableau, all);
    for (int i = 0; i < rows.length; i++) {
      double sum = all[tableau.columns + i];
      for (int c = 0; c < tableau.columns; c++) {
        sum += rows[i][c] * all[c];
      }
      assertEquals(limits[i], sum, CLOSE * size, "row " + i);
    }
    for (int i = 0; i < tableau.count; i++) {
      assertEquals(i, tableau.rowOf(tableau.basic[i]));
    }
    for (int j = 0; j < tableau.columns; j++) {
      assertEquals(j, tableau.placeOf(tableau.nonbasic[j]));
      assertEquals(-1, tableau.rowOf(tableau.nonbasic[j]));
    }
  }

  /** What rounding is relative to: the largest value times the largest number. */
  private static double size(RowTableau tableau, double[] all) {
    double size = 1;
    for (int i = 0; i < tableau.count; i++) {
      double[] row = tableau.row(i);
      size = Math.max(size, Math.abs(row[RowTableau.largest(row)]));
    }
    return size * (1 + Math.abs(all[RowTableau.largest(all)]));
  }

  /** What variables cost: by the first basis, that of the columns. */
  private static double cost(RowTableau tableau, double[] all) {
    double sum = 0;
    for (int j = 0; j < tableau.columns; j++) {
      sum += tableau.cost[j] * all[tableau.nonbasic[j]];
    }
    return sum;
  }

  /** The place of the least cost for its number below 0 in a row; -1 if that is near 0. */
  private static int place(RowTableau tableau, int r) {
    int best = -1;
    double[] row = tableau.row(r);
    for (int j = 0; j < tableau.columns; j++) {
      double number = row[j];
      if (number < 0 && (best < 0 || tableau.cost[j] / -number < tableau.cost[best] / -row[best])) {
        best = j;
      }
    }
    return best >= 0 && row[best] < -0.1 ? best : -1;
  }

  @Property(tries = 60)
  void pivot_anyBasis_saysTheSameAsTheRows(
      @ForAll Draws random, @ForAll @IntRange(min = 1, max = 6) int columns) {
    RowTableau tableau = new RowTableau(columns);
    Arrays.setAll(tableau.cost, j -> 1 + j / 8.0);
    int most = random.nextInt(10) == 0 ? 70 : 10;
    double[][] rows = {};
    double[] limits = {};
    for (int i = 0; i < most; i++) {
      double[] row = new double[columns];
      Arrays.setAll(row, c -> (random.nextInt(9) - 4) / 4.0);
      rows = Arrays.copyOf(rows, i + 1);
      rows[i] = row;
      limits = Arrays.copyOf(limits, i + 1);
      limits[i] = random.nextInt(5) - 1;
      tableau.add(Arrays.copyOf(row, columns - 1), row[columns - 1]);
      int r = random.nextInt(i + 1);
      int j = place(tableau, r);
      if (j >= 0) {
        double[] zeros = new double[columns];
        double[] ones = new double[columns];
        Arrays.fill(ones, 1);
        double[] here = variables(tableau, limits, zeros);
        double[] there = variables(tableau, limits, ones);
        double more = cost(tableau, there) - cost(tableau, here);
        tableau.pivot(r, j);
        double size = size(tableau, there);
        assertEquals(more, cost(tableau, there) - cost(tableau, here), CLOSE * size);
      }
      assertSays(tableau, rows, limits, random);
    }
    assertSameAnew(tableau, limits);
    assertSays(tableau, rows, limits, random);
  }

  private static void assertSameAnew(RowTableau tableau, double[] limits) {
    double[] zeros = new double[tableau.columns];
    double[] here = variables(tableau, limits, zeros);
    TreeSet<Integer> basis = new TreeSet<>();
    Arrays.stream(tableau.basic, 0, tableau.count).forEach(basis::add);
    double[] costOf = new double[tableau.columns + tableau.count];
    for (int j = 0; j < tableau.columns; j++) {
      costOf[tableau.nonbasic[j]] = tableau.cost[j];
    }
    tableau.anew();
    TreeSet<Integer> same = new TreeSet<>();
    Arrays.stream(tableau.basic, 0, tableau.count).forEach(same::add);
    assertEquals(basis, same);
    double size = size(tableau, here);
    assertArrayEquals(here, variables(tableau, limits, zeros), CLOSE * size);
    for (int j = 0; j < tableau.columns; j++) {
      assertEquals(costOf[tableau.nonbasic[j]], tableau.cost[j]);
    }
  }

  /** Costs of thousands of steps have any size; where a place is open, one is found. */
  @Property
  void cheapest_costsOfAnySize_findsAnOpenPlace(
      @ForAll Draws random, @ForAll @IntRange(min = 1, max = 6) int columns) {
    RowTableau tableau = new RowTableau(columns);
    double[] row = new double[columns];
    boolean[] open = new boolean[columns];
    Arrays.setAll(tableau.cost, j -> random.nextDouble() * Math.scalb(1.0, random.nextInt(100)));
    for (int j = 0; j < columns; j++) {
      row[j] = -0.01 - random.nextDouble() * 100;
      open[j] = random.nextInt(4) > 0;
    }
    int found = tableau.cheapest(row, open, 0.01);
    boolean any = false;
    for (int j = 0; j < columns; j++) {
      any |= open[j];
      double least = open[j] && found >= 0 ? (tableau.cost[j] + 0.01) / -row[j] : 1e99;
      assertTrue(found < 0 || tableau.cost[found] / -row[found] <= least, "place " + j);
    }
    assertEquals(any, found >= 0);
    assertTrue(!any || open[found]);
  }

  @Example
  void largest_numbersOfBothSigns_isTheFirstOfTheLargestSize() {
    assertEquals(2, RowTableau.largest(new double[] {1, -2, -3, 3, 0}));
    assertEquals(0, RowTableau.largest(new double[] {-1, 1}));
    assertEquals(7, RowTableau.size(new double[] {1, -2, -3, 0}));
  }
}
