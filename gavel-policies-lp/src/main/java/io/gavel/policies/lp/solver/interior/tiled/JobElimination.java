package io.gavel.policies.lp.solver.interior.tiled;

/*
 * With D = x/z for columns and likewise for slacks, the equations of a job m can be solved for its two prices
 * (time u, owed y) separately:
 *
 *   | ΣD + idle/u      -ΣDT          | |du|   | -Σ D s dp            + h1 |
 *   | -ΣDT             ΣDT² + surp/y | |dy| = |  Σ D s T dp + r dt   + h2 |
 *
 * which leaves the prices of the K pools and the level. Accuracy comes from two choices: the block is pivoted on
 * its time row, and rates are taken relative to the block's weighted mean a = ΣDT / (ΣD + idle/u), so
 * that the remaining pivot e and the diagonal of the Schur complement are sums of terms that are never
 * negative; no large numbers are subtracted from each other.
 *
 * Pivot, mean and e are the weight, mean and spread of a set of columns, and those of a union of two sets
 * follow from those of each. The diagonal needs them without each column in turn, that is, for the union of
 * the columns before it and those after it.
 */

/**
 * Eliminates the two rows of each job from the Newton system, tile by tile. It computes the tiles'
 * parts of the {@link SchurComplement} and, from the prices that solve it, the prices of the jobs.
 * Mutable.
 */
final class JobElimination {

  private final TiledProgram tiledProgram;
  private final boolean hasLevel;

  /** x / z of columns; set before a tile is factored. */
  final double[][] ratio;

  /** The same for the slacks of each job's rows. */
  final double[][] idleRatio;

  final double[][] surplusRatio;

  /** Inverse of the first pivot, mean rate, inverse of the second pivot, and right-hand sides. */
  private final double[][] perPivot;

  private final double[][] mean;
  private final double[][] perSpread;
  final double[][] timeSide;
  final double[][] owedSide;

  JobElimination(TiledProgram tiledProgram, boolean hasLevel) {
    this.tiledProgram = tiledProgram;
    this.hasLevel = hasLevel;
    ratio = tiledProgram.byColumn();
    idleRatio = tiledProgram.byJob();
    surplusRatio = tiledProgram.byJob();
    perPivot = tiledProgram.byJob();
    mean = tiledProgram.byJob();
    perSpread = tiledProgram.byJob();
    timeSide = tiledProgram.byJob();
    owedSide = tiledProgram.byJob();
  }

  /** Computes pivots and mean rates of a tile's blocks. */
  void pivot(int t, Workspace workspace) {
    int width = mean[t].length;
    int slots = tiledProgram.rows(t);
    System.arraycopy(idleRatio[t], 0, workspace.weight[0], 0, width);
    System.arraycopy(surplusRatio[t], 0, workspace.spread[0], 0, width);
    for (int s = 0; s < slots; s++) {
      System.arraycopy(workspace.weight[s], 0, workspace.weight[s + 1], 0, width);
      System.arraycopy(workspace.mean[s], 0, workspace.mean[s + 1], 0, width);
      System.arraycopy(workspace.spread[s], 0, workspace.spread[s + 1], 0, width);
      int r = tiledProgram.row(t, s);
      EliminationKernels.join(
          ratio[r],
          tiledProgram.rate[r],
          workspace.weight[s + 1],
          workspace.mean[s + 1],
          workspace.spread[s + 1]);
    }
    EliminationKernels.invert(workspace.weight[slots], perPivot[t]);
    EliminationKernels.invert(workspace.spread[slots], perSpread[t]);
    System.arraycopy(workspace.mean[slots], 0, mean[t], 0, width);
  }

  /** Adds a tile's part of the Schur complement. */
  void complement(int t, Workspace workspace) {
    Workspace.clear(workspace.weightAfter, workspace.meanAfter, workspace.spreadAfter);
    int slots = tiledProgram.rows(t);
    for (int s = slots - 1; s >= 0; s--) {
      int r = tiledProgram.row(t, s);
      EliminationKernels.levers(
          ratio[r],
          tiledProgram.rate[r],
          tiledProgram.size[r],
          mean[t],
          workspace.drawn[s],
          workspace.levers[s]);
      EliminationKernels.pivots(
          workspace.weight[s],
          workspace.mean[s],
          workspace.spread[s],
          workspace.weightAfter,
          workspace.meanAfter,
          workspace.spreadAfter,
          workspace.left);
      EliminationKernels.diagonal(
          tiledProgram.size[r],
          perPivot[t],
          perSpread[t],
          workspace.drawn[s],
          workspace.left,
          workspace.diagonal[s]);
      EliminationKernels.join(
          ratio[r],
          tiledProgram.rate[r],
          workspace.weightAfter,
          workspace.meanAfter,
          workspace.spreadAfter);
      for (int i = s + 1; i < slots; i++) {
        EliminationKernels.offDiagonal(
            perPivot[t],
            perSpread[t],
            workspace.drawn[s],
            workspace.drawn[i],
            workspace.levers[s],
            workspace.levers[i],
            workspace.offDiagonal[i][s]);
      }
      if (hasLevel) {
        TileKernels.addProduct(
            tiledProgram.requirement[t],
            perSpread[t],
            workspace.levers[s],
            workspace.levelColumn[s]);
      }
    }
    TileKernels.addProduct(
        tiledProgram.requirement[t],
        perSpread[t],
        tiledProgram.requirement[t],
        workspace.levelPivot);
  }

  /** Eliminates the rows of a tile's jobs from the right-hand side. */
  void closeSides(int t, double[][] change, Workspace workspace) {
    EliminationKernels.closeSides(
        timeSide[t], perPivot[t], mean[t], perSpread[t], workspace.time, owedSide[t]);
    TileKernels.addProduct(tiledProgram.requirement[t], owedSide[t], workspace.levelSide);
    for (int s = 0; s < tiledProgram.rows(t); s++) {
      int r = tiledProgram.row(t, s);
      EliminationKernels.keep(
          tiledProgram.rate[r], mean[t], owedSide[t], workspace.time, workspace.reduced);
      EliminationKernels.side(
          change[r], ratio[r], tiledProgram.size[r], workspace.reduced, workspace.sides[s]);
    }
  }

  /** Computes the prices of a tile's jobs from the prices of the pools and the level. */
  void prices(Iterate direction, int t, Workspace workspace) {
    Workspace.clear(workspace.paid, workspace.lever);
    double[] ofWorker = direction.ofWorker[tiledProgram.classOfTile[t]];
    double[] paid = workspace.paid;
    for (int s = 0; s < tiledProgram.rows(t); s++) {
      int r = tiledProgram.row(t, s);
      double[] rate = tiledProgram.rate[r];
      double[] size = tiledProgram.size[r];
      if (tiledProgram.isScattered(t)) {
        TileKernels.gather(ofWorker, tiledProgram.slots(r), workspace.price);
        EliminationKernels.pay(
            ratio[r], rate, size, mean[t], workspace.price, paid, workspace.lever);
      } else {
        EliminationKernels.pay(ratio[r], rate, size, mean[t], ofWorker[s], paid, workspace.lever);
      }
    }
    EliminationKernels.owed(
        owedSide[t],
        tiledProgram.requirement[t],
        direction.level,
        workspace.lever,
        perSpread[t],
        workspace.owedMove);
    EliminationKernels.time(
        timeSide[t],
        workspace.paid,
        perPivot[t],
        mean[t],
        workspace.owedMove,
        workspace.time,
        workspace.wholeTime);
  }

  /** Computes the changes of the reduced costs of a slot in a tile. */
  void reduced(Iterate direction, int t, int s, Workspace workspace) {
    int r = tiledProgram.row(t, s);
    double[] rate = tiledProgram.rate[r];
    double[] size = tiledProgram.size[r];
    double[] ofWorker = direction.ofWorker[tiledProgram.classOfTile[t]];
    double[] time = workspace.time;
    double[] owed = workspace.owedMove;
    if (tiledProgram.isScattered(t)) {
      TileKernels.gather(ofWorker, tiledProgram.slots(r), workspace.price);
      EliminationKernels.reduced(
          rate, size, workspace.price, mean[t], time, owed, workspace.reduced);
    } else {
      EliminationKernels.reduced(rate, size, ofWorker[s], mean[t], time, owed, workspace.reduced);
    }
  }
}
