package io.gavel.slurm;

import io.gavel.slurm.SlurmJob.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/** Compares rounds with Slurm's own schedulers on the same jobs; prints the table of the guide. */
final class SlurmComparison {

  private static final int JOBS = 18;
  private static final int SIDE_BY_SIDE = 8;
  private static final double LONGEST_SECONDS = 330;
  private static final Map<String, List<Double>> SPEEDS =
      Map.of(
          "A", List.of(10.0, 4.0, 1.0), "B", List.of(3.0, 2.0, 1.0), "C", List.of(2.0, 1.5, 1.0));

  /** Who schedules. */
  private enum Scheduler {
    FIFO("Slurm: FIFO, backfill", Map.of()),
    FAST_FIRST(
        "Slurm: multifactor, backfill, fast nodes first",
        Map.of("PRIORITY", "priority/multifactor", "WEIGHTS", "1")),
    ROUNDS("`gavel slurm run`", Map.of("WEIGHTS", "1"));

    final String title;
    final Map<String, String> options;

    Scheduler(String title, Map<String, String> options) {
      this.title = title;
      this.options = options;
    }
  }

  private record Submitted(double at, String kind, int seconds) {}

  private record Outcome(
      double mean, double longest, double slowdown, double worst, double makespan, int moves) {

    List<Double> figures() {
      return List.of(mean, longest, slowdown, worst, makespan, (double) moves);
    }
  }

  private SlurmComparison() {}

  /** Runs seeds from 1 to a number. */
  public static void main(String[] args) throws Exception {
    int seeds = Integer.parseInt(args[0]);
    ExecutorService threads = Executors.newFixedThreadPool(SIDE_BY_SIDE);
    Map<Scheduler, List<Future<Outcome>>> runs = new LinkedHashMap<>();
    for (int seed = 1; seed <= seeds; seed++) {
      for (Scheduler scheduler : Scheduler.values()) {
        int port = 20_000 + 100 * (seeds * scheduler.ordinal() + seed);
        int chosen = seed;
        Callable<Outcome> run = () -> run(scheduler, chosen, port);
        runs.computeIfAbsent(scheduler, key -> new ArrayList<>()).add(threads.submit(run));
      }
    }
    for (Map.Entry<Scheduler, List<Future<Outcome>>> entry : runs.entrySet()) {
      StringBuilder row = new StringBuilder("| " + entry.getKey().title);
      for (int figure = 0; figure < 6; figure++) {
        SummaryStatistics values = new SummaryStatistics();
        for (Future<Outcome> run : entry.getValue()) {
          values.addValue(run.get().figures().get(figure));
        }
        double half =
            new TDistribution(seeds - 1.0).inverseCumulativeProbability(0.975)
                * values.getStandardDeviation()
                / Math.sqrt(seeds);
        row.append(String.format(Locale.ROOT, " | %.1f ± %.1f", values.getMean(), half));
      }
      System.out.println(row.append(" |"));
    }
    threads.shutdown();
  }

  private static Outcome run(Scheduler scheduler, int seed, int port) throws Exception {
    Path folder = Files.createTempDirectory("slurm");
    Random random = new Random(seed);
    Map<String, Submitted> jobs = new LinkedHashMap<>();
    Map<String, Double> ends = new LinkedHashMap<>();
    double start;
    int moves;
    ThrowAwaySlurm slurm = new ThrowAwaySlurm(folder, port, scheduler.options);
    try {
      if (scheduler == Scheduler.ROUNDS) {
        slurm.rounds(15, 1);
        Thread.sleep(4_000);
      }
      start = now();
      for (int i = 0; i < JOBS; i++) {
        String kind = List.of("A", "B", "C").get(random.nextInt(3));
        int seconds = 8 + random.nextInt(23);
        int gpus = random.nextInt(5) == 0 ? 2 : 1;
        String id = slurm.submit(kind, "--comment=gavel:" + kind, gpus, seconds);
        jobs.put(id, new Submitted(now(), kind, seconds));
        Thread.sleep((long) (-1_500 * Math.log(1 - random.nextDouble())));
      }
      while (ends.size() < JOBS && now() < start + LONGEST_SECONDS) {
        Thread.sleep(1_000);
        List<SlurmJob> queue = slurm.queue();
        for (String id : jobs.keySet()) {
          slurm.end(id).ifPresent(end -> ends.put(id, end));
        }
        boolean waits = queue.stream().anyMatch(job -> job.state() == State.PENDING);
        if (scheduler != Scheduler.ROUNDS && !waits) {
          queue.forEach(job -> ends.computeIfAbsent(job.id(), id -> end(job, jobs.get(id))));
        }
      }
      moves = slurm.queue().stream().mapToInt(SlurmJob::restarts).sum();
    } finally {
      slurm.stop();
    }
    SummaryStatistics times = new SummaryStatistics();
    SummaryStatistics slowdowns = new SummaryStatistics();
    double last = start;
    for (Map.Entry<String, Submitted> job : jobs.entrySet()) {
      double end = ends.getOrDefault(job.getKey(), start + LONGEST_SECONDS);
      times.addValue(end - job.getValue().at());
      slowdowns.addValue((end - job.getValue().at()) / job.getValue().seconds());
      last = Math.max(last, end);
    }
    return new Outcome(
        times.getMean(),
        times.getMax(),
        slowdowns.getMean(),
        slowdowns.getMax(),
        last - start,
        moves);
  }

  /** Slurm moves no job, so that a job's end is known when it has started. */
  private static double end(SlurmJob job, Submitted submitted) {
    List<Double> speeds = SPEEDS.get(submitted.kind());
    int type = "vpk".indexOf(job.nodes().get(0).charAt(0));
    return job.startTime() + submitted.seconds() * speeds.get(0) / speeds.get(type);
  }

  private static double now() {
    return System.currentTimeMillis() / 1e3;
  }
}
