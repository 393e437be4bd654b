package io.gavel.policies.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Certifier;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditorTest {

  private final Auditor auditor = Auditor.create();

  /** Two jobs, a and b, of rates T, on one worker of each type. */
  private static AllocationProblem problem(double[][] rates) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)));
    for (int m = 0; m < rates.length; m++) {
      problem.job(Job.of("" + (char) ('a' + m)), rates[m]);
    }
    return problem.build();
  }

  private static final AllocationProblem PLAIN = problem(new double[][] {{4, 1}, {3, 1}});

  private Finding.Violated violation(
      AllocationProblem problem, Invariant invariant, double... fractions) {
    return assertInstanceOf(
        Finding.Violated.class, auditor.audit(problem, fractions).of(invariant));
  }

  private void assertHolds(AllocationProblem problem, Invariant invariant, double... fractions) {
    assertInstanceOf(Finding.Holds.class, auditor.audit(problem, fractions).of(invariant));
  }

  @Test
  void audit_fractionsAndClaims_needNoCertificate() {
    double[] late = {0, 0, 0, 0};
    Claims claims = Claims.rules().and(Invariant.PROGRESS).and(Invariant.PROVED);
    Audit audit = auditor.audit(PLAIN, late, claims);
    assertInstanceOf(Finding.Violated.class, audit.of(Invariant.PROGRESS));
    assertInstanceOf(Finding.Undecided.class, audit.of(Invariant.PROVED));
    assertInstanceOf(Finding.Holds.class, audit.of(Invariant.TIME));
    assertInstanceOf(Finding.NotClaimed.class, audit.of(Invariant.WORK_CONSERVATION));
    assertInstanceOf(
        Finding.NotClaimed.class, auditor.audit(PLAIN, late, Claims.none()).of(Invariant.PROVED));
  }

  @Test
  void fractions_negativeOrAboveOne_namesTheEntryFurthestOut() {
    Finding.Violated found = violation(PLAIN, Invariant.FRACTIONS, -0.25, 0, 1.125, 0);
    assertEquals("\"a\" has a fraction of -0.25 on \"v100\"", found.witness());
    assertEquals(0.25, found.gap());
    assertHolds(PLAIN, Invariant.FRACTIONS, 0, 0, 1, 0);
  }

  @Test
  void time_rowAboveOne_namesTheJob() {
    Finding.Violated found = violation(PLAIN, Invariant.TIME, 0.75, 0.5, 0, 0);
    assertEquals("\"a\" runs for 1.25 of its time", found.witness());
    assertEquals(0.25, found.gap());
    assertHolds(PLAIN, Invariant.TIME, 0.5, 0.5, 0, 0);
  }

  @Test
  void capacity_overbookedPool_namesThePool() {
    Finding.Violated found = violation(PLAIN, Invariant.CAPACITY, 0.75, 0, 0.75, 0);
    assertEquals("pool \"v100\" has 1.5 of its 1.0 workers busy", found.witness());
    assertEquals(0.5, found.gap());
    assertHolds(PLAIN, Invariant.CAPACITY, 0.5, 0, 0.5, 1);
  }

  @Test
  void usefulTime_timeWhereAJobCannotRun_namesTheEntry() {
    AllocationProblem problem = problem(new double[][] {{4, 0}, {3, 1}});
    Finding.Violated found = violation(problem, Invariant.USEFUL_TIME, 0, 0.5, 1, 0);
    assertEquals("\"a\" has a fraction of 0.5 on \"k80\"", found.witness());
  }

  @Test
  void proved_isUndecidedWithoutStatement_whateverTheNumbersSay() {
    Finding.Undecided found =
        assertInstanceOf(
            Finding.Undecided.class,
            auditor.audit(PLAIN, new double[] {1, 0, 0, 1}).of(Invariant.PROVED));
    assertEquals("the fractions came without a certificate", found.reason());
    Certificate forged = new Certificate(7, 7, 0, Prices.zero(PLAIN));
    Finding.Undecided idle =
        assertInstanceOf(
            Finding.Undecided.class,
            auditor.judge(Allocation.of(PLAIN, new double[4], forged), Invariant.PROVED));
    assertEquals("the certificate does not state what its prices prove", idle.reason());
  }

  @Test
  void proved_isDecidedByTheProof() {
    Statement total = Statement.of(Goal.total(new double[] {4, 1, 3, 1}, false));
    Prices prices = Prices.of(new double[] {3, 0}, new double[2], new double[2]);
    double[] best = {1, 0, 0, 1};
    Allocation proved = Certifier.certify(PLAIN, best, total, prices, 0);
    assertInstanceOf(Finding.Holds.class, auditor.judge(proved, Invariant.PROVED));
    Certificate claims = proved.certificate();
    Finding.Violated idle =
        assertInstanceOf(
            Finding.Violated.class,
            auditor.judge(Allocation.of(PLAIN, new double[4], claims), Invariant.PROVED));
    assertEquals(Double.POSITIVE_INFINITY, idle.gap());
    assertEquals("not proved: objective is not 5.0 at the allocation: " + claims, idle.witness());
    Allocation loose = Certifier.certify(PLAIN, best, total, Prices.zero(PLAIN), 0);
    Finding.Violated open =
        assertInstanceOf(Finding.Violated.class, auditor.judge(loose, Invariant.PROVED));
    assertEquals(2.0 / 7, open.gap(), 1e-15);
  }

  @Test
  void audit_fairFractionsOfAnotherScheduler_breakNoPromise() {
    AllocationProblem like = problem(new double[][] {{2, 2}, {2, 2}});
    assertEquals(List.of(), auditor.audit(like, new double[] {0.5, 0.5, 0.5, 0.5}).violations());
  }

  @Test
  void progress_starvedJob_isNamed_unlessItRunsNowhere() {
    Finding.Violated found = violation(PLAIN, Invariant.PROGRESS, 1, 0, 0, 0);
    assertEquals("\"b\" has 0.00000 steps/s; its due is 3.00000", found.witness());
    assertHolds(problem(new double[][] {{4, 1}, {0, 0}}), Invariant.PROGRESS, 1, 0, 0, 0);
  }

  @Test
  void workConservation_idleWorkerAndIdleJob_areNamedTogether() {
    Finding.Violated found = violation(PLAIN, Invariant.WORK_CONSERVATION, 1, 0, 0, 0.5);
    assertEquals("\"b\" could run for another 0.5000 of its time on idle \"k80\"", found.witness());
    assertEquals(0.5 / 3, found.gap());
    assertHolds(PLAIN, Invariant.WORK_CONSERVATION, 1, 0, 0, 1);
  }

  @Test
  void workConservation_workerThatNobodyCanUse_mayIdle() {
    AllocationProblem problem = problem(new double[][] {{4, 0}, {3, 0}});
    assertHolds(problem, Invariant.WORK_CONSERVATION, 0.5, 0, 0.5, 0);
  }

  @Test
  void sharingIncentive_lessThanTheIsolatedShare_namesTheJob() {
    // isolated: half of each worker, 2.5 and 2 steps/s
    Finding.Violated found = violation(PLAIN, Invariant.SHARING_INCENTIVE, 1, 0, 0, 1);
    assertEquals("\"b\" has 1.00000 steps/s; its due is 2.00000", found.witness());
    assertEquals(0.5, found.gap());
    assertHolds(PLAIN, Invariant.SHARING_INCENTIVE, 0.5, 0.5, 0.5, 0.5);
  }

  @Test
  void proportionality_lessThanThePartByWeightOfBeingAlone_namesTheJob() {
    // alone: 4 and 3 steps/s, of which half is due
    assertHolds(PLAIN, Invariant.PROPORTIONALITY, 0.5, 0.5, 0.5, 0.5);
    Finding.Violated found = violation(PLAIN, Invariant.PROPORTIONALITY, 1, 0, 0, 1);
    assertEquals("\"b\" has 1.00000 steps/s; its due is 1.50000", found.witness());
  }

  @Test
  void envyFreeness_betterWorkers_areEnvied_withinOnesOwnTime() {
    Finding.Violated found = violation(PLAIN, Invariant.ENVY_FREENESS, 1, 0, 0, 1);
    assertEquals(
        "\"b\" has 1.00000 steps/s and would have 3.00000 with the workers of \"a\"",
        found.witness());
    assertHolds(PLAIN, Invariant.ENVY_FREENESS, 0.5, 0.5, 0.5, 0.5);
    AllocationProblem weighted =
        AllocationProblem.builder(PLAIN.cluster())
            .job(Job.builder("a").weight(3).build(), 4, 1)
            .job(Job.of("b"), 3, 1)
            .build();
    assertHolds(weighted, Invariant.ENVY_FREENESS, 0.75, 0, 0.25, 0);
    // thrice the weight makes b's worker count threefold, but a has only its own time: 4 steps/s
    Finding.Violated own = violation(weighted, Invariant.ENVY_FREENESS, 0.5, 0, 0.5, 0);
    assertEquals(
        "\"a\" has 2.00000 steps/s and would have 4.00000 with the workers of \"b\"",
        own.witness());
  }

  @Test
  void envyFreeness_pairs_isUndecided() {
    AllocationProblem pairs =
        AllocationProblem.builder(PLAIN.cluster())
            .job(Job.of("a"), 4, 1)
            .job(Job.of("b"), 3, 1)
            .pair("a", "b", new double[] {2, 1}, new double[] {2, 1})
            .build();
    Audit audit = auditor.audit(pairs, new double[] {0, 0, 0, 0, 1, 0});
    assertInstanceOf(Finding.Undecided.class, audit.of(Invariant.ENVY_FREENESS));
    assertInstanceOf(Finding.Holds.class, audit.of(Invariant.TIME));
    assertInstanceOf(Finding.Holds.class, audit.of(Invariant.CAPACITY)); // a pair holds one worker
  }

  @Test
  void equalTreatment_likeJobsUnlikeShares_namesBoth() {
    AllocationProblem like = problem(new double[][] {{2, 1}, {2, 1}});
    Finding.Violated found = violation(like, Invariant.EQUAL_TREATMENT, 1, 0, 0, 1);
    assertEquals(
        "\"b\" has 1.00000 steps/s, but \"a\", which is alike, has 2.00000", found.witness());
    assertHolds(like, Invariant.EQUAL_TREATMENT, 0.5, 0.5, 0.5, 0.5);
    assertHolds(PLAIN, Invariant.EQUAL_TREATMENT, 1, 0, 0, 1);
  }

  @Test
  void pareto_idleWorker_isViolatedWithoutAnyCheck() {
    Finding.Violated found = violation(PLAIN, Invariant.PARETO_EFFICIENCY, 1, 0, 0, 0.5);
    assertEquals("\"b\" could run for another 0.5000 of its time on idle \"k80\"", found.witness());
  }

  /** Weights 1 and 2: the v100 costs 5, the k80 1; nobody is worth more than it costs. */
  @Test
  void pareto_pricesThatSupport_areEnough() {
    double[] fractions = {0, 1, 1, 0};
    Prices support = Prices.of(new double[] {5, 1}, new double[2], new double[] {1, 2});
    Allocation own = Allocation.of(PLAIN, fractions, new Certificate(7, 7, 0, support));
    assertInstanceOf(Finding.Holds.class, auditor.judge(own, Invariant.PARETO_EFFICIENCY));
    Allocation bare = bare(fractions);
    assertInstanceOf(Finding.Undecided.class, auditor.judge(bare, Invariant.PARETO_EFFICIENCY));
    assertInstanceOf(
        Finding.Holds.class,
        auditor
            .withParetoCheck((x, tolerance) -> new ParetoCheck.Supported(support))
            .judge(bare, Invariant.PARETO_EFFICIENCY));
  }

  @Test
  void pareto_pricesThatDoNotSupport_areNotBelieved() {
    Prices wrong = Prices.of(new double[] {5, 1}, new double[2], new double[] {2, 1});
    Prices someoneDoesNotCount = Prices.of(new double[] {6, 2}, new double[2], new double[] {0, 2});
    for (Prices prices : List.of(wrong, someoneDoesNotCount)) {
      assertInstanceOf(
          Finding.Undecided.class,
          auditor
              .withParetoCheck((x, tolerance) -> new ParetoCheck.Supported(prices))
              .judge(bare(0, 1, 1, 0), Invariant.PARETO_EFFICIENCY));
    }
  }

  /** Each has the other's better type: a swap is better for both. */
  @Test
  void pareto_improvement_isCheckedAndShown() {
    AllocationProblem crossed = problem(new double[][] {{4, 1}, {1, 4}});
    Allocation swapped = bare(crossed, 1, 0, 0, 1);
    Allocation bad = bare(crossed, 0, 1, 1, 0);
    Finding.Violated found =
        assertInstanceOf(
            Finding.Violated.class,
            auditor
                .withParetoCheck((x, tolerance) -> new ParetoCheck.Improvable(swapped))
                .judge(bad, Invariant.PARETO_EFFICIENCY));
    assertEquals(
        "\"a\" has 1.00000 steps/s and could have 4.00000 without loss for others",
        found.witness());
    assertEquals(0.75, found.gap());
  }

  @Test
  void pareto_improvementThatIsNone_isNotBelieved() {
    Allocation infeasible = bare(1, 0, 1, 0);
    Allocation same = bare(0, 1, 1, 0);
    Allocation takesFromB = bare(1, 0, 0, 1);
    for (Allocation better : List.of(infeasible, same, takesFromB)) {
      assertInstanceOf(
          Finding.Undecided.class,
          auditor
              .withParetoCheck((x, tolerance) -> new ParetoCheck.Improvable(better))
              .judge(bare(0, 1, 1, 0), Invariant.PARETO_EFFICIENCY));
    }
  }

  private static Allocation bare(double... fractions) {
    return bare(PLAIN, fractions);
  }

  private static Allocation bare(AllocationProblem problem, double... fractions) {
    return Allocation.of(problem, fractions, new Certificate(0, 0, 0, Prices.zero(problem)));
  }

  @Test
  void audit_claims_separateBrokenPromisesFromWhatNobodyPromised() {
    Claims claims =
        Claims.rules()
            .and(Invariant.SHARING_INCENTIVE)
            .and(Invariant.PROGRESS, Condition.WORK_LEFT);
    Audit audit = auditor.audit(bare(1, 0, 0, 0), claims);
    assertEquals(
        List.of(Invariant.SHARING_INCENTIVE),
        audit.violations().stream().map(Finding.Violated::invariant).toList());
    Finding.NotClaimed progress =
        assertInstanceOf(Finding.NotClaimed.class, audit.of(Invariant.PROGRESS));
    assertInstanceOf(Finding.Violated.class, progress.observed());
    assertEquals(
        """
        fractions: holds
        time: holds
        capacity: holds
        constraints: holds
        useful time: holds
        proved: undecided, the certificate does not state what its prices prove (not claimed)
        progress: not claimed; "b" has 0.00000 steps/s; its due is 3.00000 (gap 1.00)
        work conservation: not claimed; "b" could run for another 1.000 of its time on idle "k80" (gap 0.333)
        Pareto efficiency: not claimed; "b" could run for another 1.000 of its time on idle "k80" (gap 0.250)
        sharing incentive: VIOLATED, "b" has 0.00000 steps/s; its due is 2.00000 (gap 1.00)
        proportionality: not claimed; "b" has 0.00000 steps/s; its due is 1.50000 (gap 1.00)
        envy-freeness: not claimed; "b" has 0.00000 steps/s and would have 3.00000 with the workers of "a" (gap 1.00)
        equal treatment: holds (not claimed)
        """,
        audit.toText());
  }

  @Test
  void judge_relationBetweenAnswers_isRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> auditor.judge(bare(0, 0, 0, 0), Invariant.STRATEGY_PROOFNESS));
    assertThrows(
        IllegalArgumentException.class,
        () -> auditor.audit(bare(0, 0, 0, 0)).of(Invariant.STRATEGY_PROOFNESS));
  }

  @Test
  void tolerance_decides() {
    Auditor generous =
        auditor.withFeasibility(new Tolerance(0.5, 0)).withTolerance(new Tolerance(0, 1));
    Audit audit = generous.audit(PLAIN, new double[] {1.25, 0, 0, 0.5});
    assertInstanceOf(Finding.Holds.class, audit.of(Invariant.TIME));
    assertInstanceOf(Finding.Holds.class, audit.of(Invariant.WORK_CONSERVATION));
    assertTrue(
        auditor
            .withFeasibility(Tolerance.EXACT)
            .audit(PLAIN, new double[] {1 + 1e-15, 0, 0, 0})
            .violations()
            .stream()
            .anyMatch(violated -> violated.invariant() == Invariant.TIME));
  }
}
