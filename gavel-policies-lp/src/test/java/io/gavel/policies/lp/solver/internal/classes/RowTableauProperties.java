package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The tableau against what its definition says: every point satisfies its equations. */
class RowTableauProperties {

  private static final int COLUMNS = 5;

  private static RowTableau tableau(List<double[]> rows) {
    RowTableau tableau = new RowTableau(COLUMNS);
    rows.forEach(row -> tableau.add(Arrays.copyOf(row, COLUMNS - 1), row[COLUMNS - 1]));
    return tableau;
  }

  @Provide
  Arbitrary<List<double[]>> rows() {
    return row().list().ofMinSize(1).ofMaxSize(6);
  }

  @Provide
  Arbitrary<double[]> row() {
    return Arbitraries.integers()
        .between(-4, 4)
        .array(int[].class)
        .ofSize(COLUMNS)
        .map(row -> Arrays.stream(row).asDoubleStream().toArray());
  }

  @Provide
  Arbitrary<List<Integer>> choices() {
    return Arbitraries.integers().between(0, 6 * COLUMNS - 1).list().ofMaxSize(20);
  }

  /** Exchanges variables wherever the number is large enough. */
  private static void exchange(RowTableau tableau, List<Integer> choices) {
    for (int choice : choices) {
      int r = choice / COLUMNS % tableau.count;
      int j = choice % COLUMNS;
      if (Math.abs(tableau.row(r)[j]) > 0.1) {
        tableau.pivot(r, j);
      }
    }
  }

  /** A point and the slacks that it leaves of zero limits satisfy the equations of the tableau. */
  private static void requireEquations(RowTableau tableau, List<double[]> rows) {
    double[] x = new double[COLUMNS + rows.size()];
    for (int c = 0; c < COLUMNS; c++) {
      x[c] = 1 + c * c;
    }
    for (int i = 0; i < rows.size(); i++) {
      for (int c = 0; c < COLUMNS; c++) {
        x[COLUMNS + i] -= rows.get(i)[c] * x[c];
      }
    }
    for (int i = 0; i < tableau.count; i++) {
      double sum = x[tableau.basic[i]];
      double[] row = tableau.row(i);
      for (int j = 0; j < COLUMNS; j++) {
        sum += row[j] * x[tableau.nonbasic[j]];
        assertEquals(row[j], tableau.column(j)[i], 1e-9 * RowTableau.size(row));
      }
      assertEquals(0, sum, 1e-8 * RowTableau.size(row));
    }
  }

  @Property
  void pivot_anyExchanges_keepsTheEquations(
      @ForAll("rows") List<double[]> rows, @ForAll("choices") List<Integer> choices) {
    RowTableau tableau = tableau(rows);
    exchange(tableau, choices);
    requireEquations(tableau, rows);
  }

  @Property
  void add_afterExchanges_isInTermsOfTheBasis(
      @ForAll("rows") List<double[]> rows,
      @ForAll("row") double[] last,
      @ForAll("choices") List<Integer> choices) {
    RowTableau tableau = tableau(rows);
    exchange(tableau, choices);
    tableau.add(Arrays.copyOf(last, COLUMNS - 1), last[COLUMNS - 1]);
    List<double[]> all = new ArrayList<>(rows);
    all.add(last);
    requireEquations(tableau, all);
  }

  @Property
  void anew_anyBasis_hasTheSameVariablesAndValues(
      @ForAll("rows") List<double[]> rows, @ForAll("choices") List<Integer> choices) {
    RowTableau tableau = tableau(rows);
    exchange(tableau, choices);
    double[] limits = new double[rows.size()];
    Arrays.setAll(limits, i -> 1 + i);
    double[] before = values(tableau, limits);
    tableau.anew();
    assertArrayEquals(before, values(tableau, limits), 1e-7);
    requireEquations(tableau, rows);
  }

  /** The values of all variables, {@code [variable]}. */
  private static double[] values(RowTableau tableau, double[] limits) {
    double[] basic = new double[tableau.count];
    tableau.values(limits, basic);
    double[] values = new double[COLUMNS + tableau.count];
    for (int i = 0; i < basic.length; i++) {
      values[tableau.basic[i]] = basic[i];
    }
    return values;
  }

  /** Rounding may let in columns that are multiples of each other; one of them is left out. */
  @Example
  void anew_columnsThatDepend_leavesOneOut() {
    List<double[]> rows = List.of(new double[] {1, 2, 0, 0, 0}, new double[] {2, 4, 0, 0, 0});
    RowTableau tableau = tableau(rows);
    tableau.basic[0] = 0;
    tableau.basic[1] = 1;
    tableau.nonbasic[0] = COLUMNS;
    tableau.nonbasic[1] = COLUMNS + 1;
    tableau.anew();
    assertTrue(tableau.rowOf(0) < 0 != tableau.rowOf(1) < 0);
    requireEquations(tableau, rows);
  }
}
