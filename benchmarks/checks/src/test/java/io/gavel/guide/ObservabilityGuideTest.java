package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;

/** The code of docs/how-to/observe-a-scheduler.md. */
final class ObservabilityGuideTest {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));
  private static final AllocationProblem PROBLEM =
      AllocationProblem.builder(CLUSTER)
          .job(Job.of("a"), 4, 1)
          .job(Job.of("b"), 2, 1)
          .job(Job.of("c"), 1, 1)
          .build();

  @Test
  void stream_toMicrometer_hasTimesAndFigures() throws InterruptedException {
    MeterRegistry registry = new SimpleMeterRegistry();
    RoundScheduler scheduler = RoundScheduler.create(CLUSTER, RoundOptions.defaults());
    // micrometer: begin
    RecordingStream stream = new RecordingStream();
    stream.enable("io.gavel.Solve").withoutThreshold();
    stream.enable("io.gavel.Round").withoutThreshold();
    stream.onEvent(
        "io.gavel.Solve",
        solve -> {
          String policy = solve.getString("policy");
          String outcome = solve.getString("outcome");
          registry
              .timer("gavel.solve", "policy", policy, "outcome", outcome)
              .record(solve.getDuration());
          registry.summary("gavel.solve.gap", "policy", policy).record(solve.getDouble("gap"));
        });
    stream.onEvent(
        "io.gavel.Round",
        round -> {
          registry.timer("gavel.round").record(round.getDuration());
          for (String figure : List.of("placed", "moved", "preempted")) {
            registry.summary("gavel.round." + figure).record(round.getInt(figure));
          }
        });
    stream.startAsync(); // close it with the scheduler
    // micrometer: end
    try (stream) {
      Allocation x = MaxMinFairness.create().allocate(PROBLEM);
      scheduler.accept(new SchedulerEvent.AllocationChanged(0, x));
      assertEquals(2, scheduler.plan(0).leases().size());
      stream.awaitTermination(Duration.ofSeconds(3));
    }
    Timer solves =
        registry
            .get("gavel.solve")
            .tags("policy", "max_min_fairness", "outcome", "certified")
            .timer();
    assertTrue(solves.count() >= 1);
    assertTrue(solves.totalTime(TimeUnit.NANOSECONDS) > 0);
    assertTrue(registry.get("gavel.solve.gap").summary().max() <= 1e-6);
    assertEquals(1, registry.get("gavel.round").timer().count());
    assertEquals(2, registry.get("gavel.round.placed").summary().totalAmount());
  }

  @Test
  void stream_ofSolves_tellsThemAsTheyCome() throws InterruptedException {
    List<String> solves = Collections.synchronizedList(new ArrayList<>());
    // stream: begin
    try (RecordingStream stream = new RecordingStream()) {
      stream.enable("io.gavel.Solve").withoutThreshold();
      stream.onEvent(
          "io.gavel.Solve",
          event ->
              solves.add(
                  "%s: %s jobs, %s steps, gap %.0e"
                      .formatted(
                          event.getString("policy"),
                          event.getInt("jobs"),
                          event.getInt("steps"),
                          event.getDouble("gap"))));
      stream.startAsync();
      MaxMinFairness.create().allocate(PROBLEM);
      stream.awaitTermination(Duration.ofSeconds(3));
    }
    // stream: end
    assertTrue(
        !solves.isEmpty() && solves.get(0).startsWith("max_min_fairness: 3 jobs, "),
        solves::toString);
  }
}
