package io.gavel.kubernetes.plan;

import java.util.List;

/**
 * The cluster queues that lend to each other, and their workloads, at one time. Immutable.
 *
 * @param nowSeconds the time
 * @param flavors flavours of any of the queues, each once
 * @param teams the cluster queues
 * @param contenders their workloads, including running ones
 */
record Moment(
    double nowSeconds, List<String> flavors, List<Team> teams, List<Contender> contenders) {

  Moment {
    flavors = List.copyOf(flavors);
    teams = List.copyOf(teams);
    contenders = List.copyOf(contenders);
  }

  /** Returns the workers of a flavour: the nominal quotas of all queues. */
  int capacity(String flavor) {
    return teams.stream()
        .map(team -> team.quotas().get(flavor))
        .mapToInt(quota -> quota == null ? 0 : quota.nominal())
        .sum();
  }
}
