package io.gavel.policies.lp.solver.interior.tiled;

import io.gavel.policies.lp.solver.coefficients.Utility;
import java.util.Arrays;

/*
 * One linear system serves the predictor and the corrector. JobElimination solves the equations of each job for
 * its two prices, and leaves the prices of the K pools and the level, which PoolSystem solves.
 *
 * A step is four passes over the tiles of Tiles: factor, predict, and two to correct; each is O(jobs · K) but
 * for the Schur complement, O(jobs · K²). Nothing is allocated after construction.
 */

/** The Newton system of the interior-point method, reduced to the pools and the level. */
final class BlockNewtonSystem {

  private final TiledProgram tiledProgram;
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
  private final SchurComplement system;
  private final Workspace work;
  private final StepLength stepLength;
  private double primalGap;

  BlockNewtonSystem(TiledProgram tiledProgram, boolean hasLevel) {
    this.tiledProgram = tiledProgram;
    slots = tiledProgram.slots;
    change = tiledProgram.byColumn();
    idleChange = tiledProgram.byJob();
    surplusChange = tiledProgram.byJob();
    timeGap = tiledProgram.byJob();
    throughputGap = tiledProgram.byJob();
    work = new Workspace(slots, tiledProgram.places());
    jobs = new JobElimination(tiledProgram, hasLevel, work);
    system = new SchurComplement(tiledProgram, hasLevel);
    stepLength = new StepLength(tiledProgram.places());
  }

  /** Factors the system at a point; false if it is numerically singular. */
  boolean factor(Iterate at) {
    work.clearFactors();
    work.clearGaps();
    work.clearSides();
    for (int t = 0; t < tiledProgram.count; t++) {
      tiledProgram.limits.checkAt(t * TiledProgram.WIDTH);
      measure(at, t);
      jobs.pivot(t);
      jobs.complement(t);
      vanish(at, t);
      jobs.closeSides(t, change);
    }
    primalGap = Math.max(TileKernels.max(work.largest), system.measure(at, work));
    system.vanish(at);
    return system.factor(at, work);
  }

  /** The largest part by which a primal row was off at the point that was factored. */
  double primalGap() {
    return primalGap;
  }

  /** The gaps of a tile's rows, and the ratios of all partners. */
  private void measure(Iterate at, int t) {
    TileKernels.ratio(at.idle[t], at.time[t], jobs.idleRatio[t]);
    TileKernels.timeGap(at.idle[t], timeGap[t]);
    TileKernels.throughputGap(
        tiledProgram.floor[t],
        tiledProgram.requirement[t],
        at.level,
        at.surplus[t],
        throughputGap[t]);
    for (int s = 0; s < slots; s++) {
      int r = tiledProgram.row(t, s);
      TileKernels.ratio(at.x[r], at.z[r], jobs.ratio[r]);
      TileKernels.use(
          at.x[r],
          tiledProgram.rate[r],
          tiledProgram.size[t],
          timeGap[t],
          throughputGap[t],
          work.used[s]);
    }
    TileKernels.addProduct(tiledProgram.requirement[t], at.owed[t], work.owed);
    TileKernels.largest(timeGap[t], work.largest);
    TileKernels.largest(throughputGap[t], work.largest);
    TileKernels.ratio(at.surplus[t], at.owed[t], jobs.surplusRatio[t]);
    for (int i = 0; tiledProgram.hasUtility && i < jobs.surplusRatio[t].length; i++) {
      jobs.surplusRatio[t][i] /= tiledProgram.curvature(t, i);
    }
  }

  /** What the predictor wants: all products 0, and the prices of utilities at their slopes. */
  private void vanish(Iterate at, int t) {
    TileKernels.negate(at.idle[t], idleChange[t]);
    TileKernels.negate(at.surplus[t], surplusChange[t]);
    for (int i = 0; tiledProgram.hasUtility && i < surplusChange[t].length; i++) {
      if (tiledProgram.weight[t][i] > 0) {
        double owed = at.owed[t][i];
        double pull =
            Utility.pull(tiledProgram.power, tiledProgram.weight[t][i], at.surplus[t][i], owed);
        surplusChange[t][i] = pull / (tiledProgram.curvature(t, i) * owed);
      }
    }
    openSides(t);
    for (int s = 0; s < slots; s++) {
      int r = tiledProgram.row(t, s);
      dualGap(at, t, s);
      TileKernels.vanish(at.x[r], jobs.ratio[r], work.gap, change[r]);
      EliminationKernels.addToSides(
          change[r], tiledProgram.rate[r], jobs.timeSide[t], jobs.owedSide[t]);
    }
  }

  private void dualGap(Iterate at, int t, int s) {
    int r = tiledProgram.row(t, s);
    double price = at.price[tiledProgram.pool[s]];
    TileKernels.dualGap(
        tiledProgram.rate[r],
        at.z[r],
        at.time[t],
        at.owed[t],
        tiledProgram.size[t],
        price,
        work.gap);
    if (tiledProgram.hasGain) {
      TileKernels.subtract(tiledProgram.gain[r], work.gap);
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
  StepLength predict(Iterate at, Iterate direction) {
    system.solve(at, work, direction);
    stepLength.clear();
    for (int t = 0; t < tiledProgram.count; t++) {
      tiledProgram.limits.checkAt(t * TiledProgram.WIDTH);
      jobs.prices(direction, t);
      for (int s = 0; s < slots; s++) {
        int r = tiledProgram.row(t, s);
        jobs.reduced(direction, t, s);
        dualGap(at, t, s);
        TileKernels.add(work.gap, work.reduced);
        predict(at.x[r], at.z[r], work.reduced, change[r]);
      }
      predict(at.idle[t], at.time[t], work.wholeTime, idleChange[t]);
      if (tiledProgram.hasUtility) {
        predictSurplus(at, t);
      } else {
        predict(at.surplus[t], at.owed[t], work.owedMove, surplusChange[t]);
      }
    }
    system.keepSecondOrder(direction);
    return withPools(at, direction);
  }

  private void predict(double[] a, double[] b, double[] db, double[] second) {
    TileKernels.part(b, db, stepLength.primalFall, stepLength.dualFall);
    TileKernels.products(a, b, db, stepLength.product, stepLength.primalMove, work.fallen);
    TileKernels.bothMoves(db, work.fallen, stepLength.dualMove, stepLength.bothMoves, second);
  }

  private void predictSurplus(Iterate at, int t) {
    for (int i = 0; i < surplusChange[t].length; i++) {
      double move = work.owedMove[i];
      double gained = surplusChange[t][i] - jobs.surplusRatio[t][i] * move;
      if (tiledProgram.weight[t][i] > 0) {
        stepLength.fall(at.surplus[t][i], at.owed[t][i], gained, move);
      } else {
        stepLength.add(at.surplus[t][i], at.owed[t][i], gained, move);
        surplusChange[t][i] = gained * move;
      }
    }
  }

  /** The direction, after {@link #predict}, that brings all products to mu. */
  StepLength correct(Iterate at, double mu, Iterate direction) {
    work.clearSides();
    for (int t = 0; t < tiledProgram.count; t++) {
      tiledProgram.limits.checkAt(t * TiledProgram.WIDTH);
      aim(at, mu, t);
      jobs.closeSides(t, change);
    }
    system.aim(at, mu);
    system.solve(at, work, direction);
    stepLength.clear();
    for (int t = 0; t < tiledProgram.count; t++) {
      tiledProgram.limits.checkAt(t * TiledProgram.WIDTH);
      jobs.prices(direction, t);
      for (int s = 0; s < slots; s++) {
        int r = tiledProgram.row(t, s);
        jobs.reduced(direction, t, s);
        dualGap(at, t, s);
        TileKernels.direct(
            change[r], jobs.ratio[r], work.reduced, work.gap, direction.x[r], direction.z[r]);
      }
      TileKernels.direct(
          idleChange[t], jobs.idleRatio[t], work.wholeTime, direction.idle[t], direction.time[t]);
      TileKernels.direct(
          surplusChange[t],
          jobs.surplusRatio[t],
          work.owedMove,
          direction.surplus[t],
          direction.owed[t]);
      look(at, direction, t);
    }
    return withPools(at, direction);
  }

  private void aim(Iterate at, double mu, int t) {
    TileKernels.aim(at.idle[t], at.time[t], mu, idleChange[t]);
    if (tiledProgram.hasUtility) {
      for (int i = 0; i < surplusChange[t].length; i++) {
        if (tiledProgram.weight[t][i] == 0) {
          surplusChange[t][i] = (mu - surplusChange[t][i]) / at.owed[t][i] - at.surplus[t][i];
        }
      }
    } else {
      TileKernels.aim(at.surplus[t], at.owed[t], mu, surplusChange[t]);
    }
    openSides(t);
    for (int s = 0; s < slots; s++) {
      int r = tiledProgram.row(t, s);
      dualGap(at, t, s);
      TileKernels.aim(at.x[r], at.z[r], mu, change[r]);
      TileKernels.closeDual(jobs.ratio[r], work.gap, change[r]);
      EliminationKernels.addToSides(
          change[r], tiledProgram.rate[r], jobs.timeSide[t], jobs.owedSide[t]);
    }
  }

  /** The sum of the products of all partners at a point. */
  double complementarity(Iterate at) {
    stepLength.clear();
    for (int t = 0; t < tiledProgram.count; t++) {
      look(at, at, t);
    }
    return withPools(at, at).products(0, 0);
  }

  /** How far a direction leads in a tile. */
  private void look(Iterate at, Iterate direction, int t) {
    for (int s = 0; s < slots; s++) {
      int r = tiledProgram.row(t, s);
      look(at.x[r], at.z[r], direction.x[r], direction.z[r]);
    }
    look(at.idle[t], at.time[t], direction.idle[t], direction.time[t]);
    if (!tiledProgram.hasUtility) {
      look(at.surplus[t], at.owed[t], direction.surplus[t], direction.owed[t]);
      return;
    }
    for (int i = 0; i < at.owed[t].length; i++) {
      double surplus = at.surplus[t][i];
      double owed = at.owed[t][i];
      if (tiledProgram.weight[t][i] > 0) {
        stepLength.fall(surplus, owed, direction.surplus[t][i], direction.owed[t][i]);
      } else {
        stepLength.add(surplus, owed, direction.surplus[t][i], direction.owed[t][i]);
      }
    }
  }

  private void look(double[] a, double[] b, double[] da, double[] db) {
    TileKernels.fall(da, a, stepLength.primalFall);
    TileKernels.fall(db, b, stepLength.dualFall);
    TileKernels.addProduct(a, b, stepLength.product);
    TileKernels.addProduct(da, b, stepLength.primalMove);
    TileKernels.addProduct(a, db, stepLength.dualMove);
    TileKernels.addProduct(da, db, stepLength.bothMoves);
  }

  private StepLength withPools(Iterate at, Iterate direction) {
    for (int k = 0; k < tiledProgram.pools; k++) {
      stepLength.add(at.free[k], at.price[k], direction.free[k], direction.price[k]);
    }
    return stepLength;
  }

  /**
   * Makes up for what a direction leaves of the gaps of primal rows, with the same factors.
   *
   * @param further gets the prices of the pools and the level that this takes
   */
  StepLength refine(Iterate at, Iterate direction, Iterate further) {
    work.clearSides();
    work.clearGaps();
    for (int t = 0; t < tiledProgram.count; t++) {
      tiledProgram.limits.checkAt(t * TiledProgram.WIDTH);
      close(direction, t);
      jobs.closeSides(t, change);
    }
    system.close(direction, work);
    system.solve(at, work, further);
    stepLength.clear();
    for (int t = 0; t < tiledProgram.count; t++) {
      tiledProgram.limits.checkAt(t * TiledProgram.WIDTH);
      jobs.prices(further, t);
      for (int s = 0; s < slots; s++) {
        int r = tiledProgram.row(t, s);
        jobs.reduced(further, t, s);
        TileKernels.redirect(jobs.ratio[r], work.reduced, direction.x[r], direction.z[r]);
      }
      TileKernels.redirect(jobs.idleRatio[t], work.wholeTime, direction.idle[t], direction.time[t]);
      TileKernels.redirect(
          jobs.surplusRatio[t], work.owedMove, direction.surplus[t], direction.owed[t]);
      look(at, direction, t);
    }
    TileKernels.add(further.free, direction.free);
    TileKernels.add(further.price, direction.price);
    direction.level += further.level;
    return withPools(at, direction);
  }

  /** What a direction leaves of a tile's gaps; nothing else is wanted. */
  private void close(Iterate direction, int t) {
    TileKernels.subtract(direction.idle[t], timeGap[t]);
    TileKernels.open(
        tiledProgram.requirement[t], direction.level, direction.surplus[t], throughputGap[t]);
    for (int s = 0; s < slots; s++) {
      int r = tiledProgram.row(t, s);
      TileKernels.use(
          direction.x[r],
          tiledProgram.rate[r],
          tiledProgram.size[t],
          timeGap[t],
          throughputGap[t],
          work.used[s]);
      Arrays.fill(change[r], 0);
    }
    TileKernels.addProduct(tiledProgram.requirement[t], direction.owed[t], work.owed);
    Arrays.fill(idleChange[t], 0);
    Arrays.fill(surplusChange[t], 0);
    openSides(t);
  }
}
