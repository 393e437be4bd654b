package io.gavel.policies;

import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Holding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The throughput of every group on every worker type: groups × worker types, in steps per second.
 *
 * <p>Group {@code g < jobCount()} is job {@code g} alone; the pairs follow (Gavel §3.1), then the
 * {@linkplain Group.Configuration configurations}, job by job. A pair has one throughput for each
 * member. An entry is the rate of the job: on a gang of its scale factor or of the workers of the
 * configuration, not on one worker, or on the share of a worker that it takes. 0 means that it
 * cannot run there.
 *
 * <p>A rate that was estimated lies in an interval, from {@link #low} to {@link #high}. Policies
 * use the rate itself, unless they {@linkplain io.gavel.policies.claims.Aspect#INTERVALS read
 * intervals}. A matrix {@linkplain #isCertain without intervals} has rates that are known.
 *
 * <p>An embedder may implement this over its own store: an {@link AllocationProblem} reads each
 * entry once, checks it and keeps a copy. Matrices made by {@link #copyOf} and {@link #builder} are
 * immutable.
 */
public interface ThroughputMatrix {

  /**
   * Returns the number of jobs.
   *
   * @return the number of solo groups, which are groups 0 to {@code jobCount() - 1}
   */
  int jobCount();

  /**
   * Returns the number of worker types.
   *
   * @return the number of columns
   */
  int typeCount();

  /**
   * Returns the number of groups.
   *
   * @return jobs plus pairs plus configurations; {@link #jobCount()} if each job runs alone, in one
   *     way
   */
  default int groupCount() {
    return jobCount();
  }

  /**
   * Returns the jobs of a group.
   *
   * @param g a group index
   * @return {@code Solo(g)} for {@code g < jobCount()}, otherwise a pair or a configuration
   */
  default Group group(int g) {
    return new Group.Solo(g);
  }

  /**
   * Returns the throughput of a member while its group runs.
   *
   * @param g a group index
   * @param member which job of the group, from 0
   * @param j a type index
   * @return steps per second, finite and at least 0; 0 = cannot run there
   */
  double stepsPerSecond(int g, int member, int j);

  /**
   * Returns the throughput of a job running alone.
   *
   * @param m a job index
   * @param j a type index
   * @return steps per second, finite and at least 0; 0 = cannot run there
   */
  default double stepsPerSecond(int m, int j) {
    return stepsPerSecond(m, 0, j);
  }

  /**
   * Returns whether the rates are known, so that there are no intervals.
   *
   * @return true unless the rates are {@linkplain #within within} intervals
   */
  default boolean isCertain() {
    return true;
  }

  /**
   * Returns the lower ends of the intervals of the rates.
   *
   * @return a matrix without intervals, with the same groups; this matrix if it {@linkplain
   *     #isCertain has no intervals}
   */
  default ThroughputMatrix low() {
    return this;
  }

  /**
   * Returns the upper ends of the intervals of the rates.
   *
   * @return a matrix without intervals, with the same groups; this matrix if it {@linkplain
   *     #isCertain has no intervals}
   */
  default ThroughputMatrix high() {
    return this;
  }

  /**
   * Returns a copy with an interval for each rate. An interval whose ends are equal means that the
   * rate is known. A rate of 0 means that the group cannot run; both ends of its interval are 0.
   *
   * @param low the lower ends, in steps per second, with the same groups; its own intervals, if
   *     any, are not read
   * @param high the upper ends, as {@code low}
   * @return an immutable copy; without intervals if all of them are points
   * @throws IllegalArgumentException if groups or worker types differ, or an interval does not
   *     contain its rate
   */
  default ThroughputMatrix within(ThroughputMatrix low, ThroughputMatrix high) {
    return DenseThroughputMatrix.within(this, low, high);
  }

  /**
   * Returns a matrix without pairs and configurations.
   *
   * @param stepsPerSecond throughputs, {@code [job][worker type]}, all rows of one length; not
   *     modified, not retained
   * @return an immutable copy
   * @throws IllegalArgumentException if rows differ in length or an entry is negative or not finite
   */
  static ThroughputMatrix copyOf(double[][] stepsPerSecond) {
    Builder builder = builder(stepsPerSecond.length == 0 ? 0 : stepsPerSecond[0].length);
    for (double[] row : stepsPerSecond) {
      builder.job(row);
    }
    return builder.build();
  }

  /**
   * Returns a matrix without pairs and configurations, from an array that holds its rows one after
   * another.
   *
   * @param typeCount the number of worker types, at least 1
   * @param stepsPerSecond throughputs, {@code [job][worker type]} row-major; not modified, not
   *     retained
   * @return an immutable copy
   * @throws IllegalArgumentException if the last row is not complete, or an entry is negative or
   *     not finite
   */
  static ThroughputMatrix ofRows(int typeCount, double... stepsPerSecond) {
    Require.atLeast(1, typeCount, "number of worker types");
    if (stepsPerSecond.length % typeCount != 0) {
      throw new IllegalArgumentException(
          "number of throughputs is %s; it must be a multiple of %s, the number of worker types"
              .formatted(stepsPerSecond.length, typeCount));
    }
    return DenseThroughputMatrix.ofRows(typeCount, stepsPerSecond.clone());
  }

  /**
   * Starts a matrix that is built row by row.
   *
   * @param typeCount the number of worker types
   * @return a new builder
   */
  static Builder builder(int typeCount) {
    return new Builder(typeCount);
  }

  /**
   * Collects rows: jobs in order of their index, and pairs and configurations at any point.
   * Mutable.
   */
  final class Builder {
    private final int typeCount;
    private final List<double[]> jobs = new ArrayList<>();
    private final List<Group.Pair> pairs = new ArrayList<>();
    private final List<double[]> pairRates = new ArrayList<>();
    private final List<Group.Configuration> configurations = new ArrayList<>();
    private final List<double[]> configurationRates = new ArrayList<>();

    /** The rows that were added last, one for each member of a pair, in the order as given. */
    private List<double[]> last = List.of();

    /** The ends of uncertain rows, {@code [low, high][type]}. */
    private final IdentityHashMap<double[], double[][]> ends = new IdentityHashMap<>();

    private Builder(int typeCount) {
      this.typeCount = Require.atLeast(0, typeCount, "number of worker types");
    }

    /**
     * Adds the next job.
     *
     * @param stepsPerSecond the job's throughput alone, one entry for each type; not retained
     * @return this builder
     * @throws IllegalArgumentException if the length or an entry is wrong
     */
    public Builder job(double... stepsPerSecond) {
      last = List.of(checked(stepsPerSecond, () -> "job " + jobs.size()));
      jobs.addAll(last);
      return this;
    }

    /**
     * Adds a pair of jobs that may share workers.
     *
     * @param a one job's index
     * @param b the other job's index
     * @param stepsPerSecondOfA throughput of {@code a} next to {@code b}, one entry for each type;
     *     0 where they cannot share; not retained
     * @param stepsPerSecondOfB throughput of {@code b} next to {@code a}, one entry for each type;
     *     not retained
     * @return this builder
     * @throws IllegalArgumentException if the indices are equal, or a length or entry is wrong
     */
    public Builder pair(int a, int b, double[] stepsPerSecondOfA, double[] stepsPerSecondOfB) {
      double[] ofA = checked(stepsPerSecondOfA, () -> "job %s beside %s".formatted(a, b));
      double[] ofB = checked(stepsPerSecondOfB, () -> "job %s beside %s".formatted(b, a));
      last = List.of(ofA, ofB);
      pairs.add(new Group.Pair(Math.min(a, b), Math.max(a, b)));
      pairRates.add(a < b ? ofA : ofB);
      pairRates.add(a < b ? ofB : ofA);
      return this;
    }

    /**
     * Adds a further way to run a job. Within a job, configurations keep the order in which they
     * are added.
     *
     * @param job the job's index
     * @param name not blank, unique among the configurations of the job
     * @param workers the number of workers that the job holds at once, at least 1
     * @param stepsPerSecond the job's throughput on these workers, one entry for each type; 0 where
     *     it cannot run; not retained
     * @return this builder
     * @throws IllegalArgumentException if an argument, the length or an entry is wrong
     */
    public Builder configuration(int job, String name, int workers, double... stepsPerSecond) {
      return configuration(job, name, Holding.of(workers), stepsPerSecond);
    }

    /**
     * Adds a further way to run a job, with its holding.
     *
     * @param job the job's index
     * @param name not blank, unique among the configurations of the job
     * @param holding the workers that the job holds at once, or a share of one
     * @param stepsPerSecond the job's throughput on these workers, one entry for each type; 0 where
     *     it cannot run; not retained
     * @return this builder
     * @throws IllegalArgumentException if an argument, the length or an entry is wrong
     */
    public Builder configuration(int job, String name, Holding holding, double... stepsPerSecond) {
      Group.Configuration configuration = new Group.Configuration(job, name, holding);
      double[] rates =
          checked(stepsPerSecond, () -> "job %s in configuration \"%s\"".formatted(job, name));
      last = List.of(rates);
      configurations.add(configuration);
      configurationRates.add(rates);
      return this;
    }

    /**
     * States intervals for the rates of the job or configuration added last. Without this call they
     * are known.
     *
     * @param low the lower ends in steps per second, one for each type, at most the rate; not
     *     retained
     * @param high the upper ends in steps per second, one for each type, at least the rate; 0 where
     *     that is 0
     * @return this builder
     * @throws IllegalArgumentException if a length or an interval is wrong
     * @throws IllegalStateException unless a job or a configuration was added last
     */
    public Builder within(double[] low, double[] high) {
      return within(List.of(() -> "the last row"), j -> "type " + j, new double[][] {low, high});
    }

    /**
     * States intervals for the rates of the pair added last.
     *
     * @param lowOfA the lower ends for the job that was named first in steps per second, one for
     *     each type
     * @param highOfA the upper ends for the same job in steps per second, one for each type
     * @param lowOfB the lower ends for the other job in steps per second, one for each type
     * @param highOfB the upper ends for the other job in steps per second, one for each type
     * @return this builder
     * @throws IllegalArgumentException if a length or an interval is wrong
     * @throws IllegalStateException unless a pair was added last
     */
    public Builder within(double[] lowOfA, double[] highOfA, double[] lowOfB, double[] highOfB) {
      return within(
          List.of(() -> "the first job of the last pair", () -> "the second job of the last pair"),
          j -> "type " + j,
          new double[][] {lowOfA, highOfA},
          new double[][] {lowOfB, highOfB});
    }

    /** Sets the ends, {@code [low, high][type]}, of each row that was added last. */
    Builder within(List<Supplier<String>> rows, IntFunction<String> type, double[][]... newEnds) {
      if (last.size() != newEnds.length) {
        throw new IllegalStateException(
            "there are intervals for %s rows, but %s were added last"
                .formatted(newEnds.length, last.size()));
      }
      for (int i = 0; i < newEnds.length; i++) {
        double[] low = newEnds[i][0].clone();
        double[] high = newEnds[i][1].clone();
        DenseThroughputMatrix.requireIntervals(low, last.get(i), high, rows.get(i), type);
        ends.put(last.get(i), new double[][] {low, high});
      }
      return this;
    }

    private double[] checked(double[] rates, Supplier<String> row) {
      return DenseThroughputMatrix.require(rates, typeCount, row, j -> "type " + j).clone();
    }

    /**
     * Checks and builds.
     *
     * @return an immutable matrix
     * @throws IllegalArgumentException if a pair or a configuration names a job that has no row, or
     *     is given twice
     */
    public ThroughputMatrix build() {
      DenseThroughputMatrix rates = packed(row -> row);
      return ends.isEmpty()
          ? rates
          : rates.withEnds(List.of(packed(row -> end(row, 0)), packed(row -> end(row, 1))));
    }

    /** Replaces the rates of a job alone, which are certain unless ends follow. */
    void replace(int job, double... stepsPerSecond) {
      double[] rates = checked(stepsPerSecond, () -> "job " + job);
      last = List.of(rates);
      ends.remove(jobs.set(job, rates));
    }

    /** Returns the matrix of some jobs, rising, with the pairs and configurations among them. */
    ThroughputMatrix build(int[] kept) {
      if (kept.length == jobs.size()) {
        return build();
      }
      Builder part = new Builder(typeCount);
      int[] number = new int[jobs.size()];
      Arrays.fill(number, -1);
      for (int m : kept) {
        number[m] = part.jobs.size();
        part.jobs.add(jobs.get(m));
      }
      for (int i = 0; i < pairs.size(); i++) {
        int a = number[pairs.get(i).first()];
        int b = number[pairs.get(i).second()];
        if (a >= 0 && b >= 0) {
          part.pairs.add(new Group.Pair(a, b));
          part.pairRates.addAll(pairRates.subList(2 * i, 2 * i + 2));
        }
      }
      for (int i = 0; i < configurations.size(); i++) {
        Group.Configuration way = configurations.get(i);
        if (number[way.job()] >= 0) {
          int m = number[way.job()];
          part.configurations.add(new Group.Configuration(m, way.name(), way.holding()));
          part.configurationRates.add(configurationRates.get(i));
        }
      }
      part.ends.putAll(ends);
      return part.build();
    }

    private double[] end(double[] row, int end) {
      double[][] both = ends.get(row);
      return both == null ? row : both[end];
    }

    private DenseThroughputMatrix packed(UnaryOperator<double[]> row) {
      return DenseThroughputMatrix.of(
              typeCount,
              jobs.stream().map(row).toList(),
              pairs,
              pairRates.stream().map(row).toList())
          .withConfigurations(configurations, configurationRates.stream().map(row).toList());
    }
  }
}
