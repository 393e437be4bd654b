package io.gavel.policies.lp.internal;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.stream.IntStream;

/** The columns of each job of a program, alone or in a pair. Immutable. */
public final class ColumnsOfJobs {

  private final AllocationProgram program;

  /** The columns, {@code [job][]}, ascending. */
  private final int[][] of;

  /** Collects the columns of a program by job. */
  public ColumnsOfJobs(AllocationProgram program) {
    this.program = program;
    IntStream.Builder[] byJob = new IntStream.Builder[program.jobCount()];
    for (int m = 0; m < byJob.length; m++) {
      byJob[m] = IntStream.builder();
    }
    for (int c = 0; c < program.columnCount(); c++) {
      byJob[program.first(c)].add(c);
      if (program.second(c) >= 0) {
        byJob[program.second(c)].add(c);
      }
    }
    of = new int[byJob.length][];
    for (int m = 0; m < of.length; m++) {
      of[m] = byJob[m].build().toArray();
    }
  }

  /** Returns the columns of a job, ascending; not to be modified. */
  public int[] of(int m) {
    return of[m];
  }

  /** Returns the steps per second of a job on one of its columns. */
  public double rate(int m, int c) {
    return program.rate(c, m);
  }
}
