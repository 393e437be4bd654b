package io.gavel.policies;

import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
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
 * configured} is {@code [configuration][type]}, job by job. Uncertain rates have two further
 * matrices of the same groups, which are certain.
 */
final class DenseThroughputMatrix implements ThroughputMatrix {

  private final int jobCount;
  private final int typeCount;
  private final double[] solo;
  private final List<Group.Pair> pairs;
  private final double[] paired;
  private final List<Group.Configuration> configurations;
  private final double[] configured;

  /** The lower and the upper ends of the rates; empty if the rates are certain. */
  private final List<DenseThroughputMatrix> ends;

  private DenseThroughputMatrix(
      int jobCount,
      int typeCount,
      double[] solo,
      List<Group.Pair> pairs,
      double[] paired,
      List<Group.Configuration> configurations,
      double[] configured,
      List<DenseThroughputMatrix> ends) {
    this.jobCount = jobCount;
    this.typeCount = typeCount;
    this.solo = solo;
    this.pairs = pairs;
    this.paired = paired;
    this.configurations = configurations;
    this.configured = configured;
    this.ends = ends;
  }

  /** Creates a matrix of jobs alone. */
  private DenseThroughputMatrix(int jobCount, int typeCount, double[] solo) {
    this(jobCount, typeCount, solo, List.of(), new double[0], List.of(), new double[0], List.of());
  }

  private DenseThroughputMatrix withPairs(List<Group.Pair> others, double[] rates) {
    return new DenseThroughputMatrix(
            jobCount, typeCount, solo, others, rates, configurations, configured, List.of())
        .withEnds(ends.stream().map(end -> end.withPairs(others, rates)).toList());
  }

  private DenseThroughputMatrix withConfigurations(
      List<Group.Configuration> others, double[] rates) {
    return new DenseThroughputMatrix(
            jobCount, typeCount, solo, pairs, paired, others, rates, List.of())
        .withEnds(ends.stream().map(end -> end.withConfigurations(others, rates)).toList());
  }

  /** Returns a copy with other ends; certain if no end differs from its rate. */
  DenseThroughputMatrix withEnds(List<DenseThroughputMatrix> others) {
    boolean certain = others.stream().allMatch(this::hasRatesOf);
    return new DenseThroughputMatrix(
        jobCount,
        typeCount,
        solo,
        pairs,
        paired,
        configurations,
        configured,
        certain ? List.of() : others);
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
    return new DenseThroughputMatrix(jobs.size(), typeCount, flat(jobs, typeCount))
        .withPairs(distinct(pairs), flat(pairRates, typeCount));
  }

  /** Returns the matrix of jobs alone, {@code [job][worker type]} row-major, which is kept. */
  static DenseThroughputMatrix ofRows(int typeCount, double[] solo) {
    for (int i = 0; i < solo.length; i++) {
      int m = i / typeCount;
      requireEntry(solo[i], i % typeCount, () -> "job " + m, j -> "type " + j);
    }
    return new DenseThroughputMatrix(solo.length / typeCount, typeCount, solo);
  }

  /**
   * Returns the same jobs and pairs with configurations in any order, whose rates were checked
   * before.
   */
  DenseThroughputMatrix withConfigurations(List<Group.Configuration> added, List<double[]> rates) {
    List<Integer> byJob =
        IntStream.range(0, added.size())
            .boxed()
            .sorted(Comparator.comparingInt(i -> added.get(i).job()))
            .toList();
    List<Group.Configuration> ordered = new ArrayList<>();
    for (int i : byJob) {
      ordered.add(added.get(i));
    }
    return withConfigurations(
        requireConfigurations(ordered, jobCount, m -> "job " + m),
        flat(byJob.stream().map(rates::get).toList(), typeCount));
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
    return source instanceof DenseThroughputMatrix dense && dense.typeCount == width
        ? dense
        : copyOf(source, width, Names.of(jobs, cluster));
  }

  private static DenseThroughputMatrix denseOf(ThroughputMatrix source, Names names) {
    return source instanceof DenseThroughputMatrix dense
        ? dense
        : copyOf(source, source.typeCount(), names);
  }

  private static DenseThroughputMatrix copyOf(ThroughputMatrix source, int width, Names names) {
    int jobs = source.jobCount();
    Group[] others = afterJobs(jobs, source.groupCount(), source::group);
    List<Group.Pair> pairs = only(others, Group.Pair.class);
    List<Group.Configuration> configurations = only(others, Group.Configuration.class);
    DenseThroughputMatrix copy =
        new DenseThroughputMatrix(
            jobs,
            width,
            rates(source, width, 0, jobs, 1, names),
            distinct(pairs),
            rates(source, width, jobs, pairs.size(), 2, names),
            requireConfigurations(configurations, jobs, names.job()),
            rates(source, width, jobs + pairs.size(), configurations.size(), 1, names),
            List.of());
    return source.isCertain() || jobs == 0 // without jobs, the ends may have another width
        ? copy
        : copy.within(source.low(), source.high(), names);
  }

  /** Reads and checks the rates of groups of equal size. */
  private static double[] rates(
      ThroughputMatrix source, int width, int first, int count, int members, Names names) {
    double[] rates = new double[Math.multiplyExact(Math.multiplyExact(count, members), width)];
    for (int row = 0; row < count * members; row++) {
      int g = first + row / members;
      int member = row % members;
      for (int j = 0; j < width; j++) {
        rates[row * width + j] =
            requireEntry(
                source.stepsPerSecond(g, member, j),
                j,
                () -> names.row(source.group(g), member),
                names.type());
      }
    }
    return rates;
  }

  /** Returns the same rates, each within an interval; errors have the given names. */
  private DenseThroughputMatrix within(ThroughputMatrix low, ThroughputMatrix high, Names names) {
    List<DenseThroughputMatrix> both =
        Stream.of(low, high).map(end -> denseOf(end, names).withEnds(List.of())).toList();
    for (DenseThroughputMatrix end : both) {
      if (end.jobCount != jobCount || end.typeCount != typeCount || !hasGroupsOf(end)) {
        throw new IllegalArgumentException(
            "an end of the intervals is %s; it must have the groups and worker types of %s"
                .formatted(end, this));
      }
    }
    for (int g = 0; g < groupCount(); g++) {
      Group of = group(g);
      for (int member = 0; member < of.size(); member++) {
        int at = member;
        requireIntervals(
            both.get(0).row(g, member),
            row(g, member),
            both.get(1).row(g, member),
            () -> names.row(of, at),
            names.type());
      }
    }
    return withEnds(both);
  }

  private double[] row(int g, int member) {
    double[] row = new double[typeCount];
    Arrays.setAll(row, j -> stepsPerSecond(g, member, j));
    return row;
  }

  /** Returns the same rates, each within an interval. */
  static DenseThroughputMatrix within(
      ThroughputMatrix rates, ThroughputMatrix low, ThroughputMatrix high) {
    Names names = new Names(m -> "job " + m, j -> "type " + j);
    return denseOf(rates, names).within(low, high, names);
  }

  private static <G extends Group> List<G> only(Group[] groups, Class<G> kind) {
    return Arrays.stream(groups).filter(kind::isInstance).map(kind::cast).toList();
  }

  @Override
  public DenseThroughputMatrix low() {
    return ends.isEmpty() ? this : ends.get(0);
  }

  @Override
  public DenseThroughputMatrix high() {
    return ends.isEmpty() ? this : ends.get(1);
  }

  @Override
  public boolean isCertain() {
    return ends.isEmpty();
  }

  /** Returns whether the other matrix has the same groups in the same order. */
  boolean hasGroupsOf(DenseThroughputMatrix other) {
    return pairs.equals(other.pairs) && configurations.equals(other.configurations);
  }

  int pairCount() {
    return pairs.size();
  }

  int configurationCount() {
    return configurations.size();
  }

  /** Returns the configurations of a job; their groups follow each other. */
  IntStream configurationsOf(int m) {
    int first = jobCount + pairs.size();
    return IntStream.range(first + place(m), first + place(m + 1));
  }

  /** Returns the number of configurations of the jobs before {@code m}. */
  private int place(int m) {
    int low = 0;
    int high = configurations.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (configurations.get(middle).job() < m) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns a copy without pairs. Shares the arrays of throughputs, which are never modified. */
  DenseThroughputMatrix withoutPairs() {
    return withPairs(List.of(), new double[0]);
  }

  /** Returns a copy without configurations. Shares the arrays, as {@link #withoutPairs}. */
  DenseThroughputMatrix withoutConfigurations() {
    return withConfigurations(List.of(), new double[0]);
  }

  /**
   * Returns the same jobs and pairs with the configurations of a matrix of as many jobs and types.
   */
  DenseThroughputMatrix withConfigurationsOf(DenseThroughputMatrix other) {
    DenseThroughputMatrix rates = withConfigurations(other.configurations, other.configured);
    return isCertain() && other.isCertain()
        ? rates
        : rates.withEnds(
            List.of(
                low().withConfigurationsOf(other.low()),
                high().withConfigurationsOf(other.high())));
  }

  /** Returns a copy with the listed pairs, whose throughputs come from a table. */
  DenseThroughputMatrix withPairs(List<Group.Pair> listed, List<Job> jobs, PairThroughputs table) {
    double[] rates = new double[Math.multiplyExact(2 * listed.size(), typeCount)];
    int[] kind = jobs.stream().mapToInt(table::kindOf).toArray();
    for (int i = 0; i < listed.size(); i++) {
      int first = kind[listed.get(i).first()];
      int second = kind[listed.get(i).second()];
      for (int j = 0; j < typeCount; j++) {
        rates[2 * i * typeCount + j] = table.stepsPerSecond(first, second, j);
        rates[(2 * i + 1) * typeCount + j] = table.stepsPerSecond(second, first, j);
      }
    }
    return withPairs(distinct(listed), rates);
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
    return jobCount + pairs.size() + configurations.size();
  }

  @Override
  public Group group(int g) {
    Require.index(g, groupCount(), "group");
    int pair = g - jobCount;
    if (pair < 0) {
      return new Group.Solo(g);
    }
    if (pair < pairs.size()) {
      return pairs.get(pair);
    }
    return configurations.get(pair - pairs.size());
  }

  @Override
  public double stepsPerSecond(int g, int member, int j) {
    Require.index(j, typeCount, "worker type");
    return rows(g)[start(g, member) + j];
  }

  /** Returns the rates among which a group has its {@linkplain #start rows}; not copied. */
  double[] rows(int g) {
    if (g < jobCount) {
      return solo;
    }
    return g < jobCount + pairs.size() ? paired : configured;
  }

  /** Returns the index of the first type in the row of a group's member. */
  int start(int g, int member) {
    Require.index(g, groupCount(), "group");
    int pair = g - jobCount;
    boolean isPair = pair >= 0 && pair < pairs.size();
    Require.index(member, isPair ? 2 : 1, "member");
    if (pair < 0) {
      return g * typeCount;
    }
    return (isPair ? 2 * pair + member : pair - pairs.size()) * typeCount;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DenseThroughputMatrix that
        && hasRatesOf(that)
        && ends.equals(that.ends);
  }

  /** Returns whether the rates are equal, whatever their intervals. */
  private boolean hasRatesOf(DenseThroughputMatrix that) {
    return jobCount == that.jobCount
        && typeCount == that.typeCount
        && Arrays.equals(solo, that.solo)
        && pairs.equals(that.pairs)
        && Arrays.equals(paired, that.paired)
        && configurations.equals(that.configurations)
        && Arrays.equals(configured, that.configured);
  }

  @Override
  public int hashCode() {
    int jobsAndPairs =
        31 * (31 * Arrays.hashCode(solo) + pairs.hashCode()) + Arrays.hashCode(paired);
    return 31 * jobsAndPairs + Arrays.hashCode(configured);
  }

  @Override
  public String toString() {
    return "ThroughputMatrix[%s jobs, %s pairs%s, %s worker types%s]"
        .formatted(jobCount, pairs.size(), elastic(), typeCount, isCertain() ? "" : ", uncertain");
  }

  /** Returns the number of configurations for a text about groups; empty if there are none. */
  String elastic() {
    return configurations.isEmpty() ? "" : ", %s configurations".formatted(configurations.size());
  }

  /**
   * Returns the groups after the jobs. Rejects groups that are not each job alone, then pairs, then
   * configurations job by job.
   */
  private static Group[] afterJobs(int jobs, int count, IntFunction<Group> groups) {
    Group[] after = new Group[Require.atLeast(jobs, count, "number of groups") - jobs];
    Group before = new Group.Solo(0);
    for (int g = 0; g < count; g++) {
      Group group = groups.apply(g);
      if (!fits(group, g, jobs, before)) {
        throw new IllegalArgumentException(
            "group %s is %s; groups must be each job alone, in order, then pairs of jobs, then"
                    .formatted(g, group)
                + " configurations, job by job");
      }
      if (g >= jobs) {
        after[g - jobs] = group;
      }
      before = group;
    }
    return after;
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

  /** Copies pairs; rejects a pair that is given twice. */
  private static List<Group.Pair> distinct(List<Group.Pair> pairs) {
    Set<Group.Pair> seen = new HashSet<>();
    for (Group.Pair pair : pairs) {
      if (!seen.add(pair)) {
        throw new IllegalArgumentException("%s is given twice".formatted(pair));
      }
    }
    return List.copyOf(pairs);
  }

  /**
   * Copies configurations.
   *
   * @param jobName returns the name of a job for errors
   * @throws IllegalArgumentException if a configuration is of a job without a row, or two of a job
   *     have the same name
   */
  private static List<Group.Configuration> requireConfigurations(
      List<Group.Configuration> all, int jobCount, IntFunction<String> jobName) {
    Set<List<Object>> seen = new HashSet<>();
    for (Group.Configuration configuration : all) {
      int m = configuration.job();
      if (m >= jobCount) {
        throw new IllegalArgumentException(
            "%s names job %s, but there are %s jobs".formatted(configuration, m, jobCount));
      }
      if (!seen.add(List.of(m, configuration.name()))) {
        throw new IllegalArgumentException(
            "configuration \"%s\" of %s is given twice; names must be unique within a job"
                .formatted(configuration.name(), jobName.apply(m)));
      }
    }
    return List.copyOf(all);
  }

  /**
   * Checks the length and the entries of a row, and returns it. Names are formatted for errors
   * only.
   */
  static double[] require(
      double[] rates, int typeCount, Supplier<String> row, IntFunction<String> type) {
    if (rates.length != typeCount) {
      throw new IllegalArgumentException(
          "throughputs of %s have %s entries; they must have one for each of %s worker types"
              .formatted(row.get(), rates.length, typeCount));
    }
    for (int j = 0; j < typeCount; j++) {
      requireEntry(rates[j], j, row, type);
    }
    return rates;
  }

  /** Checks an entry and returns it. */
  private static double requireEntry(
      double rate, int j, Supplier<String> row, IntFunction<String> type) {
    return Require.isNonNegative(rate)
        ? rate
        : Require.nonNegative(rate, "throughput of %s on %s".formatted(row.get(), type.apply(j)));
  }

  /** Checks that the rates of a row, checked before, lie within their intervals. */
  static void requireIntervals(
      double[] low, double[] rates, double[] high, Supplier<String> row, IntFunction<String> type) {
    require(low, rates.length, () -> "the lower ends of " + row.get(), type);
    require(high, rates.length, () -> "the upper ends of " + row.get(), type);
    for (int j = 0; j < rates.length; j++) {
      boolean contained = low[j] <= rates[j] && rates[j] <= high[j];
      if (!contained || (rates[j] == 0 && high[j] > 0)) {
        throw new IllegalArgumentException(
            "throughput of %s on %s is %s in the interval [%s, %s]; %s"
                .formatted(
                    row.get(),
                    type.apply(j),
                    rates[j],
                    low[j],
                    high[j],
                    contained
                        ? "where a job cannot run, the interval must be 0"
                        : "the interval must contain it"));
      }
    }
  }

  /** Packs rows of one length, row-major. */
  private static double[] flat(List<double[]> rows, int width) {
    double[] values = new double[Math.multiplyExact(rows.size(), width)];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), 0, values, i * width, width);
    }
    return values;
  }

  /** Names the rows and columns of a matrix in errors. */
  private record Names(IntFunction<String> job, IntFunction<String> type) {

    static Names of(List<Job> jobs, Cluster cluster) {
      return new Names(
          m -> "job \"%s\"".formatted(jobs.get(m).id()),
          j -> "\"%s\"".formatted(cluster.type(j).name()));
    }

    /** Returns the name of the row of a member of a group. */
    String row(Group group, int member) {
      String name = job.apply(group.member(member));
      if (group instanceof Group.Pair) {
        String other = job.apply(group.member(1 - member));
        return "%s beside %s".formatted(name, other.substring("job ".length()));
      }
      return group instanceof Group.Configuration way
          ? "%s in configuration \"%s\"".formatted(name, way.name())
          : name;
    }
  }
}
