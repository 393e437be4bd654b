package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.explain.MeasurementWorth;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.program.StagedSolver;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class MeasurementWorthTest {

  /** The most steps per second, whoever makes them. */
  private static final Policy MOST_STEPS =
      problem ->
          Program.of(problem)
              .maximize(Objective.sum(Measure.throughput()))
              .solve(StagedSolver.create())
              .allocation();

  @Provide
  static Arbitrary<Kind> kinds() {
    return Arbitraries.of(Kind.PLAIN, Kind.TIES, Kind.PAIRS, Kind.SHARES, Kind.ELASTIC);
  }

  @Provide
  static Arbitrary<Policy> policies() {
    return Arbitraries.of(MaxMinFairness.create(), NashWelfare.create(), MOST_STEPS);
  }

  private static AllocationProblem.Builder twoTypes() {
    return AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 1)));
  }

  /** The job runs on a. In one of three cases b is better by 3; the mean of 1 and 7 is then 3. */
  @Example
  void of_aTypeThatMayBeBetter_isTheGainTimesItsProbability() {
    AllocationProblem problem =
        twoTypes()
            .job(Job.of("job"), 4, 3)
            .within(new double[] {4, 1}, new double[] {4, 7})
            .build();
    MeasurementWorth b = MeasurementWorth.of(MOST_STEPS, problem).get(0);
    assertEquals(1, b.type());
    assertEquals(1, b.worth(), 1e-6);
  }

  /** The type that is used may turn out to be worse than the other, by 2, in half of the cases. */
  @Example
  void of_theTypeInUse_isTheLossThatIsAvoided() {
    AllocationProblem problem =
        twoTypes()
            .job(Job.of("job"), 4, 3)
            .within(new double[] {1, 2.5}, new double[] {7, 3.5})
            .build();
    List<MeasurementWorth> worths = MeasurementWorth.of(MOST_STEPS, problem);
    assertEquals(0, worths.get(0).type());
    assertEquals(1, worths.get(0).worth(), 1e-6);
    assertEquals(0, worths.get(1).worth()); // 3.5 is less than 4
  }

  @Property(tries = 40)
  void of_anyEntry_isNeverNegativeAndInOrder(
      @ForAll("policies") Policy policy, @ForAll("kinds") Kind kind, @ForAll Draws random) {
    AllocationProblem problem = Intervals.random(Problems.random(random, kind), random);
    double before = Double.POSITIVE_INFINITY;
    for (MeasurementWorth entry : MeasurementWorth.of(policy, problem)) {
      assertTrue(entry.worth() >= 0 && entry.worth() <= before, entry::toString);
      before = entry.worth();
    }
  }

  /**
   * On one worker type with equal jobs and weights, each gets the same part, whatever its rate:
   * levels are relative to a share of the same type.
   */
  @Property(tries = 40)
  void of_oneWorkerType_isZero(@ForAll Draws random) {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cluster.of(new WorkerType("only", 1 + random.nextInt(4))));
    for (int m = 0; m <= random.nextInt(6); m++) {
      double rate = 1 + 9 * random.nextDouble();
      builder.job(Job.of("job" + m), rate).within(new double[] {rate / 2}, new double[] {rate * 3});
    }
    for (MeasurementWorth entry : MeasurementWorth.of(MaxMinFairness.create(), builder.build())) {
      assertEquals(0, entry.worth(), entry::toString);
    }
  }

  /** A job that has the cluster to itself and one type to run on decides nothing. */
  @Example
  void of_aJobWithoutAlternative_isZero() {
    AllocationProblem problem =
        twoTypes()
            .job(Job.of("job"), 4, 0)
            .within(new double[] {1, 0}, new double[] {7, 0})
            .build();
    for (Policy policy : List.of(MOST_STEPS, MaxMinFairness.create(), NashWelfare.create())) {
      assertEquals(0, MeasurementWorth.of(policy, problem).get(0).worth(), policy::toString);
    }
  }

  @Example
  void of_knownRates_isEmpty() {
    AllocationProblem problem = twoTypes().job(Job.of("job"), 4, 3).build();
    assertEquals(List.of(), MeasurementWorth.of(MOST_STEPS, problem));
  }

  @Example
  void of_policyWithoutStatement_isRefused() {
    AllocationProblem problem =
        twoTypes()
            .job(Job.of("job"), 4, 3)
            .within(new double[] {1, 1}, new double[] {7, 7})
            .build();
    Policy policy = HeterogeneityAgnostic.unitRates(MaxMinFairness.create());
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> MeasurementWorth.of(policy, problem));
    assertEquals(
        "the certificate states nothing, so the worth of a measurement is not defined",
        refused.getMessage());
  }
}
