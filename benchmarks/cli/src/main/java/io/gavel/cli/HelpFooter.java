package io.gavel.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The end of a command's help: paragraphs, then examples, which begin with two spaces. Paragraphs
 * are wrapped anywhere. Examples are broken before an option, by a backslash, so that they can be
 * pasted into a shell. Immutable.
 *
 * @param paragraphs text before the examples, without line feeds
 * @param heading the line above the examples; empty if there are none
 * @param examples one command each
 */
record HelpFooter(List<String> paragraphs, String heading, List<String> examples) {

  private static final String INDENT = "  ";

  /** Columns of an example, without its indentation. */
  private static final int WIDTH = 76;

  private static final String USAGE = "Usage: ";

  /** A width at which no synopsis is broken. */
  private static final int UNBROKEN = 10_000;

  static HelpFooter of(UsageMessageSpec usage) {
    String text =
        Arrays.stream(usage.footer())
            .map(line -> Ansi.OFF.string(line).replace("%n", "\n").replace("%%", "%"))
            .collect(Collectors.joining("\n"));
    List<String> paragraphs = new ArrayList<>();
    List<String> examples = new ArrayList<>();
    for (String paragraph : text.split("\n\\s*\n", -1)) {
      List<String> prose = new ArrayList<>();
      for (String line : paragraph.lines().toList()) {
        boolean example = line.startsWith(INDENT);
        (example ? examples : prose).add(line.strip());
      }
      paragraphs.add(String.join(" ", prose).strip());
    }
    String heading = examples.isEmpty() ? "" : paragraphs.remove(paragraphs.size() - 1);
    paragraphs.removeIf(String::isEmpty);
    return new HelpFooter(List.copyOf(paragraphs), heading, List.copyOf(examples));
  }

  /** Renders the footer in a terminal. */
  static String render(Help help) {
    UsageMessageSpec usage = help.commandSpec().usageMessage();
    HelpFooter footer = of(usage);
    List<String> lines = new ArrayList<>();
    for (String paragraph : footer.paragraphs) {
      lines.add("");
      lines.addAll(wrapped(paragraph.split(" ", -1), usage.width(), "", ""));
    }
    if (!footer.examples.isEmpty()) {
      lines.addAll(List.of("", footer.heading));
      footer.lines().forEach(line -> lines.add(INDENT + line));
    }
    return joined(lines);
  }

  /** Renders the synopsis in a terminal, after the heading "Usage: ". */
  static String renderSynopsis(Help help) {
    List<String> lines = synopsis(help, help.commandSpec().usageMessage().width() - USAGE.length());
    return joined(List.of(String.join("\n" + " ".repeat(USAGE.length()), lines)));
  }

  /** Returns the lines of the synopsis, which break between arguments. */
  static List<String> synopsis(Help help, int width) {
    UsageMessageSpec usage = help.commandSpec().usageMessage();
    int before = usage.width();
    usage.width(UNBROKEN);
    String line = help.synopsis(0).strip();
    usage.width(before);
    int name = help.commandSpec().qualifiedName().length();
    String[] parts = line.substring(name).strip().split(" ", -1);
    parts[0] = line.substring(0, name + 1) + parts[0];
    return wrapped(parts, width, "", " ".repeat(name + 1));
  }

  private static String joined(List<String> lines) {
    return lines.stream()
        .map(line -> line.replace("\n", System.lineSeparator()) + System.lineSeparator())
        .collect(Collectors.joining());
  }

  /** Returns the lines of the examples, as they can be pasted. */
  List<String> lines() {
    return examples.stream()
        .map(example -> example.split(" (?=-)", -1)) // an option stays with its value
        .flatMap(parts -> wrapped(parts, WIDTH, " \\", INDENT).stream())
        .toList();
  }

  /** Fills lines with parts; {@code end} ends a line that continues, {@code indent} begins one. */
  private static List<String> wrapped(String[] parts, int width, String end, String indent) {
    List<String> lines = new ArrayList<>();
    String line = parts[0];
    for (int i = 1; i < parts.length; i++) {
      if (line.length() + 1 + parts[i].length() + end.length() > width) {
        lines.add(line + end);
        line = indent + parts[i];
      } else {
        line += " " + parts[i];
      }
    }
    lines.add(line);
    return lines;
  }
}
