package io.gavel.policies.lp.solver.internal.classes;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.ImplicitPairClasses;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.internal.interior.rows.RowInteriorPoint;
import io.gavel.policies.lp.solver.internal.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds out which coupling rows of a program with pairs by job type cannot hold together, besides
 * time and pools. It works on the time of classes, so the number of jobs does not matter, and
 * leaves out floors and objective.
 *
 * <p>A program in which each row may be missed minimises the sum of the parts that are. Its prices
 * bound an objective of 0 over all pairs; if the bound is below 0, the rows conflict. Each row is
 * left out in turn, and stays out if the remaining rows still conflict (a deletion filter).
 */
final class RowConflict {

  private static final double TARGET_GAP = 1e-9;

  /** The part of a row that has to be missed for a proof. */
  private static final double MISSED = 1e-6;

  private final AllocationProgram program;
  private final PairClasses classes;
  private final double[] workers;

  private RowConflict(AllocationProgram program) {
    this.program = program;
    classes =
        new ImplicitPairClasses(
                Programs.of(program).pairs().worthNothing(),
                Programs.columns(program),
                Goal.level(new double[program.jobCount()]))
            .all();
    workers = Programs.workers(program);
  }

  /** Returns the names of a minimal set of rows that conflict; empty if none is proved. */
  static List<String> of(AllocationProgram program) {
    RowConflict search = new RowConflict(program);
    boolean[] kept = new boolean[program.rows().count()];
    Arrays.fill(kept, true);
    if (!search.conflict(kept)) {
      return List.of();
    }
    for (int i = kept.length - 1; i >= 0; i--) {
      kept[i] = false;
      kept[i] = !search.conflict(kept);
    }
    return IntStream.range(0, kept.length)
        .filter(i -> kept[i])
        .mapToObj(i -> program.rows().row(i).name())
        .toList();
  }

  /** Returns whether it is proved that some rows conflict. */
  private boolean conflict(boolean[] kept) {
    int[] left = IntStream.range(0, kept.length).filter(i -> kept[i]).toArray();
    if (left.length == 0) {
      return false;
    }
    ClassTimes some = new ClassTimes(classes, workers, program.rows(), left);
    RowInteriorPoint method = new RowInteriorPoint(elastic(some, left.length));
    method.converge(TARGET_GAP); // the bound decides whether it is good enough
    double[] prices = method.prices();
    Prices claim =
        DualBound.claimed(
            some.ofPools(prices, 1), some.ofTime(prices, 1), new double[program.jobCount()]);
    return Programs.boundOfNothing(program, classes, claim, some.ofRows(prices, 1)).value()
        < -MISSED;
  }

  /** Maximises 1 minus the parts of rows that are missed; the 1 makes gaps relative to it. */
  private RowProgram elastic(ClassTimes some, int rows) {
    RowProgram elastic = some.program(1, 0);
    int one = some.rows();
    elastic.limit[one] = 1;
    for (int c = 0; c < classes.count(); c++) {
      some.fill(elastic, c);
      elastic.endColumn(0);
    }
    elastic.entry(one, 1);
    elastic.endColumn(1);
    for (int i = one - rows; i < one; i++) {
      elastic.entry(i, -1);
      elastic.endColumn(-1);
      if (elastic.exact[i]) {
        elastic.entry(i, 1);
        elastic.endColumn(-1);
      }
    }
    return elastic;
  }
}
