package io.gavel.policies.lp.solver.coefficients;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import java.util.Arrays;
import java.util.Optional;

/**
 * The columns of a program as parallel arrays, {@code [column]}. A column is a group on a worker
 * type. Only the creator may write the arrays, before they become part of a program.
 */
public final class ProgramColumns {

  /** In {@link #second}: the column serves one job only. */
  public static final int NONE = -1;

  /** Index in the matrix of fractions, {@code g · typeCount + j}. */
  public final int[] entry;

  public final int[] pool;
  public final int[] first;
  public final int[] second;

  /** Workers held for a fraction of 1. */
  public final double[] size;

  /** Steps per second of the first and of the second job. */
  public final double[] rate;

  public final double[] secondRate;

  /**
   * The fractions of all columns from those of some.
   *
   * @param kept whether a column is among those, {@code [column]}
   * @param fractions of the kept columns, {@code [kept column]}
   * @return the same, {@code [column]}; 0 for the others
   */
  public static double[] expanded(boolean[] kept, double[] fractions) {
    double[] x = new double[kept.length];
    int next = 0;
    for (int c = 0; c < x.length; c++) {
      x[c] = kept[c] ? fractions[next++] : 0;
    }
    return x;
  }

  private ProgramColumns(int count) {
    this(
        new int[count],
        new int[count],
        new int[count],
        new int[count],
        new double[count],
        new double[count],
        new double[count]);
  }

  private ProgramColumns(
      int[] entry,
      int[] pool,
      int[] first,
      int[] second,
      double[] size,
      double[] rate,
      double[] secondRate) {
    this.entry = entry;
    this.pool = pool;
    this.first = first;
    this.second = second;
    this.size = size;
    this.rate = rate;
    this.secondRate = secondRate;
  }

  /**
   * All groups on all types where they run: job by job, each alone and in its configurations, then
   * the pairs; types ascend within a group.
   */
  public static ProgramColumns of(AllocationProblem problem) {
    Cluster cluster = problem.cluster();
    int types = cluster.typeCount();
    int[] groups = groups(problem);
    int[] entries = entries(problem, groups);
    ProgramColumns programColumns = new ProgramColumns(entries.length);
    ThroughputMatrix throughputs = problem.throughputs();
    int c = 0;
    for (int i = 0; c < entries.length; i++) {
      int g = groups[i];
      int first = g < problem.jobCount() ? g : problem.group(g).member(0);
      boolean paired = isPair(problem, g);
      int second = paired ? problem.group(g).member(1) : NONE;
      double workers = problem.workers(g);
      for (; c < entries.length && entries[c] / types == g; c++) {
        int j = entries[c] - g * types;
        programColumns.entry[c] = entries[c];
        programColumns.pool[c] = cluster.poolOf(j);
        programColumns.first[c] = first;
        programColumns.second[c] = second;
        programColumns.size[c] = workers;
        programColumns.rate[c] = throughputs.stepsPerSecond(g, 0, j);
        programColumns.secondRate[c] = paired ? throughputs.stepsPerSecond(g, 1, j) : 0;
      }
    }
    return programColumns;
  }

  private static boolean isPair(AllocationProblem problem, int g) {
    return g >= problem.jobCount() && g < problem.jobCount() + problem.pairCount();
  }

  /** The groups in the order of the columns. Pairs by job type are not listed. */
  private static int[] groups(AllocationProblem problem) {
    int jobs = problem.jobCount();
    int configuration = jobs + problem.pairCount();
    int[] groups = new int[configuration + problem.configurationCount()];
    int count = 0;
    for (int m = 0; m < jobs; m++) {
      groups[count++] = m;
      while (configuration < groups.length && problem.group(configuration).member(0) == m) {
        groups[count++] = configuration++;
      }
    }
    for (int pair = jobs; count < groups.length; pair++) {
      groups[count++] = pair;
    }
    return groups;
  }

  /** Where the groups run, {@code g · typeCount + j}. */
  private static int[] entries(AllocationProblem problem, int[] groups) {
    int types = problem.cluster().typeCount();
    int[] entries = new int[Math.multiplyExact(groups.length, types)];
    int count = 0;
    for (int g : groups) {
      for (int j = 0; j < types; j++) {
        if (problem.runs(g, j)) {
          entries[count++] = g * types + j;
        }
      }
    }
    return count == entries.length ? entries : Arrays.copyOf(entries, count);
  }

  public int count() {
    return entry.length;
  }

  /**
   * The columns by ascending entry, which is the order of sums in an allocation; empty if they have
   * this order already.
   */
  public Optional<int[]> inOrderOfEntries() {
    boolean ordered = true;
    for (int c = 1; c < entry.length && ordered; c++) {
      ordered = entry[c - 1] < entry[c];
    }
    if (ordered) {
      return Optional.empty();
    }
    int[] next = new int[Arrays.stream(entry).max().getAsInt() + 2]; // where entries go
    for (int e : entry) {
      next[e + 1]++;
    }
    for (int e = 1; e < next.length; e++) {
      next[e] += next[e - 1];
    }
    int[] order = new int[entry.length];
    for (int c = 0; c < order.length; c++) {
      order[next[entry[c]]++] = c;
    }
    return Optional.of(order);
  }

  /** A copy of some columns, in the given order. */
  public ProgramColumns select(int[] kept) {
    ProgramColumns selected = new ProgramColumns(kept.length);
    for (int i = 0; i < kept.length; i++) {
      int c = kept[i];
      selected.entry[i] = entry[c];
      selected.pool[i] = pool[c];
      selected.first[i] = first[c];
      selected.second[i] = second[c];
      selected.size[i] = size[c];
      selected.rate[i] = rate[c];
      selected.secondRate[i] = secondRate[c];
    }
    return selected;
  }

  /** A copy of all columns, followed by some that the caller fills. */
  public ProgramColumns withRoom(int more) {
    return resized(count() + more);
  }

  /** A copy of the first columns. */
  public ProgramColumns first(int columns) {
    return resized(columns);
  }

  private ProgramColumns resized(int columns) {
    ProgramColumns resized = new ProgramColumns(columns);
    int kept = Math.min(columns, count());
    System.arraycopy(entry, 0, resized.entry, 0, kept);
    System.arraycopy(pool, 0, resized.pool, 0, kept);
    System.arraycopy(first, 0, resized.first, 0, kept);
    System.arraycopy(second, 0, resized.second, 0, kept);
    System.arraycopy(size, 0, resized.size, 0, kept);
    System.arraycopy(rate, 0, resized.rate, 0, kept);
    System.arraycopy(secondRate, 0, resized.secondRate, 0, kept);
    return resized;
  }

  /** The same columns with the given parts of what they hold and yield, {@code [column]}. */
  public ProgramColumns times(double[] part) {
    ProgramColumns product =
        new ProgramColumns(
            entry, pool, first, second, size.clone(), rate.clone(), secondRate.clone());
    for (int c = 0; c < part.length; c++) {
      product.size[c] *= part[c];
      product.rate[c] *= part[c];
      product.secondRate[c] *= part[c];
    }
    return product;
  }

  /** The same columns with other rates, in steps per second; all other arrays are shared. */
  public ProgramColumns withRates(double[] newRate, double[] newSecondRate) {
    return new ProgramColumns(entry, pool, first, second, size, newRate, newSecondRate);
  }
}
