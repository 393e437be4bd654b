package io.gavel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.failure.FailureModel;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.simulator.observe.Timeline;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.ThroughputTable.PairRates;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SimulatorTest {

  static final JobKind NET = new JobKind("net", 1);
  private static final JobKind GANG = new JobKind("net", 2);
  static final Cluster ONE = Cluster.of(new WorkerType("gpu", 1).withPricePerHour(3.6));
  static final ThroughputTable TABLE =
      ThroughputTable.builder()
          .alone("gpu", NET, 2)
          .alone("gpu", GANG, 3)
          .sharing("gpu", NET, NET, new PairRates(1.5, 1.5))
          .build();

  static TraceJob job(String id, double arrival, JobKind kind, double steps) {
    return new TraceJob(
        id, arrival, kind, steps, 1, OptionalDouble.empty(), OptionalDouble.empty());
  }

  private static double busyWorkerSeconds(SimulationResult result) {
    return result.utilization().orElseThrow() * result.workers() * result.makespanSeconds();
  }

  static SimulationSetup setup(Cluster cluster, Policy policy, boolean packed) {
    return SimulationSetup.builder(cluster, TABLE, policy)
        .packed(packed)
        .rounds(new RoundOptions(100))
        .build();
  }

  static SimulationResult run(SimulationSetup setup, TraceJob... jobs) {
    return Simulator.run(setup, List.of(jobs), SimulationObserver.none());
  }

  private static double completion(SimulationResult result, int m) {
    return result.jobs().get(m).completionSeconds().orElseThrow();
  }

  @Test
  void run_oneJob_endsAtItsExactTimeInsideARound() {
    // 500 steps at 2 steps/s = 250 s, in rounds of 100 s from its arrival at 40 s.
    SimulationResult result =
        run(setup(ONE, MaxMinFairness.create(), false), job("a", 40, NET, 500));
    assertEquals(290, completion(result, 0));
    assertEquals(40, result.jobs().get(0).startSeconds().orElseThrow());
    assertEquals(250, result.makespanSeconds());
    assertEquals(250, result.averageJctSeconds().orElseThrow());
    assertEquals(1, result.utilization().orElseThrow());
    assertEquals(250 / 3600.0 * 3.6, result.cost(), 1e-12);
    assertEquals(3, result.rounds());
    assertEquals(1, result.recomputations());
  }

  @Test
  void run_elasticJob_runsAtTheRateOfItsLease() {
    SimulationSetup rigid =
        setup(Cluster.of(new WorkerType("gpu", 2)), MaxTotalThroughput.create(), false);
    SimulationSetup elastic = rigid.toBuilder().elasticWorkers(8).build();
    TraceJob job = job("a", 0, NET, 300);
    assertEquals(150, completion(run(rigid, job), 0), "on one worker");
    SimulationResult result = run(elastic, job);
    assertEquals(100, completion(result, 0), 1e-9, "on two workers, at 3 steps/s");
    assertEquals(200, busyWorkerSeconds(result), 1e-9);
    assertEquals(100, completion(run(elastic, job("b", 0, GANG, 300)), 0), 1e-9);
    // Four jobs of 200 s on one worker each: twice as many steps an hour as on two workers each.
    SimulationResult many =
        run(
            elastic,
            IntStream.range(0, 4)
                .mapToObj(m -> job("j" + m, 0, NET, 400))
                .toArray(TraceJob[]::new));
    assertEquals(400, many.makespanSeconds(), 1e-6);
  }

  @Test
  void run_elasticJobWhoseGangDoesNotFit_runsOnFewerWorkers() {
    SimulationSetup elastic =
        setup(ONE, MaxTotalThroughput.create().withoutSlos(), false).toBuilder()
            .elasticWorkers(1)
            .build();
    SimulationResult result = run(elastic, job("a", 0, GANG, 100));
    assertEquals(50, completion(result, 0), 1e-9);
    assertEquals(50, busyWorkerSeconds(result), 1e-9);
  }

  @Test
  void run_twoHalvesOfAWorker_areOneBusyWorker() {
    TraceJob[] halves = new TraceJob[2];
    for (int m = 0; m < 2; m++) {
      OptionalDouble none = OptionalDouble.empty();
      halves[m] =
          new TraceJob(
              "job" + m,
              0,
              NET,
              500,
              500,
              1,
              none,
              none,
              Optional.empty(),
              Collections.emptySortedMap(),
              0);
    }
    SimulationResult result = run(setup(ONE, MaxMinFairness.create(), false), halves);
    assertEquals(250, completion(result, 0)); // at the same time: each has its half
    assertEquals(250, completion(result, 1));
    assertEquals(1, result.utilization().orElseThrow());
    assertEquals(0.25, result.cost(), 1e-12); // one worker for 250 s at 3.60 an hour
  }

  @Test
  void run_secondJobArrivesDuringARound_startsAtItsEnd() {
    // a runs 0 to 150 s and leaves its worker idle to 200 s; b, there since 120 s, has 60 s to do.
    SimulationResult result =
        run(
            setup(Cluster.of(new WorkerType("gpu", 2)), MaxMinFairness.create(), false),
            job("a", 0, NET, 300),
            job("b", 120, NET, 120));
    assertEquals(150, completion(result, 0));
    assertEquals(200, result.jobs().get(1).startSeconds().orElseThrow());
    assertEquals(260, completion(result, 1));
    assertEquals((150 + 140) / 2.0, result.averageJctSeconds().orElseThrow());
    assertEquals(210.0 / (2 * 260), result.utilization().orElseThrow(), 1e-15);
  }

  @Test
  void run_twoEqualJobsOnOneWorker_takeTurns() {
    // 200 s of work each, in turns of 100 s: one is done at 300 s, the other at 400 s.
    SimulationResult result =
        run(
            setup(ONE, MaxMinFairness.create(), false),
            job("a", 0, NET, 400),
            job("b", 0, NET, 400));
    double first = Math.min(completion(result, 0), completion(result, 1));
    double last = Math.max(completion(result, 0), completion(result, 1));
    assertEquals(400, last);
    assertTrue(first == 300 || first == 200, "first done at " + first);
    assertEquals(1, result.utilization().orElseThrow());
  }

  @Test
  void run_idleGap_isSkippedAndNotBilled() {
    SimulationResult result =
        run(
            setup(ONE, MaxMinFairness.create(), false),
            job("a", 0, NET, 100),
            job("b", 100_000, NET, 100));
    assertEquals(50, completion(result, 0));
    assertEquals(100_050, completion(result, 1));
    assertEquals(2, result.rounds());
    assertEquals(100, busyWorkerSeconds(result), 1e-9);
    assertEquals(0.1, result.cost(), 1e-12);
  }

  @Test
  void run_emptyClusterInsideARound_doesNotDelayTheNextArrival() {
    SimulationResult result =
        run(
            setup(ONE, MaxMinFairness.create(), false),
            job("a", 0, NET, 20),
            job("b", 30, NET, 20));
    assertEquals(10, completion(result, 0));
    assertEquals(40, completion(result, 1));
  }

  @Test
  void run_packedPair_sharesTheWorkerUntilOneIsDone() {
    // Both at 1.5 steps/s until a is done at 40 s; b then has 60 of 120 steps left, at 2 steps/s.
    SimulationResult result =
        run(setup(ONE, MaxMinFairness.create(), true), job("a", 0, NET, 60), job("b", 0, NET, 120));
    assertEquals(40, completion(result, 0));
    assertEquals(70, completion(result, 1));
    assertEquals(70, busyWorkerSeconds(result), 1e-9);
    assertEquals(70 / 3600.0 * 3.6, result.cost(), 1e-12);
  }

  @Test
  void run_jobTooLargeForTheCluster_isSetAsideAndTheOthersGoOn() {
    SimulationResult result =
        run(
            setup(ONE, MaxMinFairness.create(), false),
            job("big", 0, GANG, 10),
            job("a", 10, NET, 100));
    assertEquals("big", result.unrunnable().get(0).jobId());
    assertTrue(result.jobs().get(0).completionSeconds().isEmpty());
    assertEquals(60, completion(result, 1));
    assertEquals(1, result.jctSeconds().size());
  }

  @Test
  void run_leastTimeBetweenAllocations_delaysOnlyWhileSomebodyRuns() {
    List<Double> times = new ArrayList<>();
    SimulationObserver observer =
        new SimulationObserver() {
          @Override
          public void allocated(double atSeconds, Allocation allocation) {
            times.add(atSeconds);
          }
        };
    Cluster two = Cluster.of(new WorkerType("gpu", 2));
    SimulationSetup setup =
        setup(two, MaxMinFairness.create(), false).toBuilder().minResetSeconds(350).build();
    List<TraceJob> jobs =
        List.of(job("a", 0, NET, 2000), job("b", 50, NET, 100), job("c", 1010, NET, 100));
    Simulator.run(setup, jobs, observer);
    // b waits from 100 to 400 s. a alone goes on; at 1000 s no job is left, so c is served at once.
    assertEquals(0, times.get(0));
    assertEquals(400, times.get(1));
    assertEquals(1010, times.get(times.size() - 1));
  }

  @Test
  void run_policySees_progressAndAge() {
    List<Job> seen = new ArrayList<>();
    Policy watching =
        problem -> {
          seen.add(problem.job(0));
          return MaxMinFairness.create().allocate(problem);
        };
    Cluster two = Cluster.of(new WorkerType("gpu", 2));
    run(setup(two, watching, false), job("a", 0, NET, 1000), job("b", 150, NET, 1000));
    assertEquals(0, seen.get(0).secondsSinceStart());
    assertEquals(1000, seen.get(0).stepsRemaining().orElseThrow());
    assertEquals(200, seen.get(1).secondsSinceStart());
    assertEquals(600, seen.get(1).stepsRemaining().orElseThrow());
    assertEquals(200, seen.get(1).isolatedSecondsSoFar());
  }

  @Test
  void run_isolatedShareOfTwoOnOneWorker_isHalf() {
    List<Job> seen = new ArrayList<>();
    Policy watching =
        problem -> {
          if (problem.jobCount() == 1) {
            seen.add(problem.job(0));
          }
          return new IsolatedShare().allocate(problem);
        };
    run(setup(ONE, watching, false), job("a", 0, NET, 200), job("b", 0, NET, 2000));
    // b's rounds with a counted double: its isolated share was half a worker then.
    Job alone = seen.get(0);
    double stepsDone = 2000 - alone.stepsRemaining().orElseThrow();
    assertEquals(stepsDone / 1.0, alone.isolatedSecondsSoFar(), 1e-9);
  }

  @Test
  void run_policyThatGivesNothing_leavesJobsToIdleWorkers() {
    Policy idle =
        problem ->
            Allocation.of(
                problem,
                new double[problem.groupCount() * problem.cluster().typeCount()],
                new IsolatedShare().allocate(problem).certificate());
    SimulationResult result = run(setup(ONE, idle, false), job("a", 0, NET, 250));
    assertEquals(125, completion(result, 0));
  }

  @Test
  void run_observer_seesAllWorkOnce() {
    double[] steps = new double[1];
    SimulationObserver observer =
        new SimulationObserver() {
          @Override
          public void ran(Lease lease, double busyUntilSeconds) {
            double rate = lease.workers().size() == 1 ? 2 : 3;
            steps[0] += rate * (busyUntilSeconds - lease.startSeconds());
          }
        };
    Cluster three = Cluster.of(new WorkerType("gpu", 3));
    List<TraceJob> jobs =
        List.of(
            job("a", 0, NET, 700),
            job("b", 30, GANG, 900),
            job("c", 45, NET, 1100),
            job("d", 45, GANG, 333.25),
            job("e", 460, NET, 10));
    SimulationResult result =
        Simulator.run(setup(three, MaxMinFairness.create(), false), jobs, observer);
    assertEquals(5, result.jctSeconds().size());
    assertEquals(700 + 900 + 1100 + 333.25 + 10, steps[0], 1e-6);
    assertTrue(result.utilization().orElseThrow() <= 1);
    for (JobOutcome outcome : result.jobs()) {
      assertTrue(outcome.startSeconds().orElseThrow() >= outcome.arrivalSeconds());
      assertTrue(outcome.completionSeconds().orElseThrow() > outcome.startSeconds().orElseThrow());
    }
  }

  @Test
  void run_twice_isEqualBitForBit() {
    Cluster two = Cluster.of(new WorkerType("gpu", 2));
    TraceJob[] jobs = {job("a", 0, NET, 700), job("b", 30, GANG, 900), job("c", 45, NET, 1100)};
    assertEquals(
        run(setup(two, MaxMinFairness.create(), false), jobs),
        run(setup(two, MaxMinFairness.create(), false), jobs));
  }

  @Test
  void setup_typeThatTheTableLacks_isRefused() {
    Cluster other = Cluster.of(new WorkerType("tpu", 1));
    var error =
        assertThrows(
            InvalidInputException.class, () -> setup(other, MaxMinFairness.create(), false));
    assertEquals("the throughput table has no worker type \"tpu\"; it has gpu", error.getMessage());
  }

  @Test
  void run_newcomersBeforeTheNextAllocation_useWorkersThatIdle() {
    // Allocations are 1000 s apart; b comes at 50 s and gets the other worker at 100 s.
    SimulationSetup waiting =
        setup(Cluster.of(new WorkerType("gpu", 2)), MaxMinFairness.create(), false).toBuilder()
            .minResetSeconds(1000)
            .build();
    SimulationResult result = run(waiting, job("a", 0, NET, 2000), job("b", 50, NET, 200));
    assertEquals(100, result.jobs().get(1).startSeconds().orElseThrow());
    assertEquals(200, completion(result, 1));
    assertEquals(1, result.recomputations());
  }

  /** Two jobs at half of the time each, on two workers, though one of them is the limit. */
  private static final Policy HALVES =
      problem -> {
        AllocationProblem limited =
            problem.constraining(Constraint.named("one").that(LinearForm.workers()).atMost(1));
        return MaxMinFairness.create().allocate(limited);
      };

  @Test
  void run_policyWithLimits_keepsThem() {
    Cluster two = Cluster.of(new WorkerType("gpu", 2));
    SimulationSetup usual = new SimulationSetup(two, TABLE, HALVES);
    TraceJob[] jobs = {job("a", 0, NET, 720), job("b", 0, NET, 720)};
    assertEquals(720, run(usual, jobs).makespanSeconds());
    RoundOptions ignoring = RoundOptions.defaults().ignoring("one");
    assertEquals(360, run(usual.toBuilder().rounds(ignoring).build(), jobs).makespanSeconds());
  }

  @Test
  void run_policyWithConstraintThatRoundsCannotKeep_isRefusedByName() {
    Constraint busy =
        Constraint.named("busy").that(LinearForm.workers()).atLeast(0.5).atEachMoment();
    Policy always = problem -> MaxMinFairness.create().allocate(problem.constraining(busy));
    Cluster two = Cluster.of(new WorkerType("gpu", 2));
    SimulationSetup setup = new SimulationSetup(two, TABLE, always);
    String message =
        assertThrows(InvalidInputException.class, () -> run(setup, job("a", 0, NET, 100)))
            .getMessage();
    assertTrue(message.contains("constraint \"busy\" is to hold at each moment"), message);
  }

  private static SimulationSetup filling(Cluster cluster) {
    return setup(cluster, MaxMinFairness.create(), false).under(RunConditions.NONE.filling());
  }

  @Test
  void run_filling_startsAJobOnWorkersThatAnotherLeaves() {
    // Rounds of 100 s at 2 steps/s: a ends at 30 s, b starts there and has a new lease at 100 s.
    SimulationResult result =
        run(filling(ONE), job("a", 0, NET, 60), job("b", 0, NET, 200), job("c", 500, NET, 20));
    assertEquals(30, completion(result, 0));
    assertEquals(30, result.jobs().get(1).startSeconds().orElseThrow());
    assertEquals(130, completion(result, 1));
    assertEquals(510, completion(result, 2));
    assertEquals(3, result.rounds());
    assertEquals(1, result.jobs().get(1).restarts() + result.leaseExtensions());
  }

  /** A fill gives no more workers than there are, and every job makes all of its steps. */
  @Test
  void run_fillingUnderFailures_neverUsesAWorkerTwice() {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      Cluster cluster = Cluster.of(new WorkerType("gpu", 3));
      List<TraceJob> jobs = new ArrayList<>();
      double arrival = 0;
      for (int i = 0; i < 20; i++) {
        arrival += random.nextInt(60);
        jobs.add(
            job("j" + i, arrival, random.nextInt(3) == 0 ? GANG : NET, 1 + random.nextInt(400)));
      }
      Timeline timeline = new Timeline();
      RunConditions conditions =
          RunConditions.NONE.with(new FailureModel(2000, 150, seed)).filling();
      SimulationResult result =
          Simulator.run(
              setup(cluster, MaxMinFairness.create(), false).under(conditions), jobs, timeline);
      assertEquals(20, result.completed(), "seed " + seed);
      for (Timeline.Span a : timeline.spans()) {
        for (Timeline.Span b : timeline.spans()) {
          boolean same = a != b && a.worker() == b.worker();
          assertTrue(!same || a.overlap(b.startSeconds(), b.endSeconds()) == 0, a + " " + b);
        }
      }
    }
  }
}
