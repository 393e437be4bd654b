package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.observe.Decision;
import io.gavel.policies.observe.DecisionListener;
import io.gavel.policies.observe.Observer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
    Policy policy(DecisionListener listener) {
      Observer observer = Observer.of(System::nanoTime, listener);
      return observer.policy("max_min_fairness", MaxMinFairness.create());
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
  }

  // spring: end

  @Configuration
  static class Listening {
    final List<Decision> decisions = new ArrayList<>();

    @Bean
    DecisionListener listener() {
      return decisions::add;
    }
  }

  @Test
  void context_withAScheduler_runsJobs() throws Exception {
    try (var context = new AnnotationConfigApplicationContext(Scheduling.class, Listening.class)) {
      WholeScheduler scheduler = context.getBean(WholeScheduler.class);
      scheduler.submit(Job.of("a"), 4000, 4, 1);
      scheduler.submit(Job.of("b"), 400, 2, 1);
      while (!scheduler.isIdle()) {
        scheduler.runRound(context.getBean(ExecutorService.class), (id, from, to) -> {});
      }
      assertEquals(2, context.getBean(Listening.class).decisions.size(), "b is done first");
    }
  }
}
