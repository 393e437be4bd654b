package io.gavel.policies.lp.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.AnyProblem;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class HeterogeneityAgnosticTest {

  private final Policy agnostic = HeterogeneityAgnostic.unitRates(MaxMinFairness.create());

  @Test
  void allocate_twoJobsTwoTypes_bothRunAllTheTimeWhereverThatIs() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
            .job(Job.of("a"), 10, 1)
            .job(Job.of("b"), 2, 1)
            .build();
    Allocation x = agnostic.allocate(problem);
    assertEquals(1, x.certificate().objective(), 1e-9);
    assertEquals(1, x.timeFraction(0), 1e-9);
    assertEquals(1, x.timeFraction(1), 1e-9);
  }

  /** A mix of optimal allocations is optimal; which one a solver finds would be an accident. */
  @Test
  void allocate_moreJobsThanWorkers_mixesTypesByTheirWorkers() {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(
            Cluster.of(
                new WorkerType("v100", 3), new WorkerType("p100", 2), new WorkerType("k80", 4)));
    for (int m = 0; m < 12; m++) {
      builder.job(Job.builder("job " + m).weight(1 + m % 3).build(), 4, 2, 1);
    }
    Allocation x = agnostic.allocate(builder.build());
    for (int m = 0; m < 12; m++) {
      assertEquals(x.timeFraction(m) * 3 / 9, x.fraction(m, 0), 1e-12);
      assertEquals(x.timeFraction(m) * 2 / 9, x.fraction(m, 1), 1e-12);
    }
  }

  @Test
  void allocate_pairs_areNeverRun() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 10)
            .job(Job.of("b"), 20)
            .pair("a", "b", new double[] {10}, new double[] {20})
            .build();
    Allocation x = agnostic.allocate(problem);
    assertEquals(0, x.fraction(2, 0));
    assertEquals(0.5, x.certificate().objective(), 1e-9);
  }

  @Property
  void allocate_anyProblem_fitsTheClusterAndSetsAsideWhatCannotRun(
      @ForAll(supplier = AnyProblem.class) AllocationProblem problem) {
    Allocation x = agnostic.allocate(problem);
    assertEquals(0, x.maxViolation());
    problem.unrunnable().forEach(job -> assertEquals(0, x.timeFraction(job.job())));
  }

  /** What it does not see cannot change it: rates may be anything but zero. */
  @Property
  void allocate_otherRates_givesTheSameShares(
      @ForAll(supplier = AnyProblem.Plain.class) AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    double[][] other = new double[problem.jobCount()][types];
    for (int m = 0; m < other.length; m++) {
      for (int j = 0; j < types; j++) {
        other[m][j] = problem.throughputs().stepsPerSecond(m, j) > 0 ? 1 + (m + j) % 3 : 0;
      }
    }
    Allocation x = agnostic.allocate(problem);
    Allocation y =
        agnostic.allocate(
            AllocationProblem.of(
                problem.cluster(), problem.jobs(), ThroughputMatrix.copyOf(other)));
    for (int m = 0; m < other.length; m++) {
      for (int j = 0; j < types; j++) {
        assertEquals(x.fraction(m, j), y.fraction(m, j));
      }
    }
  }

  private static AllocationProblem work() {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
        .job(Job.builder("a").stepsRemaining(60).build(), 10, 1)
        .job(Job.builder("b").stepsRemaining(30).build(), 5, 2)
        .build();
  }

  /** Believed: a makes 1 and b makes 2 a second anywhere, so a needs 60 s and b 15 s. */
  @Test
  void referenceType_makespan_reckonsWithItsRates() {
    Policy policy = HeterogeneityAgnostic.referenceType(Makespan.create(), "k80");
    Allocation x = policy.allocate(work());
    assertEquals(60, x.certificate().objective(), 1e-6);
    assertEquals(1, x.timeFraction(0), 1e-9);
    Policy onFast = HeterogeneityAgnostic.referenceType(Makespan.create(), "v100");
    assertEquals(6, onFast.allocate(work()).certificate().objective(), 1e-6);
  }

  /** The isolated share is believed, too: both jobs have all their time, ρ = 1. */
  @Test
  void referenceType_finishTimeFairness_reckonsIsolatedSharesWithItsRates() {
    Policy policy = HeterogeneityAgnostic.referenceType(FinishTimeFairness.create(), "k80");
    assertEquals(1, policy.allocate(work()).certificate().objective(), 1e-9);
  }

  @Test
  void referenceType_jobThatDoesNotRunThere_isNamed() {
    Policy policy = HeterogeneityAgnostic.referenceType(MaxMinFairness.create(), "k80");
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
            .job(Job.of("nowhere"), 0, 0)
            .job(Job.of("a"), 10, 0)
            .build();
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> policy.allocate(problem));
    assertEquals(
        "throughput of job \"a\" on the reference type \"k80\" is 0.0; it must be > 0",
        error.getMessage());
  }

  @Test
  void referenceType_unknown_isNamed() {
    Policy policy = HeterogeneityAgnostic.referenceType(MaxMinFairness.create(), "h100");
    assertThrows(IllegalArgumentException.class, () -> policy.allocate(work()));
  }

  /** Whoever knows no rates cannot keep a limit on steps, but one on workers. */
  @Test
  void allocate_constraintInSteps_isRefusedByName() {
    Constraint steps = Constraint.named("slow").that(LinearForm.steps().ofJobs("a")).atMost(1);
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> agnostic.allocate(work().constraining(steps)));
    assertEquals(
        "HeterogeneityAgnostic does not support constraints in steps, as it knows no rates; the"
            + " problem has \"slow\"",
        refused.getMessage());
    Constraint half = Constraint.named("half").that(LinearForm.workers().ofJobs("a")).atMost(0.5);
    assertEquals(0.5, agnostic.allocate(work().constraining(half)).timeFraction(0), 1e-6);
  }
}
