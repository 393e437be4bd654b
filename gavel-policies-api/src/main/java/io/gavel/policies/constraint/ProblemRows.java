package io.gavel.policies.constraint;

import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The rows of an allocation with the data that constraints need. {@code AllocationProblem}
 * implements this. Implementations are immutable.
 */
public interface ProblemRows {

  /**
   * Returns the worker types.
   *
   * @return the columns of an allocation and the pools behind them
   */
  Cluster cluster();

  /**
   * Returns the jobs.
   *
   * @return the jobs in order of arrival
   */
  List<Job> jobs();

  /**
   * Returns the row of a job, if the problem has it.
   *
   * @param jobId an id
   * @return its index {@code m}; empty if there is no such job
   */
  OptionalInt find(String jobId);

  /**
   * Returns the entities.
   *
   * @return the nodes of the fairness tree
   */
  List<Entity> entities();

  /**
   * Returns the jobs of an entity.
   *
   * @param entity an id
   * @return the indices of the jobs of the entity and its descendants, a new set; empty if there is
   *     no such entity
   */
  Optional<BitSet> jobsOf(String entity);

  /**
   * Returns the number of groups that are listed.
   *
   * @return the number of rows; pairs by job type are not counted
   */
  int listedGroupCount();

  /**
   * Returns the jobs of a group.
   *
   * @param g a group index
   * @return its members
   */
  Group group(int g);

  /**
   * Returns the workers that a group holds while it runs.
   *
   * @param g a group index
   * @return workers, above 0
   */
  double workers(int g);

  /**
   * Returns the workers of a type that a group holds while it runs, on whichever type it runs, in
   * addition to {@link #workers}.
   *
   * @param g a group index
   * @param j a type index
   * @return workers, at least 0; above 0 only for co-gangs
   */
  int alongside(int g, int j);

  /**
   * Returns whether a group holds workers alongside.
   *
   * @param g a group index
   * @return true if it holds workers of several types at the same time
   */
  boolean isCoGang(int g);

  /**
   * Returns the throughput of one member of a group.
   *
   * @param g a group index
   * @param member which member, from 0
   * @param j a type index
   * @return steps per second, at least 0
   */
  double stepsPerSecond(int g, int member, int j);

  /**
   * Returns whether a group can run on a worker type.
   *
   * @param g a group index
   * @param j a type index
   * @return true if its fraction there may be above 0
   */
  boolean runs(int g, int j);
}
