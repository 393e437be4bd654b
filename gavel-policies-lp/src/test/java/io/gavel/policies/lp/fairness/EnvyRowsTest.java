package io.gavel.policies.lp.fairness;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.interior.rows.DenseSolver;
import io.gavel.policies.model.Job;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** When the limits on envy are all in the program at once, and when one by one. */
final class EnvyRowsTest {

  private final AtomicInteger programs = new AtomicInteger();

  private final MaxEnvyFree policy =
      MaxEnvyFree.create()
          .withSolver(
              CertifiedSolver.of(
                  List.of(
                      (program, limits) -> {
                        programs.incrementAndGet();
                        return new DenseSolver().solve(program, limits);
                      }),
                  Tolerance.CERTIFIED));

  private int programs(AllocationProblem problem, int mostAtOnce) {
    programs.set(0);
    policy.allocate(problem, mostAtOnce);
    return programs.get();
  }

  /** Each of three different jobs is compared with two others, twice: six halves of two jobs. */
  @Test
  void solve_asManyComparisonsAsAllowed_isOneProgram() {
    AllocationProblem three = problem(workers(1, 1), row(4, 1), row(3, 2), row(2, 3));
    assertEquals(1, programs(three, 6));
    assertTrue(programs(three, 5) > 1);
  }

  /** Two jobs alike and a third: two comparisons of three jobs, halved. */
  @Test
  void solve_jobsAlike_countOnce() {
    AllocationProblem three = problem(workers(1, 1), row(2, 1), row(2, 1), row(8, 1));
    assertEquals(1, programs(three, 3));
    assertTrue(programs(three, 2) > 1);
  }

  private static Set<String> limits(Allocation x) {
    return x.certificate().statement().orElseThrow().rows().stream()
        .map(LinearRow::name)
        .collect(Collectors.toSet());
  }

  @Test
  void solve_jobsAlike_areNamedTogether() {
    AllocationProblem three = problem(workers(1, 1), row(2, 1), row(2, 1), row(8, 1));
    assertEquals(
        Set.of("envy of 1 and 1 like it for 3", "envy of 3 for 1 and 1 like it"),
        limits(MaxEnvyFree.create().allocate(three)));
    AllocationProblem two = problem(workers(1, 1), row(2, 1), row(8, 1));
    assertEquals(
        Set.of("envy of 1 for 2", "envy of 2 for 1"),
        limits(MaxMinFairness.create().withEnvyCap(1).allocate(two)));
  }

  /** Who runs nowhere envies nobody, and nobody envies it. */
  @Test
  void solve_jobThatRunsNowhere_isComparedWithNobody() {
    AllocationProblem three = problem(workers(1, 1), row(2, 1), row(0, 0), row(8, 1));
    Allocation x = MaxEnvyFree.create().allocate(three);
    assertEquals(0, x.timeFraction(1));
    assertFalse(limits(x).stream().anyMatch(name -> name.startsWith("envy of 2")));
  }

  /** Rates in millionths of a step or in millions: envy is relative to them. */
  @Test
  void solve_ratesInAnyUnit_leavesNoEnvy() {
    for (double unit : new double[] {1e-6, 1, 1e6}) {
      AllocationProblem three =
          problem(
              workers(1, 1), row(4 * unit, unit), row(3 * unit, 2 * unit), row(2 * unit, 3 * unit));
      Allocation x = policy.allocate(three, 0);
      for (int m = 0; m < 3; m++) {
        for (int k = 0; k < 3; k++) {
          double others =
              three.throughputs().stepsPerSecond(m, 0) * x.fraction(k, 0)
                  + three.throughputs().stepsPerSecond(m, 1) * x.fraction(k, 1);
          assertTrue(others <= x.effectiveThroughput(m) + 4e-8 * unit, m + " envies " + k);
        }
      }
    }
  }

  @Test
  void allocate_configurations_areRefusedByName() {
    AllocationProblem elastic =
        AllocationProblem.builder(workers(2))
            .job(Job.of("1"), 1)
            .job(Job.of("2"), 1)
            .configuration("2", "wide", 2, 1.5)
            .build();
    for (Policy by : List.of(MaxEnvyFree.create(), MaxMinFairness.create().withEnvyCap(1))) {
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> by.allocate(elastic));
      assertTrue(refused.getMessage().contains("configuration"), refused.getMessage());
    }
  }
}
