package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Cluster;
import io.gavel.policies.Job;
import io.gavel.policies.Policy;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.WorkerType;
import io.gavel.policies.lp.Problems.Kind;
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
      @ForAll long seed, @ForAll Kind kind) {
    AllocationProblem problem = Problems.random(seed, kind);
    Allocation x = agnostic.allocate(problem);
    assertEquals(0, x.maxViolation());
    problem.unrunnable().forEach(job -> assertEquals(0, x.timeFraction(job.job())));
  }

  /** What it does not see cannot change it: rates may be anything but zero. */
  @Property
  void allocate_otherRates_givesTheSameShares(@ForAll long seed) {
    AllocationProblem problem = Problems.random(seed, Kind.PLAIN);
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
}
