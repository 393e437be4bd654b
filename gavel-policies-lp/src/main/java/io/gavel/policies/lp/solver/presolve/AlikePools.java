package io.gavel.policies.lp.solver.presolve;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;

/**
 * Pools that are alike to every job: all jobs run on all of them at the same rates, sizes and
 * gains. Such pools become one with the workers of all, and every job's time there is divided among
 * them in proportion to their workers. That is exact: times add up to the same, each pool is used
 * to the same degree, and each has the price of the one. Without it, prices would not decide on
 * which of the pools a job runs. Programs with pairs, coupling rows or free variables stay as they
 * are. Immutable.
 */
public final class AlikePools {

  private static final int NONE = -1;

  private final AllocationProgram program;
  private final AllocationProgram merged;

  /** The first pool that is like each one, {@code [pool]}. */
  private final int[] firstOf;

  private final boolean[] kept;

  private AlikePools(AllocationProgram program) {
    this.program = program;
    firstOf = new int[program.poolCount()];
    for (int k = 0; k < firstOf.length; k++) {
      firstOf[k] = program.isPlain() ? first(k) : k;
    }
    kept = new boolean[isEmpty() ? 0 : program.columnCount()];
    merged = isEmpty() ? program : merge();
  }

  /** Finds the pools of a program that are alike. */
  public static AlikePools of(AllocationProgram program) {
    return new AlikePools(program);
  }

  private int first(int k) {
    for (int other = 0; other < k; other++) {
      if (firstOf[other] == other && isAlike(other, k)) {
        return other;
      }
    }
    return k;
  }

  /** Compares columns in turn: pools that differ mostly differ for the first job. */
  private boolean isAlike(int k, int other) {
    ProgramColumns columns = program.columns();
    int a = next(k, NONE);
    int b = next(other, NONE);
    if (a == NONE || program.workers(k) == 0 || program.workers(other) == 0) {
      return false;
    }
    while (a != NONE && b != NONE) {
      if (columns.first[a] != columns.first[b]
          || columns.second(a) != ProgramColumns.NONE
          || columns.second(b) != ProgramColumns.NONE
          || columns.size[a] != columns.size[b]
          || columns.rate[a] != columns.rate[b]
          || program.gain(a) != program.gain(b)) {
        return false;
      }
      a = next(k, a);
      b = next(other, b);
    }
    return a == b;
  }

  /** Returns the next column on a pool. */
  private int next(int k, int c) {
    int[] pool = program.columns().pool;
    int next = c + 1;
    while (next < pool.length && pool[next] != k) {
      next++;
    }
    return next < pool.length ? next : NONE;
  }

  private AllocationProgram merge() {
    double[] workers = new double[firstOf.length];
    for (int k = 0; k < workers.length; k++) {
      workers[firstOf[k]] += program.workers(k);
    }
    for (int c = 0; c < kept.length; c++) {
      kept[c] = firstOf[program.pool(c)] == program.pool(c);
    }
    return program.withColumns(kept).withWorkers(workers);
  }

  /** Returns whether no pool is like another. */
  public boolean isEmpty() {
    for (int k = 0; k < firstOf.length; k++) {
      if (firstOf[k] != k) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the program in which the first of pools that are alike has the columns and workers of
   * all.
   */
  AllocationProgram merged() {
    return merged;
  }

  /** Translates a claim back. */
  SolverOutcome.Solved undone(SolverOutcome.Solved claim) {
    if (isEmpty()) {
      return claim;
    }
    double[] x = ProgramColumns.expanded(kept, claim.fractions());
    double[] part = new double[firstOf.length];
    for (int k = 0; k < part.length; k++) {
      part[k] = program.workers(k) / merged.workers(firstOf[k]);
      if (firstOf[k] != k) {
        int source = next(firstOf[k], NONE);
        for (int c = next(k, NONE); c != NONE; c = next(k, c)) {
          x[c] = x[source] * part[k];
          source = next(firstOf[k], source);
        }
      }
    }
    for (int c = 0; c < x.length; c++) {
      x[c] *= kept[c] ? part[program.pool(c)] : 1;
    }
    return new SolverOutcome.Solved(
        x, claim.free(), undone(claim.prices()), claim.rowPrices(), claim.steps());
  }

  private Prices undone(Prices prices) {
    double[] pools = prices.pools();
    Arrays.setAll(pools, k -> prices.ofPool(firstOf[k]));
    double[] time = new double[program.jobCount()];
    Arrays.setAll(time, prices::ofTime);
    double[] throughput = new double[time.length];
    Arrays.setAll(throughput, prices::ofThroughput);
    return Prices.of(pools, time, throughput);
  }
}
