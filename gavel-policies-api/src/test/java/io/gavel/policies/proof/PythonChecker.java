package io.gavel.policies.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gavel.policies.Allocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Asks the checker in Python of the documentation. */
final class PythonChecker {

  static final Path FILE = Path.of("..", "docs", "reference", "check_certificate.py");

  private PythonChecker() {}

  /** What it says of each certificate; the test is skipped where there is no Python. */
  static List<String> verdicts(List<Allocation> all, Path folder)
      throws IOException, InterruptedException {
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Path file = folder.resolve(i + ".txt");
      files.add(Files.writeString(file, Proof.text(all.get(i))));
    }
    return ofFiles(files, folder);
  }

  /** What it says of each file; the test is skipped where there is no Python. */
  static List<String> ofFiles(List<Path> files, Path folder)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3", FILE.toString()));
    files.forEach(file -> command.add(file.toString()));
    Path out = folder.resolve("verdicts");
    Process python;
    try {
      python =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(out.toFile())
              .start();
    } catch (IOException missing) {
      assumeTrue(false, "python3 is not installed");
      return List.of();
    }
    python.waitFor();
    List<String> verdicts = Files.readAllLines(out);
    assertEquals(files.size(), verdicts.size(), () -> String.join("\n", verdicts));
    return verdicts;
  }
}
