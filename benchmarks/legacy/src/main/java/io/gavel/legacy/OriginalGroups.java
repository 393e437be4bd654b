package io.gavel.legacy;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Group;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The groups of a problem by the ids of their jobs. Immutable. */
final class OriginalGroups {

  private final AllocationProblem problem;
  private final Map<List<String>, Integer> pairs = new HashMap<>();

  OriginalGroups(AllocationProblem problem) {
    this.problem = problem;
    for (int g = problem.jobCount(); g < problem.groupCount(); g++) {
      pairs.put(idsOf(g), g);
    }
  }

  /** Returns the index of a job; -1 if there is no such job. */
  int jobOf(String id) {
    return problem.find(id).orElse(-1);
  }

  /** Returns the index of a group; -1 if there is no such group. */
  int indexOf(List<String> jobIds) {
    return jobIds.size() == 1 ? jobOf(jobIds.get(0)) : pairs.getOrDefault(jobIds, -1);
  }

  List<String> idsOf(int g) {
    Group group = problem.group(g);
    String first = problem.job(group.member(0)).id();
    return group.size() == 1 ? List.of(first) : List.of(first, problem.job(group.member(1)).id());
  }
}
