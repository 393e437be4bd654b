package io.gavel.legacy.replay;

import io.gavel.legacy.OriginalLoop;
import io.gavel.legacy.ZeroPriority;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Runs the original rules on recorded allocations and compares all results. Only allocations and
 * the order of types are taken from the record; clock, steps and completions are computed, so a
 * difference remains visible in every later round.
 */
public final class Replay {

  private final Cluster cluster;
  private final OriginalLoop loop;
  private final Deviation deviation = new Deviation();
  private final RunRecording ours;
  private final RoundComparison comparison;

  private Replay(RecordedRun run, ThroughputTable table, List<TraceJob> jobs) {
    this.cluster = cluster(run);
    this.loop =
        new OriginalLoop(
            cluster,
            table,
            run.packed(),
            new RoundOptions(run.roundSeconds()),
            ZeroPriority.of(run.policy()),
            run.minResetSeconds(),
            jobs.iterator());
    this.ours = new RunRecording(cluster);
    loop.watch(ours);
    this.comparison = new RoundComparison(deviation);
  }

  private static Cluster cluster(RecordedRun run) {
    return OriginalLoop.numbered(
        run.workers().keySet().stream()
            .map(
                name ->
                    new WorkerType(name, run.workers().getOrDefault(name, 0))
                        .withWorkersPerServer(run.workersPerServer().getOrDefault(name, 1)))
            .toList());
  }

  /**
   * Replays a run.
   *
   * @param run the record
   * @param table throughputs
   * @param jobs the jobs, in order of arrival
   * @param progress receives the number of completed rounds
   * @return the largest difference
   */
  public static Deviation of(
      RecordedRun run, ThroughputTable table, List<TraceJob> jobs, IntConsumer progress) {
    Replay replay = new Replay(run, table, jobs);
    for (int i = 0; i < run.rounds().size() && Double.isFinite(replay.deviation.largest()); i++) {
      replay.deviation.enter(i);
      replay.play(run.rounds().get(i));
      progress.accept(i + 1);
    }
    replay.deviation.compare("completion time", run.jctSeconds(), replay.ours.jctSeconds());
    replay.deviation.same(
        "lease extensions", (long) run.leaseExtensions(), replay.loop.leaseExtensions());
    return replay.deviation;
  }

  private void play(RecordedRound recorded) {
    loop.advance();
    boolean due = loop.isAllocationDue();
    deviation.same("recomputed", recorded.allocation().isPresent(), due);
    if (due && recorded.allocation().isPresent()) {
      loop.use(allocation(recorded.allocation().get()));
    }
    loop.schedule(recorded.typeOrder().stream().map(cluster::indexOf).toList());
    comparison.compare(recorded, ours.last());
  }

  private Allocation allocation(Map<String, Map<String, Double>> fractions) {
    AllocationProblem problem = loop.problem();
    double[] x = new double[problem.groupCount() * cluster.typeCount()];
    for (int g = 0; g < problem.groupCount(); g++) {
      Map<String, Double> row = fractions.getOrDefault(RunRecording.name(problem, g), Map.of());
      for (int j = 0; j < cluster.typeCount(); j++) {
        x[g * cluster.typeCount() + j] = row.getOrDefault(cluster.type(j).name(), 0.0);
      }
    }
    return Allocation.of(problem, x, new Certificate(0, 0, 0, Prices.zero(problem)));
  }
}
