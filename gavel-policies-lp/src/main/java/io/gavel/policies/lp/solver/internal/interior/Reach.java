package io.gavel.policies.lp.solver.internal.interior;

/**
 * How far a direction leads: the longest steps that keep all variables positive, and the sum of the
 * products of partners, primal times dual, after a step. Immutable.
 */
final class Reach {

  private final double primalFall;
  private final double dualFall;

  /** Sums of {@code ab}, {@code da·b}, {@code a·db} and {@code da·db} over partners. */
  private final double product;

  private final double primalMove;
  private final double dualMove;
  private final double bothMoves;

  /** Measures a direction from a point. */
  Reach(BlockProgram program, Iterate at, Iterate direction) {
    int places = Math.max(Vectors.longest(at.x), Vectors.longest(at.slack));
    double[][] sums = new double[6][places];
    for (int b = 0; b < at.x.length; b++) {
      look(at.x[b], at.z[b], direction.x[b], direction.z[b], sums);
    }
    for (int b = 0; b < at.slack.length; b++) {
      double[] slack = at.slack[b];
      double[] price = at.price[b];
      if (program.isPlain(b)) {
        look(slack, price, direction.slack[b], direction.price[b], sums);
        continue;
      }
      for (int i = 0; i < slack.length; i++) {
        double move = direction.slack[b][i];
        double dual = direction.price[b][i];
        if (!program.exact[b][i]) {
          sums[0][i] = Math.max(sums[0][i], -move / slack[i]);
          sums[1][i] = Math.max(sums[1][i], -dual / price[i]);
        }
        if (program.hasPartners(b, i)) {
          sums[2][i] += slack[i] * price[i];
          sums[3][i] += move * price[i];
          sums[4][i] += slack[i] * dual;
          sums[5][i] += move * dual;
        }
      }
    }
    primalFall = Vectors.max(sums[0]);
    dualFall = Vectors.max(sums[1]);
    product = Vectors.sum(sums[2], places);
    primalMove = Vectors.sum(sums[3], places);
    dualMove = Vectors.sum(sums[4], places);
    bothMoves = Vectors.sum(sums[5], places);
  }

  private static void look(double[] a, double[] b, double[] da, double[] db, double[][] sums) {
    Vectors.fall(da, a, sums[0]);
    Vectors.fall(db, b, sums[1]);
    Vectors.addProduct(a, b, sums[2]);
    Vectors.addProduct(da, b, sums[3]);
    Vectors.addProduct(a, db, sums[4]);
    Vectors.addProduct(da, db, sums[5]);
  }

  /** Returns the longest step, at most 1, that keeps columns and slacks at least 0. */
  double longestPrimal() {
    return 1 / Math.max(1, primalFall);
  }

  /**
   * Returns the longest step, at most 1, that keeps reduced costs and prices of inequalities at
   * least 0.
   */
  double longestDual() {
    return 1 / Math.max(1, dualFall);
  }

  /** Returns the sum of the products after a primal and a dual step. */
  double products(double primal, double dual) {
    return product + primal * primalMove + dual * dualMove + primal * dual * bothMoves;
  }
}
