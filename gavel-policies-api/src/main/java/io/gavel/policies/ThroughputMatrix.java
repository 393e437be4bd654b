package io.gavel.policies;

import io.gavel.policies.internal.Require;
import io.gavel.policies.internal.ThroughputRows;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The throughput of every group on every worker type: groups × worker types, in steps per second.
 *
 * <p>Group {@code g < jobCount()} is job {@code g} alone; the pairs follow (Gavel §3.1), then the
 * {@linkplain Group.Configuration configurations}, job by job. A pair has one throughput for each
 * member. An entry is the rate of the whole job: on a gang of its scale factor or of the workers of
 * the configuration, not on one worker, or on the share of a worker that it takes. 0 means that it
 * cannot run there.
 *
 * <p>An embedder may implement this over its own store: an {@link AllocationProblem} reads each
 * entry once, checks it and keeps a copy. Matrices made by {@link #copyOf} and {@link #builder} are
 * immutable.
 */
public interface ThroughputMatrix {

  /**
   * The number of jobs.
   *
   * @return the number of solo groups, which are groups 0 to {@code jobCount() - 1}
   */
  int jobCount();

  /**
   * The number of worker types.
   *
   * @return the number of columns
   */
  int typeCount();

  /**
   * The number of groups.
   *
   * @return jobs plus pairs plus configurations; {@link #jobCount()} if each job runs alone, in one
   *     way
   */
  default int groupCount() {
    return jobCount();
  }

  /**
   * The jobs of a group.
   *
   * @param g a group index
   * @return {@code Solo(g)} for {@code g < jobCount()}, otherwise a pair or a configuration
   */
  default Group group(int g) {
    return new Group.Solo(g);
  }

  /**
   * The throughput of a member while its group runs.
   *
   * @param g a group index
   * @param member which job of the group, from 0
   * @param j a type index
   * @return steps per second, finite and at least 0; 0 = cannot run there
   */
  double stepsPerSecond(int g, int member, int j);

  /**
   * The throughput of a job running alone.
   *
   * @param m a job index
   * @param j a type index
   * @return steps per second, finite and at least 0; 0 = cannot run there
   */
  default double stepsPerSecond(int m, int j) {
    return stepsPerSecond(m, 0, j);
  }

  /**
   * A matrix without pairs and configurations.
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
      jobs.add(checked(stepsPerSecond, () -> "job " + jobs.size()));
      return this;
    }

    /**
     * Adds a pair of jobs that may share workers.
     *
     * @param a one job's index
     * @param b the other job's index
     * @param stepsPerSecondOfA throughput of {@code a} beside {@code b}, one entry for each type; 0
     *     where they cannot share; not retained
     * @param stepsPerSecondOfB the same of {@code b}
     * @return this builder
     * @throws IllegalArgumentException if the indices are equal, or a length or entry is wrong
     */
    public Builder pair(int a, int b, double[] stepsPerSecondOfA, double[] stepsPerSecondOfB) {
      double[] ofA = checked(stepsPerSecondOfA, () -> "job %s beside %s".formatted(a, b));
      double[] ofB = checked(stepsPerSecondOfB, () -> "job %s beside %s".formatted(b, a));
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
     * @param workers the number of whole workers that the job holds at once, at least 1
     * @param stepsPerSecond the job's throughput on these workers, one entry for each type; 0 where
     *     it cannot run; not retained
     * @return this builder
     * @throws IllegalArgumentException if an argument, the length or an entry is wrong
     */
    public Builder configuration(int job, String name, int workers, double... stepsPerSecond) {
      Group.Configuration configuration = new Group.Configuration(job, name, workers);
      double[] rates =
          checked(stepsPerSecond, () -> "job %s in configuration \"%s\"".formatted(job, name));
      configurations.add(configuration);
      configurationRates.add(rates);
      return this;
    }

    private double[] checked(double[] rates, Supplier<String> row) {
      return ThroughputRows.require(rates, typeCount, row, j -> "type " + j).clone();
    }

    /**
     * Checks and builds.
     *
     * @return an immutable matrix
     * @throws IllegalArgumentException if a pair or a configuration names a job that has no row, or
     *     is given twice
     */
    public ThroughputMatrix build() {
      return DenseThroughputMatrix.of(typeCount, jobs, pairs, pairRates)
          .with(configurations, configurationRates);
    }
  }
}
