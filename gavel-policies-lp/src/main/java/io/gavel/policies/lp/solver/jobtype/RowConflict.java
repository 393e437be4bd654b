package io.gavel.policies.lp.solver.jobtype;

import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.coefficients.ImplicitPairClasses;
import io.gavel.policies.lp.solver.coefficients.PairClasses;
import io.gavel.policies.lp.solver.coefficients.ProgramObjective;
import io.gavel.policies.lp.solver.interior.rows.RowInteriorPoint;
import io.gavel.policies.lp.solver.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
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
 * left out in turn, and stays out if the others still conflict (a deletion filter).
 */
final class RowConflict {

  private static final double TARGET_GAP = 1e-9;

  /** The part of a row that has to be missed for a proof. */
  private static final double MISSED = 1e-6;

  private final AllocationProgram program;
  private final CouplingRows rows;
  private final PairClasses classes;

  /** The most time of each column that its classes have, {@code [column]}. */
  private final double[] unit;

  /** Scales by which no number of a row exceeds 1, {@code [row]}. */
  private final double[] scale;

  private RowConflict(AllocationProgram program) {
    this.program = program;
    rows = program.rows();
    classes =
        new ImplicitPairClasses(
                program.shared().get(0).worthNothing(),
                program.columns(),
                new ProgramObjective.LinearSum(new double[program.columnCount()]))
            .all();
    unit = new double[classes.count()];
    scale = new double[rows.count()];
    Arrays.setAll(scale, i -> Math.abs(rows.bound(i)));
    for (int c = 0; c < unit.length; c++) {
      int a = classes.first[c];
      int b = classes.second[c] == PairClasses.NONE ? a : classes.second[c];
      double whole = Math.min(classes.members[a].length, classes.members[b].length);
      unit[c] = whole;
      classes.forEachRow(c, (i, x) -> scale[i] = Math.max(scale[i], Math.abs(x) * whole));
    }
    Arrays.setAll(scale, i -> scale[i] > 0 ? 1 / scale[i] : 1);
  }

  /** The names of a minimal set of rows that conflict; empty if none is proved. */
  static List<String> of(AllocationProgram program) {
    RowConflict search = new RowConflict(program);
    boolean[] kept = new boolean[search.scale.length];
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
        .mapToObj(program.rows()::name)
        .toList();
  }

  /** Whether it is proved that some rows conflict. */
  private boolean conflict(boolean[] kept) {
    int[] left = IntStream.range(0, kept.length).filter(i -> kept[i]).toArray();
    if (left.length == 0) {
      return false;
    }
    RowInteriorPoint method = new RowInteriorPoint(elastic(left));
    method.converge(TARGET_GAP); // the bound decides whether it is good enough
    double[] prices = method.prices();
    int first = classes.classes() + 1;
    double[] pools = new double[program.poolCount()];
    Arrays.setAll(
        pools,
        k -> program.workers(k) > 0 ? prices[first + k] / program.workers(k) : prices[first + k]);
    double[] time = new double[program.jobCount()];
    Arrays.setAll(
        time, m -> prices[classes.classOf[m]] / classes.members[classes.classOf[m]].length);
    double[] ofRows = new double[rows.count()];
    for (int r = 0; r < left.length; r++) {
      ofRows[left[r]] = prices[first + pools.length + r] * scale[left[r]];
    }
    Prices claim = Prices.of(pools, time, new double[time.length]);
    return DualBound.ofNothing(program, classes, claim, ofRows).value() < -MISSED;
  }

  /** Maximises 1 minus the parts of rows that are missed; the 1 makes gaps relative to it. */
  private RowProgram elastic(int[] left) {
    int times = classes.classes() + 1;
    int first = times + program.poolCount();
    int[] place = new int[rows.count()];
    Arrays.fill(place, RowProgram.NONE);
    RowProgram elastic =
        new RowProgram(times, program.poolCount(), first + left.length, 0, classes.count());
    Arrays.fill(elastic.limit, 0, first, 1);
    for (int r = 0; r < left.length; r++) {
      int i = left[r];
      place[i] = first + r;
      elastic.limit[first + r] = rows.sign(i) * rows.bound(i) * scale[i] + 0.0;
      elastic.exact[first + r] = rows.relation(i) == Relation.EXACTLY;
    }
    for (int c = 0; c < unit.length; c++) {
      int a = classes.first[c];
      int b = classes.second[c];
      double whole = unit[c];
      elastic.entry(a, whole * classes.share(c, a) / classes.members[a].length);
      if (b != PairClasses.NONE && b != a) {
        elastic.entry(b, whole / classes.members[b].length);
      }
      int k = classes.pool[c];
      elastic.entry(times + k, classes.size[c] * whole / program.workers(k));
      classes.forEachRow(
          c,
          (i, x) -> {
            if (place[i] != RowProgram.NONE) {
              elastic.entry(place[i], rows.sign(i) * x * whole * scale[i]);
            }
          });
      elastic.endColumn(0);
    }
    elastic.entry(times - 1, 1);
    elastic.endColumn(1);
    for (int r = 0; r < left.length; r++) {
      elastic.entry(first + r, -1);
      elastic.endColumn(-1);
      if (elastic.exact[first + r]) {
        elastic.entry(first + r, 1);
        elastic.endColumn(-1);
      }
    }
    return elastic;
  }
}
