package io.gavel.legacy.replay;

import io.gavel.legacy.OriginalEntry;
import io.gavel.legacy.OriginalLoop;
import io.gavel.legacy.OriginalState;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.model.Cluster;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Compares a round with its record. */
final class RoundComparison {

  private final Cluster cluster;
  private final Deviation deviation;

  RoundComparison(Cluster cluster, Deviation deviation) {
    this.cluster = cluster;
    this.deviation = deviation;
  }

  /** Compares the counters before a reset. */
  void before(RecordedRound recorded, OriginalState state) {
    table("time received", recorded.received(), state, OriginalEntry::receivedSeconds);
    for (int j = 0; j < cluster.typeCount(); j++) {
      String type = cluster.type(j).name();
      double there = recorded.typeSeconds().getOrDefault(type, Double.NaN);
      deviation.compare("time on " + type, there, state.typeSeconds().get(j));
    }
  }

  /** Compares the plan. */
  void after(
      RecordedRound recorded, OriginalState state, RoundPlan plan, List<OriginalLoop.Task> tasks) {
    table("priority", recorded.priority(), state, OriginalEntry::priority);
    table("deficit", recorded.deficit(), state, OriginalEntry::deficitSeconds);
    for (int j = 0; j < cluster.typeCount(); j++) {
      int type = j;
      List<String> ours =
          state.selected().stream()
              .filter(entry -> entry.workerType() == type)
              .map(Replay::name)
              .toList();
      String name = cluster.type(j).name();
      deviation.same(
          "selected on " + name, recorded.selected().getOrDefault(name, List.of()), ours);
    }
    Map<String, List<Integer>> workers = new HashMap<>();
    plan.leases().forEach(lease -> workers.put(name(lease), workerIds(lease)));
    deviation.same("assignment", recorded.assignment(), workers);
    tasks(recorded, tasks);
  }

  private void tasks(RecordedRound recorded, List<OriginalLoop.Task> tasks) {
    Map<String, OriginalLoop.Task> ours = new HashMap<>();
    tasks.forEach(task -> ours.put(name(task.lease()), task));
    deviation.same("number of tasks", recorded.tasks().size(), tasks.size());
    for (RecordedRound.Task there : recorded.tasks()) {
      OriginalLoop.Task here = ours.get(there.group());
      if (here == null || here.steps().size() != there.steps().size()) {
        deviation.same("task " + there.group(), there, String.valueOf(here));
        continue;
      }
      String type = cluster.type(here.lease().workerType()).name();
      deviation.same("type of " + there.group(), there.type(), type);
      for (int i = 0; i < here.steps().size(); i++) {
        deviation.compare("steps of " + there.group(), there.steps().get(i), here.steps().get(i));
      }
      deviation.compare("finish of " + there.group(), there.finish(), here.finish());
    }
  }

  private void table(
      String what,
      Map<String, Map<String, Double>> recorded,
      OriginalState state,
      ToDoubleFunction<OriginalEntry> value) {
    for (int j = 0; j < cluster.typeCount(); j++) {
      Map<String, Double> ours = new HashMap<>();
      for (OriginalEntry entry : state.entries()) {
        if (entry.workerType() == j) {
          ours.put(Replay.name(entry), value.applyAsDouble(entry));
        }
      }
      String type = cluster.type(j).name();
      deviation.compare(what + " on " + type, recorded.getOrDefault(type, Map.of()), ours);
    }
  }

  private static String name(Lease lease) {
    return String.join("+", lease.jobIds());
  }

  /** The original numbers the workers of all types consecutively. */
  private List<Integer> workerIds(Lease lease) {
    int pool = cluster.poolOf(lease.workerType());
    int first = 0;
    for (int k = 0; k < pool; k++) {
      first += cluster.poolWorkers(k);
    }
    int offset = first;
    return lease.workers().stream().map(worker -> offset + worker.index()).toList();
  }
}
