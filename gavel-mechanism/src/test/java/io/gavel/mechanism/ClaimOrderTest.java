package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ClaimOrderTest {

  /** Weights of all magnitudes, many of them equal. */
  private static List<Claim> claims(int count, long seed) {
    Random random = new Random(seed);
    List<Claim> claims = new ArrayList<>();
    for (int g = 0; g < count; g++) {
      double weight =
          random.nextBoolean()
              ? 1 + random.nextInt(20) / 10.0
              : Math.scalb(1 + random.nextDouble(), random.nextInt(2000) - 1000);
      claims.add(new Claim(g, random.nextInt(3), weight, random.nextInt(3) / 3.0));
    }
    return claims;
  }

  @Test
  void sorted_anyClaims_isTheOrderOfCompare() {
    for (int count : new int[] {0, 1, 2, 999, 1000, 1001, 20_000}) {
      List<Claim> claims = claims(count, count);
      List<Claim> expected = new ArrayList<>(claims);
      expected.sort(Claim::compare);
      assertEquals(expected, ClaimOrder.sorted(claims));
    }
  }

  @Test
  void moveHeap_anyMoves_givesTheLargestGainThenTheEarlierRow() {
    Random random = new Random(1);
    MoveHeap heap = new MoveHeap();
    List<double[]> moves = new ArrayList<>();
    for (int row = 0; row < 500; row++) {
      double gain = random.nextInt(50) - 25;
      heap.add(row, gain);
      moves.add(new double[] {gain, row});
    }
    moves.sort((a, b) -> a[0] == b[0] ? Double.compare(a[1], b[1]) : Double.compare(b[0], a[0]));
    for (double[] move : moves) {
      assertEquals(move[0], heap.topGain());
      assertEquals(move[1], heap.topRow());
      heap.removeTop();
    }
    assertEquals(true, heap.isEmpty());
  }
}
