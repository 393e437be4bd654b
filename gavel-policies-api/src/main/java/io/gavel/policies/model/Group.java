package io.gavel.policies.model;

import io.gavel.policies.internal.Require;

/**
 * A unit that runs on a set of workers: one job, two jobs that share the workers (a job combination
 * in the papers), or one job in another configuration. A group is a row {@code g} of the throughput
 * matrix and of the allocation. Immutable.
 */
public sealed interface Group {

  /**
   * Returns the number of jobs in the group.
   *
   * @return 1 or 2
   */
  default int size() {
    return 1;
  }

  /**
   * Returns a member of the group.
   *
   * @param i which member, from 0 to {@code size() - 1}
   * @return the job's index {@code m}
   */
  int member(int i);

  /**
   * One job alone.
   *
   * @param job the job's index {@code m}, at least 0
   */
  record Solo(int job) implements Group {
    /**
     * Checks the index.
     *
     * @param job at least 0
     * @throws IllegalArgumentException if it is negative
     */
    public Solo {
      Require.atLeast(0, job, "job index of a solo group");
    }

    @Override
    public int member(int i) {
      Require.index(i, 1, "member");
      return job;
    }
  }

  /**
   * Two jobs of equal scale factor and equal share of a worker that run on the same workers, or on
   * the same share of one, at the same time.
   *
   * @param first the smaller job index
   * @param second the larger job index
   */
  record Pair(int first, int second) implements Group {
    /**
     * Checks the indices.
     *
     * @param first the smaller index, at least 0
     * @param second the larger index
     * @throws IllegalArgumentException unless {@code 0 <= first < second}
     */
    public Pair {
      if (first < 0 || first >= second) {
        throw new IllegalArgumentException(
            "pair (%s, %s) must name two jobs, the smaller index first".formatted(first, second));
      }
    }

    @Override
    public int size() {
      return 2;
    }

    @Override
    public int member(int i) {
      return Require.index(i, 2, "member") == 0 ? first : second;
    }
  }

  /**
   * A further way to run a job: another number of workers, a share of one, or another plan, batch
   * size or clock. The job's own scale factor and throughputs are its first way, which is the job's
   * {@link Solo} group.
   *
   * @param job the job's index {@code m}, at least 0
   * @param name the name of the configuration, unique within the job
   * @param holding the workers that the job holds at once
   */
  record Configuration(int job, String name, Holding holding) implements Group {
    /**
     * Checks the components.
     *
     * @param job at least 0
     * @param name not blank
     * @param holding the workers that the job holds at once
     * @throws IllegalArgumentException if one of them is out of range
     */
    public Configuration {
      Require.atLeast(0, job, "job index of a configuration");
      Require.name(name, "name of a configuration");
    }

    /**
     * Creates a configuration that holds a gang.
     *
     * @param job at least 0
     * @param name not blank
     * @param workers at least 1
     * @throws IllegalArgumentException if one of them is out of range
     */
    public Configuration(int job, String name, int workers) {
      this(job, name, Holding.of(workers));
    }

    @Override
    public int member(int i) {
      Require.index(i, 1, "member");
      return job;
    }
  }
}
