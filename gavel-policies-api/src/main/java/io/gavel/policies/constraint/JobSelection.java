package io.gavel.policies.constraint;

import io.gavel.policies.constraint.LinearForm.Term;
import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Selects the jobs that a {@link Term} counts. Immutable. */
public sealed interface JobSelection {

  /** All jobs. */
  record All() implements JobSelection {
    @Override
    public String toString() {
      return "all jobs";
    }
  }

  /**
   * The jobs with the given ids.
   *
   * @param ids ids of jobs, at least one, each once
   */
  record Ids(List<String> ids) implements JobSelection {
    /**
     * Checks the ids.
     *
     * @param ids ids of jobs; copied
     * @throws IllegalArgumentException if there is none, or one is blank or repeated
     */
    public Ids {
      ids = List.copyOf(ids);
      Require.atLeast(1, ids.size(), "number of selected jobs");
      Set<String> seen = new HashSet<>();
      for (String id : ids) {
        if (!seen.add(Require.name(id, "id of a selected job"))) {
          throw new IllegalArgumentException(
              "job \"%s\" is selected twice; each job may be named once".formatted(id));
        }
      }
    }

    @Override
    public String toString() {
      return "jobs " + ids;
    }
  }

  /**
   * The jobs of an entity and of the entities below it.
   *
   * @param id the entity's id
   */
  record OfEntity(String id) implements JobSelection {
    /**
     * Checks the id.
     *
     * @param id not blank
     */
    public OfEntity {
      Require.name(id, "id of a selected entity");
    }

    @Override
    public String toString() {
      return "jobs of entity \"%s\"".formatted(id);
    }
  }

  /**
   * The jobs of a job type.
   *
   * @param type the type
   */
  record OfType(String type) implements JobSelection {
    /**
     * Checks the type.
     *
     * @param type not blank
     */
    public OfType {
      Require.name(type, "name of a selected job type");
    }

    @Override
    public String toString() {
      return "jobs of type \"%s\"".formatted(type);
    }
  }

  /**
   * Returns the selected jobs of a problem.
   *
   * @param problem has the jobs
   * @param place where the selection stands, for errors
   * @return a new set of job indices
   * @throws IllegalArgumentException naming an id, entity or job type that the problem lacks
   */
  default BitSet in(ProblemRows problem, String place) {
    if (this instanceof Ids named) {
      BitSet jobs = new BitSet();
      for (String id : named.ids()) {
        jobs.set(problem.find(id).orElseThrow(() -> unknownJob(problem, place, id)));
      }
      return jobs;
    }
    if (this instanceof OfEntity inside) {
      return problem
          .jobsOf(inside.id())
          .orElseThrow(() -> unknownEntity(problem, place, inside.id()));
    }
    return matching(problem, filter(problem, place));
  }

  private static IllegalArgumentException unknownEntity(
      ProblemRows problem, String place, String id) {
    return Require.unknown(
        place, "entity", id, problem.entities().stream().map(Entity::id).toList());
  }

  private static IllegalArgumentException unknownJob(ProblemRows problem, String place, String id) {
    return Require.unknown(place, "job", id, problem.jobs().stream().map(Job::id).toList());
  }

  private Predicate<Job> filter(ProblemRows problem, String place) {
    if (this instanceof OfType same) {
      List<String> known =
          problem.jobs().stream().map(Job::type).flatMap(Optional::stream).distinct().toList();
      if (!known.contains(same.type())) {
        throw Require.unknown(place, "job type", same.type(), known);
      }
      return job -> job.type().filter(same.type()::equals).isPresent();
    }
    return job -> true;
  }

  private static BitSet matching(ProblemRows problem, Predicate<Job> filter) {
    BitSet jobs = new BitSet();
    List<Job> all = problem.jobs();
    for (int m = 0; m < all.size(); m++) {
      jobs.set(m, filter.test(all.get(m)));
    }
    return jobs;
  }
}
