package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs of one type that make 1 step per second alone and 0.75 each in a pair. */
class GrowingDemandsTest {

  private static AllocationProgram program(int jobs, int workers) {
    return program(jobs, 1, workers);
  }

  /** The same on several types, in units of so many steps. */
  private static AllocationProgram program(int jobs, double unit, int... workers) {
    double[] beside = new double[workers.length];
    Arrays.fill(beside, 0.75 / unit);
    double[] alone = new double[workers.length];
    Arrays.fill(alone, 1 / unit);
    return program(jobs, 1, alone, beside, workers);
  }

  private static AllocationProgram program(
      int jobs, int size, double[] alone, double[] beside, int... workers) {
    AllocationProblem.Builder problem = AllocationProblem.builder(Cases.workers(workers));
    for (int m = 0; m < jobs; m++) {
      problem.job(Job.builder("j" + m).type("one").scaleFactor(size).build(), alone);
    }
    PairThroughputs pairs =
        PairThroughputs.builder(workers.length).pair("one", "one", size, beside, beside).build();
    return AllocationProgram.maximizeMinimum(
        problem.build().sharingByType(pairs), new double[jobs]);
  }

  private static GrowingDemands demands(AllocationProgram program, int... partition) {
    return GrowingDemands.of(program, partition, SolveLimits.none()).orElseThrow();
  }

  @Test
  void areMet_demandsOfAClass_areLimitedByPairsOnAllWorkers() {
    GrowingDemands demands = demands(program(4, 1), 0, 0, 0, 0);
    double[] none = new double[4];
    assertTrue(demands.areMet(new double[] {0.3, 0.3, 0.3, 0.3}));
    assertFalse(demands.areMet(new double[] {0.6, 0.3, 0.5, 0.3}));
    DemandProof proof = demands.proof();
    assertEquals(-proof.worth(), proof.excess(none), 1e-12);
    double[] most = {0.375, 0.375, 0.375, 0.375};
    assertEquals(0, proof.excess(most) / proof.worth(), 1e-12);
    assertEquals(1, proof.rates().size());
    assertEquals(0, proof.rates().get(0).rate());
    assertEquals(4, proof.rates().get(0).members().length);
  }

  /** A job has more than in pairs only alone, which leaves less for all: the rate has a price. */
  @Test
  void areMet_aJobThatRunsAlone_isLimitedByTheRateOfPairs() {
    GrowingDemands demands = demands(program(4, 2), 0, 0, 0, 0);
    assertTrue(demands.areMet(new double[] {0.75, 0.75, 0.75, 0.75}));
    assertFalse(demands.areMet(new double[] {1, 0.75, 0.75, 0.75}));
    DemandProof proof = demands.proof();
    assertEquals(0, proof.excess(new double[] {0.75, 0.75, 0.75, 0.75}) / proof.worth(), 1e-9);
  }

  /** Two pairs have 0.75 each; beyond that only half of the jobs could run alone. */
  @Test
  void areMet_demandsHalfOfTheWay_areRuledOutByPrices() {
    GrowingDemands demands = demands(program(4, 1), 0, 0, 0, 0);
    double[] much = {0.75, 0.75, 0.75, 0.75};
    assertFalse(demands.areMet(much));
    assertTrue(demands.areMet(new double[] {0.25, 0.25, 0.25, 0.25}));
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
      int classes = 1 + run / 2 % 2; // equal classes have equal rates
      int[] partition = IntStream.range(0, jobs).map(m -> m % classes).toArray();
      GrowingDemands method = demands(program(jobs, workers), partition);
      double[] met = new double[jobs];
      double[] start = met;
      for (int round = 0; round < 30; round++) {
        double[] asked = met.clone();
        int m = random.nextInt(Math.min(3, jobs));
        asked[m] = Math.min(1, asked[m] + (1 + random.nextInt(3)) / 16.0);
        assertAnswer(method, workers, start, asked);
        if (Arrays.stream(asked).sum() < most(workers, asked) - 1e-9) {
          met = asked;
          if (random.nextBoolean()) {
            start = met;
          }
        } else {
          refused++;
        }
      }
    }
    assertTrue(refused > 100, "refused " + refused);
  }

  /** Two jobs run alone on all workers: on the way to more for all, nothing is left. */
  @Test
  void areMet_demandsThatLeaveNothing_areThoseOfTheProof() {
    GrowingDemands method = demands(program(4, 2), 0, 0, 0, 0);
    double[] two = {1, 1, 0, 0};
    double[] all = {1, 1, 1, 1};
    assertFalse(method.areMet(all));
    DemandProof proof = method.proof();
    assertTrue(proof.excess(all) > 0);
    assertEquals(0, proof.excess(two) / proof.worth(), 1e-12);
  }

  @Test
  void areMet_thousandsOfJobsOfAClass_areThoseOfTheClosedForm() {
    int jobs = 6_000;
    GrowingDemands method = demands(program(jobs, jobs / 3), new int[jobs]);
    double[] none = new double[jobs];
    for (double more : new double[] {0.375, 0.4, 0.5, 0.6, 0.625}) {
      double[] asked = new double[jobs];
      Arrays.setAll(asked, m -> m < jobs / 8 ? more + 0.25 : more * 0.75);
      assertAnswer(method, jobs / 3, none, asked);
    }
  }

  /** Seventy classes of one job each have more rows than there was room for. */
  @Test
  void areMet_manyClasses_areThoseOfTheClosedForm() {
    int jobs = 70;
    GrowingDemands method = demands(program(jobs, 20), IntStream.range(0, jobs).toArray());
    double[] asked = new double[jobs];
    Arrays.fill(asked, 0.375);
    asked[0] = 0.875; // it runs alone for half of its time, so that there is 29.75 for all
    assertAnswer(method, 20, new double[jobs], asked);
    Arrays.fill(asked, 1, jobs, 0.4375);
    assertAnswer(method, 20, new double[jobs], asked.clone());
  }

  /** A job that cannot run takes nothing from the others. */
  @Test
  void areMet_aJobWithoutARate_leavesAllToTheOthers() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(1))
            .job(Job.builder("j0").type("one").build(), 1)
            .job(Job.builder("j1").type("one").build(), 1)
            .job(Job.builder("j2").type("none").build(), 0)
            .build();
    PairThroughputs pairs =
        PairThroughputs.builder(1).pair("one", "one", 1, Cases.row(0.75), Cases.row(0.75)).build();
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem.sharingByType(pairs), new double[3]);
    GrowingDemands method = demands(program, 0, 0, 1);
    assertTrue(method.areMet(new double[] {0.5, 0.25, 0}));
    assertFalse(method.areMet(new double[] {0.8, 0.75, 0}));
    assertTrue(method.areMet(new double[] {0.7, 0.7, 0}));
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
    int[] types = new int[20]; // each has a row and columns of its own
    Arrays.fill(types, 1);
    int[] each = IntStream.range(0, 73).toArray();
    assertTrue(GrowingDemands.of(program(73, 1, types), each, SolveLimits.none()).isEmpty());
  }

  /** Demands of four jobs are met alike, and ruled out by the same prices, in all units. */
  @Test
  void areMet_otherUnitsOfSteps_areAnsweredAlike() {
    double[][] asked = {{0.5, 0.5, 0.25, 0.25}, {0.875, 0.5, 0.5, 0.5}, {1, 0.75, 0.75, 0.75}};
    for (double unit : new double[] {0x1p-40, 0x1p40}) {
      GrowingDemands one = demands(program(4, 2), 0, 0, 0, 0);
      GrowingDemands other = demands(program(4, unit, 2), 0, 0, 0, 0);
      for (double[] demands : asked) {
        boolean isMet = one.areMet(demands);
        double[] inUnits = Arrays.stream(demands).map(demand -> demand / unit).toArray();
        assertEquals(isMet, other.areMet(inUnits));
        if (!isMet) {
          DemandProof proof = one.proof();
          DemandProof same = other.proof();
          double excess = proof.excess(demands) / proof.worth();
          assertEquals(excess, same.excess(inUnits) / same.worth(), 1e-12);
          assertEquals(proof.rates().size(), same.rates().size());
          for (int i = 0; i < proof.rates().size(); i++) {
            assertEquals(proof.rates().get(i).rate(), same.rates().get(i).rate() * unit);
            double price = proof.rates().get(i).price() / proof.worth();
            assertEquals(price, same.rates().get(i).price() / unit / same.worth(), 1e-12);
          }
        }
      }
    }
  }

  /** All that there is has been given out; what is missing beyond it may be rounding. */
  @Test
  void areMet_demandsJustBeyondAllThatThereIs_areMetButForRounding() {
    for (int jobs : new int[] {4, 48}) {
      int[] partition = IntStream.range(0, jobs).map(m -> jobs == 4 ? 0 : m).toArray();
      GrowingDemands method = demands(program(jobs, jobs / 4), partition);
      double[] all = new double[jobs];
      Arrays.fill(all, 0.375);
      assertTrue(method.areMet(Arrays.stream(all).map(each -> each * (1 + 5e-13)).toArray()));
      double[] more = all.clone();
      more[1] += 1e-9 * jobs;
      assertFalse(method.areMet(more));
      DemandProof proof = method.proof();
      assertTrue(proof.excess(more) > 0);
      assertEquals(0, proof.excess(all) / proof.worth(), 1e-12);
    }
  }

  /**
   * Two jobs have the same workers for a half of the time each, and next to nothing on another one,
   * as a pair or alone. Prices of their time pay for that, so the proof is exact.
   */
  @Test
  void proof_columnsThatGainNextToNothing_arePaidFor() {
    double little = 0x1p-35;
    double[] half = {0.5 + little / 2, 0.5 + little / 2};
    for (boolean together : new boolean[] {true, false}) {
      for (boolean alone : new boolean[] {true, false}) {
        double[] rates = {1, alone ? 2 * little : 0};
        double[] beside = {0.25, alone ? 2.5 * little : little};
        AllocationProgram program = program(2, 2, rates, beside, 2, 2);
        int[] partition = {0, together ? 0 : 1};
        GrowingDemands method = demands(program, partition);
        assertFalse(method.areMet(new double[] {0.75, 0.75}));
        DemandProof proof = method.proof();
        assertPaidFor(proof, new ImplicitPairSolver(program).classes(partition).orElseThrow());
        assertTrue(proof.excess(half) <= 0, "both can have that");
      }
    }
  }

  /** No column gains more than it pays, even by rounding. */
  private static void assertPaidFor(DemandProof proof, PairClasses classes) {
    for (int c = 0; c < classes.count(); c++) {
      double gain = 0;
      double paid = proof.ofPool(classes.pool[c]) * classes.size[c];
      for (int a = 0; a < classes.classes(); a++) {
        int m = classes.members[a][0];
        paid += classes.share(c, a) * proof.ofTime(m);
        for (int i = 0; i < proof.rates().size(); i++) {
          if (proof.rates().get(i).members()[0] == m) {
            double above = Math.max(0, classes.rateOf(c, a) - proof.rates().get(i).rate());
            gain += classes.share(c, a) * proof.rates().get(i).price() * above;
          }
        }
      }
      assertTrue(gain <= paid + 4 * Math.ulp(gain), gain + " > " + paid);
    }
  }

  @Test
  void misfits_aJobThatWouldBeItsPartner_needsAClassOfItsOwn() {
    AllocationProgram program = program(2, 1);
    GrowingDemands together = demands(program, 0, 0);
    double[] asked = {0.9, 0.1};
    assertTrue(together.areMet(asked)); // of the class alone
    GrowingDemands apart = demands(program, 0, 1);
    assertTrue(apart.areMet(new double[] {0.75, 0.25}));
    assertTrue(apart.misfits().isEmpty());
  }
}
