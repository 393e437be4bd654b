package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gavel.cli.GavelMain;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script and the notebook of the page for users of Python. */
final class PythonGuideTest {

  private static final Path SCRIPT = Pages.root().resolve("docs/how-to/compare_policies.py");
  private static final Path NOTEBOOK = Pages.root().resolve("docs/how-to/compare_policies.ipynb");

  @TempDir private Path folder;

  /** Returns a Python with pandas and matplotlib. */
  private static Optional<String> python() throws InterruptedException {
    for (String name : List.of("python3", "/usr/bin/python3")) {
      try {
        Process check =
            new ProcessBuilder(name, "-c", "import pandas, matplotlib")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (check.waitFor() == 0) {
          return Optional.of(name);
        }
      } catch (IOException absent) {
        // The next one may be there.
      }
    }
    return Optional.empty();
  }

  @Test
  void script_sample_printsMeansAndDrawsAPicture() throws Exception {
    Optional<String> python = python();
    assumeTrue(python.isPresent(), "no python3 with pandas and matplotlib");
    Path sample = folder.resolve("sample");
    assertEquals(
        0, GavelMain.run(OutputStream.nullOutputStream(), System.err, "init", sample.toString()));
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process script =
        new ProcessBuilder(
                python.get(),
                SCRIPT.toString(),
                sample.toString(),
                folder.resolve("out").toString(),
                java.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                GavelMain.class.getName())
            .redirectErrorStream(true)
            .start();
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    script.getInputStream().transferTo(printed);
    assertEquals(0, script.waitFor(), printed::toString);
    assertTrue(printed.toString().contains("max_min_fairness"), printed::toString);
    assertTrue(Files.size(folder.resolve("out/policies.png")) > 10_000);
  }

  @Test
  void notebook_functions_areThoseOfTheScript() throws IOException {
    JsonNode notebook = JsonMapper.builder().build().readTree(Files.readString(NOTEBOOK));
    StringBuilder code = new StringBuilder();
    for (JsonNode cell : notebook.path("cells")) {
      cell.path("source").forEach(line -> code.append(line.asText()));
      code.append("\n\n");
    }
    String script = Files.readString(SCRIPT);
    String functions = script.substring(script.indexOf("def sweep"), script.indexOf("def main"));
    for (String function : functions.split("\n\n\n")) {
      assertTrue(code.toString().contains(function.strip()), function);
    }
  }
}
