package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Policy;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.throughput.AverageCompletionTime;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Policies over pairs by job type against the same policies over all pairs, listed. */
class SharingByTypeProperties {

  private enum Case {
    MAX_MIN,
    LEVEL_ONLY,
    TOTAL,
    AVERAGE_COMPLETION_TIME,
    MAKESPAN,
    FINISH_TIME;

    Policy policy() {
      return switch (this) {
        case MAX_MIN -> MaxMinFairness.create();
        case LEVEL_ONLY -> MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY);
        case TOTAL -> MaxTotalThroughput.create();
        case AVERAGE_COMPLETION_TIME -> AverageCompletionTime.create();
        case MAKESPAN -> Makespan.create();
        case FINISH_TIME -> FinishTimeFairness.create();
      };
    }
  }

  private static AllocationProblem problem(Random random, int jobs, int kinds) {
    int types = 1 + random.nextInt(3);
    WorkerType[] columns = new WorkerType[types];
    for (int j = 0; j < types; j++) {
      columns[j] = new WorkerType("type" + j, 1 + random.nextInt(5));
    }
    PairThroughputs.Builder table = PairThroughputs.builder(types);
    for (int a = 0; a < kinds; a++) {
      for (int b = a; b < kinds; b++) {
        double[] ofA = random.doubles(types, 0.3, 1).toArray();
        table.pair(
            "k" + a, "k" + b, 1, ofA, a == b ? ofA : random.doubles(types, 0.3, 1).toArray());
      }
    }
    double[][] alone = new double[kinds][types];
    for (double[] row : alone) {
      Arrays.setAll(row, j -> 0.8 + random.nextDouble());
    }
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(columns));
    for (int m = 0; m < jobs; m++) {
      int kind = random.nextInt(kinds);
      problem.job(
          Job.builder("job" + m)
              .type("k" + kind)
              .weight(1 + random.nextInt(2))
              .stepsRemaining(100 * (1 + random.nextInt(50)))
              .secondsSinceStart(10 * random.nextDouble())
              .build(),
          alone[kind]);
    }
    return problem.build().sharingByType(table.build());
  }

  @Property
  void allocate_pairsByType_isAsGoodAsAllPairsListed(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 16) int jobs,
      @ForAll @IntRange(min = 1, max = 4) int kinds,
      @ForAll Case policy) {
    AllocationProblem problem = problem(new Random(seed), jobs, kinds);
    Allocation shared = policy.policy().allocate(problem);
    double expected = policy.policy().allocate(problem.withAllPairs()).certificate().objective();
    assertEquals(expected, shared.certificate().objective(), 2e-6 * expected);
    assertTrue(shared.certificate().holdsWithin(Tolerance.CERTIFIED));
    assertEquals(0, shared.maxViolation());
  }

  /** Jobs of one type that may not run on the same worker types are not of one kind. */
  @Property
  void allocate_pairsByTypeWithForbiddenTypes_isAsGoodAsAllPairsListed(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 16) int jobs,
      @ForAll @IntRange(min = 1, max = 4) int kinds,
      @ForAll Case policy) {
    AllocationProblem problem =
        EligibilityProperties.forbidding(problem(new Random(seed), jobs, kinds), seed);
    Allocation shared = policy.policy().allocate(problem);
    double expected = policy.policy().allocate(problem.withAllPairs()).certificate().objective();
    assertEquals(expected, shared.certificate().objective(), 2e-6 * expected);
    assertTrue(shared.certificate().holdsWithin(Tolerance.CERTIFIED));
    assertEquals(0, shared.maxViolation());
    assertEquals(problem.eligibility(), shared.problem().eligibility());
    for (int g = 0; g < shared.problem().groupCount(); g++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        assertTrue(shared.problem().runs(g, j) || shared.fraction(g, j) == 0);
      }
    }
  }

  /** What the level leaves goes to where it adds most, in one as in the other. */
  @Property
  void allocate_pairsByType_handsOutAsMuchAsOfAllPairsListed(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 16) int jobs,
      @ForAll @IntRange(min = 1, max = 4) int kinds) {
    AllocationProblem problem = problem(new Random(seed), jobs, kinds);
    double expected = total(MaxMinFairness.create().allocate(problem.withAllPairs()));
    assertEquals(expected, total(MaxMinFairness.create().allocate(problem)), 1e-5 * expected);
  }

  private static double total(Allocation allocation) {
    double total = 0;
    for (int m = 0; m < allocation.problem().jobCount(); m++) {
      total += allocation.effectiveThroughput(m) / EqualShare.throughput(allocation.problem(), m);
    }
    return total;
  }

  @Example
  void allocate_policyThatNeedsAList_says() {
    AllocationProblem problem = problem(new Random(1), 4, 2);
    assertThrows(IllegalStateException.class, () -> WaterFilling.create().allocate(problem));
    assertThrows(IllegalStateException.class, () -> NashWelfare.create().allocate(problem));
  }

  @Example
  void allocate_hundredsOfJobs_usesAboutAsManyPairs() {
    AllocationProblem problem = problem(new Random(2), 700, 6);
    Allocation allocation = Makespan.create().allocate(problem);
    assertTrue(allocation.certificate().holdsWithin(Tolerance.CERTIFIED));
    assertTrue(allocation.problem().groupCount() < 3 * 700);
  }
}
