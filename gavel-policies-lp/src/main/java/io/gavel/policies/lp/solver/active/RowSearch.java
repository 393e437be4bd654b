package io.gavel.policies.lp.solver.active;

import io.gavel.policies.lp.solver.interior.rows.GrowingRows;
import io.gavel.policies.lp.solver.presolve.Presolve;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Optional;

/*
 * A point far from the optimum shows most of the rows that will limit it. So the first rounds end at a rough gap, and
 * the interior-point method goes on from its point under the new rows.
 */

/**
 * Finds the rows that limit the optimum among many, without solving a program to the end for each
 * few of them. Nothing is proved by that.
 */
public final class RowSearch {

  /** The relative gap of the first round. */
  private static final double FIRST = 1e-2;

  /** The relative gap of the last round. */
  private static final double LAST = 1e-8;

  /** The ratio of a round's gap to the gap of the previous round. */
  private static final double CLOSER = 0.3;

  /** The same after a round that found few rows. */
  private static final double MUCH_CLOSER = 0.01;

  /** The number of jobs for one new row from which on rows are few. */
  private static final int FEW = 10;

  /** A limit above the number of rounds; ten to twenty are usual. */
  private static final int MOST_ROUNDS = 60;

  private RowSearch() {}

  /** Rows that are stated as points violate them. Mutable. */
  public interface Rows {

    /** Returns the program with the rows found so far, in order of discovery. */
    AllocationProgram program();

    /** Adds rows that a point violates; returns their number, 0 if it violates none. */
    int addViolated(CertifiedSolution point);
  }

  /**
   * Searches until a point near the optimum violates no row, or the method fails.
   *
   * @param rows the initial rows, to which the found rows are added
   * @param limits of all steps together; when they end the search, the rows found so far are
   *     returned
   */
  public static void fill(Rows rows, SolveLimits limits) {
    try {
      search(rows, limits);
    } catch (CancelledSolve cancelled) {
      // The caller's solve will find out, and knows what to do.
    }
  }

  private static void search(Rows rows, SolveLimits limits) {
    Optional<GrowingRows> method = Optional.empty();
    double gap = FIRST;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Presolve presolve = Presolve.of(rows.program(), limits);
      AllocationProgram reduced = presolve.reduced();
      method =
          method.isEmpty()
              ? GrowingRows.of(reduced)
              : method.flatMap(before -> before.under(reduced));
      if (method.isEmpty()) {
        return;
      }
      boolean reached = method.get().reach(gap, limits);
      limits.check();
      int added = rows.addViolated(presolve.undone(method.get().claim()));
      if (!reached || (added == 0 && gap <= LAST)) {
        return;
      }
      boolean few = FEW * added < reduced.jobCount();
      gap = Math.max(LAST, gap * (few ? MUCH_CLOSER : CLOSER));
    }
  }
}
