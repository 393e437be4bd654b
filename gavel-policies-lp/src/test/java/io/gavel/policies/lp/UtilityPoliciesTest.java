package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.welfare.MeanFairness;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.lp.welfare.PartialAllocation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Nash welfare, partial allocation and the family of means. */
class UtilityPoliciesTest {

  private static AllocationProblem twoByTwo(double a0, double a1, double b0, double b1) {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
        .job(Job.of("a"), a0, a1)
        .job(Job.of("b"), b0, b1)
        .build();
  }

  private static AllocationProblem crowd(int jobs) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)));
    for (int m = 0; m < jobs; m++) {
      problem.job(Job.of("job" + m), 3);
    }
    return problem.build();
  }

  /** (4 - a)(1 + a) peaks at the boundary a = 1: the time row binds, and job a is envious. */
  @Test
  void nash_timeRowBinds_losesSharingIncentive() {
    Allocation x = NashWelfare.create().allocate(twoByTwo(3, 4, 1, 2));
    assertEquals(3, x.effectiveThroughput("a"), 1e-5);
    assertEquals(2, x.effectiveThroughput("b"), 1e-5);
    assertTrue(x.effectiveThroughput("a") < 3.5, "equal split would give 3.5");
  }

  @Test
  void nash_oneWorker_sharesInProportionToWeight() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.builder("heavy").weight(3).build(), 8)
            .job(Job.of("light"), 4)
            .build();
    Allocation weighted = NashWelfare.create().allocate(problem);
    assertEquals(0.75, weighted.fraction("heavy", "v100"), 1e-6);
    assertEquals(3 * Math.log(6) + Math.log(1), weighted.certificate().objective(), 1e-9);
    Allocation unweighted = NashWelfare.create().unweighted().allocate(problem);
    assertEquals(0.5, unweighted.fraction("heavy", "v100"), 1e-6);
  }

  /** With n identical jobs each keeps (1 - 1/n)^(n - 1), which goes to 1/e. */
  @Property(tries = 12)
  void partialAllocation_identicalJobs_keepTheTextbookPart(
      @ForAll @IntRange(min = 2, max = 40) int n) {
    Allocation x = PartialAllocation.create().allocate(crowd(n));
    double kept = Math.pow(1 - 1.0 / n, n - 1);
    assertEquals(3.0 / n * kept, x.effectiveThroughput(0), 1e-7);
  }

  @Test
  void partialAllocation_oneJob_keepsEverything() {
    assertEquals(3, PartialAllocation.create().allocate(crowd(1)).effectiveThroughput(0), 1e-8);
  }

  @Test
  void meanFairness_powerOutsideTheFamily_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> MeanFairness.of(1));
    assertThrows(IllegalArgumentException.class, () -> MeanFairness.of(Double.NaN));
  }

  /** Two jobs on one worker, each at the given part of its speed beside the other. */
  private static AllocationProblem couple(double part) {
    return AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
        .job(Job.of("a"), 1)
        .job(Job.of("b"), 1)
        .pair("a", "b", new double[] {part}, new double[] {part})
        .build();
  }

  @Test
  void partialAllocation_pairs_areRefusedByName() {
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class, () -> PartialAllocation.create().allocate(couple(1)));
    assertTrue(error.getMessage().contains("withoutPairs"), error.getMessage());
  }

  /** Together they have 0.9 each, in turns half of the worker. */
  @Test
  void nashAndMeans_pairThatPays_runsAllTheTime() {
    for (Policy policy : List.of(NashWelfare.create(), MeanFairness.of(-1), MeanFairness.of(0.5))) {
      Allocation x = policy.allocate(couple(0.9));
      assertEquals(0.9, x.effectiveThroughput("a"), 1e-6);
      assertEquals(0.9, x.effectiveThroughput("b"), 1e-6);
      assertEquals(0.5, policy.allocate(couple(0.3)).effectiveThroughput("a"), 1e-6);
    }
  }

  @Property
  void nashAndMeans_pairs_areFeasibleProvedAndNeverLowerTheObjective(
      @ForAll(supplier = AnyProblem.OfPairs.class) AllocationProblem problem,
      @ForAll @DoubleRange(min = -5, max = 0.9) double p) {
    Assume.that(problem.unrunnable().equals(problem.withoutPairs().unrunnable()));
    MeanFairness mean = MeanFairness.of(p);
    Allocation x = mean.allocate(problem);
    assertEquals(0, x.maxViolation());
    double part = p == 0 ? 1 : Math.min(1, Math.abs(p)); // the sum is proved, if rounding allows
    Tolerance ofMean = new Tolerance(0, Tolerance.CERTIFIED.relative() / part);
    assertTrue(x.certificate().holdsWithin(ofMean), () -> x.certificate().toString());
    double alone = mean.allocate(problem.withoutPairs()).certificate().objective();
    assertTrue(x.certificate().objective() >= alone * (1 - 2 * ofMean.relative()));
    double weights = problem.jobs().stream().mapToDouble(Job::weight).sum();
    double nash = NashWelfare.create().allocate(problem).certificate().objective();
    double inTurns =
        NashWelfare.create().allocate(problem.withoutPairs()).certificate().objective();
    assertTrue(nash >= inTurns - 2e-6 * weights);
  }

  @Test
  void utilityPolicies_noJobs_areEmpty() {
    AllocationProblem none = crowd(0);
    assertEquals(0, MeanFairness.of(-1).allocate(none).certificate().objective());
    assertEquals(0, NashWelfare.create().allocate(none).certificate().objective());
    assertEquals(0, PartialAllocation.create().allocate(none).certificate().objective());
  }

  @Property
  void meanFairness_anyProblemAndPower_isFeasibleAndProved(
      @ForAll(supplier = AnyProblem.class) AllocationProblem problem,
      @ForAll @DoubleRange(min = -20, max = 0.95) double p) {
    Allocation x = MeanFairness.of(p).allocate(problem);
    assertEquals(0, x.maxViolation());
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), () -> x.certificate().toString());
  }

  /** The mean of the answer is what the certificate says, by its definition. */
  @Property
  void meanFairness_objective_isTheMeanByDefinition(
      @ForAll(supplier = AnyProblem.Plain.class) AllocationProblem problem,
      @ForAll @DoubleRange(min = -5, max = 0.9) double p) {
    Allocation x = MeanFairness.of(p).allocate(problem);
    double sum = 0;
    double total = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      double equal = EqualShare.throughput(problem, m);
      if (equal > 0) {
        double v = x.effectiveThroughput(m) / equal;
        sum += problem.job(m).weight() * Math.pow(v, p);
        total += problem.job(m).weight();
      }
    }
    if (total > 0 && Math.abs(p) > 1e-3) {
      double mean = Math.pow(sum / total, 1 / p);
      assertEquals(mean, x.certificate().objective(), 1e-9 * mean);
    }
  }

  /** No allocation of another member of the family beats a member on its own mean. */
  @Property
  void meanFairness_otherPowers_neverBeatItOnItsOwnMean(
      @ForAll(supplier = AnyProblem.Plain.class) AllocationProblem problem,
      @ForAll @DoubleRange(min = -5, max = 0.9) double p,
      @ForAll @DoubleRange(min = -5, max = 0.9) double q) {
    if (Math.abs(p) < 1e-3) {
      return;
    }
    Allocation best = MeanFairness.of(p).allocate(problem);
    Allocation other = MeanFairness.of(q).allocate(problem);
    assertTrue(mean(problem, other, p) <= mean(problem, best, p) * (1 + 2e-6));
  }

  private static double mean(AllocationProblem problem, Allocation x, double p) {
    double sum = 0;
    double total = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      double equal = EqualShare.throughput(problem, m);
      if (equal > 0) {
        sum += problem.job(m).weight() * Math.pow(x.effectiveThroughput(m) / equal, p);
        total += problem.job(m).weight();
      }
    }
    return total == 0 ? 0 : Math.pow(sum / total, 1 / p);
  }

  /** A very negative power comes close to the greatest minimum. */
  @Test
  void meanFairness_powerTowardsMinusInfinity_becomesMaxMin() {
    AllocationProblem problem = twoByTwo(4, 1, 2, 1);
    double maxMin = MaxMinFairness.create().allocate(problem).certificate().objective();
    Allocation x = MeanFairness.of(-100).allocate(problem);
    double least =
        Math.min(
            x.effectiveThroughput(0) / EqualShare.throughput(problem, 0),
            x.effectiveThroughput(1) / EqualShare.throughput(problem, 1));
    assertEquals(maxMin, least, 0.01 * maxMin);
  }

  @Property
  void nash_anyProblem_isFeasibleProvedAndScaleFree(
      @ForAll(supplier = AnyProblem.class) AllocationProblem problem) {
    Allocation x = NashWelfare.create().allocate(problem);
    assertEquals(0, x.maxViolation());
    double weights = problem.jobs().stream().mapToDouble(Job::weight).sum();
    double open = x.certificate().bound() - x.certificate().objective();
    assertTrue(open <= 1e-6 * weights, () -> "open " + open);
    for (int m = 0; m < problem.jobCount(); m++) {
      assertTrue(x.effectiveThroughput(m) > 0 || EqualShare.throughput(problem, m) == 0);
    }
  }
}
