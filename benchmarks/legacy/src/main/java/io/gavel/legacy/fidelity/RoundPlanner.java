package io.gavel.legacy.fidelity;

import io.gavel.legacy.OriginalRounds;
import io.gavel.legacy.ZeroPriority;
import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.model.Cluster;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;

/**
 * A mechanism that turns allocations into rounds.
 *
 * @param events processes an event, not earlier than the last event or plan
 * @param plans plans the round that starts at a time in seconds
 */
public record RoundPlanner(Consumer<SchedulerEvent> events, DoubleFunction<RoundPlan> plans) {

  /**
   * Creates the library's mechanism.
   *
   * @param cluster the worker types
   * @param patienceRounds how much a move must gain, in rounds
   * @return a new planner
   */
  public static RoundPlanner library(Cluster cluster, double patienceRounds) {
    RoundScheduler scheduler =
        RoundScheduler.create(cluster, Fidelity.OPTIONS.withPatience(patienceRounds));
    return new RoundPlanner(scheduler::accept, scheduler::plan);
  }

  /**
   * Creates the mechanism of the program published with Gavel.
   *
   * @param cluster the worker types
   * @return a new planner
   */
  public static RoundPlanner original(Cluster cluster) {
    OriginalRounds rounds = new OriginalRounds(cluster, Fidelity.OPTIONS, ZeroPriority.SELECTED);
    return new RoundPlanner(rounds::accept, rounds::plan);
  }
}
