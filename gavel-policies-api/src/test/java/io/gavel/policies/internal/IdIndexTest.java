package io.gavel.policies.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IdIndexTest {

  private static IdIndex<String> index(List<String> ids) {
    return IdIndex.of("job", Function.identity(), ids);
  }

  /** All words of some length over two syllables, whose hashes are equal. */
  private static List<String> collisions(int syllables) {
    return IntStream.range(0, 1 << syllables)
        .mapToObj(
            bits ->
                IntStream.range(0, syllables)
                    .mapToObj(i -> (bits >> i & 1) == 0 ? "Aa" : "BB")
                    .reduce("", String::concat))
        .toList();
  }

  @Test
  void find_anyId_isItsRow() {
    List<String> ids = IntStream.range(0, 1000).mapToObj(i -> "job-" + i * 7919).toList();
    IdIndex<String> index = index(ids);

    for (int row = 0; row < ids.size(); row++) {
      assertEquals(OptionalInt.of(row), index.find(ids.get(row)));
    }
    assertEquals(OptionalInt.empty(), index.find("job-1"));
    assertEquals(OptionalInt.empty(), index(List.of()).find("job-1"));
  }

  @Test
  void find_equalHashes_isItsRow() {
    List<String> ids = collisions(12);
    IdIndex<String> index = index(ids);

    for (int row = 0; row < ids.size(); row++) {
      assertEquals(OptionalInt.of(row), index.find(ids.get(row)));
    }
    assertEquals(OptionalInt.empty(), index.find("BB".repeat(11) + "C#")); // the same hash
  }

  @Test
  void of_repeatedIds_namesTheFirstThatHasOccurredBefore() {
    List<String> ids = List.of("AaAa", "x", "BBBB", "AaBB", "y", "BBBB", "x", "AaAa");
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> index(ids));

    assertEquals("job \"BBBB\" is listed twice, at 2 and 5; ids must be unique", e.getMessage());
  }

  @Test
  void rowOf_unknownId_listsSome() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> index(List.of("a", "b")).rowOf("c"));

    assertEquals("there is no job \"c\"; known: a, b", e.getMessage());
  }
}
