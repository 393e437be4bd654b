package io.gavel.policies.lp.solver.internal.interior.rows;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OjAlgoCancellationTest {

  /** The promise is 0.2 s; this is five times as much, for slow machines and cold code. */
  private static final double MOST_SECONDS = 1;

  /** The largest programs that are solved, interrupted at any moment. */
  @ParameterizedTest
  @CsvSource({"1000, 3", "46, 64", "250, 11"})
  void solve_interruptedAnywhere_endsSoon(int jobs, int types) throws InterruptedException {
    AllocationProgram program = program(jobs, types);
    for (int wait = 5; wait < 200; wait *= 2) {
      assertEndsSoon(new OjAlgoSolver(), program, wait);
    }
  }

  private static AllocationProgram program(int jobs, int types) {
    Random random = new Random(3);
    WorkerType[] all = new WorkerType[types];
    Arrays.setAll(all, j -> new WorkerType("type" + j, 3));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(all));
    for (int m = 0; m < jobs; m++) {
      double[] rates = random.doubles(types, 0.5, 5.5).toArray();
      problem.job(Job.of("job" + m), rates);
    }
    double[] requirement = new double[jobs];
    Arrays.fill(requirement, 1);
    return AllocationProgram.maximizeMinimum(problem.build(), requirement);
  }

  /** Measured in time of the processor, which others may use as well. */
  private static void assertEndsSoon(AllocationSolver solver, AllocationProgram program, int wait)
      throws InterruptedException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    AtomicLong end = new AtomicLong();
    AtomicReference<SolverOutcome> outcome = new AtomicReference<>();
    Thread thread =
        new Thread(
            () -> {
              outcome.set(solver.solve(program, SolveLimits.none()));
              end.set(threads.getCurrentThreadCpuTime());
            });
    thread.start();
    thread.join(wait);
    long begin = threads.getThreadCpuTime(thread.getId());
    thread.interrupt();
    thread.join();
    if (outcome.get() instanceof SolverOutcome.Interrupted && begin >= 0) {
      double seconds = (end.get() - begin) / 1e9;
      assertTrue(seconds < MOST_SECONDS, () -> solver + " after " + wait + " ms: " + seconds);
    } else {
      assertInstanceOf(SolverOutcome.Solved.class, outcome.get()); // before the interruption
    }
  }
}
