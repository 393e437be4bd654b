package io.gavel.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.guide.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Habits of prose stay at or below the committed figures. A rewrite lowers the figures with {@code
 * -Dgavel.prose.update=true}, which never raises one.
 */
final class ProseHabitsTest {

  private static final Path FIGURES =
      Pages.root().resolve("benchmarks/gates/src/test/resources/prose-habits.txt");

  @Test
  void habits_ofTheProject_areAtMostTheCommittedFigures() throws IOException {
    Map<String, Double> found = ProseHabits.ofJavadoc(Pages.root());
    found.putAll(ProseHabits.ofPages());
    found.put("docs.words", (double) ProseHabits.words());
    Map<String, Double> committed = committed();
    if (Boolean.getBoolean("gavel.prose.update")) {
      List<String> lines = new ArrayList<>();
      found.forEach(
          (name, value) ->
              lines.add(line(name, Math.min(up(value), committed.getOrDefault(name, 1e9)))));
      Files.write(FIGURES, lines);
    }
    Map<String, String> above = new LinkedHashMap<>();
    Map<String, Double> most = committed();
    found.forEach(
        (name, value) -> {
          if (value > most.getOrDefault(name, 0.0)) {
            above.put(name, "%s, at most %s".formatted(value, most.get(name)));
          }
        });
    assertEquals(Map.of(), above, "rewrite the sentences that were added");
  }

  @Test
  void frequencies_plantedHabits_areCounted() {
    Map<String, Double> found =
        ProseHabits.frequencies(
            "", Stream.of("what is left of those", "the whole beside the others"));
    assertEquals(1_000.0, found.get("clause_as_noun"), 1e-9); // one in ten words
    assertEquals(1_000.0, found.get("those"), 1e-9);
    assertEquals(1_000.0, found.get("whole"), 1e-9);
    assertEquals(0.0, found.get("nobody_anew"), 1e-9);
  }

  @Test
  void articlesFirst_methodsOnly_areCounted() {
    String source =
        """
        /** A type. */
        class A {
          /** The field. */
          private int a = 3;
          /** The number of jobs. */
          int jobs() {
          /** Returns the number. */
          @Override
          public <T> List<T> all(int most, List<T> of) throws IOException {
        """;
    assertEquals(50, ProseHabits.articlesFirst(List.of(source)), 1e-9);
  }

  private static double up(double value) {
    return Math.ceil(10 * value) / 10;
  }

  private static String line(String name, double value) {
    return String.format(Locale.ROOT, "%s %.1f", name, value);
  }

  private static Map<String, Double> committed() throws IOException {
    Map<String, Double> figures = new LinkedHashMap<>();
    if (Files.exists(FIGURES)) {
      for (String line : Files.readAllLines(FIGURES)) {
        String[] parts = line.split(" ", 2);
        figures.put(parts[0], Double.parseDouble(parts[1]));
      }
    }
    return figures;
  }
}
