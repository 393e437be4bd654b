package io.gavel.policies.proof;

/** The groups of each job. Immutable. */
final class GroupsByJob {
  private final int[] start;
  private final int[] group;

  GroupsByJob(ColumnNumbers columns) {
    if (columns.groups == columns.jobs) {
      start = new int[0];
      group = start;
      return;
    }
    start =
        new int[columns.jobs + 2]; // counted two places on, so that filling moves them to theirs
    for (int g = 0; g < columns.groups; g++) {
      start[columns.first(g) + 2]++;
      start[columns.second(g) + 2] += columns.second(g) < 0 ? 0 : 1;
    }
    for (int m = 0; m < columns.jobs; m++) {
      start[m + 2] += start[m + 1];
    }
    group = new int[start[columns.jobs + 1]];
    for (int g = 0; g < columns.groups; g++) {
      group[start[columns.first(g) + 1]++] = g;
      if (columns.second(g) >= 0) {
        group[start[columns.second(g) + 1]++] = g;
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
