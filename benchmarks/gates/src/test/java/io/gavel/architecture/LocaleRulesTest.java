package io.gavel.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.guide.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocaleRulesTest {

  @Test
  void numbersOfTheDefaultLocale_ofTheHouse_areNone() {
    assertEquals(List.of(), LocaleRules.numbersOfTheDefaultLocale(Pages.root()));
  }

  @Test
  void numbersOfTheDefaultLocale_planted_areFound(@TempDir Path folder) throws IOException {
    Path sources = Files.createDirectories(folder.resolve("module/src/main/java"));
    String right = "x = String.format(Locale.ROOT, \"%.2f\", 1.5);\ny = \"%s\".formatted(5);\n";
    Files.writeString(sources.resolve("Right.java"), right + " String percent = \"5 % done\";");
    Files.writeString(sources.resolve("Whole.java"), "x = \"%,d jobs\".formatted(5);");
    Files.writeString(sources.resolve("Part.java"), "x = String.format(\n\"%s; %.3g\", 1, 2);");
    assertEquals(
        List.of(
            "module/src/main/java/Part.java: x = String.format(\n\"%s; %.3g\", 1, 2)",
            "module/src/main/java/Whole.java: x = \"%,d jobs\".formatted(5)"),
        LocaleRules.numbersOfTheDefaultLocale(folder).stream()
            .map(text -> text.replace('\\', '/'))
            .toList());
  }
}
