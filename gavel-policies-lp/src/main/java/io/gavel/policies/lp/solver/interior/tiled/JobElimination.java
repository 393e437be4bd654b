package io.gavel.policies.lp.solver.interior.tiled;

/*
 * With D = x/z for columns and the like for slacks, the equations of a job m can be solved for its two prices
 * (time u, owed y) by themselves:
 *
 *   | ΣD + idle/u      -ΣDT          | |du|   | -Σ D s dp            + h1 |
 *   | -ΣDT             ΣDT² + surp/y | |dy| = |  Σ D s T dp + r dt   + h2 |
 *
 * which leaves the prices of the K pools and the level. What keeps it accurate: the block is pivoted on
 * its time row, and rates are taken relative to the block's weighted mean a = ΣDT / (ΣD + idle/u), so
 * that the remaining pivot e and the diagonal of the Schur complement are sums of terms that are never
 * negative; nothing large is subtracted from anything large.
 *
 * Pivot, mean and e are the weight, mean and spread of a set of columns, and those of two sets together
 * follow from those of each. The diagonal needs them without each column in turn: those before it and
 * those after it together.
 */

/**
 * Eliminates the two rows of each job from a Newton system, tile by tile: what is left are parts of
 * the {@link SchurComplement}, and from the prices that solve it follow those of the jobs. Mutable;
 * it writes to the same {@link Workspace} as {@link BlockNewtonSystem}.
 */
final class JobElimination {

  private final TiledProgram tiledProgram;
  private final int slots;
  private final boolean hasLevel;
  private final Workspace work;

  /** x / z of columns; given before a tile is factored. */
  final double[][] ratio;

  /** The same of the slacks of each job's rows. */
  final double[][] idleRatio;

  final double[][] surplusRatio;

  /** Inverse of the first pivot, mean rate, inverse of the second pivot, and right-hand sides. */
  private final double[][] perPivot;

  private final double[][] mean;
  private final double[][] perSpread;
  final double[][] timeSide;
  final double[][] owedSide;

  JobElimination(TiledProgram tiledProgram, boolean hasLevel, Workspace work) {
    this.tiledProgram = tiledProgram;
    this.hasLevel = hasLevel;
    this.work = work;
    slots = tiledProgram.slots;
    ratio = tiledProgram.byColumn();
    idleRatio = tiledProgram.byJob();
    surplusRatio = tiledProgram.byJob();
    perPivot = tiledProgram.byJob();
    mean = tiledProgram.byJob();
    perSpread = tiledProgram.byJob();
    timeSide = tiledProgram.byJob();
    owedSide = tiledProgram.byJob();
  }

  /** Pivots and mean rates of a tile's blocks. */
  void pivot(int t) {
    int width = mean[t].length;
    System.arraycopy(idleRatio[t], 0, work.weight[0], 0, width);
    System.arraycopy(surplusRatio[t], 0, work.spread[0], 0, width);
    for (int s = 0; s < slots; s++) {
      System.arraycopy(work.weight[s], 0, work.weight[s + 1], 0, width);
      System.arraycopy(work.mean[s], 0, work.mean[s + 1], 0, width);
      System.arraycopy(work.spread[s], 0, work.spread[s + 1], 0, width);
      int r = tiledProgram.row(t, s);
      EliminationKernels.join(
          ratio[r], tiledProgram.rate[r], work.weight[s + 1], work.mean[s + 1], work.spread[s + 1]);
    }
    EliminationKernels.invert(work.weight[slots], perPivot[t]);
    EliminationKernels.invert(work.spread[slots], perSpread[t]);
    System.arraycopy(work.mean[slots], 0, mean[t], 0, width);
  }

  /** A tile's part of the Schur complement. */
  void complement(int t) {
    Workspace.clear(work.weightAfter, work.meanAfter, work.spreadAfter);
    for (int s = slots - 1; s >= 0; s--) {
      int r = tiledProgram.row(t, s);
      EliminationKernels.levers(
          ratio[r],
          tiledProgram.rate[r],
          tiledProgram.size[t],
          mean[t],
          work.drawn[s],
          work.levers[s]);
      EliminationKernels.pivots(
          work.weight[s],
          work.mean[s],
          work.spread[s],
          work.weightAfter,
          work.meanAfter,
          work.spreadAfter,
          work.left);
      EliminationKernels.diagonal(
          tiledProgram.size[t],
          perPivot[t],
          perSpread[t],
          work.drawn[s],
          work.left,
          work.diagonal[s]);
      EliminationKernels.join(
          ratio[r], tiledProgram.rate[r], work.weightAfter, work.meanAfter, work.spreadAfter);
      for (int i = s + 1; i < slots; i++) {
        EliminationKernels.offDiagonal(
            perPivot[t],
            perSpread[t],
            work.drawn[s],
            work.drawn[i],
            work.levers[s],
            work.levers[i],
            work.offDiagonal[i][s]);
      }
      if (hasLevel) {
        TileKernels.addProduct(
            tiledProgram.requirement[t], perSpread[t], work.levers[s], work.levelColumn[s]);
      }
    }
    TileKernels.addProduct(
        tiledProgram.requirement[t], perSpread[t], tiledProgram.requirement[t], work.levelPivot);
  }

  /** Eliminates the rows of a tile's jobs from the right-hand side. */
  void closeSides(int t, double[][] change) {
    EliminationKernels.closeSides(
        timeSide[t], perPivot[t], mean[t], perSpread[t], work.time, owedSide[t]);
    TileKernels.addProduct(tiledProgram.requirement[t], owedSide[t], work.levelSide);
    for (int s = 0; s < slots; s++) {
      int r = tiledProgram.row(t, s);
      EliminationKernels.keep(tiledProgram.rate[r], mean[t], owedSide[t], work.time, work.reduced);
      EliminationKernels.side(
          change[r], ratio[r], tiledProgram.size[t], work.reduced, work.sides[s]);
    }
  }

  /** The prices of a tile's jobs that follow from those of the pools and the level. */
  void prices(Iterate direction, int t) {
    Workspace.clear(work.paid, work.lever);
    for (int s = 0; s < slots; s++) {
      int r = tiledProgram.row(t, s);
      double price = direction.price[tiledProgram.pool[s]];
      EliminationKernels.pay(
          ratio[r],
          tiledProgram.rate[r],
          tiledProgram.size[t],
          mean[t],
          price,
          work.paid,
          work.lever);
    }
    EliminationKernels.owed(
        owedSide[t],
        tiledProgram.requirement[t],
        direction.level,
        work.lever,
        perSpread[t],
        work.owedMove);
    EliminationKernels.time(
        timeSide[t], work.paid, perPivot[t], mean[t], work.owedMove, work.time, work.wholeTime);
  }

  /** By how much the reduced costs of a row move. */
  void reduced(Iterate direction, int t, int s) {
    int r = tiledProgram.row(t, s);
    double price = direction.price[tiledProgram.pool[s]];
    EliminationKernels.reduced(
        tiledProgram.rate[r],
        tiledProgram.size[t],
        price,
        mean[t],
        work.time,
        work.owedMove,
        work.reduced);
  }
}
