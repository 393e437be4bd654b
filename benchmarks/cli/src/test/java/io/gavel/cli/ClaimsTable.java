package io.gavel.cli;

import io.gavel.catalog.PolicyCatalog;
import io.gavel.catalog.PolicyEntry;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.StringJoiner;

/** What the policies of the catalogue claim, as the table of docs/reference/claims.md. */
final class ClaimsTable {

  private ClaimsTable() {}

  static List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("| policy | claims beyond the rules |");
    lines.add("|---|---|");
    for (PolicyEntry entry : PolicyCatalog.entries()) {
      Claims claims = entry.policy().apply(OptionalInt.of(0)).claims();
      lines.add("| `%s` | %s |".formatted(entry.key(), text(claims)));
    }
    return lines;
  }

  private static String text(Claims claims) {
    StringJoiner text = new StringJoiner("; ");
    text.setEmptyValue("\u2013");
    for (Invariant invariant : claims.invariants()) {
      if (!Claims.rules().invariants().contains(invariant)) {
        StringJoiner conditions = new StringJoiner(", ", " (", ")");
        for (Condition condition : claims.conditions(invariant)) {
          conditions.add(condition.toString());
        }
        text.add(invariant + (claims.conditions(invariant).isEmpty() ? "" : conditions.toString()));
      }
    }
    return text.toString();
  }
}
