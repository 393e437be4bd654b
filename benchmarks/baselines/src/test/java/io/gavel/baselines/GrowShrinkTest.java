package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class GrowShrinkTest {

  @Test
  void sizes_idleWorkers_areLentUntilSomebodyAsks() {
    int[] most = {8, 2, 8, 8};
    assertArrayEquals(
        new int[] {5, 2, 3}, GrowShrink.sizes(new int[] {3, 1, 1}, new int[] {8, 2, 8}, 10));
    // a fourth job finds its four, for which the others shrink
    assertArrayEquals(new int[] {4, 1, 1, 4}, GrowShrink.sizes(new int[] {3, 1, 1, 4}, most, 10));
    // one that does not fit waits, and those after it are not held up
    assertArrayEquals(new int[] {4, 2, 0, 0}, GrowShrink.sizes(new int[] {3, 1, 8, 4}, most, 6));
    assertArrayEquals(new int[] {1, 0}, GrowShrink.sizes(new int[] {1, 1}, new int[] {1, 1}, 1));
    assertArrayEquals(new int[] {2}, GrowShrink.sizes(new int[] {1}, new int[] {2}, 9));
    assertThrows(
        IllegalArgumentException.class, () -> GrowShrink.sizes(new int[] {2}, new int[] {1}, 9));
    assertThrows(
        IllegalArgumentException.class, () -> GrowShrink.sizes(new int[] {0}, new int[] {1}, 9));
  }
}
