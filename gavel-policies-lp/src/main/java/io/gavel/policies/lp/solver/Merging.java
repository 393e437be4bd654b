package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes identical jobs one: jobs outside pairs and side rows whose columns, floor, requirement and
 * weight are equal bit for bit become a single job whose columns weigh as much as all of theirs. By
 * convexity some optimum treats them equally, so the optimum is unchanged; undone, they get the
 * same fractions, bit for bit.
 */
final class Merging {

  /** The class of jobs that have no column and of which nothing is demanded. */
  private static final int LEFT_OUT = -1;

  private final AllocationProgram merged;
  private final int[] classOfJob;
  private final int[] jobsInClass;
  private final int[] columnOfColumn;

  private Merging(
      AllocationProgram merged, int[] classOfJob, int[] jobsInClass, int[] columnOfColumn) {
    this.merged = merged;
    this.classOfJob = classOfJob;
    this.jobsInClass = jobsInClass;
    this.columnOfColumn = columnOfColumn;
  }

  static Merging of(AllocationProgram program, SolveLimits limits) {
    int n = program.jobCount();
    int[] start = firstColumnOfJob(program);
    boolean[] paired = new boolean[n];
    Arrays.fill(paired, program.sideRows().count() > 0); // which tell jobs apart
    for (int c = start[n]; c < program.columnCount(); c++) {
      paired[program.first(c)] = true;
      paired[program.second(c)] = true;
    }
    int[] classOfJob = new int[n];
    int[] representative = new int[n];
    int[] jobsInClass = new int[n];
    Map<List<Long>, Integer> classByRow = new HashMap<>(2 * n);
    int classes = 0;
    for (int m = 0; m < n; m++) {
      limits.checkAt(m);
      if (start[m] == start[m + 1] && !paired[m] && program.isIndifferentTo(m)) {
        classOfJob[m] = LEFT_OUT;
        continue;
      }
      int fresh = classes;
      int k = paired[m] ? fresh : classByRow.computeIfAbsent(row(program, m, start), row -> fresh);
      if (k == fresh) {
        representative[classes++] = m;
      }
      classOfJob[m] = k;
      jobsInClass[k]++;
    }
    return build(
        program,
        start,
        classOfJob,
        Arrays.copyOf(representative, classes),
        Arrays.copyOf(jobsInClass, classes));
  }

  /** Solo columns are ordered by job; entry n is where the columns of pairs begin. */
  private static int[] firstColumnOfJob(AllocationProgram program) {
    int n = program.jobCount();
    int[] start = new int[n + 1];
    int c = 0;
    for (int m = 0; m <= n; m++) {
      start[m] = c;
      while (m < n && c < program.columnCount() && program.second(c) < 0 && program.first(c) == m) {
        c++;
      }
    }
    return start;
  }

  private static Merging build(
      AllocationProgram program,
      int[] start,
      int[] classOfJob,
      int[] representative,
      int[] jobsInClass) {
    int n = program.jobCount();
    int[] columnOfColumn = new int[program.columnCount()];
    int[] kept = new int[program.columnCount()];
    int count = 0;
    for (int m = 0; m < n; m++) {
      int source = classOfJob[m] == LEFT_OUT ? m : representative[classOfJob[m]];
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
    AllocationProgram merged =
        reduced(program, classOfJob, representative, jobsInClass, Arrays.copyOf(kept, count));
    return new Merging(merged, classOfJob, jobsInClass, columnOfColumn);
  }

  private static AllocationProgram reduced(
      AllocationProgram program,
      int[] classOfJob,
      int[] representative,
      int[] jobsInClass,
      int[] kept) {
    Columns columns = program.columns().select(kept);
    double[] gain = new double[kept.length];
    for (int i = 0; i < kept.length; i++) {
      columns.first[i] = classOfJob[columns.first[i]];
      if (columns.second[i] != Columns.NONE) {
        columns.second[i] = classOfJob[columns.second[i]];
      }
      int members = jobsInClass[columns.first[i]]; // 1 for the members of pairs
      columns.size[i] *= members;
      gain[i] = members * program.gain(kept[i]);
    }
    double[] floor = new double[representative.length];
    double[] requirement = new double[representative.length];
    Arrays.setAll(floor, k -> program.floor(representative[k]));
    Arrays.setAll(requirement, k -> program.requirement(representative[k]));
    double[] weight = new double[representative.length];
    Arrays.setAll(weight, k -> jobsInClass[k] * program.weight(representative[k]));
    return program.rewritten(columns, gain, floor, requirement, weight);
  }

  AllocationProgram merged() {
    return merged;
  }

  double[] undoFractions(double[] fractions) {
    double[] all = new double[columnOfColumn.length];
    Arrays.setAll(all, c -> fractions[columnOfColumn[c]]);
    return all;
  }

  /** The price of a class is the sum of its members' prices, which are equal. */
  Prices undoPrices(Prices prices) {
    int n = classOfJob.length;
    double[] time = new double[n];
    double[] throughput = new double[n];
    for (int m = 0; m < n; m++) {
      int k = classOfJob[m];
      if (k == LEFT_OUT) {
        continue;
      }
      time[m] = prices.ofTime(k) / jobsInClass[k];
      throughput[m] = prices.ofThroughput(k) / jobsInClass[k];
    }
    return Prices.of(prices.pools(), time, throughput);
  }

  /** Everything of a job that the program sees, as bits. */
  private static List<Long> row(AllocationProgram program, int m, int[] start) {
    List<Long> bits = new ArrayList<>(3 + 4 * (start[m + 1] - start[m]));
    bits.add(Double.doubleToLongBits(program.floor(m)));
    bits.add(Double.doubleToLongBits(program.requirement(m)));
    bits.add(Double.doubleToLongBits(program.weight(m)));
    for (int c = start[m]; c < start[m + 1]; c++) {
      bits.add((long) program.pool(c));
      bits.add(Double.doubleToLongBits(program.size(c)));
      bits.add(Double.doubleToLongBits(program.rate(c)));
      bits.add(Double.doubleToLongBits(program.gain(c)));
    }
    return bits;
  }
}
