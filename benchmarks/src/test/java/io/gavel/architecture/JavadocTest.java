package io.gavel.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every public type of the libraries says whether it can change and who may share it. Enumerations
 * cannot change, and say nothing.
 */
final class JavadocTest {

  private static final Path ROOT = Path.of("..");
  private static final List<String> LIBRARIES =
      List.of("gavel-policies-api", "gavel-policies-lp", "gavel-estimator", "gavel-mechanism");

  /** A comment, perhaps annotations, and the declaration of a public type. */
  private static final Pattern TYPE =
      Pattern.compile(
          "(?s)/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*"
              + "public ((?:abstract |static |final |sealed |non-sealed )*)"
              + "(class|interface|record) (\\w+)");

  private static final Pattern PROMISE =
      Pattern.compile(
          "(?i)\\b(im)?mutable\\b|\\bstateless\\b|thread-safe|\\bpure function\\b|keeps no state|from any thread");

  private static List<String> silent(String source) {
    return TYPE.matcher(source)
        .results()
        .filter(type -> !PROMISE.matcher(type.group(1)).find())
        .map(type -> type.group(4))
        .toList();
  }

  @Test
  void publicTypes_ofTheLibraries_sayWhetherTheyChange() throws IOException {
    List<String> silent = new ArrayList<>();
    int found = 0;
    for (String library : LIBRARIES) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(library).resolve("src/main/java"))) {
        for (Path file :
            files.filter(path -> path.toString().endsWith(".java")).sorted().toList()) {
          String source = Files.readString(file);
          found += (int) TYPE.matcher(source).results().count();
          silent(source).forEach(type -> silent.add(file.getFileName() + ": " + type));
        }
      }
    }
    assertEquals(List.of(), silent, "say \"Immutable.\", \"Mutable and not thread-safe.\" or such");
    assertTrue(found > 150, "only " + found + " types were found");
  }

  @Test
  void silent_typesOfEveryKind_areFound() {
    String source =
        """
        /** Says. Immutable. */
        public record A() {}
        /** Says nothing. */
        @Deprecated(since = "0")
        public sealed interface B {
          /** Nor does this. */
          public static final class C {}
        }
        /** Not public. */
        class D {}
        """;
    assertEquals(List.of("B", "C"), silent(source));
    Set<String> found = new HashSet<>();
    TYPE.matcher(source).results().map((MatchResult type) -> type.group(4)).forEach(found::add);
    assertEquals(Set.of("A", "B", "C"), found);
  }
}
