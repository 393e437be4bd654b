package io.gavel.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.guide.Pages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is published can be published, and the bill of materials has all of it. */
final class PublishedArtifactsTest {

  private static final Path ROOT = Pages.root();

  private static final List<String> JARS =
      List.of(
          "gavel-policies-api",
          "gavel-policies-lp",
          "gavel-estimator",
          "gavel-mechanism",
          "benchmarks/simulator",
          "benchmarks/baselines",
          "benchmarks/integrations/gavel-yarn",
          "benchmarks/integrations/gavel-spark",
          "benchmarks/integrations/gavel-kubernetes");

  private static String pom(String folder) {
    try {
      return Files.readString(ROOT.resolve(folder).resolve("pom.xml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> all(String pom, String pattern) {
    return Pattern.compile(pattern, Pattern.DOTALL)
        .matcher(pom)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String first(String pom, String element) {
    return pom.replaceFirst("(?s).*?<" + element + ">([^<]*)</" + element + ">.*", "$1");
  }

  @Test
  void billOfMaterials_hasEveryPublishedArtifactInItsVersion() {
    String bom = pom("gavel-bom");
    assertEquals(first(pom(""), "version"), first(bom, "version"));
    assertFalse(bom.contains("<parent>"), "an import would bring the parent's versions");
    Set<String> expected = new TreeSet<>(Set.of("gavel-contract-kit pom"));
    for (String folder : JARS) {
      String pom = pom(folder).replaceFirst("(?s)<parent>.*</parent>", "");
      expected.add(first(pom, "artifactId"));
      if (pom.contains("<contract.phase>")) {
        expected.add(first(pom, "artifactId") + " tests");
      }
    }
    Set<String> listed =
        all(bom, "<dependency>.*?</dependency>").stream()
            .map(
                dependency ->
                    all(dependency, "(?<=<(?:artifactId|classifier|type)>)[^<]*").stream()
                        .collect(Collectors.joining(" ")))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(expected, listed);
  }

  @Test
  void dependencies_ofThePage_areInTheVersionsOfTheBuild() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/reference/dependencies.md"));
    for (String property : List.of("ejml", "commons-math3", "junit", "jqwik")) {
      String version = first(pom(""), "version." + property);
      assertTrue(page.contains(" " + version), property + " is of version " + version);
    }
    for (String folder : JARS) {
      String own = pom(folder).replaceFirst("(?s)<parent>.*</parent>", "");
      assertTrue(page.contains("`" + first(own, "artifactId") + "`"), folder);
    }
  }

  /** Maven Central asks for these; all modules inherit them. */
  @Test
  void metadata_ofTheBillOfMaterials_areThere() {
    for (String element :
        List.of("name", "description", "url", "licenses", "developers", "scm", "connection")) {
      assertTrue(pom("gavel-bom").matches("(?s).*<" + element + "[ >].*"), element);
    }
  }

  @Test
  void address_ofTheProject_isStatedOnce() {
    List<String> stated =
        Pages.files(ROOT, "pom.xml").stream()
            .flatMap(pom -> Pages.read(pom).lines())
            .filter(line -> line.contains("gavel.invalid"))
            .map(String::strip)
            .toList();
    assertEquals(List.of("<gavel.address>https://gavel.invalid</gavel.address>"), stated);
  }

  /** A release may change these packages, and no other exported ones, incompatibly. */
  @Test
  void packages_thatMayChange_areTheEvolvingOnes() {
    Set<String> evolving = new TreeSet<>(Set.of("io.gavel.*.internal"));
    for (Path info : ExportedApi.sources()) {
      String text = info.endsWith("package-info.java") ? Pages.read(info) : "";
      if (text.contains("\n@Stability(Stability.Tier.EVOLVING)")) {
        evolving.addAll(all(text, "(?<=\npackage )[\\w.]+"));
      }
    }
    String profile = pom("").replaceFirst("(?s).*<artifactId>japicmp-maven-plugin", "");
    assertEquals(evolving, all(profile, "(?<=<exclude>)[^<]*"));
  }

  /** Modules inherit addresses as they are: there is no repository of a module. */
  @Test
  void addresses_ofModules_haveNoNameAppended() {
    for (String address : List.of("project.url", "scm.url", "scm.connection")) {
      String attribute = "child." + address + ".inherit.append.path=\"false\"";
      assertTrue(pom("gavel-bom").contains(attribute), attribute);
    }
  }

  @Test
  void metadata_ofEachArtifact_areNameAndDescription() {
    for (String folder : JARS) {
      String own = pom(folder).replaceFirst("(?s)<parent>.*</parent>", "");
      assertFalse(first(own, "name").isBlank(), folder);
      assertFalse(first(own, "description").isBlank(), folder);
    }
  }
}
