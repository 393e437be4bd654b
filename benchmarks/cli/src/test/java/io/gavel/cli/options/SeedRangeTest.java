package io.gavel.cli.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.workload.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SeedRangeTest {

  @Test
  void parse_seedsAndRanges_inTheOrderGiven() {
    assertEquals(List.of(42L), SeedRange.parse("42"));
    assertEquals(List.of(1L, 5L, 6L, 7L, 3L), SeedRange.parse("1,5..7,3"));
    assertEquals(List.of(4L), SeedRange.parse("4..4"));
    assertEquals(10_000, SeedRange.parse("0..9999").size());
  }

  @Test
  void parse_backwards_saysSoAndWhichWayRound() {
    assertEquals(
        "--seeds is \"3..1\": 3..1 is descending; a range goes from the lower to the higher seed,"
            + " such as 1..3",
        complaint("3..1"));
    assertEquals(
        "--seeds is \"0,9..8,4\": 9..8 is descending; a range goes from the lower to the higher"
            + " seed, such as 8..9",
        complaint("0,9..8,4"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "1,", "-1", "1...3", "1..", "0..10000", "0..5000,0..5000"})
  void parse_noSeedsOrTooMany_saysWhatIsAllowed(String text) {
    assertEquals(
        "--seeds is \"%s\"; it must be at most 10000 whole numbers, such as 42 or 42..51 or 1,5..7"
            .formatted(text),
        complaint(text));
  }

  private static String complaint(String text) {
    return assertThrows(InvalidInputException.class, () -> SeedRange.parse(text)).getMessage();
  }
}
