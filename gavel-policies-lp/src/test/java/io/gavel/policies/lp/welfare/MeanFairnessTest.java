package io.gavel.policies.lp.welfare;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.model.Job;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs of weights 1 and 3 on one worker, on which they do 10 and 0.2 steps a second. */
final class MeanFairnessTest {

  private final AllocationProblem two =
      problem(workers(1), row(10), row(0.2))
          .withJobs(List.of(Job.of("1"), Job.builder("2").weight(3).build()));

  private void requireMean(double power, double first, double mean) {
    Allocation x = MeanFairness.of(power).allocate(two);
    assertEquals(first, x.fraction(0, 0), 1e-3);
    assertEquals(1 - first, x.fraction(1, 0), 1e-3);
    Certificate certificate = x.certificate();
    assertEquals(mean, certificate.objective(), 2e-6 * mean);
    assertEquals(mean, certificate.bound(), 2e-6 * mean);
  }

  /** Time in proportion to weight; the weighted geometric mean of 1/4 and 3/4. */
  @Test
  void allocate_powerZero_isTheGeometricMean() {
    requireMean(0, 0.25, Math.pow(0.25 * Math.pow(0.75, 3), 0.25));
  }

  /** Time in proportion to the root of the weight. */
  @Test
  void allocate_powerMinusOne_isTheHarmonicMean() {
    double root = Math.sqrt(3);
    double first = 1 / (1 + root);
    requireMean(-1, first, 4 / (1 / first + 3 / (1 - first)));
  }

  /** Time in proportion to the square of the weight. */
  @Test
  void allocate_powerOneHalf_isBetweenGeometricAndArithmeticMean() {
    requireMean(0.5, 0.1, Math.pow((Math.sqrt(0.1) + 3 * Math.sqrt(0.9)) / 4, 2));
  }

  @Test
  void allocate_jobThatMayNotRun_isRefusedUnlessItsUtilityIsFinite() {
    AllocationProblem idle =
        two.constraining(Constraint.named("never").that(LinearForm.time().ofJobs("1")).atMost(0));
    for (double power : new double[] {0, -1}) {
      MeanFairness policy = MeanFairness.of(power);
      assertThrows(InfeasibleProblemException.class, () -> policy.allocate(idle));
    }
    Allocation x = MeanFairness.of(0.5).allocate(idle);
    assertEquals(9.0 / 16, x.certificate().objective(), 1e-5, "3/4 of the root of 1");
    assertTrue(x.fraction(1, 0) > 1 - 1e-6);
  }

  @Test
  void allocate_noJobs_isNothing() {
    AllocationProblem none = problem(workers(1));
    assertEquals(0, MeanFairness.of(0.5).allocate(none).certificate().objective());
  }
}
