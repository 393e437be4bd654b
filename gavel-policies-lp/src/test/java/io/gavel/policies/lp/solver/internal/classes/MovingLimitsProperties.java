package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** How far lines of limits go: there is a point, and multiples prove that nothing is beyond. */
class MovingLimitsProperties {

  private static final double CLOSE = 1e-9;

  /** The rows so far, and limits that a known point satisfies. Mutable. */
  private static final class Rows {
    final MovingLimits method;
    final int columns;
    final List<double[]> values = new ArrayList<>();
    double[] met = {};
    double[] known;

    Rows(int columns) {
      this.columns = columns;
      known = new double[columns];
      method = new MovingLimits(columns, SolveLimits.none());
    }

    /** Adds a row that the known point satisfies with some room. */
    void add(Random random, double room) {
      double[] row = new double[columns];
      Arrays.setAll(row, c -> random.nextInt(3) == 0 ? 0 : (random.nextInt(9) - 4) / 4.0);
      add(row, at(row, known) + room);
    }

    void add(double[] row, double limit) {
      values.add(row);
      met = Arrays.copyOf(met, values.size());
      met[met.length - 1] = limit;
      method.add(row, limit, limit);
    }

    static double at(double[] row, double[] x) {
      double sum = 0;
      for (int c = 0; c < row.length; c++) {
        sum += row[c] * x[c];
      }
      return sum;
    }

    double[] between(double[] end, double part) {
      double[] limits = new double[end.length];
      Arrays.setAll(limits, i -> met[i] + part * (end[i] - met[i]));
      return limits;
    }

    void assertSatisfied(double[] limits) {
      double[] x = method.point();
      assertEquals(columns, x.length);
      assertTrue(Arrays.stream(x).allMatch(value -> value >= 0), () -> Arrays.toString(x));
      for (int i = 0; i < limits.length; i++) {
        assertTrue(at(values.get(i), x) <= limits[i] + CLOSE, "row " + i);
      }
    }

    /** Multiples whose sum has no value below 0; what they leave of some limits. */
    double left(double[] limits) {
      double[] multiples = method.ray();
      double size = Arrays.stream(multiples).sum();
      assertEquals(limits.length, multiples.length);
      assertTrue(Arrays.stream(multiples).allMatch(y -> y >= 0) && size > 0);
      double[] sum = new double[columns];
      double left = 0;
      for (int i = 0; i < limits.length; i++) {
        for (int c = 0; c < columns; c++) {
          sum[c] += multiples[i] * values.get(i)[c] / size;
        }
        left += multiples[i] * limits[i] / size;
      }
      assertTrue(Arrays.stream(sum).allMatch(s -> s >= -CLOSE), () -> Arrays.toString(sum));
      return left;
    }
  }

  /** Limits go up and down until they cannot; rows are added on the way. */
  @Property(tries = 60)
  void reach_limitsThatWander_goesAsFarAsTheyCan(
      @ForAll Draws random, @ForAll @IntRange(min = 1, max = 20) int columns) {
    Rows rows = new Rows(columns);
    for (int i = 0; i < columns; i++) {
      rows.add(random, 1 + random.nextInt(4));
    }
    rows.method.start(rows.met);
    for (int line = 0; line < 40; line++) {
      double[] end = rows.met.clone();
      for (int i = 0; i < end.length; i++) {
        end[i] += (random.nextInt(8) - 4) * 0.125;
      }
      rows.method.to(end);
      if (!rows.method.reach()) {
        climb(rows, end, random);
        return;
      }
      rows.assertSatisfied(end);
      rows.met = end;
      rows.known = rows.method.point();
      rows.method.from(end);
      rows.add(random, random.nextInt(4) / 8.0);
    }
  }

  /**
   * From no limits at all, where each step begins and ends, to those that some point satisfies but
   * for rounding. Raising the limit that was counted most a few times is enough for what rounding
   * misses.
   */
  @Property
  void reach_limitsOfAPoint_findsOne(
      @ForAll Draws random, @ForAll @IntRange(min = 1, max = 40) int columns) {
    Rows rows = new Rows(columns);
    for (int i = 0; i < columns; i++) {
      rows.add(random, 0);
    }
    double[] point = random.doubles(columns, 0, 4).toArray();
    double[] end = new double[columns];
    Arrays.setAll(end, i -> Rows.at(rows.values.get(i), point));
    rows.method.start(rows.met);
    rows.method.to(end);
    boolean reached = rows.method.reach();
    for (int i = 0; !reached && i < 10; i++) {
      rows.method.forgive();
      reached = rows.method.reach();
    }
    assertTrue(reached);
    rows.assertSatisfied(end);
  }

  /** Demands that are missed by a little are met when the limit that holds them is raised. */
  @Property(tries = 20)
  void forgive_manyColumns_isNeededOnce(
      @ForAll Draws random, @ForAll @IntRange(min = 30, max = 55) int columns) {
    Rows rows = new Rows(columns);
    double[] demands = random.doubles(columns, 32, 96).toArray();
    double[] all = new double[columns];
    Arrays.fill(all, 1);
    double sum = Arrays.stream(demands).sum();
    double[] end = new double[columns + 1];
    end[0] = sum - 1e-9;
    rows.add(all, end[0]);
    for (int c = 0; c < columns; c++) {
      double[] row = new double[columns];
      row[c] = -1;
      rows.add(row, 0);
      end[c + 1] = -demands[c];
    }
    rows.method.start(rows.met);
    rows.method.to(end);
    assertFalse(rows.method.reach());
    rows.method.forgive();
    assertTrue(rows.method.reach());
    double[] x = rows.method.point();
    assertEquals(sum, Arrays.stream(x).sum(), 2e-9);
  }

  private static void climb(Rows rows, double[] end, Random random) {
    assertTrue(rows.left(end) < 0, "multiples rule the end out");
    assertTrue(rows.left(rows.met) > -CLOSE, "and not the beginning");
    if (rows.method.isTightAt(rows.met)) {
      assertEquals(0, rows.left(rows.met), 1e-4);
      return;
    }
    double first = rows.left(rows.met) / (rows.left(rows.met) - rows.left(end));
    rows.method.keepMultiples(rows.met, end);
    double[] to = end;
    for (int more = 0; more < 60; more++) {
      double part = rows.method.climb();
      assertTrue(more > 0 || Math.abs(part - first) < 1e-6, "the first multiples end the line");
      assertFalse(rows.method.isAtEnd());
      double[] limits = rows.between(to, part);
      assertEquals(0, rows.left(limits), CLOSE);
      assertTrue(rows.left(to) < 0, "nothing beyond can be reached");
      if (part < CLOSE) {
        return; // at the beginning, no point is sought
      }
      rows.assertSatisfied(limits);
      rows.add(random, random.nextInt(4) / 8.0);
      to = Arrays.copyOf(to, to.length + 1);
      to[to.length - 1] = rows.met[to.length - 1];
    }
  }
}
