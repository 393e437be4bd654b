package io.gavel.policies.lp.program;

import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lower bounds that earlier stages impose: throughput floors and minimum sums. */
final class Kept {

  private final double[] floors;
  private final List<Sum> sums;

  /**
   * A sum over columns and purchases with a least value.
   *
   * @param row the sum is at least its bound
   * @param scale the size of the value, above 0
   */
  private record Sum(LinearRow row, double scale) {

    Sum loosened(double part) {
      return new Sum(row.with(row.name(), row.bound() - part * scale), scale);
    }
  }

  private Kept(double[] floors, List<Sum> sums) {
    this.floors = floors;
    this.sums = sums;
  }

  /** Floors in steps per second, {@code [job]}; not copied. */
  static Kept floors(double[] floors) {
    return new Kept(floors, List.of());
  }

  /** Returns the floors in steps per second, {@code [job]}; not to be modified. */
  double[] floors() {
    return floors;
  }

  boolean hasFloors() {
    return Arrays.stream(floors).anyMatch(floor -> floor > 0);
  }

  /** Keeps throughputs too, but asks of no job more than a known point reaches. */
  Kept andThroughputs(double[] least, double[] reached) {
    double[] higher = new double[floors.length];
    Arrays.setAll(higher, m -> Math.min(Math.max(floors[m], least[m]), reached[m]));
    return new Kept(higher, sums);
  }

  /**
   * Keeps the least value of a sum, too.
   *
   * @param row the sum, over columns and purchases
   * @param scale the size of the value, above 0
   */
  Kept andSum(LinearRow row, double least, double scale) {
    List<Sum> more = new ArrayList<>(sums);
    boolean taken = sums.stream().anyMatch(sum -> sum.row.name().equals(row.name()));
    String unique = taken ? "%s %s".formatted(row.name(), sums.size() + 1) : row.name();
    more.add(new Sum(row.with(unique, least), scale));
    return new Kept(floors, List.copyOf(more));
  }

  /** Returns the same, lowered by a part of each value. */
  Kept loosened(double part) {
    return new Kept(
        Arrays.stream(floors).map(floor -> floor * (1 - part)).toArray(),
        sums.stream().map(sum -> sum.loosened(part)).toList());
  }

  void addRows(CouplingRows.Builder rows) {
    sums.forEach(sum -> rows.add(sum.row));
  }
}
