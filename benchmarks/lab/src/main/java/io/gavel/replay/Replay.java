package io.gavel.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.input.RecordedRound;
import io.gavel.input.RecordedRun;
import io.gavel.input.RecordedRunFile;
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
    replay.compare("completion time", run.jctSeconds(), replay.ours.jctSeconds());
    replay.compare("lease extensions", run.leaseExtensions(), replay.ours.leaseExtensions());
    return replay.deviation;
  }

  private void play(RecordedRound recorded) {
    loop.advance();
    boolean due = loop.isAllocationDue();
    compare("recomputed", recorded.recomputed(), due);
    if (due && recorded.recomputed()) {
      loop.use(allocation(recorded.allocation()));
    }
    loop.schedule(recorded.workerTypeOrder().stream().map(cluster::indexOf).toList());
    deviation.compare("", planned(recorded), planned(ours.last()));
  }

  private void compare(String what, Object recorded, Object computed) {
    deviation.compare(what, RecordedRunFile.tree(recorded), RecordedRunFile.tree(computed));
  }

  /** Returns a round without the allocation that it was planned from. */
  private static JsonNode planned(RecordedRound round) {
    ObjectNode tree = (ObjectNode) RecordedRunFile.tree(round);
    return tree.without("allocation");
  }

  private Allocation allocation(JsonNode fractions) {
    AllocationProblem problem = loop.problem();
    double[] x = new double[problem.groupCount() * cluster.typeCount()];
    for (int g = 0; g < problem.groupCount(); g++) {
      JsonNode row = fractions.path(RunRecording.name(problem, g));
      for (int j = 0; j < cluster.typeCount(); j++) {
        x[g * cluster.typeCount() + j] = row.path(cluster.type(j).name()).asDouble();
      }
    }
    return Allocation.of(problem, x, new Certificate(0, 0, 0, Prices.zero(problem)));
  }
}
