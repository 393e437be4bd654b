package io.gavel.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.JobOutcome;
import io.gavel.simulator.observe.Timeline.Span;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

final class GanttSvgTest {

  @Test
  void draw_twoPanels_isXmlWithABarForEachSpan() throws Exception {
    GanttSvg.Panel panel = new GanttSvg.Panel("A & B", "<both>", ScheduleTest.schedule());
    String svg = GanttSvg.draw("title", List.of(panel, panel));
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    assertEquals("svg", document.getDocumentElement().getTagName());
    // The picture has a title, and each bar a tooltip; two spans in each of two panels.
    assertEquals(5, document.getElementsByTagName("title").getLength());
    assertTrue(
        svg.contains("job y: a&lt;b&gt;&amp;c, workers at once: 1, on old/1, 00:06 to 00:15"), svg);
    assertTrue(!svg.contains("NaN") && !svg.contains("href"), "self-contained, only numbers");
  }

  /** A lane is 13 high: the job of 0.25 lies in the lowest quarter, the one of 0.5 upon it. */
  @Test
  void draw_sharesOfAWorker_lieUponEachOtherInItsLane() {
    Cluster cluster = Cluster.of(new WorkerType("new", 1));
    List<JobOutcome> jobs =
        List.of(ScheduleTest.outcome("x", 0, 720), ScheduleTest.outcome("y", 0, 720));
    Schedule shared =
        new Schedule(
            cluster,
            jobs,
            List.of(
                new Span(List.of("x"), 0, 0, 250, 0, 720),
                new Span(List.of("y"), 0, 0, 500, 0, 720)));
    assertEquals(0.75, shared.utilization(0, 720), 1e-12);
    String svg = GanttSvg.draw("title", List.of(new GanttSvg.Panel("a", "b", shared)));
    assertTrue(svg.contains("0.250 of a GPU"), svg);
    Matcher bars =
        Pattern.compile("y=\"([0-9.]+)\" [^>]*height=\"([0-9.]+)\"[^>]*><title>").matcher(svg);
    assertTrue(bars.find(), svg);
    double topOfFirst = Double.parseDouble(bars.group(1));
    assertEquals(13 * 0.25, Double.parseDouble(bars.group(2)), 0.06);
    assertTrue(bars.find(), svg);
    assertEquals(13 * 0.5, Double.parseDouble(bars.group(2)), 0.06);
    double bottomOfSecond = Double.parseDouble(bars.group(1)) + 13 * 0.5;
    assertEquals(topOfFirst, bottomOfSecond, 0.11);
  }
}
