package io.gavel.policies.lp.solver.interior.tiled;

import java.util.Arrays;

/**
 * What is left of the Newton system when all jobs are eliminated: the prices of the pools and the
 * level, of which the level goes next. Symmetric and positive definite; of order K.
 */
final class SchurComplement {

  private final TiledProgram tiledProgram;
  private final boolean hasLevel;
  private final int pools;

  private final double[][] schur;
  private final double[] levelColumn;
  private double levelPivot;

  /** By how much the pools' rows and the level's dual row are off. */
  private final double[] poolGap;

  private double levelGap;

  /** What the free workers would gain if no price moved (or, before, what to take off). */
  private final double[] freeChange;

  private final double[] side;
  private double levelSide;

  SchurComplement(TiledProgram tiledProgram, boolean hasLevel) {
    this.tiledProgram = tiledProgram;
    this.hasLevel = hasLevel;
    pools = tiledProgram.pools;
    schur = new double[pools][pools];
    levelColumn = new double[pools];
    poolGap = new double[pools];
    freeChange = new double[pools];
    side = new double[pools];
  }

  /** Adds up what the tiles brought, and factors it; false if it is numerically singular. */
  boolean factor(Iterate at, Workspace work) {
    levelPivot = TileKernels.sum(work.levelPivot);
    for (int k = 0; k < pools; k++) {
      Arrays.fill(schur[k], 0);
      schur[k][k] = at.free[k] / at.price[k];
      levelColumn[k] = 0;
    }
    for (int s = 0; s < tiledProgram.slots; s++) {
      int k = tiledProgram.pool[s];
      levelColumn[k] += TileKernels.sum(work.levelColumn[s]);
      schur[k][k] += TileKernels.sum(work.diagonal[s]);
      for (int i = 0; i < s; i++) { // slots are in the order of their pools
        int other = tiledProgram.pool[i];
        double entry = TileKernels.sum(work.offDiagonal[s][i]);
        schur[k][other] -= k == other ? 2 * entry : entry;
      }
    }
    for (int k = 0; hasLevel && k < pools; k++) {
      for (int i = 0; i <= k; i++) {
        schur[k][i] += levelColumn[k] * levelColumn[i] / levelPivot;
      }
    }
    return cholesky();
  }

  private boolean cholesky() {
    for (int k = 0; k < pools; k++) {
      for (int i = 0; i <= k; i++) {
        double sum = schur[k][i];
        for (int l = 0; l < i; l++) {
          sum -= schur[k][l] * schur[i][l];
        }
        if (i < k) {
          schur[k][i] = sum / schur[i][i];
        } else if (sum > 0) {
          schur[k][k] = Math.sqrt(sum);
        } else {
          return false;
        }
      }
    }
    return true;
  }

  /** Measures by how much the rows are off; returns the largest part of its workers of a pool. */
  double measure(Iterate at, Workspace work) {
    levelGap = (hasLevel ? 1 : 0) - TileKernels.sum(work.owed);
    for (int k = 0; k < pools; k++) {
      poolGap[k] = tiledProgram.workers[k] - at.free[k];
    }
    takeUsed(work);
    double largest = 0;
    for (int k = 0; k < pools; k++) {
      largest = Math.max(largest, Math.abs(poolGap[k]) / Math.max(1, tiledProgram.workers[k]));
    }
    return largest;
  }

  /** Measures what a direction leaves of the gaps. */
  void close(Iterate direction, Workspace work) {
    levelGap -= TileKernels.sum(work.owed);
    for (int k = 0; k < pools; k++) {
      poolGap[k] -= direction.free[k];
      freeChange[k] = 0;
    }
    takeUsed(work);
  }

  private void takeUsed(Workspace work) {
    for (int s = 0; s < tiledProgram.slots; s++) {
      poolGap[tiledProgram.pool[s]] -= TileKernels.sum(work.used[s]);
    }
  }

  /** Wants all products to be 0. */
  void vanish(Iterate at) {
    for (int k = 0; k < pools; k++) {
      freeChange[k] = -at.free[k];
    }
  }

  /** Takes account of what a direction would add to the products to second order. */
  void keepSecondOrder(Iterate direction) {
    for (int k = 0; k < pools; k++) {
      freeChange[k] = direction.free[k] * direction.price[k];
    }
  }

  /** Wants all products to be mu, less what was kept. */
  void aim(Iterate at, double mu) {
    TileKernels.aim(at.free, at.price, mu, freeChange);
  }

  /** Solves for the prices of the pools, and the level and free workers that follow from them. */
  void solve(Iterate at, Workspace work, Iterate direction) {
    levelSide = levelGap - TileKernels.sum(work.levelSide);
    for (int k = 0; k < pools; k++) {
      side[k] = freeChange[k] - poolGap[k];
      side[k] += hasLevel ? levelColumn[k] * levelSide / levelPivot : 0;
    }
    for (int s = 0; s < tiledProgram.slots; s++) {
      side[tiledProgram.pool[s]] += TileKernels.sum(work.sides[s]);
    }
    substitute(direction.price);
    double moved = 0;
    for (int k = 0; k < pools; k++) {
      moved += levelColumn[k] * direction.price[k];
      direction.free[k] = freeChange[k] - at.free[k] / at.price[k] * direction.price[k];
    }
    direction.level = hasLevel ? (levelSide - moved) / levelPivot : 0;
  }

  private void substitute(double[] solution) {
    for (int k = 0; k < pools; k++) {
      double sum = side[k];
      for (int i = 0; i < k; i++) {
        sum -= schur[k][i] * solution[i];
      }
      solution[k] = sum / schur[k][k];
    }
    for (int k = pools - 1; k >= 0; k--) {
      double sum = solution[k];
      for (int i = k + 1; i < pools; i++) {
        sum -= schur[i][k] * solution[i];
      }
      solution[k] = sum / schur[k][k];
    }
  }
}
