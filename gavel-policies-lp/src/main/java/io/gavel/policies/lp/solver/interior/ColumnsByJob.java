package io.gavel.policies.lp.solver.interior;

import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;

/**
 * The columns of a program without pairs, arranged by job: the columns of job {@code m} are {@code
 * start[m]} to {@code start[m + 1]}. A pool without columns gets one worker, so that it has an
 * interior.
 */
public final class ColumnsByJob {

  /** The limits, which are checked within the passes over the jobs. */
  final SolveLimits limits;

  public final int jobs;
  public final int pools;
  public final int[] start;
  public final int[] pool;
  public final double[] size;
  public final double[] rate;
  public final double[] gain;
  final double[] workers;
  public final double[] floor;
  public final double[] requirement;

  public final double[] weight;
  public final double power;

  /**
   * Whether a job's throughput is constrained or rewarded, by a floor, a requirement or a utility;
   * {@code [job]}.
   */
  public final boolean[] bound;

  private ColumnsByJob(AllocationProgram program, SolveLimits limits) {
    this.limits = limits;
    ProgramColumns programColumns = program.columns();
    jobs = program.jobCount();
    pools = program.poolCount();
    pool = programColumns.pool;
    size = programColumns.size;
    rate = programColumns.rate;
    gain = new double[programColumns.count()];
    Arrays.setAll(gain, program::gain);
    start = new int[jobs + 1];
    for (int c = 0; c < programColumns.count(); c++) {
      start[programColumns.first[c] + 1]++;
    }
    for (int m = 0; m < jobs; m++) {
      start[m + 1] += start[m];
    }
    workers = new double[pools];
    for (int p : pool) {
      workers[p] = program.workers(p);
    }
    Arrays.setAll(workers, k -> workers[k] > 0 ? workers[k] : 1);
    floor = new double[jobs];
    requirement = new double[jobs];
    bound = new boolean[jobs];
    weight = new double[jobs];
    power = program.power();
    for (int m = 0; m < jobs; m++) {
      floor[m] = program.floor(m);
      requirement[m] = program.requirement(m);
      weight[m] = program.weight(m);
      bound[m] = !program.isIndifferentTo(m);
    }
  }

  /**
   * The weight of the price of a job's throughput relative to its surplus in Newton's equations: 1
   * for a demand, since the product of price and surplus goes to 0, and 1 − p for a utility, since
   * the price converges to its slope.
   */
  double curvature(int m) {
    return weight[m] > 0 ? 1 - power : 1;
  }

  /** Arranges the columns of a program without pairs. */
  public static ColumnsByJob of(AllocationProgram program, SolveLimits limits) {
    return new ColumnsByJob(program, limits);
  }

  /**
   * Whether a program has no pairs, coupling rows and free columns, and every job with a floor,
   * requirement or utility can run.
   */
  public static boolean fits(AllocationProgram program) {
    return program.isPlain() && fitsCoupled(program);
  }

  /** The same for a program that may have coupling rows. */
  public static boolean fitsRows(AllocationProgram program) {
    return program.freeColumns().count() == 0 && fitsCoupled(program);
  }

  /** The largest number of columns of a job on a pool. */
  public static int mostOnAPool(AllocationProgram program) {
    int most = 0;
    int[] count = new int[program.poolCount()];
    int[] lastJob = new int[count.length];
    for (int c = 0; c < program.columnCount(); c++) {
      int k = program.pool(c);
      count[k] = lastJob[k] == program.first(c) + 1 ? count[k] + 1 : 1;
      lastJob[k] = program.first(c) + 1;
      most = Math.max(most, count[k]);
    }
    return most;
  }

  /** Whether a program has no pairs, and every job with a floor, requirement or utility can run. */
  public static boolean fitsCoupled(AllocationProgram program) {
    boolean[] runs = new boolean[program.jobCount()];
    for (int c = 0; c < program.columnCount(); c++) {
      if (program.second(c) != ProgramColumns.NONE) {
        return false;
      }
      runs[program.first(c)] = true;
    }
    for (int m = 0; m < runs.length; m++) {
      if (!runs[m] && !program.isIndifferentTo(m)) {
        return false;
      }
    }
    return true;
  }
}
