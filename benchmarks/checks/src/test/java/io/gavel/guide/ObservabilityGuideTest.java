package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.RoundSummary;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.observe.DecisionListener;
import io.gavel.policies.observe.Observer;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
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

  private static DecisionListener listener(MeterRegistry registry) {
    // micrometer: begin
    DecisionListener listener =
        decision -> {
          String outcome = decision.failure().orElse("answered");
          registry
              .timer("gavel." + decision.kind(), "name", decision.name(), "outcome", outcome)
              .record(decision.nanos(), TimeUnit.NANOSECONDS);
          decision
              .figures()
              .forEach(
                  (figure, value) ->
                      registry
                          .summary("gavel.%s.%s".formatted(decision.kind(), figure))
                          .record(value));
        };
    // micrometer: end
    return listener;
  }

  @Test
  void listener_ofMicrometer_hasTimesAndFigures() {
    MeterRegistry registry = new SimpleMeterRegistry();
    DecisionListener listener = listener(registry);
    RoundScheduler scheduler = RoundScheduler.create(CLUSTER, RoundOptions.defaults());
    double now = 0;
    // observer: begin
    Observer observer = Observer.of(System::nanoTime, listener);
    Policy policy = observer.policy("max_min_fairness", MaxMinFairness.create());
    scheduler.accept(new SchedulerEvent.AllocationChanged(now, policy.allocate(PROBLEM)));
    RoundPlan plan =
        observer.observe(
            "plan", "rounds", () -> scheduler.plan(now), round -> RoundSummary.of(round).figures());
    // observer: end
    assertEquals(2, plan.leases().size());
    assertThrows(
        IllegalArgumentException.class,
        () -> observer.observe("plan", "rounds", () -> scheduler.plan(-1), round -> null));
    var allocated =
        registry.get("gavel.allocate").tags("name", "max_min_fairness", "outcome", "answered");
    assertEquals(1, allocated.timer().count());
    assertTrue(allocated.timer().totalTime(TimeUnit.NANOSECONDS) > 0);
    DistributionSummary placed = registry.get("gavel.plan.placed").summary();
    assertEquals(2, placed.totalAmount());
    assertEquals(0.8, registry.get("gavel.allocate.objective").summary().max(), 1e-6);
    assertEquals(
        1, registry.get("gavel.plan").tag("outcome", "IllegalArgumentException").timer().count());
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
