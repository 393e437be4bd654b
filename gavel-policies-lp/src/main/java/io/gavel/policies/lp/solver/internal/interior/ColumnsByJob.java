package io.gavel.policies.lp.solver.internal.interior;

import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.statement.Goal;
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

  /** The gain for a fraction of 1, {@code [column]}; empty unless the goal is a sum. */
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
    ProgramColumns programColumns = Programs.columns(program);
    jobs = program.jobCount();
    pools = program.poolCount();
    pool = programColumns.pool;
    size = programColumns.size;
    rate = programColumns.rate;
    gain = new double[program.goal() instanceof Goal.Total ? rate.length : 0];
    Arrays.setAll(gain, program::gain);
    start = programColumns.starts(jobs);
    workers = new double[pools];
    boolean[] used = new boolean[pools];
    Arrays.fill(workers, 1);
    int found = 0;
    for (int c = 0; c < pool.length && found < pools; c++) { // mostly, a few columns are enough
      if (!used[pool[c]]) {
        used[pool[c]] = true;
        found++;
        workers[pool[c]] = program.workers(pool[c]) > 0 ? program.workers(pool[c]) : 1;
      }
    }
    floor = program.floors();
    requirement = new double[jobs];
    bound = new boolean[jobs];
    weight = new double[jobs];
    power = program.power();
    for (int m = 0; m < jobs; m++) {
      requirement[m] = program.requirement(m);
      weight[m] = program.weight(m);
      bound[m] = !program.isIndifferentTo(m);
    }
  }

  /** Arranges the columns of a program without pairs. */
  public static ColumnsByJob of(AllocationProgram program, SolveLimits limits) {
    return new ColumnsByJob(program, limits);
  }
}
