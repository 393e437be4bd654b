package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as other systems name and write them. */
final class FileNamesTest {

  private static final Path DATA = Path.of("..", "..", "docs", "tutorial", "data");

  @TempDir private Path temporary;

  /** A copy of the tutorial's data in a folder with an awkward name. */
  private Path copied(String name, String lineEnd) throws IOException {
    Path folder = Files.createDirectory(temporary.resolve(name));
    for (String file : new String[] {"problem.json", "throughputs.json", "jobs.csv"}) {
      String text = Files.readString(DATA.resolve(file));
      Files.writeString(folder.resolve(file), text.replace("\n", lineEnd));
    }
    return folder;
  }

  private static void assertWorks(Path folder) throws IOException {
    CommandRun solved =
        CommandRun.of(
            "solve", "--policy=max_min_fairness", "--json", folder.resolve("problem.json"));
    assertEquals(0, solved.status(), solved.err());
    Path csv = folder.resolve("out put.csv");
    CommandRun simulated =
        CommandRun.of(
            "simulate",
            "--policy=max_min_fairness",
            "--cluster=v100=1,k80=1",
            "--throughputs=" + folder.resolve("throughputs.json"),
            "--trace=" + folder.resolve("jobs.csv"),
            "--csv=" + csv);
    assertEquals(0, simulated.status(), simulated.err());
    assertTrue(Files.readString(csv).startsWith("job_id,"), Files.readString(csv));
  }

  @Test
  void commands_folderWithSpacesAndPercent_areRun() throws IOException {
    assertWorks(copied("50 % of it's {data} $1", "\n"));
  }

  @Test
  void commands_folderBeyondAscii_areRun() throws IOException {
    String name = "gr\u00f6\u00dfe \u6570\u636e";
    String charset = System.getProperty("sun.jnu.encoding");
    Assumptions.assumeTrue(
        Charset.forName(charset).newEncoder().canEncode(name), "file names are in " + charset);
    assertWorks(copied(name, "\n"));
  }

  @Test
  void commands_filesWithWindowsLineEnds_areRun() throws IOException {
    assertWorks(copied("crlf", "\r\n"));
  }
}
