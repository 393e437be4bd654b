package io.gavel.experiment.placement;

import io.gavel.mechanism.placement.Gang;
import io.gavel.mechanism.placement.GangPlacer;
import io.gavel.mechanism.placement.PlacedTask;
import io.gavel.mechanism.placement.PlacementRequest;
import io.gavel.mechanism.placement.PlacementStrategies;
import io.gavel.mechanism.placement.Server;
import io.gavel.mechanism.placement.Servers;
import io.gavel.simulator.JobOutcome;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * A queue without preemption whose gangs start only on the fewest servers that they need, as under
 * YARN in Tiresias (NSDI 2019). There are no rounds: jobs start when others come or end. A gang
 * that needs one server takes the first with room. Immutable.
 *
 * @param servers number of servers
 * @param perServer GPUs of each server
 * @param blocking whether a job that does not fit keeps all later ones waiting, as in a FIFO
 *     capacity scheduler
 */
public record ConsolidatedQueue(int servers, int perServer, boolean blocking) {

  private record Running(double end, TraceJob job, double start, List<PlacedTask> parts) {}

  /**
   * Runs jobs until all are done.
   *
   * @param jobs the jobs, in order of arrival, with durations
   * @return their outcomes, in order of completion
   * @throws IllegalArgumentException if a gang is larger than the cluster
   * @throws java.util.NoSuchElementException if a job has no duration
   */
  public List<JobOutcome> run(List<TraceJob> jobs) {
    Servers free =
        Servers.of(
            IntStream.range(0, servers)
                .mapToObj(s -> new Server("server " + s, 0, 0, perServer, "gpu"))
                .toList());
    GangPlacer placer =
        GangPlacer.of(free, PlacementStrategies.firstFit()).consolidatingAbove(0, gang -> 1);
    PriorityQueue<Running> running =
        new PriorityQueue<>(Comparator.comparingDouble(Running::end)); // ends take turns
    List<TraceJob> waiting = new ArrayList<>();
    List<JobOutcome> outcomes = new ArrayList<>();
    int next = 0;
    while (next < jobs.size() || !running.isEmpty()) {
      double now =
          Math.min(
              next < jobs.size() ? jobs.get(next).arrivalSeconds() : Double.POSITIVE_INFINITY,
              running.isEmpty() ? Double.POSITIVE_INFINITY : running.peek().end());
      while (!running.isEmpty() && running.peek().end() <= now) {
        outcomes.add(end(running.remove(), free));
      }
      for (; next < jobs.size() && jobs.get(next).arrivalSeconds() <= now; next++) {
        waiting.add(jobs.get(next));
      }
      start(waiting, placer, now, running);
    }
    if (!waiting.isEmpty()) {
      throw new IllegalArgumentException(
          "job \"%s\" needs %s GPUs together; the cluster has %s servers with %s each"
              .formatted(
                  waiting.get(0).id(), waiting.get(0).kind().scaleFactor(), servers, perServer));
    }
    return outcomes;
  }

  private void start(
      List<TraceJob> waiting, GangPlacer placer, double now, PriorityQueue<Running> running) {
    for (int i = 0; i < waiting.size(); ) {
      TraceJob job = waiting.get(i);
      PlacementRequest member =
          new PlacementRequest(job.id(), 0, 0, 1, Server.GPU_MILLI, List.of());
      List<PlacedTask> parts = placer.place(new Gang(member, job.kind().scaleFactor()));
      if (!parts.isEmpty()) {
        running.add(new Running(now + job.durationSeconds().orElseThrow(), job, now, parts));
        waiting.remove(i);
      } else if (blocking) {
        return;
      } else {
        i++;
      }
    }
  }

  private static JobOutcome end(Running ended, Servers free) {
    ended.parts().forEach(part -> free.release(part.request().id()));
    TraceJob job = ended.job();
    return new JobOutcome(
        job.id(),
        job.kind(),
        job.gpuMilli(),
        job.weight(),
        job.arrivalSeconds(),
        OptionalDouble.of(ended.start()),
        OptionalDouble.of(ended.end()));
  }
}
