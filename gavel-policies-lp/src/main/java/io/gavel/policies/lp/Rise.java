package io.gavel.policies.lp;

import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.AllocationProgram;
import io.gavel.policies.lp.solver.CertifiedPoint;
import io.gavel.policies.lp.solver.CertifiedSolver;
import java.util.function.DoublePredicate;

/**
 * One round of water filling: the program whose requirements are meant for the rise of the level
 * that it has as its answer. Immutable.
 *
 * <p>Where jobs are entitled to fixed parts of a rise that is any program of the round, and one is
 * solved. In an entity that divides by finish time the parts depend on the rise. A program that is
 * meant for another rise than its own has prices all the same, which prove for every allocation how
 * much more throughput is possible, {@code Σ y_m throughput_m ≤ V}; so the level cannot rise by
 * more than brings what the jobs are entitled to up to {@code V}. That rise is tried next. The
 * programs go from bound to bound, like those of {@link LevelSearch}, and mostly are two.
 *
 * @param program whose answer this is
 * @param point the answer
 */
record Rise(AllocationProgram program, CertifiedPoint point) {

  /** Far beyond what is needed. */
  private static final int MOST_PROGRAMS = 100;

  /** How far a job's claim may be from the one that it should have, relative to it. */
  private static final double EXACT = 1e-10;

  /**
   * The next round; its point is stopped if limits ended it.
   *
   * @throws SolveFailedException if a program has no certified answer, or the rises do not settle
   */
  static Rise next(CertifiedSolver solver, WaterLevels levels) {
    double meant = 0;
    double before = Double.POSITIVE_INFINITY;
    for (int i = 0; i < MOST_PROGRAMS; i++) {
      AllocationProgram program = levels.program(meant);
      Rise rise = new Rise(program, solver.solveOrBest(program));
      if (rise.point().isStopped()) {
        return rise;
      }
      double misfit = program.hasLevel() ? rise.misfit(levels) : 0;
      boolean settled = misfit > before / 2; // what is left is rounding
      if (misfit <= EXACT || (settled && misfit <= Tolerance.CERTIFIED.relative())) {
        return rise;
      }
      before = misfit;
      meant = rise.limit(levels);
    }
    throw new SolveFailedException(
        "the shares of finish-time fairness did not settle within %d programs"
            .formatted(MOST_PROGRAMS));
  }

  /** The rise that the program's prices allow at the requirements that it has. */
  private double room(WaterLevels levels) {
    return Math.max(0, point.bound().value() - levels.level());
  }

  /** The largest relative difference between a claim of the program and what it should be. */
  private double misfit(WaterLevels levels) {
    double room = room(levels);
    double[] claims = levels.claims(room);
    double[] before = levels.claims(0);
    double misfit = 0;
    for (int m = 0; m < claims.length; m++) {
      double error = Math.abs(before[m] + program.requirement(m) * room - claims[m]);
      misfit = Math.max(misfit, error > 0 ? error / claims[m] : 0);
    }
    return misfit;
  }

  /** The rise beyond which the program's prices, or the speed of one job, forbid what it claims. */
  private double limit(WaterLevels levels) {
    double room = room(levels);
    double[] before = levels.claims(0);
    double[] fastest = program.fastest();
    DoublePredicate allowed =
        rise -> {
          double[] claims = levels.claims(rise);
          double worth = 0;
          boolean possible = true;
          for (int m = 0; m < claims.length; m++) {
            worth += point.bound().prices().ofThroughput(m) * (claims[m] - before[m]);
            possible &= claims[m] <= Math.max(before[m], fastest[m]);
          }
          return possible && worth <= room;
        };
    return Bisection.last(0, Bisection.beyond(room, allowed), allowed);
  }
}
