package io.gavel.cli;

import io.gavel.catalog.PolicyCatalog;
import io.gavel.input.RecordedRun;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gavel's names beside those of the library, as the table of docs/reference/policies/names.md. */
final class NamesTable {

  private static final Pattern DECORATED = Pattern.compile("\\[policy=(\\w+)");

  private NamesTable() {}

  static List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("| Gavel's name | name here | class | worker types | pairs |");
    lines.add("|---|---|---|---|---|");
    for (String name : Policies.ofGavel().names()) {
      Policy policy = Policies.ofGavel().named(name);
      boolean blind = policy instanceof HeterogeneityAgnostic || name.equals("fifo");
      lines.add(
          "| `%s` | `%s` | %s | %s | %s |"
              .formatted(
                  name,
                  PolicyCatalog.nameOfGavels(name),
                  type(policy),
                  blind ? "blind" : "aware",
                  RecordedRun.packs(name) ? "yes" : "no"));
    }
    return lines;
  }

  private static String type(Policy policy) {
    String type = "`%s`".formatted(policy.getClass().getSimpleName());
    Matcher decorated = DECORATED.matcher(policy.toString());
    return decorated.find() ? "%s of `%s`".formatted(type, decorated.group(1)) : type;
  }
}
