package io.gavel.policies.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import io.gavel.policies.statement.Statement.FreeVariable;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.function.Executable;

/** Bounds and values in closed form, to the last bit where goals are linear. */
final class BoundOfPricesTest {

  private static final double INFINITE = Double.POSITIVE_INFINITY;

  /** Jobs a, b, ... on one v100, or on a v100 and a k80. */
  private static AllocationProblem jobs(double[]... rates) {
    Cluster one = Cluster.of(new WorkerType("v100", 1));
    Cluster two = Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));
    AllocationProblem.Builder problem = AllocationProblem.builder(rates[0].length > 1 ? two : one);
    for (int m = 0; m < rates.length; m++) {
      problem.job(Job.of("" + (char) ('a' + m)), rates[m]);
    }
    return problem.build();
  }

  private static double[] row(double... numbers) {
    return numbers;
  }

  private static Prices prices(double[] pools, double... ofThroughput) {
    return Prices.of(pools, new double[ofThroughput.length], ofThroughput);
  }

  private static Allocation claim(
      AllocationProblem problem,
      double[] x,
      Statement s,
      double objective,
      double bound,
      Prices p) {
    return Allocation.of(problem, x, new Certificate(objective, bound, 0, p).withStatement(s));
  }

  private static void assertFails(String line, Allocation x) {
    Proof proof = Proof.of(x);
    assertEquals(line, assertInstanceOf(Proof.NotProved.class, proof, proof::toString).line());
  }

  private static Proof.Proved proved(Allocation x) {
    return assertInstanceOf(Proof.Proved.class, Proof.of(x), () -> Proof.of(x).toString());
  }

  private static double bound(
      AllocationProblem problem, double[] x, Statement statement, Prices prices, double hint) {
    Allocation certified = Certifier.certify(problem, x, statement, prices, hint);
    return certified.certificate().bound();
  }

  /** The pair sells for 3/4 to each: exactly what its workers and the time of both cost. */
  @Example
  void pairs_payForTheTimeOfBoth() {
    AllocationProblem problem =
        AllocationProblem.of(
            Cluster.of(new WorkerType("v100", 1)),
            List.of(Job.of("a"), Job.of("b")),
            ThroughputMatrix.builder(1).job(2).job(2).pair(0, 1, row(1.5), row(1.5)).build());
    Prices prices = Prices.of(row(0.5), row(0.5, 0.5), row(0.5, 0.5));
    Statement level = Statement.of(Goal.level(row(1, 1)));
    Allocation x = Certifier.certify(problem, row(0, 0, 1), level, prices, 0);
    assertEquals(1.5, x.certificate().bound());
    assertEquals(Rational.ZERO, proved(x).within());
    Prices dear = Prices.of(row(0.5), row(0.25, 0.75), row(0.5, 0.5));
    assertEquals(1.75, bound(problem, row(0, 0, 1), level, dear, 0)); // a's own column gains 1/4
    Prices less = Prices.of(row(0.25), row(0.5, 0.5), row(0.5, 0.5));
    assertEquals(1.75, bound(problem, row(0, 0, 1), level, less, 0)); // each column gains 1/4 to a
    Prices cheap = Prices.of(row(0.25), row(0.25, 0.25), row(0.5, 0.5));
    assertEquals(2, bound(problem, row(0, 0, 1), level, cheap, 0)); // the pair 3/4, b alone 1/2
  }

  /** The row takes a third of the price of what job a gains. */
  @Example
  void rows_areToBePaidFor() {
    AllocationProblem problem = jobs(row(3), row(2));
    Statement total =
        Statement.of(Goal.total(row(3, 2), false))
            .withRows(List.of(LinearRow.of("r", Relation.AT_MOST, 0.5, new int[] {0}, row(1))));
    Prices both = prices(row(2), 0, 0).withConstraints(Map.of("r", 1.0));
    Allocation x = Certifier.certify(problem, row(0.5, 0.5), total, both, 0);
    assertEquals(2.5, x.certificate().objective());
    assertEquals(2.5, x.certificate().bound());
    assertEquals(3, bound(problem, row(0.5, 0.5), total, prices(row(2), 0, 0), 0));
    Prices wrong = prices(row(2), 0, 0).withConstraints(Map.of("r", -1.0));
    Allocation forged = claim(problem, row(0.5, 0.5), total, 2.5, 9, wrong);
    assertEquals(
        "not proved: price of constraint \"r\" is below 0 although the constraint is an inequality",
        Proof.of(forged).toString());
  }

  /** The free variable adds workers for 1 each, and pays 2 for itself in the row. */
  @Example
  void freeColumns_earnPricesOfWorkersAndPayForRows() {
    AllocationProblem problem = jobs(row(4));
    Statement total =
        Statement.of(Goal.total(row(4), false))
            .withFree(List.of(new FreeVariable("bought", 0, 2, -1, 0.5)), row(0.5))
            .withRows(List.of(LinearRow.of("few", Relation.AT_MOST, 0.5, new int[0], row(), 1)));
    Prices exact = prices(row(4), 0).withConstraints(Map.of("few", 3.0));
    Allocation x = Certifier.certify(problem, row(1), total, exact, 0);
    assertEquals(3.5, x.certificate().objective()); // 4 · 1 − 0.5
    assertEquals(3.5, x.certificate().bound()); // 0.5 · 4 + 0.5 · 3
    Prices cheap = prices(row(4), 0).withConstraints(Map.of("few", 1.0));
    assertEquals(6.5, bound(problem, row(1), total, cheap, 0)); // 2 + 0.5 + 2 · (4 − 1 − 1)
  }

  /** y · rate is 1 + 2⁻⁵¹ + 2⁻¹⁰⁴: the worker's price misses the last bit of the product. */
  @Example
  void lastBitOfAColumn_counts() {
    double y = Math.nextUp(1.0);
    double price = 1 + 0x1p-51;
    AllocationProblem problem = jobs(row(y));
    Statement total = Statement.of(Goal.total(row(0), false));
    assertEquals(Math.nextUp(price), bound(problem, row(0), total, prices(row(price), y), 0));
    assertFails("bound", claim(problem, row(0), total, 0, price, prices(row(price), y)));
    double more = Math.nextUp(price);
    assertEquals(more, bound(problem, row(0), total, prices(row(more), y), 0));
  }

  /** Of two columns that differ by 2⁻¹⁰⁴, the better one counts, whichever comes first. */
  @Example
  void lastBit_decidesBetweenColumns() {
    double y = Math.nextUp(1.0);
    double best = Math.nextUp(1 + 0x1p-51);
    for (boolean swapped : new boolean[] {false, true}) {
      AllocationProblem problem = jobs(swapped ? row(y, 1) : row(1, y));
      double[] gain = swapped ? row(0, 0x1p-52) : row(0x1p-52, 0);
      Statement total = Statement.of(Goal.total(gain, false));
      Prices prices = prices(row(0, 0), y);
      assertEquals(best, bound(problem, row(0, 0), total, prices, 0));
      assertFails("bound", claim(problem, row(0, 0), total, 0, 1 + 0x1p-51, prices));
    }
  }

  /** Worths that are nothing but rounding, and others: bounds are the exact ones, rounded up. */
  @Property
  void bounds_ofLevels_areExact(
      @ForAll @Size(9) List<@DoubleRange(min = 0.1, max = 4) Double> numbers) {
    double[] of = numbers.stream().mapToDouble(n -> n).toArray();
    double[][] rates = {row(of[0], of[1]), row(of[2], of[3]), row(of[4], of[5])};
    double[] owed = row(of[6], of[7], of[8]);
    double[] pools = row(owed[0] * rates[0][0], owed[1] * rates[1][1]);
    AllocationProblem problem = jobs(rates);
    Rational value = Rational.of(pools[0]).plus(Rational.of(pools[1]));
    Rational scale = Rational.ZERO;
    double[] requirement = row(1, 0.7, 0.3);
    for (int m = 0; m < rates.length; m++) {
      Rational best = Rational.ZERO;
      for (int j = 0; j < pools.length; j++) {
        Rational earned = Rational.of(owed[m]).times(Rational.of(rates[m][j]));
        best = best.max(earned.minus(Rational.of(pools[j])));
      }
      value = value.plus(best);
      scale = scale.plus(Rational.of(requirement[m]).times(Rational.of(owed[m])));
    }
    Statement level = Statement.of(Goal.level(requirement));
    double bound = bound(problem, new double[6], level, prices(pools, owed), 0);
    assertEquals(value.ceilOfQuotient(scale), bound);
    assertFails(
        "bound",
        claim(problem, new double[6], level, 0, Math.nextDown(bound), prices(pools, owed)));
  }

  /** The workers are for b's floor of 3, then for both; a worker makes 4. */
  @Example
  void floors_countWhereTheyAreAboveTheLevel() {
    AllocationProblem problem = jobs(row(4), row(4));
    Statement level = Statement.of(Goal.level(row(1, 1))).withFloors(row(0, 3));
    Prices prices = prices(row(4), 1, 1);
    for (double hint : row(0, 1, 2, 4)) {
      assertEquals(1, bound(problem, row(0.25, 0.75), level, prices, hint), "from " + hint);
    }
    Statement onlyA = Statement.of(Goal.level(row(1, 0))).withFloors(row(0, 3));
    assertEquals(1, bound(problem, row(0.25, 0.75), onlyA, prices, 4));
  }

  @Example
  void levels_withoutPrices_areNotBounded() {
    AllocationProblem problem = jobs(row(4), row(4));
    Statement level = Statement.of(Goal.level(row(1, 1)));
    Prices none = Prices.zero(problem);
    assertEquals(INFINITE, bound(problem, row(0.5, 0.5), level, none, 0));
    assertFails("bound", claim(problem, row(0.5, 0.5), level, 2, 5, none));
  }

  @Example
  void levels_areReachedUpToTheLastBit() {
    AllocationProblem problem = jobs(row(6), row(12));
    Statement level = Statement.of(Goal.level(row(1, 2)));
    Prices prices = prices(row(1), 1.0 / 6, 1.0 / 12);
    Allocation x = Certifier.certify(problem, row(0.5, 0.5), level, prices, 0);
    assertEquals(3, x.certificate().objective());
    assertFails("objective", claim(problem, row(0.5, 0.5), level, Math.nextUp(3.0), 4, prices));
    AllocationProblem tiny = jobs(row(0x1p-950));
    Statement one = Statement.of(Goal.level(row(1)));
    assertEquals(
        0x1p-950,
        Certifier.certify(tiny, row(1), one, prices(row(1), 1), 0).certificate().objective());
  }

  /** The level of nobody, and the latest of no finish times, are 0. */
  @Example
  void goalsOfNobody_are0() {
    AllocationProblem problem = jobs(row(4), row(4));
    Prices none = Prices.zero(problem);
    double[] x = {0.5, 0.5};
    Statement level = Statement.of(Goal.level(row(0, 0)));
    assertEquals(Rational.ZERO, proved(Certifier.certify(problem, x, level, none, 7)).within());
    assertEquals(0, bound(problem, x, level, none, 7));
    proved(claim(problem, x, level, 0, 1, none));
    assertFails("bound", claim(problem, x, level, -2, -1, none));
    assertFails("objective", claim(problem, x, level, 1, 2, none));
    Statement times = Statement.of(Goal.finishTimes(row(0, 0), row(0, 0), row(1, 1)));
    assertEquals(0, bound(problem, x, times, none, 7));
    proved(claim(problem, x, times, 0, 0, none));
    proved(claim(problem, x, times, 0, -1, none));
    assertFails("bound", claim(problem, x, times, 2, 1, none));
  }

  /** Steps per cost: 3 at best, which prices of throughput cannot lower. */
  @Example
  void ratios_areBoundedFromAHintThatIsNearlyRight() {
    AllocationProblem problem = jobs(row(1), row(1));
    Statement ratio = Statement.of(Goal.ratio(row(3, 1), row(1, 1)));
    Prices none = Prices.zero(problem);
    assertEquals(3, bound(problem, row(1, 0), ratio, none, 0));
    double low = 3 * (1 - 0x1p-45);
    double found = bound(problem, row(0, 1), ratio, none, low);
    assertTrue(found >= 3 && found <= 3 * (1 + 0x1p-44), () -> "" + found);
    assertEquals(INFINITE, bound(problem, row(1, 0), ratio, prices(row(1), 0, 0), 3));
    assertFails("bound", claim(problem, row(1, 0), ratio, 3, INFINITE, none));
    Statement worthless = Statement.of(Goal.ratio(row(0, -1), row(1, 1)));
    assertEquals(Rational.ZERO, proved(claim(problem, row(1, 0), worthless, 0, 0, none)).within());
    assertFails("bound", claim(problem, row(0, 1), worthless, -1, -1, none));
  }

  @Example
  void ratio_ofNoCost_is0() {
    AllocationProblem problem = jobs(row(1), row(1));
    Statement ratio = Statement.of(Goal.ratio(row(3, 1), row(1, 1)));
    Prices none = Prices.zero(problem);
    proved(claim(problem, row(0, 0), ratio, 0, 3, none));
    assertFails("objective", claim(problem, row(0, 0), ratio, 1, 3, none));
    assertFails("objective", claim(problem, row(0.5, 0), ratio, Math.nextUp(3.0), 4, none));
  }

  /** Nine steps at 3 a second. */
  @Example
  void finishTimes_areBoundedFromAHintThatIsNearlyRight() {
    AllocationProblem problem = jobs(row(3));
    Statement times = Statement.of(Goal.finishTimes(row(9), row(0), row(1)));
    Prices prices = prices(row(3), 1);
    double found = bound(problem, row(1), times, prices, 3 * (1 + 0x1p-45));
    assertTrue(found <= 3 && found >= 3 * (1 - 0x1p-44), () -> "" + found);
    assertEquals(0, bound(problem, row(1), times, Prices.zero(problem), 1));
  }

  /** At prices of 0, every finish time costs as much as all that there is. */
  @Example
  void finishTimes_withoutPrices_areNotBounded() {
    AllocationProblem problem = jobs(row(3));
    Statement times = Statement.of(Goal.finishTimes(row(9), row(0), row(1)));
    Allocation late = claim(problem, row(0.5), times, 100, 100, Prices.zero(problem));
    assertFails("bound", late);
    assertFalse(BigDecimalOracle.confirms(late));
  }

  @Example
  void utilities_areReachedFromBelow() {
    AllocationProblem problem = jobs(row(2));
    Prices prices = prices(row(0), 1);
    Statement root = Statement.of(Goal.welfare(row(1), 0.5));
    double reached = Certifier.certify(problem, row(1), root, prices, 0).certificate().objective();
    assertTrue(reached <= 2.8284271247461900 && reached > 2.82842712474618, () -> "" + reached);
    Statement inverse = Statement.of(Goal.welfare(row(1), -1));
    AllocationProblem three = jobs(row(3));
    double of = Certifier.certify(three, row(1), inverse, prices, 0).certificate().objective();
    assertTrue(Rational.of(of).compareTo(Rational.of(-1, 3)) < 0, () -> "" + of);
    assertEquals(-1.0 / 3, of, 1e-15);
  }

  /** No mean of inverses is 0 unless a job has nothing. */
  @Example
  void means_thatNoSumHas_areNotProved() {
    AllocationProblem problem = jobs(row(2));
    Statement mean = Statement.of(Goal.welfare(row(1), -1).asMean(1));
    assertFails("bound", claim(problem, row(1), mean, 0, 0, prices(row(0), 1)));
  }

  /** Gaps of sums of logarithms are parts of the weights, all others of the larger number. */
  @Example
  void gaps_areParts() {
    AllocationProblem problem = jobs(row(1), row(1));
    double[] x = {0.5, 0.5};
    Prices steep = prices(row(0), 2, 6);
    Statement logs = Statement.of(Goal.welfare(row(1, 3), 0));
    assertEquals(Rational.of(3), proved(claim(problem, x, logs, -4, 8, steep)).gap());
    Statement mean = Statement.of(Goal.welfare(row(1, 3), 0).asMean(4));
    assertEquals(Rational.of(7, 8), proved(claim(problem, x, mean, 0.25, 2, steep)).gap());
    Statement roots = Statement.of(Goal.welfare(row(1, 3), 0.5));
    assertEquals(Rational.of(15, 16), proved(claim(problem, x, roots, 1, 16, steep)).gap());
    Statement nothing = Statement.of(Goal.welfare(row(0, 0), 0));
    Prices none = Prices.zero(problem);
    assertEquals(Rational.of(1, 2), proved(claim(problem, x, nothing, 0, 0.5, none)).gap());
  }

  /** Gains count where a group runs, whatever its place. */
  @Example
  void totals_countWhereGroupsRun() {
    AllocationProblem problem = jobs(row(1, 1), row(1, 0));
    Statement total = Statement.of(Goal.total(row(1, 2, 3, 7), false));
    Allocation x =
        Certifier.certify(problem, row(0.25, 0.5, 0.5, 0.5), total, prices(row(3, 2), 0, 0), 0);
    assertEquals(0.25 + 1 + 1.5, x.certificate().objective());
    assertEquals(5, x.certificate().bound());
  }

  @Example
  void minimum_roundedUpTo0_isPositive() {
    AllocationProblem problem = jobs(row(1));
    Statement least = Statement.of(Goal.total(row(-Double.MIN_VALUE), true));
    double reached =
        Certifier.certify(problem, row(0.5), least, prices(row(0), 0), 0).certificate().objective();
    assertEquals(0.0, reached);
  }

  /** A violation of exactly what is allowed, and of a bit more. */
  @Example
  void violations_upToOneInAMillion_areAllowed() {
    AllocationProblem problem = jobs(row(4));
    for (double more : row(1e-6, Math.nextUp(1e-6))) {
      Statement total =
          Statement.of(Goal.total(row(4), false))
              .withFree(List.of(new FreeVariable("f", FreeVariable.NO_POOL, 0, 0, more)), row(1));
      Allocation x = Certifier.certify(problem, row(1), total, prices(row(4), 0), 0);
      if (more == 1e-6) {
        assertEquals(Rational.of(1e-6), proved(x).violation());
      } else {
        assertFails("free variable \"f\"", x);
      }
    }
  }

  @Example
  void certificates_sayWhatIsMissed() {
    AllocationProblem capped =
        jobs(row(4), row(2))
            .constraining(Constraint.named("cap").that(LinearForm.time().ofJobs("a")).atMost(0.5));
    Statement total = Statement.of(Goal.total(row(4, 2), false));
    Prices prices = prices(row(4), 0, 0);
    Allocation x = Certifier.certify(capped, row(0.5, 1), total, prices, 0);
    assertEquals(0.5, x.certificate().maxViolation(), 1e-15);
    assertEquals(
        0, Certifier.certify(capped, row(0.5, 0), total, prices, 0).certificate().maxViolation());
  }

  @Example
  void statements_thatDoNotFit_areRefused() {
    AllocationProblem problem = jobs(row(4), row(2));
    Prices none = Prices.zero(problem);
    Statement three = Statement.of(Goal.level(row(1, 1, 1)));
    String refused = refusal(() -> Certifier.certify(problem, row(0, 0), three, none, 0));
    assertTrue(refused.contains("3"), refused);
    Statement level = Statement.of(Goal.level(row(1, 1)));
    refused = refusal(() -> Certifier.certify(problem, row(0, 0, 0), level, none, 0));
    assertTrue(refused.contains("fractions"), refused);
    Allocation unfit = claim(problem, row(0, 0), three, 0, 0, none);
    refused = refusal(() -> Certifier.certifyLevels(unfit, List.of()));
    assertTrue(refused.contains("3"), refused);
    Allocation silent = Allocation.of(problem, row(0, 0), new Certificate(0, 0, 0, none));
    refused = refusal(() -> Certifier.certifyLevels(silent, List.of()));
    assertEquals("the certificate states no level", refused);
  }

  private static String refusal(Executable call) {
    return assertThrows(IllegalArgumentException.class, call).getMessage();
  }

  @Example
  void certify_pricesThatProveCostsBelowZero_provesThatTheyAreNot() {
    Statement costs = Statement.of(Goal.total(row(1), true));
    Allocation nothing = Certifier.certify(jobs(row(1)), row(0), costs, prices(row(1), 0), 0);
    assertEquals(0.0, nothing.certificate().bound());
    assertEquals(0.0, nothing.certificate().prices().ofPool(0));
    assertInstanceOf(Proof.Proved.class, Proof.of(nothing));
  }
}
