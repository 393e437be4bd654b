package io.gavel.experiment.apps;

import io.gavel.experiment.RunFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Apps that arrive at a cluster of equal servers and lease its workers, for a fixed time each. An
 * arbiter grants free workers whenever an app arrives, a lease ends or trials are terminated. A
 * change of workers costs nothing. Immutable.
 *
 * @param servers number of servers
 * @param workersPerServer workers of each
 * @param leaseSeconds length of a lease
 * @param apps number of apps
 */
public record LeasedApps(int servers, int workersPerServer, double leaseSeconds, int apps) {

  /** The largest ρ, an app's time in the cluster over that of a fair share. */
  public static final String LARGEST_RHO = "max_rho";

  /** The time for which apps held workers, summed over them. */
  public static final String WORKER_HOURS = "worker_h";

  /** Average time from arrival to completion. */
  public static final String AVERAGE_HOURS = "avg_h";

  private static final double HOUR = 3600;
  private static final int[] TRIALS = {1, 1, 2, 4, 8};
  private static final int[] WORKERS = {1, 2, 4, 4};
  private static final double[] ACROSS = {1, 1, 1, 0.5, 0.5}; // two fifths mind
  private static final double MEAN_GAP_SECONDS = 900;

  /** Draws the apps of a seed, in order of arrival. */
  private List<TrialApp> draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<TrialApp> drawn = new ArrayList<>();
    double now = 0;
    for (int i = 0; i < apps; i++) {
      double hours = StrictMath.pow(10, random.nextDouble(-0.5, 0.5)); // on one worker, per trial
      drawn.add(
          new TrialApp(
              now,
              TRIALS[random.nextInt(TRIALS.length)],
              WORKERS[random.nextInt(WORKERS.length)],
              hours * HOUR,
              ACROSS[random.nextInt(ACROSS.length)]));
      now -= MEAN_GAP_SECONDS * StrictMath.log(1 - random.nextDouble());
    }
    return drawn;
  }

  /**
   * Runs Themis.
   *
   * @param fairness the knob f, from 0 to 1
   * @param seesServers whether bids know that trials are slower across servers
   * @param payment what bidders give up
   * @param seed seed of the apps and of leftover workers
   * @return the figures
   */
  public RunFigures themis(double fairness, boolean seesServers, Payment payment, long seed) {
    return run(draw(seed), new ThemisArbiter(fairness, seesServers, payment, seed));
  }

  /**
   * Runs least attained service.
   *
   * @param seed seed of the apps
   * @return the figures
   */
  public RunFigures leastService(long seed) {
    return run(draw(seed), new LeastServiceArbiter());
  }

  /** Runs apps, in order of arrival, until all are done. */
  RunFigures run(List<TrialApp> drawn, Arbiter arbiter) {
    int[] cluster = new int[servers];
    Arrays.fill(cluster, workersPerServer);
    List<AppInCluster> all = drawn.stream().map(app -> new AppInCluster(app, cluster)).toList();
    List<AppInCluster> present = new ArrayList<>();
    int arrived = 0;
    double now = 0;
    while (arrived < all.size() || !present.isEmpty()) {
      double next =
          arrived < all.size() ? all.get(arrived).arrivalSeconds() : Double.POSITIVE_INFINITY;
      for (AppInCluster app : present) {
        next = Math.min(next, app.nextSeconds(now));
      }
      for (AppInCluster app : present) {
        app.advance(now, next, present.size());
      }
      now = next;
      for (AppInCluster app : present) {
        app.update(now);
      }
      present.removeIf(AppInCluster::isDone);
      while (arrived < all.size() && all.get(arrived).arrivalSeconds() <= now) {
        present.add(all.get(arrived++));
      }
      arbiter.assign(now, present, free(cluster, present), now + leaseSeconds);
    }
    return figures(all);
  }

  private static int[] free(int[] cluster, List<AppInCluster> present) {
    int[] free = cluster.clone();
    for (AppInCluster app : present) {
      int[] held = app.held();
      Arrays.setAll(free, s -> free[s] - held[s]);
    }
    return free;
  }

  private static RunFigures figures(List<AppInCluster> all) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(LARGEST_RHO, all.stream().mapToDouble(AppInCluster::rho).max().orElseThrow());
    figures.put(WORKER_HOURS, all.stream().mapToDouble(AppInCluster::workerSeconds).sum() / HOUR);
    figures.put(
        AVERAGE_HOURS,
        all.stream()
                .mapToDouble(app -> app.endSeconds() - app.arrivalSeconds())
                .average()
                .orElseThrow()
            / HOUR);
    return RunFigures.of(figures);
  }
}
