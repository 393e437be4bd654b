package io.gavel.policies.model;

import io.gavel.policies.internal.Require;

/**
 * The jobs that run together on the same workers: one job, or two that share them (a job
 * combination in the papers). A group is a row {@code g} of the throughput matrix and of the
 * allocation. Immutable.
 */
public sealed interface Group {

  /**
   * The number of jobs in the group.
   *
   * @return 1 or 2
   */
  int size();

  /**
   * A member of the group.
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
    public int size() {
      return 1;
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
            "pair (%d, %d) must name two jobs, the smaller index first".formatted(first, second));
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
}
