package io.gavel.policies.lp.solver.interior.tiled;

import java.util.Arrays;

/**
 * The free variables in the Newton system: like columns of jobs, but without a job, so that each
 * adds a term {@code ratio · size sizeᵀ} to the {@link SchurComplement}. Mutable.
 */
final class FreeElimination {

  private final TiledProgram tiledProgram;
  private final int count;

  /** value / cost, and the residuals of the dual rows, {@code [free variable]}. */
  private final double[] ratio;

  private final double[] gap;

  /** The changes if no price moved; between predictor and corrector, second-order terms. */
  private final double[] change;

  FreeElimination(TiledProgram tiledProgram) {
    this.tiledProgram = tiledProgram;
    count = tiledProgram.freeGain.length;
    ratio = new double[count];
    gap = new double[count];
    change = new double[count];
  }

  private double priced(int f, double[] price) {
    double paid = 0;
    int[] resources = tiledProgram.freeResource[f];
    for (int e = 0; e < resources.length; e++) {
      paid += tiledProgram.freeSize[f][e] * price[resources[e]];
    }
    return paid;
  }

  /** Measures the dual rows. */
  void measure(Iterate at) {
    for (int f = 0; f < count; f++) {
      ratio[f] = at.value[f] / at.cost[f];
      gap[f] = priced(f, at.price) - tiledProgram.freeGain[f] - at.cost[f];
    }
  }

  /** Subtracts what values hold from the residuals of the resources. */
  void use(double[] value, double[] gaps) {
    for (int f = 0; f < count; f++) {
      int[] resources = tiledProgram.freeResource[f];
      for (int e = 0; e < resources.length; e++) {
        gaps[resources[e]] -= tiledProgram.freeSize[f][e] * value[f];
      }
    }
  }

  /** Adds the sizes of what values hold. */
  void addTerms(double[] value, double[] terms) {
    for (int f = 0; f < count; f++) {
      int[] resources = tiledProgram.freeResource[f];
      for (int e = 0; e < resources.length; e++) {
        terms[resources[e]] += Math.abs(tiledProgram.freeSize[f][e]) * value[f];
      }
    }
  }

  /** Adds the columns' parts to the Schur complement. */
  void complement(ArrowMatrix matrix) {
    for (int f = 0; f < count; f++) {
      matrix.addFree(f, ratio[f], tiledProgram.freeResource[f], tiledProgram.freeSize[f]);
    }
  }

  /** Aims at 0 for all products. */
  void vanish(Iterate at) {
    for (int f = 0; f < count; f++) {
      change[f] = -at.value[f] - ratio[f] * gap[f];
    }
  }

  /** Aims at mu for all products, minus the second-order terms kept. */
  void aim(Iterate at, double mu) {
    for (int f = 0; f < count; f++) {
      change[f] = (mu - change[f]) / at.cost[f] - at.value[f] - ratio[f] * gap[f];
    }
  }

  /** Aims at no change, to correct a direction. */
  void rest() {
    Arrays.fill(change, 0);
  }

  /** Adds the changes to the right-hand side of the resources. */
  void addSides(double[] side) {
    for (int f = 0; f < count; f++) {
      int[] resources = tiledProgram.freeResource[f];
      for (int e = 0; e < resources.length; e++) {
        side[resources[e]] += tiledProgram.freeSize[f][e] * change[f];
      }
    }
  }

  /** Computes the direction of the columns from that of the prices. */
  void direct(Iterate direction, ArrowMatrix matrix) {
    for (int f = 0; f < count; f++) {
      double moved = priced(f, direction.price);
      direction.value[f] = change[f] - matrix.moved(f, ratio[f], moved);
      direction.cost[f] = moved + gap[f];
    }
  }

  /** Keeps the second-order terms of a direction. */
  void keepSecondOrder(Iterate direction) {
    for (int f = 0; f < count; f++) {
      change[f] = direction.value[f] * direction.cost[f];
    }
  }

  /** Multiplies the second-order terms kept by a weight. */
  void weakenSecondOrder(double weight) {
    TileKernels.scale(change, weight);
  }

  /** Moves a direction further by a correction of its prices. */
  void redirect(Iterate further, Iterate direction, ArrowMatrix matrix) {
    for (int f = 0; f < count; f++) {
      double moved = priced(f, further.price);
      direction.value[f] += change[f] - matrix.moved(f, ratio[f], moved);
      direction.cost[f] += moved;
    }
  }
}
