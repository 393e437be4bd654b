package io.gavel.policies.lp.program;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lower bounds that earlier stages impose: throughput floors and minimum sums. */
final class Kept {

  private final double[] floors;
  private final List<Sum> sums;

  /** A sum over columns and purchases with a least value. Arrays are not modified. */
  private static final class Sum {
    final String name;
    final double least;
    final double scale;
    final int[] columns;
    final double[] coefficients;
    final double[] ofPurchases;

    Sum(
        String name,
        double least,
        double scale,
        int[] columns,
        double[] coefficients,
        double[] ofPurchases) {
      this.name = name;
      this.least = least;
      this.scale = scale;
      this.columns = columns;
      this.coefficients = coefficients;
      this.ofPurchases = ofPurchases;
    }

    Sum loosened(double part) {
      return new Sum(name, least - part * scale, scale, columns, coefficients, ofPurchases);
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
   * @param scale the size of the value, above 0
   * @param columns with coefficients that are not 0
   * @param ofPurchases the coefficient of each purchasable, {@code [purchasable]}
   */
  Kept andSum(
      String name,
      double least,
      double scale,
      int[] columns,
      double[] coefficients,
      double[] ofPurchases) {
    List<Sum> more = new ArrayList<>(sums);
    boolean taken = sums.stream().anyMatch(sum -> sum.name.equals(name));
    String unique = taken ? "%s %s".formatted(name, sums.size() + 1) : name;
    more.add(new Sum(unique, least, scale, columns, coefficients, ofPurchases));
    return new Kept(floors, List.copyOf(more));
  }

  /** Returns the same, lowered by a part of each value. */
  Kept loosened(double part) {
    return new Kept(
        Arrays.stream(floors).map(floor -> floor * (1 - part)).toArray(),
        sums.stream().map(sum -> sum.loosened(part)).toList());
  }

  void addRows(CouplingRows.Builder rows) {
    for (Sum sum : sums) {
      int[] purchases = new int[sum.ofPurchases.length];
      Arrays.setAll(purchases, f -> f);
      rows.add(
          sum.name,
          Relation.AT_LEAST,
          sum.least,
          sum.columns,
          sum.coefficients,
          purchases,
          sum.ofPurchases);
    }
  }
}
