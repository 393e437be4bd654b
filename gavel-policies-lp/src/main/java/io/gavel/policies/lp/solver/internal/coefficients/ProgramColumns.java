package io.gavel.policies.lp.solver.internal.coefficients;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a program as parallel arrays, {@code [column]}. A column is a group on a worker
 * type. Only the creator may write the arrays, before they become part of a program.
 */
public final class ProgramColumns {

  /** In place of a second job: the column serves one job only. */
  public static final int NONE = -1;

  /** Index in the matrix of fractions, {@code g · typeCount + j}. */
  public final int[] entry;

  public final int[] pool;
  public final int[] first;

  /** Workers held for a fraction of 1. */
  public final double[] size;

  /** Steps per second of the first job. */
  public final double[] rate;

  /** The second jobs and their steps per second; empty if no column has one, as mostly. */
  private final int[] second;

  private final double[] secondRate;

  /** See {@link #starts}. */
  private volatile int @Nullable [] starts;

  /** See {@link #inOrderOfEntries}; empty if the columns have this order. */
  private volatile int @Nullable [] order;

  /**
   * Returns the fractions of all columns from the fractions of some.
   *
   * @param kept whether a column is one of them, {@code [column]}
   * @param fractions of the kept columns, {@code [kept column]}
   * @return the fractions, {@code [column]}; 0 for the remaining columns
   */
  public static double[] expanded(boolean[] kept, double[] fractions) {
    return expanded(kept.length, c -> kept[c], fractions);
  }

  /** Returns an array that has the given values at the kept indices, and 0 elsewhere. */
  public static double[] expanded(int count, IntPredicate kept, double[] ofKept) {
    double[] all = new double[count];
    for (int i = 0, next = 0; i < count; i++) {
      all[i] = kept.test(i) ? ofKept[next++] : 0;
    }
    return all;
  }

  /**
   * Fractions by column as fractions by entry.
   *
   * @param x fractions, {@code [column]}
   * @param entries the number of entries
   * @return the same, {@code [entry]}; 0 for entries without a column; the array itself if columns
   *     and entries are the same
   */
  public double[] byEntry(double[] x, int entries) {
    if (x.length == entries && inOrderOfEntries().isEmpty()) {
      return x;
    }
    double[] fractions = new double[entries];
    for (int c = 0; c < x.length; c++) {
      fractions[entry[c]] = x[c];
    }
    return fractions;
  }

  /**
   * Returns the column of each entry.
   *
   * @param entries the number of entries
   * @return {@code [entry]}; {@link #NONE} for entries without a column
   */
  public int[] byEntry(int entries) {
    int[] columns = new int[entries];
    Arrays.fill(columns, NONE);
    for (int c = 0; c < entry.length; c++) {
      columns[entry[c]] = c;
    }
    return columns;
  }

  private ProgramColumns(int count, boolean pairs) {
    this(
        new int[count],
        new int[count],
        new int[count],
        new int[pairs ? count : 0],
        new double[count],
        new double[count],
        new double[pairs ? count : 0]);
    Arrays.fill(second, NONE);
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
   * Returns all groups on all types where they run: job by job, each alone and in its
   * configurations, then the pairs; types ascend within a group.
   */
  public static ProgramColumns of(AllocationProblem problem) {
    int[] groups = groups(problem);
    int types = problem.cluster().typeCount();
    int[] start = new int[groups.length + 1]; // the first column of each group
    for (int i = 0; i < groups.length; i++) {
      for (int j = 0; j < types; j++) {
        start[i + 1] += problem.runs(groups[i], j) ? 1 : 0;
      }
    }
    for (int i = 0; i < groups.length; i++) {
      start[i + 1] = Math.addExact(start[i], start[i + 1]);
    }
    ProgramColumns columns = new ProgramColumns(start[groups.length], problem.pairCount() > 0);
    for (int i = 0; i < groups.length; i++) {
      columns.fill(start[i], problem, groups[i]);
    }
    return columns;
  }

  /** Writes the columns of a group. */
  private void fill(int at, AllocationProblem problem, int g) {
    Cluster cluster = problem.cluster();
    boolean paired = isPair(problem, g);
    int job = g < problem.jobCount() ? g : problem.group(g).member(0);
    int other = paired ? problem.group(g).member(1) : NONE;
    double workers = problem.workers(g);
    int c = at;
    for (int j = 0; j < cluster.typeCount(); j++) {
      if (problem.runs(g, j)) {
        entry[c] = g * cluster.typeCount() + j;
        pool[c] = cluster.poolOf(j);
        first[c] = job;
        size[c] = workers;
        rate[c] = problem.throughputs().stepsPerSecond(g, 0, j);
        if (paired) {
          pair(c, other, problem.throughputs().stepsPerSecond(g, 1, j));
        }
        c++;
      }
    }
  }

  private static boolean isPair(AllocationProblem problem, int g) {
    return g >= problem.jobCount() && g < problem.jobCount() + problem.pairCount();
  }

  /** Returns the groups in the order of the columns. Pairs by job type are not listed. */
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

  public int count() {
    return entry.length;
  }

  /** Returns whether there is room for columns that serve two jobs. */
  public boolean hasPairs() {
    return second.length > 0;
  }

  /** Returns the second job that a column serves; {@link #NONE} if there is none. */
  public int second(int c) {
    return second.length == 0 ? NONE : second[c];
  }

  /** Returns the steps per second of the second job; 0 if there is none. */
  public double secondRate(int c) {
    return secondRate.length == 0 ? 0 : secondRate[c];
  }

  /**
   * Makes a column serve a second job, where there is {@linkplain #hasPairs room}.
   *
   * @param stepsPerSecond of that job
   */
  public void pair(int c, int job, double stepsPerSecond) {
    second[c] = job;
    secondRate[c] = stepsPerSecond;
  }

  /**
   * Where the columns of each job begin, {@code [job]}, and at last the first column of a pair:
   * columns of single jobs come first, ordered by job.
   *
   * @return not to be modified
   */
  public int[] starts(int jobs) {
    int[] known = starts;
    if (known == null || known.length != jobs + 1) { // threads that race compute the same
      known = new int[jobs + 1];
      int c = 0;
      for (int m = 0; m < jobs; m++) {
        known[m] = c;
        while (c < first.length && second(c) == NONE && first[c] == m) {
          c++;
        }
      }
      known[jobs] = c;
      starts = known;
    }
    return known;
  }

  /** Returns whether each column serves one job, and columns are ordered by job. */
  public boolean isByJob(int jobs) {
    return starts(jobs)[jobs] == count();
  }

  /** Returns the largest throughput of each job in a column, {@code [job]}. */
  public double[] fastest(int jobs) {
    double[] fastest = new double[jobs];
    int[] start = starts(jobs);
    for (int m = 0; m < jobs; m++) {
      for (int c = start[m]; c < start[m + 1]; c++) {
        fastest[m] = Math.max(fastest[m], rate[c]);
      }
    }
    for (int c = start[jobs]; c < rate.length; c++) {
      fastest[first[c]] = Math.max(fastest[first[c]], rate[c]);
      if (second(c) != NONE) {
        fastest[second[c]] = Math.max(fastest[second[c]], secondRate[c]);
      }
    }
    return fastest;
  }

  /** Returns the throughput of each job at fractions, {@code [column]}, likewise. */
  public double[] throughput(double[] x, int jobs) {
    double[] throughput = new double[jobs];
    int[] start = starts(jobs);
    for (int m = 0; m < jobs; m++) {
      double sum = 0;
      for (int c = start[m]; c < start[m + 1]; c++) {
        sum += rate[c] * x[c];
      }
      throughput[m] = sum;
    }
    for (int c = start[jobs]; c < rate.length; c++) {
      throughput[first[c]] += rate[c] * x[c];
      if (second(c) != NONE) {
        throughput[second[c]] += secondRate[c] * x[c];
      }
    }
    return throughput;
  }

  /**
   * Returns the columns by ascending entry, which is the order of sums in an allocation; empty if
   * they have this order already.
   */
  public Optional<int[]> inOrderOfEntries() {
    int[] known = order;
    if (known == null) { // threads that race compute the same
      known = sorted();
      order = known;
    }
    return known.length == 0 ? Optional.empty() : Optional.of(known);
  }

  private int[] sorted() {
    int ordered = 1;
    while (ordered < entry.length && entry[ordered - 1] < entry[ordered]) {
      ordered++;
    }
    if (ordered >= entry.length) {
      return new int[0];
    }
    int[] next = new int[Arrays.stream(entry).max().getAsInt() + 2]; // where entries go
    for (int e : entry) {
      next[e + 1]++;
    }
    for (int e = 1; e < next.length; e++) {
      next[e] += next[e - 1];
    }
    int[] sorted = new int[entry.length];
    for (int c = 0; c < sorted.length; c++) {
      sorted[next[entry[c]]++] = c;
    }
    return sorted;
  }

  /** Returns a copy of some columns, in the given order. */
  public ProgramColumns select(int[] kept) {
    ProgramColumns selected = new ProgramColumns(kept.length, hasPairs());
    for (int i = 0; i < kept.length; i++) {
      int c = kept[i];
      selected.entry[i] = entry[c];
      selected.pool[i] = pool[c];
      selected.first[i] = first[c];
      selected.size[i] = size[c];
      selected.rate[i] = rate[c];
      if (hasPairs()) {
        selected.pair(i, second[c], secondRate[c]);
      }
    }
    return selected;
  }

  /**
   * Returns a copy of the first columns or of all columns, followed by some that the caller fills.
   *
   * @param columns the number of columns of the copy
   * @param pairs whether these may serve two jobs
   */
  public ProgramColumns resized(int columns, boolean pairs) {
    ProgramColumns resized = new ProgramColumns(columns, pairs);
    int kept = Math.min(columns, count());
    System.arraycopy(entry, 0, resized.entry, 0, kept);
    System.arraycopy(pool, 0, resized.pool, 0, kept);
    System.arraycopy(first, 0, resized.first, 0, kept);
    System.arraycopy(size, 0, resized.size, 0, kept);
    System.arraycopy(rate, 0, resized.rate, 0, kept);
    System.arraycopy(second, 0, resized.second, 0, Math.min(kept, second.length));
    System.arraycopy(secondRate, 0, resized.secondRate, 0, Math.min(kept, second.length));
    return resized;
  }

  /**
   * Returns a copy with workers and throughput of each column scaled by the given factors, {@code
   * [column]}.
   */
  public ProgramColumns times(double[] part) {
    ProgramColumns product =
        new ProgramColumns(
            entry, pool, first, second, size.clone(), rate.clone(), secondRate.clone());
    for (int c = 0; c < part.length; c++) {
      product.size[c] *= part[c];
      product.rate[c] *= part[c];
    }
    for (int c = 0; c < secondRate.length; c++) {
      product.secondRate[c] *= part[c];
    }
    return product;
  }

  /**
   * Returns a copy with other rates, in steps per second; all other arrays are shared.
   *
   * @param newRate of first jobs, {@code [column]}
   * @param newSecondRate of second jobs, {@code [column]}; empty unless {@link #hasPairs}
   */
  public ProgramColumns withRates(double[] newRate, double[] newSecondRate) {
    ProgramColumns same =
        new ProgramColumns(entry, pool, first, second, size, newRate, newSecondRate);
    same.starts = starts;
    same.order = order;
    return same;
  }
}
