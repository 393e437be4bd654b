package io.gavel.policies.lp.solver.pairs;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;

/**
 * The pairs that are worth more than they pay at given prices, on the worker type where each gains
 * most. Mutable.
 */
final class PairOffers {

  /** The pairs of a job that are taken at a time. */
  private static final int OF_A_JOB = 4;

  /** The number of grades in which gains are told apart. */
  private static final int GRADES = 4096;

  private final AllocationProgram program;

  /** By how much the prices of time must rise until all columns pay their worth, {@code [job]}. */
  private final double[] raise;

  private int[] column = new int[1024];
  private double[] gain = new double[1024];
  private int count;
  private double most;

  /**
   * Finds the offers in one pass over all columns.
   *
   * @param program without coupling rows
   * @param kept the columns that are not offered
   */
  PairOffers(AllocationProgram program, Prices prices, KeptColumns kept) {
    this.program = program;
    int n = program.jobCount();
    raise = new double[n];
    ProgramColumns columns = program.columns();
    double[] pool = prices.pools();
    double[] time = new double[n];
    double[] owed = new double[n];
    Arrays.setAll(time, prices::ofTime);
    Arrays.setAll(owed, prices::ofThroughput);
    for (int c = 0; c < columns.count(); c++) {
      int first = columns.first[c];
      int second = columns.second(c);
      double worth = program.gain(c) + columns.rate[c] * owed[first];
      double paid = columns.size[c] * pool[columns.pool[c]] + time[first];
      if (second == ProgramColumns.NONE) {
        raise[first] = Math.max(raise[first], worth - paid);
        continue;
      }
      double more = worth + columns.secondRate(c) * owed[second] - (paid + time[second]);
      if (more > 0) {
        raise[first] = Math.max(raise[first], more / 2);
        raise[second] = Math.max(raise[second], more / 2);
        if (!kept.isKept(c)) {
          note(c, more);
        }
      }
    }
  }

  private void note(int c, double more) {
    most = Math.max(most, more);
    int last = count - 1;
    if (count > 0
        && program.first(c) == program.first(column[last])
        && program.second(c) == program.second(column[last])) { // the pair on another type
      column[last] = more > gain[last] ? c : column[last];
      gain[last] = Math.max(gain[last], more);
      return;
    }
    if (count == column.length) {
      column = Arrays.copyOf(column, 2 * count);
      gain = Arrays.copyOf(gain, 2 * count);
    }
    column[count] = c;
    gain[count++] = more;
  }

  /** By how much the bound of the kept columns is too low at most, in units of the objective. */
  double missing() {
    return Arrays.stream(raise).sum();
  }

  /**
   * By how much the prices of time must rise until all columns pay their worth, {@code [job]}.
   *
   * @param unit of the prices that rise
   */
  double[] raise(double unit) {
    return Arrays.stream(raise).map(r -> r / unit).toArray();
  }

  /**
   * Keeps the pairs that gain most, a few of each job. If a job that many gain by pairing with
   * could be in more of them, most jobs would get nothing but pairs with it, and it has time for
   * few.
   */
  void takeBest(KeptColumns kept) {
    int[] taken = new int[raise.length];
    for (int i : byGain()) {
      int c = column[i];
      if (taken[program.first(c)] < OF_A_JOB && taken[program.second(c)] < OF_A_JOB) {
        taken[program.first(c)]++;
        taken[program.second(c)]++;
        kept.keep(c);
      }
    }
  }

  /** Returns the offers by falling gain, in the order of columns within a grade. */
  private int[] byGain() {
    int[] next = new int[GRADES + 1];
    for (int i = 0; i < count; i++) {
      next[grade(i) + 1]++;
    }
    for (int g = 0; g < GRADES; g++) {
      next[g + 1] += next[g];
    }
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[next[grade(i)]++] = i;
    }
    return order;
  }

  private int grade(int i) {
    return (int) Math.min(GRADES - 1, (1 - gain[i] / most) * GRADES);
  }
}
