package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;
import java.util.Arrays;

/**
 * Makes identical jobs one: the jobs of a {@linkplain JobClasses class} become a single job whose
 * columns weigh as much as all of theirs. By convexity some optimum treats them equally, so the
 * optimum is unchanged; undone, they get the same fractions, bit for bit. Jobs that can run nowhere
 * and of which nothing is demanded are left out.
 */
final class Merging {

  private final AllocationProgram program;
  private final AllocationProgram merged;
  private final JobClasses classes;
  private final int[] columnOfColumn;

  private Merging(
      AllocationProgram program,
      AllocationProgram merged,
      JobClasses classes,
      int[] columnOfColumn) {
    this.program = program;
    this.merged = merged;
    this.classes = classes;
    this.columnOfColumn = columnOfColumn;
  }

  static Merging of(AllocationProgram program, SolveLimits limits) {
    JobClasses classes = JobClasses.of(program, limits);
    if (classes.count() == program.jobCount()) {
      return new Merging(program, program, classes, new int[0]);
    }
    int n = program.jobCount();
    int[] start = classes.start;
    int[] columnOfColumn = new int[program.columnCount()];
    int[] kept = new int[program.columnCount()];
    int count = 0;
    for (int m = 0; m < n; m++) {
      boolean isLeftOut = classes.of[m] == JobClasses.LEFT_OUT;
      int source = isLeftOut ? m : classes.representative[classes.of[m]];
      for (int c = start[m]; c < start[m + 1]; c++) {
        if (source == m) {
          kept[count] = c;
          columnOfColumn[c] = count++;
        } else {
          columnOfColumn[c] = columnOfColumn[start[source] + c - start[m]];
        }
      }
    }
    for (int c = start[n]; c < program.columnCount(); c++) {
      kept[count] = c;
      columnOfColumn[c] = count++;
    }
    AllocationProgram merged = reduced(program, classes, Arrays.copyOf(kept, count));
    return new Merging(program, merged, classes, columnOfColumn);
  }

  private static AllocationProgram reduced(
      AllocationProgram program, JobClasses classes, int[] kept) {
    Columns columns = program.columns().select(kept);
    int[] members = new int[kept.length];
    for (int i = 0; i < kept.length; i++) {
      columns.first[i] = classes.of[columns.first[i]];
      if (columns.second[i] != Columns.NONE) {
        columns.second[i] = classes.of[columns.second[i]];
      }
      members[i] = classes.size[columns.first[i]]; // 1 for the members of pairs
      columns.size[i] *= members[i];
    }
    double[] floor = new double[classes.count()];
    int[] one = classes.representative;
    Arrays.setAll(floor, k -> program.floor(one[k]));
    Objective merged =
        program
            .objective()
            .with(
                new Objective.Numbers(
                    kept.length,
                    floor.length,
                    i -> members[i] * program.gain(kept[i]),
                    k -> program.requirement(one[k]),
                    k -> classes.size[k] * program.weight(one[k])));
    return program.rewritten(columns, floor, merged);
  }

  AllocationProgram merged() {
    return merged;
  }

  double[] undoFractions(double[] fractions) {
    if (merged == program) {
      return fractions;
    }
    double[] all = new double[columnOfColumn.length];
    for (int c = 0; c < all.length; c++) {
      all[c] = fractions[columnOfColumn[c]];
    }
    return all;
  }

  /** The price of a class is the sum of its members' prices, which are equal. */
  Prices undoPrices(Prices prices) {
    if (merged == program) {
      return prices;
    }
    int n = program.jobCount();
    double[] time = new double[n];
    double[] throughput = new double[n];
    for (int m = 0; m < n; m++) {
      int k = classes.of[m];
      if (k != JobClasses.LEFT_OUT) {
        time[m] = prices.ofTime(k) / classes.size[k];
        throughput[m] = prices.ofThroughput(k) / classes.size[k];
      }
    }
    return Prices.of(prices.pools(), time, throughput);
  }
}
