package io.gavel.policies;

import io.gavel.policies.internal.Require;
import io.gavel.policies.internal.ThroughputRows;
import io.gavel.policies.internal.groups.GroupRows;
import io.gavel.policies.internal.groups.RowNames;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
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
  private final Group.Pair[] pairs;
  private final double[] paired;
  private final Group.Configuration[] configurations;
  private final double[] configured;

  /** The lower and the upper ends of the rates; empty if the rates are certain. */
  private final List<DenseThroughputMatrix> ends;

  private DenseThroughputMatrix(
      int jobCount,
      int typeCount,
      double[] solo,
      Group.Pair[] pairs,
      double[] paired,
      Group.Configuration[] configurations,
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

  private DenseThroughputMatrix with(Group.Pair[] otherPairs, double[] rates) {
    return new DenseThroughputMatrix(
            jobCount, typeCount, solo, otherPairs, rates, configurations, configured, List.of())
        .withEnds(ends.stream().map(end -> end.with(otherPairs, rates)).toList());
  }

  private DenseThroughputMatrix with(Group.Configuration[] others, double[] rates) {
    return new DenseThroughputMatrix(
            jobCount, typeCount, solo, pairs, paired, others, rates, List.of())
        .withEnds(ends.stream().map(end -> end.with(others, rates)).toList());
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
    return new DenseThroughputMatrix(
        jobs.size(),
        typeCount,
        ThroughputRows.flat(jobs, typeCount),
        GroupRows.distinct(pairs.toArray(Group.Pair[]::new)),
        ThroughputRows.flat(pairRates, typeCount),
        new Group.Configuration[0],
        new double[0],
        List.of());
  }

  /**
   * Returns the same jobs and pairs with configurations in any order, whose rates were checked
   * before.
   */
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
        GroupRows.requireConfigurations(ordered, jobCount, RowNames.indices()::job),
        ThroughputRows.flat(Arrays.stream(byJob).mapToObj(rates::get).toList(), typeCount));
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
    return denseOf(source, width, RowNames.of(jobs, cluster));
  }

  private static DenseThroughputMatrix denseOf(ThroughputMatrix source, int width, RowNames names) {
    return source instanceof DenseThroughputMatrix dense && dense.typeCount == width
        ? dense
        : copyOf(source, width, names);
  }

  static DenseThroughputMatrix copyOf(ThroughputMatrix source, int width, RowNames names) {
    int jobs = source.jobCount();
    Group[] others = GroupRows.afterJobs(jobs, source.groupCount(), source::group);
    Group.Pair[] pairs = only(others, Group.Pair.class).toArray(Group.Pair[]::new);
    Group.Configuration[] configurations =
        only(others, Group.Configuration.class).toArray(Group.Configuration[]::new);
    DenseThroughputMatrix copy =
        new DenseThroughputMatrix(
            jobs,
            width,
            rates(source, width, 0, jobs, 1, names),
            GroupRows.distinct(pairs),
            rates(source, width, jobs, pairs.length, 2, names),
            GroupRows.requireConfigurations(configurations, jobs, names::job),
            rates(source, width, jobs + pairs.length, configurations.length, 1, names),
            List.of());
    return source.isCertain() || jobs == 0 // without jobs, the ends may have another width
        ? copy
        : copy.within(source.low(), source.high(), names);
  }

  /** Reads and checks the rates of groups of equal size. */
  private static double[] rates(
      ThroughputMatrix source, int width, int first, int count, int members, RowNames names) {
    double[] rates = new double[Math.multiplyExact(Math.multiplyExact(count, members), width)];
    for (int row = 0; row < count * members; row++) {
      int g = first + row / members;
      int member = row % members;
      for (int j = 0; j < width; j++) {
        rates[row * width + j] =
            ThroughputRows.requireEntry(
                source.stepsPerSecond(g, member, j),
                j,
                () -> names.rowOf(source.group(g), member),
                names::type);
      }
    }
    return rates;
  }

  /** Returns the same rates, each within an interval; errors have the given names. */
  DenseThroughputMatrix within(ThroughputMatrix low, ThroughputMatrix high, RowNames names) {
    List<DenseThroughputMatrix> both =
        Stream.of(low, high)
            .map(end -> denseOf(end, end.typeCount(), names).withEnds(List.of()))
            .toList();
    for (DenseThroughputMatrix end : both) {
      if (end.jobCount != jobCount || end.typeCount != typeCount || !hasGroupsOf(end)) {
        throw new IllegalArgumentException(
            "an end of the intervals is %s; it must have the groups and worker types of %s"
                .formatted(end, this));
      }
    }
    for (int g = 0; g < groupCount(); g++) {
      for (int member = 0; member < group(g).size(); member++) {
        ThroughputRows.requireIntervals(
            both.get(0).row(g, member),
            row(g, member),
            both.get(1).row(g, member),
            names.row(group(g), member),
            names::type);
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
    RowNames names = RowNames.indices();
    return denseOf(rates, rates.typeCount(), names).within(low, high, names);
  }

  private static <G extends Group> Stream<G> only(Group[] groups, Class<G> kind) {
    return Arrays.stream(groups).filter(kind::isInstance).map(kind::cast);
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

  /** Returns the number of configurations of the jobs before {@code m}. */
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

  /** Returns a copy without pairs. Shares the arrays of throughputs, which are never modified. */
  DenseThroughputMatrix withoutPairs() {
    return with(new Group.Pair[0], new double[0]);
  }

  /** Returns a copy without configurations. Shares the arrays, as {@link #withoutPairs}. */
  DenseThroughputMatrix withoutConfigurations() {
    return with(new Group.Configuration[0], new double[0]);
  }

  /**
   * Returns the same jobs and pairs with the configurations of a matrix of as many jobs and types.
   */
  DenseThroughputMatrix withConfigurationsOf(DenseThroughputMatrix other) {
    DenseThroughputMatrix rates = with(other.configurations, other.configured);
    return isCertain() && other.isCertain()
        ? rates
        : rates.withEnds(
            List.of(
                low().withConfigurationsOf(other.low()),
                high().withConfigurationsOf(other.high())));
  }

  /** Returns a copy with the listed pairs, whose throughputs come from a table. */
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
    return with(GroupRows.distinct(copies), rates);
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
    Require.index(j, typeCount, "worker type");
    return rows(g)[start(g, member) + j];
  }

  /** Returns the rates among which a group has its {@linkplain #start rows}; not copied. */
  double[] rows(int g) {
    if (g < jobCount) {
      return solo;
    }
    return g < jobCount + pairs.length ? paired : configured;
  }

  /** Returns the index of the first type in the row of a group's member. */
  int start(int g, int member) {
    Require.index(g, groupCount(), "group");
    int pair = g - jobCount;
    boolean isPair = pair >= 0 && pair < pairs.length;
    Require.index(member, isPair ? 2 : 1, "member");
    if (pair < 0) {
      return g * typeCount;
    }
    return (isPair ? 2 * pair + member : pair - pairs.length) * typeCount;
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
    return "ThroughputMatrix[%s jobs, %s pairs%s, %s worker types%s]"
        .formatted(jobCount, pairs.length, elastic(), typeCount, isCertain() ? "" : ", uncertain");
  }

  /** Returns the number of configurations for a text about groups; empty if there are none. */
  String elastic() {
    return configurations.length == 0 ? "" : ", %s configurations".formatted(configurations.length);
  }
}
