package io.gavel.policies.lp.solver.internal.presolve;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.internal.coefficients.SplitMix;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows.RowEntries;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Aggregates identical jobs: jobs outside pairs whose floor, requirement, weight and columns, with
 * their coefficients in coupling rows, are equal bit for bit. The jobs of a class become a single
 * job whose columns have the size and gain of all of them together. By convexity some optimum
 * treats them equally, so the optimum is unchanged. Undoing the aggregation gives all of them the
 * same fractions, bit for bit. Jobs without columns, floor, requirement and weight are left out.
 *
 * <p>Classes are numbered in the order of their first jobs. Jobs are looked up by a hash but
 * compared by their numbers, so the classes do not depend on the hash.
 */
public final class IdenticalJobs implements Presolve.Reduction {

  /** The class of jobs without columns, floor, requirement and weight. */
  static final int LEFT_OUT = -1;

  /** A job of which it is not known yet to which it is identical. */
  private static final int SOUGHT = -2;

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

  IdenticalJobs(AllocationProgram program, SolveLimits limits) {
    this.program = program;
    programColumns = Programs.columns(program);
    coupled = program.rows().count() > 0;
    rows = program.rows().byColumn(coupled ? programColumns.count() : 0);
    int n = program.jobCount();
    of = new int[n];
    representative = new int[n];
    size = new int[n];
    hash = new int[n];
    start = programColumns.starts(n);
    find(limits);
  }

  /** Returns the class of each job, {@code [job]}; −1 for jobs without columns and demands. */
  public static int[] classOf(AllocationProgram program) {
    return new IdenticalJobs(program, SolveLimits.none()).of;
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
    int[] table = new int[2 * Integer.highestOneBit(2 * n + 1)];
    for (int m = 0; m < n; m++) {
      limits.checkAt(m);
      of[m] = of[m] == SOUGHT ? lookUp(m, table) : of[m];
      if (of[m] != LEFT_OUT) {
        of[m] = of[m] == m ? open(m) : of[of[m]];
        size[of[m]]++;
      }
    }
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
    return SplitMix.mixed(h, Double.doubleToRawLongBits(value));
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

  @Override
  public AllocationProgram reduced() {
    if (count == of.length) {
      return program;
    }
    int[] kept =
        IntStream.range(0, program.columnCount())
            .filter(c -> c >= start[of.length] || isRepresentative(programColumns.first[c]))
            .toArray();
    ProgramColumns columns = programColumns.select(kept);
    double[] members = new double[kept.length];
    for (int i = 0; i < kept.length; i++) {
      int second = columns.second(i);
      columns.first[i] = of[columns.first[i]];
      if (second != ProgramColumns.NONE) {
        columns.pair(i, of[second], columns.secondRate(i));
      }
      members[i] = size[columns.first[i]]; // 1 for the members of pairs
      columns.size[i] *= members[i];
    }
    double[] floor = new double[count];
    Arrays.setAll(floor, k -> program.floor(representative[k]));
    return Programs.rewritten(
            program,
            columns,
            floor,
            i -> members[i] * program.gain(kept[i]),
            k -> program.requirement(representative[k]),
            k -> size[k] * program.weight(representative[k]))
        .withRows(program.rows().select(kept, program.columnCount()).times(members));
  }

  private boolean isRepresentative(int m) {
    return of[m] != LEFT_OUT && representative[of[m]] == m;
  }

  @Override
  public SolverOutcome.Solved undone(SolverOutcome.Solved claim) {
    return new SolverOutcome.Solved(
        undoFractions(claim.fractions()),
        claim.free(),
        undoPrices(claim.prices()),
        claim.rowPrices(),
        claim.steps());
  }

  double[] undoFractions(double[] fractions) {
    double[] all = new double[program.columnCount()];
    int next = 0;
    for (int m = 0; m < of.length; m++) {
      if (of[m] == LEFT_OUT) {
        continue;
      }
      int first = representative[of[m]];
      for (int c = start[m]; c < start[m + 1]; c++) {
        all[c] = first == m ? fractions[next++] : all[start[first] + c - start[m]];
      }
    }
    System.arraycopy(fractions, next, all, start[of.length], fractions.length - next);
    return all;
  }

  /** The price of a class is the sum of its members' prices, which are equal. */
  Prices undoPrices(Prices prices) {
    double[] time = new double[of.length];
    double[] throughput = new double[of.length];
    for (int m = 0; m < of.length; m++) {
      int k = of[m];
      if (k != LEFT_OUT) {
        time[m] = prices.ofTime(k) / size[k];
        throughput[m] = prices.ofThroughput(k) / size[k];
      }
    }
    return Prices.of(prices.pools(), time, throughput);
  }
}
