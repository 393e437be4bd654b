package io.gavel.policies.lp.solver.interior.tiled;

import java.util.Arrays;

/**
 * How far a direction leads: the longest steps that keep everything positive, and what the products
 * of partners would be after a step. Filled in tile by tile, place by place. Mutable.
 */
final class StepLength {

  /** By what part of itself any number falls in a full step, {@code [place in tile]}. */
  final double[] primalFall;

  final double[] dualFall;

  /** Sums of {@code ab}, {@code da·b}, {@code a·db} and {@code da·db} over partners. */
  final double[] product;

  final double[] primalMove;
  final double[] dualMove;
  final double[] bothMoves;

  StepLength(int places) {
    primalFall = new double[places];
    dualFall = new double[places];
    product = new double[places];
    primalMove = new double[places];
    dualMove = new double[places];
    bothMoves = new double[places];
  }

  void clear() {
    for (double[] lanes :
        new double[][] {primalFall, dualFall, product, primalMove, dualMove, bothMoves}) {
      Arrays.fill(lanes, 0);
    }
  }

  /** Adds a pair of partners and its direction, of which place 0 takes account. */
  void add(double a, double b, double da, double db) {
    fall(a, b, da, db);
    product[0] += a * b;
    primalMove[0] += da * b;
    dualMove[0] += a * db;
    bothMoves[0] += da * db;
  }

  /** The same for partners whose product does not vanish. */
  void fall(double a, double b, double da, double db) {
    primalFall[0] = Math.max(primalFall[0], -da / a);
    dualFall[0] = Math.max(dualFall[0], -db / b);
  }

  /** The longest step, at most 1, that keeps all primal parts at least 0; NaN if one is not. */
  double longestPrimal() {
    return 1 / Math.max(1, TileKernels.max(primalFall));
  }

  double longestDual() {
    return 1 / Math.max(1, TileKernels.max(dualFall));
  }

  /** The sum of the products after a step in each. */
  double products(double primal, double dual) {
    return TileKernels.sum(product)
        + primal * TileKernels.sum(primalMove)
        + dual * TileKernels.sum(dualMove)
        + primal * dual * TileKernels.sum(bothMoves);
  }
}
