package io.gavel.policies;

import io.gavel.policies.model.WorkerType;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/** Renders an allocation as a human-readable table. */
final class AllocationTable {

  private AllocationTable() {}

  /** The fraction of time of a group on a type. */
  interface Fractions {
    double at(int g, int j);
  }

  static String of(
      AllocationProblem problem, Fractions fractions, IntToDoubleFunction effectiveThroughput) {
    int nameWidth = 5;
    for (int g = 0; g < problem.groupCount(); g++) {
      nameWidth = Math.max(nameWidth, problem.groupName(g).length());
    }
    StringBuilder table = new StringBuilder(pad("group", nameWidth));
    for (WorkerType type : problem.cluster().types()) {
      table.append("  ").append(String.format(Locale.ROOT, "%9s", type.name()));
    }
    table.append("    steps/s\n");
    for (int g = 0; g < problem.groupCount(); g++) {
      table.append(pad(problem.groupName(g), nameWidth));
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        int width = Math.max(9, problem.cluster().type(j).name().length());
        String percent = String.format(Locale.ROOT, "%.1f %%", 100 * fractions.at(g, j));
        table.append("  ").append(" ".repeat(Math.max(0, width - percent.length())));
        table.append(percent);
      }
      table.append(
          g < problem.jobCount()
              ? String.format(Locale.ROOT, "  %9.4g\n", effectiveThroughput.applyAsDouble(g))
              : "\n");
    }
    return table.toString();
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(width - text.length());
  }
}
