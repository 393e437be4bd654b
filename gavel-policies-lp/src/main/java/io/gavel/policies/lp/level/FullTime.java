package io.gavel.policies.lp.level;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The jobs that meet their demands only by running full time on the one column where they are
 * fastest. They have no choice, so their demands are met if workers are set aside for them, and the
 * program is one of the other jobs. At a level near the highest one that is most of the jobs, which
 * would leave an interior-point method next to no interior. Immutable.
 */
final class FullTime {

  private static final int NONE = -1;

  /** A part of a demand that is rounding. */
  private static final double ROUNDING = 1e-15;

  /**
   * Fraction of a pool's workers that must stay free, so that the remaining program has an interior
   * point.
   */
  private static final double ROOM = 1e-6;

  private final AllocationProgram all;

  /** The column of each job that runs full time, {@code [job]}. */
  private final int[] full;

  /** Whether the program of the remaining jobs has a column, {@code [column]}. */
  private final boolean[] kept;

  private final AllocationProgram others;

  private FullTime(AllocationProgram all) {
    this.all = all;
    full = fullTime(all);
    kept = new boolean[all.columnCount()];
    double[] workers = new double[all.poolCount()];
    Arrays.setAll(workers, all::workers);
    double[] least = new double[workers.length];
    for (int c = 0; c < kept.length; c++) {
      int m = all.first(c);
      kept[c] = full[m] == NONE;
      least[all.pool(c)] = kept[c] ? ROOM * all.workers(all.pool(c)) : least[all.pool(c)];
      workers[all.pool(c)] -= full[m] == c ? all.size(c) : 0;
    }
    double[] requirement = new double[full.length];
    Arrays.setAll(requirement, m -> full[m] == NONE ? all.requirement(m) : 0);
    boolean enough = IntStream.range(0, least.length).allMatch(k -> workers[k] >= least[k]);
    boolean some = Arrays.stream(requirement).anyMatch(r -> r > 0);
    boolean any = Arrays.stream(full).anyMatch(c -> c != NONE);
    others =
        any && enough && some
            ? all.withColumns(kept).withRequirement(requirement).withWorkers(workers)
            : all;
  }

  /**
   * Returns the jobs of a program.
   *
   * @param program maximises the part of demands that is met
   */
  static FullTime of(AllocationProgram program) {
    return new FullTime(program);
  }

  private static int[] fullTime(AllocationProgram all) {
    int[] full = new int[all.jobCount()];
    Arrays.fill(full, NONE);
    if (!ColumnsByJob.fits(all) || all.hasPairsByType()) {
      return full;
    }
    double[] fastest = all.fastest();
    boolean[] tied = new boolean[full.length];
    for (int c = 0; c < all.columnCount(); c++) {
      int m = all.first(c);
      if (all.rate(c) == fastest[m] && fastest[m] <= all.requirement(m) * (1 + ROUNDING)) {
        tied[m] |= full[m] != NONE;
        full[m] = c;
      }
    }
    Arrays.setAll(full, m -> tied[m] ? NONE : full[m]);
    return full;
  }

  /**
   * Returns the program of the remaining jobs, or of all jobs if workers for these jobs are too
   * few.
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
    double[] owed = new double[full.length];
    Prices prices = found.bound().prices();
    for (int m = 0; m < full.length; m++) {
      owed[m] =
          full[m] == NONE
              ? prices.ofThroughput(m)
              : all.size(full[m]) * prices.ofPool(all.pool(full[m])) / all.rate(full[m]);
      if (full[m] != NONE) {
        x[full[m]] = 1;
      }
    }
    for (int c = 0; c < x.length; c++) {
      int fast = full[all.first(c)];
      if (fast != NONE && fast != c) {
        owed[all.first(c)] = Math.max(owed[all.first(c)], slope(prices, c, fast));
      }
    }
    DualBound bound =
        DualBound.of(all, DualBound.claimed(prices.pools(), new double[full.length], owed));
    return CertifiedSolution.of(all, List.of(), x, bound);
  }

  /** What more throughput on the faster one of two columns costs. */
  private double slope(Prices prices, int slow, int fast) {
    double more =
        all.size(fast) * prices.ofPool(all.pool(fast))
            - all.size(slow) * prices.ofPool(all.pool(slow));
    return more / (all.rate(fast) - all.rate(slow));
  }
}
