package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gavel solve} with {@code --certificate}. */
final class SolveProofsTest {

  private static final Path CHECKER =
      Path.of("..", "..", "docs", "reference", "check_certificate.py");

  @TempDir Path folder;

  private static CommandRun solve(String policy, String problem, String... options) {
    Object[] words = new Object[options.length + 3];
    words[0] = "solve";
    words[1] = "--policy=" + policy;
    System.arraycopy(options, 0, words, 2, options.length);
    words[words.length - 1] = CommandRun.golden(problem);
    return CommandRun.of(words);
  }

  private static void assertRefused(CommandRun run, String message) {
    assertEquals(2, run.status(), run.err());
    assertEquals(message + "\n", run.err());
  }

  @Test
  void certificate_isWritten_andBothCheckersProveIt() throws Exception {
    Path file = folder.resolve("certificate é.txt");
    CommandRun run = solve("max_min_fairness", "g01", "--certificate=" + file);
    assertEquals(0, run.status(), run.err());
    assertTrue(
        Pattern.compile("\ncertificate: proved within [0-9.E-]+\n").matcher(run.out()).find(),
        run.out());
    assertEquals("gavel-certificate 1", Files.readAllLines(file).get(0));
    assertEquals("proved", python(file));
    String text = Files.readString(file);
    String bound = text.lines().filter(line -> line.startsWith("bound ")).findFirst().orElseThrow();
    Files.writeString(file, text.replace(bound, "bound 0.25"));
    assertEquals("not", python(file));
  }

  /** The first word of the verdict. */
  private String python(Path certificate) throws IOException, InterruptedException {
    Path verdict = folder.resolve("verdict");
    Process python;
    try {
      python =
          new ProcessBuilder("python3", CHECKER.toString(), certificate.toString())
              .redirectErrorStream(true)
              .redirectOutput(verdict.toFile())
              .start();
    } catch (IOException missing) {
      assumeTrue(false, "python3 is not installed");
      return "";
    }
    int status = python.waitFor();
    String word = Files.readString(verdict).split(" ", 2)[0];
    assertEquals(word.equals("proved") ? 0 : 1, status);
    return word;
  }

  @Test
  void files_ofWhatStatesNothing_areRefused() {
    Path file = folder.resolve("none");
    assertRefused(
        solve("isolated", "g01", "--certificate=" + file),
        file + ": the certificate does not state what its prices prove");
    assertFalse(Files.exists(file));
  }

  @Test
  void files_ofSeveralProofs_areRefused() {
    for (String policies : List.of("ALL", "isolated,max_min_fairness")) {
      assertRefused(
          solve(policies, "g01", "--certificate=" + folder.resolve("proof")),
          "--certificate needs one policy and one problem");
    }
    CommandRun two =
        CommandRun.of(
            "solve",
            "--policy=isolated",
            "--certificate=" + folder.resolve("proof"),
            CommandRun.golden("g01"),
            CommandRun.golden("g02"));
    assertRefused(two, "--certificate needs one policy and one problem");
  }

  @Test
  void files_thatCannotBeWritten_areRefusedBeforeSolving() {
    Path file = folder.resolve("missing/proof");
    CommandRun run = solve("max_min_fairness", "g01", "--certificate=" + file);
    assertRefused(run, file + ": cannot be written: there is no such folder");
    assertEquals("", run.out());
  }
}
