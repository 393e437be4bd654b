package io.gavel.policies.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The unit in which an objective counts throughput: the worth of one step per second of each job. A
 * job with worth 0 does not count.
 *
 * <pre>{@code
 * Measure.throughput()                                        // steps per second
 * Measure.throughput().per(Normalizer.EQUAL_SHARE)            // normalised throughput
 *     .times(Job::workers).per(Job::weight)                   // as in max-min fairness
 * }</pre>
 *
 * <p>Implementations are pure functions.
 */
@FunctionalInterface
public interface Measure {

  /**
   * Returns the worth of one step per second of a job.
   *
   * @param problem the jobs and the cluster
   * @param m a job index
   * @return the worth, finite and at least 0
   */
  double ofStep(AllocationProblem problem, int m);

  /**
   * Returns the measure that counts plain throughput.
   *
   * @return a measure in steps per second
   */
  static Measure throughput() {
    return (problem, m) -> 1;
  }

  /**
   * Returns this measure, divided by a reference throughput.
   *
   * @param reference steps per second by job; jobs for which it is 0 do not count
   * @return a measure of normalised throughput
   */
  default Measure per(ReferenceThroughput reference) {
    return (problem, m) -> {
      double divisor = reference.throughput(problem, m);
      return divisor == 0 ? 0 : ofStep(problem, m) / divisor;
    };
  }

  /**
   * Returns this measure, divided by a number for each job.
   *
   * @param divisor for example {@code Job::weight}; above 0
   * @return the quotient
   */
  default Measure per(ToDoubleFunction<Job> divisor) {
    return (problem, m) -> ofStep(problem, m) / divisor.applyAsDouble(problem.job(m));
  }

  /**
   * Returns this measure, multiplied by a number for each job.
   *
   * @param factor for example {@code Job::workers}; at least 0, and 0 for jobs that do not count
   * @return the product
   */
  default Measure times(ToDoubleFunction<Job> factor) {
    return (problem, m) -> ofStep(problem, m) * factor.applyAsDouble(problem.job(m));
  }

  /**
   * Jobs that an objective counts as one, such as the jobs of a team. Immutable.
   *
   * @param name the caller's identifier, for messages
   * @param jobIds the ids of its jobs, each once, at least one
   * @param weight the entitlement of the set, relative to other sets; finite and above 0
   */
  public record JobSet(String name, List<String> jobIds, double weight) {

    /**
     * Checks the components.
     *
     * @param name not blank
     * @param jobIds at least one id, none twice; copied
     * @param weight finite and above 0
     * @throws IllegalArgumentException naming the set, the value and the allowed values
     */
    public JobSet {
      Require.name(name, "name of a set of jobs");
      Require.positive(weight, "weight of set of jobs", name);
      jobIds = List.copyOf(jobIds);
      if (jobIds.isEmpty()) {
        throw new IllegalArgumentException(
            "set of jobs \"%s\" is empty; it must have at least one job".formatted(name));
      }
      Set<String> seen = new HashSet<>();
      for (String id : jobIds) {
        if (!seen.add(id)) {
          throw new IllegalArgumentException(
              "set of jobs \"%s\" has job \"%s\" twice".formatted(name, id));
        }
      }
    }

    /** Returns an unmodifiable copy of sets; refuses a name that occurs twice. */
    static List<JobSet> distinct(List<JobSet> sets) {
      Set<String> names = new HashSet<>();
      for (JobSet set : sets) {
        if (!names.add(set.name())) {
          throw new IllegalArgumentException(
              "two sets of jobs have the name \"%s\"; names must be unique".formatted(set.name()));
        }
      }
      return List.copyOf(sets);
    }

    /**
     * Returns the entities of a problem that have jobs of their own, with their weights.
     *
     * @param problem the jobs and the entities
     * @return one set for each such entity, in the order of the entities; jobs without an entity
     *     are in none
     */
    public static List<JobSet> ofEntities(AllocationProblem problem) {
      Map<String, List<String>> members = new LinkedHashMap<>();
      for (Job job : problem.jobs()) {
        job.entity()
            .ifPresent(id -> members.computeIfAbsent(id, e -> new ArrayList<>()).add(job.id()));
      }
      List<JobSet> sets = new ArrayList<>();
      for (Entity entity : problem.entities()) {
        List<String> jobs = members.get(entity.id());
        if (jobs != null) {
          sets.add(new JobSet(entity.id(), jobs, entity.weight()));
        }
      }
      return List.copyOf(sets);
    }
  }

  /**
   * A throughput that jobs of different speed are compared with, such as that of an equal share of
   * the cluster. Implementations are pure functions.
   */
  @FunctionalInterface
  public interface ReferenceThroughput {

    /**
     * Returns the reference throughput of a job.
     *
     * @param problem the jobs and the cluster
     * @param m a job index
     * @return steps per second, finite and at least 0; 0 if the job has none and does not count
     */
    double throughput(AllocationProblem problem, int m);
  }
}
