package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The Spring of docs/how-to/embed-spring.md. */
class SpringGuideTest {

  // spring: begin
  @Configuration
  static class Scheduling {

    @Bean
    Cluster cluster() {
      return Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 4));
    }

    /** Immutable: one instance serves all threads. */
    @Bean
    Policy policy() {
      return MaxMinFairness.create();
    }

    /** Mutable: one owner, here the scheduler above. */
    @Bean
    WholeScheduler scheduler(Cluster cluster, Policy policy) {
      return new WholeScheduler(cluster, policy, RoundOptions.defaults());
    }

    @Bean(destroyMethod = "shutdownNow")
    ExecutorService workers(Cluster cluster) {
      return Executors.newFixedThreadPool((int) cluster.workers());
    }

    /** Reports solves to the metrics of the application. */
    @Bean(initMethod = "startAsync", destroyMethod = "close")
    RecordingStream solves(MeterRegistry registry) {
      RecordingStream stream = new RecordingStream();
      stream.enable("io.gavel.Solve").withoutThreshold();
      stream.onEvent(
          "io.gavel.Solve",
          solve ->
              registry
                  .timer("gavel.solve", "policy", solve.getString("policy"))
                  .record(solve.getDuration()));
      return stream;
    }
  }

  // spring: end

  @Configuration
  static class Metrics {

    @Bean
    MeterRegistry registry() {
      return new SimpleMeterRegistry();
    }
  }

  @Test
  void context_withAScheduler_runsJobs() throws Exception {
    try (var context = new AnnotationConfigApplicationContext(Scheduling.class, Metrics.class)) {
      WholeScheduler scheduler = context.getBean(WholeScheduler.class);
      scheduler.submit(Job.of("a"), 4000, 4, 1);
      scheduler.submit(Job.of("b"), 400, 2, 1);
      while (!scheduler.isIdle()) {
        scheduler.runRound(context.getBean(ExecutorService.class), (id, from, to) -> {});
      }
      context.getBean(RecordingStream.class).awaitTermination(Duration.ofSeconds(3));
      Timer solves =
          context
              .getBean(MeterRegistry.class)
              .get("gavel.solve")
              .tag("policy", "max_min_fairness")
              .timer();
      assertTrue(solves.count() >= 2, "b is done first");
    }
  }
}
