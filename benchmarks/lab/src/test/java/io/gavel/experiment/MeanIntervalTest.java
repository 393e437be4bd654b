package io.gavel.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class MeanIntervalTest {

  /** The quantile of Student's t for two degrees of freedom is 4.303. */
  @Test
  void of_threeValues_isTheIntervalOfStudent() {
    MeanInterval interval = MeanInterval.of(List.of(1.0, 2.0, 3.0));
    assertEquals(2, interval.mean());
    assertEquals(4.30265 / Math.sqrt(3), interval.half(), 1e-5);
    assertFalse(interval.excludesZero());
    assertTrue(MeanInterval.of(List.of(9.0, 10.0, 11.0)).excludesZero());
  }

  @Test
  void of_oneValue_hasNoInterval() {
    MeanInterval interval = MeanInterval.of(List.of(7.0));
    assertEquals(7, interval.mean());
    assertTrue(Double.isNaN(interval.half()));
    assertFalse(interval.excludesZero(), "one value says nothing about the sign");
  }

  /** p = 1 - t/√(t² + 2) for three values; and p.adjust(c(0.01, 0.04, 0.03), "holm") of R. */
  @Test
  void pValue_andHolm_areThoseOfR() {
    assertEquals(0.0072054464, MeanInterval.of(List.of(9.0, 10.0, 12.0)).pValue(), 1e-9);
    assertTrue(Double.isNaN(MeanInterval.of(List.of(9.0)).pValue()));
    assertEquals(0, MeanInterval.of(List.of(9.0, 9.0)).pValue());
    double[] corrected = MeanInterval.holm(new double[] {0.01, 0.04, Double.NaN, 0.03});
    assertEquals(0.03, corrected[0], 1e-12);
    assertEquals(0.06, corrected[1], 1e-12);
    assertTrue(Double.isNaN(corrected[2]));
    assertEquals(0.06, corrected[3], 1e-12);
  }
}
