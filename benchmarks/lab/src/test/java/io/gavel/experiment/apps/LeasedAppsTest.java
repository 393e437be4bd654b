package io.gavel.experiment.apps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.experiment.RunFigures;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LeasedAppsTest {

  private static final LeasedApps CLUSTER = new LeasedApps(2, 2, 600, 0);

  private static ThemisArbiter themis(double fairness, Payment payment) {
    return new ThemisArbiter(fairness, true, payment, 0);
  }

  @Test
  void run_appAlone_takesItsTimeAlone() {
    TrialApp app = new TrialApp(100, 2, 2, 7200, 0.5);
    for (Payment payment : Payment.values()) {
      RunFigures figures = CLUSTER.run(List.of(app), themis(0.8, payment));
      assertEquals(1, figures.number(LeasedApps.LARGEST_RHO), 1e-9);
      assertEquals(2, figures.number(LeasedApps.AVERAGE_HOURS), 1e-9); // 3600 s for each phase
    }
  }

  /** Each has a server; no payment, since neither could use the other's as well. */
  @Test
  void run_twoAppsOfAServerEach_doNotWait() {
    TrialApp app = new TrialApp(0, 1, 2, 7200, 0.5);
    RunFigures figures = CLUSTER.run(List.of(app, app), themis(0, Payment.WORKERS));
    assertEquals(0.5, figures.number(LeasedApps.LARGEST_RHO), 1e-9); // two apps are there
    assertEquals(1, figures.number(LeasedApps.AVERAGE_HOURS), 1e-9);
    assertEquals(4, figures.number(LeasedApps.WORKER_HOURS), 1e-9);
  }

  /** Bids that do not know servers scatter the workers of apps that are slow across servers. */
  @Test
  void run_bidsThatKnowServers_needLessWorkerTime() {
    LeasedApps large = new LeasedApps(4, 4, 600, 20);
    double aware = 0;
    double blind = 0;
    for (long seed = 0; seed < 5; seed++) {
      aware += hours(large.themis(0.8, true, Payment.TIME, seed));
      blind += hours(large.themis(0.8, false, Payment.TIME, seed));
    }
    assertTrue(blind > aware * 1.001, "%s and %s h".formatted(aware, blind));
  }

  private static double hours(RunFigures figures) {
    return figures.number(LeasedApps.WORKER_HOURS);
  }

  @Test
  void leastService_equalApps_takeTurns() {
    TrialApp app = new TrialApp(0, 1, 4, 4 * 6000, 1);
    RunFigures figures = CLUSTER.run(List.of(app, app), new LeastServiceArbiter());
    // Ten leases of 600 s each, in turn: they end after 19 and 20.
    assertEquals(19.5 / 6, figures.number(LeasedApps.AVERAGE_HOURS), 1e-9);
    // The first shares the cluster for all of its life, the second but for its last lease.
    assertEquals(20.0 / (10 * (2 * 19 + 1) / 20.0), figures.number(LeasedApps.LARGEST_RHO), 1e-9);
  }
}
