package io.gavel.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.PolicyCatalog;
import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.options.ClasspathOption;
import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel policies}: lists the policies that {@code --policy} accepts. */
@Command(name = "policies")
final class PoliciesCommand extends GavelCommand {

  @Option(names = "--json")
  private boolean json;

  @Mixin private ClasspathOption own = new ClasspathOption();

  @Override
  public Integer call() {
    PrintWriter out = out();
    List<PolicyEntry> entries =
        Stream.concat(PolicyCatalog.entries().stream(), own.policies().entries().stream()).toList();
    if (json) {
      entries.forEach(entry -> out.println(json(entry)));
      out.flush();
      return ExitStatus.OK.code();
    }
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

  private static String json(PolicyEntry entry) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("policy", entry.key());
    line.put("description", entry.description());
    ArrayNode needs = line.putArray("needs");
    entry.needs().forEach(need -> needs.add(need.toString()));
    return Json.line(line);
  }
}
