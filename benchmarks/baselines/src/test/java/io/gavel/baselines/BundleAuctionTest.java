package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class BundleAuctionTest {

  /** Workers, wherever they are. */
  private static final BundleValue ANYWHERE = workers -> Arrays.stream(workers).sum();

  /** As many workers as a job can use, at half speed on more than one server. */
  private static BundleValue together(int most) {
    return workers -> {
      int local = Math.min(most, Arrays.stream(workers).max().orElse(0));
      return Math.max(local, Math.min(most, Arrays.stream(workers).sum()) / 2.0);
    };
  }

  @Test
  void kept_identicalBidders_isOneLessAnNthToTheRest() {
    for (int n = 1; n <= 6; n++) {
      // A multiple of n − 1, so that the others divide the offer evenly without a bidder.
      int each = Math.max(1, n - 1);
      BundleAuction auction =
          BundleAuction.of(new int[] {n * each}, Collections.nCopies(n, ANYWHERE));
      double kept = StrictMath.pow(1 - 1.0 / n, n - 1);
      for (int i = 0; i < n; i++) {
        assertArrayEquals(new int[] {each}, auction.fair(i));
        assertEquals(kept, auction.kept(i), 1e-12);
        assertArrayEquals(new int[] {(int) Math.floor(each * kept + 1e-9)}, auction.won(i));
      }
    }
  }

  /** Each has a server for itself, and costs the other nothing: across servers is no faster. */
  @Test
  void fair_twoThatNeedTheirWorkersTogether_haveAServerEach() {
    BundleAuction auction = BundleAuction.of(new int[] {2, 2}, List.of(together(4), together(4)));
    assertEquals(2, Arrays.stream(auction.fair(0)).max().orElseThrow());
    assertEquals(2, Arrays.stream(auction.fair(1)).max().orElseThrow());
    assertEquals(1, auction.kept(0), 1e-12);
    assertArrayEquals(auction.fair(0), auction.won(0));
  }

  /** The one that does not mind takes the workers that are apart. */
  @Test
  void fair_oneThatNeedsItsWorkersTogether_hasTheLargeServer() {
    BundleAuction auction =
        BundleAuction.of(new int[] {1, 1, 1, 3}, List.of(ANYWHERE, together(3)));
    assertArrayEquals(new int[] {1, 1, 1, 0}, auction.fair(0));
    assertArrayEquals(new int[] {0, 0, 0, 3}, auction.fair(1));
    // Without the second, the first has 6 workers instead of 3; without the first, the second 3.
    assertEquals(1, auction.kept(0), 1e-12);
    assertEquals(0.5, auction.kept(1), 1e-12);
    assertArrayEquals(new int[] {0, 0, 0, 1}, auction.won(1));
  }

  @Test
  void isAdmitted_moreBiddersThanWorkers_areTheFirst() {
    BundleAuction auction =
        BundleAuction.of(new int[] {1, 1}, List.of(together(1), w -> 0, together(1), ANYWHERE));
    assertTrue(auction.isAdmitted(0) && auction.isAdmitted(2));
    assertFalse(auction.isAdmitted(1) || auction.isAdmitted(3));
    assertEquals(0, auction.kept(3));
    assertArrayEquals(new int[2], auction.fair(3));
    assertEquals(1, auction.kept(0), 1e-12); // the other can use no more than one
  }

  /** It costs the other nearly everything, less than a double can say. */
  @Test
  void isAdmitted_paymentThatUnderflows_isAdmitted() {
    BundleValue nearlyAll = w -> w[0] == 2 ? Double.MAX_VALUE : w[0] * Double.MIN_VALUE;
    BundleAuction auction = BundleAuction.of(new int[] {2}, List.of(nearlyAll, ANYWHERE));
    assertArrayEquals(new int[] {1}, auction.fair(1));
    assertTrue(auction.isAdmitted(1));
    assertEquals(0, auction.kept(1));
  }

  @Test
  void won_workersOfNoUse_areLeft() {
    BundleAuction auction = BundleAuction.of(new int[] {4, 4}, List.of(together(2)));
    assertEquals(2, Arrays.stream(auction.won(0)).sum());
  }

  /** Two alike bid for two servers; each pays the half of its two workers that is worth less. */
  @Test
  void won_afterPayment_areTheMostValuableWorkers() {
    BundleValue first = workers -> 3 * workers[0] + workers[1];
    BundleAuction auction = BundleAuction.of(new int[] {2, 2}, List.of(first, first));
    assertArrayEquals(new int[] {1, 1}, auction.fair(0));
    assertEquals(0.5, auction.kept(0), 1e-12);
    assertArrayEquals(new int[] {1, 0}, auction.won(0));
  }

  @Test
  void fair_ties_goToFewestWorkersOnTheLastServers() {
    BundleAuction one = BundleAuction.of(new int[] {1, 2, 1}, List.of(together(1)));
    assertArrayEquals(new int[] {0, 0, 1}, one.fair(0));
    // Alike bidders with four workers pay two: the last server's, though all are worth the same.
    BundleAuction two = BundleAuction.of(new int[] {2, 2}, List.of(ANYWHERE, ANYWHERE));
    assertEquals(0.5, two.kept(0), 1e-12);
    assertArrayEquals(new int[] {0, 2}, two.fair(0));
    assertArrayEquals(new int[] {2, 0}, two.fair(1));
    assertArrayEquals(new int[] {0, 1}, two.won(0));
  }

  /** 6323 workers have 19,999,650 pairs, 6324 have 20,005,975. */
  @Test
  void of_moreThanTwentyMillionPairs_isRefused() {
    assertMessage("more than 20000000 pairs", new int[] {6324}, ANYWHERE);
    BundleAuction.of(new int[] {3300}, List.of());
  }

  @Test
  void of_outOfRange_isRefusedByName() {
    assertMessage("offer has -1 workers on server 1", new int[] {1, -1}, ANYWHERE);
    assertMessage("value of bidder 0 for the bundle [0] is NaN", new int[] {1}, w -> Double.NaN);
    assertMessage("[0] is -1.0; it must be finite", new int[] {1}, w -> -1);
    int[] large = new int[8];
    Arrays.fill(large, 8);
    assertMessage("more than 20000000 pairs", large, ANYWHERE);
  }

  private static void assertMessage(String part, int[] offer, BundleValue bid) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> BundleAuction.of(offer, List.of(bid)));
    assertTrue(refused.getMessage().contains(part), refused.getMessage());
  }
}
