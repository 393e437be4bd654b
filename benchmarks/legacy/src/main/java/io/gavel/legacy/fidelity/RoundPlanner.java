package io.gavel.legacy.fidelity;

import io.gavel.legacy.OriginalRounds;
import io.gavel.legacy.ZeroPriority;
import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.model.Cluster;

/** A mechanism that turns allocations into rounds. */
public interface RoundPlanner {

  /**
   * Creates the library's mechanism.
   *
   * @param cluster the worker types
   * @return a new planner
   */
  static RoundPlanner library(Cluster cluster) {
    return library(cluster, 0);
  }

  /**
   * Creates the library's mechanism with patience.
   *
   * @param cluster the worker types
   * @param patienceRounds how much a move must gain, in rounds
   * @return a new planner
   */
  static RoundPlanner library(Cluster cluster, double patienceRounds) {
    RoundScheduler scheduler =
        RoundScheduler.create(cluster, Fidelity.OPTIONS.withPatience(patienceRounds));
    return new RoundPlanner() {
      @Override
      public void accept(SchedulerEvent event) {
        scheduler.accept(event);
      }

      @Override
      public RoundPlan plan(double nowSeconds) {
        return scheduler.plan(nowSeconds);
      }
    };
  }

  /**
   * Creates the mechanism of the program published with Gavel.
   *
   * @param cluster the worker types
   * @return a new planner
   */
  static RoundPlanner original(Cluster cluster) {
    OriginalRounds rounds = new OriginalRounds(cluster, Fidelity.OPTIONS, ZeroPriority.SELECTED);
    return new RoundPlanner() {
      @Override
      public void accept(SchedulerEvent event) {
        rounds.accept(event);
      }

      @Override
      public RoundPlan plan(double nowSeconds) {
        return rounds.plan(nowSeconds);
      }
    };
  }

  /**
   * Processes an event.
   *
   * @param event not earlier than the last event or plan
   */
  void accept(SchedulerEvent event);

  /**
   * Plans a round.
   *
   * @param nowSeconds the start of the round
   * @return the leases of the round
   */
  RoundPlan plan(double nowSeconds);
}
