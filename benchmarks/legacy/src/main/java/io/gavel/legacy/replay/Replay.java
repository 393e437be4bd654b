package io.gavel.legacy.replay;

import io.gavel.legacy.OriginalEntry;
import io.gavel.legacy.OriginalJob;
import io.gavel.legacy.OriginalLoop;
import io.gavel.legacy.ZeroPriority;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.util.LinkedHashMap;
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
  private final RoundComparison comparison;

  private Replay(RecordedRun run, ThroughputTable table, List<TraceJob> jobs) {
    this.cluster = cluster(run);
    this.loop =
        new OriginalLoop(
            cluster,
            table,
            packs(run.policy()),
            new RoundOptions(run.roundSeconds()),
            ZeroPriority.of(run.policy()),
            run.minResetSeconds(),
            jobs.iterator());
    this.comparison = new RoundComparison(cluster, deviation);
  }

  /** Whether the original lists pairs under a policy; Gandiva's name in it is Gandiva_Packing. */
  private static boolean packs(String policy) {
    return policy.contains("pack") || policy.equals("gandiva");
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
    replay.deviation.compare("completion time", run.jctSeconds(), replay.jctSeconds());
    replay.deviation.same(
        "lease extensions", (long) run.leaseExtensions(), replay.loop.leaseExtensions());
    return replay.deviation;
  }

  private void play(RecordedRound recorded) {
    loop.advance();
    deviation.compare("now", recorded.now(), loop.now());
    List<String> active = loop.active().stream().map(OriginalJob::id).toList();
    deviation.same("active jobs", recorded.activeJobs(), active);
    comparison.before(recorded, loop.state());
    boolean due = loop.isAllocationDue();
    deviation.same("recomputed", recorded.allocation().isPresent(), due);
    if (due && recorded.allocation().isPresent()) {
      loop.use(allocation(recorded.allocation().get()));
    }
    RoundPlan plan = loop.schedule(recorded.typeOrder().stream().map(cluster::indexOf).toList());
    comparison.after(recorded, loop.state(), plan, loop.running());
  }

  private Map<String, Double> jctSeconds() {
    Map<String, Double> seconds = new LinkedHashMap<>();
    loop.arrived().forEach(job -> job.jctSeconds().ifPresent(jct -> seconds.put(job.id(), jct)));
    return seconds;
  }

  private Allocation allocation(Map<String, Map<String, Double>> fractions) {
    AllocationProblem problem = loop.problem();
    double[] x = new double[problem.groupCount() * cluster.typeCount()];
    for (int g = 0; g < problem.groupCount(); g++) {
      Map<String, Double> row = fractions.getOrDefault(name(problem, g), Map.of());
      for (int j = 0; j < cluster.typeCount(); j++) {
        x[g * cluster.typeCount() + j] = row.getOrDefault(cluster.type(j).name(), 0.0);
      }
    }
    return Allocation.of(problem, x, new Certificate(0, 0, 0, Prices.zero(problem)));
  }

  private static String name(AllocationProblem problem, int g) {
    String first = problem.job(problem.group(g).member(0)).id();
    return problem.group(g).size() == 1
        ? first
        : first + "+" + problem.job(problem.group(g).member(1)).id();
  }

  /** The name of a group in the record. */
  static String name(OriginalEntry entry) {
    return String.join("+", entry.jobIds());
  }
}
