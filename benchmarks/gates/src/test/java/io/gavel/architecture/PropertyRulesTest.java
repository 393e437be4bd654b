package io.gavel.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.guide.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PropertyRulesTest {

  /** In two parts, so that this file breaks no rule. */
  private static final String FOR_ALL = "@For" + "All";

  @Test
  void seeds_ofTheHouse_areNone() {
    assertEquals(List.of(), PropertyRules.seeds(Pages.root()));
  }

  @Test
  void seeds_planted_areFound(@TempDir Path folder) throws IOException {
    Path tests = Files.createDirectories(folder.resolve("module/src/test/java"));
    write(
        tests.resolve("Right.java"),
        """
          void one(@Drawn Draws random, @Drawn @IntRange(max = 9) int jobs, @Drawn long bits) {
            run(random, jobs);
          }

          void other(int jobs) {
            run(new Random(jobs), jobs);
          }
        """);
    write(tests.resolve("Seed.java"), "void one(@Drawn long seed) {\n");
    write(
        tests.resolve("Use.java"),
        """
          void one(
              @Drawn @IntRange(min = 1, max = 9)
                  int jobs, @Drawn Random random) {
            run(new SplittableRandom(~jobs));
          }
        """);
    assertEquals(
        List.of(
            "module/src/test/java/Seed.java: " + FOR_ALL + " long seed",
            "module/src/test/java/Use.java: " + FOR_ALL + " @IntRange(min = 1, max = 9) int jobs",
            "module/src/test/java/Use.java: " + FOR_ALL + " Random random"),
        PropertyRules.seeds(folder).stream().map(text -> text.replace('\\', '/')).toList());
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text.replace("@Drawn", FOR_ALL));
  }
}
