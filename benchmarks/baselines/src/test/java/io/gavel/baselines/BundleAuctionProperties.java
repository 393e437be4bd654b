package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Random tables of values over few workers, against all ways to divide them. */
class BundleAuctionProperties {

  /** Random values of bundles; more workers on a server are worth at least as much. */
  private static double[][] table(Random random, int[] offer) {
    double[][] table = new double[offer[0] + 1][offer[1] + 1];
    for (int a = 0; a < table.length; a++) {
      for (int b = 0; b < table[a].length; b++) {
        double below = Math.max(a > 0 ? table[a - 1][b] : 0, b > 0 ? table[a][b - 1] : 0);
        boolean useful = a + b > 0 && random.nextInt(4) > 0;
        table[a][b] = below + (useful ? random.nextInt(8) : 0);
      }
    }
    return table;
  }

  private static List<double[][]> tables(Random random, int[] offer) {
    List<double[][]> tables = new ArrayList<>();
    int bidders = 1 + random.nextInt(3);
    for (int i = 0; i < bidders; i++) {
      tables.add(table(random, offer));
    }
    return tables;
  }

  private static int[] offer(Random random) {
    return new int[] {1 + random.nextInt(3), random.nextInt(3)};
  }

  private static BundleAuction auction(int[] offer, List<double[][]> tables) {
    return BundleAuction.of(
        offer, tables.stream().<BundleValue>map(table -> w -> table[w[0]][w[1]]).toList());
  }

  /** The largest product of values, by trying everything. */
  private static double product(List<double[][]> tables, int from, int a, int b) {
    if (from == tables.size()) {
      return 1;
    }
    double best = 0;
    for (int i = 0; i <= a; i++) {
      for (int k = 0; k <= b; k++) {
        best = Math.max(best, tables.get(from)[i][k] * product(tables, from + 1, a - i, b - k));
      }
    }
    return best;
  }

  private static double value(double[][] table, int[] workers) {
    return table[workers[0]][workers[1]];
  }

  @Property
  void of_anyTables_isTheLargestProductAndWhatEachCostsTheOthers(@ForAll Draws random) {
    int[] offer = offer(random);
    List<double[][]> all = tables(random, offer);
    BundleAuction auction = auction(offer, all);
    List<double[][]> admitted = new ArrayList<>();
    double product = 1;
    for (int i = 0; i < all.size(); i++) {
      if (auction.isAdmitted(i)) {
        admitted.add(all.get(i));
        product *= value(all.get(i), auction.fair(i));
      } else {
        List<double[][]> withIt = new ArrayList<>(admitted);
        withIt.add(all.get(i));
        assertEquals(0, product(withIt, 0, offer[0], offer[1]), "bidder %s".formatted(i));
      }
    }
    assertEquals(product(admitted, 0, offer[0], offer[1]), product, 1e-9 * product);
    for (int i = 0; i < all.size(); i++) {
      if (auction.isAdmitted(i)) {
        List<double[][]> others = new ArrayList<>(admitted);
        others.remove(all.get(i));
        double without = product(others, 0, offer[0], offer[1]);
        double with = product / value(all.get(i), auction.fair(i));
        assertEquals(with / without, auction.kept(i), 1e-9);
        assertTrue(auction.kept(i) > 0 && auction.kept(i) <= 1);
      }
    }
  }

  @Property
  void won_anyTables_isWithinTheFairBundleAndTheOffer(@ForAll Draws random) {
    int[] offer = offer(random);
    List<double[][]> tables = tables(random, offer);
    BundleAuction auction = auction(offer, tables);
    for (int s = 0; s < offer.length; s++) {
      int fair = 0;
      for (int i = 0; i < tables.size(); i++) {
        assertTrue(auction.won(i)[s] <= auction.fair(i)[s]);
        fair += auction.fair(i)[s];
      }
      assertTrue(fair <= offer[s]);
    }
    for (int i = 0; i < tables.size(); i++) {
      int size = Arrays.stream(auction.fair(i)).sum();
      int kept = Arrays.stream(auction.won(i)).sum();
      assertTrue(kept <= auction.kept(i) * size + 1e-6 && kept > auction.kept(i) * size - 1);
    }
  }

  /** Paid in time, a bundle is worth most to a bidder that reports what it is worth. */
  @Property
  void kept_anyLie_gainsNothing(@ForAll Draws random) {
    int[] offer = offer(random);
    List<double[][]> tables = tables(random, offer);
    int liar = random.nextInt(tables.size());
    double[][] truth = tables.get(liar);
    double[][] lie = new double[truth.length][];
    for (int a = 0; a < truth.length; a++) {
      lie[a] = Arrays.stream(truth[a]).map(v -> v * (0.25 + 4 * random.nextDouble())).toArray();
    }
    BundleAuction honest = auction(offer, tables);
    List<double[][]> reported = new ArrayList<>(tables);
    reported.set(liar, lie);
    BundleAuction dishonest = auction(offer, reported);
    double before = honest.kept(liar) * value(truth, honest.fair(liar));
    double after = dishonest.kept(liar) * value(truth, dishonest.fair(liar));
    assertTrue(after <= before * (1 + 1e-9), "%s, %s by lying".formatted(before, after));
  }
}
