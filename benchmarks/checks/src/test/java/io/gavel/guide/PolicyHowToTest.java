package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.lp.deadline.BestEffort;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.lp.variant.Strict;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Holding;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The code of the how-to pages on problems and policies. */
class PolicyHowToTest {

  private static final Cluster TWO_TYPES =
      Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));

  @Test
  void candidates_oneProblem_differInTheLeastThroughput() {
    AllocationProblem problem =
        AllocationProblem.builder(TWO_TYPES)
            .job(Job.builder("transformer").stepsRemaining(100_000).build(), 4, 1)
            .job(Job.builder("resnet").stepsRemaining(50_000).build(), 2, 1)
            .job(Job.builder("cyclegan").stepsRemaining(10_000).build(), 1, 1)
            .build();
    // compare policies: begin
    Map<String, Policy> candidates =
        Map.of(
            "max-min fairness", MaxMinFairness.create(),
            "water filling", WaterFilling.create(),
            "finish-time fairness", FinishTimeFairness.create(),
            "makespan", Makespan.create(),
            "total throughput", MaxTotalThroughput.create());
    Map<String, String> tables = new LinkedHashMap<>();
    candidates.forEach((name, policy) -> tables.put(name, policy.allocate(problem).toTable()));
    // compare policies: end
    assertEquals(5, tables.size());
    assertTrue(tables.get("max-min fairness").contains("0.8000"), tables::toString);
  }

  @Test
  void name_ofAPolicy_isAPolicyThatRefusesWhatItIgnores() {
    AllocationProblem problem =
        AllocationProblem.builder(TWO_TYPES)
            .job(Job.builder("resnet").stepsRemaining(50_000).sloSeconds(9e4).build(), 2, 1)
            .build();
    // policy by name: begin
    Policy policy = Policies.standard().named("max_min_fairness"); // in Gavel's program: _perf
    Policy same = Policies.ofGavel().named("max_min_fairness_perf");
    Policy strict = Strict.of(policy).ignoring(Aspect.STEPS); // but SLOs, entities … are refused
    // policy by name: end
    assertEquals(policy, same);
    String message =
        assertThrows(IllegalArgumentException.class, () -> strict.allocate(problem)).getMessage();
    assertTrue(message.startsWith("job \"resnet\" has an SLO of 90000.0 s, but MaxMin"), message);
    assertTrue(message.endsWith("does not read SLOs"), message);
  }

  @Test
  void pair_onOneWorker_runsTogether() {
    // pairs: begin
    Cluster cluster = Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.of("bert"), 4, 1) // steps per second alone on a v100, on a k80
            .job(Job.of("gan"), 3, 1)
            .pair("bert", "gan", new double[] {3, 0}, new double[] {2.5, 0}) // together
            .build();
    Allocation x = MaxMinFairness.create().allocate(problem);
    double together = x.fraction(2, 0); // group 2, the pair, on type 0: 96 % of the time
    // pairs: end
    assertEquals(0.96, together, 0.005);
    Allocation alone = MaxMinFairness.create().allocate(problem.withoutPairs());
    assertTrue(x.effectiveThroughput("bert") > alone.effectiveThroughput("bert"), x::toTable);
    assertTrue(x.effectiveThroughput("gan") > alone.effectiveThroughput("gan"), x::toTable);
  }

  @Test
  void pairsByType_fourJobs_areListedInTheAnswer() {
    Cluster cluster = TWO_TYPES;
    // pairs by type: begin
    PairThroughputs pairs =
        PairThroughputs.builder(cluster.typeCount())
            .pair("bert", "gan", 1, new double[] {3, 0}, new double[] {2.5, 0})
            .pair("gan", "gan", 1, new double[] {2, 0}, new double[] {2, 0})
            .build();
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.builder("bert-1").type("bert").build(), 4, 1)
            .job(Job.builder("bert-2").type("bert").build(), 4, 1)
            .job(Job.builder("gan-1").type("gan").build(), 3, 1)
            .job(Job.builder("gan-2").type("gan").build(), 3, 1)
            .build()
            .sharingByType(pairs);
    Allocation x = MaxMinFairness.create().allocate(problem);
    // pairs by type: end
    assertTrue(x.problem().groupCount() > 4, x::toTable);
    Allocation alone = MaxMinFairness.create().allocate(problem.withoutPairs());
    assertTrue(x.certificate().objective() > alone.certificate().objective());
  }

  @Test
  void fractionalJobs_oneWorker_runAtOnce() {
    // shares of a worker: begin
    Cluster cluster = Cluster.of(new WorkerType("a100", 1));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.builder("notebook").gpuMilli(300).build(), 5) // steps per second on its 0.3
            .job(Job.builder("serving").gpuMilli(500).build(), 9)
            .build();
    Allocation x = WaterFilling.create().allocate(problem);
    double used = x.workersUsed(0); // 0.8 of the worker
    // shares of a worker: end
    assertEquals(0.8, used, 1e-9);
    assertEquals(1, x.timeFraction(0), 1e-9);
  }

  @Test
  void elasticJob_eightWorkers_growsBesideARigidOne() {
    // elastic jobs: begin
    Cluster cluster = Cluster.of(new WorkerType("a100", 8));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.of("bert"), 5) // its first way: 5 steps/s on one worker
            .configuration("bert", "x4", 4, 15.5)
            .configuration("bert", "x8", 8, 24)
            .job(Job.builder("gan").scaleFactor(2).build(), 9) // rigid
            .build();
    Allocation x = MaxTotalThroughput.create().allocate(problem);
    double wide = x.fraction("bert", "x4", "a100"); // half of the time on 4 workers …
    double whole = x.fraction("bert", "x8", "a100"); // … and half on 8
    int g = problem.configurationOf("bert", "x8"); // its row in matrices and allocations
    double workers = problem.workers(g); // 8
    // elastic jobs: end
    assertEquals(8, workers);
    assertEquals(0.5, wide, 1e-6);
    assertEquals(0.5, whole, 1e-6);
    assertEquals(0.5 * (15.5 + 24), x.effectiveThroughput("bert"), 1e-5);
    // leases of configurations: begin
    RoundScheduler scheduler = RoundScheduler.create(cluster, RoundOptions.defaults());
    scheduler.accept(new SchedulerEvent.AllocationChanged(0, x));
    for (Lease lease : scheduler.plan(0).leases()) {
      String configuration = lease.configuration().orElse("first way");
      int gang = lease.workers().size(); // that of the configuration
      assertTrue(gang <= 8, () -> lease.jobIds() + " in " + configuration);
    }
    // leases of configurations: end
  }

  @Test
  void sizesByType_smallAndLargeCard_threeJobsRunAllTheTime() {
    // sizes by type: begin
    Cluster cluster = Cluster.of(new WorkerType("a100-40", 1), new WorkerType("a100-80", 1));
    AllocationProblem.Builder builder = AllocationProblem.builder(cluster);
    for (String id : List.of("a", "b", "c")) {
      builder.job(Job.of(id), 3, 3).configuration(id, "half", Holding.share(500), 0, 3);
    }
    Allocation x = WaterFilling.create().allocate(builder.build());
    double time = x.timeFraction(0); // 1, for each of the three
    // sizes by type: end
    assertEquals(1, time, 1e-6);
    assertEquals(1, x.timeFraction(2), 1e-6);
  }

  @Test
  void coGang_prefillAndDecode_takesTurnsWithTheBatchJob() {
    // co-gangs: begin
    Cluster cluster = Cluster.of(new WorkerType("a100", 2), new WorkerType("h100", 2));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.builder("serve").scaleFactor(2).alongside("h100", 2).build(), 1, 0)
            .job(Job.builder("batch").scaleFactor(2).build(), 1, 1)
            .build();
    Allocation x = NashWelfare.create().allocate(problem);
    double serving = x.fraction("serve", "a100"); // half of the time, on all four workers
    // co-gangs: end
    assertEquals(0.5, serving, 1e-5);
    assertEquals(1, x.timeFraction(1), 1e-5);
  }

  private static AllocationProblem deadlines(double seconds) {
    // deadlines: begin
    Cluster cluster =
        Cluster.of(
            new WorkerType("v100", 1).withPricePerHour(2.48),
            new WorkerType("k80", 1).withPricePerHour(0.45));
    Job urgent = Job.builder("urgent").stepsRemaining(7200).sloSeconds(seconds).build(); // from now
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(urgent, 4, 1)
            .job(Job.builder("nightly").stepsRemaining(7200).sloSeconds(6000).build(), 2, 1)
            .job(Job.of("background"), 3, 2)
            .build();
    // deadlines: end
    return problem;
  }

  @Test
  void deadlines_thatCanBeKept_areKept() {
    AllocationProblem problem = deadlines(3600);
    // keep deadlines: begin
    Allocation x = ThroughputPerPrice.create().allocate(problem);
    double urgentRate = x.effectiveThroughput("urgent"); // at least 7200 steps / 3600 s = 2
    // keep deadlines: end
    assertTrue(urgentRate >= 2 * (1 - 1e-6), x::toTable);
    assertTrue(x.effectiveThroughput("nightly") >= 1.2 * (1 - 1e-6), x::toTable);
  }

  @Test
  void deadlines_thatConflict_areNamedOrGivenUp() {
    AllocationProblem problem = deadlines(1850);
    // conflicting deadlines: begin
    Policy policy = ThroughputPerPrice.create();
    List<String> conflicting = List.of();
    Allocation x;
    try {
      x = policy.allocate(problem);
    } catch (InfeasibleProblemException conflict) {
      conflicting = conflict.jobIds(); // without any one of them, the others can be met
      x = BestEffort.of(policy).allocate(problem); // gives up the least weight of deadlines
    }
    // conflicting deadlines: end
    assertEquals(List.of("urgent", "nightly"), conflicting);
    assertEquals(0, x.maxViolation());
  }

  @Test
  void weights_oneWorker_divideIt() {
    Cluster cluster = Cluster.of(new WorkerType("v100", 1));
    // weights: begin
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.builder("production").weight(3).build(), 4)
            .job(Job.of("research"), 4) // weight 1
            .build();
    Allocation x = WaterFilling.create().allocate(problem); // 3/4 and 1/4 of the worker
    // weights: end
    assertEquals(0.75, x.timeFraction(0), 1e-6);
  }

  @Test
  void entities_oneWorker_divideItFirst() {
    Cluster cluster = Cluster.of(new WorkerType("v100", 1));
    // entities: begin
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .entity(new Entity("vision", 2, Discipline.FAIRNESS))
            .entity(new Entity("language", 1, Discipline.FAIRNESS))
            .entity(new Entity("nightly", Optional.of("language"), 1, Discipline.FIFO))
            .job(Job.builder("segment").entity("vision").build(), 4)
            .job(Job.builder("detect").entity("vision").build(), 4)
            .job(Job.builder("chat").entity("language").build(), 4)
            .job(Job.builder("batch-1").entity("nightly").build(), 4)
            .job(Job.builder("batch-2").entity("nightly").build(), 4)
            .build();
    Allocation x = WaterFilling.create().overEntities().allocate(problem);
    // 1/3 each for segment and detect; 1/6 each for chat and batch-1; batch-2 waits
    // entities: end
    assertEquals(1 / 3.0, x.timeFraction(0), 1e-6);
    assertEquals(1 / 3.0, x.timeFraction(1), 1e-6);
    assertEquals(1 / 6.0, x.timeFraction(2), 1e-6);
    assertEquals(1 / 6.0, x.timeFraction(3), 1e-6);
    assertEquals(0, x.timeFraction(4), 1e-6);
  }
}
