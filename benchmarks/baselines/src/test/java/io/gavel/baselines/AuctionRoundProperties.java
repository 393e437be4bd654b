package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What the auction promises, over random bids with gangs and limits on everybody's time. */
class AuctionRoundProperties {

  private static final int TRIES = Boolean.getBoolean("gavel.nightly") ? 20_000 : 200;

  /** An auction of 2 to 8 bidders for 1 to 3 types. */
  private static AllocationProblem auction(Random random) {
    WorkerType[] types = new WorkerType[1 + random.nextInt(3)];
    for (int j = 0; j < types.length; j++) {
      types[j] = new WorkerType("type" + j, 1 + random.nextInt(6));
    }
    AllocationProblem.Builder offer = AllocationProblem.builder(Cluster.of(types));
    int bidders = 2 + random.nextInt(7);
    for (int m = 0; m < bidders; m++) {
      double[] bid = new double[types.length];
      for (int j = 0; j < types.length; j++) {
        bid[j] = 0.1 + random.nextInt(20);
      }
      offer.job(Job.builder("job" + m).scaleFactor(1 << random.nextInt(2)).build(), bid);
    }
    return offer.build();
  }

  /** The same auction in which one bidder reports something else. */
  private static AllocationProblem reporting(AllocationProblem offer, int liar, double[] bid) {
    AllocationProblem.Builder other = AllocationProblem.builder(offer.cluster());
    for (int m = 0; m < offer.jobCount(); m++) {
      other.job(offer.job(m), m == liar ? bid : SubProblem.row(offer, m));
    }
    return other.build();
  }

  /** What a bidder makes of an allocation by what it truly makes of workers. */
  private static double value(AllocationProblem truth, int m, Allocation x) {
    double sum = 0;
    for (int j = 0; j < truth.cluster().typeCount(); j++) {
      sum += truth.throughputs().stepsPerSecond(m, j) * x.fraction(m, j);
    }
    return sum;
  }

  private static double[] lie(Random random, double[] truth) {
    double[] bid = truth.clone();
    double factor = StrictMath.exp(4 * random.nextDouble() - 2);
    if (random.nextInt(4) == 0) {
      for (int j = 0; j < bid.length; j++) {
        bid[j] *= factor; // another unit
      }
    } else {
      bid[random.nextInt(bid.length)] *= random.nextInt(5) == 0 ? 0 : factor;
    }
    return bid;
  }

  @Property(tries = 100)
  void kept_anyBids_isAtLeastTheBoundAndAtMostOne(@ForAll Draws random) {
    AllocationProblem offer = auction(random);
    AuctionRound round = AuctionRound.of(offer);
    int n = offer.jobCount() - offer.unrunnable().size();
    double least = StrictMath.pow(1 - 1.0 / n, n - 1);
    for (int m = 0; m < offer.jobCount(); m++) {
      assertTrue(round.kept(m) > 0 && round.kept(m) <= 1, "kept " + round.kept(m));
      assertTrue(round.kept(m) >= least * (1 - 1e-6), round.kept(m) + " of at least " + least);
      assertEquals(
          round.kept(m) * round.fair().effectiveThroughput(m),
          round.won().effectiveThroughput(m),
          1e-6 * round.fair().effectiveThroughput(m));
    }
    for (int k = 0; k < offer.cluster().poolCount(); k++) {
      assertTrue(round.won().workersUsed(k) <= offer.cluster().poolWorkers(k));
    }
  }

  @Example
  void won_thousandsOfAuctions_noLieGains() {
    Random random = new Random(1);
    double best = Double.NEGATIVE_INFINITY;
    int gainsWithoutPayments = 0;
    for (int i = 0; i < TRIES; i++) {
      AllocationProblem offer = auction(random);
      int liar = random.nextInt(offer.jobCount());
      AllocationProblem lied = reporting(offer, liar, lie(random, SubProblem.row(offer, liar)));
      double honest = value(offer, liar, AuctionRound.of(offer).won());
      double dishonest = value(offer, liar, AuctionRound.of(lied).won());
      best = Math.max(best, honest > 0 ? dishonest / honest - 1 : 0);
      NashWelfare fair = NashWelfare.create();
      double before = value(offer, liar, fair.allocate(offer));
      gainsWithoutPayments += value(offer, liar, fair.allocate(lied)) > before * (1 + 1e-2) ? 1 : 0;
    }
    assertTrue(best <= 2e-6, "a lie gained " + best);
    assertTrue(
        gainsWithoutPayments > TRIES / 100, "the lies are harmless: " + gainsWithoutPayments);
  }

  @Example
  void kept_identicalBidders_isOneLessAnNthToTheRest() {
    for (int n = 1; n <= 8; n++) {
      AllocationProblem.Builder offer =
          AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 1)));
      for (int m = 0; m < n; m++) {
        offer.job(Job.of("job" + m), 3);
      }
      AuctionRound round = AuctionRound.of(offer.build());
      double kept = StrictMath.pow(1 - 1.0 / n, n - 1);
      for (int m = 0; m < n; m++) {
        assertEquals(kept, round.kept(m), 1e-6);
        assertEquals(kept / n, round.won().fraction(m, 0), 1e-6);
      }
      assertEquals(kept, round.won().workersUsed(0), 1e-6);
    }
  }
}
