package io.gavel.mechanism;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Group;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The groups of a problem by the ids of their jobs: their names across problems. */
final class Groups {

  private final List<List<String>> ids = new ArrayList<>(); // by group
  private final Map<String, Integer> jobById = new HashMap<>();
  private final Map<List<String>, Integer> pairByIds = new HashMap<>();

  Groups(AllocationProblem problem) {
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      String first = problem.job(group.member(0)).id();
      if (group.size() == 1) {
        ids.add(List.of(first));
        jobById.put(first, g);
      } else {
        ids.add(List.of(first, problem.job(group.member(1)).id()));
        pairByIds.put(ids.get(g), g);
      }
    }
  }

  List<String> idsOf(int g) {
    return ids.get(g);
  }

  /** The index of a group; -1 if there is no such group. */
  int indexOf(List<String> jobIds) {
    return jobIds.size() == 1 ? jobOf(jobIds.get(0)) : pairByIds.getOrDefault(jobIds, -1);
  }

  /** The index of a job; -1 if there is no such job. */
  int jobOf(String id) {
    return jobById.getOrDefault(id, -1);
  }
}
