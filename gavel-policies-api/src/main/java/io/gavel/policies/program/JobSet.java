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

  /**
   * The entities of a problem that have jobs of their own, with their weights.
   *
   * @param problem the jobs and the entities
   * @return one set for each such entity, in the order of the entities; jobs without an entity are
   *     in none
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
