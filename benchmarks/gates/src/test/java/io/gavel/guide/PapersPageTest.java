package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page that leads from sections of papers to classes names classes that exist. */
final class PapersPageTest {

  private static final Path ROOT = Pages.root();
  private static final Path PAGE = ROOT.resolve("docs/reference/papers.md");
  private static final Pattern CODE = Pattern.compile("`(\\w+)`");
  private static final Pattern ROW = Pattern.compile("\\|[^|]+\\|[^|]+\\|([^|]+)\\|");

  @Test
  void everyRow_namesClassesThatExist() throws IOException {
    Set<String> known = classes();
    Set<String> unknown = new TreeSet<>();
    List<String> rows =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.startsWith("|") && !line.startsWith("|---"))
            .filter(line -> !line.endsWith("| classes |"))
            .toList();
    assertTrue(rows.size() > 30, () -> PAGE + " has only " + rows.size() + " rows");
    for (String row : rows) {
      Matcher cells = ROW.matcher(row);
      assertTrue(cells.matches(), () -> "three cells are needed: " + row);
      List<String> named =
          CODE.matcher(cells.group(1)).results().map(found -> found.group(1)).toList();
      assertTrue(!named.isEmpty(), () -> "no class is named: " + row);
      named.stream().filter(name -> !known.contains(name)).forEach(unknown::add);
    }
    assertEquals(Set.of(), unknown);
  }

  /** The simple names of all classes in files of their own. */
  private static Set<String> classes() {
    return Pages.files(ROOT, ".java").stream()
        .filter(file -> file.toString().replace('\\', '/').contains("src/main/"))
        .map(file -> file.getFileName().toString().replace(".java", ""))
        .collect(Collectors.toSet());
  }
}
