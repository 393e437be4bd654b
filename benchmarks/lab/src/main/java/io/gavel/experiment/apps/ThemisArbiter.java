package io.gavel.experiment.apps;

import io.gavel.baselines.BundleAuction;
import io.gavel.baselines.BundleValue;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Themis: the apps with the largest ρ bid for free workers; leftover workers go one by one to
 * random apps that did not bid, then to bidders. Mutable, for one run.
 */
final class ThemisArbiter implements Arbiter {

  private final double fairness;
  private final boolean seesServers;
  private final Payment payment;
  private final SplittableRandom random;

  /**
   * Creates the arbiter of a run.
   *
   * @param fairness the knob f: the fraction 1 − f of the apps bids
   * @param seesServers whether bids know that trials are slower across servers
   * @param payment the payment of a bidder
   * @param seed the seed of the draws
   */
  ThemisArbiter(double fairness, boolean seesServers, Payment payment, long seed) {
    this.payment = payment;
    this.fairness = fairness;
    this.seesServers = seesServers;
    random = new SplittableRandom(seed);
  }

  @Override
  public void assign(double now, List<AppInCluster> present, int[] free, double until) {
    int[] none = new int[free.length];
    List<AppInCluster> worstFirst =
        present.stream()
            .filter(app -> app.wanted() > 0)
            .sorted(
                Comparator.<AppInCluster>comparingDouble(
                        app -> app.rhoWith(none, now, present.size(), true))
                    .reversed()
                    .thenComparingDouble(AppInCluster::arrivalSeconds))
            .toList();
    if (worstFirst.isEmpty()) {
      return;
    }
    int visible = (int) Math.max(1, Math.ceil((1 - fairness) * worstFirst.size() - 1e-9));
    List<AppInCluster> bidders = worstFirst.subList(0, visible);
    List<BundleValue> bids =
        bidders.stream()
            .<BundleValue>map(
                app -> more -> 1 / app.rhoWith(more, now, present.size(), seesServers))
            .toList();
    BundleAuction auction = BundleAuction.of(free, bids);
    for (int i = 0; i < visible; i++) {
      if (payment == Payment.WORKERS) {
        Arbiter.give(bidders.get(i), auction.won(i), free, until);
      } else {
        Arbiter.give(bidders.get(i), auction.fair(i), free, now + auction.kept(i) * (until - now));
      }
    }
    handOut(worstFirst.subList(visible, worstFirst.size()), free, until);
    handOut(bidders, free, until);
  }

  /** Gives one worker after the other to a random app to which one is of use. */
  private void handOut(List<AppInCluster> apps, int[] free, double until) {
    while (true) {
      List<AppInCluster> takers = apps.stream().filter(app -> bestServer(app, free) >= 0).toList();
      if (takers.isEmpty()) {
        return;
      }
      AppInCluster app = takers.get(random.nextInt(takers.size()));
      int[] one = new int[free.length];
      one[bestServer(app, free)] = 1;
      Arbiter.give(app, one, free, until);
    }
  }

  /** Returns the server with a free worker that speeds an app up most; −1 if none does. */
  private static int bestServer(AppInCluster app, int[] free) {
    int[] none = new int[free.length];
    double best = app.speedWith(none);
    int server = -1;
    for (int s = 0; s < free.length; s++) {
      int[] one = new int[free.length];
      one[s] = 1;
      double speed = free[s] > 0 ? app.speedWith(one) : 0;
      if (speed > best) {
        best = speed;
        server = s;
      }
    }
    return server;
  }
}
