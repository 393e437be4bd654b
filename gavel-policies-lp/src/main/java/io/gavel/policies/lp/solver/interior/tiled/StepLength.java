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

  /** Returns the largest falls and the sums over all places, in one place. */
  StepLength folded() {
    StepLength folded = new StepLength(1);
    folded.primalFall[0] = TileKernels.max(primalFall);
    folded.dualFall[0] = TileKernels.max(dualFall);
    folded.product[0] = TileKernels.sum(product);
    folded.primalMove[0] = TileKernels.sum(primalMove);
    folded.dualMove[0] = TileKernels.sum(dualMove);
    folded.bothMoves[0] = TileKernels.sum(bothMoves);
    return folded;
  }

  /** Adds further pairs of partners, of which all have one place. */
  void add(StepLength folded) {
    primalFall[0] = Math.max(primalFall[0], folded.primalFall[0]);
    dualFall[0] = Math.max(dualFall[0], folded.dualFall[0]);
    product[0] += folded.product[0];
    primalMove[0] += folded.primalMove[0];
    dualMove[0] += folded.dualMove[0];
    bothMoves[0] += folded.bothMoves[0];
  }

  void clear() {
    for (double[] sums :
        new double[][] {primalFall, dualFall, product, primalMove, dualMove, bothMoves}) {
      Arrays.fill(sums, 0);
    }
  }

  /** Adds partners and their directions, by entry or by job. */
  void look(double[] a, double[] b, double[] da, double[] db) {
    TileKernels.fall(da, a, primalFall);
    TileKernels.fall(db, b, dualFall);
    TileKernels.addProduct(a, b, product);
    TileKernels.addProduct(da, b, primalMove);
    TileKernels.addProduct(a, db, dualMove);
    TileKernels.addProduct(da, db, bothMoves);
  }

  /**
   * Adds partners whose product goes to 0.
   *
   * @param db the moves of the dual variables; modified
   * @param second receives the products of both moves
   * @param fallen receives the falls of the products
   */
  void predict(double[] a, double[] b, double[] db, double[] second, double[] fallen) {
    TileKernels.part(b, db, primalFall, dualFall);
    TileKernels.products(a, b, db, product, primalMove, fallen);
    TileKernels.bothMoves(db, fallen, dualMove, bothMoves, second);
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
