package io.gavel.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class HouseRulesTest {
  private static final JavaClasses HOUSE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar")) // the contract kits
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
    withoutFiles("io.gavel.simulator..", "io.gavel.workload..", "io.gavel.baselines..")
        .check(HOUSE);
  }

  /** The packages that the module descriptors of api and lp export without restriction. */
  private static Set<String> exportedPackages() throws IOException {
    Set<String> exported = new HashSet<>();
    for (String module : List.of("gavel-policies-api", "gavel-policies-lp")) {
      String descriptor =
          Files.readString(Path.of("..", "..", module, "src", "main", "java", "module-info.java"));
      Pattern.compile("exports ([\\w.]+);")
          .matcher(descriptor)
          .results()
          .forEach(match -> exported.add(match.group(1)));
    }
    return exported;
  }

  /** Only the interior-point method of Shockwave's program has no exported entrance. */
  @Test
  void baselines_ofTheHouse_useExportedPackagesOnly() throws IOException {
    Set<String> exported = exportedPackages();
    noClasses()
        .that()
        .resideInAPackage("io.gavel.baselines..")
        .and()
        .haveNameNotMatching(".*\\.WindowedWelfare\\w*")
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "are not exported",
                type ->
                    type.getPackageName().startsWith("io.gavel.policies")
                        && !exported.contains(type.getPackageName())))
        .check(HOUSE);
  }

  @Test
  void simulator_readersOfFiles_wouldBreakTheRule() {
    assertTrue(withoutFiles("io.gavel.input..").evaluate(HOUSE).hasViolation());
  }
}
