package io.gavel.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The glossary of the guide names the exported types, each once, and no other type. */
final class GlossaryTest {

  private static final Path PAGE = Path.of("..", "..", "docs", "reference", "glossary.md");

  private static final List<String> SAMPLE =
      List.of(
          "## Words",
          "| word | meaning | unit | types |",
          "|---|---|---|---|",
          "| account | what is owed | s | `Account` |",
          "| lease | permission | s | `Lease`, `Running` |",
          "## Words not used",
          "| not used | write |",
          "|---|---|",
          "| books, book | account |");

  private static List<String> faults(Map<String, Set<String>> exported) {
    return Glossary.parse(SAMPLE).faults(exported);
  }

  @Test
  void glossary_exportedApi_agrees() throws IOException {
    List<String> faults = Glossary.parse(Files.readAllLines(PAGE)).faults(ExportedTypes.names());
    if (!faults.isEmpty()) {
      fail("docs/reference/glossary.md and the exported API differ:\n" + String.join("\n", faults));
    }
  }

  @Test
  void names_ofTheLibrary_areThoseThatItsModulesExport() throws IOException {
    Map<String, Set<String>> names = ExportedTypes.names();
    assertTrue(names.get("Policy").contains("allocate"), names.toString());
    assertTrue(names.get("Job").contains("Builder"), names.toString());
    assertTrue(names.size() > 50, names.toString());
    assertFalse(names.containsKey("Glossary"), "is no part of the library");
  }

  @Test
  void faults_allFits_areNone() {
    assertEquals(
        List.of(),
        faults(
            Map.of("Account", Set.of("owed"), "Lease", Set.of(), "Running", Set.of("notebook"))));
  }

  @Test
  void faults_newType_saysWhereToNameIt() {
    assertEquals(
        List.of(
            "type Owed has no entry: name it in the last column of the word that it stands for"),
        faults(
            Map.of("Account", Set.of(), "Lease", Set.of(), "Owed", Set.of(), "Running", Set.of())));
  }

  @Test
  void faults_typeThatIsGone_saysWhereItIsNamed() {
    assertEquals(
        List.of(
            "type Running, named at \"lease\", is not exported: write its new name or remove it"),
        faults(Map.of("Account", Set.of(), "Lease", Set.of())));
  }

  @Test
  void faults_wordThatIsNotUsed_isFoundInTypesAndMethods() {
    List<String> faults =
        faults(Map.of("Account", Set.of("withBooks"), "Lease", Set.of(), "Running", Set.of()));
    assertEquals(
        List.of(
            "withBooks in Account uses the word \"books\": rename it, see the second table for the"
                + " word to use"),
        faults);
  }

  @Test
  void faults_typeTwiceOrUnsorted_isFound() {
    Glossary twice =
        Glossary.parse(
            List.of("## Words", "| lease | a | s | `Lease` |", "| account | b | s | `Lease` |"));
    assertEquals(
        List.of(
            "type Lease is named at [lease, account]: name it once, one word per thing",
            "\"account\" comes after \"lease\": sort the words"),
        twice.faults(Map.of("Lease", Set.of())));
  }
}
