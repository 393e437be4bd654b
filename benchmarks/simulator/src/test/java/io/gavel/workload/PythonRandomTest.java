package io.gavel.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PythonRandomTest {

  @Test
  void seed0_givesWhatPythonGives() {
    PythonRandom random = new PythonRandom(0);
    assertEquals(0.8444218515250481, random.random());
    assertEquals(0.7579544029403025, random.random());
    assertEquals(0.420571580830845, random.random());
    assertEquals(1.888375125439445, random.uniform(1.5, 3));
    List<Integer> list = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5, 6));
    random.shuffle(list);
    assertEquals(List.of(0, 6, 1, 2, 5, 3, 4), list);
    assertEquals(
        List.of(18, 6, 16, 4, 9, 4, 24, 3),
        IntStream.range(0, 8).mapToObj(i -> random.below(26)).toList());
    assertEquals(0.6353574441341173, new PythonRandom(4294967295L).random());
  }

  @Test
  void seed_outOfRange_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> new PythonRandom(-1));
    assertThrows(IllegalArgumentException.class, () -> new PythonRandom(1L << 32));
    assertThrows(IllegalArgumentException.class, () -> new PythonRandom(0).below(0));
  }
}
