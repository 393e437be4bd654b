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
import org.junit.jupiter.api.Test;

/**
 * Every exported type of the libraries says whether it can change and who may share it;
 * enumerations cannot change, and say nothing. Every array that a public member takes has its shape
 * and unit in the comment.
 */
final class JavadocTest {

  /** A comment, perhaps annotations, and the declaration of a public type. */
  private static final Pattern TYPE =
      Pattern.compile(
          "(?s)/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*"
              + "public ((?:abstract |static |final |sealed |non-sealed )*)"
              + "(class|interface|record) (\\w+)");

  private static final Pattern PROMISE =
      Pattern.compile(
          "(?i)\\b(im)?mutable\\b|\\bstateless\\b|thread-safe|\\bpure functions?\\b|keeps no"
              + " state|from any thread");

  /** A comment, perhaps annotations, and the declaration of a member with an array of numbers. */
  private static final Pattern MEMBER =
      Pattern.compile(
          "(?s)/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*"
              + "((?:public |protected |static |default |abstract )[^;{}()=]*)"
              + "\\(([^()]*\\b(?:double|int|long|boolean)(?:\\[]|\\.\\.\\.)[^()]*)\\)");

  private static final Pattern TYPE_OF_FILE =
      Pattern.compile("(?m)^public [a-z -]*\\b(class|interface|record|enum) ");

  private static final Pattern ARRAY =
      Pattern.compile("\\b(?:double|int|long|boolean)(?:(?:\\[])+|\\.\\.\\.)\\s+(\\w+)");

  /** As {@code [job][worker type]}, or in words. */
  private static final Pattern SHAPE =
      Pattern.compile(
          "\\{@code (\\[[\\w ]+])+}|\\bone (\\w+ )?(a|for each) |\\bthe same (of|for) |any number"
              + " of");

  private static final Pattern UNIT =
      Pattern.compile(
          "(?i)throughputs?\\b|steps|fractions?\\b|\\bthe point\\b|seconds|wall-clock"
              + " time|windows|\\bworkers\\b|objective|price|worth|unit|whether|indices|which|from"
              + " 0 to 1|\\brates?\\b|errors|\\bthe same (of|for) |\\bany ");

  /** Parameters that are arrays of numbers without documented shape or unit. */
  private static List<String> shapeless(String source) {
    boolean isInterface = source.contains("\npublic interface ");
    List<String> shapeless = new ArrayList<>();
    MEMBER
        .matcher(source)
        .results()
        .filter(member -> isInterface || member.group(2).matches("(?s)(public|protected) .*"))
        .forEach(
            member ->
                ARRAY
                    .matcher(member.group(3))
                    .results()
                    .map(array -> array.group(1))
                    .filter(name -> !tells(member.group(1), name))
                    .forEach(shapeless::add));
    return shapeless;
  }

  private static boolean tells(String comment, String parameter) {
    String text = comment.replaceAll("\\n\\s*\\*", " ").replaceAll("\\s+", " ");
    return Pattern.compile("@param " + parameter + " ((?:(?!@param|@return|@throws).)*)")
        .matcher(text)
        .results()
        .anyMatch(
            found -> SHAPE.matcher(found.group(1)).find() && UNIT.matcher(found.group(1)).find());
  }

  private static List<String> silent(String source) {
    return TYPE.matcher(source)
        .results()
        .filter(type -> !PROMISE.matcher(type.group(1)).find())
        .map(type -> type.group(4))
        .toList();
  }

  private static List<Path> sources() {
    Set<String> exported = ExportedApi.packages();
    return ExportedApi.sources().stream()
        .filter(path -> exported.contains(packageOf(path)))
        .toList();
  }

  private static String packageOf(Path source) {
    String folder = source.getParent().toString().replace('\\', '/');
    return folder.substring(folder.lastIndexOf("src/main/java") + 14).replace('/', '.');
  }

  @Test
  void arrays_ofPublicMembers_haveShapeAndUnit() throws IOException {
    List<String> shapeless = new ArrayList<>();
    int found = 0;
    for (Path file : sources()) {
      String source = Files.readString(file);
      if (!TYPE_OF_FILE.matcher(source).find()) {
        continue;
      }
      found += (int) MEMBER.matcher(source).results().count();
      shapeless(source).forEach(name -> shapeless.add(file.getFileName() + ": " + name));
    }
    assertEquals(List.of(), shapeless, "say \"steps per second, {@code [job]}\" or such");
    assertTrue(found > 40, "only " + found + " members were found");
  }

  @Test
  void shapeless_parametersOfEveryKind_areFound() {
    String source =
        """
        /**
         * Does.
         *
         * @param a steps per second, {@code [job][worker type]}
         * @param b {@code [job]}
         * @param c steps
         * @param n which
         */
        public static <T> void f(double[][] a, double[] b, int... c) {}
        /** @param d nothing */
        protected F(int n, boolean[] d) {}
        /** Not public. */
        static void g(double[] e) {}
        """;
    assertEquals(List.of("b", "c", "d"), shapeless(source));
  }

  @Test
  void publicTypes_ofTheLibraries_sayWhetherTheyChange() throws IOException {
    List<String> silent = new ArrayList<>();
    int found = 0;
    for (Path file : sources()) {
      String source = Files.readString(file);
      found += (int) TYPE.matcher(source).results().count();
      silent(source).forEach(type -> silent.add(file.getFileName() + ": " + type));
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
