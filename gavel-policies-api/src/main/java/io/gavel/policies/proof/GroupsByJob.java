package io.gavel.policies.proof;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Group;

/** The groups of each job. Immutable. */
final class GroupsByJob {
  private final int jobs;
  private final int[] start;
  private final int[] group;

  GroupsByJob(AllocationProblem problem) {
    jobs = problem.jobCount();
    if (problem.groupCount() == jobs) {
      start = new int[0];
      group = start;
      return;
    }
    start = new int[jobs + 1];
    int members = 0;
    for (int g = 0; g < problem.groupCount(); g++) {
      Group of = problem.group(g);
      for (int i = 0; i < of.size(); i++) {
        start[of.member(i) + 1]++;
        members++;
      }
    }
    for (int m = 0; m < jobs; m++) {
      start[m + 1] += start[m];
    }
    int[] next = start.clone();
    group = new int[members];
    for (int g = 0; g < problem.groupCount(); g++) {
      Group of = problem.group(g);
      for (int i = 0; i < of.size(); i++) {
        group[next[of.member(i)]++] = g;
      }
    }
  }

  int start(int m) {
    return start.length == 0 ? m : start[m];
  }

  int end(int m) {
    return start.length == 0 ? m + 1 : start[m + 1];
  }

  int group(int i) {
    return start.length == 0 ? i : group[i];
  }
}
