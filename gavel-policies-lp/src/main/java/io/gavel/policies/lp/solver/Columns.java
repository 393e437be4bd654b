package io.gavel.policies.lp.solver;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Cluster;
import io.gavel.policies.Group;
import java.util.stream.IntStream;

/**
 * The columns of a program as parallel arrays, {@code [column]}: a group on a worker type. Written
 * only by who makes them, before they become part of a program.
 */
final class Columns {

  /** In {@link #second}: the column serves one job only. */
  static final int NONE = -1;

  /** Place in the matrix of fractions, {@code g · typeCount + j}. */
  final int[] entry;

  final int[] pool;
  final int[] first;
  final int[] second;

  /** Workers held for a fraction of 1. */
  final double[] size;

  /** Steps per second of the first and of the second job. */
  final double[] rate;

  final double[] secondRate;

  private Columns(int count) {
    entry = new int[count];
    pool = new int[count];
    first = new int[count];
    second = new int[count];
    size = new double[count];
    rate = new double[count];
    secondRate = new double[count];
  }

  /** All groups on all types where they run, ordered by group, then type. */
  static Columns of(AllocationProblem problem) {
    Cluster cluster = problem.cluster();
    int types = cluster.typeCount();
    int listed = problem.pairsByType().isEmpty() ? problem.groupCount() : problem.jobCount();
    int[] entries =
        IntStream.range(0, Math.multiplyExact(listed, types))
            .filter(i -> problem.runs(i / types, i % types))
            .toArray();
    Columns columns = new Columns(entries.length);
    for (int c = 0; c < entries.length; c++) {
      int g = entries[c] / types;
      int j = entries[c] % types;
      Group group = problem.group(g);
      boolean solo = group.size() == 1;
      columns.entry[c] = entries[c];
      columns.pool[c] = cluster.poolOf(j);
      columns.first[c] = group.member(0);
      columns.second[c] = solo ? NONE : group.member(1);
      columns.size[c] = problem.workers(g);
      columns.rate[c] = problem.throughputs().stepsPerSecond(g, 0, j);
      columns.secondRate[c] = solo ? 0 : problem.throughputs().stepsPerSecond(g, 1, j);
    }
    return columns;
  }

  int count() {
    return entry.length;
  }

  /** A copy of some columns, in the given order. */
  Columns select(int[] kept) {
    Columns selected = new Columns(kept.length);
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

  /** A copy of all columns, followed by some that are to be filled. */
  Columns withRoom(int more) {
    return resized(count() + more);
  }

  /** A copy of the first columns. */
  Columns first(int columns) {
    return resized(columns);
  }

  private Columns resized(int columns) {
    Columns resized = new Columns(columns);
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

  /** A copy of all columns. */
  Columns copy() {
    return select(IntStream.range(0, count()).toArray());
  }
}
