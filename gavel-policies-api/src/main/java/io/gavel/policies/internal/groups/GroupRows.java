package io.gavel.policies.internal.groups;

import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Group;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/** The groups of a throughput matrix: their order, and that none is given twice. Stateless. */
public final class GroupRows {

  private GroupRows() {}

  /**
   * Returns the groups after the jobs. Rejects groups that are not each job alone, then pairs, then
   * configurations job by job.
   */
  public static Group[] afterJobs(int jobs, int count, IntFunction<Group> groups) {
    Group[] after = new Group[Require.atLeast(jobs, count, "number of groups") - jobs];
    Group before = new Group.Solo(0);
    for (int g = 0; g < count; g++) {
      Group group = groups.apply(g);
      if (!fits(group, g, jobs, before)) {
        throw new IllegalArgumentException(
            "group %s is %s; groups must be each job alone, in order, then pairs of jobs, then"
                    .formatted(g, group)
                + " configurations, job by job");
      }
      if (g >= jobs) {
        after[g - jobs] = group;
      }
      before = group;
    }
    return after;
  }

  private static boolean fits(Group group, int g, int jobs, Group before) {
    if (group instanceof Group.Solo solo) {
      return g < jobs && solo.job() == g;
    }
    if (group instanceof Group.Pair pair) {
      return g >= jobs && pair.second() < jobs && !(before instanceof Group.Configuration);
    }
    boolean ordered =
        !(before instanceof Group.Configuration) || before.member(0) <= group.member(0);
    return g >= jobs && group.member(0) < jobs && ordered;
  }

  /** Rejects pairs that are given twice. */
  public static Group.Pair[] distinct(Group.Pair[] pairs) {
    Set<Group.Pair> seen = new HashSet<>();
    for (Group.Pair pair : pairs) {
      if (!seen.add(pair)) {
        throw new IllegalArgumentException("%s is given twice".formatted(pair));
      }
    }
    return pairs;
  }

  /** Rejects configurations of jobs without a row, and repeated names; errors name the job. */
  public static Group.Configuration[] requireConfigurations(
      Group.Configuration[] all, int jobCount, IntFunction<String> jobName) {
    Set<List<Object>> seen = new HashSet<>();
    for (Group.Configuration configuration : all) {
      int m = configuration.job();
      if (m >= jobCount) {
        throw new IllegalArgumentException(
            "%s names job %s, but there are %s jobs".formatted(configuration, m, jobCount));
      }
      if (!seen.add(List.of(m, configuration.name()))) {
        throw new IllegalArgumentException(
            "configuration \"%s\" of %s is given twice; names must be unique within a job"
                .formatted(configuration.name(), jobName.apply(m)));
      }
    }
    return all;
  }
}
