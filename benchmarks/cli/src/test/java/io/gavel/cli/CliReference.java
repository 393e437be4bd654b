package io.gavel.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The page of the command line, docs/reference/cli.md, from the model of its commands. */
final class CliReference {

  private static final int WIDTH = 96;

  private static final List<String> INTRODUCTION =
      List.of(
          "# Command line",
          "",
          "Generated from the program's own options; `gavel COMMAND --help` prints the same."
              + " `CliReferenceTest` keeps this page; run it with `-Dgavel.api.update=true` to"
              + " write it anew.",
          "");

  private CliReference() {}

  static List<String> lines() {
    CommandLine gavel =
        GavelMain.commandLine(
            new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()));
    List<String> lines = new ArrayList<>(INTRODUCTION);
    lines.add("| command | purpose |");
    lines.add("|---|---|");
    for (CommandLine command : subcommands(gavel)) {
      String name = command.getCommandSpec().qualifiedName();
      lines.add(
          "| [`%s`](#%s) | %s |"
              .formatted(
                  name,
                  name.replace(' ', '-'),
                  firstSentence(cell(command.getCommandSpec().usageMessage().description()))));
    }
    lines.add("");
    section(gavel, lines);
    lines.remove(lines.size() - 1);
    return lines;
  }

  private static void section(CommandLine command, List<String> lines) {
    CommandSpec spec = command.getCommandSpec();
    lines.addAll(List.of("## `" + spec.qualifiedName() + "`", ""));
    addText(spec.usageMessage().description(), lines);
    lines.add("```");
    spec.usageMessage().width(WIDTH);
    command.getHelp().synopsis(0).lines().map(String::stripTrailing).forEach(lines::add);
    lines.addAll(List.of("```", ""));
    List<String> rows = new ArrayList<>();
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      rows.add(row(parameter.paramLabel(), parameter));
    }
    for (OptionSpec option : spec.options()) {
      String names = String.join(", ", option.names());
      boolean flag = option.arity().max() == 0;
      rows.add(row(flag ? names : names + "=" + option.paramLabel(), option));
    }
    lines.addAll(List.of("| option | meaning |", "|---|---|"));
    lines.addAll(rows);
    lines.add("");
    Map<String, String> statuses = spec.usageMessage().exitCodeList();
    if (!statuses.isEmpty()) {
      lines.addAll(List.of("| exit status | meaning |", "|---|---|"));
      statuses.forEach((code, meaning) -> lines.add("| %s | %s |".formatted(code, cell(meaning))));
      lines.add("");
    }
    addText(spec.usageMessage().footer(), lines);
    subcommands(command).forEach(subcommand -> section(subcommand, lines));
  }

  private static List<CommandLine> subcommands(CommandLine command) {
    return new LinkedHashSet<>(command.getSubcommands().values())
        .stream().filter(sub -> !sub.getCommandSpec().helpCommand()).toList();
  }

  private static String row(String label, ArgSpec argument) {
    String needed = argument.required() ? " Required." : "";
    return "| `%s` | %s%s |"
        .formatted(label.replace("|", "\\|"), cell(argument.description()), needed);
  }

  /** Paragraphs, which the help wraps by hand. */
  private static void addText(String[] text, List<String> lines) {
    for (String paragraph : plain(text).split("\\s*\n\\s*\n\\s*", -1)) {
      String words = paragraph.strip().replaceAll("\\s+", " ");
      if (!words.isEmpty()) {
        lines.addAll(List.of(words, ""));
      }
    }
  }

  private static String firstSentence(String text) {
    int end = text.indexOf(". ");
    return end < 0 ? text : text.substring(0, end + 1);
  }

  private static String cell(String... text) {
    return plain(text).strip().replaceAll("\\s+", " ").replace("|", "\\|");
  }

  /** Without the markup of picocli and of its formats. */
  private static String plain(String... text) {
    return Arrays.stream(text)
        .map(line -> Ansi.OFF.string(line).replace("%n", "\n").replace("%%", "%"))
        .collect(Collectors.joining("\n"));
  }
}
