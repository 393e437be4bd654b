package io.gavel.policies.lp.solver.presolve;

import io.gavel.policies.Prices;
import io.gavel.policies.internal.Owned;
import io.gavel.policies.lp.solver.coefficients.Entries;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A linear program of some jobs, given the workers that the remaining jobs hold at a known point.
 * Immutable.
 */
public final class OpenJobs {

  private final double[] known;

  /** The columns of the open jobs, {@code [column of the part]}. */
  private final int[] kept;

  /** The open jobs, {@code [job of the part]}. */
  private final int[] jobs;

  private final int jobCount;
  private final AllocationProgram program;
  private final double excess;

  private OpenJobs(
      AllocationProgram whole, double[] known, boolean[] open, IntPredicate used, double rounding) {
    this.known = known;
    jobCount = open.length;
    jobs = IntStream.range(0, open.length).filter(m -> open[m]).toArray();
    kept =
        IntStream.range(0, known.length)
            .filter(c -> open[whole.first(c)] && used.test(c))
            .toArray();
    int[] index = new int[open.length];
    for (int i = 0; i < jobs.length; i++) {
      index[jobs[i]] = i;
    }
    ProgramColumns columns = whole.columns().select(kept);
    for (int i = 0; i < kept.length; i++) {
      columns.first[i] = index[columns.first[i]];
    }
    double[] gain = Arrays.stream(kept).mapToDouble(whole::gain).toArray();
    double[] floor = Arrays.stream(jobs).mapToDouble(whole::floor).toArray();
    double[] workers = new double[whole.poolCount()];
    Arrays.setAll(workers, whole::workers);
    for (int c = 0; c < known.length; c++) {
      if (known[c] > 0 && !open[whole.first(c)]) {
        workers[whole.pool(c)] -= whole.size(c) * known[c];
      }
    }
    excess =
        IntStream.range(0, workers.length)
            .mapToDouble(k -> workers[k] < 0 ? -workers[k] / whole.workers(k) : 0)
            .max()
            .orElse(0);
    Arrays.setAll(workers, k -> Math.max(0, workers[k] - rounding * whole.workers(k)));
    AllocationProgram part =
        whole
            .withRows(CouplingRows.none())
            .rewritten(columns, floor, Goal.total(new Owned(gain)))
            .withRows(rows(whole));
    program = part.withWorkers(workers);
  }

  /**
   * Returns the program of some jobs.
   *
   * @param whole a linear sum without pairs
   * @param known fractions, {@code [column]}; open jobs do not count; not modified
   * @param open whether a job is among them, {@code [job]}; not modified
   * @param rounding the part of each pool that is left to rounding; 0 if the open jobs need all of
   *     it for their floors
   * @return their program on the remaining capacity
   */
  public static OpenJobs of(
      AllocationProgram whole, double[] known, boolean[] open, double rounding) {
    return new OpenJobs(whole, known, open, c -> true, rounding);
  }

  /**
   * Returns the program of some jobs on some of their columns.
   *
   * @param used whether an open job may use the column, {@code [column]}; not modified
   */
  public static OpenJobs of(
      AllocationProgram whole, double[] known, boolean[] open, boolean[] used, double rounding) {
    return new OpenJobs(whole, known, open, c -> used[c], rounding);
  }

  private CouplingRows rows(AllocationProgram whole) {
    CouplingRows rows = whole.rows();
    if (rows.count() == 0) {
      return rows;
    }
    int[] at = new int[known.length];
    Arrays.fill(at, -1);
    for (int i = 0; i < kept.length; i++) {
      at[kept[i]] = i;
    }
    CouplingRows.Builder part = CouplingRows.builder();
    for (int i = 0; i < rows.count(); i++) {
      Entries left = new Entries();
      Entries free = new Entries();
      double[] bound = {rows.bound(i)};
      rows.forEach(
          i,
          (c, a) -> {
            if (at[c] >= 0) {
              left.add(at[c], a);
            } else {
              bound[0] -= a * known[c];
            }
          });
      rows.forEachFree(i, free::add);
      part.add(
          rows.name(i),
          rows.relation(i),
          bound[0],
          left.indices(),
          left.values(),
          free.indices(),
          free.values());
    }
    return part.build();
  }

  /** Returns the program of the open jobs. */
  public AllocationProgram program() {
    return program;
  }

  /** Returns the largest relative overuse of a pool by the remaining jobs. */
  public double excess() {
    return excess;
  }

  /** Returns the prices of throughput, {@code [job]}; 0 for jobs that are not open. */
  public double[] owed(Prices ofPart) {
    double[] owed = new double[jobCount];
    for (int i = 0; i < jobs.length; i++) {
      owed[jobs[i]] = ofPart.ofThroughput(i);
    }
    return owed;
  }

  /** Returns the point of all jobs, {@code [column]}. */
  public double[] point(double[] ofPart) {
    double[] x = known.clone();
    for (int i = 0; i < kept.length; i++) {
      x[kept[i]] = ofPart[i];
    }
    return x;
  }
}
