package io.gavel.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.gavel.guide.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every signature that the library modules export stands in {@code docs/reference/api.txt}, so that
 * no change of the API goes unnoticed.
 */
final class ExportedApiTest {

  private static final Pattern TYPE = Pattern.compile("io\\.gavel(\\.[a-z]\\w*)+\\.[A-Z][\\w$]*");
  private static final String UPDATE = "gavel.api.update";
  private static final String HOW =
      """

      If this is meant, write the file anew, and review and commit it:
      mvn test -pl benchmarks/gates -Dtest=ExportedApiTest -D%s=true
      """
          .formatted(UPDATE);

  private static final Path FILE = Pages.root().resolve("docs/reference/api.txt");

  @Test
  void everyExportedPackage_hasATier() {
    Set<String> packages = ExportedApi.packages();
    assertTrue(packages.size() > 20, packages.toString());
    for (Path info : ExportedApi.sources()) {
      String text = info.endsWith("package-info.java") ? Pages.read(info) : "";
      packages.removeIf(
          name -> text.contains("\npackage " + name + ";") && text.contains("\n@Stability("));
    }
    assertEquals(Set.of(), packages, "add @Stability to package-info.java");
  }

  @Test
  void library_exports_areTheAcceptedOnes() throws IOException {
    List<String> actual = ExportedApi.of(ExportedApi.sources(), ExportedApi.packages());
    if (Boolean.getBoolean(UPDATE)) {
      Files.write(FILE, actual);
    }
    if (!Files.exists(FILE)) {
      fail("docs/reference/api.txt, the list of accepted signatures, is not there." + HOW);
    }
    List<String> difference = ExportedApi.difference(Files.readAllLines(FILE), actual);
    if (!difference.isEmpty()) {
      fail(
          "The exported signatures differ from docs/reference/api.txt:\n"
              + lines(difference)
              + HOW);
    }
  }

  @Test
  void signatures_nameExportedTypesOnly() throws IOException {
    Set<String> exported = new TreeSet<>();
    Set<String> named = new TreeSet<>();
    for (String line : ExportedApi.of(ExportedApi.sources(), ExportedApi.packages())) {
      List<String> types = TYPE.matcher(line).results().map(MatchResult::group).toList();
      named.addAll(types);
      if (!line.startsWith(" ")) {
        exported.add(types.get(0));
      }
    }
    assertTrue(exported.size() > 100, exported.toString());
    named.removeAll(exported);
    assertEquals(Set.of(), named);
  }

  @Test
  void of_typesOfEveryKind_showsWhatIsVisible() throws IOException {
    List<String> actual =
        ExportedApi.of(
            Pages.files(Pages.root().resolve("benchmarks/gates/src/test/java"), ".java"),
            Set.of("io.gavel.architecture"));
    String sample = "io.gavel.architecture.ApiSample";
    assertEquals(
        """
        public abstract interface S extends java.lang.Comparable<S> permits S$Inner
          public abstract <T extends java.lang.Number> java.util.List<T> S.list(T[],int...)\
         throws java.io.IOException
          public default void S.nothing()
          public static final int S.ONE
        public abstract static class S$Inner extends S
          protected final java.lang.String S$Inner.name
          protected S$Inner()
        """,
        lines(actual.stream().filter(line -> line.contains(sample)).toList()).replace(sample, "S"));
    assertFalse(lines(actual).contains("ExportedApiTest"), "is package-private");
  }

  @Test
  void difference_sameLines_isEmpty() {
    assertEquals(List.of(), ExportedApi.difference(List.of("a", "b"), List.of("a", "b")));
    assertEquals(List.of(), ExportedApi.difference(List.of(), List.of()));
  }

  @Test
  void difference_otherLines_showsWhatWentAndWhatCame() {
    assertEquals(
        List.of("- b", "- d", "+ c"),
        ExportedApi.difference(List.of("a", "b", "d"), List.of("a", "c")));
  }

  @Test
  void difference_lineTwice_isCounted() {
    assertEquals(List.of("+ a"), ExportedApi.difference(List.of("a"), List.of("a", "a")));
    assertEquals(List.of("- a"), ExportedApi.difference(List.of("a", "a"), List.of("a")));
  }

  private static String lines(List<String> lines) {
    return String.join("\n", lines) + "\n";
  }
}
