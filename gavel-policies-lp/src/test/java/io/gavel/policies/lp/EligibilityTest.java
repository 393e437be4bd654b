package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.audit.Audit;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.lp.welfare.ParetoProgram;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Forbidden types are not used, and do not change the yardsticks of a job. */
class EligibilityTest {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 3));

  /** Six equal jobs, the last of which has its own throughput on k80. */
  private static AllocationProblem six(double lastOnK80) {
    AllocationProblem.Builder problem = AllocationProblem.builder(CLUSTER);
    for (int m = 0; m < 6; m++) {
      problem.job(Job.builder("job" + m).stepsRemaining(1e5).build(), 4, m == 5 ? lastOnK80 : 3);
    }
    return problem.build();
  }

  /**
   * In all there are 4 · 1 + 3 · 3 steps/s, of which each of six gets 13/6, the last from v100. As
   * a job that is slow, it is owed 1 where others are owed 3.25, and 4 + 9 = 5 · 3.25 t + t.
   */
  @Test
  void maxMin_forbiddenJob_keepsItsYardstick() {
    AllocationProblem forbidden = six(3).forbidding("job5", "k80");
    for (Policy policy : List.of(MaxMinFairness.create(), WaterFilling.create())) {
      Allocation x = policy.allocate(forbidden);
      for (int m = 0; m < 6; m++) {
        assertEquals(13.0 / 6, x.effectiveThroughput(m), 1e-6, "job " + m);
      }
      assertEquals(0, x.fraction(5, 1));
      assertEquals(13.0 / 17.25, policy.allocate(six(0)).effectiveThroughput(5), 1e-6);
    }
  }

  @Test
  void yardsticks_forbiddenJob_stay() {
    AllocationProblem free = six(5);
    AllocationProblem forbidden = free.forbidding("job5", "k80");
    for (Normalizer normalizer : Normalizer.values()) {
      assertEquals(normalizer.throughput(free, 5), normalizer.throughput(forbidden, 5));
    }
    assertEquals(
        IsolatedShare.weightedThroughput(free, 5), IsolatedShare.weightedThroughput(forbidden, 5));
  }

  @Test
  void yardsticks_jobForbiddenEverywhere_areZero() {
    AllocationProblem nowhere = six(3).forbidding("job5", "v100", "k80");
    for (Normalizer normalizer : Normalizer.values()) {
      assertEquals(0, normalizer.throughput(nowhere, 5));
      assertTrue(normalizer.throughput(nowhere, 4) > 0);
    }
    Allocation x = MaxMinFairness.create().allocate(nowhere);
    assertEquals(13.0 / 5 / 3.25, x.certificate().objective(), 1e-6); // the others share all
    assertEquals(0, x.timeFraction(5));
  }

  /** Three jobs share two workers, then two do: a yardstick depends on who can run at all. */
  @Test
  void yardsticks_jobWhosePairsAreAllForbidden_sharesTheClusterNoLonger() {
    AllocationProblem three =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
            .job(Job.of("fast"), 4, 0)
            .job(Job.of("slow"), 0, 1)
            .job(Job.of("paired"), 0, 0)
            .pair("fast", "paired", new double[] {0, 1}, new double[] {0, 1})
            .build();
    assertEquals(4.0 / 3, IsolatedShare.throughput(three, 0), 1e-12);
    assertEquals(4.0 / 3, IsolatedShare.throughput(three.forbidding("fast", "v100"), 0), 1e-12);
    AllocationProblem apart = three.forbidding("fast", "k80");
    assertEquals(4.0 / 2, IsolatedShare.throughput(apart, 0), 1e-12);
    assertEquals(1.0 / 2, IsolatedShare.throughput(apart, 1), 1e-12);
  }

  @Test
  void finishTimeFairness_forbiddenJob_isComparedWithAllOfItsIsolatedShare() {
    Allocation x = FinishTimeFairness.create().allocate(six(3).forbidding("job5", "k80"));
    assertEquals(1, x.certificate().objective(), 1e-6);
    assertEquals(13.0 / 6, x.effectiveThroughput(5), 1e-6);
  }

  /** Each pool has an equal part for the job, of which it may take that of v100. */
  @Test
  void shares_forbiddenJob_isGivenTheRest() {
    AllocationProblem forbidden = six(3).forbidding("job5", "k80");
    Allocation equal = new EqualShare().allocate(forbidden);
    assertEquals(4.0 / 6 * 1 / 4, equal.fraction(5, 0), 1e-12);
    assertEquals(0, equal.fraction(5, 1));
    Allocation isolated = new IsolatedShare().allocate(forbidden);
    assertEquals(1.0 / 6, isolated.fraction(5, 0), 1e-12);
    assertEquals(0, isolated.fraction(5, 1));
    Auditor auditor = Auditor.create();
    assertInstanceOf(Finding.Holds.class, auditor.audit(isolated).of(Invariant.SHARING_INCENTIVE));
  }

  @Test
  void audit_forbiddenJob_isJudgedByWhatItMayUse() {
    AllocationProblem problem =
        AllocationProblem.builder(CLUSTER)
            .job(Job.of("a"), 4, 3)
            .job(Job.of("b"), 4, 3)
            .forbid("a", "k80")
            .build();
    Auditor auditor = Auditor.create().withParetoCheck(ParetoProgram.create());
    Audit audit = auditor.audit(problem, new double[] {0.5, 0, 0.5, 0.5});
    for (Invariant invariant :
        List.of(
            Invariant.USEFUL_TIME,
            Invariant.SHARING_INCENTIVE, // 0.5 · 4, though 3 idle workers of k80 are not for it
            Invariant.ENVY_FREENESS, // the other's time on k80 is nothing to it
            Invariant.EQUAL_TREATMENT, // they are not alike
            Invariant.PARETO_EFFICIENCY)) {
      assertInstanceOf(Finding.Holds.class, audit.of(invariant), invariant.toString());
    }
    assertInstanceOf(
        Finding.Violated.class,
        auditor.audit(problem, new double[] {0.5, 0.5, 0.5, 0.5}).of(Invariant.USEFUL_TIME));
    assertEquals(0, NashWelfare.create().allocate(problem).fraction(0, 1));
  }

  @Test
  void howTo_forbidding_leavesTheYardstick() {
    Cluster cluster = CLUSTER;
    // forbid a type: begin
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.of("bert"), 4, 3)
            .job(Job.of("gan"), 4, 3)
            .forbid("gan", "k80") // several types: forbid("gan", "k80", "p100")
            .build();
    Allocation x = MaxMinFairness.create().allocate(problem);
    boolean allowed = problem.runs(1, 1); // false, also for pairs with "gan"
    boolean useful = problem.runsIfAllowed(1, 1); // true: it has a throughput there
    AllocationProblem later = problem.forbidding("bert", "v100"); // a copy
    // forbid a type: end
    assertFalse(allowed);
    assertTrue(useful);
    assertEquals(0, x.fraction(1, 1));
    assertEquals(3, MaxMinFairness.create().allocate(later).effectiveThroughput(0), 1e-6);
  }
}
