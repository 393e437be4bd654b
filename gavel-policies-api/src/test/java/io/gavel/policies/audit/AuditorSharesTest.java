package io.gavel.policies.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

/** Gangs, weights, pairs and jobs that run nowhere, with numbers that can be checked by hand. */
class AuditorSharesTest {

  private final Auditor auditor = Auditor.create();

  private static AllocationProblem.Builder on(int v100, int k80) {
    return AllocationProblem.builder(
        Cluster.of(new WorkerType("v100", v100), new WorkerType("k80", k80)));
  }

  private static Job gang(String id, int workers) {
    return Job.builder(id).scaleFactor(workers).build();
  }

  private static Job weighted(String id, double weight) {
    return Job.builder(id).weight(weight).build();
  }

  private Finding find(AllocationProblem problem, Invariant invariant, double... fractions) {
    return auditor.audit(problem, fractions).of(invariant);
  }

  private void assertWitness(String witness, double gap, Finding found) {
    Finding.Violated violated = assertInstanceOf(Finding.Violated.class, found);
    assertEquals(witness, violated.witness());
    assertEquals(gap, violated.gap(), 1e-15);
  }

  /** Half of 4 + 4 workers is more than one job can hold at once, so the share is scaled down. */
  @Test
  void sharingIncentive_gangInALargeCluster_isDueAPartOfEachPoolWithinItsTime() {
    AllocationProblem problem =
        on(4, 4).job(Job.of("a"), 4, 1).job(gang("b", 2), 3, 1).job(Job.of("c"), 0, 0).build();
    Finding found = find(problem, Invariant.SHARING_INCENTIVE, new double[] {1, 0, 0, 0.5, 0, 0});
    assertWitness("\"b\" has 0.500000 steps/s; its due is 2.00000", 0.75, found);
    assertInstanceOf(
        Finding.Holds.class,
        find(problem, Invariant.SHARING_INCENTIVE, new double[] {0.5, 0.5, 0.5, 0.5, 0, 0}));
  }

  @Test
  void sharingIncentive_jobThatRunsNowhere_isNotOneOfThoseThatShare() {
    AllocationProblem problem =
        on(1, 1).job(Job.of("a"), 4, 1).job(Job.of("b"), 3, 1).job(Job.of("c"), 0, 0).build();
    Finding found = find(problem, Invariant.SHARING_INCENTIVE, new double[] {1, 0, 0, 1, 0, 0});
    assertWitness(
        "\"b\" has 1.00000 steps/s; its due is 2.00000", 0.5, found); // half of both, not a third
  }

  @Test
  void proportionality_weights_divideAmongJobsThatRun() {
    AllocationProblem problem =
        on(1, 1)
            .job(weighted("a", 3), 4, 1)
            .job(weighted("b", 1), 3, 1)
            .job(weighted("c", 5), 0, 0)
            .build();
    Finding found = find(problem, Invariant.PROPORTIONALITY, new double[] {0.5, 0, 0.5, 0, 0, 0});
    assertWitness("\"a\" has 2.00000 steps/s; its due is 3.00000", 1.0 / 3, found);
  }

  @Test
  void envyFreeness_aGang_seesHalfAsManyGangsInOneWorker() {
    AllocationProblem problem = on(2, 1).job(gang("a", 2), 6, 2).job(Job.of("b"), 4, 1).build();
    Finding found = find(problem, Invariant.ENVY_FREENESS, new double[] {0.25, 0, 1, 0});
    assertWitness(
        "\"a\" has 1.50000 steps/s and would have 3.00000 with the workers of \"b\"", 0.5, found);
  }

  /**
   * Thrice the weight: 0.9 of the time on its own favourite, and what is left on the other type.
   */
  @Test
  void envyFreeness_severalTypes_takesOnesOwnFastestFirst() {
    AllocationProblem problem =
        on(1, 1).job(weighted("a", 3), 1, 4).job(weighted("b", 1), 4, 1).build();
    Finding found = find(problem, Invariant.ENVY_FREENESS, new double[] {0, 0.5, 0.2, 0.3});
    Finding.Violated violated = assertInstanceOf(Finding.Violated.class, found);
    assertEquals(
        "\"a\" has 2.00000 steps/s and would have 3.70000 with the workers of \"b\"",
        violated.witness());
    assertEquals(1 - 2 / (4 * 0.9 + 1 * 0.1), violated.gap(), 1e-15);
  }

  @Test
  void equalTreatment_comparesTheLeastWithTheMost_ofJobsThatAreNotPaired() {
    AllocationProblem.Builder jobs =
        on(2, 1).job(Job.of("a"), 2, 1).job(Job.of("b"), 2, 1).job(Job.of("c"), 2, 1);
    double[] unlike = {0.5, 0, 0, 0.5, 1, 0};
    assertWitness(
        "\"b\" has 0.500000 steps/s, but \"c\", which is alike, has 2.00000",
        0.75,
        find(jobs.build(), Invariant.EQUAL_TREATMENT, unlike));
    AllocationProblem paired =
        jobs.pair("b", "c", new double[] {1, 1}, new double[] {1, 1}).build();
    assertInstanceOf(
        Finding.Holds.class,
        find(paired, Invariant.EQUAL_TREATMENT, new double[] {0.5, 0, 0, 0.5, 1, 0, 0, 0}));
  }

  @Test
  void equalTreatment_likeRatesButUnlikeWeights_areNoTwins() {
    AllocationProblem problem = on(1, 1).job(weighted("a", 2), 2, 1).job(Job.of("b"), 2, 1).build();
    assertInstanceOf(
        Finding.Holds.class, find(problem, Invariant.EQUAL_TREATMENT, new double[] {1, 0, 0, 1}));
  }

  @Test
  void progress_jobThatRunsOnlyInPairs_isDueNothingAlone() {
    AllocationProblem problem =
        on(1, 1)
            .job(Job.of("a"), 0, 0)
            .job(Job.of("b"), 2, 1)
            .pair("a", "b", new double[] {1, 1}, new double[] {1, 1})
            .build();
    assertInstanceOf(
        Finding.Holds.class, find(problem, Invariant.PROGRESS, new double[] {0, 0, 1, 0, 0, 0}));
  }

  @Test
  void workConservation_gangsNeedAllTheirWorkers_andPairsBothTheirTimes() {
    AllocationProblem gang = on(3, 0).job(gang("a", 2), 4, 0).job(Job.of("b"), 4, 0).build();
    assertWitness(
        "\"a\" could run for another 0.5000 of its time on idle \"v100\"",
        0.5,
        find(gang, Invariant.WORK_CONSERVATION, new double[] {0.5, 0, 1, 0}));
    AllocationProblem pair =
        on(1, 0)
            .job(Job.of("a"), 0, 0)
            .job(Job.of("b"), 4, 0)
            .pair("a", "b", new double[] {2, 0}, new double[] {2, 0})
            .build();
    assertWitness(
        "\"a + b\" could run for another 0.7500 of its time on idle \"v100\"", // a at its fastest,
        // b at half of it
        0.75 * 1.5,
        find(pair, Invariant.WORK_CONSERVATION, new double[] {0, 0, 0.25, 0, 0, 0}));
  }

  /** Half a worker idles: that is room for two quarters, and a has time for one. */
  @Test
  void workConservation_shareOfAWorker_needsNoWholeOne() {
    AllocationProblem problem =
        on(1, 0)
            .job(Job.builder("a").gpuMilli(250).build(), 4, 0)
            .job(Job.builder("b").gpuMilli(500).build(), 4, 0)
            .build();
    assertWitness(
        "\"a\" could run for another 1.000 of its time on idle \"v100\"",
        1,
        find(problem, Invariant.WORK_CONSERVATION, new double[] {0, 0, 1, 0}));
  }

  private Finding pareto(AllocationProblem problem, Prices prices, double... fractions) {
    return auditor
        .withParetoCheck((x, tolerance) -> new ParetoCheck.Supported(prices))
        .judge(bare(problem, fractions), Invariant.PARETO_EFFICIENCY);
  }

  private static Allocation bare(AllocationProblem problem, double... fractions) {
    return Allocation.of(problem, fractions, new Certificate(0, 0, 0, Prices.zero(problem)));
  }

  private static Prices prices(double[] pools, double[] times, double[] throughputs) {
    return Prices.of(pools, times, throughputs);
  }

  /** Workers abound, so that only time is worth anything; its price need not be told. */
  @Test
  void pareto_ownTimeIsTheLimit_pricesOfTimeAreFound() {
    AllocationProblem problem = on(2, 2).job(Job.of("a"), 4, 1).build();
    Prices one = prices(new double[2], new double[1], new double[] {1});
    assertInstanceOf(Finding.Holds.class, pareto(problem, one, 1, 0));
    Finding.Undecided slower =
        assertInstanceOf(Finding.Undecided.class, pareto(problem, one, 0, 1));
    assertEquals( // 3 of 4 steps per second
        "the supporting prices leave room for a gain of 0.75", slower.reason());
  }

  /** The pair of 5 + 5 steps on one worker: what the two times are worth may be divided at will. */
  @Test
  void pareto_pairs_divideTheirTimeAsThePricesSay() {
    AllocationProblem problem =
        on(2, 0)
            .job(Job.of("a"), 4, 0)
            .job(Job.of("b"), 4, 0)
            .pair("a", "b", new double[] {5, 0}, new double[] {5, 0})
            .build();
    double[] shared = {0, 0, 0, 0, 1, 0};
    double[] worth = {1, 1};
    for (double[] times : new double[][] {{5, 5}, {6, 4}}) {
      assertInstanceOf(
          Finding.Holds.class, pareto(problem, prices(new double[2], times, worth), shared));
    }
    for (double[] times : new double[][] {{7, 7}, {0, 0}}) {
      Finding.Undecided loose =
          assertInstanceOf(
              Finding.Undecided.class,
              pareto(problem, prices(new double[2], times, worth), shared));
      assertEquals( // 14 - 10, of a fastest throughput of 5
          "the supporting prices leave room for a gain of 0.8", loose.reason());
    }
  }

  @Test
  void pareto_gangs_payForAllTheirWorkers() {
    AllocationProblem problem = on(2, 0).job(gang("a", 2), 6, 0).job(Job.of("b"), 4, 0).build();
    double[] shared = {0.5, 0, 1, 0};
    Prices right = prices(new double[] {3, 0}, new double[] {0, 1}, new double[] {1, 1});
    assertInstanceOf(Finding.Holds.class, pareto(problem, right, shared));
    Prices cheap = prices(new double[] {2, 0}, new double[2], new double[] {1, 1});
    assertInstanceOf(Finding.Undecided.class, pareto(problem, cheap, shared));
  }

  /** Every entry and every pool is within its limit; the job runs for 1.25 of its time. */
  @Test
  void pareto_improvementThatTakesMoreTimeThanThereIs_isNotBelieved() {
    AllocationProblem problem = on(1, 1).job(Job.of("a"), 4, 1).build();
    Finding found =
        auditor
            .withParetoCheck((x, tolerance) -> new ParetoCheck.Improvable(bare(problem, 1, 0.25)))
            .judge(bare(problem, 1, 0), Invariant.PARETO_EFFICIENCY);
    assertEquals(
        new Finding.Undecided(
            Invariant.PARETO_EFFICIENCY, "the supposed improvement is not feasible"),
        found);
  }

  @Test
  void pareto_improvement_namesWhoGainsMostRelativeToItsFastest() {
    AllocationProblem problem = on(1, 1).job(Job.of("a"), 8, 7).job(Job.of("b"), 1, 2).build();
    Allocation better = bare(problem, 1, 0, 0, 1);
    Finding found =
        auditor
            .withParetoCheck((x, tolerance) -> new ParetoCheck.Improvable(better))
            .judge(bare(problem, 0, 1, 1, 0), Invariant.PARETO_EFFICIENCY);
    assertWitness(
        "\"b\" has 1.00000 steps/s and could have 2.00000 without loss for others",
        (2 - (7.0 / 8 + 1.0 / 2)) / 2,
        found);
  }

  @Test
  void text_finding_saysWhoAndHowMuch() {
    assertEquals(
        "Pareto efficiency: undecided, no time",
        new Finding.Undecided(Invariant.PARETO_EFFICIENCY, "no time").toString());
  }
}
