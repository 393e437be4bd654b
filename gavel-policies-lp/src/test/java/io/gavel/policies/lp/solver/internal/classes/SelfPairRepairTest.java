package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * No member can have more than half of a column that pairs its class with itself. Column 0 is alone
 * and fast, 1 is alone and slower, 2 alone and slow, 3 the class with itself.
 */
class SelfPairRepairTest {

  private static final int SELF = 3;

  private final double[] rates;
  private final PairClasses classes;

  SelfPairRepairTest() {
    rates = new double[] {4, 2, 0.25, 3};
    classes = new PairClasses(new int[3], 1);
  }

  /** The rates of columns of a class of three. */
  private SelfPairRepair fit(
      double fast, double slower, double slow, double self, double... demands) {
    double[] amounts = {fast, slower, slow, self};
    for (int c = 0; c < 3; c++) {
      classes.addSolo(0, 0, c, 1, rates[c], 0);
    }
    classes.add(0, 0, 0, SELF, 1, rates[SELF], rates[SELF], 0);
    int[] columns =
        Arrays.stream(new Integer[] {0, 1, 2, SELF})
            .filter(c -> amounts[c] > 0)
            .sorted((c, d) -> Double.compare(rates[d], rates[c]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] ratesOf = Arrays.stream(columns).mapToDouble(c -> rates[c]).toArray();
    double[] given = Arrays.stream(columns).mapToDouble(c -> amounts[c]).toArray();
    return SelfPairRepair.of(
        classes, 0, UniformMachineSplit.of(columns, ratesOf, given, demands, 1), demands);
  }

  /** The time of each member in each column. */
  private static void assertTimes(SelfPairRepair times, double[]... expected) {
    assertEquals(-1, times.misfit());
    double[][] table = new double[expected.length][4];
    for (JobTime entry : times.fitted()) {
      table[entry.job()][entry.column()] += entry.amount();
      assertTrue(entry.amount() > 0, "nobody has an entry without time");
    }
    for (int m = 0; m < table.length; m++) {
      assertArrayEquals(expected[m], table[m], 1e-12, Arrays.deepToString(table));
    }
  }

  private static double[] of(double... values) {
    return values;
  }

  @Test
  void of_nobodyWithMoreThanHalf_isLeftAlone() {
    assertTimes(fit(1, 0, 0, 1, 3.5, 3.5), of(0.5, 0, 0, 0.5), of(0.5, 0, 0, 0.5));
  }

  @Test
  void of_allOfTheColumnForOne_isDividedWithAnother() {
    assertTimes(fit(0.5, 0.5, 0, 1, 3, 3), of(0.25, 0.25, 0, 0.5), of(0.25, 0.25, 0, 0.5));
  }

  /** The last member has two thirds of their own column, which is slow now. */
  @Test
  void of_lastMemberWithTooMuch_theOneBeforeIsAsked() {
    rates[SELF] = 1;
    assertTimes(fit(0.5, 0.5, 0, 1, 2, 2), of(0.25, 0.25, 0, 0.5), of(0.25, 0.25, 0, 0.5));
  }

  /** One has a quarter of the fast column and three quarters of their own; the other the rest. */
  @Test
  void of_unequalDemands_areBothMet() {
    assertTimes(
        fit(0.5, 0.5, 0, 1, 3.25, 2.75), of(0.375, 0.125, 0, 0.5), of(0.125, 0.375, 0, 0.5));
  }

  /** The faster of the columns alone comes second. */
  @Test
  void of_columnsInAnyOrder_areDividedByTheirRates() {
    rates[0] = 2;
    rates[1] = 4;
    assertTimes(
        fit(0.5, 0.5, 0, 1, 3.25, 2.75), of(0.125, 0.375, 0, 0.5), of(0.375, 0.125, 0, 0.5));
  }

  /** What is rounding is so in any unit of steps. */
  @Test
  void of_ratesInAnyUnit_areDividedAlike() {
    for (double unit : new double[] {1e6 / 3, 1e-6 / 3}) {
      SelfPairRepairTest scaled = new SelfPairRepairTest();
      Arrays.setAll(scaled.rates, c -> unit * rates[c]);
      assertTimes(
          scaled.fit(0.5, 0.5, 0, 1, unit * 3.25, unit * 2.75),
          of(0.375, 0.125, 0, 0.5),
          of(0.125, 0.375, 0, 0.5));
    }
  }

  /** Demands that take all that there is, so that nothing but rounding may be missing. */
  @Test
  void of_demandsThatTakeAll_areMetButForRoundingInAnyUnit() {
    for (int i = 1; i <= 18; i++) {
      for (double unit : new double[] {1, 1e9 / 3, 1e-9 / 3}) {
        SelfPairRepairTest scaled = new SelfPairRepairTest();
        Arrays.setAll(scaled.rates, c -> unit * rates[c]);
        double[] demands = {unit * (3 + i / 37.0), unit * (3 - i / 37.0)};
        SelfPairRepair fitted = scaled.fit(0.5, 0.5, 0, 1, demands);
        assertEquals(-1, fitted.misfit(), "of " + i + " at " + unit);
        double[] throughput = new double[2];
        double[] time = new double[2];
        for (JobTime entry : fitted.fitted()) {
          throughput[entry.job()] += scaled.rates[entry.column()] * entry.amount();
          time[entry.job()] += entry.amount();
        }
        assertArrayEquals(demands, throughput, 1e-12 * unit);
        assertArrayEquals(of(1, 1), time, 1e-12);
      }
    }
  }

  /**
   * The second of three has two columns with themselves: the first takes one, the last the other.
   */
  @Test
  void of_twoColumnsOfOne_areDividedWithDifferentMembers() {
    int other = 2;
    classes.addSolo(0, 0, 0, 1, 3, 0);
    classes.addSolo(0, 0, 1, 1, 1, 0);
    classes.add(0, 0, 0, other, 1, 1, 1, 0);
    classes.add(0, 0, 0, SELF, 1, 3, 3, 0);
    int[] columns = {0, SELF, other, 1};
    double[] demands = {3, 2.8, 1};
    UniformMachineSplit split =
        UniformMachineSplit.of(columns, of(3, 3, 1, 1), of(1, 0.9, 0.1, 1), demands, 1);
    assertTimes(
        SelfPairRepair.of(classes, 0, split, demands),
        of(0.55, 0, 0, 0.45),
        of(0.45, 0.05, 0.05, 0.45),
        of(0, 0.95, 0.05, 0));
  }

  /** A column of the class with itself that has no time is not given to anybody. */
  @Test
  void of_columnOfTheClassThatIsNotUsed_staysSo() {
    classes.add(0, 0, 0, 0, 1, 4, 4, 0);
    classes.addSolo(0, 0, 1, 1, 4, 0);
    classes.add(0, 0, 0, 2, 1, 3, 3, 0);
    double[] demands = {3.5, 3.5};
    UniformMachineSplit split =
        UniformMachineSplit.of(new int[] {1, 2}, of(4, 3), of(1, 1), demands, 1);
    double[] uneven = {4, 3};
    UniformMachineSplit apart =
        UniformMachineSplit.of(new int[] {1, 2}, of(4, 3), of(1, 1), uneven, 1);
    assertTimes(
        SelfPairRepair.of(classes, 0, split, demands), of(0, 0.5, 0.5, 0), of(0, 0.5, 0.5, 0));
    assertTimes(
        SelfPairRepair.of(classes, 0, apart, demands), of(0, 0.5, 0.5, 0), of(0, 0.5, 0.5, 0));
  }

  @Test
  void of_aThird_keepsWhatItHas() {
    assertTimes(
        fit(0.5, 0.5, 1, 1, 3, 3, 0.25),
        of(0.25, 0.25, 0, 0.5),
        of(0.25, 0.25, 0, 0.5),
        of(0, 0, 1, 0));
  }

  /** Their own column is slow now; the second of three has most of it, and the third only worse. */
  @Test
  void of_nextMemberThatHasNothingToGive_theOneBeforeIsAsked() {
    rates[SELF] = 1;
    assertTimes(
        fit(0.5, 0.5, 1, 1, 2, 2, 0.25),
        of(0.25, 0.25, 0, 0.5),
        of(0.25, 0.25, 0, 0.5),
        of(0, 0, 1, 0));
  }

  /** A member that makes 4 steps per second has no time for the column of its class with itself. */
  @Test
  void of_demandsThatLeaveNoOtherWay_isAMisfit() {
    SelfPairRepair times = fit(1, 0, 0, 1, 4, 3);
    assertEquals(1, times.misfit());
    SelfPairRepair alone = new SelfPairRepairTest().fit(0, 0, 0, 1, 3);
    assertEquals(0, alone.misfit(), "there is nobody else");
    SelfPairRepair high = new SelfPairRepairTest().fit(0, 0, 1, 1, 3, 0.25);
    assertEquals(0, high.misfit(), "who makes 3 has no time for the slow one");
  }

  /** Amounts that differ by less than the tolerated rounding count as equal. */
  @Test
  void of_roundingAboveHalf_isNoMisfit() {
    double more = 1e-14;
    assertTrue(fit(1, 0, 0, 1, 3.5 + more, 3.5 - more).misfit() < 0);
  }

  /** Who has nothing else to do is idle for the rest of the time. */
  @Test
  void of_lessTimeThanTheMembersHave_leavesTheRestIdle() {
    assertTimes(fit(0.25, 0, 0, 1, 2, 2), of(0.125, 0, 0, 0.5), of(0.125, 0, 0, 0.5));
    assertTimes(
        new SelfPairRepairTest().fit(0, 0, 0, 1, 1.5, 1.5), of(0, 0, 0, 0.5), of(0, 0, 0, 0.5));
  }

  /** What is no rounding is none in any unit of steps. */
  @Test
  void of_demandsThatLeaveNoOtherWayInAnyUnit_areAMisfit() {
    for (double unit : new double[] {1e6, 1e-6, 1e-12}) {
      SelfPairRepairTest scaled = new SelfPairRepairTest();
      Arrays.setAll(scaled.rates, c -> unit * rates[c]);
      assertEquals(1, scaled.fit(1, 0, 0, 1, unit * 4, unit * 3).misfit());
    }
  }
}
