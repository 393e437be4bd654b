package io.gavel.policies.lp.solver.presolve;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The jobs that do not reach a level even full time on their fastest column. If the workers suffice
 * for more, these jobs limit the level: they run full time, and the slowest one proves that no
 * level is higher. Prices of workers are 0 in such an optimum and do not decide how the other jobs
 * run; the prices of the remaining program do. Immutable.
 */
public final class SlowestJobs {

  private static final int NONE = -1;

  private final AllocationProgram whole;

  /**
   * The fastest column of each of these jobs, {@code [job]}; {@link #NONE} for the remaining jobs.
   */
  private final int[] full;

  private final int slowest;
  private final AllocationProgram others;

  private SlowestJobs(AllocationProgram whole, int[] full, int slowest, AllocationProgram others) {
    this.whole = whole;
    this.full = full;
    this.slowest = slowest;
    this.others = others;
  }

  /**
   * Returns the jobs below a level.
   *
   * @param whole maximises a level, without pairs, rows and floors
   * @return empty if there is none, if no job is left, or if their workers are too few
   */
  public static Optional<SlowestJobs> below(AllocationProgram whole, double level) {
    double[] fastest = whole.fastest();
    int[] full = new int[fastest.length];
    Arrays.fill(full, NONE);
    double[] requirement = new double[fastest.length];
    int slowest = NONE;
    double left = 0;
    for (int m = 0; m < fastest.length; m++) {
      requirement[m] = whole.requirement(m);
      if (requirement[m] > 0 && fastest[m] < level * requirement[m]) {
        boolean slower =
            slowest == NONE
                || fastest[m] / requirement[m] < fastest[slowest] / whole.requirement(slowest);
        slowest = slower ? m : slowest;
        requirement[m] = 0;
      }
      left += requirement[m];
    }
    if (slowest == NONE || left == 0) {
      return Optional.empty();
    }
    double[] workers = new double[whole.poolCount()];
    Arrays.setAll(workers, whole::workers);
    for (int c = 0; c < whole.columnCount(); c++) {
      int m = whole.first(c);
      boolean slow = requirement[m] < whole.requirement(m);
      if (slow && full[m] == NONE && whole.rate(c) == fastest[m]) {
        full[m] = c;
        workers[whole.pool(c)] -= whole.size(c);
      }
    }
    return Arrays.stream(workers).allMatch(w -> w >= 0)
        ? Optional.of(
            new SlowestJobs(
                whole, full, slowest, whole.withRequirement(requirement).withWorkers(workers)))
        : Optional.empty();
  }

  /** Returns the program of the other jobs, in which these need nothing and hold their workers. */
  public AllocationProgram others() {
    return others;
  }

  /** Returns the point of all jobs, with the slowest one as proof. */
  public CertifiedSolution all(CertifiedSolution ofOthers) {
    double[] x = ofOthers.fractions();
    for (int c = 0; c < x.length; c++) {
      int column = full[whole.first(c)];
      x[c] = column == NONE ? x[c] : column == c ? 1 : 0;
    }
    double[] owed = new double[full.length];
    owed[slowest] = 1 / whole.requirement(slowest);
    Prices prices = DualBound.claimed(new double[whole.poolCount()], new double[full.length], owed);
    return CertifiedSolution.of(whole, List.of(), x, DualBound.of(whole, prices));
  }
}
