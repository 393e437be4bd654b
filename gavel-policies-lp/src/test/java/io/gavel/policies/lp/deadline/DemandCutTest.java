package io.gavel.policies.lp.deadline;

import static io.gavel.policies.lp.Cases.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sizes 0.6, 0.6, 0.3 and 0 within a limit of 1; the last job demands nothing. */
final class DemandCutTest {

  private final DemandCut cut =
      DemandCut.of(
          new double[] {6, 3, 1, 2},
          new double[] {1, 1.1, 0.1, 5},
          DualBound.proved(
              1, Prices.of(new double[1], new double[4], new double[] {0.1, 0.2, 0.3, 0})));

  @Test
  void size_isThePriceOfTheDemand() {
    assertEquals(0.6, cut.size(0), 1e-15);
    assertEquals(0.6, cut.size(1), 1e-15);
    assertEquals(0.3, cut.size(2), 1e-15);
    assertEquals(0, cut.size(3));
  }

  @Test
  void excludes_moreThanTheLimit() {
    assertTrue(cut.excludes(set(0, 1)));
    assertFalse(cut.excludes(set(0, 2, 3)));
  }

  @Test
  void shrink_dropsTheLightestForItsSize() {
    BitSet jobs = set(0, 1, 2, 3);
    cut.shrink(jobs);
    assertEquals(set(1, 3), jobs);
  }

  private static boolean[] free(int... jobs) {
    boolean[] free = new boolean[4];
    IntStream.of(jobs).forEach(m -> free[m] = true);
    return free;
  }

  @Test
  void mostWeight_isThatOfAFractionOfTheLastJob() {
    assertEquals(5 + 1.1 + 0.4 / 0.6, cut.mostWeight(set(), free(0, 1, 2, 3)), 1e-5);
    assertEquals(5 + 0.1 + 1.1 + 0.1 / 0.6, cut.mostWeight(set(2), free(0, 1, 3)), 1e-5);
    assertEquals(1 + 0.1, cut.mostWeight(set(), free(0, 2)), 1e-12, "all of them fit");
    assertEquals(Double.NEGATIVE_INFINITY, cut.mostWeight(set(0, 1), free()));
  }
}
