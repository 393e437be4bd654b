package io.gavel.policies.lp.internal.level;

import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The jobs that meet their demands only by running full time on the one column where they are
 * fastest; none under lower limits, which may need other columns. They have no choice, so their
 * demands are met if workers are set aside for them, and the program is one of the other jobs. At a
 * level near the highest one that is most of the jobs, which would leave an interior-point method
 * next to no interior. Immutable.
 */
final class FullTime {

  /**
   * Fraction of a pool's workers, and of a limit, that must stay free, so that the remaining
   * program has an interior point.
   */
  private static final double ROOM = 1e-6;

  private final AllocationProgram all;
  private final FixedJobs full;

  /** Whether the program of the remaining jobs has a column, {@code [column]}. */
  private final boolean[] kept;

  private final AllocationProgram others;

  private FullTime(AllocationProgram all) {
    this.all = all;
    full = new FixedJobs(all);
    kept = new boolean[all.columnCount()];
    Arrays.fill(kept, true);
    double[] requirement = new double[all.jobCount()];
    Arrays.setAll(requirement, all::requirement);
    CouplingRows rows = all.rows();
    if (Programs.isByJob(all)
        && !all.hasPairsByType()
        && all.freeVariables().count() == 0
        && IntStream.range(0, rows.count()).allMatch(rows::isUpperLimit)) {
      double[] fastest = all.fastest();
      full.fix(
          m -> Tolerance.CERTIFIED.atMost(requirement[m], fastest[m]), requirement, m -> 0, kept);
    }
    double[] x = new double[kept.length];
    full.runFullTime(x);
    double[] workers = full.workers(x);
    boolean enough = true;
    boolean any = false;
    for (int c = 0; c < kept.length; c++) {
      int k = all.pool(c);
      enough &= workers[k] >= (kept[c] ? ROOM * all.workers(k) : 0);
      any |= !kept[c];
      requirement[all.first(c)] = kept[c] ? all.requirement(all.first(c)) : 0;
    }
    boolean some = Arrays.stream(requirement).anyMatch(r -> r > 0);
    AllocationProgram rest =
        any && enough && some
            ? full.without(all.withColumns(kept).withRequirement(requirement), x)
            : all;
    others = IntStream.range(0, rows.count()).allMatch(i -> hasRoom(rest.rows(), i)) ? rest : all;
  }

  private boolean hasRoom(CouplingRows rest, int i) {
    double least = rest.row(i).size() > 0 ? ROOM * Math.abs(all.rows().bound(i)) : 0;
    return rest.sign(i) * rest.bound(i) >= least;
  }

  /**
   * Returns the jobs of a program.
   *
   * @param program maximises the part of demands that is met
   */
  static FullTime of(AllocationProgram program) {
    return new FullTime(program);
  }

  /**
   * Returns the program of the remaining jobs, or of all jobs if workers or limits are too small
   * for these jobs.
   */
  AllocationProgram others() {
    return others;
  }

  /**
   * Returns the solution for all jobs: the worker prices of the remaining jobs prove a bound for
   * all.
   */
  CertifiedSolution all(CertifiedSolution found) {
    if (others == all) {
      return found;
    }
    double[] x = ProgramColumns.expanded(kept, found.fractions());
    full.runFullTime(x);
    Prices prices = found.bound().prices();
    double[] owed = new double[all.jobCount()];
    double[] time = new double[owed.length];
    Arrays.setAll(owed, prices::ofThroughput);
    double[] ofRows = found.bound().rowPrices();
    full.price(prices.pools(), ofRows, owed, time);
    DualBound bound = DualBound.of(all, DualBound.claimed(prices.pools(), time, owed), ofRows);
    return CertifiedSolution.of(all, List.of(), x, bound);
  }
}
