package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

final class HelpTest {

  static Stream<List<String>> commands() {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    List<List<String>> paths = new ArrayList<>();
    collect(GavelMain.commandLine(nowhere, nowhere), List.of(), paths);
    return paths.stream();
  }

  private static void collect(CommandLine command, List<String> path, List<List<String>> paths) {
    paths.add(path);
    command
        .getSubcommands()
        .forEach(
            (name, sub) -> {
              List<String> longer = new ArrayList<>(path);
              longer.add(name);
              collect(sub, longer, paths);
            });
  }

  /** A text that is no format, such as one with a lone per cent sign, makes picocli complain. */
  @ParameterizedTest(name = "gavel {0} --help")
  @MethodSource("commands")
  @ResourceLock(Resources.SYSTEM_ERR)
  void help_ofEveryCommand_printsNothingToStderr(List<String> path) {
    List<String> words = new ArrayList<>(path);
    words.add("--help");
    PrintStream before = System.err;
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    CommandRun run;
    try {
      System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
      run = CommandRun.of(words.toArray());
    } finally {
      System.setErr(before);
    }
    assertEquals("", err.toString(StandardCharsets.UTF_8));
    assertEquals("", run.err());
    assertEquals(0, run.status());
    assertTrue(run.out().contains("Usage: "), run.out());
    boolean general =
        path.isEmpty()
            || List.of("help", "generate-completion").contains(path.get(path.size() - 1));
    assertTrue(general || run.out().contains("Example"), "no example: " + run.out());
  }

  /** A line that continues ends with a backslash, so that a shell joins it with the next. */
  @ParameterizedTest(name = "gavel {0} --help")
  @MethodSource("commands")
  void help_examples_canBePasted(List<String> path) {
    List<String> words = new ArrayList<>(path);
    words.add("--help");
    String help = CommandRun.of(words.toArray()).out();
    for (String line : help.substring(help.indexOf("\nExample") + 1).lines().toList()) {
      assertTrue(line.length() <= 80, line);
    }
    String pasted = help.replaceAll(" \\\\\n\\s*", " ");
    for (String example : HelpFooter.of(spec(path).usageMessage()).examples()) {
      assertTrue(pasted.contains("\n  " + example + "\n"), help);
    }
  }

  private static CommandSpec spec(List<String> path) {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    CommandLine command = GavelMain.commandLine(nowhere, nowhere);
    for (String name : path) {
      command = command.getSubcommands().get(name);
    }
    return command.getCommandSpec();
  }

  /** Texts break between words, whatever signs they contain. */
  @Test
  void render_perCentSigns_areBrokenBetweenWords() {
    String help = CommandRun.of("sweep", "--help").out();
    assertTrue(help.replaceAll("\\s+", " ").contains("a rate is too high if more than"), help);
    assertTrue(help.contains("1 %"), help);
  }

  @Test
  void help_descriptions_allOptionsHaveOneAndNoneIsLeftOver() {
    ResourceBundle bundle = ResourceBundle.getBundle("io.gavel.cli.help");
    Set<String> left = new TreeSet<>(bundle.keySet());
    left.removeIf(key -> key.contains(".usage."));
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    describe(GavelMain.commandLine(nowhere, nowhere), left);
    assertEquals(Set.of(), left);
  }

  private static void describe(CommandLine command, Set<String> left) {
    CommandSpec spec = command.getCommandSpec();
    for (OptionSpec option : spec.options()) {
      assertTrue(option.description().length > 0, () -> spec.qualifiedName() + " " + option);
      for (String name : option.names()) {
        String key = name.replaceFirst("^-+", "");
        left.remove(key);
        left.remove(spec.qualifiedName(".") + "." + key);
      }
    }
    command.getSubcommands().values().forEach(sub -> describe(sub, left));
  }
}
