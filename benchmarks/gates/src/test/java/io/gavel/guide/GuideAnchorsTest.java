package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuideAnchorsTest {

  @Test
  void slug_headings_areAsTheGuideLinksToThem() {
    assertEquals("lag-measured", GuideAnchors.slug("Lag, measured"));
    assertEquals(
        "hierarchical-fairness--hierarchical-hierarchical_packed",
        GuideAnchors.slug("Hierarchical fairness — `hierarchical`, `hierarchical_packed`"));
    assertEquals("see-here-ρ", GuideAnchors.slug("See [here](there.md#x): ρ"));
  }

  @Test
  void anchored_headings_haveNamesThatDiffer_codeHasNone() {
    assertEquals(
        List.of("# <a id=\"a\"></a>A", "```", "# a comment", "```", "## <a id=\"a-1\"></a>A", "#b"),
        GuideAnchors.anchored(List.of("# A", "```", "# a comment", "```", "## A", "#b")));
  }

  @Test
  void lost_linkToNoSection_isFound(@TempDir Path folder) throws IOException {
    Files.createDirectory(folder.resolve("docs"));
    Files.writeString(folder.resolve("a.md"), "# A b\n[x](docs/c.md#d) [y](docs/c.md#e) [z](#a-b)");
    Files.writeString(folder.resolve("docs/c.md"), "## D\n[x](../a.md#a-b) [y](../a.md#ab)");
    assertEquals(
        List.of(
            folder.resolve("a.md") + " links to " + folder.resolve("docs/c.md") + "#e",
            folder.resolve("docs/c.md") + " links to " + folder.resolve("a.md") + "#ab"),
        GuideAnchors.lost(Pages.files(folder, ".md")));
  }
}
