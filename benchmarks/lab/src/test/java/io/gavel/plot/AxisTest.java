package io.gavel.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AxisTest {

  @Test
  void linear_axis_endsAtTheDataAndHasRoundTicks() {
    Axis axis = Axis.linear(DoubleStream.of(0, 17.3), 0, 100);
    assertEquals(List.of(0.0, 5.0, 10.0, 15.0), axis.ticks());
    assertEquals(0, axis.at(0));
    assertEquals(100, axis.at(17.3));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-12, 0.3, 1, 7, 999, 1e15})
  void linear_anyRange_hasFewTicksThatSpanIt(double most) {
    Axis axis = Axis.linear(DoubleStream.of(0, most), 0, 100);
    assertTrue(axis.ticks().size() >= 2 && axis.ticks().size() <= 8, axis.ticks().toString());
    assertTrue(axis.at(most) <= 100 + 1e-9, "at " + axis.at(most));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 1.01, 1.5, 9, 5_000, 1e9})
  void logarithmic_anyRange_hasTicksWithinIt(double most) {
    Axis axis = Axis.logarithmic(DoubleStream.of(1, most), 10, 90);
    assertTrue(axis.ticks().size() >= 2, axis.ticks().toString());
    axis.ticks().forEach(tick -> assertTrue(axis.at(tick) >= 10 && axis.at(tick) <= 90));
    assertTrue(axis.at(1) >= 10 && axis.at(most) <= 90);
  }

  @Test
  void logarithmic_zero_isRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> Axis.logarithmic(DoubleStream.of(0, 1), 0, 1));
  }

  @Test
  void label_roundNumber_isPlain() {
    assertEquals("0.1", Axis.label(0.1));
    assertEquals("0.3", Axis.label(3 * 0.1));
    assertEquals("1000", Axis.label(1e3));
    assertEquals("1.0e+09", Axis.label(1e9));
  }
}
