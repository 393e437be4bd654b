package io.gavel.experiment.placement;

import io.gavel.mechanism.placement.Placement;
import io.gavel.mechanism.placement.PlacementRequest;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.placement.Placer;
import io.gavel.mechanism.placement.Server;
import io.gavel.mechanism.placement.Servers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * A FIFO queue of jobs on shares of the GPUs of one server, all queued at time 0. The head of the
 * queue starts as soon as it fits on a GPU; no job overtakes it and no job is moved.
 */
public final class SharedQueue {

  private static final int[] MILLI = {200, 300, 500, 700, 1000};
  private static final double[] PART = {0.2, 0.2, 0.25, 0.15, 0.2};

  /**
   * A job.
   *
   * @param request the resources of the job
   * @param seconds the duration
   */
  public record Job(PlacementRequest request, double seconds) {}

  private record Running(Job job, int number, double endSeconds) {}

  private SharedQueue() {}

  /**
   * Draws jobs of the published experiment, with the durations of Gavel's simulations.
   *
   * @param count number of jobs
   * @param seed seed of shares and durations
   * @return the jobs, in order of arrival
   */
  public static List<Job> draw(int count, long seed) {
    Random random = new Random(seed);
    List<Job> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int k = drawn(random.nextDouble());
      boolean isLong = random.nextDouble() >= 0.8;
      double exponent = isLong ? 3 + random.nextDouble() : 1.5 + 1.5 * random.nextDouble();
      PlacementRequest request =
          new PlacementRequest(Integer.toString(i), 0, 0, 1, MILLI[k], List.of());
      jobs.add(new Job(request, 60 * StrictMath.pow(10, exponent)));
    }
    return jobs;
  }

  /** Returns the share at a quantile of the distribution of shares. */
  private static int drawn(double u) {
    int k = 0;
    double sum = PART[0];
    while (u >= sum && k < PART.length - 1) {
      k++;
      sum += PART[k];
    }
    return k;
  }

  /**
   * Runs the queue.
   *
   * @param jobs the jobs, in order of arrival
   * @param gpus number of GPUs of the server
   * @param strategy places jobs
   * @return the average completion time, seconds
   */
  public static double averageSeconds(List<Job> jobs, int gpus, PlacementStrategy strategy) {
    Servers servers = Servers.of(List.of(new Server("server", 1, 1, gpus, "v100")));
    Placer placer = strategy.on(servers);
    Deque<Job> waiting = new ArrayDeque<>(jobs);
    PriorityQueue<Running> running =
        new PriorityQueue<>(
            (a, b) ->
                a.endSeconds() != b.endSeconds()
                    ? Double.compare(a.endSeconds(), b.endSeconds())
                    : Integer.compare(a.number(), b.number()));
    double now = 0;
    double sum = 0;
    int number = 0;
    while (!waiting.isEmpty() || !running.isEmpty()) {
      Optional<Placement> place =
          waiting.isEmpty() ? Optional.empty() : placer.choose(waiting.peek().request());
      if (place.isPresent()) {
        Job job = waiting.remove();
        servers.place(job.request(), place.get());
        running.add(new Running(job, number++, now + job.seconds()));
        continue;
      }
      if (running.isEmpty()) {
        throw new IllegalStateException("%s fits nowhere".formatted(waiting.peek()));
      }
      Running done = running.remove();
      servers.release(done.job().request().id());
      now = done.endSeconds();
      sum += now;
    }
    return jobs.isEmpty() ? 0 : sum / jobs.size();
  }

  /**
   * Returns the requests of jobs.
   *
   * @param jobs the jobs
   * @return one request per job, in order
   */
  public static List<PlacementRequest> requests(List<Job> jobs) {
    return jobs.stream().map(Job::request).toList();
  }
}
