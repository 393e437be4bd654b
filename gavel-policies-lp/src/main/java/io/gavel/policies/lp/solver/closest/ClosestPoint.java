package io.gavel.policies.lp.solver.closest;

import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.lp.solver.interior.rows.RowInteriorPoint;
import io.gavel.policies.lp.solver.presolve.Scaling;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.FeasibilityRepair;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.List;

/*
 * The program is
 *
 *   maximise   Σ size_c kept_c  +  2⁻²⁰ Σ size_c speed_c x_c
 *   kept_c ≤ held_c,  kept_c + fresh_c = x_c
 *   time, pools and floors as in the program;  Σ gain_c x_c ≥ least
 *
 * solved by the interior-point method on rows. Only the pools and the gains couple jobs, so the
 * matrix of Newton's equations is an arrow (ArrowCholesky): O(n K³) a step. With pairs it is dense.
 */

/**
 * The point of a program closest to an earlier one: of all points that meet the floors and whose
 * gains reach a given sum, the one that keeps the most workers where they were. Workers that would
 * otherwise idle are given to the columns with the most throughput, relative to each job's fastest.
 *
 * <p>The result is certified: {@link #mostKept} bounds the number of workers that any such point
 * can keep. Immutable.
 */
public final class ClosestPoint {

  private static final double TARGET_GAP = 1e-13;

  /** The gap below which points are checked as solutions. */
  private static final double GOOD_GAP = 1e-9;

  /**
   * The residual that rows may have after a step. The first attempt is loose, which saves half of
   * the time.
   */
  private static final List<Double> CLOSE = List.of(1e-10, 1e-13);

  private static final int MOST_STEPS = 100;

  /** The fraction of floors and gains that the solution may miss. */
  private static final double MISS = 5e-7;

  /**
   * The gap that may remain between the workers kept and the bound, as a fraction of all workers.
   */
  private static final double OPEN = 8e-6;

  private final double[] fractions;
  private final double kept;
  private final double mostKept;

  private ClosestPoint(double[] fractions, double kept, double mostKept) {
    this.fractions = fractions;
    this.kept = kept;
    this.mostKept = mostKept;
  }

  /**
   * Finds the closest point.
   *
   * @param program its floors, coupling rows and gains define the allowed points; without level,
   *     utilities, free columns and pairs by job type
   * @param leastGain the least sum of the gains, in their unit; ignored unless positive
   * @param held the fractions of the earlier point, {@code [column]}, from 0 to 1; not modified
   * @param limits when to give up
   * @return the closest point, within some millionths of the cluster's workers
   * @throws IllegalArgumentException if the program has a level, utilities, free columns or pairs
   *     by job type, or another number of columns
   * @throws SolveStoppedException if the limits ended the search
   * @throws SolveFailedException if no point was found and proved to be closest
   */
  public static ClosestPoint of(
      AllocationProgram program, double leastGain, double[] held, SolveLimits limits) {
    boolean linear = !program.hasLevel() && !program.hasUtility() && program.shared().isEmpty();
    if (!linear || program.freeColumns().count() > 0 || held.length != program.columnCount()) {
      throw new IllegalArgumentException(
          "a closest point needs a program with only floors, rows and gains, and with %s columns"
              .formatted(held.length));
    }
    try {
      AllocationProgram scaled = Scaling.of(program).scaled();
      double unit = unit(program, scaled);
      ClosestPointRows rows = new ClosestPointRows(scaled, held, leastGain * unit);
      return solve(program, leastGain, held, limits, rows);
    } catch (CancelledSolve cancelled) {
      throw stopped(program);
    }
  }

  /** The power of two by which scaling multiplied the gains. */
  private static double unit(AllocationProgram program, AllocationProgram scaled) {
    for (int c = 0; c < program.columnCount(); c++) {
      if (program.gain(c) != 0) {
        return scaled.gain(c) / program.gain(c);
      }
    }
    return 1;
  }

  private static ClosestPoint solve(
      AllocationProgram program,
      double leastGain,
      double[] held,
      SolveLimits limits,
      ClosestPointRows rows) {
    if (!rows.isSolvable()) {
      throw new SolveFailedException(
          "the closest point for %s jobs × %s pools has pairs and %s rows, which is too many rows"
              .formatted(program.jobCount(), program.poolCount(), rows.rows().rows));
    }
    int steps = Math.min(MOST_STEPS, limits.maxSteps());
    for (double close : CLOSE) {
      RowInteriorPoint method = new RowInteriorPoint(rows.rows(), close);
      List<ClosestPoint> found = List.of();
      int step = 0;
      for (; step < steps; step++) {
        limits.check();
        if (method.isWithin(GOOD_GAP)) { // later steps may be worse
          List<ClosestPoint> better = solutions(program, leastGain, held, rows, method);
          found = better.isEmpty() ? found : better;
        }
        if (method.isWithin(TARGET_GAP) || !method.step()) {
          break;
        }
      }
      if (!found.isEmpty()) {
        return found.get(0);
      }
      if (step == limits.maxSteps()) {
        throw stopped(program);
      }
    }
    throw new SolveFailedException(
        "no point for %s jobs × %s pools was proved to be closest"
            .formatted(program.jobCount(), program.poolCount()));
  }

  /**
   * The solution at the method's point: without dust if that is good enough, else with it; or an
   * empty list.
   */
  private static List<ClosestPoint> solutions(
      AllocationProgram program,
      double leastGain,
      double[] held,
      ClosestPointRows rows,
      RowInteriorPoint method) {
    double mostKept = rows.mostKept(method.prices());
    for (double[] claim : List.of(rows.cleanFractions(method), rows.fractions(method))) {
      FeasibilityRepair repaired = FeasibilityRepair.of(program, claim);
      double[] x = repaired.fractions();
      double missed = Math.max(repaired.violation(), missed(program, leastGain, x));
      double kept = kept(program, held, x);
      if (missed <= MISS && Math.abs(mostKept - kept) <= OPEN * workers(program)) {
        return List.of(new ClosestPoint(x, kept, Math.max(kept, mostKept)));
      }
    }
    return List.of();
  }

  private static SolveStoppedException stopped(AllocationProgram program) {
    return new SolveStoppedException(
        "the search for the closest point of %s jobs × %s pools was ended by its limits"
            .formatted(program.jobCount(), program.poolCount()));
  }

  private static double workers(AllocationProgram program) {
    double workers = 0;
    for (int k = 0; k < program.poolCount(); k++) {
      workers += program.workers(k);
    }
    return workers;
  }

  private static double missed(AllocationProgram program, double leastGain, double[] x) {
    double[] throughput = program.throughput(x);
    double missed = leastGain > 0 ? 1 - program.objective(x) / leastGain : 0;
    for (int m = 0; m < throughput.length; m++) {
      double floor = program.floor(m);
      missed = floor > 0 ? Math.max(missed, 1 - throughput[m] / floor) : missed;
    }
    for (int i = 0; i < program.rows().count(); i++) {
      missed = Math.max(missed, program.rows().violation(i, x, new double[0]));
    }
    return missed;
  }

  private static double kept(AllocationProgram program, double[] held, double[] x) {
    double kept = 0;
    for (int c = 0; c < x.length; c++) {
      kept += program.size(c) * Math.min(x[c], held[c]);
    }
    return kept;
  }

  /**
   * The closest point.
   *
   * @return feasible fractions, a copy, {@code [column]}
   */
  public double[] fractions() {
    return fractions.clone();
  }

  /**
   * The workers kept.
   *
   * @return the number of workers that stay where they were, on average over time
   */
  public double kept() {
    return kept;
  }

  /**
   * The proved bound.
   *
   * @return an upper bound on the workers that any allowed point keeps; at least {@link #kept}
   */
  public double mostKept() {
    return mostKept;
  }
}
