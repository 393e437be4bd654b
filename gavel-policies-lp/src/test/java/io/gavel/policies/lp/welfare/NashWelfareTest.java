package io.gavel.policies.lp.welfare;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Policy;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.model.Job;
import io.gavel.policies.proof.Proof;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs of weights 1 and 3 on one worker, and a third one that can run nowhere. */
final class NashWelfareTest {

  private final AllocationProblem two =
      problem(workers(1), row(4), row(2), row(0))
          .withJobs(
              List.of(
                  Job.of("1"),
                  Job.builder("2").weight(3).build(),
                  Job.builder("nowhere").weight(9).build()));

  private static void assertProved(double objective, Allocation x) {
    Certificate certificate = x.certificate();
    assertEquals(objective, certificate.objective(), 1e-6);
    assertEquals(objective, certificate.bound(), 1e-6);
    assertTrue(Proof.of(x).holdsWithin(Tolerance.CERTIFIED), () -> Proof.of(x).toString());
  }

  /** Time in proportion to weight: 1 and 1.5 steps per second. */
  @Test
  void allocate_weights_divideTheTime() {
    Allocation x = NashWelfare.create().allocate(two);
    assertEquals(0.25, x.fraction(0, 0), 1e-4);
    assertEquals(0.75, x.fraction(1, 0), 1e-4);
    assertProved(3 * Math.log(1.5), x);
  }

  @Test
  void unweighted_anyWeights_dividesTheTimeEqually() {
    Allocation x = NashWelfare.create().unweighted().allocate(two);
    assertEquals(0.5, x.fraction(0, 0), 1e-4);
    assertEquals(0.5, x.fraction(1, 0), 1e-4);
    assertProved(Math.log(2), x);
  }

  @Test
  void allocate_jobThatMayNotRun_isNamed() {
    AllocationProblem idle =
        two.constraining(Constraint.named("never").that(LinearForm.time().ofJobs("1")).atMost(0));
    for (Policy policy : List.of(NashWelfare.create(), PartialAllocation.create())) {
      InfeasibleProblemException refused =
          assertThrows(InfeasibleProblemException.class, () -> policy.allocate(idle));
      assertTrue(refused.getMessage().contains("job \"1\""), refused::getMessage);
    }
    AllocationProblem half =
        two.constraining(Constraint.named("half").that(LinearForm.time().ofJobs("2")).atMost(0.5));
    assertProved(Math.log(2), NashWelfare.create().allocate(half)); // 2 and 1 steps per second
  }

  /** Two jobs of a type, together at 0.9 each: both means are that part of an equal share. */
  @Test
  void means_ofPairsByType_areThoseOfAllPairs() {
    AllocationProblem typed =
        AllocationProblem.builder(workers(1))
            .job(Job.builder("1").type("t").weight(2).build(), 1)
            .job(Job.builder("2").type("t").weight(2).build(), 1)
            .build()
            .sharingByType(
                PairThroughputs.builder(1).pair("t", "t", 1, row(0.9), row(0.9)).build());
    for (double power : new double[] {-1, 0, 0.5}) {
      Certificate certificate = MeanFairness.of(power).allocate(typed).certificate();
      assertEquals(0.9, certificate.objective(), 1e-5, "power " + power);
      assertEquals(0.9, certificate.bound(), 1e-5, "power " + power);
    }
    assertEquals(
        4 * Math.log(0.9), NashWelfare.create().allocate(typed).certificate().bound(), 1e-5);
  }

  @Test
  void partialAllocation_withPairs_isRefused() {
    String refused =
        assertThrows(
                IllegalArgumentException.class,
                () -> PartialAllocation.create().allocate(Cases.pair()))
            .getMessage();
    assertTrue(refused.contains("partial allocation"), refused);
  }

  /** Jobs alike but for a limit on one of them keep parts of their own. */
  @Test
  void partialAllocation_limitOnOneOfAlikeJobs_tellsThemApart() {
    AllocationProblem alike =
        problem(workers(1), row(8), row(1), row(3))
            .constraining(
                Constraint.named("fifth").that(LinearForm.time().ofJobs("1")).atMost(0.2));
    Allocation x = PartialAllocation.create().allocate(alike);
    // Without the first, the others have 1/2 instead of 2/5; without one of these, the other 4/5.
    assertEquals(0.2 * 0.8 * 0.8, x.fraction(0, 0), 1e-4);
    assertEquals(0.4 * 0.5, x.fraction(1, 0), 1e-4);
    assertEquals(0.4 * 0.5, x.fraction(2, 0), 1e-4);
  }

  @Test
  void powers_fromMinus100ToBelow1_areTaken() {
    MeanFairness.of(-100);
    for (double power : new double[] {1, Math.nextDown(-100), Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> MeanFairness.of(power));
    }
  }

  @Test
  void policies_sayWhatTheyReadAndClaim() {
    NashWelfare unweighted = NashWelfare.create().unweighted();
    assertTrue(NashWelfare.create().reads().contains(Aspect.WEIGHTS));
    assertFalse(unweighted.reads().contains(Aspect.WEIGHTS));
    assertTrue(unweighted.reads().contains(Aspect.PAIRS));
    assertTrue(MeanFairness.of(0).reads().contains(Aspect.WEIGHTS));
    assertFalse(PartialAllocation.over(unweighted).reads().contains(Aspect.WEIGHTS));
    assertTrue(PartialAllocation.create().reads().contains(Aspect.WEIGHTS));
    CertifiedSolver loose = CertifiedSolver.standard().within(new Tolerance(0, 1e-5));
    List<Policy> policies =
        List.of(
            NashWelfare.create(),
            unweighted,
            NashWelfare.create().withSolver(loose),
            MeanFairness.of(-1),
            MeanFairness.of(-1).withSolver(loose),
            PartialAllocation.create(),
            PartialAllocation.over(unweighted),
            PartialAllocation.create().withSolver(loose));
    for (Policy policy : policies) {
      assertTrue(policy.claims().invariants().contains(Invariant.EQUAL_TREATMENT));
      for (Policy other : policies) {
        assertEquals(policy == other, policy.equals(other), () -> policy + " and " + other);
      }
    }
    assertTrue(MeanFairness.of(0).claims().invariants().contains(Invariant.PROVED));
    assertNotEquals(MeanFairness.of(-1), MeanFairness.of(0));
  }
}
