package io.gavel.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
          "`gavel COMMAND --help` prints the same. Examples use the files that `gavel init sample`"
              + " writes.",
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
    Set<String> shared = shared(gavel);
    lines.addAll(List.of("## Options of several commands", ""));
    addTable("option", shared, lines);
    section(gavel, shared, lines);
    lines.remove(lines.size() - 1);
    return lines;
  }

  private static void section(CommandLine command, Set<String> shared, List<String> lines) {
    CommandSpec spec = command.getCommandSpec();
    lines.addAll(List.of("## `" + spec.qualifiedName() + "`", ""));
    addText(spec.usageMessage().description(), lines);
    lines.add("```");
    lines.addAll(HelpFooter.synopsis(command.getHelp(), WIDTH));
    lines.addAll(List.of("```", ""));
    List<String> rows = new ArrayList<>(rows(spec));
    rows.removeAll(shared);
    addTable("option", rows, lines);
    lines.add(
        rows(spec).stream()
            .filter(shared::contains)
            .map(row -> row.replaceFirst("^\\| (`.*?`) \\| .*", "$1"))
            .collect(Collectors.joining(", ", "[Shared](#options-of-several-commands): ", ".")));
    lines.add("");
    List<String> statuses = new ArrayList<>();
    spec.usageMessage()
        .exitCodeList()
        .forEach((code, meaning) -> statuses.add("| %s | %s |".formatted(code, cell(meaning))));
    addTable("exit status", statuses, lines);
    addFooter(HelpFooter.of(spec.usageMessage()), lines);
    subcommands(command).forEach(subcommand -> section(subcommand, shared, lines));
  }

  /** Returns the rows of options that several commands have. */
  private static Set<String> shared(CommandLine gavel) {
    Set<String> seen = new HashSet<>();
    Set<String> shared = new TreeSet<>();
    Deque<CommandLine> commands = new ArrayDeque<>(List.of(gavel));
    while (!commands.isEmpty()) {
      CommandLine command = commands.pop();
      rows(command.getCommandSpec()).stream().filter(row -> !seen.add(row)).forEach(shared::add);
      commands.addAll(subcommands(command));
    }
    return shared;
  }

  private static List<String> rows(CommandSpec spec) {
    List<String> rows = new ArrayList<>();
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      rows.add(row(parameter.paramLabel(), parameter));
    }
    for (OptionSpec option : spec.options()) {
      String names = String.join(", ", option.names());
      boolean flag = option.arity().max() == 0;
      rows.add(row(flag ? names : names + "=" + option.paramLabel(), option));
    }
    return rows;
  }

  private static void addTable(String name, Collection<String> rows, List<String> lines) {
    if (!rows.isEmpty()) {
      lines.addAll(List.of("| %s | meaning |".formatted(name), "|---|---|"));
      lines.addAll(rows);
      lines.add("");
    }
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

  /** Paragraphs, and examples that can be pasted, which {@code GuideCommandsTest} runs. */
  private static void addFooter(HelpFooter footer, List<String> lines) {
    footer.paragraphs().forEach(paragraph -> lines.addAll(List.of(paragraph, "")));
    if (!footer.examples().isEmpty()) {
      lines.addAll(List.of(footer.heading(), "", "```sh"));
      lines.addAll(footer.lines());
      lines.addAll(List.of("```", ""));
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
