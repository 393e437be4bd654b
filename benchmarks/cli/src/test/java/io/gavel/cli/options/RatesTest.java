package io.gavel.cli.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.workload.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RatesTest {

  @Test
  void parse_listsAndRanges_areExactDecimals() {
    assertEquals(List.of(0.4, 0.5), Rates.parse("0.4,0.5"));
    assertEquals(List.of(0.1, 0.2, 0.3, 2.0), Rates.parse("0.1..0.3..0.1,2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "1..2", "2..1..1", "1..2..0", "0..1000000..0.001"})
  void parse_anythingElse_isRefused(String text) {
    assertThrows(InvalidInputException.class, () -> Rates.parse(text));
  }
}
