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
  private final TilePasses passes;

  /** The sums of the last pass that computed right-hand sides. */
  private Totals totals = new Totals(new StepLength(1));

  private double primalGap;

  BlockNewtonSystem(TiledProgram tiledProgram, boolean hasLevel) {
    this.tiledProgram = tiledProgram;
    change = tiledProgram.byColumn();
    idleChange = tiledProgram.byJob();
    surplusChange = tiledProgram.byJob();
    timeGap = tiledProgram.byJob();
    throughputGap = tiledProgram.byJob();
    passes = new TilePasses(tiledProgram);
    jobs = new JobElimination(tiledProgram, hasLevel);
    schur = new SchurComplement(tiledProgram, hasLevel);
  }

  /** Factors the system at a point; false if it is numerically singular. */
  boolean factor(Iterate at) {
    schur.open(at);
    schur.clearSides();
    totals =
        passes.run(
            (t, workspace) -> {
              measure(at, t, workspace);
              jobs.pivot(t, workspace);
              jobs.complement(t, workspace);
              vanish(at, t, workspace);
              jobs.closeSides(t, change, workspace);
            },
            TilePasses.Kind.MATRIX,
            schur::add);
    primalGap = Math.max(totals.largest, schur.measure(totals));
    schur.vanish(at);
    return schur.factor(totals);
  }

  /** Returns the largest relative residual of a primal row at the factored point. */
  double primalGap() {
    return primalGap;
  }

  /** Computes the residuals of a tile's rows and the ratios of all partners. */
  private void measure(Iterate at, int t, Workspace workspace) {
    TileKernels.ratio(at.idle[t], at.time[t], jobs.idleRatio[t]);
    TileKernels.timeGap(at.idle[t], timeGap[t]);
    TileKernels.throughputGap(
        tiledProgram.floor[t],
        tiledProgram.requirement[t],
        at.level,
        at.surplus[t],
        throughputGap[t]);
    for (int s = 0; s < tiledProgram.rows(t); s++) {
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
  private void vanish(Iterate at, int t, Workspace workspace) {
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
    for (int s = 0; s < tiledProgram.rows(t); s++) {
      int r = tiledProgram.row(t, s);
      dualGap(at, t, s, workspace);
      TileKernels.vanish(at.x[r], jobs.ratio[r], workspace.gap, change[r]);
      EliminationKernels.addToSides(
          change[r], tiledProgram.rate[r], jobs.timeSide[t], jobs.owedSide[t]);
    }
  }

  private void dualGap(Iterate at, int t, int s, Workspace workspace) {
    int r = tiledProgram.row(t, s);
    double[] rate = tiledProgram.rate[r];
    double[] size = tiledProgram.size[r];
    double[] ofWorker = at.ofWorker[tiledProgram.classOfTile[t]];
    if (tiledProgram.isScattered(t)) {
      TileKernels.gather(ofWorker, tiledProgram.slots(r), workspace.price);
      TileKernels.dualGap(
          rate, at.z[r], at.time[t], at.owed[t], size, workspace.price, workspace.gap);
    } else {
      TileKernels.dualGap(rate, at.z[r], at.time[t], at.owed[t], size, ofWorker[s], workspace.gap);
    }
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
   * @param direction receives only the prices of the resources, the free variables and the level
   */
  StepLength predict(Iterate at, Iterate direction) {
    schur.solve(at, totals, direction);
    Totals found = passes.each((t, workspace) -> predict(at, direction, t, workspace));
    schur.keepSecondOrder(direction);
    return schur.look(at, direction, found.reach);
  }

  private void predict(Iterate at, Iterate direction, int t, Workspace workspace) {
    StepLength reach = workspace.reach;
    jobs.prices(direction, t, workspace);
    for (int s = 0; s < tiledProgram.rows(t); s++) {
      int r = tiledProgram.row(t, s);
      jobs.reduced(direction, t, s, workspace);
      dualGap(at, t, s, workspace);
      TileKernels.add(workspace.gap, workspace.reduced);
      reach.predict(at.x[r], at.z[r], workspace.reduced, change[r], workspace.fallen);
    }
    reach.predict(at.idle[t], at.time[t], workspace.wholeTime, idleChange[t], workspace.fallen);
    if (tiledProgram.hasUtility) {
      predictSurplus(at, t, workspace);
    } else {
      reach.predict(
          at.surplus[t], at.owed[t], workspace.owedMove, surplusChange[t], workspace.fallen);
    }
  }

  private void predictSurplus(Iterate at, int t, Workspace workspace) {
    for (int i = 0; i < surplusChange[t].length; i++) {
      double move = workspace.owedMove[i];
      double gained = surplusChange[t][i] - jobs.surplusRatio[t][i] * move;
      if (tiledProgram.weight[t][i] > 0) {
        workspace.reach.fall(at.surplus[t][i], at.owed[t][i], gained, move);
      } else {
        workspace.reach.add(at.surplus[t][i], at.owed[t][i], gained, move);
        surplusChange[t][i] = gained * move;
      }
    }
  }

  /** Multiplies the second-order terms kept by {@link #predict} by a weight. */
  void weakenSecondOrder(double weight) {
    passes.each(
        (t, workspace) -> {
          for (int s = 0; s < tiledProgram.rows(t); s++) {
            TileKernels.scale(change[tiledProgram.row(t, s)], weight);
          }
          TileKernels.scale(idleChange[t], weight);
          for (int i = 0; i < surplusChange[t].length; i++) {
            surplusChange[t][i] *= tiledProgram.weight[t][i] > 0 ? 1 : weight;
          }
        });
    schur.weakenSecondOrder(weight);
  }

  /** Computes the direction that brings all products to mu, after {@link #predict}. */
  StepLength correct(Iterate at, double mu, Iterate direction) {
    schur.clearSides();
    totals =
        passes.run(
            (t, workspace) -> {
              aim(at, mu, t, workspace);
              jobs.closeSides(t, change, workspace);
            },
            TilePasses.Kind.SIDES,
            schur::add);
    schur.aim(at, mu);
    schur.solve(at, totals, direction);
    Totals found = passes.each((t, workspace) -> direct(at, direction, t, workspace));
    return schur.look(at, direction, found.reach);
  }

  private void direct(Iterate at, Iterate direction, int t, Workspace workspace) {
    jobs.prices(direction, t, workspace);
    for (int s = 0; s < tiledProgram.rows(t); s++) {
      int r = tiledProgram.row(t, s);
      jobs.reduced(direction, t, s, workspace);
      dualGap(at, t, s, workspace);
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
    look(at, direction, t, workspace.reach);
  }

  private void aim(Iterate at, double mu, int t, Workspace workspace) {
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
    for (int s = 0; s < tiledProgram.rows(t); s++) {
      int r = tiledProgram.row(t, s);
      dualGap(at, t, s, workspace);
      TileKernels.aim(at.x[r], at.z[r], mu, change[r]);
      TileKernels.closeDual(jobs.ratio[r], workspace.gap, change[r]);
      EliminationKernels.addToSides(
          change[r], tiledProgram.rate[r], jobs.timeSide[t], jobs.owedSide[t]);
    }
  }

  /** Moves a point along a direction. */
  void move(Iterate at, Iterate direction, double primal, double dual) {
    passes.each((t, workspace) -> at.moveTile(t, direction, primal, dual));
    at.moveResources(direction, primal, dual);
  }

  /** Returns the step lengths of a point as a direction of its own. */
  StepLength reach(Iterate at) {
    Totals found = passes.each((t, workspace) -> look(at, at, t, workspace.reach));
    return schur.look(at, at, found.reach);
  }

  /** Adds a tile's part of the step lengths of a direction. */
  private void look(Iterate at, Iterate direction, int t, StepLength reach) {
    for (int s = 0; s < tiledProgram.rows(t); s++) {
      int r = tiledProgram.row(t, s);
      reach.look(at.x[r], at.z[r], direction.x[r], direction.z[r]);
    }
    reach.look(at.idle[t], at.time[t], direction.idle[t], direction.time[t]);
    if (!tiledProgram.hasUtility) {
      reach.look(at.surplus[t], at.owed[t], direction.surplus[t], direction.owed[t]);
      return;
    }
    for (int i = 0; i < at.owed[t].length; i++) {
      double surplus = at.surplus[t][i];
      double owed = at.owed[t][i];
      if (tiledProgram.weight[t][i] > 0) {
        reach.fall(surplus, owed, direction.surplus[t][i], direction.owed[t][i]);
      } else {
        reach.add(surplus, owed, direction.surplus[t][i], direction.owed[t][i]);
      }
    }
  }

  /**
   * Corrects a direction by its residuals of primal rows, with the same factors.
   *
   * @param further receives the correction of the prices of the resources and of the level
   */
  StepLength refine(Iterate at, Iterate direction, Iterate further) {
    schur.clearSides();
    schur.close(direction);
    totals =
        passes.run(
            (t, workspace) -> {
              close(direction, t, workspace);
              jobs.closeSides(t, change, workspace);
            },
            TilePasses.Kind.SIDES,
            schur::add);
    schur.closeLevel(totals);
    schur.solve(at, totals, further);
    Totals found =
        passes.each(
            (t, workspace) -> {
              redirect(direction, further, t, workspace);
              look(at, direction, t, workspace.reach);
            });
    TileKernels.add(further.free, direction.free);
    TileKernels.add(further.price, direction.price);
    schur.redirect(further, direction);
    direction.level += further.level;
    return schur.look(at, direction, found.reach);
  }

  private void redirect(Iterate direction, Iterate further, int t, Workspace workspace) {
    jobs.prices(further, t, workspace);
    for (int s = 0; s < tiledProgram.rows(t); s++) {
      int r = tiledProgram.row(t, s);
      jobs.reduced(further, t, s, workspace);
      TileKernels.redirect(jobs.ratio[r], workspace.reduced, direction.x[r], direction.z[r]);
    }
    TileKernels.redirect(
        jobs.idleRatio[t], workspace.wholeTime, direction.idle[t], direction.time[t]);
    TileKernels.redirect(
        jobs.surplusRatio[t], workspace.owedMove, direction.surplus[t], direction.owed[t]);
  }

  /** Sets a direction's residuals in a tile as the right-hand side. */
  private void close(Iterate direction, int t, Workspace workspace) {
    TileKernels.subtract(direction.idle[t], timeGap[t]);
    TileKernels.open(
        tiledProgram.requirement[t], direction.level, direction.surplus[t], throughputGap[t]);
    for (int s = 0; s < tiledProgram.rows(t); s++) {
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
