package io.gavel.experiment.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.simulator.JobOutcome;
import io.gavel.workload.JobKind;
import io.gavel.workload.TraceJob;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class ConsolidatedQueueTest {

  private static TraceJob job(String id, double arrival, int gpus, double seconds) {
    return new TraceJob(
        id,
        arrival,
        new JobKind("net", gpus),
        seconds,
        1,
        OptionalDouble.empty(),
        OptionalDouble.of(seconds));
  }

  private static String starts(List<JobOutcome> outcomes) {
    return outcomes.stream()
        .map(job -> job.id() + job.startSeconds().orElseThrow())
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private static final List<TraceJob> GANG_IN_THE_MIDDLE =
      List.of(job("a", 0, 3, 10), job("b", 1, 8, 5), job("c", 2, 1, 100), job("d", 3, 4, 7));

  @Test
  void run_gangThatDoesNotFit_blocksOrIsPassed() {
    assertEquals(
        "a0.0 b10.0 c15.0 d15.0",
        starts(new ConsolidatedQueue(2, 4, true).run(GANG_IN_THE_MIDDLE)));
    // c and d pass the gang, which then waits for the end of c
    assertEquals(
        "a0.0 b102.0 c2.0 d3.0",
        starts(new ConsolidatedQueue(2, 4, false).run(GANG_IN_THE_MIDDLE)));
  }

  /** Two GPUs are free on each server, four in all. */
  @Test
  void run_gpusFreeOnTwoServers_waitsForOneServer() {
    List<TraceJob> jobs =
        List.of(
            job("a", 0, 3, 10), // on the first server
            job("b", 0, 2, 20), // on the second
            job("c", 1, 1, 30),
            job("d", 1, 2, 40),
            job("e", 2, 4, 1));
    assertEquals("a0.0 b0.0 c1.0 d1.0 e31.0", starts(new ConsolidatedQueue(2, 4, true).run(jobs)));
    List<TraceJob> spread = List.of(job("a", 0, 2, 10), job("b", 0, 3, 20), job("c", 1, 3, 5));
    assertEquals("a0.0 b0.0 c10.0", starts(new ConsolidatedQueue(2, 4, true).run(spread)));
    assertEquals("a0.0 b0.0 c1.0", starts(new ConsolidatedQueue(1, 8, true).run(spread)));
  }

  @Test
  void run_endAndArrivalAtOnce_usesTheWorkersReleased() {
    List<TraceJob> jobs = List.of(job("a", 0, 4, 10), job("b", 10, 4, 1));
    assertEquals("a0.0 b10.0", starts(new ConsolidatedQueue(1, 4, true).run(jobs)));
  }

  @Test
  void run_gangLargerThanTheCluster_isNamed() {
    List<TraceJob> jobs = List.of(job("a", 0, 9, 10));
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> new ConsolidatedQueue(2, 4, true).run(jobs));
    assertEquals(
        "job \"a\" needs 9 GPUs together; the cluster has 2 servers with 4 each",
        refused.getMessage());
  }
}
