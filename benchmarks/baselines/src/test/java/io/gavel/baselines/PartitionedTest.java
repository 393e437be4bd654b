package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the answers of the parts become one, in numbers worked out by hand. */
class PartitionedTest {

  /** Nash welfare in parts, at random with seed 0. */
  static Partitioned welfare(int parts) {
    return new Partitioned(NashWelfare.create(), PartitionedTest::welfare, parts, 0, false);
  }

  private static AllocationProgram welfare(AllocationProblem problem) {
    double[] weight = problem.jobs().stream().mapToDouble(Job::weight).toArray();
    problem.unrunnable().forEach(job -> weight[job.job()] = 0);
    return AllocationProgram.maximizeUtility(problem, weight, 0);
  }

  /** Parts that are equal lose nothing: two of four jobs each, and half of a gang. */
  private static AllocationProblem alike() {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cases.workers(4, 2))
            .job(Job.builder("gang").scaleFactor(4).weight(2).build(), 8, 0);
    for (int m = 0; m < 4; m++) {
      problem.job(Job.builder("" + m).weight(1 + m / 2).build(), 3 + m / 2, 1);
    }
    return problem.build();
  }

  @Test
  void allocate_partsAlike_isOptimal() {
    Allocation x = Partitioned.maxMinFairness(2).byClass().allocate(alike());
    Certificate best = MaxMinFairness.create().allocate(alike()).certificate();
    assertEquals(best.objective(), x.certificate().objective(), 1e-6);
    assertEquals(best.objective(), x.certificate().bound(), 1e-6);
    Allocation logs = welfare(2).byClass().allocate(alike());
    double welfare = NashWelfare.create().allocate(alike()).certificate().objective();
    assertEquals(welfare, logs.certificate().objective(), 1e-5);
    assertEquals(welfare, logs.certificate().bound(), 1e-5);
    assertTrue(logs.timeFraction(0) > 0.1);
  }

  /**
   * The first part has jobs 0 and 2, the second job 1, and each a piece of the gang. The first
   * part's worker costs 1, the second's 3.
   */
  private static Allocation answer(AllocationProblem part) {
    boolean first = part.jobs().stream().anyMatch(job -> job.id().equals("0"));
    double[] fractions = first ? new double[] {0.5, 0.25, 0.75} : new double[] {0.125, 0.5};
    double[] pools = {first ? 1 : 3};
    double[] none = new double[part.jobCount()];
    return Allocation.of(part, fractions, new Certificate(0, 9, 0, Prices.of(pools, none, none)));
  }

  private static AllocationProblem threeAndAGang() {
    return AllocationProblem.builder(Cases.workers(6))
        .job(Job.builder("gang").scaleFactor(3).build(), 3)
        .job(Job.of("0"), 1)
        .job(Job.of("1"), 2)
        .job(Job.of("2"), 4)
        .build();
  }

  /**
   * The gang has two thirds of the first piece and one of the second: 3/8. At the mean price of 2
   * for each of 6 workers, job 2 is worth 4 − 2 beyond its cost, and the others nothing.
   */
  @Test
  void allocate_answersOfParts_areCombined() {
    List<AllocationProblem> parts = new ArrayList<>();
    Policy policy =
        part -> {
          parts.add(part);
          return answer(part);
        };
    Partitioned partitioned =
        new Partitioned(
            policy, p -> AllocationProgram.maximizeSum(p, Cases.row(1, 1, 1, 1)), 2, 0, false);
    Allocation x = partitioned.byClass().allocate(threeAndAGang());
    assertEquals(2, parts.size());
    assertEquals(0.5 * 2 / 3 + 0.125 / 3, x.fraction(0, 0), 1e-12);
    assertEquals(0.25, x.fraction(1, 0), 1e-12);
    assertEquals(0.5, x.fraction(2, 0), 1e-12);
    assertEquals(0.75, x.fraction(3, 0), 1e-12);
    assertEquals(3 * 0.375 + 0.25 + 1 + 3, x.certificate().objective(), 1e-12);
    assertEquals(2 * 6 + 2, x.certificate().bound(), 1e-12);
    assertEquals(2, x.certificate().prices().ofPool(0), 1e-12);
  }

  /** Fractions that pools cannot give, as the pieces may ask for, are scaled down. */
  @Test
  void allocate_answersBeyondRounding_areFeasible() {
    Partitioned partitioned =
        new Partitioned(
            MaxMinFairness.create(),
            p -> AllocationProgram.maximizeSum(p, new double[p.jobCount()]),
            2,
            3,
            false);
    Allocation x = partitioned.allocate(threeAndAGang());
    assertEquals(0, x.maxViolation());
    assertEquals(0, x.certificate().objective());
  }

  @Test
  void of_noParts_isRefused() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Partitioned.maxMinFairness(0));
    assertEquals("number of parts is 0; it must be at least 1", refused.getMessage());
  }

  /** Who comes first decides on the part, and weights count in the programs. */
  @Test
  void reads_ofThisLibrarysPrograms_areThoseOfThePolicyAndMore() {
    Partitioned policy = Partitioned.maxMinFairness(2);
    assertTrue(policy.reads().contains(Aspect.WEIGHTS));
    assertTrue(policy.reads().contains(Aspect.ARRIVAL_ORDER));
    assertNotEquals(Aspect.all(), policy.reads());
    assertEquals(Aspect.all(), welfare(2).reads());
    assertTrue(Partitioned.maxMinFairness(2).reads().containsAll(MaxMinFairness.create().reads()));
    for (Invariant kept :
        List.of(
            Invariant.FRACTIONS,
            Invariant.TIME,
            Invariant.CAPACITY,
            Invariant.USEFUL_TIME,
            Invariant.DETERMINISM)) {
      assertTrue(Partitioned.maxMinFairness(2).claims().invariants().contains(kept));
    }
  }
}
