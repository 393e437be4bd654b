package io.gavel.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.gavel.input.RecordedRound;
import io.gavel.input.RecordedRound.Selected;
import io.gavel.input.RecordedRun;
import io.gavel.input.RecordedRunFile;
import io.gavel.legacy.LoopObserver;
import io.gavel.legacy.OriginalEntry;
import io.gavel.legacy.OriginalJob;
import io.gavel.legacy.OriginalLoop;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Records each round of an {@link OriginalLoop} as the original's program does. Mutable. */
public final class RunRecording implements LoopObserver {

  private final Cluster cluster;
  private final List<RecordedRound> rounds = new ArrayList<>();
  private @Nullable OriginalLoop loop;
  private List<String> active = List.of();
  private Map<String, Map<String, Double>> received = Map.of();
  private Map<String, Double> typeSeconds = Map.of();
  private boolean recomputed;
  private JsonNode allocation = NullNode.getInstance();

  /**
   * Creates an empty recording.
   *
   * @param cluster the worker types of the loop
   */
  public RunRecording(Cluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public void advanced(OriginalLoop watched) {
    loop = watched;
    active = watched.active().stream().map(OriginalJob::id).toList();
    received = table(watched.state().entries(), OriginalEntry::receivedSeconds);
    typeSeconds = byType(j -> watched.state().typeSeconds().get(j));
    recomputed = false;
    allocation = NullNode.getInstance();
  }

  @Override
  public void allocated(Allocation used) {
    AllocationProblem problem = used.problem();
    Map<String, Map<String, Double>> fractions = new LinkedHashMap<>();
    for (int g = 0; g < problem.groupCount(); g++) {
      int group = g;
      fractions.put(name(problem, g), byType(j -> used.fraction(group, j)));
    }
    recomputed = true;
    allocation = RecordedRunFile.tree(fractions);
  }

  @Override
  public void planned(OriginalLoop watched, List<Integer> typeOrder, RoundPlan plan) {
    List<OriginalEntry> entries = watched.state().entries();
    Map<String, List<Integer>> workers = new LinkedHashMap<>();
    plan.leases().forEach(lease -> workers.put(name(lease.jobIds()), workerIds(lease)));
    rounds.add(
        new RecordedRound(
            watched.now(),
            active,
            received,
            typeSeconds,
            typeOrder.stream().map(j -> cluster.type(j).name()).toList(),
            recomputed,
            allocation,
            table(entries, OriginalEntry::priority),
            table(entries, OriginalEntry::deficitSeconds),
            byType(j -> selected(watched, j)),
            workers,
            watched.running().stream().map(this::task).toList()));
  }

  /** Returns the round that was planned last. */
  RecordedRound last() {
    return rounds.get(rounds.size() - 1);
  }

  /** Completion times so far, by job. */
  Map<String, Double> jctSeconds() {
    Map<String, Double> seconds = new LinkedHashMap<>();
    if (loop != null) {
      loop.arrived().forEach(job -> job.jctSeconds().ifPresent(jct -> seconds.put(job.id(), jct)));
    }
    return seconds;
  }

  /**
   * Returns the record so far.
   *
   * @param policy the policy's name
   * @param packed whether jobs could share workers
   * @param options the length of a round
   * @param minResetSeconds minimum time between two allocations
   * @param throughputs the name of the throughput table
   * @return what {@link Replay} reads
   */
  public RecordedRun run(
      String policy,
      boolean packed,
      RoundOptions options,
      double minResetSeconds,
      String throughputs) {
    return new RecordedRun(
        policy,
        packed,
        byType(j -> cluster.type(j).workers()),
        byType(j -> cluster.type(j).workersPerServer()),
        options.roundSeconds(),
        minResetSeconds,
        throughputs,
        List.copyOf(rounds),
        jctSeconds(),
        leaseExtensions());
  }

  int leaseExtensions() {
    return loop == null ? 0 : Math.toIntExact(loop.leaseExtensions());
  }

  private <T> Map<String, T> byType(IntFunction<T> value) {
    Map<String, T> map = new LinkedHashMap<>();
    for (int j = 0; j < cluster.typeCount(); j++) {
      map.put(cluster.type(j).name(), value.apply(j));
    }
    return map;
  }

  private Map<String, Map<String, Double>> table(
      List<OriginalEntry> entries, ToDoubleFunction<OriginalEntry> value) {
    return byType(
        j -> {
          Map<String, Double> row = new LinkedHashMap<>();
          for (OriginalEntry entry : entries) {
            if (entry.workerType() == j) {
              row.put(name(entry.jobIds()), value.applyAsDouble(entry));
            }
          }
          return row;
        });
  }

  private static List<Selected> selected(OriginalLoop loop, int type) {
    Map<String, Integer> scaleFactors = new HashMap<>();
    loop.active().forEach(job -> scaleFactors.put(job.id(), job.trace().kind().scaleFactor()));
    return loop.state().selected().stream()
        .filter(entry -> entry.workerType() == type)
        .map(OriginalEntry::jobIds)
        .map(ids -> new Selected(name(ids), scaleFactors.getOrDefault(ids.get(0), 0)))
        .toList();
  }

  private RecordedRound.Task task(OriginalLoop.Task task) {
    String type = cluster.type(task.lease().workerType()).name();
    return new RecordedRound.Task(name(task.lease().jobIds()), type, task.finish(), task.steps());
  }

  static String name(AllocationProblem problem, int g) {
    Group group = problem.group(g);
    return name(
        IntStream.range(0, group.size()).mapToObj(i -> problem.job(group.member(i)).id()).toList());
  }

  private static String name(List<String> jobIds) {
    return String.join("+", jobIds);
  }

  /** Returns the original numbers the workers of all types consecutively. */
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
