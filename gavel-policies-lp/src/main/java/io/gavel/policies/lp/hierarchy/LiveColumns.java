package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.lp.solver.program.AllocationProgram;

/** The columns that chains of jobs and pools connect to jobs that can rise. Stateless. */
final class LiveColumns {

  private LiveColumns() {}

  /**
   * Closes the columns that are not connected.
   *
   * @param program has all columns
   * @param open whether a column is open, {@code [column]}; unconnected columns are closed
   * @param live whether a job can rise, {@code [job]}; connected jobs are marked too
   */
  static void keep(AllocationProgram program, boolean[] open, boolean[] live) {
    boolean[] livePool = new boolean[program.poolCount()];
    boolean[] liveColumn = new boolean[open.length];
    for (boolean spread = true; spread; ) {
      spread = false;
      for (int c = 0; c < open.length; c++) {
        int first = program.first(c);
        int second = Math.max(first, program.second(c)); // the first, if there is no second
        if (open[c]
            && !liveColumn[c]
            && (livePool[program.pool(c)] || live[first] || live[second])) {
          liveColumn[c] = true;
          livePool[program.pool(c)] = true;
          live[first] = true;
          live[second] = true;
          spread = true;
        }
      }
    }
    System.arraycopy(liveColumn, 0, open, 0, open.length);
  }
}
