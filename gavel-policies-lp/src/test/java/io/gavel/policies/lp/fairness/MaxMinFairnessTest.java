package io.gavel.policies.lp.fairness;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MaxMinFairnessTest {

  private static final double TOLERANCE = 1e-9;

  private final MaxMinFairness policy = MaxMinFairness.create();

  private static Cluster oneOfEach() {
    return Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));
  }

  private static AllocationProblem problem(Cluster cluster, double[][] rates, Job... jobs) {
    return AllocationProblem.of(cluster, List.of(jobs), ThroughputMatrix.copyOf(rates));
  }

  /**
   * Gavel §4.1: the paper prints .45, .45 and .09, .91; its normaliser is 2/3 of the equal share.
   */
  @Test
  void allocate_workedExampleOfThePaper_reachesEightElevenths() {
    Allocation x =
        policy.allocate(
            problem(
                oneOfEach(),
                new double[][] {{40, 10}, {12, 4}, {100, 50}},
                Job.of("a"),
                Job.of("b"),
                Job.of("c")));
    assertEquals(8.0 / 11, x.certificate().objective(), TOLERANCE);
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED));
    assertEquals(5.0 / 11, x.fraction("a", "v100"), 1e-8);
    assertEquals(5.0 / 11, x.fraction("b", "v100"), 1e-8);
    assertEquals(10.0 / 11, x.fraction("c", "k80"), 1e-8);
    assertEquals(0, x.maxViolation());
  }

  @Test
  void allocate_quickStart_everyJobGetsFourFifthsOfItsEqualShare() {
    Allocation x =
        policy.allocate(
            problem(
                oneOfEach(),
                new double[][] {{4, 1}, {2, 1}, {1, 1}},
                Job.of("a"),
                Job.of("b"),
                Job.of("c")));
    assertEquals(0.8, x.certificate().objective(), TOLERANCE);
    assertEquals(2.0, x.effectiveThroughput(0), 1e-8);
    assertEquals(1.2, x.effectiveThroughput(1), 1e-8);
    assertEquals(0.8, x.effectiveThroughput("c"), 1e-8);
  }

  @Test
  void allocate_weightThree_getsThreeTimesTheThroughput() {
    Cluster one = Cluster.of(new WorkerType("v100", 1));
    Job heavy = Job.builder("heavy").weight(3).build();
    Allocation x = policy.allocate(problem(one, new double[][] {{8}, {8}}, heavy, Job.of("light")));
    assertEquals(6, x.effectiveThroughput("heavy"), 1e-8);
    assertEquals(2, x.effectiveThroughput("light"), 1e-8);
  }

  /** A gang of two uses two workers at once; its level counts both (s · throughput). */
  @Test
  void allocate_gangBesideSingles_levelCountsItsWorkers() {
    Cluster two = Cluster.of(new WorkerType("v100", 2));
    Job gang = Job.builder("gang").scaleFactor(2).build();
    Allocation x =
        policy.allocate(
            problem(two, new double[][] {{10}, {1}, {1}}, gang, Job.of("a"), Job.of("b")));
    // level = 2 x = y and 2 x + 2 y = 2: x = 1/3, y = 2/3
    assertEquals(2.0 / 3, x.certificate().objective(), TOLERANCE);
    assertEquals(1.0 / 3, x.fraction("gang", "v100"), 1e-8);
    assertEquals(2, x.workersUsed(0), 1e-8);
  }

  /** Counter-example of the level alone: it stops at (1, 1.5) and leaves half a worker idle. */
  @Test
  void allocate_idleWorkersAtTheLevel_areUsed() {
    Allocation x =
        policy.allocate(
            problem(oneOfEach(), new double[][] {{1, 1}, {2, 1}}, Job.of("a"), Job.of("b")));
    assertEquals(1, x.effectiveThroughput("a"), 1e-8);
    assertEquals(2, x.effectiveThroughput("b"), 1e-8);
  }

  @Test
  void allocate_pairOnOneWorker_isUsedWhenItPays() {
    AllocationProblem packed =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 10)
            .job(Job.of("b"), 20)
            .pair("b", "a", new double[] {18}, new double[] {9})
            .build();
    Allocation x = policy.allocate(packed);
    assertEquals(0.9, x.certificate().objective(), TOLERANCE);
    assertEquals(1, x.fraction(2, 0), 1e-8);
    assertEquals(0.5, policy.allocate(packed.withoutPairs()).certificate().objective(), TOLERANCE);
  }

  @Test
  void allocate_jobThatRunsNowhere_changesNothingForTheOthers() {
    double[][] rates = {{4, 1}, {2, 1}};
    Allocation alone = policy.allocate(problem(oneOfEach(), rates, Job.of("a"), Job.of("b")));
    Job tooLarge = Job.builder("too large").scaleFactor(2).build();
    Allocation x =
        policy.allocate(
            problem(
                oneOfEach(),
                new double[][] {{4, 1}, {0, 0}, {2, 1}, {5, 5}},
                Job.of("a"),
                Job.of("no rate"),
                Job.of("b"),
                tooLarge));
    assertEquals(alone.certificate().objective(), x.certificate().objective());
    assertEquals(alone.effectiveThroughput("b"), x.effectiveThroughput("b"));
    assertEquals(0, x.effectiveThroughput("no rate"));
    assertEquals(0, x.timeFraction(3));
    assertEquals(2, x.problem().unrunnable().size());
  }

  @Test
  void allocate_noJobs_isEmptyAndCertified() {
    Allocation x = policy.allocate(problem(oneOfEach(), new double[0][]));
    assertEquals(0, x.certificate().objective());
    assertEquals(0, x.certificate().bound());
  }

  @Test
  void allocate_identicalJobs_getIdenticalShares() {
    double[] row = {7, 3};
    Allocation x =
        policy.allocate(
            problem(
                oneOfEach(),
                new double[][] {row, {5, 4}, row, row},
                Job.of("a"),
                Job.of("b"),
                Job.of("c"),
                Job.of("d")));
    for (int j = 0; j < 2; j++) {
      assertEquals(x.fraction(0, j), x.fraction(2, j));
      assertEquals(x.fraction(0, j), x.fraction(3, j));
    }
  }

  /** Two types on one pool of two workers: consolidated is twice as fast, and both count once. */
  @Test
  void allocate_typesThatShareAPool_countItsWorkersOnce() {
    Cluster shared =
        Cluster.of(
            new WorkerType("near", 2).withPool("v100"), new WorkerType("far", 2).withPool("v100"));
    Allocation x =
        policy.allocate(
            problem(
                shared,
                new double[][] {{4, 2}, {4, 2}, {4, 2}},
                Job.of("a"),
                Job.of("b"),
                Job.of("c")));
    assertEquals(2.0 / 3, x.certificate().objective(), TOLERANCE);
    assertEquals(2, x.workersUsed(0), 1e-8);
  }

  @Test
  void allocate_prices_tellWhatOneMoreWorkerIsWorth() {
    Allocation x =
        policy.allocate(
            problem(
                Cluster.of(new WorkerType("v100", 1)),
                new double[][] {{1}, {1}},
                Job.of("a"),
                Job.of("b")));
    assertArrayEquals(new double[] {0.5}, x.certificate().prices().pools(), TOLERANCE);
  }

  /** With too few workers for everybody the level holds all back, which its prices prove. */
  @Test
  void allocate_everybodyHeldBack_takesOneProgram() {
    AtomicInteger programs = new AtomicInteger();
    StructuredSolver solver = new StructuredSolver();
    AllocationSolver counting =
        (program, limits) -> {
          programs.incrementAndGet();
          return solver.solve(program, limits);
        };
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 3)));
    for (int m = 0; m < 20; m++) {
      problem.job(Job.of("job" + m), 2 + m % 7, 1 + m % 5);
    }
    Allocation x =
        MaxMinFairness.create()
            .withSolver(CertifiedSolver.of(List.of(counting), Tolerance.CERTIFIED))
            .allocate(problem.build());
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED));
    assertEquals(1, programs.get());
  }
}
