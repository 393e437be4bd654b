package io.gavel.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.plot.GanttLanes.Bar;
import io.gavel.simulator.observe.Timeline.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class GanttLanesTest {

  private static Span share(String job, int milli, double start, double end) {
    return new Span(List.of(job), 0, 0, milli, start, end);
  }

  @Test
  void bars_shares_lieUponEachOtherAndSink() {
    Span a = share("a", 250, 0, 20);
    Span b = share("b", 500, 10, 30);
    Span c = share("c", 250, 20, 40);
    assertEquals(
        List.of(
            new Bar(a, 0, 20, 0),
            new Bar(b, 10, 20, 0.25),
            new Bar(b, 20, 30, 0),
            new Bar(c, 20, 30, 0.5),
            new Bar(c, 30, 40, 0)),
        GanttLanes.bars(List.of(a, b, c)));
  }

  @Test
  void bars_wholeWorkers_areTheSpans() {
    Span first = new Span(List.of("x"), 0, 0, 0, 360);
    Span next = new Span(List.of("y", "z"), 0, 0, 360, 720);
    Span other = new Span(List.of("w"), 1, 0, 0, 720);
    assertEquals(
        List.of(new Bar(first, 0, 360, 0), new Bar(next, 360, 720, 0), new Bar(other, 0, 720, 0)),
        GanttLanes.bars(List.of(first, next, other)));
  }

  /** Random shares, as long as they fit: no two bars overlap, and the time of each is kept. */
  @Test
  void bars_anyShares_doNotOverlap() {
    Random random = new Random(5);
    List<Span> spans = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      double start = random.nextInt(100);
      Span span =
          share("j" + i, 125 * (1 + random.nextInt(4)), start, start + 1 + random.nextInt(9));
      boolean fits = true;
      for (int t = (int) start; t < span.endSeconds(); t++) {
        double at = t;
        double taken =
            spans.stream()
                .filter(s -> s.startSeconds() <= at && at < s.endSeconds())
                .mapToDouble(Span::share)
                .sum();
        fits &= taken + span.share() <= 1;
      }
      if (fits) {
        spans.add(span);
      }
    }
    List<Bar> bars = GanttLanes.bars(spans);
    for (Span span : spans) {
      double drawn =
          bars.stream()
              .filter(bar -> bar.span().equals(span))
              .mapToDouble(bar -> bar.endSeconds() - bar.startSeconds())
              .sum();
      assertEquals(span.endSeconds() - span.startSeconds(), drawn, 1e-9);
    }
    assertTrue(spans.size() > 50, spans.size() + " spans fit");
    for (Bar a : bars) {
      assertTrue(a.below() >= 0 && a.below() + a.span().share() <= 1, a::toString);
      for (Bar b : bars) {
        boolean sameTime = a.startSeconds() < b.endSeconds() && b.startSeconds() < a.endSeconds();
        boolean above = a.below() >= b.below() + b.span().share();
        boolean below = b.below() >= a.below() + a.span().share();
        assertTrue(a.equals(b) || !sameTime || above || below, () -> a + " and " + b);
      }
    }
  }
}
