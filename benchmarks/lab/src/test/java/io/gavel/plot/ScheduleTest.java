package io.gavel.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.JobOutcome;
import io.gavel.simulator.observe.Timeline.Span;
import io.gavel.workload.JobKind;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class ScheduleTest {

  /** Returns the outcome of a job that arrived at time 0. */
  static JobOutcome outcome(String id, double from, double until) {
    return new JobOutcome(
        id,
        new JobKind("a<b>&c", 1),
        1000,
        1,
        0,
        OptionalDouble.of(from),
        OptionalDouble.of(until),
        OptionalDouble.empty(),
        0,
        OptionalDouble.empty());
  }

  static Schedule schedule() {
    Cluster cluster = Cluster.of(new WorkerType("new", 1), new WorkerType("old", 2));
    return new Schedule(
        cluster,
        List.of(outcome("x", 0, 720), outcome("y", 360, 900)),
        List.of(new Span(List.of("x"), 0, 0, 0, 720), new Span(List.of("y"), 1, 1, 360, 900)));
  }

  @Test
  void waiting_jobThatHasNotStarted_counts() {
    assertEquals(1, schedule().waiting(100));
    assertEquals(0, schedule().waiting(400));
  }

  @Test
  void utilization_interval_isBusyShareOfAllWorkers() {
    assertEquals(1 / 3.0, schedule().utilization(0, 360), 1e-15);
    assertEquals(2 / 3.0, schedule().utilization(360, 720), 1e-15);
  }
}
