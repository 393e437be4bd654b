package io.gavel.policies.lp.solver.presolve;

import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.RowEntries;
import io.gavel.policies.lp.solver.program.SolveLimits;

/**
 * Classes of identical jobs: jobs outside pairs whose floor, requirement, weight and columns, with
 * their coefficients in coupling rows, are equal bit for bit. Classes are numbered in the order of
 * their first jobs. Jobs are looked up by a hash but compared by their numbers, so the classes do
 * not depend on the hash.
 */
public final class IdenticalJobs {

  /** The class of jobs without columns, floor, requirement and weight. */
  static final int LEFT_OUT = -1;

  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final AllocationProgram program;
  private final ProgramColumns programColumns;
  private final RowEntries rows;
  private final boolean coupled;

  /** The class of each job, {@code [job]}. */
  final int[] of;

  /**
   * The first job and the number of jobs of each class, {@code [class]}; longer than the number of
   * classes.
   */
  final int[] representative;

  final int[] size;

  /** The first column of each job alone, {@code [job]}; entry n is the first column of a pair. */
  final int[] start;

  private int count;

  /** Open addressing: 1 more than a class, or 0; and the hash of each class. */
  private int[] table = new int[64];

  private final int[] hash;

  private IdenticalJobs(AllocationProgram program) {
    this.program = program;
    programColumns = program.columns();
    rows = program.rows().byColumn(programColumns.count());
    coupled = program.rows().count() > 0;
    int n = program.jobCount();
    of = new int[n];
    representative = new int[n];
    size = new int[n];
    hash = new int[n];
    start = firstColumnOfJob();
  }

  /** The class of each job, {@code [job]}; −1 for jobs without columns and demands. */
  public static int[] classOf(AllocationProgram program) {
    return of(program, SolveLimits.none()).of;
  }

  static IdenticalJobs of(AllocationProgram program, SolveLimits limits) {
    IdenticalJobs classes = new IdenticalJobs(program);
    classes.find(limits);
    return classes;
  }

  /** The number of classes. */
  int count() {
    return count;
  }

  private void find(SolveLimits limits) {
    int n = of.length;
    boolean[] distinct = new boolean[n];
    for (int c = start[n]; c < program.columnCount(); c++) {
      distinct[programColumns.first[c]] = true;
      distinct[programColumns.second[c]] = true;
    }
    for (int m = 0; m < n; m++) {
      limits.checkAt(m);
      if (distinct[m]) {
        of[m] = open(m);
      } else if (start[m] == start[m + 1] && program.isIndifferentTo(m)) {
        of[m] = LEFT_OUT;
        continue;
      } else {
        of[m] = lookUp(m);
      }
      size[of[m]]++;
    }
  }

  /** Solo columns are ordered by job. */
  private int[] firstColumnOfJob() {
    int n = of.length;
    int[] first = new int[n + 1];
    int c = 0;
    for (int m = 0; m < n; m++) {
      first[m] = c;
      while (c < programColumns.count()
          && programColumns.second[c] < 0
          && programColumns.first[c] == m) {
        c++;
      }
    }
    first[n] = c;
    return first;
  }

  private int open(int m) {
    representative[count] = m;
    return count++;
  }

  private int lookUp(int m) {
    int wanted = hash(m);
    int at = wanted & table.length - 1;
    while (table[at] != 0) {
      int k = table[at] - 1;
      if (hash[k] == wanted && isSame(m, representative[k])) {
        return k;
      }
      at = at + 1 & table.length - 1;
    }
    int k = open(m);
    hash[k] = wanted;
    table[at] = k + 1;
    if (2 * count > table.length) {
      grow();
    }
    return k;
  }

  private void grow() {
    int[] old = table;
    table = new int[4 * old.length];
    for (int entry : old) {
      if (entry != 0) {
        int at = hash[entry - 1] & table.length - 1;
        while (table[at] != 0) {
          at = at + 1 & table.length - 1;
        }
        table[at] = entry;
      }
    }
  }

  private int hash(int m) {
    long h = mixed(1, program.floor(m));
    h = mixed(h, program.requirement(m));
    h = mixed(h, program.weight(m));
    for (int c = start[m]; c < start[m + 1]; c++) {
      h = mixed(h + programColumns.pool[c], programColumns.rate[c]);
      h = mixed(h, programColumns.size[c]);
      h = mixed(h, program.gain(c));
      if (coupled) {
        long[] mixed = {h};
        rows.forEach(c, (i, a) -> mixed[0] = mixed(mixed[0] + i, a));
        h = mixed[0];
      }
    }
    return (int) (h >>> 32);
  }

  private static long mixed(long h, double value) {
    long mixed = (h ^ Double.doubleToRawLongBits(value)) * MIX;
    return mixed ^ mixed >>> 32;
  }

  private boolean isSame(int m, int other) {
    int shift = start[other] - start[m];
    boolean same =
        start[m + 1] - start[m] == start[other + 1] - start[other]
            && isSame(program.floor(m), program.floor(other))
            && isSame(program.requirement(m), program.requirement(other))
            && isSame(program.weight(m), program.weight(other));
    for (int c = start[m]; same && c < start[m + 1]; c++) {
      int d = c + shift;
      same =
          programColumns.pool[c] == programColumns.pool[d]
              && isSame(programColumns.size[c], programColumns.size[d])
              && isSame(programColumns.rate[c], programColumns.rate[d])
              && isSame(program.gain(c), program.gain(d))
              && (!coupled || rows.isSame(c, d));
    }
    return same;
  }

  private static boolean isSame(double a, double b) {
    return Double.doubleToRawLongBits(a) == Double.doubleToRawLongBits(b);
  }
}
