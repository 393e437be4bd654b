package io.gavel.policies.lp.solver;

import java.util.Arrays;

/*
 * One linear system serves the predictor and the corrector. JobElimination solves the equations of each job for
 * its two prices, and leaves the prices of the K pools and the level, which PoolSystem solves.
 *
 * A step is four passes over the tiles of Tiles: factor, predict, and two to correct; each is O(jobs · K) but
 * for the Schur complement, O(jobs · K²). Nothing is allocated after construction.
 */

/** The Newton system of the interior-point method, reduced to the pools and the level. */
final class Newton {

  private final Tiles tiles;
  private final int slots;

  /** What x of columns would gain if no price moved (or, before, what to take off). */
  private final double[][] change;

  /** The same of the slacks of each job's rows. */
  private final double[][] idleChange;

  private final double[][] surplusChange;

  /** By how much each job's rows are off. */
  private final double[][] timeGap;

  private final double[][] throughputGap;

  private final JobElimination jobs;
  private final PoolSystem system;
  private final Scratch work;
  private final Reach reach;
  private double primalGap;

  Newton(Tiles tiles, boolean hasLevel) {
    this.tiles = tiles;
    slots = tiles.slots;
    change = tiles.byColumn();
    idleChange = tiles.byJob();
    surplusChange = tiles.byJob();
    timeGap = tiles.byJob();
    throughputGap = tiles.byJob();
    work = new Scratch(slots, tiles.places());
    jobs = new JobElimination(tiles, hasLevel, work);
    system = new PoolSystem(tiles, hasLevel);
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
      jobs.pivot(t);
      jobs.complement(t);
      vanish(at, t);
      jobs.closeSides(t, change);
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
    Lanes.ratio(at.idle[t], at.time[t], jobs.idleRatio[t]);
    Lanes.timeGap(at.idle[t], timeGap[t]);
    Lanes.throughputGap(
        tiles.floor[t], tiles.requirement[t], at.level, at.surplus[t], throughputGap[t]);
    for (int s = 0; s < slots; s++) {
      int r = tiles.row(t, s);
      Lanes.ratio(at.x[r], at.z[r], jobs.ratio[r]);
      Lanes.use(at.x[r], tiles.rate[r], tiles.size[t], timeGap[t], throughputGap[t], work.used[s]);
    }
    Lanes.addProduct(tiles.requirement[t], at.owed[t], work.owed);
    Lanes.largest(timeGap[t], work.largest);
    Lanes.largest(throughputGap[t], work.largest);
    Lanes.ratio(at.surplus[t], at.owed[t], jobs.surplusRatio[t]);
    for (int i = 0; tiles.hasUtility && i < jobs.surplusRatio[t].length; i++) {
      jobs.surplusRatio[t][i] /= tiles.curvature(t, i);
    }
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
      Lanes.vanish(at.x[r], jobs.ratio[r], work.gap, change[r]);
      EliminationKernels.addToSides(change[r], tiles.rate[r], jobs.timeSide[t], jobs.owedSide[t]);
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
    EliminationKernels.openSides(
        idleChange[t],
        timeGap[t],
        throughputGap[t],
        surplusChange[t],
        jobs.timeSide[t],
        jobs.owedSide[t]);
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
      jobs.prices(direction, t);
      for (int s = 0; s < slots; s++) {
        int r = tiles.row(t, s);
        jobs.reduced(direction, t, s);
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
      double gained = surplusChange[t][i] - jobs.surplusRatio[t][i] * move;
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
      jobs.closeSides(t, change);
    }
    system.aim(at, mu);
    system.solve(at, work, direction);
    reach.clear();
    for (int t = 0; t < tiles.count; t++) {
      tiles.limits.checkAt(t * Tiles.WIDTH);
      jobs.prices(direction, t);
      for (int s = 0; s < slots; s++) {
        int r = tiles.row(t, s);
        jobs.reduced(direction, t, s);
        dualGap(at, t, s);
        Lanes.direct(
            change[r], jobs.ratio[r], work.reduced, work.gap, direction.x[r], direction.z[r]);
      }
      Lanes.direct(
          idleChange[t], jobs.idleRatio[t], work.wholeTime, direction.idle[t], direction.time[t]);
      Lanes.direct(
          surplusChange[t],
          jobs.surplusRatio[t],
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
      Lanes.closeDual(jobs.ratio[r], work.gap, change[r]);
      EliminationKernels.addToSides(change[r], tiles.rate[r], jobs.timeSide[t], jobs.owedSide[t]);
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
      jobs.closeSides(t, change);
    }
    system.close(direction, work);
    system.solve(at, work, further);
    reach.clear();
    for (int t = 0; t < tiles.count; t++) {
      tiles.limits.checkAt(t * Tiles.WIDTH);
      jobs.prices(further, t);
      for (int s = 0; s < slots; s++) {
        int r = tiles.row(t, s);
        jobs.reduced(further, t, s);
        Lanes.redirect(jobs.ratio[r], work.reduced, direction.x[r], direction.z[r]);
      }
      Lanes.redirect(jobs.idleRatio[t], work.wholeTime, direction.idle[t], direction.time[t]);
      Lanes.redirect(jobs.surplusRatio[t], work.owedMove, direction.surplus[t], direction.owed[t]);
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
