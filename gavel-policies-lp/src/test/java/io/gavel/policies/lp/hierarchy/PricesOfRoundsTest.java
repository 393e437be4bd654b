package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.hierarchy.WaterFilling.WaterFillingResult;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.FairLevels.PricedRound;
import io.gavel.policies.statement.Rational;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rounds of small problems, with the prices that prove them, by hand. */
class PricesOfRoundsTest {

  private static final double WITHIN = 1e-9;
  private static final Cluster TWO = Cluster.of(new WorkerType("a", 1), new WorkerType("b", 1));

  /**
   * Fills without entities or over them; throughputs and levels are proved nearly to the last bit.
   */
  private static WaterFillingResult filled(AllocationProblem problem, double... throughput) {
    WaterFilling flat = WaterFilling.create();
    WaterFilling policy = problem.entities().isEmpty() ? flat : flat.overEntities();
    WaterFillingResult filled = policy.fill(problem);
    Allocation x = filled.allocation();
    for (int m = 0; m < throughput.length; m++) {
      assertEquals(throughput[m], x.effectiveThroughput(m), WITHIN, "job " + m);
    }
    Proof.Proved proved = assertInstanceOf(Proof.Proved.class, Proof.of(x));
    Rational open = proved.levels().orElseThrow();
    assertTrue(open.compareTo(Rational.of(1e-12)) <= 0, () -> "open " + open);
    return filled;
  }

  private static void assertRounds(WaterFillingResult filled, List<List<Integer>> saturated) {
    assertEquals(saturated, filled.rounds().stream().map(r -> r.saturated()).toList());
  }

  private static List<PricedRound> priced(WaterFillingResult filled, int count) {
    List<PricedRound> rounds = filled.allocation().certificate().levels().orElseThrow().rounds();
    assertEquals(count, rounds.size());
    return rounds;
  }

  /** The prices of jobs in a round, in order; jobs are those from 0 on. */
  private static void assertPrices(PricedRound round, double... ofJobs) {
    assertEquals(ofJobs.length, round.size());
    for (int i = 0; i < ofJobs.length; i++) {
      assertEquals(i, round.job(i));
      assertEquals(ofJobs[i], round.ofThroughput(i), WITHIN, "job " + i);
    }
  }

  private static void assertPools(PricedRound round, double... ofPools) {
    for (int k = 0; k < ofPools.length; k++) {
      assertEquals(ofPools[k], round.ofPool(k), WITHIN, "pool " + k);
    }
  }

  /** Two that run on a only, and one that makes 2 steps per second on b. */
  private static AllocationProblem.Builder twoOnOneType() {
    return AllocationProblem.builder(TWO)
        .job(Job.of("x"), 1, 0)
        .job(Job.of("y"), 1, 0)
        .job(Job.of("z"), 0, 2);
  }

  /** Two share a worker at half the time each; the third then has all of the other worker. */
  @Test
  void fill_jobOnOtherWorkers_isPricedByWhatItMakes() {
    WaterFillingResult filled = filled(twoOnOneType().build(), 0.5, 0.5, 2);
    assertRounds(filled, List.of(List.of(0, 1), List.of(2)));
    assertEquals(1, filled.rounds().get(0).level(), WITHIN);
    assertEquals(2, filled.rounds().get(1).level(), WITHIN);
    List<PricedRound> rounds = priced(filled, 2);
    assertEquals(1, rounds.get(0).level(), WITHIN);
    assertPools(rounds.get(0), 0.5, 0);
    assertPrices(rounds.get(0), 0.5, 0.5);
    assertPools(rounds.get(1), 0.5, 0);
    assertPrices(rounds.get(1), 0.5, 0.5, 0.5); // 2 steps are worth 1
  }

  /** The first two fill a; the third is three times as fast there, but has only b from then on. */
  @Test
  void fill_fasterColumnThatIsClosed_lowersThePriceOfAFullJob() {
    WaterFillingResult filled =
        filled(
            AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 8)))
                .job(Job.builder("x").weight(100).build(), 1, 0)
                .job(Job.builder("y").weight(100).build(), 1, 0)
                .job(Job.of("z"), 3, 1)
                .build(),
            0.5,
            0.5,
            1);
    assertRounds(filled, List.of(List.of(0, 1), List.of(2)));
    List<PricedRound> rounds = priced(filled, 2);
    assertEquals(0.045, filled.rounds().get(0).level(), WITHIN); // of 100 times a ninth each
    double pool = rounds.get(0).ofPool(0); // in some unit
    assertTrue(pool > 0);
    assertEquals(0, rounds.get(0).ofPool(1));
    assertPrices(rounds.get(0), pool, pool);
    assertPools(rounds.get(1), pool, 0);
    double two = pool / (3 - 1); // for which it would pay for a
    assertPrices(rounds.get(1), pool, pool, two / 1.0625);
  }

  /** Three types that jobs on two of them connect: all are held back together. */
  @Test
  void fill_chainOfTypes_isOneRound() {
    WaterFillingResult filled =
        filled(
            AllocationProblem.builder(
                    Cluster.of(
                        new WorkerType("a", 1), new WorkerType("b", 1), new WorkerType("c", 1)))
                .job(Job.of("x"), 1, 0, 0)
                .job(Job.of("y"), 1, 0, 0)
                .job(Job.of("z"), 4, 1, 0)
                .job(Job.of("w"), 0, 1, 0)
                .job(Job.of("v"), 0, 8, 1)
                .build());
    assertRounds(filled, List.of(List.of(0, 1, 2, 3, 4)));
    PricedRound round = priced(filled, 1).get(0);
    double unit = 1 / 99.0;
    assertPools(round, 28 * unit, 7 * unit, 0);
    assertPrices(round, 28 * unit, 28 * unit, 7 * unit, 7 * unit, unit);
  }

  /** A third of a worker each, and what one makes on b; the fourth has a worker of b. */
  @Test
  void fill_jobOnTwoTypes_isHeldBackWithThoseOfTheFull() {
    WaterFillingResult filled =
        filled(
            AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 2)))
                .job(Job.of("x"), 1, 0)
                .job(Job.of("y"), 1, 0)
                .job(Job.of("z"), 4, 1)
                .job(Job.of("w"), 0, 1)
                .build(),
            1 / 3.0,
            1 / 3.0,
            2,
            1);
    assertRounds(filled, List.of(List.of(0, 1, 2), List.of(3)));
    assertEquals(1.5, filled.rounds().get(1).level(), WITHIN);
    List<PricedRound> rounds = priced(filled, 2);
    assertPools(rounds.get(0), 0.3, 0);
    assertPrices(rounds.get(0), 0.3, 0.3, 0.1);
    assertPrices(rounds.get(1), 0.3, 0.3, 0.1, 1);
  }

  @Test
  void fill_jobsThatAConstraintHoldsBack_haveTheirPrices() {
    Constraint cap = Constraint.named("cap").that(LinearForm.time().ofJobs("x", "y")).atMost(0.5);
    WaterFillingResult filled =
        filled(
            AllocationProblem.builder(TWO)
                .job(Job.of("x"), 1, 1)
                .job(Job.of("y"), 1, 1)
                .job(Job.of("z"), 1, 1)
                .build()
                .constraining(cap),
            0.25,
            0.25,
            1);
    assertRounds(filled, List.of(List.of(0, 1), List.of(2)));
    List<PricedRound> rounds = priced(filled, 2);
    assertEquals(0.25, rounds.get(0).level(), WITHIN);
    assertPrices(rounds.get(0), 2, 2); // both together are worth 1
    assertEquals(Set.of("cap"), rounds.get(0).rows().keySet());
    assertEquals(2, rounds.get(0).rows().getOrDefault("cap", 0.0), WITHIN);
    assertPools(rounds.get(0), 0, 0);
    assertPrices(rounds.get(1), 2, 2, 1);
  }

  /** A cap of a job's time is its full time, so that the job needs no price. */
  @Test
  void fill_jobWithACapOfItsTime_isFullThere() {
    LinearForm time = LinearForm.time().ofJobs("x");
    for (Constraint cap :
        List.of(
            Constraint.named("cap").that(time).atMost(0.25),
            Constraint.named("cap").that(time.times(-1)).atLeast(-0.25))) {
      WaterFillingResult filled =
          filled(
              AllocationProblem.builder(TWO)
                  .job(Job.of("x"), 1, 1)
                  .job(Job.of("y"), 1, 1)
                  .build()
                  .constraining(cap),
              0.25,
              1);
      assertRounds(filled, List.of(List.of(0), List.of(1)));
      assertEquals(0.25, filled.rounds().get(0).level(), WITHIN);
      assertEquals(1, filled.allocation().certificate().prices().ofConstraint("cap"), WITHIN);
      priced(filled, 0);
    }
  }

  /** Two that are better off together: whatever their prices are, the worker costs their sum. */
  @Test
  void fill_pairOnOneWorker_isPricedTogether() {
    double[] beside = {0.75, 0};
    WaterFillingResult filled =
        filled(twoOnOneType().pair("x", "y", beside, beside).build(), 0.75, 0.75, 2);
    assertRounds(filled, List.of(List.of(0, 1), List.of(2)));
    assertEquals(1.5, filled.rounds().get(0).level(), WITHIN);
    List<PricedRound> rounds = priced(filled, 2);
    PricedRound first = rounds.get(0);
    double paid = first.ofPool(0) + first.ofTime(0) + first.ofTime(1);
    assertEquals(0.75 * (first.ofThroughput(0) + first.ofThroughput(1)), paid, WITHIN);
    assertEquals(1, first.ofThroughput(0) + first.ofThroughput(1), WITHIN);
    assertEquals(3, rounds.get(1).size());
    assertEquals(0.5, rounds.get(1).ofThroughput(2), WITHIN);
    assertEquals(0, rounds.get(1).ofTime(2));
  }

  /** Two thirds of the queue's part are the first's; the second has nothing left on a. */
  @Test
  void fill_queueOnOneWorker_leavesTheSecondNothing() {
    WaterFillingResult filled =
        filled(
            AllocationProblem.builder(TWO)
                .entity(new Entity("q", 1, Discipline.FIFO))
                .job(Job.builder("x").entity("q").build(), 1, 0)
                .job(Job.builder("y").entity("q").build(), 1, 0)
                .job(Job.of("z"), 1, 2)
                .build(),
            1,
            0,
            2);
    assertRounds(filled, List.of(List.of(2), List.of(0), List.of(1)));
    assertEquals(4 / 3.0, filled.rounds().get(0).level(), WITHIN);
    assertEquals(2, filled.rounds().get(2).level(), WITHIN);
    for (PricedRound round : filled.allocation().certificate().levels().orElseThrow().rounds()) {
      assertPools(round, 0.5, 0);
      assertEquals(0.5, round.ofThroughput(0), WITHIN);
    }
  }

  /** Two of five have a part of the worker below 10⁻¹¹, so that rounding may be all they have. */
  @Test
  void fill_jobsWithNextToNothing_arePricedAboveTheLevelOfTheOthers() {
    double rate = 1e-3;
    AllocationProblem.Builder problem = AllocationProblem.builder(TWO);
    double[] weight = {1, 1e-13, 1e-7, 1e-13, 0.5};
    for (int m = 0; m < weight.length; m++) {
      problem.job(Job.builder("j" + m).weight(weight[m]).build(), rate, 0);
    }
    WaterFillingResult filled = WaterFilling.create().fill(problem.build());
    assertRounds(filled, List.of(List.of(0, 1, 2, 3, 4)));
    PricedRound round = priced(filled, 1).get(0);
    double perStep = round.ofPool(0) / rate;
    assertTrue(perStep > 0);
    for (int m = 0; m < weight.length; m++) {
      assertEquals(m, round.job(m));
      assertEquals(perStep, round.ofThroughput(m), WITHIN * perStep);
    }
    double within = filled.allocation().certificate().levels().orElseThrow().within();
    assertTrue(within < 1e-2, () -> "open " + within);
  }

  /**
   * Four workers of a must be in use: x and three workers of y, which pay for a way in which y is
   * slower than elsewhere.
   */
  @Test
  void fill_lowerLimitThatPaysForSlowWays_provesTheJobThatRisesFurther() {
    Cluster cluster = Cluster.of(new WorkerType("a", 4), new WorkerType("b", 3));
    Constraint busy = Constraint.named("busy").that(LinearForm.workers().onTypes("a")).atLeast(4);
    WaterFillingResult filled =
        filled(
            AllocationProblem.builder(cluster)
                .job(Job.builder("x").weight(3).build(), 2, 3)
                .job(Job.builder("y").scaleFactor(2).build(), 2, 2)
                .configuration("y", "more", 3, 1, 2)
                .constraint(busy)
                .build(),
            2,
            1);
    assertRounds(filled, List.of(List.of(0), List.of(1)));
  }
}
