package io.gavel.slurm;

import io.gavel.slurm.SlurmJob.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * Compares rounds with Slurm's own schedulers on the same jobs of three accounts; prints the tables
 * of the guide.
 */
final class SlurmComparison {

  private static final int JOBS = 18;
  private static final int GPUS = 12;
  private static final int FIGURES = 8;
  private static final int SIDE_BY_SIDE = 8;
  private static final double LONGEST_SECONDS = 330;
  private static final List<String> ACCOUNTS = List.of("most", "some", "few");
  private static final Map<String, List<Double>> SPEEDS =
      Map.of(
          "A", List.of(10.0, 4.0, 1.0), "B", List.of(3.0, 2.0, 1.0), "C", List.of(2.0, 1.5, 1.0));

  /** Who schedules. */
  private enum Scheduler {
    FIFO("Slurm: FIFO, backfill", Map.of()),
    FAIR_SHARE(
        "Slurm: fair-share, backfill, fast nodes first",
        Map.of("FAIR_SHARE", "1", "ACCOUNTING", "1", "WEIGHTS", "1")),
    JOBS("`gavel slurm run`, max_min_fairness", Map.of("WEIGHTS", "1")),
    TEAMS("`gavel slurm run`, hierarchical", Map.of("WEIGHTS", "1"));

    final String title;
    final Map<String, String> options;

    Scheduler(String title, Map<String, String> options) {
      this.title = title;
      this.options = options;
    }

    boolean hasRounds() {
      return ordinal() >= JOBS.ordinal();
    }
  }

  private record Submitted(double at, String account, String kind, int gpus, int seconds) {

    double work() {
      return seconds * speeds().get(0);
    }

    List<Double> speeds() {
      return Objects.requireNonNull(SPEEDS.get(kind));
    }

    /** The speed of a job that spends as much of its time on each type as the type has GPUs. */
    double meanSpeed() {
      return speeds().stream().mapToDouble(speed -> speed).average().orElseThrow();
    }
  }

  private SlurmComparison() {}

  /** Runs seeds from 1 to a number. */
  public static void main(String[] args) throws Exception {
    int seeds = Integer.parseInt(args[0]);
    ExecutorService threads = Executors.newFixedThreadPool(SIDE_BY_SIDE);
    Map<Scheduler, List<Future<double[]>>> runs = new LinkedHashMap<>();
    for (int seed = 1; seed <= seeds; seed++) {
      for (Scheduler scheduler : Scheduler.values()) {
        int port = 20_000 + 100 * (seeds * scheduler.ordinal() + seed);
        int chosen = seed;
        Callable<double[]> run =
            () -> {
              double[] figures = run(scheduler, chosen, port);
              System.err.println(scheduler + " " + chosen + " " + Arrays.toString(figures));
              return figures;
            };
        runs.computeIfAbsent(scheduler, key -> new ArrayList<>()).add(threads.submit(run));
      }
    }
    for (Map.Entry<Scheduler, List<Future<double[]>>> entry : runs.entrySet()) {
      StringBuilder row = new StringBuilder("| " + entry.getKey().title);
      for (int figure = 0; figure < FIGURES; figure++) {
        SummaryStatistics values = new SummaryStatistics();
        for (Future<double[]> run : entry.getValue()) {
          values.addValue(run.get()[figure]);
        }
        double half =
            new TDistribution(seeds - 1.0).inverseCumulativeProbability(0.975)
                * values.getStandardDeviation()
                / Math.sqrt(seeds);
        row.append(String.format(Locale.ROOT, " | %.2f ± %.2f", values.getMean(), half));
      }
      System.out.println(row.append(" |"));
    }
    threads.shutdown();
  }

  private static double[] run(Scheduler scheduler, int seed, int port) throws Exception {
    Path folder = Files.createTempDirectory("slurm");
    Random random = new Random(seed);
    Map<String, Submitted> jobs = new LinkedHashMap<>();
    Map<String, Double> ends = new LinkedHashMap<>();
    double start;
    int moves;
    double load;
    ThrowAwaySlurm slurm = new ThrowAwaySlurm(folder, port, scheduler.options);
    try {
      if (scheduler == Scheduler.FAIR_SHARE) {
        slurm.run(60, "sacctmgr", "-i", "add", "account", String.join(",", ACCOUNTS));
        String accounts = "account=" + String.join(",", ACCOUNTS);
        slurm.run(60, "sacctmgr", "-i", "add", "user", "root", accounts);
        slurm.restart(); // computes their fair shares
      }
      if (scheduler.hasRounds()) {
        slurm.rounds(scheduler == Scheduler.JOBS ? "max_min_fairness" : "hierarchical", 15, 1);
        Thread.sleep(4_000);
      }
      start = now();
      double busy = slurm.controllerSeconds();
      for (int i = 0; i < JOBS; i++) {
        String kind = List.of("A", "B", "C").get(random.nextInt(3));
        int seconds = 8 + random.nextInt(23);
        int gpus = random.nextInt(5) == 0 ? 2 : 1;
        int ticket = random.nextInt(10);
        String account = ACCOUNTS.get(ticket < 6 ? 0 : ticket < 9 ? 1 : 2);
        List<String> options = List.of("--comment=gavel:" + kind, "--account=" + account);
        String id = slurm.submit(kind, options, Integer.toString(gpus), seconds);
        jobs.put(id, new Submitted(now(), account, kind, gpus, seconds));
        Thread.sleep((long) (-1_500 * Math.log(1 - random.nextDouble())));
      }
      while (ends.size() < JOBS && now() < start + LONGEST_SECONDS) {
        Thread.sleep(1_000);
        List<SlurmJob> queue = slurm.queue();
        for (String id : jobs.keySet()) {
          slurm.end(id).ifPresent(end -> ends.put(id, end));
        }
        boolean waits = queue.stream().anyMatch(job -> job.state() == State.PENDING);
        if (!scheduler.hasRounds() && !waits) {
          queue.forEach(job -> ends.computeIfAbsent(job.id(), id -> end(job, jobs.get(id))));
        }
      }
      load = 100 * (slurm.controllerSeconds() - busy) / (now() - start);
      moves = slurm.queue().stream().mapToInt(SlurmJob::restarts).sum();
    } finally {
      slurm.stop();
    }
    jobs.keySet().forEach(id -> ends.putIfAbsent(id, start + LONGEST_SECONDS));
    SummaryStatistics times = new SummaryStatistics();
    Map<String, SummaryStatistics> slowdowns = new LinkedHashMap<>();
    double worst = 0;
    double leastShare = Double.MAX_VALUE;
    double last = start;
    for (Map.Entry<String, Submitted> entry : jobs.entrySet()) {
      Submitted job = entry.getValue();
      double end = ends.get(entry.getKey());
      double slowdown = (end - job.at()) / job.seconds();
      times.addValue(end - job.at());
      slowdowns.computeIfAbsent(job.account(), key -> new SummaryStatistics()).addValue(slowdown);
      worst = Math.max(worst, slowdown);
      leastShare = Math.min(leastShare, job.work() / equalShare(job, end, jobs, ends));
      last = Math.max(last, end);
    }
    double team = slowdowns.values().stream().mapToDouble(all -> all.getMean()).max().orElseThrow();
    return new double[] {
      times.getMean(), times.getMax(), worst, team, leastShare, last - start, moves, load
    };
  }

  /** The work that a job would have done until a moment with an equal share of all GPUs. */
  private static double equalShare(
      Submitted job, double end, Map<String, Submitted> jobs, Map<String, Double> ends) {
    double step = 0.5;
    double work = 0;
    for (double time = job.at(); time < end; time += step) {
      double moment = time;
      int gpus =
          jobs.entrySet().stream()
              .filter(other -> other.getValue().at() <= moment && moment < ends.get(other.getKey()))
              .mapToInt(other -> other.getValue().gpus())
              .sum();
      work += step * job.meanSpeed() * Math.min(1, (double) GPUS / gpus);
    }
    return work;
  }

  /** Slurm moves no job, so that a job's end is known when it has started. */
  private static double end(SlurmJob job, Submitted submitted) {
    int type = "vpk".indexOf(job.nodes().get(0).charAt(0));
    return job.startTime() + submitted.work() / submitted.speeds().get(type);
  }

  private static double now() {
    return System.currentTimeMillis() / 1e3;
  }
}
