package io.gavel.cli;

import io.gavel.catalog.PolicyCatalog;
import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.report.ExitStatus;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code gavel policies}: lists the policies that {@code --policy} accepts. */
@Command(
    name = "policies",
    mixinStandardHelpOptions = true,
    description = "Lists the policies that --policy accepts and the data each of them needs.")
final class PoliciesCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    List<PolicyEntry> entries = PolicyCatalog.entries();
    int width = entries.stream().mapToInt(entry -> entry.key().length()).max().orElse(0);
    for (PolicyEntry entry : entries) {
      String padded = entry.key() + " ".repeat(width - entry.key().length());
      out.printf("%s  %s%s%n", padded, entry.description(), needs(entry));
    }
    return ExitStatus.OK.code();
  }

  private static String needs(PolicyEntry entry) {
    return entry.needs().isEmpty()
        ? ""
        : entry.needs().stream()
            .map(PolicyEntry.Need::toString)
            .collect(Collectors.joining(", ", " (needs ", ")"));
  }
}
