package io.gavel.policies.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

/**
 * Constraints in audits, with numbers that can be checked by hand: a job, a gang of two, and half
 * of the time of each on each of two types.
 */
class ConstrainedTest {

  private static final Constraint CAP =
      Constraint.named("cap").that(LinearForm.workers().onTypes("v100")).atMost(1.75);
  private static final Constraint LEAST =
      Constraint.named("least").that(LinearForm.steps().ofJobs("b")).atLeast(1.5);
  private static final Constraint FIXED =
      Constraint.named("fixed").that(LinearForm.time().ofJobs("a").onTypes("k80")).exactly(0.25);

  private static AllocationProblem.Builder jobs() {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("v100", 4), new WorkerType("k80", 4)))
        .job(Job.of("a"), 4, 1)
        .job(Job.builder("b").scaleFactor(2).build(), 3, 1);
  }

  private static Constrained at(AllocationProblem problem, double... fractions) {
    Certificate nothing = new Certificate(0, 0, 0, Prices.zero(problem));
    return new Constrained(Allocation.of(problem, fractions, nothing));
  }

  private static Constrained half(Constraint... constraints) {
    AllocationProblem.Builder problem = jobs();
    for (Constraint constraint : constraints) {
      problem.constraint(constraint);
    }
    return at(problem.build(), 0.5, 0.25, 0.5, 0.25);
  }

  @Test
  void room_upperLimit_isWhatItLeavesPerWorker() {
    Constrained constrained = half(CAP); // 0.5 + 2 · 0.5 of 1.75 workers
    assertEquals(0.25, constrained.room(0, 0));
    assertEquals(0.125, constrained.room(1, 0));
    assertEquals(Double.POSITIVE_INFINITY, constrained.room(0, 1));
  }

  @Test
  void room_lowerLimit_countsOnlyForWhatLowersIt() {
    Constrained constrained = half(LEAST); // 1.75 of 1.5 steps/s
    assertEquals(Double.POSITIVE_INFINITY, constrained.room(1, 0));
    Constraint less =
        Constraint.named("less").that(LinearForm.steps().ofJobs("a").times(-1)).atLeast(-2.5);
    assertEquals(0.0625, half(less).room(0, 0)); // 2.25 of 2.5 steps/s, at 4 steps/s
    Constraint more =
        Constraint.named("more").that(LinearForm.steps().ofJobs("a").times(-1)).atMost(-2);
    assertEquals(Double.POSITIVE_INFINITY, half(more).room(0, 0));
  }

  @Test
  void room_fixedOrMissed_isNone() {
    assertEquals(0, half(FIXED).room(0, 1));
    Constraint tight = Constraint.named("tight").that(LinearForm.workers()).atMost(1);
    assertEquals(0, half(tight).room(0, 0));
  }

  @Test
  void allow_otherFractions_mustKeepEachRow() {
    Constrained constrained = half(CAP, LEAST, FIXED);
    assertTrue(constrained.allow(0, new double[] {0.75, 0.25}));
    assertFalse(constrained.allow(0, new double[] {0.8, 0.25}));
    assertFalse(constrained.allow(0, new double[] {0.5, 0.3}));
    assertTrue(constrained.allow(1, new double[] {0.5, 0}));
    assertFalse(constrained.allow(1, new double[] {0.4, 0.25}));
  }

  /** What is missed already may stay missed by as much, but no more. */
  @Test
  void allow_rowThatIsMissedAlready_mayNotBeMissedByMore() {
    Constraint tight =
        Constraint.named("tight").that(LinearForm.workers().onTypes("v100")).atMost(1);
    Constrained constrained = half(tight);
    assertTrue(constrained.allow(0, new double[] {0.5, 0.5}));
    assertTrue(constrained.allow(0, new double[] {0.25, 0.5}));
    assertFalse(constrained.allow(0, new double[] {0.6, 0.25}));
  }

  /** The gang would have half of the time of the single job, and that twice the gang's. */
  @Test
  void allowExchange_jobsOfOtherSizes_exchangesWorkers() {
    Constraint ofA =
        Constraint.named("ofA").that(LinearForm.time().ofJobs("a").onTypes("v100")).atMost(0.9);
    Constraint ofB =
        Constraint.named("ofB").that(LinearForm.time().ofJobs("b").onTypes("k80")).atMost(0.25);
    assertFalse(half(ofA).allowExchange(0, 1)); // a would have 2 · 0.5 of the v100
    assertFalse(half(ofA).allowExchange(1, 0));
    assertTrue(half(ofB).allowExchange(0, 1)); // b would have 0.25 / 2 of the k80
    assertTrue(half(CAP).allowExchange(0, 1)); // both hold the same workers as before
  }

  /** A pair is ended if one of its jobs runs alone. */
  @Test
  void allow_jobInAPair_givesUpThePair() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .job(Job.of("a"), 4)
            .job(Job.of("b"), 3)
            .pair("a", "b", new double[] {2}, new double[] {2})
            .constraint(Constraint.named("cap").that(LinearForm.workers()).atMost(1))
            .build();
    Constrained constrained = at(problem, 0, 0.25, 0.75);
    assertTrue(constrained.allow(0, new double[] {0.75}));
    assertFalse(constrained.allow(0, new double[] {0.8}));
    assertTrue(constrained.allow(1, new double[] {1}));
  }

  @Test
  void finding_missedRow_isNamedWithItsNumbers() {
    AllocationProblem problem = jobs().constraint(LEAST).build();
    Auditor auditor = Auditor.create();
    Finding found = auditor.audit(problem, new double[] {0, 0, 0.25, 0}).of(Invariant.CONSTRAINTS);
    Finding.Violated violated = assertInstanceOf(Finding.Violated.class, found);
    assertEquals(
        "constraint \"least\" has the value 0.750000000; it must be "
            + Relation.AT_LEAST
            + " 1.50000000",
        violated.witness());
    assertEquals(0.25, violated.gap(), 1e-12); // 0.75 of the largest coefficient, 3
    assertInstanceOf(
        Finding.Holds.class,
        auditor.audit(problem, new double[] {0, 0, 0.5, 0}).of(Invariant.CONSTRAINTS));
  }

  /** Workers that a constraint leaves idle are no waste. */
  @Test
  void workConservation_workersThatAConstraintKeepsIdle_areNoWaste() {
    Constraint all = Constraint.named("all").that(LinearForm.workers()).atMost(2.25);
    double[] fractions = {0.5, 0.25, 0.5, 0.25};
    Auditor auditor = Auditor.create();
    assertInstanceOf(
        Finding.Holds.class,
        auditor.audit(jobs().constraint(all).build(), fractions).of(Invariant.WORK_CONSERVATION));
    Finding.Violated wasted =
        assertInstanceOf(
            Finding.Violated.class,
            auditor.audit(jobs().build(), fractions).of(Invariant.WORK_CONSERVATION));
    assertEquals(0.25, wasted.gap(), 1e-12);
  }
}
