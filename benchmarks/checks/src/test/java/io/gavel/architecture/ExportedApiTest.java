package io.gavel.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every signature that the library modules export stands in {@code docs/reference/api.txt}, so that
 * no change of the API goes unnoticed.
 */
final class ExportedApiTest {

  private static final String UPDATE = "gavel.api.update";
  private static final String HOW =
      """

      If this is meant, write the file anew, and review and commit it:
      mvn test -pl benchmarks -am -Dtest=ExportedApiTest -Dsurefire.failIfNoSpecifiedTests=false \
      -D%s=true
      """
          .formatted(UPDATE);

  private static final Path FILE = Path.of("..", "..", "docs", "reference", "api.txt");

  private static List<String> exported() {
    return ExportedApi.of(
        LibraryClasses.ALL
            .that(
                resideInAnyPackage(
                    "io.gavel.policies",
                    "io.gavel.policies.audit",
                    "io.gavel.policies.explain",
                    "io.gavel.policies.observe",
                    "io.gavel.policies.snapshot",
                    "io.gavel.policies.lp",
                    "io.gavel.policies.lp.schedulers",
                    "io.gavel.policies.lp.solver",
                    "io.gavel.estimator",
                    "io.gavel.mechanism",
                    "io.gavel.mechanism.lease",
                    "io.gavel.mechanism.placement"))
            .stream());
  }

  @Test
  void library_exports_areTheAcceptedOnes() throws IOException {
    List<String> actual = exported();
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
  void of_typesOfEveryKind_showsWhatIsVisible() {
    List<String> actual =
        ExportedApi.of(new ClassFileImporter().importPackagesOf(ApiSample.class).stream());
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
    assertFalse(lines(actual).contains("LibraryRules"), "is package-private");
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
