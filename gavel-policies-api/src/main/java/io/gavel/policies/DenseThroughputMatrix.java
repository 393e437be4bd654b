package io.gavel.policies;

import io.gavel.policies.internal.Require;
import io.gavel.policies.internal.ThroughputRows;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The throughput matrix of a problem: row-major arrays, checked once.
 *
 * <p>{@code solo} is {@code [job][type]}, {@code paired} is {@code [pair][member][type]}.
 */
final class DenseThroughputMatrix implements ThroughputMatrix {

  private final int jobCount;
  private final int typeCount;
  private final double[] solo;
  private final Group.Pair[] pairs;
  private final double[] paired;

  private DenseThroughputMatrix(
      int jobCount, int typeCount, double[] solo, Group.Pair[] pairs, double[] paired) {
    this.jobCount = jobCount;
    this.typeCount = typeCount;
    this.solo = solo;
    this.pairs = pairs;
    this.paired = paired;
  }

  /** Packs rows that were checked before; {@code pairRates} has two rows per pair. */
  static DenseThroughputMatrix of(
      int typeCount, List<double[]> jobs, List<Group.Pair> pairs, List<double[]> pairRates) {
    for (Group.Pair pair : pairs) {
      if (pair.second() >= jobs.size()) {
        throw new IllegalArgumentException(
            "%s names job %d, but there are %d jobs".formatted(pair, pair.second(), jobs.size()));
      }
    }
    return new DenseThroughputMatrix(
        jobs.size(),
        typeCount,
        flat(jobs, typeCount),
        distinct(pairs.toArray(Group.Pair[]::new)),
        flat(pairRates, typeCount));
  }

  private static Group.Pair[] distinct(Group.Pair[] pairs) {
    Set<Group.Pair> seen = new HashSet<>();
    for (Group.Pair pair : pairs) {
      if (!seen.add(pair)) {
        throw new IllegalArgumentException("%s is given twice".formatted(pair));
      }
    }
    return pairs;
  }

  private static double[] flat(List<double[]> rows, int width) {
    double[] values = new double[Math.multiplyExact(rows.size(), width)];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), 0, values, i * width, width);
    }
    return values;
  }

  /**
   * Copies a matrix of any implementation. Checks its size and reads and checks every entry once;
   * errors name jobs and types by id.
   */
  static DenseThroughputMatrix copyOf(ThroughputMatrix source, List<Job> jobs, Cluster cluster) {
    int width = cluster.typeCount();
    boolean empty = jobs.isEmpty() && source.jobCount() == 0;
    if (source.jobCount() != jobs.size() || (source.typeCount() != width && !empty)) {
      throw new IllegalArgumentException(
          "throughputs are for %d jobs × %d worker types; the problem has %d × %d"
              .formatted(source.jobCount(), source.typeCount(), jobs.size(), width));
    }
    if (source instanceof DenseThroughputMatrix dense && dense.typeCount == width) {
      return dense;
    }
    Group[] groups = groups(source, jobs.size());
    double[] solo = new double[Math.multiplyExact(jobs.size(), width)];
    Group.Pair[] pairs = new Group.Pair[groups.length - jobs.size()];
    double[] paired = new double[Math.multiplyExact(2 * pairs.length, width)];
    for (int g = 0; g < groups.length; g++) {
      int row = g - jobs.size();
      if (groups[g] instanceof Group.Pair pair) {
        pairs[row] = pair;
        copyRow(source, g, 0, rowName(jobs, pair.first(), pair.second()), cluster, paired, 2 * row);
        copyRow(
            source, g, 1, rowName(jobs, pair.second(), pair.first()), cluster, paired, 2 * row + 1);
      } else {
        copyRow(source, g, 0, rowName(jobs, g), cluster, solo, g);
      }
    }
    return new DenseThroughputMatrix(jobs.size(), width, solo, distinct(pairs), paired);
  }

  private static Group[] groups(ThroughputMatrix source, int jobs) {
    Group[] groups = new Group[Require.atLeast(jobs, source.groupCount(), "number of groups")];
    for (int g = 0; g < groups.length; g++) {
      groups[g] = source.group(g);
      boolean fits =
          groups[g] instanceof Group.Pair pair
              ? g >= jobs && pair.second() < jobs
              : g < jobs && groups[g].member(0) == g;
      if (!fits) {
        throw new IllegalArgumentException(
            "group %d is %s; groups must be each job alone, in order, then pairs of jobs"
                .formatted(g, groups[g]));
      }
    }
    return groups;
  }

  private static void copyRow(
      ThroughputMatrix source,
      int g,
      int member,
      Supplier<String> name,
      Cluster cluster,
      double[] target,
      int row) {
    int width = cluster.typeCount();
    for (int j = 0; j < width; j++) {
      double rate = source.stepsPerSecond(g, member, j);
      target[row * width + j] = ThroughputRows.requireEntry(rate, j, name, typeName(cluster));
    }
  }

  /** Names the columns in errors. */
  static IntFunction<String> typeName(Cluster cluster) {
    return j -> "\"%s\"".formatted(cluster.type(j).name());
  }

  private static Supplier<String> rowName(List<Job> jobs, int m) {
    return () -> "job \"%s\"".formatted(jobs.get(m).id());
  }

  private static Supplier<String> rowName(List<Job> jobs, int m, int beside) {
    return () -> "job \"%s\" beside \"%s\"".formatted(jobs.get(m).id(), jobs.get(beside).id());
  }

  /** Whether the other matrix has the same groups in the same order. */
  boolean hasPairsOf(DenseThroughputMatrix other) {
    return Arrays.equals(pairs, other.pairs);
  }

  /** The same jobs without pairs. Shares the array of solo throughputs, which is never modified. */
  DenseThroughputMatrix withoutPairs() {
    return new DenseThroughputMatrix(jobCount, typeCount, solo, new Group.Pair[0], new double[0]);
  }

  /** The same jobs with the listed pairs, whose throughputs come from a table. */
  DenseThroughputMatrix withPairs(List<Group.Pair> listed, List<Job> jobs, PairThroughputs table) {
    Group.Pair[] copies = listed.toArray(Group.Pair[]::new);
    double[] rates = new double[Math.multiplyExact(2 * copies.length, typeCount)];
    int[] kind = jobs.stream().mapToInt(table::kindOf).toArray();
    for (int i = 0; i < copies.length; i++) {
      int first = kind[copies[i].first()];
      int second = kind[copies[i].second()];
      for (int j = 0; j < typeCount; j++) {
        rates[2 * i * typeCount + j] = table.stepsPerSecond(first, second, j);
        rates[(2 * i + 1) * typeCount + j] = table.stepsPerSecond(second, first, j);
      }
    }
    return new DenseThroughputMatrix(jobCount, typeCount, solo, distinct(copies), rates);
  }

  @Override
  public int jobCount() {
    return jobCount;
  }

  @Override
  public int typeCount() {
    return typeCount;
  }

  @Override
  public int groupCount() {
    return jobCount + pairs.length;
  }

  @Override
  public Group group(int g) {
    Require.index(g, groupCount(), "group");
    return g < jobCount ? new Group.Solo(g) : pairs[g - jobCount];
  }

  @Override
  public double stepsPerSecond(int g, int member, int j) {
    Require.index(g, groupCount(), "group");
    Require.index(j, typeCount, "worker type");
    if (g < jobCount) {
      Require.index(member, 1, "member");
      return solo[g * typeCount + j];
    }
    Require.index(member, 2, "member");
    return paired[(2 * (g - jobCount) + member) * typeCount + j];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DenseThroughputMatrix that
        && jobCount == that.jobCount
        && typeCount == that.typeCount
        && Arrays.equals(solo, that.solo)
        && Arrays.equals(pairs, that.pairs)
        && Arrays.equals(paired, that.paired);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Arrays.hashCode(solo) + Arrays.hashCode(pairs)) + Arrays.hashCode(paired);
  }

  @Override
  public String toString() {
    return "ThroughputMatrix[%d jobs, %d pairs, %d worker types]"
        .formatted(jobCount, pairs.length, typeCount);
  }
}
