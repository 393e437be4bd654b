package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.gavel.guide.Pages;
import io.gavel.guide.Pages.Block;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/**
 * Each line of README and docs that begins with {@code gavel} in a block of {@code sh}, or with
 * {@code $ gavel} in a block of {@code console}, runs in a fresh clone. What follows it in a {@code
 * console} is its output, of which a page may leave lines out. Other commands are parsed: they need
 * published data, Slurm or files of the reader, or take long (indented blocks).
 */
class GuideCommandsTest {

  private static final Set<String> OUTPUTS =
      Set.of("--out", "--csv", "--record", "--report", "--svg", "--save", "--certificate");
  private static final Pattern NOT_RUN =
      Pattern.compile(".* FOLDER|gavel slurm .*|gavel import (?!slurm).*");
  private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?([eE][-+]?\\d+)?( ms)?");

  /** Several pages show the same command: it runs once. */
  private static final Map<String, CommandRun> DONE = new HashMap<>();

  /** The files that {@code gavel init sample} writes, which pages use. */
  private static final String SAMPLE = "sample/";

  @TempDir private static Path data;
  @TempDir private Path folder;

  @BeforeAll
  static void writeSample() {
    assertEquals(0, CommandRun.of("init", data.resolve(SAMPLE)).status());
  }

  private CommandRun run(String command, Block block) {
    CommandRun run = DONE.computeIfAbsent(command, this::run);
    assertEquals(0, run.status(), () -> block.place() + ": " + command + "\n" + run.err());
    return run;
  }

  private CommandRun run(String command) {
    List<Object> words = new ArrayList<>();
    for (String word : command.substring("gavel".length()).strip().split("\\s+", -1)) {
      boolean output = !words.isEmpty() && OUTPUTS.contains(words.get(words.size() - 1));
      Path input = Pages.root().resolve(word);
      if (output || words.contains("init")) {
        words.add(folder.resolve(word));
      } else if (word.startsWith(SAMPLE)) {
        words.add(data.resolve(word));
      } else {
        Path written = folder.resolve(word);
        words.add(Files.isRegularFile(input) ? input : Files.exists(written) ? written : word);
      }
    }
    if (words.get(0).equals("demo")
        && !command.contains("svg")) { // else it draws into the current folder
      words.addAll(List.of("--svg", folder.resolve("demo.svg")));
    }
    return CommandRun.of(words.toArray());
  }

  /** The lines of a block, those that end in a backslash joined with the next. */
  private static List<String> lines(Block block) {
    return block.text().replaceAll("\\\\\n\\s*", "").lines().toList();
  }

  @Test
  void everyCommandOfAScript_runs() {
    int found = 0;
    for (Block block : Pages.blocks("sh")) {
      for (String line : lines(block)) {
        String command = line.replaceAll("\\s+#.*", "");
        if (command.matches("gavel( .*)?") && !NOT_RUN.matcher(command).matches()) {
          run(command, block);
          found++;
        }
      }
    }
    assertTrue(found > 0, "no command was found");
  }

  @Test
  void everyCommandOfAConsole_printsWhatThePageShows() {
    int found = 0;
    for (Block block : Pages.blocks("console")) {
      List<String> printed = List.of();
      if (lines(block).stream().anyMatch(line -> line.startsWith("$ gavel slurm"))) {
        continue; // asks a running Slurm
      }
      for (String line : lines(block)) {
        if (line.startsWith("$ gavel")) {
          printed = run(line.substring(2), block).out().lines().toList();
          found++;
        } else if (!line.startsWith("$ ") && !line.isBlank()) {
          printed = after(line, printed, block);
        }
      }
    }
    assertTrue(found > 0, "no command was found");
  }

  @Test
  void everyOtherCommand_isParsed() {
    int found = 0;
    for (Path page : Pages.all()) {
      String joined = Pages.prose(page).replaceAll("\\\\\n\\s*", "");
      for (String line : joined.lines().toList()) {
        if (line.matches("    (java -jar )?gavel(\\.jar)? .*")) {
          parse(page, line);
          found++;
        }
      }
    }
    for (Block block : Pages.blocks("sh")) {
      for (String line : lines(block)) {
        if (line.startsWith("gavel") && NOT_RUN.matcher(line).matches()) {
          parse(block.page(), line);
          found++;
        }
      }
    }
    assertTrue(found > 20, "commands found: " + found);
  }

  /** Requires that the options exist and that, without an omission mark, none is missing. */
  private static void parse(Path page, String line) {
    String command = line.replaceAll("\\s+[#>].*", "").replaceFirst(".*?gavel(\\.jar)? ", "");
    String[] words =
        Stream.of(command.strip().split("\\s+", -1))
            .filter(word -> !word.equals("\u2026"))
            .toArray(String[]::new);
    try {
      GavelMain.commandLine(
              new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()))
          .parseArgs(words);
    } catch (MissingParameterException e) {
      assertTrue(line.contains("\u2026"), () -> page + ": " + line + ": " + e.getMessage());
    } catch (ParameterException e) {
      fail("%s: %s: %s".formatted(page, line, e.getMessage()));
    }
  }

  /** The printed lines that follow one that is shown. */
  private static List<String> after(String shown, List<String> printed, Block block) {
    for (int i = 0; i < printed.size(); i++) {
      if (isLike(shown, printed.get(i))) {
        return printed.subList(i + 1, printed.size());
      }
    }
    return fail(
        "%s shows\n%s\nwhich is not among what is left of the output:\n%s"
            .formatted(block.place(), shown, String.join("\n", printed)));
  }

  /** Whether two lines differ at most in spaces, times and the last digits of numbers. */
  private static boolean isLike(String shown, String printed) {
    List<String> here = NUMBER.matcher(shown).results().map(MatchResult::group).toList();
    List<String> there = NUMBER.matcher(printed).results().map(MatchResult::group).toList();
    if (here.size() != there.size() || !words(shown).equals(words(printed))) {
      return false;
    }
    for (int i = 0; i < here.size(); i++) {
      if (!here.get(i).endsWith("ms")) {
        double a = Double.parseDouble(here.get(i));
        double b = Double.parseDouble(there.get(i));
        if (Math.abs(a - b) > 1e-6 + 1e-3 * Math.max(a, b)) {
          return false;
        }
      }
    }
    return true;
  }

  private static String words(String line) {
    return NUMBER.matcher(line).replaceAll("#").strip().replaceAll("\\s+", " ");
  }

  @Test
  void isLike_lastDigits_doNotCount() {
    assertTrue(isLike("gap 1.6e-14  level 0.80000", "gap 2.3e-15 level 0.80001 "));
    assertTrue(isLike("optimal in 305.3 ms", "optimal in 1 ms"));
    assertEquals(false, isLike("level 0.8", "level 0.9"));
    assertEquals(false, isLike("level 0.8", "bound 0.8"));
  }
}
