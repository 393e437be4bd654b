package io.gavel.policies.lp.solver.interior.tiled;

import io.gavel.policies.lp.solver.coefficients.Utility;
import java.util.Arrays;

/*
 * One linear system serves the predictor and the corrector. JobElimination solves the equations of each job for
 * its two prices. What remains are the equations of the prices of the K pools and the coupling rows, and of the
 * level, which SchurComplement solves.
 *
 * A step is four passes over the tiles of TiledProgram: factor, predict, and two to correct. Each is O(jobs · K),
 * except for the Schur complement, O(jobs · K²). Coupling rows cost nothing by job: within a class of jobs they only
 * change the price of a worker, and the sums over a class are mapped to its rows. Nothing is allocated after
 * construction.
 */

/**
 * The Newton system of the structured interior-point method, reduced to the pools and the level.
 * Mutable.
 */
final class BlockNewtonSystem {

  private final TiledProgram tiledProgram;
  private final int slots;

  /**
   * The changes of fractions if no price moved; between predictor and corrector, second-order
   * terms.
   */
  private final double[][] change;

  /** The same for the slacks of each job's rows. */
  private final double[][] idleChange;

  private final double[][] surplusChange;

  /** The residuals of each job's rows. */
  private final double[][] timeGap;

  private final double[][] throughputGap;

  private final JobElimination jobs;
  private final SchurComplement schur;
  private final Workspace workspace;
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
    workspace = new Workspace(slots, tiledProgram.places());
    jobs = new JobElimination(tiledProgram, hasLevel, workspace);
    schur = new SchurComplement(tiledProgram, hasLevel);
    stepLength = new StepLength(tiledProgram.places());
  }

  /** Factors the system at a point; false if it is numerically singular. */
  boolean factor(Iterate at) {
    schur.open(at);
    workspace.clear();
    for (int t = 0; t < tiledProgram.count; t++) {
      tiledProgram.limits.checkAt(t * TiledProgram.WIDTH);
      measure(at, t);
      jobs.pivot(t);
      jobs.complement(t);
      vanish(at, t);
      jobs.closeSides(t, change);
      schur.takeUsed(t, workspace);
      schur.takeComplement(t, workspace);
      schur.takeSides(t, workspace);
    }
    primalGap = Math.max(TileKernels.max(workspace.largest), schur.measure(workspace));
    schur.vanish(at);
    return schur.factor(workspace);
  }

  /** The largest relative residual of a primal row at the factored point. */
  double primalGap() {
    return primalGap;
  }

  /** Computes the residuals of a tile's rows and the ratios of all partners. */
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
          tiledProgram.size[r],
          timeGap[t],
          throughputGap[t],
          workspace.used[s]);
    }
    TileKernels.addProduct(tiledProgram.requirement[t], at.owed[t], workspace.owed);
    TileKernels.largest(timeGap[t], workspace.largest);
    TileKernels.largest(throughputGap[t], workspace.largest);
    TileKernels.ratio(at.surplus[t], at.owed[t], jobs.surplusRatio[t]);
    for (int i = 0; tiledProgram.hasUtility && i < jobs.surplusRatio[t].length; i++) {
      jobs.surplusRatio[t][i] /= tiledProgram.curvature(t, i);
    }
  }

  /** Sets the predictor's aim: all products 0, and the prices of utilities at their slopes. */
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
      TileKernels.vanish(at.x[r], jobs.ratio[r], workspace.gap, change[r]);
      EliminationKernels.addToSides(
          change[r], tiledProgram.rate[r], jobs.timeSide[t], jobs.owedSide[t]);
    }
  }

  private void dualGap(Iterate at, int t, int s) {
    int r = tiledProgram.row(t, s);
    double price = at.ofWorker[tiledProgram.classOfTile[t]][s];
    TileKernels.dualGap(
        tiledProgram.rate[r],
        at.z[r],
        at.time[t],
        at.owed[t],
        tiledProgram.size[r],
        price,
        workspace.gap);
    if (tiledProgram.hasGain) {
      TileKernels.subtract(tiledProgram.gain[r], workspace.gap);
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
   * Computes the step lengths of the predictor, after {@link #factor}, and keeps its second-order
   * terms.
   *
   * @param direction receives only the prices of the resources, the free columns and the level
   */
  StepLength predict(Iterate at, Iterate direction) {
    schur.solve(at, workspace, direction);
    stepLength.clear();
    for (int t = 0; t < tiledProgram.count; t++) {
      tiledProgram.limits.checkAt(t * TiledProgram.WIDTH);
      jobs.prices(direction, t);
      for (int s = 0; s < slots; s++) {
        int r = tiledProgram.row(t, s);
        jobs.reduced(direction, t, s);
        dualGap(at, t, s);
        TileKernels.add(workspace.gap, workspace.reduced);
        predict(at.x[r], at.z[r], workspace.reduced, change[r]);
      }
      predict(at.idle[t], at.time[t], workspace.wholeTime, idleChange[t]);
      if (tiledProgram.hasUtility) {
        predictSurplus(at, t);
      } else {
        predict(at.surplus[t], at.owed[t], workspace.owedMove, surplusChange[t]);
      }
    }
    schur.keepSecondOrder(direction);
    return withPools(at, direction);
  }

  private void predict(double[] a, double[] b, double[] db, double[] second) {
    TileKernels.part(b, db, stepLength.primalFall, stepLength.dualFall);
    TileKernels.products(a, b, db, stepLength.product, stepLength.primalMove, workspace.fallen);
    TileKernels.bothMoves(db, workspace.fallen, stepLength.dualMove, stepLength.bothMoves, second);
  }

  private void predictSurplus(Iterate at, int t) {
    for (int i = 0; i < surplusChange[t].length; i++) {
      double move = workspace.owedMove[i];
      double gained = surplusChange[t][i] - jobs.surplusRatio[t][i] * move;
      if (tiledProgram.weight[t][i] > 0) {
        stepLength.fall(at.surplus[t][i], at.owed[t][i], gained, move);
      } else {
        stepLength.add(at.surplus[t][i], at.owed[t][i], gained, move);
        surplusChange[t][i] = gained * move;
      }
    }
  }

  /** Multiplies the second-order terms kept by {@link #predict} by a weight. */
  void weakenSecondOrder(double weight) {
    for (double[] row : change) {
      TileKernels.scale(row, weight);
    }
    for (int t = 0; t < tiledProgram.count; t++) {
      TileKernels.scale(idleChange[t], weight);
      for (int i = 0; i < surplusChange[t].length; i++) {
        surplusChange[t][i] *= tiledProgram.weight[t][i] > 0 ? 1 : weight;
      }
    }
    schur.weakenSecondOrder(weight);
  }

  /** Computes the direction that brings all products to mu, after {@link #predict}. */
  StepLength correct(Iterate at, double mu, Iterate direction) {
    workspace.clearSides();
    for (int t = 0; t < tiledProgram.count; t++) {
      tiledProgram.limits.checkAt(t * TiledProgram.WIDTH);
      aim(at, mu, t);
      jobs.closeSides(t, change);
      schur.takeSides(t, workspace);
    }
    schur.aim(at, mu);
    schur.solve(at, workspace, direction);
    stepLength.clear();
    for (int t = 0; t < tiledProgram.count; t++) {
      tiledProgram.limits.checkAt(t * TiledProgram.WIDTH);
      jobs.prices(direction, t);
      for (int s = 0; s < slots; s++) {
        int r = tiledProgram.row(t, s);
        jobs.reduced(direction, t, s);
        dualGap(at, t, s);
        TileKernels.direct(
            change[r],
            jobs.ratio[r],
            workspace.reduced,
            workspace.gap,
            direction.x[r],
            direction.z[r]);
      }
      TileKernels.direct(
          idleChange[t],
          jobs.idleRatio[t],
          workspace.wholeTime,
          direction.idle[t],
          direction.time[t]);
      TileKernels.direct(
          surplusChange[t],
          jobs.surplusRatio[t],
          workspace.owedMove,
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
      TileKernels.closeDual(jobs.ratio[r], workspace.gap, change[r]);
      EliminationKernels.addToSides(
          change[r], tiledProgram.rate[r], jobs.timeSide[t], jobs.owedSide[t]);
    }
  }

  /** The step lengths of a point as a direction of its own. */
  StepLength reach(Iterate at) {
    stepLength.clear();
    for (int t = 0; t < tiledProgram.count; t++) {
      look(at, at, t);
    }
    return withPools(at, at);
  }

  /** Adds a tile's part of the step lengths of a direction. */
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
    return schur.look(at, direction, stepLength);
  }

  /**
   * Corrects a direction by its residuals of primal rows, with the same factors.
   *
   * @param further receives the correction of the prices of the resources and of the level
   */
  StepLength refine(Iterate at, Iterate direction, Iterate further) {
    workspace.clearSides();
    workspace.clearGaps();
    schur.close(direction);
    for (int t = 0; t < tiledProgram.count; t++) {
      tiledProgram.limits.checkAt(t * TiledProgram.WIDTH);
      close(direction, t);
      jobs.closeSides(t, change);
      schur.takeUsed(t, workspace);
      schur.takeSides(t, workspace);
    }
    schur.closeLevel(workspace);
    schur.solve(at, workspace, further);
    stepLength.clear();
    for (int t = 0; t < tiledProgram.count; t++) {
      tiledProgram.limits.checkAt(t * TiledProgram.WIDTH);
      jobs.prices(further, t);
      for (int s = 0; s < slots; s++) {
        int r = tiledProgram.row(t, s);
        jobs.reduced(further, t, s);
        TileKernels.redirect(jobs.ratio[r], workspace.reduced, direction.x[r], direction.z[r]);
      }
      TileKernels.redirect(
          jobs.idleRatio[t], workspace.wholeTime, direction.idle[t], direction.time[t]);
      TileKernels.redirect(
          jobs.surplusRatio[t], workspace.owedMove, direction.surplus[t], direction.owed[t]);
      look(at, direction, t);
    }
    TileKernels.add(further.free, direction.free);
    TileKernels.add(further.price, direction.price);
    schur.redirect(further, direction);
    direction.priceWorkers();
    direction.level += further.level;
    return withPools(at, direction);
  }

  /** Sets a direction's residuals in a tile as the right-hand side. */
  private void close(Iterate direction, int t) {
    TileKernels.subtract(direction.idle[t], timeGap[t]);
    TileKernels.open(
        tiledProgram.requirement[t], direction.level, direction.surplus[t], throughputGap[t]);
    for (int s = 0; s < slots; s++) {
      int r = tiledProgram.row(t, s);
      TileKernels.use(
          direction.x[r],
          tiledProgram.rate[r],
          tiledProgram.size[r],
          timeGap[t],
          throughputGap[t],
          workspace.used[s]);
      Arrays.fill(change[r], 0);
    }
    TileKernels.addProduct(tiledProgram.requirement[t], direction.owed[t], workspace.owed);
    Arrays.fill(idleChange[t], 0);
    Arrays.fill(surplusChange[t], 0);
    openSides(t);
  }
}
