package io.gavel.policies.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.FairLevels.PricedRound;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs a and b make 2 steps/s on the only v100, which holds them at level 1. Job c makes 2 there,
 * too, but has 3/2 full time on the k80, at a price of a and b's workers that keeps it there.
 */
final class LevelProofTest {

  private static final AllocationProblem PROBLEM =
      AllocationProblem.of(
          Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)),
          List.of(Job.of("a"), Job.of("b"), Job.of("c")),
          ThroughputMatrix.builder(2).job(2, 0).job(2, 0).job(2, 1.5).build());

  private static final double[] FAIR = {0.5, 0, 0.5, 0, 0, 1};

  private static Allocation level(AllocationProblem problem, double[] x, double... requirement) {
    Prices prices = Prices.of(new double[] {1, 0}, new double[3], new double[] {0.5, 0.5, 0});
    return Certifier.certify(problem, x, Statement.of(Goal.level(requirement)), prices, 0);
  }

  private static PricedRound round(double level, double pool, double a, double b, double c) {
    return PricedRound.of(
        level,
        new double[] {pool, 0},
        Map.of(),
        new int[] {0, 1, 2},
        new double[] {a, b, c},
        new double[3]);
  }

  private static double within(double[] x, PricedRound... rounds) {
    Allocation proved = Certifier.certifyLevels(level(PROBLEM, x, 1, 1, 1), List.of(rounds));
    assertInstanceOf(Proof.Proved.class, Proof.of(proved));
    assertTrue(BigDecimalOracle.confirms(proved));
    return proved.certificate().levels().orElseThrow().within();
  }

  private static void assertFails(String failure, Allocation x, double part, PricedRound... round) {
    Allocation claimed =
        Allocation.of(
            x.problem(),
            x.fractions(),
            x.certificate().withLevels(new FairLevels(part, List.of(round))));
    assertEquals("not proved: " + failure, Proof.of(claimed).toString());
  }

  @Test
  void fairLevels_withTheirPrices_areProvedWithinZero() {
    assertEquals(0, within(FAIR, round(1, 1, 0.5, 0.5, 1)));
    Allocation fair =
        Certifier.certifyLevels(level(PROBLEM, FAIR, 1, 1, 1), List.of(round(1, 1, 0.5, 0.5, 1)));
    Proof.Proved proved = assertInstanceOf(Proof.Proved.class, Proof.of(fair));
    assertEquals(Optional.of(Rational.ZERO), proved.levels());
    assertEquals("proved within 0, all levels within 0", proved.toString());
  }

  @Test
  void jobFullWhereItIsFastest_needsNoPrice_andOthersMissWhatTheyLack() {
    assertEquals(0.5, within(FAIR), 1e-15); // a and b have half of what they could have
    assertEquals(0.25, within(FAIR, round(1, 1, 0.5, 0.5, 0)), 1e-15); // c has 1.5 of 2
  }

  /** Job c may run half of the time, however the row is written: so it makes at most 1. */
  @Test
  void capOfTime_ofAnyRelation_isTheMostOfItsJob(@TempDir Path folder) throws Exception {
    LinearForm time = LinearForm.time().ofJobs("c");
    Constraint.Bounded cap = Constraint.named("cap").that(time);
    Constraint.Bounded negated = Constraint.named("cap").that(time.times(-2));
    double[] x = {0.5, 0, 0.5, 0, 0, 0.5};
    List<Allocation> capped = new ArrayList<>();
    for (Constraint row :
        List.of(cap.atMost(0.5), negated.atLeast(-1), cap.exactly(0.5), negated.exactly(-1))) {
      Allocation point = level(PROBLEM.constraining(row), x, 1, 1, 1);
      capped.add(Certifier.certifyLevels(point, List.of(round(1, 1, 0.5, 0.5, 0))));
    }
    for (Allocation proved : capped) {
      assertEquals(0.25, proved.certificate().levels().orElseThrow().within(), 1e-15);
      assertTrue(BigDecimalOracle.confirms(proved));
    }
    for (String verdict : PythonChecker.verdicts(capped, folder)) {
      assertTrue(verdict.startsWith("proved"), verdict);
    }
  }

  /** At 3 per step, the v100 earns c 6 − 1 and the k80 4.5: it may gain 0.5 / 3 steps/s. */
  @Test
  void priceThatMakesAClosedColumnPay_leavesItsGainOpen() {
    assertEquals((0.5 / 3) / (1.5 + 0.5 / 3), within(FAIR, round(1, 1, 0.5, 0.5, 3)), 1e-15);
  }

  /** a's price counts for more than b's, but the worker sells for no more than 1 to b. */
  @Test
  void wrongPrices_leaveWhatTheWorkerIsWorthMore() {
    assertTrue(within(FAIR, round(1, 1, 0.6, 0.4, 1)) > 0.01);
    assertTrue(within(FAIR, round(1, 2, 0.5, 0.5, 1)) > 0.4);
  }

  /** The prices of the smallest level hold for any split of the rest, but levels do not. */
  @Test
  void unfairLevels_areNotProved() {
    double[] unfair = {0.5, 0, 0.5, 0, 0, 0.75};
    Allocation x = level(PROBLEM, unfair, 1, 1, 1);
    assertEquals("proved within 0", Proof.of(x).toString());
    assertEquals(0.25, within(unfair, round(1, 1, 0.5, 0.5, 1)), 1e-15);
    assertFails(
        "level of job \"c\" may miss the part 0.25000000000000017, more than the claimed 0.2",
        x,
        0.2,
        round(1, 1, 0.5, 0.5, 1));
  }

  /** Job c is above the level 1, so that it may be worse off: it must not count for a and b. */
  @Test
  void jobAboveTheLevel_doesNotCountForOthers() {
    double[] greedy = {0.25, 0, 0.25, 0, 0.5, 0.5}; // all of the v100 is sold, half of it to c
    assertEquals(2.0 / 3, within(greedy, round(0.5, 1, 0.5, 0.5, 0.5)), 1e-15);
    assertEquals(2.0 / 3, within(greedy, round(0.5, 1, 0.5, 0.5, 0)), 1e-15);
  }

  /** Jobs below the level of their round miss it. */
  @Test
  void jobBelowTheLevel_missesThePartOfTheLevel() {
    assertEquals(0.2, within(FAIR, round(1.25, 1, 0.5, 0.5, 1)), 1e-15);
  }

  @Test
  void roundsThatDoNotFit_areNamed() {
    Allocation x = level(PROBLEM, FAIR, 1, 1, 1);
    double[] none = new double[2];
    PricedRound fits = round(1, 1, 0.5, 0.5, 1);
    PricedRound ofNobody =
        PricedRound.of(1, none, Map.of(), new int[] {3}, new double[] {1}, new double[1]);
    PricedRound ofOnePool =
        PricedRound.of(1, new double[1], Map.of(), new int[0], new double[0], new double[0]);
    assertFails("round 2 prices job 3; the problem has 3 jobs", x, 0.5, fits, ofNobody);
    assertFails("round 1 has prices of 1 pools; the problem has 2", x, 0.5, ofOnePool);
    Allocation unowed = level(PROBLEM, FAIR, 1, 1, 0);
    assertFails("round 1 prices job \"c\", which has no level", unowed, 0.5, fits);
    assertThrows(
        IllegalArgumentException.class, () -> Certifier.certifyLevels(unowed, List.of(fits)));
    AllocationProblem limited =
        PROBLEM.constraining(Constraint.named("cap").that(LinearForm.time()).atMost(3));
    PricedRound negative =
        PricedRound.of(1, none, Map.of("cap", -1.0), new int[0], new double[0], new double[0]);
    assertFails(
        "round 1 has a price below 0 of \"cap\", which is an inequality",
        level(limited, FAIR, 1, 1, 1),
        1,
        negative);
    Allocation total =
        Certifier.certify(
            PROBLEM, FAIR, Statement.of(Goal.total(new double[6], false)), Prices.zero(PROBLEM), 0);
    assertFails("levels are claimed, but the goal is no level", total, 1);
  }

  /** Job c is above the level, and judged alone: its pair with job a may be worth more to it. */
  @Test
  void jobOfPair_aboveTheLevel_isJudgedAlone() {
    assertEquals(0, withinBesidePair(1), 1e-15); // worth 0.5 + 1 − 1
    assertEquals(0.4, withinBesidePair(3), 1e-15); // worth 0.5 + 3 − 1, 1 more than c sells for
  }

  /** The part that is open if job c makes so much beside job a. */
  private static double withinBesidePair(double ofC) {
    AllocationProblem paired =
        AllocationProblem.of(
            PROBLEM.cluster(),
            PROBLEM.jobs(),
            ThroughputMatrix.builder(2)
                .job(2, 0)
                .job(2, 0)
                .job(2, 1.5)
                .pair(0, 2, new double[] {1, 0}, new double[] {ofC, 0})
                .build());
    double[] x = {0.5, 0, 0.5, 0, 0, 1, 0, 0};
    Allocation open =
        Certifier.certifyLevels(level(paired, x, 1, 1, 1), List.of(round(1, 1, 0.5, 0.5, 1)));
    assertInstanceOf(Proof.Proved.class, Proof.of(open), () -> Proof.of(open).toString());
    assertTrue(BigDecimalOracle.confirms(open));
    return open.certificate().levels().orElseThrow().within();
  }

  /** Without a price, it does not matter where a job of a round is. */
  @Test
  void jobsWithoutAPrice_fitIntoAnyRound() {
    Allocation unowed = level(PROBLEM, FAIR, 1, 1, 0);
    Allocation proved = Certifier.certifyLevels(unowed, List.of(round(1, 1, 0.5, 0.5, 0)));
    assertInstanceOf(Proof.Proved.class, Proof.of(proved));
    assertEquals(0, proved.certificate().levels().orElseThrow().within(), 1e-15);
    AllocationProblem paired =
        AllocationProblem.of(
            PROBLEM.cluster(),
            PROBLEM.jobs(),
            ThroughputMatrix.builder(2)
                .job(2, 0)
                .job(2, 0)
                .job(2, 1.5)
                .pair(0, 2, new double[] {1, 0}, new double[] {1, 0})
                .build());
    double[] x = {0.5, 0, 0.5, 0, 0, 1, 0, 0};
    Allocation open =
        Certifier.certifyLevels(level(paired, x, 1, 1, 1), List.of(round(1, 1, 0.5, 0.5, 0)));
    assertInstanceOf(Proof.Proved.class, Proof.of(open), () -> Proof.of(open).toString());
    assertEquals(0.25, open.certificate().levels().orElseThrow().within(), 1e-15);
  }

  @Test
  void part_outsideItsRange_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> new FairLevels(1.5, List.of()));
    assertThrows(IllegalArgumentException.class, () -> new FairLevels(Double.NaN, List.of()));
    assertThrows(IllegalArgumentException.class, () -> round(-1, 1, 0.5, 0.5, 1));
    assertThrows(IllegalArgumentException.class, () -> round(1, 1, -0.5, 0.5, 1));
  }
}
