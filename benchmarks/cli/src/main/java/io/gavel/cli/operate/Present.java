package io.gavel.cli.operate;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.model.Group;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The leases of an allocation in a cluster in which nothing ran before. A group that has all of its
 * time on a worker type keeps its workers until its work is done; other leases end with the round.
 */
final class Present {

  /** The end of a lease whose jobs do not say how much work they have left. */
  static final double UNKNOWN = Double.MAX_VALUE;

  static final double ROUND_SECONDS = RoundOptions.defaults().roundSeconds();

  /** The least fraction of time that is all of it, up to the accuracy of certificates. */
  private static final double ALWAYS = 1 - 1e-6;

  private static final int MOST_ROUNDS = 10_000;

  private final Allocation allocation;
  private final RoundOptions options;

  /** The groups by the ids of their jobs and the name of the configuration. */
  private final Map<List<Object>, Integer> groups = new HashMap<>();

  private Present(Allocation allocation) {
    this.allocation = allocation;
    AllocationProblem problem = allocation.problem();
    RoundOptions keeping = RoundOptions.defaults();
    for (LinearRow row : problem.momentRows()) {
      if (row.relation() != Relation.AT_MOST
          || IntStream.range(0, row.size()).anyMatch(i -> row.coefficient(i) < 0)) {
        keeping = keeping.ignoring(row.name()); // the allocation keeps it on average
      }
    }
    this.options = keeping;
    for (int g = 0; g < problem.listedGroupCount(); g++) {
      Group group = problem.group(g);
      List<String> ids =
          IntStream.range(0, group.size())
              .mapToObj(i -> problem.job(group.member(i)).id())
              .toList();
      groups.put(List.of(ids, group instanceof Group.Configuration way ? way.name() : ""), g);
    }
  }

  /** Returns the state of a scheduler that has just begun to follow an allocation. */
  static SchedulerState of(Allocation allocation) {
    Present present = new Present(allocation);
    RoundScheduler scheduler = present.scheduler();
    scheduler.plan(0);
    SchedulerState state = scheduler.state();
    return new SchedulerState(
        state.cluster(),
        present.options, // so that workers count as free that only back-fill would use
        state.nowSeconds(),
        state.countedUntilSeconds(),
        state.rounds(),
        state.allocation(),
        state.doneJobIds(),
        state.accounts(),
        state.running().stream().map(present::untilDone).toList(),
        state.lastPlan(),
        state.nextLease(),
        state.totals(),
        state.jobs(),
        state.workers());
  }

  /**
   * Returns when a job first runs in rounds that follow an allocation; empty if in none of many.
   */
  static OptionalDouble firstRunSeconds(Allocation allocation, String jobId) {
    RoundScheduler scheduler = new Present(allocation).scheduler();
    for (int round = 0; round < MOST_ROUNDS; round++) {
      RoundPlan plan = scheduler.plan(round * ROUND_SECONDS);
      if (plan.leases().stream().anyMatch(lease -> lease.jobIds().contains(jobId))) {
        return OptionalDouble.of(round * ROUND_SECONDS);
      }
    }
    return OptionalDouble.empty();
  }

  private RoundScheduler scheduler() {
    RoundScheduler scheduler =
        RoundScheduler.create(allocation.problem().cluster(), options.withoutBackfill());
    scheduler.accept(new AllocationChanged(0, allocation));
    return scheduler;
  }

  private OpenLeaseState untilDone(OpenLeaseState open) {
    List<Object> key = List.of(open.jobIds(), open.configuration().orElse(""));
    int g = Objects.requireNonNull(groups.get(key)); // the planner leases groups of the problem
    if (allocation.fraction(g, open.workerType()) < ALWAYS) {
      return open;
    }
    return new OpenLeaseState(
        open.lease(),
        open.jobIds(),
        open.workerType(),
        open.workers(),
        open.gpuMilli(),
        open.sinceSeconds(),
        open.fromSeconds(),
        open.fromSeconds() + secondsLeft(g, open.workerType()),
        open.owed(),
        open.configuration());
  }

  /** Returns the time until the last job of a group has done its steps. */
  private double secondsLeft(int g, int j) {
    AllocationProblem problem = allocation.problem();
    Group group = problem.group(g);
    double seconds = 0;
    for (int i = 0; i < group.size(); i++) {
      OptionalDouble steps = problem.job(group.member(i)).stepsRemaining();
      seconds =
          Math.max(
              seconds,
              steps.isPresent() ? steps.getAsDouble() / problem.stepsPerSecond(g, i, j) : UNKNOWN);
    }
    return Math.min(seconds, UNKNOWN);
  }
}
