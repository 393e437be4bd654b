package io.gavel.policies.lp.solver.interior.tiled;

import io.gavel.policies.lp.solver.interior.PredictorCorrector;
import java.util.Arrays;

/**
 * The longest steps along a direction that keep all variables positive, and the products of
 * partners after a step. Filled tile by tile, place by place. Mutable.
 */
final class StepLength implements PredictorCorrector.Reach {

  /**
   * The largest relative fall of a primal and of a dual variable in a full step, {@code [place in
   * tile]}.
   */
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
    for (double[] sums :
        new double[][] {primalFall, dualFall, product, primalMove, dualMove, bothMoves}) {
      Arrays.fill(sums, 0);
    }
  }

  /** Adds a pair of partners and its direction, in place 0. */
  void add(double a, double b, double da, double db) {
    fall(a, b, da, db);
    product[0] += a * b;
    primalMove[0] += da * b;
    dualMove[0] += a * db;
    bothMoves[0] += da * db;
  }

  /** Adds only the falls of partners whose product does not go to 0. */
  void fall(double a, double b, double da, double db) {
    primalFall[0] = Math.max(primalFall[0], -da / a);
    dualFall[0] = Math.max(dualFall[0], -db / b);
  }

  /** NaN if a variable is NaN. */
  @Override
  public double longestPrimal() {
    return 1 / Math.max(1, TileKernels.max(primalFall));
  }

  /** NaN if a variable is NaN. */
  @Override
  public double longestDual() {
    return 1 / Math.max(1, TileKernels.max(dualFall));
  }

  @Override
  public double products(double primal, double dual) {
    return TileKernels.sum(product)
        + primal * TileKernels.sum(primalMove)
        + dual * TileKernels.sum(dualMove)
        + primal * dual * TileKernels.sum(bothMoves);
  }
}
