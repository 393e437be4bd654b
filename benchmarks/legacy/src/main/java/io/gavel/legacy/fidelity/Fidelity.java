package io.gavel.legacy.fidelity;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Follows random allocations for many rounds and measures by the leases how far each group lags
 * behind {@code X · elapsed} on each type.
 */
public final class Fidelity {

  /** The number of rounds for which each allocation is followed. */
  public static final int ROUNDS = 300;

  /** The length of a round. */
  static final RoundOptions OPTIONS = RoundOptions.defaults();

  private Fidelity() {}

  /**
   * Measures the lag of a planner.
   *
   * @param planner creates a planner for a cluster
   * @param seeds number of allocations of each class
   * @return the lag by kind
   */
  public static Map<Kind, Lag> of(Function<Cluster, RoundPlanner> planner, int seeds) {
    Map<Kind, Lag> lags = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      Lag lag = new Lag();
      for (long seed = 0; seed < seeds; seed++) {
        follow(RandomAllocation.of(seed, kind), planner, lag);
      }
      lags.put(kind, lag);
    }
    return lags;
  }

  /**
   * Returns the lag over all classes.
   *
   * @param lags the lags by kind
   * @return a new lag
   */
  public static Lag all(Map<Kind, Lag> lags) {
    Lag all = new Lag();
    lags.values().forEach(all::addAll);
    return all;
  }

  private static void follow(
      Allocation allocation, Function<Cluster, RoundPlanner> planner, Lag lag) {
    AllocationProblem problem = allocation.problem();
    RoundPlanner scheduler = planner.apply(problem.cluster());
    scheduler.events().accept(new SchedulerEvent.AllocationChanged(0, allocation));
    int types = problem.cluster().typeCount();
    Map<List<String>, Integer> groups = groups(problem);
    int[] received = new int[problem.groupCount() * types];
    for (int round = 1; round <= ROUNDS; round++) {
      for (Lease lease : scheduler.plans().apply((round - 1) * OPTIONS.roundSeconds()).leases()) {
        int g = groups.getOrDefault(lease.jobIds(), -1);
        received[g * types + lease.workerType()]++;
      }
      for (int i = 0; i < received.length; i++) {
        double fraction = allocation.fraction(i / types, i % types);
        if (fraction > 0) {
          lag.note(fraction * round - received[i]);
        }
      }
    }
  }

  private static Map<List<String>, Integer> groups(AllocationProblem problem) {
    Map<List<String>, Integer> groups = new HashMap<>();
    for (int g = 0; g < problem.groupCount(); g++) {
      String first = problem.job(problem.group(g).member(0)).id();
      List<String> ids =
          problem.group(g).size() == 1
              ? List.of(first)
              : List.of(first, problem.job(problem.group(g).member(1)).id());
      groups.put(ids, g);
    }
    return groups;
  }
}
