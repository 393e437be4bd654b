package io.gavel.cli;

import io.gavel.catalog.PolicyCatalog;
import io.gavel.catalog.PolicyEntry;
import io.gavel.policies.claims.Aspect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** What the policies of the catalogue read, as a table of docs/reference/claims.md. */
final class AspectsTable {

  private AspectsTable() {}

  static List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        Arrays.stream(Aspect.values())
            .map(Aspect::toString)
            .collect(Collectors.joining(" | ", "| policy | ", " |")));
    lines.add("|---|" + "---|".repeat(Aspect.values().length));
    for (PolicyEntry entry : PolicyCatalog.entries()) {
      Set<Aspect> reads = entry.policy().apply(OptionalInt.of(0)).reads();
      lines.add(
          Arrays.stream(Aspect.values())
              .map(aspect -> reads.contains(aspect) ? "yes" : "\u2013")
              .collect(Collectors.joining(" | ", "| `%s` | ".formatted(entry.key()), " |")));
    }
    return lines;
  }
}
