package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.internal.level.HighestLevel;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.presolve.TimeCaps;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.List;
import java.util.Optional;

/** The columns of a run that are not kept at 0 by the proof of a level, and the point on them. */
interface RunColumns {

  /** Returns all columns of a program, and no point. */
  static RunColumns of(TimeCaps caps, LevelPrecision precision) {
    return caps.program().hasPairsByType()
        ? new TypeColumns(caps.program())
        : new ListedColumns(caps, precision);
  }

  /**
   * Returns a copy without the jobs that rows hold back and that have no choice of fractions; empty
   * if there are too few workers for them.
   *
   * @param throughput of these jobs, {@code [job]}
   */
  default Optional<RunColumns> without(List<ScarceRows.Exhausted> rows, double[] throughput) {
    return Optional.empty();
  }

  /** Returns the program on the open columns. */
  AllocationProgram open(AllocationProgram program);

  /** Takes the fractions of the open columns from a point. */
  void take(CertifiedSolution point);

  /**
   * Takes the point that reaches a level, and closes the columns that its proof keeps at 0. It
   * holds for all allocations that meet the demands, so violations of the demands by the point do
   * not count.
   *
   * @param program on the open columns
   * @param live whether a job is connected to a job that can rise, {@code [job]}
   */
  void close(AllocationProgram program, HighestLevel highest, boolean[] live);

  /**
   * Closes the columns that no chain of jobs and pools connects to a job that can rise. With
   * constraints, all columns count as connected.
   *
   * @param live receives whether a job is connected, {@code [job]}
   */
  void settle(boolean[] saturated, boolean[] live);

  /** Returns the largest throughput of each job on its open columns, {@code [job]}. */
  default double[] fastest() {
    return fastest(open());
  }

  /** Returns whether each column is open, {@code [column]}; must not be modified. */
  boolean[] open();

  /** Returns the largest throughput of each job on some columns, {@code [job]}. */
  double[] fastest(boolean[] of);

  /** Returns the rows that may hold jobs back alone. */
  ScarceRows scarce();

  /** Closes columns. */
  void close(int[] some);

  /** Returns the prices of the rows that hold one job back alone, {@code [row]}. */
  double[] rowsAlone(Prices ofOne);

  /** Prices jobs that run full time on the fastest of the open columns. */
  void full(RoundPrices prices, int[] jobs, double[] reached);

  /** Prices jobs that workers hold back together. */
  void heldBack(RoundPrices prices, DualBound proof, boolean[] saturated);

  /** Prices jobs that a row holds back. */
  RoundPrices.Draft heldBack(RoundPrices prices, ScarceRows.Exhausted row, double worth);

  /** Returns the bound on the lowest level that prices of another level prove. */
  DualBound bound(AllocationProgram lowest, DualBound proof);

  /**
   * Returns the allocation of the point.
   *
   * @param lowest the program of the lowest level, with all rows
   * @param solver finds a point if constraints ask for one and none was taken
   */
  Allocation allocation(
      AllocationProblem problem, AllocationProgram lowest, DualBound bound, CertifiedSolver solver);
}
