package io.gavel.cli;

import io.gavel.catalog.PolicyCatalog;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gavel's names beside those of the library, as the table of docs/reference/policies/names.md. */
final class NamesTable {

  /** Policies on a reference type, which the command line takes from the problem. */
  private static final Map<String, String> ON_REFERENCE =
      Map.of(
          "finish_time_fairness",
          "finish_time_fairness_agnostic",
          "min_total_duration",
          "makespan_agnostic");

  private static final Pattern DECORATED = Pattern.compile("\\[policy=(\\w+)");

  private NamesTable() {}

  static List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("| Gavel's name | name here | class | worker types | pairs |");
    lines.add("|---|---|---|---|---|");
    for (String name : Policies.namesOfGavel()) {
      Policy policy = Policies.ofGavel(name);
      boolean packed = name.contains("_packed") || name.equals("gandiva");
      boolean blind = policy instanceof HeterogeneityAgnostic || name.equals("fifo");
      lines.add(
          "| `%s` | %s | %s | %s | %s |"
              .formatted(
                  name,
                  own(name, policy, packed),
                  type(policy),
                  blind ? "blind" : "aware",
                  packed ? "yes" : "no"));
    }
    return lines;
  }

  private static String type(Policy policy) {
    String type = "`%s`".formatted(policy.getClass().getSimpleName());
    Matcher decorated = DECORATED.matcher(policy.toString());
    return decorated.find() ? "%s of `%s`".formatted(type, decorated.group(1)) : type;
  }

  private static String own(String name, Policy policy, boolean packed) {
    if (ON_REFERENCE.containsKey(name)) {
      return "`%s`".formatted(ON_REFERENCE.get(name));
    }
    return Policies.names().stream()
        .filter(own -> Policies.named(own).equals(policy))
        .filter(own -> PolicyCatalog.entry(own).packed() == packed)
        .findFirst()
        .map("`%s`"::formatted)
        .orElse("\u2013");
  }
}
