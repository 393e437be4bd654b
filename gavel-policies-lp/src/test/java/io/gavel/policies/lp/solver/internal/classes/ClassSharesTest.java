package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Who is whose partner, and for how long, by hand. */
class ClassSharesTest {

  /** Time of columns and demands of jobs as they are given. */
  private static class Point implements ClassPoint {
    private final double[] times;
    private final double[] demands;

    Point(double[] times, double[] demands) {
      this.times = times;
      this.demands = demands;
    }

    @Override
    public double time(int c) {
      return times[c];
    }

    @Override
    public double demand(int m) {
      return demands[m];
    }
  }

  private static double[] of(double... values) {
    return values;
  }

  /** The time of each job alone and each pair in each column. */
  private static Map<String, Double> times(ClassShares shares) {
    Map<String, Double> times = new TreeMap<>();
    for (JobTime of : shares.shares()) {
      String who =
          of.partner() == JobTime.NONE
              ? "%s alone".formatted(of.job())
              : "%s with %s".formatted(of.job(), of.partner());
      times.merge(who + " in " + of.column(), of.amount(), Double::sum);
    }
    return times;
  }

  /** Members of both classes are laid in a row by their time: the second of one meets both. */
  @Test
  void of_twoClasses_arePairedInOrder() {
    PairClasses classes = new PairClasses(new int[] {0, 0, 1, 1}, 2);
    classes.addSolo(1, 0, 0, 1, 4, 0);
    classes.add(0, 1, 0, 1, 1, 1, 1, 0);
    double[] demands = {0.5, 0.5, 2, 1};
    ClassShares shares = ClassShares.of(classes, new Point(of(0.5, 1), demands));
    assertTrue(shares.misfits().isEmpty());
    // Class 1 has 3 steps: 2 demand 0.375 alone at 4 and 0.5 beside; 3 has the rest of both.
    assertEquals(
        Map.of(
            "2 alone in 0", 1.0 / 3,
            "3 alone in 0", 1.0 / 6,
            "0 with 2 in 1", 0.5,
            "1 with 2 in 1", 1.0 / 6,
            "1 with 3 in 1", 1.0 / 3),
        rounded(times(shares), 1.0 / 3, 1.0 / 6, 0.5));
  }

  /** The slow column comes first, but the one that demands more has all of the fast one. */
  @Test
  void of_columnsInAnyOrder_areSplitByTheirRates() {
    PairClasses classes = new PairClasses(new int[2], 1);
    classes.addSolo(0, 0, 0, 1, 1, 0);
    classes.addSolo(0, 1, 1, 1, 4, 0);
    ClassShares shares = ClassShares.of(classes, new Point(of(1, 1), of(1, 4)));
    assertEquals(Map.of("0 alone in 0", 1.0, "1 alone in 1", 1.0), times(shares));
  }

  /** Values that are one of the expected, but for rounding, as these. */
  private static Map<String, Double> rounded(Map<String, Double> times, double... expected) {
    times.replaceAll(
        (who, time) -> {
          for (double value : expected) {
            if (Math.abs(time - value) < 1e-12) {
              return value;
            }
          }
          return time;
        });
    return times;
  }

  /** Three thirds of two units: the first half of the time is matched with the second. */
  @Test
  void of_classWithItself_halvesMeet() {
    PairClasses classes = new PairClasses(new int[3], 1);
    classes.add(0, 0, 0, 0, 1, 1, 1, 0);
    ClassShares shares = ClassShares.of(classes, new Point(of(0.75), of(0.5, 0.5, 0.5)));
    assertEquals(
        Map.of("0 with 1 in 0", 0.25, "0 with 2 in 0", 0.25, "1 with 2 in 0", 0.25), times(shares));
  }

  /** One that must make all that the column gives would be its own partner. */
  @Test
  void of_memberThatNeedsMoreThanHalf_isAMisfit() {
    PairClasses classes = new PairClasses(new int[] {0, 0, 1}, 2);
    classes.add(0, 0, 0, 0, 1, 4, 4, 0);
    classes.addSolo(1, 0, 0, 1, 1, 0);
    double[] demands = {1, 3, 0.5};
    ClassShares owed = ClassShares.of(classes, new Point(of(0.5, 1), demands));
    assertEquals(List.of(1), owed.misfits());
    assertEquals(0, owed.shares().size(), "nothing is matched yet");
  }

  @Test
  void of_noTimeAtAll_isNothing() {
    PairClasses classes = new PairClasses(new int[] {0, 0}, 1);
    classes.add(0, 0, 0, 0, 1, 1, 1, 0);
    classes.addSolo(0, 0, 0, 1, 1, 0);
    ClassShares shares = ClassShares.of(classes, new Point(of(0, 0), of(0, 0)));
    assertTrue(shares.misfits().isEmpty());
    assertEquals(Map.of(), times(shares));
  }
}
