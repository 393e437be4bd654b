package io.gavel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.Unrunnable;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.observe.JobMeter;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Jobs of a trace that hold workers of several types, or that are not preempted. */
final class CoGangSimulationTest {

  private static final JobKind SERVE = new JobKind("serve", 2);
  private static final JobKind NET = new JobKind("net", 1);
  private static final ThroughputTable TABLE =
      ThroughputTable.builder()
          .alone("a100", SERVE, 2)
          .alone("a100", NET, 1)
          .alone("h100", NET, 2)
          .build();
  private static final Cluster CLUSTER =
      Cluster.of(
          new WorkerType("a100", 2, 3.6, 1, "a100"), new WorkerType("h100", 2, 7.2, 1, "h100"));

  private static TraceJob job(
      String id,
      double arrival,
      JobKind kind,
      double steps,
      Map<String, Integer> alongside,
      double minRun) {
    SortedMap<String, Integer> held = new TreeMap<>(alongside);
    OptionalDouble none = OptionalDouble.empty();
    return new TraceJob(
        id, arrival, kind, Job.WHOLE_WORKER, steps, 1, none, none, Optional.empty(), held, minRun);
  }

  private static SimulationSetup setup(RoundOptions rounds) {
    return SimulationSetup.builder(CLUSTER, TABLE, WaterFilling.create()).rounds(rounds).build();
  }

  /** One job holds 2 a100 and 1 h100 for 100 s, the other the rest of the h100 for 50 s. */
  @Test
  void run_coGang_holdsAndPaysAllItsWorkers() {
    List<TraceJob> jobs =
        List.of(
            job("serve", 0, SERVE, 200, Map.of("h100", 1), 0),
            job("net", 0, NET, 100, Map.of(), 0));
    SimulationSetup setup = setup(new RoundOptions(100));
    for (SimulationResult result :
        List.of(
            Simulator.run(setup, jobs, SimulationObserver.none()),
            FluidSimulator.run(setup, jobs.iterator(), SimulationObserver.none()))) {
      assertEquals(OptionalDouble.of(100), result.jobs().get(0).completionSeconds());
      assertEquals(OptionalDouble.of(50), result.jobs().get(1).completionSeconds());
      assertEquals((3 * 100 + 50) / 400.0, result.utilization().getAsDouble(), 1e-9);
      assertEquals((2 * 3.6 + 7.2) * 100 / 3600 + 7.2 * 50 / 3600, result.cost(), 1e-9);
    }
    JobMeter meter = new JobMeter(CLUSTER);
    Simulator.run(setup, jobs, meter);
    assertEquals(200, meter.workerSeconds("serve", 0));
    assertEquals(100, meter.workerSeconds("serve", 1), "alongside");
  }

  @Test
  void run_coGangLargerThanItsPool_isSetAsideAsAGangIs() {
    JobKind wide = new JobKind("wide", 3);
    ThroughputTable table =
        ThroughputTable.builder()
            .alone("a100", SERVE, 2)
            .alone("a100", wide, 2)
            .alone("h100", NET, 2)
            .build();
    SimulationResult result =
        Simulator.run(
            SimulationSetup.builder(CLUSTER, table, MaxMinFairness.create()).build(),
            List.of(
                job("serve", 0, SERVE, 200, Map.of("h100", 3), 0),
                job("wide", 0, wide, 200, Map.of(), 0),
                job("fits", 0, SERVE, 200, Map.of("h100", 2), 0)),
            SimulationObserver.none());
    assertEquals(
        List.of(
            "job \"serve\" needs more workers at once than any type it can use has",
            "job \"wide\" needs more workers at once than any type it can use has"),
        result.unrunnable().stream().map(Unrunnable::toString).toList());
    InvalidInputException unknown =
        assertThrows(
            InvalidInputException.class,
            () ->
                Simulator.run(
                    setup(RoundOptions.defaults()),
                    List.of(job("serve", 0, SERVE, 200, Map.of("v100", 1), 0)),
                    SimulationObserver.none()));
    assertEquals(
        "job \"serve\" holds workers of [v100] alongside; they must be of [a100, h100]",
        unknown.getMessage());
  }

  /** Checks that leases hold all workers of a co-gang at once, and no worker twice. */
  private static final class Checks implements SimulationObserver {
    private final Map<String, TraceJob> byId = new HashMap<>();

    Checks(List<TraceJob> jobs) {
      jobs.forEach(job -> byId.put(job.id(), job));
    }

    @Override
    public void planned(RoundPlan plan, Supplier<SchedulerState> state) {
      Set<Worker> used = new HashSet<>();
      for (Lease lease : plan.leases()) {
        TraceJob job = byId.get(lease.jobIds().get(0));
        int[] held = new int[2];
        for (Worker worker : lease.workers()) {
          held[worker.pool()]++;
          assertEquals(true, used.add(worker), "held once");
        }
        int[] due = {
          job.alongside().getOrDefault("a100", 0), job.alongside().getOrDefault("h100", 0)
        };
        due[lease.workerType()] += job.kind().scaleFactor();
        assertEquals(due[0], held[0]);
        assertEquals(due[1], held[1]);
      }
    }
  }

  private static List<TraceJob> drawn(Draws random) {
    List<TraceJob> jobs = new ArrayList<>();
    double arrival = 0;
    int count = 3 + random.nextInt(8);
    for (int m = 0; m < count; m++) {
      arrival += random.nextInt(3) * 70;
      boolean serve = random.nextInt(3) > 0;
      Map<String, Integer> alongside =
          serve
              ? random.nextInt(3) == 0 ? Map.of() : Map.of("h100", 1 + random.nextInt(2))
              : random.nextInt(3) == 0 ? Map.of("a100", 1) : Map.of();
      int steps = 100 + random.nextInt(900);
      jobs.add(job("job" + m, arrival, serve ? SERVE : NET, steps, alongside, 0));
    }
    return jobs;
  }

  @Property(tries = 300)
  void run_anyCoGangs_holdTheirWorkersTogetherAndComplete(@ForAll Draws random) {
    List<TraceJob> jobs = drawn(random);
    SimulationResult result = Simulator.run(setup(new RoundOptions(100)), jobs, new Checks(jobs));
    assertEquals(jobs.size(), result.completed());
  }

  /** A minimum run time of each job is that of all leases. */
  @Property(tries = 200)
  void run_minRunOfEachJob_isThatOfAllLeases(@ForAll Draws random) {
    double minRun = random.nextBoolean() ? 250 : 1e9;
    List<TraceJob> jobs = drawn(random);
    List<TraceJob> kept =
        jobs.stream()
            .map(
                job ->
                    job(
                        job.id(),
                        job.arrivalSeconds(),
                        job.kind(),
                        job.totalSteps(),
                        job.alongside(),
                        minRun))
            .toList();
    SimulationResult ofJobs =
        Simulator.run(setup(new RoundOptions(100)), kept, SimulationObserver.none());
    SimulationResult ofAll =
        Simulator.run(
            setup(new RoundOptions(100).withMinRunSeconds(minRun)),
            jobs,
            SimulationObserver.none());
    assertEquals(ofAll.jobs(), ofJobs.jobs());
    assertEquals(ofAll.rounds(), ofJobs.rounds());
  }

  /** Two jobs share one worker: without a minimum run time in turns, with one, until it is done. */
  @Test
  void run_oneJobIsNotPreempted_otherJobsAre() {
    JobKind net = new JobKind("net", 1);
    Cluster one = Cluster.of(new WorkerType("h100", 1));
    ThroughputTable table = ThroughputTable.builder().alone("h100", net, 1).build();
    SimulationSetup setup =
        SimulationSetup.builder(one, table, MaxMinFairness.create())
            .rounds(new RoundOptions(100))
            .build();
    List<Double> ends = new ArrayList<>();
    for (double minRun : new double[] {0, 250, 1e9}) {
      SimulationResult result =
          Simulator.run(
              setup,
              List.of(
                  job("kept", 0, net, 500, Collections.emptyMap(), minRun),
                  job("other", 0, net, 500, Collections.emptyMap(), 0)),
              SimulationObserver.none());
      ends.add(result.jobs().get(0).completionSeconds().orElseThrow());
    }
    assertEquals(List.of(900.0, 800.0, 500.0), ends);
  }
}
