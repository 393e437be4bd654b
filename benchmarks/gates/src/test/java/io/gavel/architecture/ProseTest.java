package io.gavel.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.guide.Pages;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProseTest {

  @Test
  void toRewrite_ofTheProject_isNothing() {
    assertEquals(List.of(), Prose.toRewrite(Pages.root()));
  }

  @Test
  void toRewrite_phraseOverTwoLinesOfAComment_isFound() {
    assertEquals(
        List.of("A.java: \"What became of\"; write: the outcome of"),
        Prose.toRewrite("A.java", "/**\n * What became\n * of a job.\n */"));
  }

  @Test
  void toRewrite_plainSentence_isNothing() {
    assertEquals(List.of(), Prose.toRewrite("a.md", "The outcome of a job."));
  }
}
