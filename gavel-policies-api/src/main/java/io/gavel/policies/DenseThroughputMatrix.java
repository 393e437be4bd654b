package io.gavel.policies;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The matrix that problems keep: row-major arrays, checked once.
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

  /** Packs rows that are checked already; {@code pairRates} has two rows a pair. */
  static DenseThroughputMatrix of(
      int typeCount, List<double[]> jobs, List<Group.Pair> pairs, List<double[]> pairRates) {
    Set<Group.Pair> seen = new HashSet<>();
    for (Group.Pair pair : pairs) {
      if (pair.second() >= jobs.size()) {
        throw new IllegalArgumentException(
            "%s names job %d, but there are %d jobs".formatted(pair, pair.second(), jobs.size()));
      }
      if (!seen.add(pair)) {
        throw new IllegalArgumentException("%s is given twice".formatted(pair));
      }
    }
    return new DenseThroughputMatrix(
        jobs.size(),
        typeCount,
        flat(jobs, typeCount),
        pairs.toArray(Group.Pair[]::new),
        flat(pairRates, typeCount));
  }

  private static double[] flat(List<double[]> rows, int width) {
    double[] values = new double[Math.multiplyExact(rows.size(), width)];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), 0, values, i * width, width);
    }
    return values;
  }

  /** Reads every entry of a foreign matrix once and checks it, naming jobs and types by id. */
  static DenseThroughputMatrix copyOf(ThroughputMatrix source, List<Job> jobs, Cluster cluster) {
    if (source instanceof DenseThroughputMatrix dense) {
      return dense;
    }
    int width = source.typeCount();
    double[] solo = new double[Math.multiplyExact(source.jobCount(), width)];
    Group.Pair[] pairs = new Group.Pair[source.groupCount() - source.jobCount()];
    double[] paired = new double[Math.multiplyExact(2 * pairs.length, width)];
    for (int g = 0; g < source.groupCount(); g++) {
      Group group = source.group(g);
      boolean isPair = g >= source.jobCount();
      if (isPair && group instanceof Group.Pair pair && pair.second() < source.jobCount()) {
        pairs[g - source.jobCount()] = pair;
      } else if (isPair || !group.equals(new Group.Solo(g))) {
        throw new IllegalArgumentException(
            "group %d is %s; groups are each job alone, in order, then pairs of jobs"
                .formatted(g, group));
      }
      for (int i = 0; i < group.size(); i++) {
        double[] target = isPair ? paired : solo;
        int row = isPair ? 2 * (g - source.jobCount()) + i : g;
        for (int j = 0; j < width; j++) {
          String job = jobs.get(group.member(i)).id();
          String type = cluster.type(j).name();
          double rate = source.stepsPerSecond(g, i, j);
          target[row * width + j] =
              rate >= 0 && rate < Double.POSITIVE_INFINITY ? rate : rejected(rate, job, type);
        }
      }
    }
    return new DenseThroughputMatrix(source.jobCount(), width, solo, pairs, paired);
  }

  private static double rejected(double rate, String job, String type) {
    return Require.nonNegative(rate, "throughput of job \"%s\" on \"%s\"".formatted(job, type));
  }

  /** The same jobs without any pair; shares the array of solo throughputs, which nobody writes. */
  DenseThroughputMatrix withoutPairs() {
    return new DenseThroughputMatrix(jobCount, typeCount, solo, new Group.Pair[0], new double[0]);
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
