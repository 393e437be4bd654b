package io.gavel.policies.lp.solver.pairs;

import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;

/** The working set of columns: all columns of single jobs, and of some pairs. Mutable. */
final class KeptColumns {

  private final AllocationProgram all;
  private final boolean[] kept;
  private int count;

  /**
   * The number of each column in the working set when it was last numbered, or {@link
   * RowProgram#NONE}.
   */
  private final int[] number;

  /** Keeps the columns of single jobs; for a job without any, the one on which it is fastest. */
  KeptColumns(AllocationProgram all) {
    this.all = all;
    kept = new boolean[all.columnCount()];
    number = new int[kept.length];
    Arrays.fill(number, RowProgram.NONE);
    boolean[] runs = new boolean[all.jobCount()];
    for (int c = 0; c < kept.length; c++) {
      if (all.second(c) == ProgramColumns.NONE) {
        keep(c);
        runs[all.first(c)] = true;
      }
    }
    int[] fastest = new int[runs.length];
    Arrays.fill(fastest, ProgramColumns.NONE);
    for (int c = 0; c < kept.length; c++) {
      if (!kept[c]) {
        offer(fastest, runs, all.first(c), c);
        offer(fastest, runs, all.second(c), c);
      }
    }
    Arrays.stream(fastest).filter(c -> c != ProgramColumns.NONE).forEach(this::keep);
  }

  private void offer(int[] fastest, boolean[] runs, int m, int c) {
    int best = fastest[m];
    if (!runs[m] && (best == ProgramColumns.NONE || all.rate(c, m) > all.rate(best, m))) {
      fastest[m] = c;
    }
  }

  boolean isKept(int c) {
    return kept[c];
  }

  void keep(int c) {
    count += kept[c] ? 0 : 1;
    kept[c] = true;
  }

  AllocationProgram program() {
    return all.withColumns(kept);
  }

  /** Returns the fractions of all columns from the fractions of the working set. */
  double[] expanded(double[] fractions) {
    return ProgramColumns.expanded(kept, fractions);
  }

  /**
   * Numbers the kept columns; returns the number that each had before, or {@link RowProgram#NONE}.
   */
  int[] renumber() {
    int[] before = new int[count];
    for (int c = 0, next = 0; c < kept.length; c++) {
      if (kept[c]) {
        before[next] = number[c];
        number[c] = next++;
      }
    }
    return before;
  }
}
