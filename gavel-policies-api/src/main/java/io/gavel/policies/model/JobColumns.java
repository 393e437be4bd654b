package io.gavel.policies.model;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.internal.Require;
import java.util.AbstractList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.function.BiConsumer;
import java.util.function.ObjDoubleConsumer;
import java.util.function.ObjIntConsumer;

/**
 * A list of jobs stored as arrays, for schedulers that keep very many jobs. It creates a {@link
 * Job} on each access, and a problem keeps the list without copying it.
 *
 * <pre>{@code
 * List<Job> jobs = JobColumns.builder(ids).weights(weights).scaleFactors(gangs).build();
 * AllocationProblem.of(cluster, jobs, ThroughputMatrix.ofRows(cluster.typeCount(), rates));
 * }</pre>
 *
 * <p>Immutable. Two accesses to one index return equal, not identical, jobs.
 */
public final class JobColumns extends AbstractList<Job> implements RandomAccess {

  private final String[] ids;

  /** Each sets its component of job {@code m}. */
  private final List<ObjIntConsumer<Job.Builder>> columns;

  private JobColumns(String[] ids, List<ObjIntConsumer<Job.Builder>> columns) {
    this.ids = ids;
    this.columns = columns;
    forEach(job -> requireNonNull(job)); // making a job checks it
  }

  /**
   * Starts columns of jobs on one worker, of weight 1, without optional components.
   *
   * @param ids the ids of the jobs in order of arrival, {@code [job]}; copied
   * @return a new builder
   */
  public static Builder builder(String... ids) {
    return new Builder(ids.clone());
  }

  /**
   * Returns one job.
   *
   * @param m a job index
   * @return the job
   */
  @Override
  public Job get(int m) {
    Job.Builder job = Job.builder(ids[Require.index(m, ids.length, "job")]);
    for (ObjIntConsumer<Job.Builder> column : columns) {
      column.accept(job, m);
    }
    return job.build();
  }

  @Override
  public int size() {
    return ids.length;
  }

  /**
   * Collects columns, which are copied; a column that is set again replaces the earlier one.
   * Mutable.
   */
  public static final class Builder {

    private final String[] ids;
    private final Map<String, ObjIntConsumer<Job.Builder>> columns = new LinkedHashMap<>();

    private Builder(String[] ids) {
      this.ids = ids;
    }

    /**
     * Sets the job types.
     *
     * @param types the job types, {@code [job]}; null for a job without one
     * @return this builder
     * @throws IllegalArgumentException unless there is one for each job
     */
    public Builder types(String... types) {
      return names("types", types.clone(), Job.Builder::type);
    }

    /**
     * Makes jobs gangs.
     *
     * @param scaleFactors the numbers of workers that jobs occupy at once, {@code [job]}, at least
     *     1
     * @return this builder
     * @throws IllegalArgumentException unless there is one for each job
     */
    public Builder scaleFactors(int... scaleFactors) {
      int[] column = scaleFactors.clone();
      return column("scaleFactors", column.length, (job, m) -> job.scaleFactor(column[m]));
    }

    /**
     * Lets jobs take shares of a worker.
     *
     * @param gpuMilli thousandths of workers, {@code [job]}, from 1 to {@value Job#WHOLE_WORKER}
     * @return this builder
     * @throws IllegalArgumentException unless there is one for each job
     */
    public Builder gpuMilli(int... gpuMilli) {
      int[] column = gpuMilli.clone();
      return column("gpuMilli", column.length, (job, m) -> job.gpuMilli(column[m]));
    }

    /**
     * Sets the priority weights.
     *
     * @param weights relative shares, without unit, {@code [job]}, finite and {@code > 0}
     * @return this builder
     * @throws IllegalArgumentException unless there is one for each job
     */
    public Builder weights(double... weights) {
      double[] column = weights.clone();
      return column("weights", column.length, (job, m) -> job.weight(column[m]));
    }

    /**
     * Sets the steps still to do.
     *
     * @param stepsRemaining steps, {@code [job]}, finite and at least 0; NaN where they are unknown
     * @return this builder
     * @throws IllegalArgumentException unless there is one for each job
     */
    public Builder stepsRemaining(double... stepsRemaining) {
      return known("stepsRemaining", stepsRemaining.clone(), Job.Builder::stepsRemaining);
    }

    /**
     * Sets how long ago jobs arrived.
     *
     * @param secondsSinceStart seconds, {@code [job]}, finite and at least 0
     * @return this builder
     * @throws IllegalArgumentException unless there is one for each job
     */
    public Builder secondsSinceStart(double... secondsSinceStart) {
      double[] column = secondsSinceStart.clone();
      return column(
          "secondsSinceStart", column.length, (job, m) -> job.secondsSinceStart(column[m]));
    }

    /**
     * Sets the time that the completed steps would have taken on the isolated share.
     *
     * @param isolatedSecondsSoFar seconds, {@code [job]}, finite and at least 0
     * @return this builder
     * @throws IllegalArgumentException unless there is one for each job
     */
    public Builder isolatedSecondsSoFar(double... isolatedSecondsSoFar) {
      double[] column = isolatedSecondsSoFar.clone();
      return column(
          "isolatedSecondsSoFar", column.length, (job, m) -> job.isolatedSecondsSoFar(column[m]));
    }

    /**
     * Sets the time left until deadlines.
     *
     * @param sloSeconds seconds, {@code [job]}, finite and {@code > 0}; NaN for a job without a
     *     deadline
     * @return this builder
     * @throws IllegalArgumentException unless there is one for each job
     */
    public Builder sloSeconds(double... sloSeconds) {
      return known("sloSeconds", sloSeconds.clone(), Job.Builder::sloSeconds);
    }

    /**
     * Assigns jobs to entities.
     *
     * @param entities ids of entities, {@code [job]}; null for a job outside a hierarchy
     * @return this builder
     * @throws IllegalArgumentException unless there is one for each job
     */
    public Builder entities(String... entities) {
      return names("entities", entities.clone(), Job.Builder::entity);
    }

    /**
     * Sets the past of jobs.
     *
     * @param histories the past of each job, {@code [job]}, without unit
     * @return this builder
     * @throws IllegalArgumentException unless there is one for each job
     */
    public Builder histories(History... histories) {
      History[] column = histories.clone();
      return column("histories", column.length, (job, m) -> job.history(column[m]));
    }

    private Builder names(String what, String[] column, BiConsumer<Job.Builder, String> set) {
      return column(
          what,
          column.length,
          (job, m) -> Optional.ofNullable(column[m]).ifPresent(name -> set.accept(job, name)));
    }

    private Builder known(String what, double[] column, ObjDoubleConsumer<Job.Builder> set) {
      return column(
          what,
          column.length,
          (job, m) -> {
            if (!Double.isNaN(column[m])) {
              set.accept(job, column[m]);
            }
          });
    }

    private Builder column(String what, int length, ObjIntConsumer<Job.Builder> column) {
      if (length != ids.length) {
        throw new IllegalArgumentException(
            "%s has %s entries; it must have one for each of %s jobs"
                .formatted(what, length, ids.length));
      }
      columns.put(what, column);
      return this;
    }

    /**
     * Checks and builds.
     *
     * @return the jobs
     * @throws IllegalArgumentException naming the job, the value and the allowed values
     */
    public JobColumns build() {
      return new JobColumns(ids, List.copyOf(columns.values()));
    }
  }
}
