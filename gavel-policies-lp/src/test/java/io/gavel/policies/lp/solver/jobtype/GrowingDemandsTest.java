package io.gavel.policies.lp.solver.jobtype;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Prices;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs of one type that make 1 step per second alone and 0.75 each in a pair. */
class GrowingDemandsTest {

  private static AllocationProgram program(int jobs, int workers) {
    List<Job> list =
        IntStream.range(0, jobs).mapToObj(m -> Job.builder("j" + m).type("one").build()).toList();
    ThroughputMatrix.Builder alone = ThroughputMatrix.builder(1);
    list.forEach(job -> alone.job(1));
    PairThroughputs pairs =
        PairThroughputs.builder(1)
            .pair("one", "one", 1, new double[] {0.75}, new double[] {0.75})
            .build();
    AllocationProblem problem =
        AllocationProblem.of(Cluster.of(new WorkerType("v100", workers)), list, alone.build())
            .sharingByType(pairs);
    return AllocationProgram.maximizeMinimum(problem, new double[jobs]);
  }

  private static GrowingDemands demands(AllocationProgram program, int... partition) {
    return GrowingDemands.of(program, partition, SolveLimits.none()).orElseThrow();
  }

  @Test
  void areMet_demandsOfAClass_areLimitedByPairsOnAllWorkers() {
    GrowingDemands demands = demands(program(4, 1), 0, 0, 0, 0);
    double[] none = new double[4];
    demands.start(none);
    assertTrue(demands.areMet(new double[] {0.3, 0.3, 0.3, 0.3}));
    assertFalse(demands.areMet(new double[] {0.6, 0.3, 0.5, 0.3}));
    DemandProof proof = demands.proof();
    assertEquals(-proof.worth(), proof.excess(none), 1e-12);
    double[] most = {0.375, 0.375, 0.375, 0.375};
    assertEquals(0, proof.excess(most) / proof.worth(), 1e-12);
    assertEquals(1, proof.size());
    assertEquals(0, proof.rate(0));
    assertEquals(4, proof.members(0).length);
  }

  /** A job has more than in pairs only alone, which leaves less for all: the rate has a price. */
  @Test
  void areMet_aJobThatRunsAlone_isLimitedByTheRateOfPairs() {
    GrowingDemands demands = demands(program(4, 2), 0, 0, 0, 0);
    demands.start(new double[4]);
    assertTrue(demands.areMet(new double[] {0.75, 0.75, 0.75, 0.75}));
    assertFalse(demands.areMet(new double[] {1, 0.75, 0.75, 0.75}));
    DemandProof proof = demands.proof();
    assertEquals(0, proof.excess(new double[] {0.75, 0.75, 0.75, 0.75}) / proof.worth(), 1e-9);
  }

  /** Two pairs have 0.75 each; beyond that only half of the jobs could run alone. */
  @Test
  void isLimited_demandsThatPricesRuleOutNext_tellsIt() {
    GrowingDemands demands = demands(program(4, 1), 0, 0, 0, 0);
    demands.start(new double[4]);
    double[] much = {0.75, 0.75, 0.75, 0.75};
    assertFalse(demands.areMet(much));
    assertTrue(demands.isLimited(), "half of the way");
    assertFalse(demands.isStuck());
    assertTrue(demands.areMet(new double[] {0.25, 0.25, 0.25, 0.25}));
    assertFalse(demands.isLimited());
    assertFalse(demands.areMet(new double[] {0.5, 0.5, 0.5, 0.5}));
    assertEquals(0, demands.proof().excess(new double[] {0.375, 0.375, 0.375, 0.375}), 1e-9);
  }

  /** The bound of a program by given prices: a worker at 2 for all that the jobs could gain. */
  @Test
  void bound_ofPrices_isThatOfTheProgram() {
    AllocationProgram none = program(4, 1);
    GrowingDemands demands = demands(none, 0, 0, 0, 0);
    AllocationProgram level = none.withRequirement(new double[] {1, 1, 1, 1});
    double[] quarter = {0.25, 0.25, 0.25, 0.25};
    Prices prices = Prices.of(new double[] {0.375}, new double[4], quarter);
    assertEquals(0.375, demands.bound(level, prices).value(), 1e-12);
  }

  /**
   * What n jobs make at most on W workers, if some exceed the rate of pairs: these run alone for
   * four times the excess, which takes workers from pairs.
   */
  private static double most(int workers, double[] demands) {
    int jobs = demands.length;
    double alone = 4 * Arrays.stream(demands).map(d -> Math.max(0, d - 0.75)).sum();
    double time = Math.max(alone, 2 * workers - jobs);
    return time > workers ? 0 : time + 1.5 * Math.min(workers - time, (jobs - time) / 2);
  }

  /** The demands that are met on the way from some to others that are not. */
  private static double[] between(int workers, double[] met, double[] asked) {
    double low = 0;
    double high = 1;
    double[] at = met.clone();
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      Arrays.setAll(at, m -> met[m] + middle * (asked[m] - met[m]));
      boolean isMet = Arrays.stream(at).sum() <= most(workers, at);
      low = isMet ? middle : low;
      high = isMet ? high : middle;
    }
    return at;
  }

  private static void assertAnswer(
      GrowingDemands method, int workers, double[] start, double[] demands) {
    double sum = Arrays.stream(demands).sum();
    double most = most(workers, demands);
    boolean isMet = method.areMet(demands);
    if (Math.abs(most - sum) > 1e-9) {
      assertEquals(most > sum, isMet, () -> Arrays.toString(demands) + " of " + most);
    }
    if (!isMet) {
      DemandProof proof = method.proof();
      assertTrue(proof.excess(demands) > 0);
      double[] last = between(workers, start, demands);
      assertEquals(0, proof.excess(last) / proof.worth(), 1e-9, "the last that can be met");
    }
  }

  /** One job alone leaves a worker to three others: 1/2 each, while their sum would allow more. */
  @Test
  void areMet_jobsThatExceedTheRateOfPairs_takeWorkersFromTheOthers() {
    AllocationProgram program = program(4, 2);
    for (double others : new double[] {0.25, 0.499, 0.501, 0.65}) {
      GrowingDemands method = demands(program, 0, 0, 0, 0);
      method.start(new double[4]);
      assertAnswer(method, 2, new double[4], new double[] {1, others, others, others});
      assertAnswer(method, 2, new double[4], new double[] {0.875, others, others, others});
      assertAnswer(method, 2, new double[4], new double[] {0.875, 0.875, others, others});
    }
  }

  /** Demands that grow by a 1/16 each until they cannot be met, with new starts in between. */
  @Test
  void areMet_demandsThatGrowStepByStep_areThoseOfTheClosedForm() {
    Random random = new Random(4);
    int refused = 0;
    for (int run = 0; run < 40; run++) {
      int jobs = 3 + run % 4;
      int workers = 1 + run % 3;
      GrowingDemands method = demands(program(jobs, workers), new int[jobs]);
      double[] met = new double[jobs];
      double[] start = met;
      method.start(met);
      for (int round = 0; round < 30; round++) {
        double[] asked = met.clone();
        int m = random.nextInt(Math.min(3, jobs));
        asked[m] = Math.min(1, asked[m] + (1 + random.nextInt(3)) / 16.0);
        assertAnswer(method, workers, start, asked);
        if (Arrays.stream(asked).sum() < most(workers, asked) - 1e-9) {
          met = asked;
          if (random.nextBoolean()) {
            method.start(met);
            start = met;
          }
        } else {
          refused++;
        }
      }
    }
    assertTrue(refused > 100, "refused " + refused);
  }

  /** Seventy classes of one job each have more rows than there was room for. */
  @Test
  void areMet_manyClasses_areThoseOfTheClosedForm() {
    int jobs = 70;
    GrowingDemands method = demands(program(jobs, 20), IntStream.range(0, jobs).toArray());
    method.start(new double[jobs]);
    double[] asked = new double[jobs];
    Arrays.fill(asked, 0.375);
    asked[0] = 0.875; // it runs alone for half of its time, so that there is 29.75 for all
    assertAnswer(method, 20, new double[jobs], asked);
    Arrays.fill(asked, 1, jobs, 0.4375);
    assertAnswer(method, 20, new double[jobs], asked.clone());
  }

  /** The rows of two hundred classes, five each, would be too many numbers with all pairs. */
  @Test
  void of_tooManyClasses_isLeftToOthers() {
    for (int jobs : new int[] {100, 200}) {
      int[] each = IntStream.range(0, jobs).toArray();
      Optional<GrowingDemands> found =
          GrowingDemands.of(program(jobs, 20), each, SolveLimits.none());
      assertEquals(jobs == 100, found.isPresent());
    }
  }

  @Test
  void misfits_aJobThatWouldBeItsPartner_needsAClassOfItsOwn() {
    AllocationProgram program = program(2, 1);
    GrowingDemands together = demands(program, 0, 0);
    double[] asked = {0.9, 0.1};
    together.start(new double[2]);
    assertTrue(together.areMet(asked)); // of the class alone
    GrowingDemands apart = demands(program, 0, 1);
    apart.start(new double[2]);
    assertTrue(apart.areMet(new double[] {0.75, 0.25}));
    assertTrue(apart.misfits().isEmpty());
  }
}
