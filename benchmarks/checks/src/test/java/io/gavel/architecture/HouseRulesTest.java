package io.gavel.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HouseRulesTest {
  private static final JavaClasses HOUSE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar")) // the contract kits
          .withImportOption(location -> !location.contains("/jmh_generated/"))
          .importPackages("io.gavel");
  private static final JavaClasses PLANTED =
      new ClassFileImporter().importPackages("io.gavel.architecture.violations.house");

  @Test
  void packageCycles_ofTheHouse_areNone() {
    assertEquals(List.of(), HouseRules.packageCycles(HOUSE));
  }

  @Test
  void packageCycles_planted_isFound() {
    List<String> found = HouseRules.packageCycles(PLANTED);
    assertEquals(1, found.size(), found.toString());
    assertTrue(found.get(0).contains("house.left.Knot"), found.get(0));
    assertTrue(found.get(0).contains("house.right.Loop"), found.get(0));
  }

  @Test
  void largePackages_ofTheHouse_areNone() {
    assertEquals(List.of(), HouseRules.largePackages(HOUSE));
  }

  @Test
  void largePackages_planted_isFound() {
    assertEquals(
        List.of(
            "package io.gavel.architecture.violations.house.crowd holds 21 types; at most 20 are"
                + " allowed"),
        HouseRules.largePackages(PLANTED));
  }

  @Test
  void repeatedNames_ofTheHouse_areNone() {
    assertEquals(List.of(), HouseRules.repeatedNames(HOUSE));
  }

  @Test
  void repeatedNames_planted_isFound() {
    String root = "io.gavel.architecture.violations.house.";
    assertEquals(
        List.of("one name stands for several types: " + root + "left.Twin, " + root + "right.Twin"),
        HouseRules.repeatedNames(PLANTED));
  }

  private static ArchRule withoutFiles(String... packages) {
    return noClasses()
        .that()
        .resideInAnyPackage(packages)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.nio..", "java.net..");
  }

  @Test
  void simulator_ofTheHouse_readsAndWritesNothing() {
    withoutFiles("io.gavel.simulator..", "io.gavel.workload..").check(HOUSE);
  }

  @Test
  void simulator_readersOfFiles_wouldBreakTheRule() {
    assertTrue(withoutFiles("io.gavel.input..").evaluate(HOUSE).hasViolation());
  }

  @Test
  void longFiles_ofTheHouse_areNone() {
    assertEquals(List.of(), HouseRules.longFiles(Repository.root()));
  }

  @Test
  void longFiles_planted_isFound(@TempDir Path folder) throws IOException {
    Path sources = Files.createDirectories(folder.resolve("module/src/main/java"));
    Files.write(sources.resolve("Long.java"), Collections.nCopies(401, "//"));
    Files.write(sources.resolve("Short.java"), Collections.nCopies(400, "//"));
    List<String> found = HouseRules.longFiles(folder);
    assertEquals(1, found.size(), found.toString());
    assertTrue(found.get(0).endsWith("Long.java has 401 lines; at most 400 are allowed"));
  }
}
