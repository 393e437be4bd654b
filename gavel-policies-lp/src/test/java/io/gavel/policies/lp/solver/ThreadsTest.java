package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A solve with an executor gives the same bits as one without. */
class ThreadsTest {

  private static ExecutorService pool;

  @BeforeAll
  static void begin() {
    pool = Executors.newFixedThreadPool(6);
  }

  @AfterAll
  static void end() {
    pool.shutdownNow();
  }

  private static AllocationProblem problem(SplittableRandom random, int jobs) {
    WorkerType[] types = new WorkerType[random.nextInt(1, 5)];
    Arrays.setAll(types, j -> new WorkerType("t" + j, 1 + random.nextInt(jobs)));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(types));
    for (int m = 0; m < jobs; m++) {
      double[] rates = new double[types.length];
      Arrays.setAll(rates, j -> random.nextDouble(0.1, 10));
      Job.Builder job = Job.builder("j" + m).weight(1 + random.nextInt(8));
      problem.job(job.scaleFactor(1 << random.nextInt(3)).entity("e" + m % 3).build(), rates);
    }
    for (int e = 0; e < 3; e++) {
      problem.entity(new Entity("e" + e, 1, Entity.Discipline.FAIRNESS));
    }
    AllocationProblem plain = problem.build();
    return random.nextBoolean()
        ? plain
        : plain.constraining(
            Constraint.named("e0 on t0")
                .that(LinearForm.workers().ofEntity("e0").onTypes("t0"))
                .atMostPartOfCapacity(0.2));
  }

  private static List<AllocationProgram> programs(SplittableRandom random, int jobs) {
    AllocationProblem problem = problem(random, jobs);
    double[] weight = random.doubles(jobs, 0.1, 2).toArray();
    return List.of(
        AllocationProgram.maximizeMinimum(problem, weight),
        AllocationProgram.maximizeUtility(problem, weight, 0),
        AllocationProgram.maximizeSum(problem, weight)
            .withFloor(random.doubles(jobs, 0, 1e-3).toArray()));
  }

  private static List<CertifiedSolver> solvers() {
    CertifiedSolver solver = CertifiedSolver.standard();
    List<CertifiedSolver> solvers = new ArrayList<>();
    for (int threads : new int[] {1, 2, 7}) {
      solvers.add(solver.with(pool, threads));
    }
    solvers.add(solver.with(Runnable::run, 7));
    solvers.add(
        solver.with(
            task -> {
              throw new RejectedExecutionException("the queue is full");
            },
            7));
    return solvers;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 700, 1_500, 12_000})
  void solve_anyNumberOfThreads_givesTheSameBits(int jobs) {
    SplittableRandom random = new SplittableRandom(jobs);
    for (AllocationProgram program : programs(random, jobs)) {
      CertifiedSolution alone = CertifiedSolver.standard().solve(program);
      for (CertifiedSolver solver : solvers()) {
        CertifiedSolution found = solver.solve(program);
        assertArrayEquals(alone.fractions(), found.fractions());
        assertEquals(alone.bound().value(), found.bound().value());
        assertEquals(alone.bound().prices(), found.bound().prices());
      }
    }
  }

  @Test
  void allocate_policyOfTwoPrograms_givesTheSameBits() {
    AllocationProblem problem = problem(new SplittableRandom(3), 9_000);
    MaxMinFairness policy = MaxMinFairness.create();
    assertEquals(
        policy.allocate(problem),
        policy.withSolver(CertifiedSolver.standard().with(pool, 2)).allocate(problem));
  }

  @Test
  void solve_cancelled_endsWithoutAskingOnOtherThreads() {
    Thread caller = Thread.currentThread();
    AtomicInteger asked = new AtomicInteger();
    SolveLimits limits =
        SolveLimits.none()
            .withCancellation(
                () -> {
                  assertEquals(caller, Thread.currentThread());
                  return asked.incrementAndGet() > 40;
                });
    AllocationProgram program = programs(new SplittableRandom(5), 12_000).get(2);
    CertifiedSolver solver = CertifiedSolver.standard().with(limits).with(pool, 7);
    assertThrows(SolveStoppedException.class, () -> solver.solve(program));
    assertTrue(asked.get() < 200, asked + " questions after the end");
  }

  @Test
  void solve_interrupted_endsAndStaysInterrupted() {
    AllocationProgram program = programs(new SplittableRandom(5), 12_000).get(0);
    Thread.currentThread().interrupt();
    CertifiedSolver solver = CertifiedSolver.standard().with(pool, 2);
    assertThrows(SolveStoppedException.class, () -> solver.solve(program));
    assertTrue(Thread.interrupted());
  }

  @Test
  void equals_otherExecutor_isAnotherSolver() {
    CertifiedSolver solver = CertifiedSolver.standard();
    assertEquals(solver.with(pool, 2), solver.with(pool, 2));
    assertTrue(!solver.with(pool, 2).equals(solver.with(pool, 3)));
    assertTrue(solver.with(pool, 2).toString().startsWith("standard on 2 threads of "));
  }
}
