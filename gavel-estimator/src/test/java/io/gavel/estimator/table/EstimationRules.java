package io.gavel.estimator.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.EstimationMethod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The rules of {@link EstimationMethod}, each checked on a given table and row. */
final class EstimationRules {

  private EstimationRules() {}

  static void checkAll(EstimationMethod method, ReferenceTable references, Measurements row) {
    measuredIsMeasured(method, references, row);
    range(method, references, row);
    noEvidence(method, references);
    namesNotPositions(method, references, row);
    determinism(method, references, row);
  }

  static void measuredIsMeasured(
      EstimationMethod method, ReferenceTable references, Measurements row) {
    Estimate estimate = method.fit(references).estimate(row);
    for (int k : row.indices()) {
      assertEquals(row.rate(k), estimate.rate(k), "rule 1 (measured is measured), column " + k);
    }
    for (int k = 0; k < row.columns().size(); k++) {
      if (!row.isMeasured(k)) {
        Measurements more = row.with(k, 0.375);
        assertEquals(0.375, method.fit(references).estimate(more).rate(k), "rule 1 (added)");
        break;
      }
    }
    double[] whole = estimate.rates();
    Measurements complete = Measurements.complete(row.columns(), whole);
    assertArrayEquals(
        whole, method.fit(references).estimate(complete).rates(), "rule 1 (complete row)");
  }

  static void range(EstimationMethod method, ReferenceTable references, Measurements row) {
    for (double rate : method.fit(references).estimate(row).rates()) {
      assertTrue(rate >= 0 && rate <= 1, () -> "rule 2 (range): " + rate);
    }
  }

  static void noEvidence(EstimationMethod method, ReferenceTable references) {
    Estimate estimate = method.fit(references).estimate(Measurements.none(references.columns()));
    assertArrayEquals(references.columnMeans(), estimate.rates(), 1e-12, "rule 3 (no evidence)");
  }

  static void namesNotPositions(
      EstimationMethod method, ReferenceTable references, Measurements row) {
    int[] rows = shuffled(references.size());
    int[] order = shuffled(references.columns().size());
    Columns columns =
        Columns.of(IntStream.of(order).mapToObj(references.columns()::column).toList());
    double[][] rates = new double[rows.length][];
    List<String> names = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      double[] from = references.row(rows[i]);
      rates[i] = IntStream.of(order).mapToDouble(k -> from[k]).toArray();
      names.add(references.names().get(rows[i]));
    }
    Measurements moved = Measurements.none(columns);
    for (int k : row.indices()) {
      moved = moved.with(references.columns().column(k), row.rate(k));
    }
    Estimate here = method.fit(references).estimate(row);
    Estimate there = method.fit(ReferenceTable.of(columns, names, rates)).estimate(moved);
    for (Column column : references.columns().asList()) {
      assertEquals(here.rate(column), there.rate(column), 1e-6, () -> "rule 4 (names), " + column);
    }
  }

  static void determinism(EstimationMethod method, ReferenceTable references, Measurements row) {
    assertEquals(
        method.fit(references).estimate(row),
        method.fit(references).estimate(row),
        "rule 5 (determinism)");
  }

  private static int[] shuffled(int size) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, size).boxed().toList());
    Collections.shuffle(order, new Random(size));
    return order.stream().mapToInt(Integer::intValue).toArray();
  }
}
