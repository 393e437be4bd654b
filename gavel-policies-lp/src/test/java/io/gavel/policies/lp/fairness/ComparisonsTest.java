package io.gavel.policies.lp.fairness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ComparisonsTest {

  @Test
  void add_again_keepsTheFirstPlace() {
    Comparisons comparisons = new Comparisons(3);
    comparisons.add(2, 0);
    comparisons.add(0, 1);
    comparisons.add(2, 0);
    List<String> seen = new ArrayList<>();
    comparisons.forEach((a, b) -> seen.add(a + " " + b));
    assertEquals(List.of("2 0", "0 1"), seen);
    assertEquals(2, comparisons.count());
    assertTrue(comparisons.of(2).get(0));
  }

  @Test
  void clear_some_leavesNone() {
    Comparisons comparisons = new Comparisons(2);
    comparisons.add(0, 1);
    comparisons.clear();
    assertEquals(0, comparisons.count());
    assertTrue(comparisons.of(0).isEmpty());
  }
}
