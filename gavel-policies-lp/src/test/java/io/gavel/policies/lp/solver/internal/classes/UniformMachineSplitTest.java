package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Splits of equal rates, of more time than there is, and what is given to whom, by hand. */
class UniformMachineSplitTest {

  private static double[] of(double... values) {
    return values;
  }

  /** The time of each member in each column. */
  private static double[][] split(
      double[] rates, double[] amounts, double[] demands, double length) {
    int[] columns = new int[rates.length];
    Arrays.setAll(columns, i -> 10 + i);
    UniformMachineSplit split = UniformMachineSplit.of(columns, rates, amounts, demands, length);
    double[][] table = new double[demands.length][rates.length];
    for (JobTime of : split.given()) {
      table[of.job()][of.column() - 10] += of.amount();
      assertTrue(of.amount() > 0, "nobody has an entry without time");
    }
    return table;
  }

  private static void assertTable(double[][] table, double[]... expected) {
    for (int m = 0; m < expected.length; m++) {
      assertArrayEquals(expected[m], table[m], 1e-12, Arrays.deepToString(table));
    }
  }

  /** A third of the whole throughput is 0.6999999999999998, less than the rate of 0.7. */
  @Test
  void of_equalRatesAndARoundedDemand_isAllTimeForEach() {
    assertTable(split(of(0.7), of(3), of(0, 0, 0), 1), of(1), of(1), of(1));
    assertTable(split(of(4), of(2), of(0, 0), 1), of(1), of(1));
    double[][] two = split(of(0.7, 0.7), of(1.5, 1.5), of(0, 0, 0), 1);
    for (double[] member : two) {
      assertEquals(1, member[0] + member[1], 1e-12, Arrays.deepToString(two));
    }
    assertEquals(1.5, two[0][0] + two[1][0] + two[2][0], 1e-12);
  }

  /** Where no time is idle, rounded demands leave none of it on either side of a window. */
  @Test
  void of_rateThatIsAboveARoundedDemand_isDividedToTheLastBit() {
    for (double[] member : split(of(0.7), of(3), of(0, 0, 0), 1)) {
      assertArrayEquals(of(1), member, 0);
    }
  }

  /** Three tenths are a little more than 0.3, and the last member has what is left of them. */
  @Test
  void of_lengthsThatAreRounded_leaveNothing() {
    double[][] table = split(of(4), of(3 * 0.1), of(0, 0, 0), 0.1);
    assertArrayEquals(of(0.1), table[0], 0);
    assertArrayEquals(of(0.1), table[1], 0);
    assertArrayEquals(of(3 * 0.1 - 0.1 - 0.1), table[2], 0);
    assertTrue(table[2][0] > 0.1);
  }

  /** Members of half of the time that are given three quarters each, or less than a half. */
  @Test
  void of_shorterMembers_shareWhatExceedsTheirTime() {
    assertTable(
        split(of(4, 1), of(1, 0.5), of(0, 0), 0.5), of(1 / 3.0, 1 / 6.0), of(1 / 3.0, 1 / 6.0));
    double[] demands = {1.5, 0.25};
    assertTable(split(of(4), of(0.4375), demands, 0.5), of(0.375), of(0.0625));
    assertArrayEquals(of(1.5, 0.25), demands);
  }

  /** What is too much for the time, such as by rounding, is too much by the same part for each. */
  @Test
  void of_moreDemandThanThereIs_isScaledDown() {
    double[] demands = {3, 2};
    assertTable(split(of(4), of(1), demands, 1), of(0.6), of(0.4));
    assertArrayEquals(of(2.4, 1.6), demands, 1e-12);
  }

  /** Each takes a window of what is left whose throughput is its demand. */
  @Test
  void of_threeColumns_areDividedFromTheTop() {
    assertTable(
        split(of(8, 4, 2), of(1, 1, 1), of(6, 5, 3), 1),
        of(0.5, 0.5, 0),
        of(1 / 3.0, 0.5, 1 / 6.0),
        of(1 / 6.0, 0, 5 / 6.0));
  }

  /** Time is in one piece each: nobody has two entries in a column. */
  @Test
  void of_manyMembers_haveOneEntryInAColumn() {
    int members = 100;
    double[] demands = new double[members];
    Arrays.setAll(demands, m -> 3 - m / 50.0);
    int[] columns = {7, 8, 9};
    UniformMachineSplit split =
        UniformMachineSplit.of(columns, of(5, 3, 1), of(30, 30, 30), demands, 1);
    double[] time = new double[members];
    double[] throughput = new double[members];
    boolean[][] seen = new boolean[members][3];
    for (JobTime of : split.given()) {
      int at = of.column() - 7;
      assertEquals(false, seen[of.job()][at], "member " + of.job());
      seen[of.job()][at] = true;
      time[of.job()] += of.amount();
      throughput[of.job()] += (5 - 2 * at) * of.amount();
    }
    assertArrayEquals(demands, throughput, 1e-9);
    assertEquals(90, Arrays.stream(time).sum(), 1e-9);
    assertEquals(270, Arrays.stream(demands).sum(), 1e-9, "raised to all that there is");
  }

  /** Windows that begin and end where columns do leave nothing of these behind. */
  @Test
  void of_wholeColumns_areOneEntryEach() {
    int[] columns = {0, 1, 2};
    UniformMachineSplit split =
        UniformMachineSplit.of(columns, of(4, 2, 1), of(1, 1, 1), of(4, 2, 1), 1);
    assertEquals(3, split.given().size());
    for (int e = 0; e < 3; e++) {
      assertEquals(e, split.given().get(e).job());
      assertEquals(e, split.given().get(e).column());
      assertEquals(1, split.given().get(e).amount());
    }
  }

  /** The first window leaves the fast column just where it has its demand. */
  @Test
  void of_windowBehindAColumn_hasNothingOfIt() {
    assertTable(
        split(of(4, 2, 1), of(0.5, 1, 1), of(2, 2, 1), 1),
        of(0, 1, 0),
        of(1 / 3.0, 0, 2 / 3.0),
        of(1 / 6.0, 0, 1 / 3.0));
  }

  @Test
  void of_noTime_isNoEntry() {
    double[] demands = {0, 0};
    assertTable(split(of(), of(), demands, 0), of(), of());
    assertArrayEquals(of(0, 0), demands);
    assertTable(split(of(), of(), of(0, 0), 1), of(), of());
    assertTable(split(of(4), of(1), of(3, 0), 1), of(0.75), of(0.25));
  }
}
