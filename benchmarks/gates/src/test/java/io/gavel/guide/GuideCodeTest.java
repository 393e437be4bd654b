package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.guide.Pages.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Each block of code in README and docs is code of the build.
 *
 * <ul>
 *   <li>Java and Kotlin: a region of a test or a consumer project, between the comments {@code
 *       NAME: begin} and {@code NAME: end}. If the fence names it, as in <code>```java NAME</code>,
 *       it is that region, and {@code -Dgavel.docs.update=true} copies the region into the page.
 *   <li>A name with a dot is a file of a consumer project or of docs, and the block is all of it.
 *   <li>XML without a name is dependencies on artifacts of this build.
 * </ul>
 */
class GuideCodeTest {

  private static final Set<String> LANGUAGES =
      Set.of("", "java", "kotlin", "xml", "json", "csv", "sh", "console", "text");
  private static final Pattern REGION =
      Pattern.compile("(?s)// ([a-z -]+): begin\n(.*?)\n[ \t]*// \\1: end\n");
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "(?s)<groupId>io.gavel</groupId>\\s*<artifactId>([^<]*)</artifactId>.*?<version>([^<]*)<");

  private static Map<String, String> regions() {
    Map<String, String> regions = new TreeMap<>();
    List<Path> sources = new ArrayList<>(Pages.files(Pages.root(), ".java"));
    sources.addAll(Pages.files(Pages.root(), ".kt"));
    for (Path file : sources) {
      if (file.toString().matches(".*/src/(test|it)/.*")) {
        Matcher region = REGION.matcher(Pages.read(file));
        while (region.find()) {
          String text = region.group(2).stripTrailing().stripIndent() + "\n";
          String other = regions.put(region.group(1), text);
          assertTrue(other == null, file + " repeats the name of the region " + region.group(1));
        }
      }
    }
    return regions;
  }

  private static boolean isShown(String file) {
    return file.replace('\\', '/').matches("(docs/(?!site)|.*/src/it/readme/).*");
  }

  private static boolean isFile(Block block) {
    return block.name().contains(".");
  }

  @Test
  void everyBlock_isInALanguageThatIsChecked() {
    for (Path page : Pages.all()) {
      for (Block block : Pages.blocks(page)) {
        assertTrue(LANGUAGES.contains(block.language()), () -> block.language() + block.place());
      }
    }
  }

  @Test
  void everyBlockOfCode_isARegionThatIsCompiled() throws IOException {
    Map<String, String> regions = regions();
    List<Block> blocks = Pages.blocks("java", "kotlin");
    for (Block block : blocks) {
      if (isFile(block)) {
        continue;
      }
      String region = regions.get(block.name());
      if (block.name().isEmpty()) {
        assertTrue(regions.containsValue(block.text()), () -> block.place() + " is in no test");
      } else if (region != null && Boolean.getBoolean("gavel.docs.update")) {
        Pages.replace(block, region);
      } else {
        assertEquals(region, block.text(), block::place);
      }
    }
    assertTrue(blocks.size() >= 10, "only " + blocks.size() + " blocks were found");
  }

  @Test
  void everyBlockThatNamesAFile_isTheWholeFile() throws IOException {
    int found = 0;
    for (Block block : Pages.blocks("java", "kotlin", "xml", "json", "csv", "text")) {
      if (isFile(block)) {
        List<Path> files =
            Pages.files(Pages.root(), "/" + block.name()).stream()
                .filter(file -> isShown(Pages.root().relativize(file).toString()))
                .toList();
        assertEquals(1, files.size(), () -> block.place() + ": " + files);
        assertEquals(Files.readString(files.get(0)), block.text(), block::place);
        found++;
      }
    }
    assertTrue(found >= 2, "only " + found + " files were found");
  }

  @Test
  void everyDependency_isAnArtifactOfThisBuild() {
    Matcher version =
        Pattern.compile("<version>([^<]*)</version>")
            .matcher(Pages.read(Pages.root().resolve("pom.xml")));
    assertTrue(version.find());
    Set<String> modules = Set.copyOf(modules());
    for (Block block : Pages.blocks("xml")) {
      Matcher dependency = DEPENDENCY.matcher(block.text());
      assertTrue(dependency.find(), () -> block.place() + " has no artifact of this build");
      do {
        String artifact = dependency.group(1);
        assertTrue(modules.contains(artifact), () -> block.place() + ": " + artifact);
        assertEquals(version.group(1), dependency.group(2), block::place);
      } while (dependency.find());
    }
  }

  private static List<String> modules() {
    return Pages.files(Pages.root(), "/pom.xml").stream()
        .map(pom -> pom.getParent().getFileName().toString())
        .toList();
  }
}
