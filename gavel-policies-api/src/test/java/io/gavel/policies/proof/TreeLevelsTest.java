package io.gavel.policies.proof;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.internal.tree.Side;
import io.gavel.policies.internal.tree.TreeFilling;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.FairLevels.Entitlements;
import io.gavel.policies.statement.FairLevels.PricedRound;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Jobs a and b of a team, and job c beside it, on one v100 where each makes 2 steps/s. */
final class TreeLevelsTest {

  private static final double ROUNDING = 1e-13;

  private static final Entitlements WORKERS =
      Entitlements.of(new double[] {2, 2, 2}, new double[3], new double[3]);

  private static AllocationProblem team(Discipline discipline, double weightOfB) {
    return AllocationProblem.of(
        Cluster.of(new WorkerType("v100", 1)),
        List.of(
            Job.builder("a").stepsRemaining(1).entity("team").build(),
            Job.builder("b").stepsRemaining(1).entity("team").weight(weightOfB).build(),
            Job.of("c")),
        ThroughputMatrix.builder(1).job(2).job(2).job(2).build(),
        List.of(new Entity("team", 1, discipline)));
  }

  private static double[] levels(AllocationProblem problem, Entitlements of, double... q) {
    double[] low = new TreeFilling(problem, of, Side.DOWN).levels(q);
    double[] high = new TreeFilling(problem, of, Side.UP).levels(q);
    assertArrayEquals(low, high, ROUNDING);
    return low;
  }

  /** All of the v100 sells at a price of 1, and each step for half of that. */
  private static Allocation proved(AllocationProblem problem, double level, double... x) {
    Prices prices = Prices.of(new double[] {1}, new double[3], new double[] {0.5, 0, 0.5});
    Statement statement = Statement.of(Goal.level(new double[] {2, 0, 2}));
    Allocation first = Certifier.certify(problem, x, statement, prices, 0);
    Allocation all = Certifier.certifyLevels(first, List.of(round(level)), WORKERS);
    assertInstanceOf(Proof.Proved.class, Proof.of(all), () -> Proof.of(all).toString());
    assertTrue(BigDecimalOracle.confirms(all));
    return all;
  }

  private static PricedRound round(double level) {
    int[] jobs = {0, 1, 2};
    double[] price = {0.5, 0.5, 0.5};
    return PricedRound.of(level, new double[] {1}, Map.of(), jobs, price, new double[3]);
  }

  private static double within(Allocation x) {
    return x.certificate().levels().orElseThrow().within();
  }

  @Test
  void level_isThatOfTheTop_whenTheJobHasAll() {
    AllocationProblem queue = team(Discipline.FIFO, 1);
    assertArrayEquals(new double[] {0.5, 0.7, 0.25}, levels(queue, WORKERS, 1, 0.4, 0.5), ROUNDING);
    AllocationProblem fair = team(Discipline.FAIRNESS, 3); // at 0.1 for a, 0.3 are for b
    assertArrayEquals(new double[] {0.4, 1, 0.25}, levels(fair, WORKERS, 0.2, 1.8, 0.5), ROUNDING);
  }

  /** Job a is full at ρ = 2, where b would have 1 but has a half; b at ρ = 3, where a has 1/3. */
  @Test
  void level_belowFinishTimes_followsFromTheRatio() {
    AllocationProblem problem = team(Discipline.FINISH_TIME_FAIRNESS, 1);
    Entitlements late =
        Entitlements.of(new double[] {2, 2, 2}, new double[] {1, 1, 0}, new double[] {0, 1, 0});
    assertArrayEquals(new double[] {1, 5.0 / 6, 0}, levels(problem, late, 1, 1, 0), ROUNDING);
  }

  @Test
  void jobsThatTakeNoPart_haveNoLevel() {
    Entitlements without = Entitlements.of(new double[] {0, 2, 2}, new double[3], new double[3]);
    assertArrayEquals(
        new double[] {0, 0.5, 0.5}, levels(team(Discipline.FIFO, 1), without, 1, 1, 1), ROUNDING);
  }

  /** A result outside of the normal range leaves the level open. */
  @Test
  void hostileUnits_leaveLevelsOpen() {
    double tiny = 0x1p-1000;
    Entitlements hostile = Entitlements.of(new double[] {tiny, 2, 2}, new double[3], new double[3]);
    AllocationProblem problem = team(Discipline.FAIRNESS, 1);
    double[] q = {tiny * tiny + 0x1p-1074, 2, 2};
    assertEquals(0.5, new TreeFilling(problem, hostile, Side.DOWN).levels(q)[2] / 2, ROUNDING);
    double[] huge = {0x1p1000, 2, 2};
    assertEquals(0, new TreeFilling(problem, hostile, Side.DOWN).levels(huge)[0]);
    assertEquals(
        Double.POSITIVE_INFINITY, new TreeFilling(problem, hostile, Side.UP).levels(huge)[0]);
  }

  /** The team has half of the worker, all for a; b waits, which is fair in a queue only. */
  @Test
  void sameAllocation_isFairInAQueue_andNotInATeamOfEquals() {
    double level = 0.5 * (1 + ROUNDING);
    assertEquals(0, within(proved(team(Discipline.FIFO, 1), level, 0.5, 0, 0.5)), 1e-12);
    assertEquals(1, within(proved(team(Discipline.FAIRNESS, 1), level, 0.5, 0, 0.5)));
    assertEquals(0, within(proved(team(Discipline.FAIRNESS, 1), level, 0.25, 0.25, 0.5)), 1e-12);
  }

  /** Job c has more than its half: it may lose, and a gains what c has too much. */
  @Test
  void jobAboveTheLevel_mayLose() {
    double level = 0.4 * (1 + ROUNDING);
    assertEquals(0.6, within(proved(team(Discipline.FIFO, 1), level, 0.4, 0, 0.6)), 1e-12);
  }

  @Test
  void smallerPart_isRefused() {
    AllocationProblem queue = team(Discipline.FIFO, 1);
    Allocation x = proved(queue, 0.4 * (1 + ROUNDING), 0.4, 0, 0.6);
    FairLevels claim = new FairLevels(0.59, List.of(round(0.4)), Optional.of(WORKERS));
    Allocation claimed =
        Allocation.of(queue, new double[] {0.4, 0, 0.6}, x.certificate().withLevels(claim));
    assertTrue(Proof.of(claimed).toString().startsWith("not proved: level of job"));
  }

  @Test
  void jobsThatTakeNoPart_haveNoPrice() {
    AllocationProblem queue = team(Discipline.FIFO, 1);
    Allocation x = proved(queue, 0.5, 0.5, 0, 0.5);
    Entitlements withoutA = Entitlements.of(new double[] {0, 2, 2}, new double[3], new double[3]);
    FairLevels claim = new FairLevels(1, List.of(round(0.5)), Optional.of(withoutA));
    Allocation claimed =
        Allocation.of(queue, new double[] {0.5, 0, 0.5}, x.certificate().withLevels(claim));
    assertEquals(
        "not proved: round 1 prices job \"a\", which has no level", Proof.of(claimed).toString());
  }

  @Test
  void entitlementsOfOtherJobs_areRefused() {
    AllocationProblem queue = team(Discipline.FIFO, 1);
    Allocation x = proved(queue, 0.5, 0.5, 0, 0.5);
    Entitlements two = Entitlements.of(new double[] {2, 2}, new double[2], new double[2]);
    Allocation claimed =
        Allocation.of(
            queue,
            new double[] {0.5, 0, 0.5},
            x.certificate().withLevels(new FairLevels(1, List.of(), Optional.of(two))));
    assertEquals(
        "not proved: levels have entitlements of 2 jobs; the problem has 3",
        Proof.of(claimed).toString());
    assertThrows(IllegalArgumentException.class, () -> Proof.text(claimed));
    assertThrows(
        IllegalArgumentException.class,
        () -> Entitlements.of(new double[] {-1}, new double[1], new double[1]));
    assertThrows(
        IllegalArgumentException.class,
        () -> Entitlements.of(new double[1], new double[2], new double[1]));
  }
}
