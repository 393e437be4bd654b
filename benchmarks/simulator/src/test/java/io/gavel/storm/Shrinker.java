package io.gavel.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks for few incidents that violate the same rule. Stateless. */
final class Shrinker {

  private Shrinker() {}

  /** The violation of a scenario; empty if all invariants hold. */
  static Optional<Violation> violation(Scenario scenario, Flaw flaw) {
    try {
      World.run(scenario, flaw);
      return Optional.empty();
    } catch (Violation violation) {
      return Optional.of(violation);
    }
  }

  /** Leaves out parts, halves at first and single incidents at last, as long as the rule breaks. */
  static Scenario shrink(Scenario scenario, Flaw flaw, String rule) {
    Scenario best = scenario;
    for (int parts = 2; parts <= 2 * best.incidents().size(); parts *= 2) {
      int size = Math.max(1, best.incidents().size() / parts);
      for (int from = 0; from < best.incidents().size(); ) {
        List<Incident> rest = new ArrayList<>(best.incidents());
        rest.subList(from, Math.min(from + size, rest.size())).clear();
        Scenario smaller = best.with(rest);
        if (violation(smaller, flaw).filter(found -> found.rule.equals(rule)).isPresent()) {
          best = smaller;
        } else {
          from += size;
        }
      }
    }
    return best;
  }

  /** A failure with its seed, and what is left of it. */
  static String report(Scenario scenario, Flaw flaw, Violation violation) {
    Scenario small = shrink(scenario, flaw, violation.rule);
    StringBuilder text = new StringBuilder();
    text.append("seed ").append(scenario.seed()).append(" violates \"").append(violation.rule);
    text.append("\"\n").append(violation.getMessage()).append("\nwith ");
    text.append(small.incidents().size()).append(" incidents of ");
    text.append(scenario.incidents().size()).append(", ").append(small.policy()).append(", ");
    text.append(small.cluster()).append(", ").append(small.options()).append(":\n");
    small.incidents().forEach(incident -> text.append("  ").append(incident).append('\n'));
    violation(small, flaw).ifPresent(last -> text.append(last.getMessage()).append('\n'));
    return text.toString();
  }
}
