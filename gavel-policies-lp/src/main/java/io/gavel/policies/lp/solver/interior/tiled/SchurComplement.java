package io.gavel.policies.lp.solver.interior.tiled;

import java.util.Arrays;

/**
 * The Schur complement of the Newton system after all jobs are eliminated: a system in the prices
 * of the pools and the level. The level is eliminated next, which leaves a symmetric positive
 * definite matrix of order K. Mutable.
 */
final class SchurComplement {

  private final TiledProgram tiledProgram;
  private final boolean hasLevel;
  private final int pools;

  private final double[][] schur;
  private final double[] levelColumn;
  private double levelPivot;

  /** The residuals of the pools' rows and of the level's dual row. */
  private final double[] poolGap;

  private double levelGap;

  /**
   * The changes of free workers if no price moved; between predictor and corrector, second-order
   * terms.
   */
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

  /** Adds up the tiles' parts and factors the system; false if it is numerically singular. */
  boolean factor(Iterate at, Workspace workspace) {
    levelPivot = TileKernels.sum(workspace.levelPivot);
    for (int k = 0; k < pools; k++) {
      Arrays.fill(schur[k], 0);
      schur[k][k] = at.free[k] / at.price[k];
      levelColumn[k] = 0;
    }
    for (int s = 0; s < tiledProgram.slots; s++) {
      int k = tiledProgram.pool[s];
      levelColumn[k] += TileKernels.sum(workspace.levelColumn[s]);
      schur[k][k] += TileKernels.sum(workspace.diagonal[s]);
      for (int i = 0; i < s; i++) { // slots are in the order of their pools
        int other = tiledProgram.pool[i];
        double entry = TileKernels.sum(workspace.offDiagonal[s][i]);
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

  /** Measures the residuals; returns the largest of a pool, relative to its workers. */
  double measure(Iterate at, Workspace workspace) {
    levelGap = (hasLevel ? 1 : 0) - TileKernels.sum(workspace.owed);
    for (int k = 0; k < pools; k++) {
      poolGap[k] = tiledProgram.workers[k] - at.free[k];
    }
    takeUsed(workspace);
    double largest = 0;
    for (int k = 0; k < pools; k++) {
      largest = Math.max(largest, Math.abs(poolGap[k]) / Math.max(1, tiledProgram.workers[k]));
    }
    return largest;
  }

  /** Measures the residuals of a direction. */
  void close(Iterate direction, Workspace workspace) {
    levelGap -= TileKernels.sum(workspace.owed);
    for (int k = 0; k < pools; k++) {
      poolGap[k] -= direction.free[k];
      freeChange[k] = 0;
    }
    takeUsed(workspace);
  }

  private void takeUsed(Workspace workspace) {
    for (int s = 0; s < tiledProgram.slots; s++) {
      poolGap[tiledProgram.pool[s]] -= TileKernels.sum(workspace.used[s]);
    }
  }

  /** Aims at 0 for all products. */
  void vanish(Iterate at) {
    for (int k = 0; k < pools; k++) {
      freeChange[k] = -at.free[k];
    }
  }

  /** Keeps the second-order terms of a direction. */
  void keepSecondOrder(Iterate direction) {
    for (int k = 0; k < pools; k++) {
      freeChange[k] = direction.free[k] * direction.price[k];
    }
  }

  /** Aims at mu for all products, minus the second-order terms kept. */
  void aim(Iterate at, double mu) {
    TileKernels.aim(at.free, at.price, mu, freeChange);
  }

  /** Solves for the prices of the pools, and computes level and free workers from them. */
  void solve(Iterate at, Workspace workspace, Iterate direction) {
    levelSide = levelGap - TileKernels.sum(workspace.levelSide);
    for (int k = 0; k < pools; k++) {
      side[k] = freeChange[k] - poolGap[k];
      side[k] += hasLevel ? levelColumn[k] * levelSide / levelPivot : 0;
    }
    for (int s = 0; s < tiledProgram.slots; s++) {
      side[tiledProgram.pool[s]] += TileKernels.sum(workspace.sides[s]);
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
