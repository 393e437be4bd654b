package io.gavel.kubernetes.plan;

import io.gavel.policies.Allocation;
import io.gavel.policies.Policy;
import io.gavel.policies.explain.Explanation;
import io.gavel.policies.explain.Explanation.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The entitlement of each workload and each queue, averaged over time. Immutable.
 *
 * <p>A workload that came later, or without an allocation every workload, is entitled to its
 * fastest flavour, and a queue without an allocation to its nominal quota.
 */
final class FairShares {

  private final Optional<Allocation> allocation;
  private final Map<String, Map<String, Double>> byTeam;
  private final Optional<String> fault;
  private final Map<String, Integer> columns = new HashMap<>();

  private FairShares(
      Optional<Allocation> allocation,
      Map<String, Map<String, Double>> byTeam,
      Optional<String> fault) {
    this.allocation = allocation;
    this.byTeam = byTeam;
    this.fault = fault;
    allocation.ifPresent(
        x ->
            x.problem()
                .cluster()
                .types()
                .forEach(type -> columns.put(type.name(), columns.size())));
  }

  /**
   * Shares by a policy; if it fails, the nominal quotas and its message.
   *
   * @param policy divides
   */
  static FairShares of(Moment moment, Policy policy) {
    if (moment.contenders().isEmpty()) {
      return new FairShares(Optional.empty(), Map.of(), Optional.empty());
    }
    try {
      return of(moment, policy.allocate(ShareProblem.of(moment)));
    } catch (RuntimeException e) {
      return nominal(moment, e);
    }
  }

  private static FairShares of(Moment moment, Allocation allocation) {
    Map<String, Map<String, Double>> byTeam = new HashMap<>();
    for (Contender contender : moment.contenders()) {
      Map<String, Double> team = byTeam.computeIfAbsent(contender.team(), t -> new HashMap<>());
      int m = allocation.problem().indexOf(contender.id());
      for (int j = 0; j < moment.flavors().size(); j++) {
        double workers = contender.workers() * allocation.fraction(m, j);
        team.merge(moment.flavors().get(j), workers, Double::sum);
      }
    }
    return new FairShares(Optional.of(allocation), byTeam, Optional.empty());
  }

  private static FairShares nominal(Moment moment, RuntimeException cause) {
    Map<String, Map<String, Double>> byTeam = new HashMap<>();
    for (Team team : moment.teams()) {
      Map<String, Double> quotas = new HashMap<>();
      team.quotas().forEach((flavor, quota) -> quotas.put(flavor, (double) quota.nominal()));
      byTeam.put(team.name(), quotas);
    }
    return new FairShares(Optional.empty(), byTeam, Optional.of(String.valueOf(cause)));
  }

  /** Why the policy failed. */
  Optional<String> fault() {
    return fault;
  }

  /** Workers of a flavour that a queue is entitled to. */
  double entitled(String team, String flavor) {
    return byTeam.getOrDefault(team, Map.of()).getOrDefault(flavor, 0.0);
  }

  /**
   * Returns the columns of flavours, for {@link #fraction}.
   *
   * @return {@code [flavour]}, in the order of the moment
   */
  int[] columns(Moment moment) {
    return moment.flavors().stream().mapToInt(flavor -> columns.getOrDefault(flavor, -1)).toArray();
  }

  /** Returns the row of a workload, for {@link #fraction}; -1 if the policy did not know it. */
  int row(Contender contender) {
    return allocation.map(x -> x.problem().find(contender.id()).orElse(-1)).orElse(-1);
  }

  /**
   * Returns the part of the time on a flavour that a workload is entitled to.
   *
   * @param row of the workload
   * @param column of the flavour
   * @param relative its speed there as a part of its best speed
   */
  double fraction(int row, int column, double relative) {
    if (row < 0) {
      return relative == 1 ? 1 : 0;
    }
    return column < 0 ? 0 : allocation.orElseThrow().fraction(row, column);
  }

  /**
   * Why a workload has no more, as the library explains it; empty if it has all that it can use.
   */
  Optional<String> explain(String id) {
    return allocation
        .filter(x -> x.problem().find(id).isPresent())
        .map(x -> Explanation.of(x, id))
        .filter(why -> why.verdict() == Verdict.WAITING || why.verdict() == Verdict.PARTIAL)
        .map(why -> why.dominant().text());
  }
}
