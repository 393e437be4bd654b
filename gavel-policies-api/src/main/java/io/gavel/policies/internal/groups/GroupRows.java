package io.gavel.policies.internal.groups;

import io.gavel.policies.model.Group;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/** The groups of a throughput matrix: their order, and that none is given twice. Stateless. */
public final class GroupRows {

  private GroupRows() {}

  /** Rejects groups that are not each job alone, then pairs, then configurations job by job. */
  public static Group[] requireOrder(Group[] groups, int jobs) {
    for (int g = 0; g < groups.length; g++) {
      if (!fits(groups[g], g, jobs, g == 0 ? groups[0] : groups[g - 1])) {
        throw new IllegalArgumentException(
            "group %s is %s; groups must be each job alone, in order, then pairs of jobs, then"
                    .formatted(g, groups[g])
                + " configurations, job by job");
      }
    }
    return groups;
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
