package io.gavel.policies.lp.solver;

import java.util.Arrays;

/*
 * One linear system serves the predictor and the corrector. With D = x/z for columns and the like for
 * slacks, the equations of a job m can be solved for its two prices (time u, owed y) by themselves:
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
 *
 * A step is four passes over the tiles of Tiles: factor, predict, and two to correct; each is O(jobs · K) but
 * for the Schur complement, O(jobs · K²). Nothing is allocated after construction.
 */

/** The Newton system of the interior-point method, reduced to the pools and the level. */
final class Newton {

  private final Tiles tiles;
  private final int slots;
  private final boolean hasLevel;

  /** x / z of columns, and what x would gain if no price moved (or, before, what to take off). */
  private final double[][] ratio;

  private final double[][] change;

  /** The same of the slacks of each job's rows. */
  private final double[][] idleRatio;

  private final double[][] idleChange;
  private final double[][] surplusRatio;
  private final double[][] surplusChange;

  /** By how much each job's rows are off. */
  private final double[][] timeGap;

  private final double[][] throughputGap;

  /** Inverse of the first pivot, mean rate, inverse of the second pivot, and right-hand sides. */
  private final double[][] perPivot;

  private final double[][] mean;
  private final double[][] perSpread;
  private final double[][] timeSide;
  private final double[][] owedSide;

  private final PoolSystem system;
  private final Scratch work;
  private final Reach reach;
  private double primalGap;

  Newton(Tiles tiles, boolean hasLevel) {
    this.tiles = tiles;
    this.hasLevel = hasLevel;
    slots = tiles.slots;
    ratio = tiles.byColumn();
    change = tiles.byColumn();
    idleRatio = tiles.byJob();
    idleChange = tiles.byJob();
    surplusRatio = tiles.byJob();
    surplusChange = tiles.byJob();
    timeGap = tiles.byJob();
    throughputGap = tiles.byJob();
    perPivot = tiles.byJob();
    mean = tiles.byJob();
    perSpread = tiles.byJob();
    timeSide = tiles.byJob();
    owedSide = tiles.byJob();
    system = new PoolSystem(tiles, hasLevel);
    work = new Scratch(slots, tiles.places());
    reach = new Reach(tiles.places());
  }

  /** Factors the system at a point; false if it is numerically singular. */
  boolean factor(Point at) {
    work.clearFactors();
    work.clearGaps();
    work.clearSides();
    for (int t = 0; t < tiles.count; t++) {
      tiles.limits.checkAt(t * Tiles.WIDTH);
      measure(at, t);
      pivot(t);
      complement(t);
      vanish(at, t);
      closeSides(t);
    }
    primalGap = Math.max(Lanes.max(work.largest), system.measure(at, work));
    system.vanish(at);
    return system.factor(at, work);
  }

  /** The largest part by which a primal row was off at the point that was factored. */
  double primalGap() {
    return primalGap;
  }

  /** The gaps of a tile's rows, and the ratios of all partners. */
  private void measure(Point at, int t) {
    Lanes.ratio(at.idle[t], at.time[t], idleRatio[t]);
    Lanes.timeGap(at.idle[t], timeGap[t]);
    Lanes.throughputGap(
        tiles.floor[t], tiles.requirement[t], at.level, at.surplus[t], throughputGap[t]);
    for (int s = 0; s < slots; s++) {
      int r = tiles.row(t, s);
      Lanes.ratio(at.x[r], at.z[r], ratio[r]);
      Lanes.use(at.x[r], tiles.rate[r], tiles.size[t], timeGap[t], throughputGap[t], work.used[s]);
    }
    Lanes.addProduct(tiles.requirement[t], at.owed[t], work.owed);
    Lanes.largest(timeGap[t], work.largest);
    Lanes.largest(throughputGap[t], work.largest);
    Lanes.ratio(at.surplus[t], at.owed[t], surplusRatio[t]);
    for (int i = 0; tiles.hasUtility && i < surplusRatio[t].length; i++) {
      surplusRatio[t][i] /= tiles.curvature(t, i);
    }
  }

  /** Pivots and mean rates of a tile's blocks. */
  private void pivot(int t) {
    int width = mean[t].length;
    System.arraycopy(idleRatio[t], 0, work.weight[0], 0, width);
    System.arraycopy(surplusRatio[t], 0, work.spread[0], 0, width);
    for (int s = 0; s < slots; s++) {
      System.arraycopy(work.weight[s], 0, work.weight[s + 1], 0, width);
      System.arraycopy(work.mean[s], 0, work.mean[s + 1], 0, width);
      System.arraycopy(work.spread[s], 0, work.spread[s + 1], 0, width);
      int r = tiles.row(t, s);
      Lanes.join(ratio[r], tiles.rate[r], work.weight[s + 1], work.mean[s + 1], work.spread[s + 1]);
    }
    Lanes.invert(work.weight[slots], perPivot[t]);
    Lanes.invert(work.spread[slots], perSpread[t]);
    System.arraycopy(work.mean[slots], 0, mean[t], 0, width);
  }

  /** A tile's part of the Schur complement. */
  private void complement(int t) {
    Scratch.clear(work.weightAfter, work.meanAfter, work.spreadAfter);
    for (int s = slots - 1; s >= 0; s--) {
      int r = tiles.row(t, s);
      Lanes.levers(ratio[r], tiles.rate[r], tiles.size[t], mean[t], work.drawn[s], work.levers[s]);
      Lanes.pivots(
          work.weight[s],
          work.mean[s],
          work.spread[s],
          work.weightAfter,
          work.meanAfter,
          work.spreadAfter,
          work.left);
      Lanes.diagonal(
          tiles.size[t], perPivot[t], perSpread[t], work.drawn[s], work.left, work.diagonal[s]);
      Lanes.join(ratio[r], tiles.rate[r], work.weightAfter, work.meanAfter, work.spreadAfter);
      for (int i = s + 1; i < slots; i++) {
        Lanes.offDiagonal(
            perPivot[t],
            perSpread[t],
            work.drawn[s],
            work.drawn[i],
            work.levers[s],
            work.levers[i],
            work.offDiagonal[i][s]);
      }
      if (hasLevel) {
        Lanes.addProduct(tiles.requirement[t], perSpread[t], work.levers[s], work.levelColumn[s]);
      }
    }
    Lanes.addProduct(tiles.requirement[t], perSpread[t], tiles.requirement[t], work.levelPivot);
  }

  /** What the predictor wants: all products 0, and the prices of utilities at their slopes. */
  private void vanish(Point at, int t) {
    Lanes.negate(at.idle[t], idleChange[t]);
    Lanes.negate(at.surplus[t], surplusChange[t]);
    for (int i = 0; tiles.hasUtility && i < surplusChange[t].length; i++) {
      if (tiles.weight[t][i] > 0) {
        double owed = at.owed[t][i];
        double pull = Utility.pull(tiles.power, tiles.weight[t][i], at.surplus[t][i], owed);
        surplusChange[t][i] = pull / (tiles.curvature(t, i) * owed);
      }
    }
    openSides(t);
    for (int s = 0; s < slots; s++) {
      int r = tiles.row(t, s);
      dualGap(at, t, s);
      Lanes.vanish(at.x[r], ratio[r], work.gap, change[r]);
      Lanes.addToSides(change[r], tiles.rate[r], timeSide[t], owedSide[t]);
    }
  }

  private void dualGap(Point at, int t, int s) {
    int r = tiles.row(t, s);
    double price = at.price[tiles.pool[s]];
    Lanes.dualGap(tiles.rate[r], at.z[r], at.time[t], at.owed[t], tiles.size[t], price, work.gap);
    if (tiles.hasGain) {
      Lanes.subtract(tiles.gain[r], work.gap);
    }
  }

  private void openSides(int t) {
    Lanes.openSides(
        idleChange[t], timeGap[t], throughputGap[t], surplusChange[t], timeSide[t], owedSide[t]);
  }

  /** Eliminates the rows of a tile's jobs from the right-hand side. */
  private void closeSides(int t) {
    Lanes.closeSides(timeSide[t], perPivot[t], mean[t], perSpread[t], work.time, owedSide[t]);
    Lanes.addProduct(tiles.requirement[t], owedSide[t], work.levelSide);
    for (int s = 0; s < slots; s++) {
      int r = tiles.row(t, s);
      Lanes.keep(tiles.rate[r], mean[t], owedSide[t], work.time, work.reduced);
      Lanes.side(change[r], ratio[r], tiles.size[t], work.reduced, work.sides[s]);
    }
  }

  /** The prices of a tile's jobs that follow from those of the pools and the level. */
  private void jobPrices(Point direction, int t) {
    Scratch.clear(work.paid, work.lever);
    for (int s = 0; s < slots; s++) {
      int r = tiles.row(t, s);
      double price = direction.price[tiles.pool[s]];
      Lanes.pay(ratio[r], tiles.rate[r], tiles.size[t], mean[t], price, work.paid, work.lever);
    }
    Lanes.owed(
        owedSide[t],
        tiles.requirement[t],
        direction.level,
        work.lever,
        perSpread[t],
        work.owedMove);
    Lanes.time(
        timeSide[t], work.paid, perPivot[t], mean[t], work.owedMove, work.time, work.wholeTime);
  }

  /** By how much the reduced costs of a row move. */
  private void reduced(Point direction, int t, int s) {
    int r = tiles.row(t, s);
    double price = direction.price[tiles.pool[s]];
    Lanes.reduced(
        tiles.rate[r], tiles.size[t], price, mean[t], work.time, work.owedMove, work.reduced);
  }

  /**
   * Looks how far the predictor leads, after {@link #factor}, and keeps what it would add to the
   * products to second order.
   *
   * @param direction gets the prices of the pools and the level only
   */
  Reach predict(Point at, Point direction) {
    system.solve(at, work, direction);
    reach.clear();
    for (int t = 0; t < tiles.count; t++) {
      tiles.limits.checkAt(t * Tiles.WIDTH);
      jobPrices(direction, t);
      for (int s = 0; s < slots; s++) {
        int r = tiles.row(t, s);
        reduced(direction, t, s);
        dualGap(at, t, s);
        Lanes.add(work.gap, work.reduced);
        predict(at.x[r], at.z[r], work.reduced, change[r]);
      }
      predict(at.idle[t], at.time[t], work.wholeTime, idleChange[t]);
      if (tiles.hasUtility) {
        predictSurplus(at, t);
      } else {
        predict(at.surplus[t], at.owed[t], work.owedMove, surplusChange[t]);
      }
    }
    system.keepSecondOrder(direction);
    return withPools(at, direction);
  }

  private void predict(double[] a, double[] b, double[] db, double[] second) {
    Lanes.part(b, db, reach.primalFall, reach.dualFall);
    Lanes.products(a, b, db, reach.product, reach.primalMove, work.fallen);
    Lanes.bothMoves(db, work.fallen, reach.dualMove, reach.bothMoves, second);
  }

  private void predictSurplus(Point at, int t) {
    for (int i = 0; i < surplusChange[t].length; i++) {
      double move = work.owedMove[i];
      double gained = surplusChange[t][i] - surplusRatio[t][i] * move;
      if (tiles.weight[t][i] > 0) {
        reach.fall(at.surplus[t][i], at.owed[t][i], gained, move);
      } else {
        reach.add(at.surplus[t][i], at.owed[t][i], gained, move);
        surplusChange[t][i] = gained * move;
      }
    }
  }

  /** The direction, after {@link #predict}, that brings all products to mu. */
  Reach correct(Point at, double mu, Point direction) {
    work.clearSides();
    for (int t = 0; t < tiles.count; t++) {
      tiles.limits.checkAt(t * Tiles.WIDTH);
      aim(at, mu, t);
      closeSides(t);
    }
    system.aim(at, mu);
    system.solve(at, work, direction);
    reach.clear();
    for (int t = 0; t < tiles.count; t++) {
      tiles.limits.checkAt(t * Tiles.WIDTH);
      jobPrices(direction, t);
      for (int s = 0; s < slots; s++) {
        int r = tiles.row(t, s);
        reduced(direction, t, s);
        dualGap(at, t, s);
        Lanes.direct(change[r], ratio[r], work.reduced, work.gap, direction.x[r], direction.z[r]);
      }
      Lanes.direct(
          idleChange[t], idleRatio[t], work.wholeTime, direction.idle[t], direction.time[t]);
      Lanes.direct(
          surplusChange[t],
          surplusRatio[t],
          work.owedMove,
          direction.surplus[t],
          direction.owed[t]);
      look(at, direction, t);
    }
    return withPools(at, direction);
  }

  private void aim(Point at, double mu, int t) {
    Lanes.aim(at.idle[t], at.time[t], mu, idleChange[t]);
    if (tiles.hasUtility) {
      for (int i = 0; i < surplusChange[t].length; i++) {
        if (tiles.weight[t][i] == 0) {
          surplusChange[t][i] = (mu - surplusChange[t][i]) / at.owed[t][i] - at.surplus[t][i];
        }
      }
    } else {
      Lanes.aim(at.surplus[t], at.owed[t], mu, surplusChange[t]);
    }
    openSides(t);
    for (int s = 0; s < slots; s++) {
      int r = tiles.row(t, s);
      dualGap(at, t, s);
      Lanes.aim(at.x[r], at.z[r], mu, change[r]);
      Lanes.closeDual(ratio[r], work.gap, change[r]);
      Lanes.addToSides(change[r], tiles.rate[r], timeSide[t], owedSide[t]);
    }
  }

  /** The sum of the products of all partners at a point. */
  double complementarity(Point at) {
    reach.clear();
    for (int t = 0; t < tiles.count; t++) {
      look(at, at, t);
    }
    return withPools(at, at).products(0, 0);
  }

  /** How far a direction leads in a tile. */
  private void look(Point at, Point direction, int t) {
    for (int s = 0; s < slots; s++) {
      int r = tiles.row(t, s);
      look(at.x[r], at.z[r], direction.x[r], direction.z[r]);
    }
    look(at.idle[t], at.time[t], direction.idle[t], direction.time[t]);
    if (!tiles.hasUtility) {
      look(at.surplus[t], at.owed[t], direction.surplus[t], direction.owed[t]);
      return;
    }
    for (int i = 0; i < at.owed[t].length; i++) {
      double surplus = at.surplus[t][i];
      double owed = at.owed[t][i];
      if (tiles.weight[t][i] > 0) {
        reach.fall(surplus, owed, direction.surplus[t][i], direction.owed[t][i]);
      } else {
        reach.add(surplus, owed, direction.surplus[t][i], direction.owed[t][i]);
      }
    }
  }

  private void look(double[] a, double[] b, double[] da, double[] db) {
    Lanes.fall(da, a, reach.primalFall);
    Lanes.fall(db, b, reach.dualFall);
    Lanes.addProduct(a, b, reach.product);
    Lanes.addProduct(da, b, reach.primalMove);
    Lanes.addProduct(a, db, reach.dualMove);
    Lanes.addProduct(da, db, reach.bothMoves);
  }

  private Reach withPools(Point at, Point direction) {
    for (int k = 0; k < tiles.pools; k++) {
      reach.add(at.free[k], at.price[k], direction.free[k], direction.price[k]);
    }
    return reach;
  }

  /**
   * Makes up for what a direction leaves of the gaps of primal rows, with the same factors.
   *
   * @param further gets the prices of the pools and the level that this takes
   */
  Reach refine(Point at, Point direction, Point further) {
    work.clearSides();
    work.clearGaps();
    for (int t = 0; t < tiles.count; t++) {
      tiles.limits.checkAt(t * Tiles.WIDTH);
      close(direction, t);
      closeSides(t);
    }
    system.close(direction, work);
    system.solve(at, work, further);
    reach.clear();
    for (int t = 0; t < tiles.count; t++) {
      tiles.limits.checkAt(t * Tiles.WIDTH);
      jobPrices(further, t);
      for (int s = 0; s < slots; s++) {
        int r = tiles.row(t, s);
        reduced(further, t, s);
        Lanes.redirect(ratio[r], work.reduced, direction.x[r], direction.z[r]);
      }
      Lanes.redirect(idleRatio[t], work.wholeTime, direction.idle[t], direction.time[t]);
      Lanes.redirect(surplusRatio[t], work.owedMove, direction.surplus[t], direction.owed[t]);
      look(at, direction, t);
    }
    Lanes.add(further.free, direction.free);
    Lanes.add(further.price, direction.price);
    direction.level += further.level;
    return withPools(at, direction);
  }

  /** What a direction leaves of a tile's gaps; nothing else is wanted. */
  private void close(Point direction, int t) {
    Lanes.subtract(direction.idle[t], timeGap[t]);
    Lanes.open(tiles.requirement[t], direction.level, direction.surplus[t], throughputGap[t]);
    for (int s = 0; s < slots; s++) {
      int r = tiles.row(t, s);
      Lanes.use(
          direction.x[r], tiles.rate[r], tiles.size[t], timeGap[t], throughputGap[t], work.used[s]);
      Arrays.fill(change[r], 0);
    }
    Lanes.addProduct(tiles.requirement[t], direction.owed[t], work.owed);
    Arrays.fill(idleChange[t], 0);
    Arrays.fill(surplusChange[t], 0);
    openSides(t);
  }
}
