package io.gavel.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gavel.baselines.Baselines;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.catalog.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every policy of the catalogue is a value that can be read. */
class CatalogValuesTest {

  @TestFactory
  Stream<DynamicTest> policies() {
    return PolicyCatalog.entries().stream()
        .map(entry -> dynamicTest(entry.key(), () -> requireValue(entry)));
  }

  /**
   * The catalogue has the names of the library, then of the baselines, and three that need more.
   */
  @Test
  void keys_areTheNamesOfTheLibraryAndThreeMore() {
    List<String> keys = new ArrayList<>(PolicyCatalog.keys());
    assertTrue(
        keys.removeAll(
            List.of("finish_time_fairness_agnostic", "makespan_agnostic", "tiresias_gittins")));
    Policies named = Policies.standard().and(Baselines.policies());
    assertEquals(named.names(), keys);
    keys.forEach(key -> assertEquals(named.named(key), policyOf(PolicyCatalog.entry(key))));
  }

  private static void requireValue(PolicyEntry entry) {
    Policy policy = policyOf(entry);
    String text = policy.toString();
    assertTrue(text.startsWith(policy.getClass().getSimpleName()), text);
    assertFalse(text.contains("@"), text);
    assertEquals(policy, policyOf(entry));
    assertEquals(policy.hashCode(), policyOf(entry).hashCode());
    for (PolicyEntry other : PolicyCatalog.entries()) {
      if (!policyOf(other).toString().equals(text)) {
        assertNotEquals(policy, policyOf(other), other.key());
      }
    }
  }

  private static Policy policyOf(PolicyEntry entry) {
    return entry.policy().apply(OptionalInt.of(0));
  }
}
