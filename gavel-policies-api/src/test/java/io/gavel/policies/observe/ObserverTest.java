package io.gavel.policies.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ObserverTest {

  private static final AllocationProblem PROBLEM =
      AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1))).job(Job.of("a"), 4).build();
  private static final Claims CLAIMS = Claims.rules().and(Invariant.PROGRESS);

  private final List<Decision> told = new ArrayList<>();
  private final AtomicLong clock = new AtomicLong(7_000);
  private final Observer observer = Observer.of(() -> clock.getAndAdd(500), told::add);

  private static Policy policy(double bound) {
    return new Policy() {
      @Override
      public Allocation allocate(AllocationProblem problem) {
        if (bound < 0) {
          throw new SolveFailedException("no answer");
        }
        Certificate certificate = new Certificate(3, bound, 0, Prices.zero(problem));
        return Allocation.of(problem, new double[] {0.75}, certificate);
      }

      @Override
      public Claims claims() {
        return CLAIMS;
      }
    };
  }

  @Test
  void policy_answer_isTheSameAndTold() {
    Policy observed = observer.policy("three quarters", policy(4));
    assertEquals(policy(4).allocate(PROBLEM), observed.allocate(PROBLEM));
    assertSame(CLAIMS, observed.claims());
    assertEquals(policy(4).reads(), observed.reads());
    Map<String, Double> figures =
        Map.of(
            "jobs",
            1.0,
            "groups",
            1.0,
            "worker_types",
            1.0,
            "objective",
            3.0,
            "relative_gap",
            0.25);
    assertEquals(
        List.of(new Decision("allocate", "three quarters", 500, Optional.empty(), figures)), told);
    assertEquals(
        List.of("jobs", "groups", "worker_types", "objective", "relative_gap"),
        List.copyOf(told.get(0).figures().keySet()));
  }

  @Test
  void policy_refusal_isThrownAndTold() {
    Policy observed = observer.policy("none", policy(-1));
    assertThrows(SolveFailedException.class, () -> observed.allocate(PROBLEM));
    assertEquals(
        List.of(
            new Decision("allocate", "none", 500, Optional.of("SolveFailedException"), Map.of())),
        told);
  }

  @Test
  void observe_anything_isCalledOnce() {
    AtomicLong calls = new AtomicLong();
    long answer =
        observer.observe("count", "calls", calls::incrementAndGet, n -> Map.of("n", (double) n));
    assertEquals(1, answer);
    assertEquals(Map.of("n", 1.0), told.get(0).figures());
  }
}
