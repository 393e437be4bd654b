package io.gavel.policies.lp.living;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Points of one pool: room for eight, of which those without a part make way. */
class PricePointsTest {

  private static PricePoints eight() {
    PricePoints points = new PricePoints(1);
    for (int i = 0; i < 8; i++) {
      assertEquals(i, points.add(new double[] {i}));
      points.use[i][0] = 10 + i;
      points.slope[i][0] = 20 + i;
    }
    return points;
  }

  @Test
  void add_full_replacesTheOldestWithoutPart() {
    PricePoints points = eight();
    points.mix(new double[] {0.25, 0.75, 0, 0, 0, 0, 0, 0});
    assertEquals(7, points.add(new double[] {9}));
    assertEquals(8, points.count);
    double[] prices = new double[8];
    for (int i = 0; i < 8; i++) {
      prices[i] = points.price[i][0];
    }
    assertArrayEquals(new double[] {0, 1, 3, 4, 5, 6, 7, 9}, prices);
    assertArrayEquals(new double[] {0.25, 0.75, 0, 0, 0, 0, 0, 0}, points.part);
    assertEquals(13, points.use[2][0]);
    assertEquals(27, points.slope[6][0]);
  }

  @Test
  void mixed_numbers_areSumsByPart() {
    PricePoints points = eight();
    points.mix(new double[] {0.25, 0.75, 0, 0, 0, 0, 0, 0});
    assertEquals(0.25 * 10 + 0.75 * 11, points.mixed(points.use, 0));
    points.clear();
    assertEquals(0, points.count);
    assertEquals(0, points.mixed(points.use, 0));
    assertArrayEquals(new double[8], points.part);
  }

  /** At a level that is a quarter higher, uses grow by a quarter of their slopes. */
  @Test
  void shift_point_movesAlongItsSlope() {
    PricePoints points = eight();
    points.shift(2, 1.25);
    assertEquals(12 + 22 * 0.25, points.use[2][0]);
    assertEquals(22 * 1.25, points.slope[2][0]);
    assertEquals(11, points.use[1][0]);
  }
}
