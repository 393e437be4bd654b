package io.gavel.simulator.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Worker;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TimelineTest {

  private static Lease lease(String job, double start, int... workers) {
    List<Worker> held = Arrays.stream(workers).mapToObj(index -> new Worker(0, index, 0)).toList();
    return new Lease(0, List.of(job), 0, held, 1000, start, start + 100, false);
  }

  @Test
  void spans_sameJobOnSameWorker_areJoined() {
    Timeline timeline = new Timeline();
    timeline.ran(lease("a", 0, 0, 1), 100);
    timeline.ran(lease("a", 100, 0), 150);
    timeline.ran(lease("b", 200, 0), 300);
    timeline.ran(lease("b", 400, 0), 500);
    assertEquals(
        List.of(
            new Timeline.Span(List.of("a"), 0, 0, 0, 150),
            new Timeline.Span(List.of("a"), 0, 1, 0, 100),
            new Timeline.Span(List.of("b"), 0, 0, 200, 300),
            new Timeline.Span(List.of("b"), 0, 0, 400, 500)),
        timeline.spans());
  }

  @Test
  void spans_jobsThatShareAWorker_areJoinedEach() {
    Timeline timeline = new Timeline();
    for (int round = 0; round < 3; round++) {
      for (String job : List.of("a", "b")) {
        List<Worker> worker = List.of(new Worker(0, 0, 0));
        int milli = job.equals("a") ? 300 : 500;
        double start = 100 * round;
        Lease lease = new Lease(0, List.of(job), 0, worker, milli, start, start + 100, round > 0);
        timeline.ran(lease, start + 100);
      }
    }
    assertEquals(
        List.of(
            new Timeline.Span(List.of("a"), 0, 0, 300, 0, 300),
            new Timeline.Span(List.of("b"), 0, 0, 500, 0, 300)),
        timeline.spans());
    assertEquals(0.3, timeline.spans().get(0).share());
  }

  @Test
  void overlap_ofInterval_isNeverNegative() {
    Timeline.Span span = new Timeline.Span(List.of("a"), 0, 0, 10, 20);
    assertEquals(5, span.overlap(0, 15));
    assertEquals(0, span.overlap(30, 40));
  }
}
