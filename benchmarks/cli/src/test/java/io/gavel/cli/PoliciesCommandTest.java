package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.catalog.PolicyCatalog;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoliciesCommandTest {

  @Test
  void policies_listsEachWithOneLine() {
    CommandRun run = CommandRun.of("policies");
    assertEquals(0, run.status());
    List<String> lines = run.out().lines().toList();
    assertEquals(PolicyCatalog.keys(), lines.stream().map(line -> line.split(" ", 2)[0]).toList());
    assertTrue(
        lines.stream()
            .anyMatch(
                line ->
                    line.startsWith("max_min_fairness_packed") && line.endsWith("(needs pairs)")),
        run.out());
  }
}
