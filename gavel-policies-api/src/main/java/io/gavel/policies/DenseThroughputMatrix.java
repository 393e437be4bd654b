package io.gavel.policies;

import io.gavel.policies.internal.Require;
import io.gavel.policies.internal.ThroughputRows;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The throughput matrix of a problem: row-major arrays, checked once.
 *
 * <p>{@code solo} is {@code [job][type]}, {@code paired} is {@code [pair][member][type]}, {@code
 * configured} is {@code [configuration][type]}, job by job.
 */
final class DenseThroughputMatrix implements ThroughputMatrix {

  private final int jobCount;
  private final int typeCount;
  private final double[] solo;
  private final Group.Pair[] pairs;
  private final double[] paired;
  private final Group.Configuration[] configurations;
  private final double[] configured;

  private DenseThroughputMatrix(
      int jobCount,
      int typeCount,
      double[] solo,
      Group.Pair[] pairs,
      double[] paired,
      Group.Configuration[] configurations,
      double[] configured) {
    this.jobCount = jobCount;
    this.typeCount = typeCount;
    this.solo = solo;
    this.pairs = pairs;
    this.paired = paired;
    this.configurations = configurations;
    this.configured = configured;
  }

  private DenseThroughputMatrix with(Group.Pair[] otherPairs, double[] rates) {
    return new DenseThroughputMatrix(
        jobCount, typeCount, solo, otherPairs, rates, configurations, configured);
  }

  private DenseThroughputMatrix with(Group.Configuration[] others, double[] rates) {
    return new DenseThroughputMatrix(jobCount, typeCount, solo, pairs, paired, others, rates);
  }

  /** Packs rows that were checked before; {@code pairRates} has two rows per pair. */
  static DenseThroughputMatrix of(
      int typeCount, List<double[]> jobs, List<Group.Pair> pairs, List<double[]> pairRates) {
    for (Group.Pair pair : pairs) {
      if (pair.second() >= jobs.size()) {
        throw new IllegalArgumentException(
            "%s names job %s, but there are %s jobs".formatted(pair, pair.second(), jobs.size()));
      }
    }
    return new DenseThroughputMatrix(
        jobs.size(),
        typeCount,
        flat(jobs, typeCount),
        distinct(pairs.toArray(Group.Pair[]::new)),
        flat(pairRates, typeCount),
        new Group.Configuration[0],
        new double[0]);
  }

  /** The same jobs and pairs with configurations in any order, whose rates were checked before. */
  DenseThroughputMatrix with(List<Group.Configuration> added, List<double[]> rates) {
    int[] byJob =
        IntStream.range(0, added.size())
            .boxed()
            .sorted(Comparator.comparingInt(i -> added.get(i).job()))
            .mapToInt(Integer::intValue)
            .toArray();
    Group.Configuration[] ordered = new Group.Configuration[byJob.length];
    Arrays.setAll(ordered, i -> added.get(byJob[i]));
    return with(
        requireConfigurations(ordered, String::valueOf),
        flat(Arrays.stream(byJob).mapToObj(rates::get).toList(), typeCount));
  }

  /** Rejects configurations of jobs without a row, and repeated names; errors name the job. */
  private Group.Configuration[] requireConfigurations(
      Group.Configuration[] all, IntFunction<String> jobName) {
    Set<List<Object>> seen = new HashSet<>();
    for (Group.Configuration configuration : all) {
      int m = configuration.job();
      if (m >= jobCount) {
        throw new IllegalArgumentException(
            "%s names job %s, but there are %s jobs".formatted(configuration, m, jobCount));
      }
      if (!seen.add(List.of(m, configuration.name()))) {
        throw new IllegalArgumentException(
            "configuration \"%s\" of job %s is given twice; names must be unique within a job"
                .formatted(configuration.name(), jobName.apply(m)));
      }
    }
    return all;
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
          "throughputs are for %s jobs × %s worker types; the problem has %s × %s"
              .formatted(source.jobCount(), source.typeCount(), jobs.size(), width));
    }
    if (source instanceof DenseThroughputMatrix dense && dense.typeCount == width) {
      return dense;
    }
    Group[] groups = groups(source, jobs.size());
    Group.Pair[] pairs = only(groups, Group.Pair.class).toArray(Group.Pair[]::new);
    Group.Configuration[] configurations =
        only(groups, Group.Configuration.class).toArray(Group.Configuration[]::new);
    double[] solo = new double[Math.multiplyExact(jobs.size(), width)];
    double[] paired = new double[Math.multiplyExact(2 * pairs.length, width)];
    double[] configured = new double[Math.multiplyExact(configurations.length, width)];
    for (int g = 0; g < groups.length; g++) {
      int row = g - jobs.size();
      if (groups[g] instanceof Group.Pair pair) {
        copyRow(source, g, 0, rowName(jobs, pair.first(), pair.second()), cluster, paired, 2 * row);
        copyRow(
            source, g, 1, rowName(jobs, pair.second(), pair.first()), cluster, paired, 2 * row + 1);
      } else if (groups[g] instanceof Group.Configuration way) {
        String name = configurationName(jobs.get(way.job()).id(), way.name());
        copyRow(source, g, 0, () -> name, cluster, configured, row - pairs.length);
      } else {
        copyRow(source, g, 0, rowName(jobs, g), cluster, solo, g);
      }
    }
    DenseThroughputMatrix copy =
        new DenseThroughputMatrix(
            jobs.size(), width, solo, distinct(pairs), paired, configurations, configured);
    copy.requireConfigurations(configurations, m -> "\"%s\"".formatted(jobs.get(m).id()));
    return copy;
  }

  private static <G extends Group> Stream<G> only(Group[] groups, Class<G> kind) {
    return Arrays.stream(groups).filter(kind::isInstance).map(kind::cast);
  }

  private static Group[] groups(ThroughputMatrix source, int jobs) {
    Group[] groups = new Group[Require.atLeast(jobs, source.groupCount(), "number of groups")];
    for (int g = 0; g < groups.length; g++) {
      groups[g] = source.group(g);
      if (!fits(groups[g], g, jobs, g == 0 ? groups[0] : groups[g - 1])) {
        throw new IllegalArgumentException(
            "group %s is %s; groups must be each job alone, in order, then pairs of jobs, then"
                    .formatted(g, groups[g])
                + " configurations, job by job");
      }
    }
    return groups;
  }

  private static boolean fits(Group group, int g, int jobs, Group before) {
    if (group instanceof Group.Solo solo) {
      return g < jobs && solo.job() == g;
    }
    if (group instanceof Group.Pair pair) {
      return g >= jobs && pair.second() < jobs && !(before instanceof Group.Configuration);
    }
    boolean ordered =
        !(before instanceof Group.Configuration) || before.member(0) <= group.member(0);
    return g >= jobs && group.member(0) < jobs && ordered;
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

  /** Names the row of a configuration in errors. */
  static String configurationName(String jobId, String name) {
    return "job \"%s\" in configuration \"%s\"".formatted(jobId, name);
  }

  /** Whether the other matrix has the same groups in the same order. */
  boolean hasGroupsOf(DenseThroughputMatrix other) {
    return Arrays.equals(pairs, other.pairs) && Arrays.equals(configurations, other.configurations);
  }

  int pairCount() {
    return pairs.length;
  }

  int configurationCount() {
    return configurations.length;
  }

  /** The configurations of a job; their groups follow each other. */
  IntStream configurationsOf(int m) {
    int first = jobCount + pairs.length;
    return IntStream.range(first + place(m), first + place(m + 1));
  }

  /** The number of configurations of the jobs before {@code m}. */
  private int place(int m) {
    int low = 0;
    int high = configurations.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (configurations[middle].job() < m) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The same rows without pairs. Shares the arrays of throughputs, which are never modified. */
  DenseThroughputMatrix withoutPairs() {
    return with(new Group.Pair[0], new double[0]);
  }

  /** The same rows without configurations. Shares the arrays, as {@link #withoutPairs}. */
  DenseThroughputMatrix withoutConfigurations() {
    return with(new Group.Configuration[0], new double[0]);
  }

  /** The same jobs and pairs with the configurations of a matrix of as many jobs and types. */
  DenseThroughputMatrix withConfigurationsOf(DenseThroughputMatrix other) {
    return with(other.configurations, other.configured);
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
    return with(distinct(copies), rates);
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
    return jobCount + pairs.length + configurations.length;
  }

  @Override
  public Group group(int g) {
    Require.index(g, groupCount(), "group");
    int pair = g - jobCount;
    if (pair < 0) {
      return new Group.Solo(g);
    }
    return pair < pairs.length ? pairs[pair] : configurations[pair - pairs.length];
  }

  @Override
  public double stepsPerSecond(int g, int member, int j) {
    Require.index(g, groupCount(), "group");
    Require.index(j, typeCount, "worker type");
    if (g < jobCount) {
      Require.index(member, 1, "member");
      return solo[g * typeCount + j];
    }
    int pair = g - jobCount;
    if (pair >= pairs.length) {
      Require.index(member, 1, "member");
      return configured[(pair - pairs.length) * typeCount + j];
    }
    Require.index(member, 2, "member");
    return paired[(2 * pair + member) * typeCount + j];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DenseThroughputMatrix that
        && jobCount == that.jobCount
        && typeCount == that.typeCount
        && Arrays.equals(solo, that.solo)
        && Arrays.equals(pairs, that.pairs)
        && Arrays.equals(paired, that.paired)
        && Arrays.equals(configurations, that.configurations)
        && Arrays.equals(configured, that.configured);
  }

  @Override
  public int hashCode() {
    int jobsAndPairs =
        31 * (31 * Arrays.hashCode(solo) + Arrays.hashCode(pairs)) + Arrays.hashCode(paired);
    return 31 * jobsAndPairs + Arrays.hashCode(configured);
  }

  @Override
  public String toString() {
    return "ThroughputMatrix[%s jobs, %s pairs%s, %s worker types]"
        .formatted(jobCount, pairs.length, elastic(), typeCount);
  }

  /** The number of configurations for a text about groups; empty if there are none. */
  String elastic() {
    return configurations.length == 0 ? "" : ", %s configurations".formatted(configurations.length);
  }
}
