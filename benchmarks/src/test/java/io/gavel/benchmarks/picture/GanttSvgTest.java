package io.gavel.benchmarks.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

final class GanttSvgTest {

  @Test
  void draw_twoPanels_isXmlWithABarForEachSpan() throws Exception {
    GanttSvg.Panel panel = new GanttSvg.Panel("A & B", "<both>", GanttTextTest.schedule());
    String svg = GanttSvg.draw("title", List.of(panel, panel));
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    assertEquals("svg", document.getDocumentElement().getTagName());
    // A bar has a tooltip; two spans in each of two panels.
    assertEquals(4, document.getElementsByTagName("title").getLength());
    assertTrue(svg.contains("job y: a&lt;b&gt;&amp;c, 1 GPUs, on old/1, 00:06 to 00:15"), svg);
    assertTrue(!svg.contains("NaN") && !svg.contains("href"), "self-contained, only numbers");
  }
}
