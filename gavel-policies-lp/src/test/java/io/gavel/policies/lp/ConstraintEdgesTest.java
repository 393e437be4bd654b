package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Policy;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.queue.ShortestJobFirst;
import io.gavel.policies.lp.queue.StrictFifo;
import io.gavel.policies.lp.throughput.AverageCompletionTime;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Constraints that leave a job nothing, and constraints that nobody can keep. */
class ConstraintEdgesTest {

  private static AllocationProblem.Builder jobs() {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 3)))
        .job(job("x"), 4, 2)
        .job(job("y"), 3, 2)
        .job(job("z"), 3, 1);
  }

  private static Job job(String id) {
    return Job.builder(id).type("t").stepsRemaining(100).sloSeconds(1000).build();
  }

  private static final AllocationProblem WITHOUT_X =
      jobs()
          .constraint(Constraint.named("never x").that(LinearForm.time().ofJobs("x")).atMost(0))
          .build();

  @Test
  void jobWithoutTime_doesNotHoldTheOthersDown() {
    for (Allocation x :
        List.of(
            MaxMinFairness.create().allocate(WITHOUT_X),
            WaterFilling.create().allocate(WITHOUT_X))) {
      assertEquals(0, x.timeFraction(0));
      assertEquals(3, x.effectiveThroughput("y"), 1e-6);
      assertEquals(3, x.effectiveThroughput("z"), 1e-6);
    }
  }

  /** Rights of teams are known up to rounding, constraints exactly. */
  @ParameterizedTest
  @ValueSource(strings = {"vip", "guaranteed:vip"})
  void jobWithLittleTime_underAConstraintOfAnyName_getsIt(String name) {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 1)))
            .job(Job.of("first"), 1)
            .job(Job.of("rest"), 1)
            .constraint(
                Constraint.named(name).that(LinearForm.steps().ofJobs("first")).atLeast(1 - 1e-7))
            .build();
    Allocation x = Policies.standard().named("nash").allocate(problem);
    assertEquals(1e-7, x.effectiveThroughput("rest"), 1e-9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"finish_time_fairness", "makespan", "nash", "harmonic_mean"})
  void jobWithoutTime_whereAllNeedSome_isNamedWithItsConstraint(String policy) {
    InfeasibleProblemException refusal =
        assertThrows(
            InfeasibleProblemException.class,
            () -> Policies.standard().named(policy).allocate(WITHOUT_X));
    assertEquals(List.of("x"), refusal.jobIds());
    assertEquals(List.of("never x"), refusal.conflict());
    assertEquals(
        "no allocation gives job \"x\" any throughput under constraint \"never x\"",
        refusal.getMessage());
  }

  @Test
  void deadline_conflictsWithAConstraintByName() {
    InfeasibleProblemException refusal =
        assertThrows(
            InfeasibleProblemException.class,
            () -> MaxTotalThroughput.create().allocate(WITHOUT_X));
    assertEquals(Set.of("never x", "slo:x"), Set.copyOf(refusal.conflict()));
    assertEquals(List.of("x"), refusal.jobIds());
  }

  @Test
  void demandThatNobodyCanMeet_isAConflictOfOne() {
    AllocationProblem problem =
        jobs().constraint(Constraint.named("many").that(LinearForm.workers()).atLeast(4)).build();
    InfeasibleProblemException refusal =
        assertThrows(
            InfeasibleProblemException.class, () -> MaxMinFairness.create().allocate(problem));
    assertEquals(List.of("many"), refusal.conflict());
  }

  @Test
  void demandOfNoJobs_isAConflict() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .constraint(Constraint.named("busy").that(LinearForm.workers()).atLeast(1))
            .build();
    InfeasibleProblemException refusal =
        assertThrows(
            InfeasibleProblemException.class, () -> MaxMinFairness.create().allocate(problem));
    assertEquals(List.of("busy"), refusal.conflict());
  }

  private static final PairThroughputs TOGETHER =
      PairThroughputs.builder(2)
          .pair("t", "t", 1, new double[] {2, 1}, new double[] {2, 1})
          .build();

  @Test
  void pairsByType_keepConstraints() {
    AllocationProblem problem = WITHOUT_X.sharingByType(TOGETHER);
    Allocation x = MaxMinFairness.create().allocate(problem);
    assertEquals(0, x.timeFraction(0));
    Allocation listed = MaxMinFairness.create().allocate(problem.withAllPairs());
    assertEquals(listed.certificate().objective(), x.certificate().objective(), 1e-6);
  }

  @Test
  void pairsByType_conflictsAreNamed() {
    AllocationProblem many =
        jobs()
            .constraint(Constraint.named("many").that(LinearForm.workers()).atLeast(4))
            .build()
            .sharingByType(TOGETHER);
    InfeasibleProblemException refusal =
        assertThrows(
            InfeasibleProblemException.class, () -> MaxMinFairness.create().allocate(many));
    assertEquals(List.of("many"), refusal.conflict());
    AllocationProblem withoutX = WITHOUT_X.sharingByType(TOGETHER);
    InfeasibleProblemException deadline =
        assertThrows(
            InfeasibleProblemException.class, () -> MaxTotalThroughput.create().allocate(withoutX));
    assertEquals(Set.of("never x", "slo:x"), Set.copyOf(deadline.conflict()));
    InfeasibleProblemException nothing =
        assertThrows(
            InfeasibleProblemException.class,
            () -> Policies.standard().named("makespan").allocate(withoutX));
    assertEquals(List.of("never x"), nothing.conflict());
  }

  /**
   * The simplex for small queues knows no constraints; it once answered in place of the program.
   */
  @Test
  void strictFifo_smallProblem_keepsConstraints() {
    AllocationProblem problem = ConstrainedProblems.of(175);
    Allocation x = StrictFifo.create().allocate(problem);
    for (LinearRow row : problem.constraintRows()) {
      double missed = row.relation().violation(x.sum(row), row.bound());
      assertEquals(0, missed, 1e-6 * row.scale(), row::toString);
    }
  }

  /** All jobs are done, so the sum is 0; prices of rounding errors once left a bound above it. */
  @Test
  void sumOfNothing_underADemand_isProved() {
    AllocationProblem problem = ConstrainedProblems.of(30);
    for (Policy policy : List.of(AverageCompletionTime.create(), ShortestJobFirst.create())) {
      Allocation x = policy.allocate(problem);
      Certificate certificate = x.certificate();
      assertEquals(0, certificate.objective());
      assertEquals(0, certificate.bound());
      assertEquals(0, certificate.maxViolation());
    }
  }
}
