package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SolveEventTest {

  @TempDir Path folder;

  private static AllocationProblem problem() {
    Cluster cluster = Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));
    return AllocationProblem.builder(cluster)
        .job(Job.of("a"), 4, 1)
        .job(Job.of("b"), 2, 1)
        .job(Job.of("c"), 2, 1)
        .build();
  }

  private List<RecordedEvent> recorded(Runnable solves) throws IOException {
    Path file = folder.resolve("solves.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("io.gavel.Solve").withoutThreshold();
      recording.start();
      solves.run();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file);
  }

  @Test
  void solve_whileRecorded_isTold() throws IOException {
    CertifiedSolver named = CertifiedSolver.standard().forPolicy("mine");
    List<RecordedEvent> events =
        recorded(
            () -> {
              MaxTotalThroughput.create().allocate(problem());
              MaxTotalThroughput.create().withSolver(named).allocate(problem());
            });
    assertEquals(2, events.size());
    RecordedEvent event = events.get(0);
    assertEquals("max_sum_throughput", event.getString("policy"));
    assertEquals("mine", events.get(1).getString("policy"), "what the caller says stays");
    assertEquals(3, event.getInt("jobs"));
    assertEquals(2, event.getInt("classes"), "b and c are alike");
    assertEquals(2, event.getInt("pools"));
    assertEquals(6, event.getInt("columns"));
    assertEquals("sparse simplex", event.getString("solver"));
    assertEquals(1, event.getInt("attempts"));
    assertTrue(event.getInt("steps") > 0 && event.getInt("steps") < 40, event::toString);
    assertEquals("certified", event.getString("outcome"));
    assertTrue(event.getDouble("gap") <= 1e-6, event::toString);
    assertTrue(event.getDouble("objective") > 0, event::toString);
    assertFalse(event.getDuration().isNegative());
  }

  @Test
  void solve_fromEarlierPrices_isToldAsThat() throws IOException {
    AllocationProblem two =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 1)
            .job(Job.of("b"), 1.5)
            .build();
    AllocationProgram level = AllocationProgram.maximizeMinimum(two, new double[] {1, 1.5});
    CertifiedSolver scratch = CertifiedSolver.standard();
    CertifiedSolver solver = scratch.startingFrom(scratch.solve(level).bound().prices());
    List<RecordedEvent> events = recorded(() -> solver.solve(level));
    RecordedEvent event = events.get(events.size() - 1);
    assertEquals("earlier prices", event.getString("solver"));
    assertEquals("certified", event.getString("outcome"));
    assertEquals(1, event.getInt("attempts"));
  }

  /** The steps of the best point count where a solver was ended. */
  @Test
  void solve_slowSolverThatIsInterrupted_isToldWithItsTimeAndSteps() throws IOException {
    AllocationProgram sum = AllocationProgram.maximizeSum(problem(), new double[] {1, 1, 1});
    CertifiedSolution best = CertifiedSolver.standard().solve(sum);
    for (boolean any : new boolean[] {true, false}) {
      Optional<SolverOutcome.Solved> known =
          Optional.of(
                  new SolverOutcome.Solved(
                      new double[6], new double[0], best.bound().prices(), new double[0], 7))
              .filter(point -> any);
      AllocationSolver slow =
          (program, limits) -> {
            for (long end = System.nanoTime() + 5_000_000; System.nanoTime() < end; ) {
              Thread.onSpinWait(); // a thread that is parked may wake at once
            }
            return new SolverOutcome.Interrupted(known);
          };
      CertifiedSolver solver = CertifiedSolver.of(List.of(slow), Tolerance.CERTIFIED);
      List<RecordedEvent> events =
          recorded(() -> assertThrows(SolveStoppedException.class, () -> solver.solve(sum)));
      assertEquals(any ? 7 : 0, events.get(0).getInt("steps"));
      assertTrue(events.get(0).getDuration().toMillis() >= 1, events::toString);
    }
  }

  @Test
  void solve_thatIsEnded_isToldToo() throws IOException {
    CertifiedSolver ended =
        CertifiedSolver.standard().with(SolveLimits.none().withCancellation(() -> true));
    List<RecordedEvent> events =
        recorded(
            () ->
                assertThrows(
                    SolveStoppedException.class,
                    () -> MaxMinFairness.create().withSolver(ended).allocate(problem())));
    assertTrue(events.size() >= 1);
    assertTrue(
        events.stream()
            .allMatch(
                event ->
                    List.of("stopped", "SolveStoppedException")
                        .contains(event.getString("outcome"))),
        events::toString);
  }

  @Test
  void solve_pairsByType_tellsClasses() throws IOException {
    double[] rates = {3};
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .job(Job.builder("a").type("x").build(), 4)
            .job(Job.builder("b").type("x").build(), 4)
            .job(Job.builder("c").type("x").build(), 4)
            .build()
            .sharingByType(PairThroughputs.builder(1).pair("x", "x", 1, rates, rates).build());
    List<RecordedEvent> events = recorded(() -> MaxTotalThroughput.create().allocate(problem));
    assertEquals("pairs by class", events.get(0).getString("solver"));
    assertEquals(1, events.get(0).getInt("classes"));
  }

  @Test
  void event_whileNobodyRecords_costsNothing() {
    AllocationProgram program = AllocationProgram.maximizeSum(problem(), new double[] {1, 1, 1});
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    CertifiedSolver.event("warm", program);
    threads.getThreadAllocatedBytes(thread);
    long before = threads.getThreadAllocatedBytes(thread);
    for (int i = 0; i < 100_000; i++) {
      assertNull(CertifiedSolver.event("p", program));
    }
    long bytes = threads.getThreadAllocatedBytes(thread) - before;
    // The least object takes 16 bytes.
    assertTrue(bytes < 200_000, "100,000 times asked, " + bytes + " bytes allocated");
  }
}
