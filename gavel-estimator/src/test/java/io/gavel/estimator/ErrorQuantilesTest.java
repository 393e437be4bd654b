package io.gavel.estimator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.Estimate.ErrorQuantiles;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ErrorQuantilesTest {

  /**
   * The errors 1 to n. Of n + 1 errors of one distribution, the last is among the k smallest with
   * probability k / (n + 1), so at most (1 - level) / 2 of n + 1 may lie beyond an end.
   */
  @ParameterizedTest
  @CsvSource({
    "9, 0.8, 1, 9", // 1 of 10
    "19, 0.9, 1, 19", // 1 of 20
    "38, 0.9, 1, 38", // 1.95 of 39, so the first
    "7, 0.5, 2, 6", // 2 of 8
    "99, 0.5, 25, 75",
    "20, 0.5, 5, 16", // 5.25 of 21
    "5, 0.75, -2, 5", // fewer than the level needs: 1 / sqrt(1 - level) or the outermost
    "1, 0.9375, -4, 4",
    "0, 0.75, -2, 2",
  })
  void at_ends_leaveOutNoMoreThanTheLevelAllows(int n, double level, double low, double high) {
    ErrorQuantiles quantiles =
        ErrorQuantiles.of(IntStream.rangeClosed(1, n).asDoubleStream().toArray());
    assertEquals(low, quantiles.at((1 - level) / 2, level));
    assertEquals(high, quantiles.at((1 + level) / 2, level));
  }

  /** Nine errors have a tenth of the next one's chances on each side, which 80 % leaves. */
  @ParameterizedTest
  @CsvSource({"9, 0.8", "19, 0.9", "39, 0.95", "3, 0.5"})
  void isCalibrated_fromTheFewestErrorsThatLeaveRoom(int n, double level) {
    assertTrue(ErrorQuantiles.of(new double[n]).isCalibrated(level));
    assertFalse(ErrorQuantiles.of(new double[n - 1]).isCalibrated(level));
  }

  @Test
  void equals_otherErrors_differ() {
    ErrorQuantiles errors = ErrorQuantiles.of(new double[] {2, 1});
    assertEquals(ErrorQuantiles.of(new double[] {1, 2}), errors, "in any order");
    assertNotEquals(ErrorQuantiles.of(new double[] {1, 3}), errors);
    assertNotEquals(ErrorQuantiles.of(new double[] {1}), errors);
  }
}
