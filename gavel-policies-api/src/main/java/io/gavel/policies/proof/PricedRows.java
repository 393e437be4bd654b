package io.gavel.policies.proof;

import io.gavel.policies.constraint.LinearRow;
import java.util.Arrays;
import java.util.List;

/**
 * The coefficients of fractions in rows that have a price, arranged by entry: most columns are in
 * few of many rows. Immutable.
 */
final class PricedRows {

  /**
   * The first coefficient of each entry, {@code [entry]}, and the number of all; empty if there are
   * none.
   */
  private final int[] start;

  /** The coefficients and the signed prices of their rows, rows ascending within an entry. */
  final double[] coefficient;

  final double[] price;

  /** The largest number of coefficients of an entry. */
  final int most;

  /**
   * Arranges the coefficients.
   *
   * @param signed the signed price of each row
   * @param entries the number of entries
   */
  PricedRows(List<LinearRow> rows, double[] signed, int entries) {
    boolean none = Arrays.stream(signed).allMatch(price -> price == 0);
    start = new int[none ? 0 : entries + 1];
    for (int i = 0; i < signed.length; i++) {
      LinearRow row = rows.get(i);
      for (int e = 0; signed[i] != 0 && e < row.size(); e++) {
        start[row.column(e) + 1]++;
      }
    }
    int largest = 0;
    for (int entry = 0; entry + 1 < start.length; entry++) {
      largest = Math.max(largest, start[entry + 1]);
      start[entry + 1] += start[entry];
    }
    most = largest;
    int[] next = start.clone();
    coefficient = new double[none ? 0 : start[entries]];
    price = new double[coefficient.length];
    for (int i = 0; i < signed.length; i++) {
      LinearRow row = rows.get(i);
      for (int e = 0; signed[i] != 0 && e < row.size(); e++) {
        int at = next[row.column(e)]++;
        coefficient[at] = row.coefficient(e);
        price[at] = signed[i];
      }
    }
  }

  int start(int entry) {
    return start.length == 0 ? 0 : start[entry];
  }

  int end(int entry) {
    return start.length == 0 ? 0 : start[entry + 1];
  }
}
