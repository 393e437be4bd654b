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

  /** A job of which it is not known yet to which it is identical. */
  private static final int SOUGHT = -2;

  private static final int PART_BITS = 6;
  private static final int PARTS = 1 << PART_BITS;

  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final AllocationProgram program;
  private final ProgramColumns programColumns;
  private final RowEntries rows;
  private final boolean coupled;

  /** The class of each job, {@code [job]}; before all are found, the first identical job. */
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

  private final int[] hash;

  private IdenticalJobs(AllocationProgram program) {
    this.program = program;
    programColumns = program.columns();
    coupled = program.rows().count() > 0;
    rows = program.rows().byColumn(coupled ? programColumns.count() : 0);
    int n = program.jobCount();
    of = new int[n];
    representative = new int[n];
    size = new int[n];
    hash = new int[n];
    start = programColumns.starts(n);
  }

  /** Returns the class of each job, {@code [job]}; −1 for jobs without columns and demands. */
  public static int[] classOf(AllocationProgram program) {
    return of(program, SolveLimits.none()).of;
  }

  static IdenticalJobs of(AllocationProgram program, SolveLimits limits) {
    IdenticalJobs classes = new IdenticalJobs(program);
    classes.find(limits);
    return classes;
  }

  /** Returns the number of classes. */
  int count() {
    return count;
  }

  private void find(SolveLimits limits) {
    int n = of.length;
    boolean[] distinct = new boolean[n];
    for (int c = start[n]; c < program.columnCount(); c++) {
      distinct[programColumns.first[c]] = true;
      distinct[programColumns.second(c)] = true;
    }
    for (int m = 0; m < n; m++) {
      limits.checkAt(m);
      boolean out = start[m] == start[m + 1] && program.isIndifferentTo(m);
      of[m] = distinct[m] ? m : out ? LEFT_OUT : SOUGHT;
      hash[m] = of[m] == SOUGHT ? hash(m) : 0;
    }
    findFirst(limits);
    for (int m = 0; m < n; m++) {
      if (of[m] != LEFT_OUT) {
        of[m] = of[m] == m ? open(m) : of[of[m]];
        size[of[m]]++;
      }
    }
  }

  /**
   * Finds the first job that is identical to each one. Jobs with the same first bits of a hash are
   * a part with its own table, which fits a cache.
   */
  private void findFirst(SolveLimits limits) {
    int[] end = new int[PARTS + 1];
    for (int m = 0; m < of.length; m++) {
      end[part(m) + 1]++;
    }
    for (int part = 0; part < PARTS; part++) {
      end[part + 1] += end[part];
    }
    int[] next = end.clone();
    int[] sought = new int[of.length];
    for (int m = 0; m < of.length; m++) {
      sought[next[part(m)]++] = m;
    }
    for (int part = 0; part < PARTS; part++) {
      limits.check();
      int[] table = new int[2 * Integer.highestOneBit(2 * (end[part + 1] - end[part]) + 1)];
      for (int i = end[part]; i < end[part + 1]; i++) {
        int m = sought[i];
        of[m] = of[m] == SOUGHT ? lookUp(m, table) : of[m];
      }
    }
  }

  private int part(int m) {
    return hash[m] >>> (Integer.SIZE - PART_BITS);
  }

  private int open(int m) {
    representative[count] = m;
    return count++;
  }

  /** Returns the first identical job; the table has 1 more than a job, or 0, by open addressing. */
  private int lookUp(int m, int[] table) {
    int at = hash[m] & (table.length - 1);
    while (table[at] != 0) {
      int first = table[at] - 1;
      if (hash[first] == hash[m] && isSame(m, first)) {
        return first;
      }
      at = (at + 1) & (table.length - 1);
    }
    table[at] = m + 1;
    return m;
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
