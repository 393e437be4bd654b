package io.gavel.experiment.apps;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An app with its leases and its progress. Mutable. */
final class AppInCluster {

  /** Workers on a server until a time. */
  private record ServerLease(int server, double endSeconds) {}

  private final TrialApp app;
  private final double secondsAlone;
  private final List<ServerLease> leases = new ArrayList<>(); // one for each worker
  private final int[] held; // by server
  private int phase;
  private double workLeft;
  private double contendedSeconds;
  private double workerSeconds;
  private double endSeconds = Double.NaN; // until it is done

  AppInCluster(TrialApp app, int[] cluster) {
    this.app = app;
    secondsAlone = app.secondsAlone(cluster);
    held = new int[cluster.length];
    workLeft = app.workIn(0);
  }

  boolean isDone() {
    return !Double.isNaN(endSeconds);
  }

  double arrivalSeconds() {
    return app.arrivalSeconds();
  }

  double endSeconds() {
    return endSeconds;
  }

  /** Returns the time for which it held workers, summed over them. */
  double workerSeconds() {
    return workerSeconds;
  }

  /** Whole workers held, by server; a copy. */
  int[] held() {
    return held.clone();
  }

  /** Returns how many more workers could be of use. */
  int wanted() {
    return Math.max(0, app.mostWorkers(phase) - Arrays.stream(held).sum());
  }

  /** Returns the speed with more workers, by server. */
  double speedWith(int[] more) {
    int[] all = held();
    Arrays.setAll(all, s -> all[s] + more[s]);
    return app.speed(all, phase);
  }

  /** Returns the next time at which its workers or its speed change. */
  double nextSeconds(double now) {
    double next = now + workLeft / app.speed(held, phase);
    for (ServerLease lease : leases) {
      next = Math.min(next, lease.endSeconds());
    }
    return next;
  }

  /** Runs until the next change of any app, with that many apps in the cluster. */
  void advance(double now, double next, int present) {
    double seconds = next - now;
    double speed = app.speed(held, phase);
    // Compared as in nextSeconds, so that a phase that ends then has nothing left by rounding.
    workLeft = now + workLeft / speed <= next ? 0 : workLeft - speed * seconds;
    contendedSeconds += seconds * present;
    workerSeconds += seconds * leases.size();
  }

  /** Ends leases, and the phase if its work is done: the worse half of the trials is terminated. */
  void update(double now) {
    if (workLeft <= 0) {
      phase++;
      workLeft = phase < app.phases() ? app.workIn(phase) : 0;
      endSeconds = phase < app.phases() ? Double.NaN : now;
    }
    leases.removeIf(lease -> isDone() || lease.endSeconds() <= now);
    Arrays.fill(held, 0);
    leases.forEach(lease -> held[lease.server()]++);
  }

  void take(int[] workers, double until) {
    for (int s = 0; s < workers.length; s++) {
      held[s] += workers[s];
      for (int i = 0; i < workers[s]; i++) {
        leases.add(new ServerLease(s, until));
      }
    }
  }

  /** ρ if the app had these workers in addition from now on; infinite without workers. */
  double rhoWith(int[] more, double now, int present, boolean seesServers) {
    int[] all = held();
    Arrays.setAll(all, s -> all[s] + more[s]);
    int[] seen = seesServers ? all : new int[] {Arrays.stream(all).sum()};
    double age = now - app.arrivalSeconds();
    double contention = age > 0 ? contendedSeconds / age : present;
    return (age + app.secondsLeft(seen, phase, workLeft)) / (secondsAlone * contention);
  }

  /**
   * Returns the time in the cluster divided by that of a fair share of it; of an app that is done.
   */
  double rho() {
    double life = endSeconds - app.arrivalSeconds();
    return life / (secondsAlone * contendedSeconds / life);
  }
}
