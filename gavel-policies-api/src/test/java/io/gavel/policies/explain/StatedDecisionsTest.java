package io.gavel.policies.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Certifier;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Staleness and worth of measurements, by decisions that are proved by hand. */
class StatedDecisionsTest {

  private static final Cluster TWO = Cluster.of(new WorkerType("a", 1), new WorkerType("b", 1));

  private static AllocationProblem two(double aa, double ab, double ba, double bb) {
    return AllocationProblem.builder(TWO)
        .job(Job.of("first"), aa, ab)
        .job(Job.of("second"), ba, bb)
        .build();
  }

  /** The first has a, the second b: a level of 4 / 2.5, proved by equal prices. */
  private static Allocation decided(Statement statement) {
    Prices prices = Prices.of(new double[] {0.8, 0.8}, new double[2], new double[] {0.2, 0.2});
    double[] x = {1, 0, 0, 1};
    return Certifier.certify(two(4, 1, 1, 4), x, statement, prices, 1.6);
  }

  private static Statement level() {
    return Statement.of(Goal.level(new double[] {2.5, 2.5}));
  }

  @Test
  void staleness_ratesThatTurn_isThePartThatIsMissed() {
    Allocation decided = decided(level());
    assertEquals(0, Staleness.of(decided, two(4, 1, 1, 4)), 1e-15);
    assertEquals(0, Staleness.of(decided, two(4, 4, 4, 4)), 1e-15);
    assertEquals(0.75, Staleness.of(decided, two(1, 4, 4, 1)), 1e-15);
    assertEquals(0.5, Staleness.of(decided, two(2, 4, 4, 4)), 1e-15);
  }

  @Test
  void staleness_gainsOrRowsWithRates_areInfinite() {
    AllocationProblem now = two(4, 1, 1, 4);
    double[] gain = {4, 1, 1, 4};
    double[] cost = {1, 1, 1, 1};
    assertEquals(
        Double.POSITIVE_INFINITY,
        Staleness.of(decided(Statement.of(Goal.total(gain, false))), now));
    assertEquals(
        Double.POSITIVE_INFINITY, Staleness.of(decided(Statement.of(Goal.ratio(gain, cost))), now));
    Certificate bare = new Certificate(1.6, 1.6, 0, Prices.zero(now));
    assertEquals(
        Double.POSITIVE_INFINITY,
        Staleness.of(Allocation.of(now, new double[] {1, 0, 0, 1}, bare), now));
  }

  @Test
  void staleness_otherJobsOrTypes_isRefused() {
    Allocation decided = decided(level());
    AllocationProblem fewer = AllocationProblem.builder(TWO).job(Job.of("first"), 4, 1).build();
    AllocationProblem renamed =
        AllocationProblem.builder(TWO)
            .job(Job.of("first"), 4, 1)
            .job(Job.of("third"), 1, 4)
            .build();
    AllocationProblem larger =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 2), new WorkerType("b", 1)))
            .job(Job.of("first"), 4, 1)
            .job(Job.of("second"), 1, 4)
            .build();
    for (AllocationProblem other : List.of(fewer, renamed, larger)) {
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> Staleness.of(decided, other));
      assertTrue(refused.getMessage().endsWith("decide again"), refused.getMessage());
    }
  }

  /** The only job runs where it is faster: its time is worth that. */
  private static final Policy FASTEST =
      problem -> {
        double a = problem.throughputs().stepsPerSecond(0, 0);
        double b = problem.throughputs().stepsPerSecond(0, 1);
        double best = Math.max(a, b);
        return Certifier.certify(
            problem,
            new double[] {a >= b ? 1 : 0, a >= b ? 0 : 1},
            Statement.of(Goal.total(new double[] {a, b}, false)),
            Prices.of(new double[2], new double[] {best}, new double[1]),
            best);
      };

  private static AllocationProblem.Builder one(double a, double b) {
    return AllocationProblem.builder(TWO).job(Job.of("job"), a, b);
  }

  /** The job runs on a. In one of three cases b is better by 3; the mean of 1 and 7 is then 3. */
  @Test
  void worth_aTypeThatMayBeBetter_isTheGainTimesItsProbability() {
    AllocationProblem problem = one(4, 3).within(new double[] {4, 1}, new double[] {4, 7}).build();
    assertEquals(List.of(new MeasurementWorth(0, 0, 1, 1)), MeasurementWorth.of(FASTEST, problem));
  }

  /** In use may turn out worse than the other, by 2, in half of the cases; 3.5 is below 4. */
  @Test
  void worth_theTypeInUse_isTheLossThatIsAvoided() {
    AllocationProblem problem =
        one(4, 3).within(new double[] {1, 2.5}, new double[] {7, 3.5}).build();
    assertEquals(
        List.of(new MeasurementWorth(0, 0, 0, 1), new MeasurementWorth(0, 0, 1, 0)),
        MeasurementWorth.of(FASTEST, problem));
  }

  /** The second type is worth more than the first, so it comes first. */
  @Test
  void worth_several_theLargestFirst() {
    AllocationProblem problem = one(4, 3).within(new double[] {2, 1}, new double[] {6, 13}).build();
    assertEquals(
        List.of(new MeasurementWorth(0, 0, 1, 1.5), new MeasurementWorth(0, 0, 0, 0.5)),
        MeasurementWorth.of(FASTEST, problem));
  }

  /** The estimate is at an end: the other end has no probability. */
  @Test
  void worth_estimateAtAnEnd_isNothing() {
    AllocationProblem atLow = one(4, 3).within(new double[] {4, 3}, new double[] {4, 9}).build();
    assertEquals(List.of(new MeasurementWorth(0, 0, 1, 0)), MeasurementWorth.of(FASTEST, atLow));
    AllocationProblem atHigh = one(4, 3).within(new double[] {1, 3}, new double[] {4, 3}).build();
    assertEquals(List.of(new MeasurementWorth(0, 0, 0, 0)), MeasurementWorth.of(FASTEST, atHigh));
  }

  /** The least costs: the same gap, on the other side of the bound. */
  @Test
  void worth_ofAMinimum_isPositive() {
    Policy slowest =
        problem -> {
          double a = problem.throughputs().stepsPerSecond(0, 0);
          double b = problem.throughputs().stepsPerSecond(0, 1);
          Statement least =
              Statement.of(Goal.total(new double[] {a, b}, true))
                  .withRows(
                      List.of(
                          LinearRow.of(
                              "all", Relation.AT_LEAST, 1, new int[] {0, 1}, new double[] {1, 1})));
          return Certifier.certify(
              problem,
              new double[] {a <= b ? 1 : 0, a <= b ? 0 : 1},
              least,
              Prices.zero(problem).withConstraints(Map.of("all", Math.min(a, b))),
              Math.min(a, b));
        };
    AllocationProblem problem = one(4, 5).within(new double[] {4, 3}, new double[] {4, 7}).build();
    assertEquals(
        List.of(new MeasurementWorth(0, 0, 1, 0.5)), MeasurementWorth.of(slowest, problem));
  }

  @Test
  void worth_knownRates_isEmpty_andUnstated_isRefused() {
    assertEquals(List.of(), MeasurementWorth.of(FASTEST, one(4, 3).build()));
    Policy unstated =
        problem ->
            Allocation.of(problem, new double[2], new Certificate(0, 0, 0, Prices.zero(problem)));
    AllocationProblem uncertain =
        one(4, 3).within(new double[] {1, 3}, new double[] {7, 3}).build();
    assertThrows(IllegalArgumentException.class, () -> MeasurementWorth.of(unstated, uncertain));
  }
}
