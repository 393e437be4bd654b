package io.gavel.policies.lp;

import static io.gavel.policies.lp.PolicyCase.Trait.BY_ARRIVAL;
import static io.gavel.policies.lp.PolicyCase.Trait.COUNTS_STEPS;
import static io.gavel.policies.lp.PolicyCase.Trait.DRAWS_TYPES;
import static io.gavel.policies.lp.PolicyCase.Trait.FIXED_YARDSTICK;
import static io.gavel.policies.lp.PolicyCase.Trait.FORMULA;
import static io.gavel.policies.lp.PolicyCase.Trait.GAINS_BY_WAYS;
import static io.gavel.policies.lp.PolicyCase.Trait.LOGARITHMIC;
import static io.gavel.policies.lp.PolicyCase.Trait.MAY_REFUSE;
import static io.gavel.policies.lp.PolicyCase.Trait.MINIMISES;
import static io.gavel.policies.lp.PolicyCase.Trait.ONE_AFTER_ANOTHER;
import static io.gavel.policies.lp.PolicyCase.Trait.OPTIMAL;
import static io.gavel.policies.lp.PolicyCase.Trait.PER_MONEY;
import static io.gavel.policies.lp.PolicyCase.Trait.PER_WORKER;
import static io.gavel.policies.lp.PolicyCase.Trait.TIES_BY_INDEX;
import static io.gavel.policies.lp.PolicyCase.Trait.UNIQUE;
import static io.gavel.policies.lp.PolicyCase.Trait.WHOLE_JOBS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.PolicyCase.Trait;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.deadline.BestEffort;
import io.gavel.policies.lp.deadline.SloMargin;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.queue.AlloX;
import io.gavel.policies.lp.queue.FifoProgram;
import io.gavel.policies.lp.queue.GandivaPacking;
import io.gavel.policies.lp.queue.HeadOfLineFifo;
import io.gavel.policies.lp.queue.ShortestJobFirst;
import io.gavel.policies.lp.queue.StrictFifo;
import io.gavel.policies.lp.share.DominantResourceFairness;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.throughput.AverageCompletionTime;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.StepWeight;
import io.gavel.policies.lp.throughput.ThroughputPerCost;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.policies.lp.welfare.MeanFairness;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.lp.welfare.PartialAllocation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The policies of the library keep their claims and relations. */
class EveryPolicyTest extends PolicyMatrix {

  @Override
  protected List<PolicyCase> cases() {
    return List.of(
        PolicyCase.of("EQUAL_SHARE", new EqualShare(), FORMULA, UNIQUE),
        PolicyCase.of("ISOLATED", new IsolatedShare(), FORMULA, UNIQUE),
        PolicyCase.of("MAX_MIN", MaxMinFairness.create(), OPTIMAL, PER_WORKER, GAINS_BY_WAYS),
        PolicyCase.of(
            "MAX_MIN_AGNOSTIC",
            HeterogeneityAgnostic.unitRates(MaxMinFairness.create()),
            PER_WORKER,
            MAY_REFUSE),
        PolicyCase.of(
            "MAX_MIN_BY_FASTEST",
            MaxMinFairness.create().withNormalizer(Normalizer.FASTEST_TYPE),
            OPTIMAL,
            PER_WORKER,
            FIXED_YARDSTICK,
            GAINS_BY_WAYS),
        PolicyCase.of(
            "MAX_MIN_BY_ISOLATED",
            MaxMinFairness.create().withNormalizer(Normalizer.ISOLATED_SHARE),
            OPTIMAL,
            GAINS_BY_WAYS),
        PolicyCase.of(
            "MAX_MIN_LEVEL_ONLY",
            MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY),
            OPTIMAL,
            PER_WORKER,
            GAINS_BY_WAYS),
        PolicyCase.of("WATER_FILLING", WaterFilling.create(), OPTIMAL, PER_WORKER, UNIQUE),
        PolicyCase.of(
                "HIERARCHICAL",
                WaterFilling.create().overEntities(),
                OPTIMAL,
                PER_WORKER,
                BY_ARRIVAL)
            .adapted(Trees::random),
        PolicyCase.of(
                "HIERARCHICAL_FINISH_TIME",
                WaterFilling.create().overEntities(),
                OPTIMAL,
                PER_WORKER,
                BY_ARRIVAL)
            .adapted(Trees::withFinishTimes),
        PolicyCase.of(
            "FINISH_TIME", FinishTimeFairness.create(), OPTIMAL, MINIMISES, GAINS_BY_WAYS),
        PolicyCase.of(
            "FINISH_TIME_WEIGHTED",
            FinishTimeFairness.create().withWeightedShares(),
            OPTIMAL,
            MINIMISES,
            GAINS_BY_WAYS),
        PolicyCase.of(
            "FINISH_TIME_LEVEL_ONLY",
            FinishTimeFairness.create().withChoice(OptimumChoice.LEVEL_ONLY),
            OPTIMAL,
            MINIMISES,
            GAINS_BY_WAYS),
        PolicyCase.of(
            "MAKESPAN", Makespan.create(), OPTIMAL, MINIMISES, FIXED_YARDSTICK, GAINS_BY_WAYS),
        PolicyCase.of(
            "MAKESPAN_LEVEL_ONLY",
            Makespan.create().withChoice(OptimumChoice.LEVEL_ONLY),
            OPTIMAL,
            MINIMISES,
            FIXED_YARDSTICK,
            GAINS_BY_WAYS),
        PolicyCase.of("NASH", NashWelfare.create(), OPTIMAL, LOGARITHMIC, UNIQUE, GAINS_BY_WAYS),
        PolicyCase.of("HARMONIC_MEAN", MeanFairness.of(-1), OPTIMAL, UNIQUE),
        partialAllocation(),
        PolicyCase.of(
            "FIFO_PROGRAM",
            FifoProgram.create(),
            OPTIMAL,
            BY_ARRIVAL,
            TIES_BY_INDEX,
            FIXED_YARDSTICK,
            GAINS_BY_WAYS),
        PolicyCase.of("STRICT_FIFO", StrictFifo.create(), BY_ARRIVAL, ONE_AFTER_ANOTHER),
        PolicyCase.of(
            "SHORTEST_JOB_FIRST", ShortestJobFirst.create(), BY_ARRIVAL, ONE_AFTER_ANOTHER),
        PolicyCase.of("AVERAGE_COMPLETION_TIME", AverageCompletionTime.create(), OPTIMAL),
        PolicyCase.of("DEPARTURES", AverageCompletionTime.create().withFavour(1), OPTIMAL),
        queue("FIFO_AWARE", HeadOfLineFifo.aware()),
        queue("FIFO_AGNOSTIC", HeadOfLineFifo.agnostic(42), DRAWS_TYPES),
        queue("FIFO_PACKED", HeadOfLineFifo.packed()),
        sum("TOTAL", MaxTotalThroughput.create()),
        sum("TOTAL_SHARES", MaxTotalThroughput.create().withStepWeight(StepWeight.WEIGHTED_SHARES)),
        sum("PER_PRICE", ThroughputPerPrice.create(), PER_MONEY),
        sum(
            "PER_PRICE_WEIGHTED",
            ThroughputPerPrice.create().withStepWeight(StepWeight.WEIGHTED_STEPS),
            PER_MONEY),
        sum("PER_COST", ThroughputPerCost.create(), PER_MONEY),
        sum("PER_COST_AS_ONE", ThroughputPerCost.create().withGangsBilledAsOne(), PER_MONEY),
        sum("PER_COST_WITHOUT_SLOS", ThroughputPerCost.create().withoutSlos(), PER_MONEY),
        PolicyCase.of(
            "PER_COST_BEST_EFFORT",
            BestEffort.of(ThroughputPerCost.create()),
            OPTIMAL,
            COUNTS_STEPS,
            PER_MONEY),
        PolicyCase.of(
            "PER_COST_SLO_MARGIN",
            SloMargin.of(BestEffort.of(ThroughputPerCost.create()), 2 * 360),
            OPTIMAL,
            COUNTS_STEPS,
            PER_MONEY),
        PolicyCase.of(
            "DOMINANT_RESOURCE",
            DominantResourceFairness.create(),
            FORMULA,
            MAY_REFUSE,
            OPTIMAL,
            TIES_BY_INDEX),
        queue("GANDIVA", GandivaPacking.create()),
        PolicyCase.of("ALLOX", new AlloX(), FORMULA, WHOLE_JOBS)
            .adapted(
                (problem, random) ->
                    problem.withJobs(
                        problem.jobs().stream()
                            .map(job -> job.toBuilder().scaleFactor(1).build())
                            .toList())));
  }

  private static PolicyCase queue(String name, Policy policy, Trait... more) {
    PolicyCase queue = PolicyCase.of(name, policy, FORMULA, WHOLE_JOBS, BY_ARRIVAL, TIES_BY_INDEX);
    queue.traits().addAll(List.of(more));
    return queue;
  }

  private static PolicyCase sum(String name, Policy policy, Trait... more) {
    PolicyCase sum =
        PolicyCase.of(name, policy, OPTIMAL, COUNTS_STEPS, FIXED_YARDSTICK, GAINS_BY_WAYS);
    sum.traits().addAll(List.of(more));
    return sum;
  }

  private static PolicyCase partialAllocation() {
    return PolicyCase.of(
            "PARTIAL_ALLOCATION",
            PartialAllocation.create(),
            OPTIMAL,
            LOGARITHMIC,
            UNIQUE,
            MAY_REFUSE)
        .adapted((problem, random) -> problem.withoutPairs());
  }

  @Test
  void everyPolicy_tenTenthsOnOneWorker_runFullTime() {
    AllocationProblem.Builder tenths = AllocationProblem.builder(Cases.workers(1));
    for (int m = 0; m < 10; m++) {
      tenths.job(Job.builder("job" + m).gpuMilli(100).stepsRemaining(10).build(), 1);
    }
    for (PolicyCase c : cases()) {
      Allocation x = c.policy().allocate(tenths.build());
      assertEquals(0, x.maxViolation());
      double tolerance = c.name().equals("PARTIAL_ALLOCATION") ? 1e-4 : 2e-6; // it withholds some
      for (int m = 0; m < 10; m++) {
        assertEquals(1, x.timeFraction(m), tolerance, c::name);
      }
      assertEquals(1, x.workersUsed(0), tolerance, c::name);
    }
  }

  /** The gap of two welfares, over a small weight, was a part in 200 of a throughput. */
  @Test
  void partialAllocation_smallWeightsInAnotherOrder_leaveThroughputs() {
    Random random = Draws.ofSeed(-6656257478487542914L);
    PolicyCase partial = partialAllocation();
    PolicyRelation.relabeled(partial, partial.problem(random, Kind.PAIRS), random);
  }

  /** Forbidding every type on which a job could run alone took its weight away. */
  @Test
  void fifo_jobsAllowedOnlyInPairs_keepTheirWeights() {
    PolicyRelation.unused(
        PolicyCase.of("FIFO_PROGRAM", FifoProgram.create()), Problems.complete(-24, Kind.PAIRS));
  }

  /** A job that ran only in a pair ran nowhere afterwards, so that fewer shared the cluster. */
  @Test
  void finishTime_jobThatRunsOnlyInAPairOfNoUse_staysRunnable() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
            .job(Job.builder("fast").stepsRemaining(100).build(), 4, 0)
            .job(Job.builder("slow").stepsRemaining(100).build(), 0, 1)
            .job(Job.builder("paired").stepsRemaining(100).build(), 0, 0)
            .pair("fast", "paired", new double[] {0, 1}, new double[] {0, 1})
            .build();
    PolicyRelation.unused(PolicyCase.of("FINISH_TIME", FinishTimeFairness.create()), problem);
  }

  /** Prices of a solver that went astray were beyond all numbers when scaled back. */
  @Test
  @Tag("nightly")
  void shortestJobFirst_pricesBeyondAllNumbers_answersOrSaysThatItCannot() {
    PolicyRelation.hostile(
        PolicyCase.of("SHORTEST_JOB_FIRST", ShortestJobFirst.create()), 6120, Kind.PAIRS);
  }
}
