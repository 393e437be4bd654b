package io.gavel.policies.lp.solver;

/**
 * A primal and dual point, or a direction between two: every row has a slack, and every variable
 * and slack its dual partner ({@code x·z}, {@code idle·time}, {@code surplus·owed}, {@code
 * free·price}).
 */
final class Point {

  /** Fractions and their reduced costs, {@code [column]}. */
  final double[] x;

  final double[] z;

  /** Slack of the time row and price of time, {@code [job]}. */
  final double[] idle;

  final double[] time;

  /** Surplus of the throughput row over its demand, and price of throughput, {@code [job]}. */
  final double[] surplus;

  final double[] owed;

  /** Free workers and their price, {@code [pool]}. */
  final double[] free;

  final double[] price;

  /** The level. */
  double level;

  Point(Blocks blocks) {
    x = new double[blocks.pool.length];
    z = new double[blocks.pool.length];
    idle = new double[blocks.jobs];
    time = new double[blocks.jobs];
    surplus = new double[blocks.jobs];
    owed = new double[blocks.jobs];
    free = new double[blocks.pools];
    price = new double[blocks.pools];
  }

  void moveBy(Point direction, double primal, double dual) {
    add(x, direction.x, primal);
    add(idle, direction.idle, primal);
    add(surplus, direction.surplus, primal);
    add(free, direction.free, primal);
    level += primal * direction.level;
    add(z, direction.z, dual);
    add(time, direction.time, dual);
    add(owed, direction.owed, dual);
    add(price, direction.price, dual);
  }

  private static void add(double[] values, double[] direction, double step) {
    for (int i = 0; i < values.length; i++) {
      values[i] += step * direction[i];
    }
  }

  /** The longest step, at most 1, that keeps all primal parts of this point at least 0. */
  double longestPrimal(Point direction) {
    double step = longest(x, direction.x, 1);
    step = longest(idle, direction.idle, step);
    step = longest(surplus, direction.surplus, step);
    return longest(free, direction.free, step);
  }

  double longestDual(Point direction) {
    double step = longest(z, direction.z, 1);
    step = longest(time, direction.time, step);
    step = longest(owed, direction.owed, step);
    return longest(price, direction.price, step);
  }

  private static double longest(double[] values, double[] direction, double most) {
    double step = most;
    for (int i = 0; i < values.length; i++) {
      if (values[i] + step * direction[i] < 0) {
        step = -values[i] / direction[i];
      }
    }
    return step;
  }

  /**
   * The sum of the products of partners after a step in each, without those of jobs with a utility,
   * which need not vanish.
   */
  double complementarity(Blocks blocks, Point direction, double primal, double dual) {
    double sum =
        product(x, z, direction.x, direction.z, primal, dual)
            + product(idle, time, direction.idle, direction.time, primal, dual)
            + product(free, price, direction.free, direction.price, primal, dual);
    for (int m = 0; m < surplus.length; m++) {
      if (blocks.weight[m] == 0) {
        sum += (surplus[m] + primal * direction.surplus[m]) * (owed[m] + dual * direction.owed[m]);
      }
    }
    return sum;
  }

  private static double product(
      double[] a, double[] b, double[] da, double[] db, double stepA, double stepB) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] + stepA * da[i]) * (b[i] + stepB * db[i]);
    }
    return sum;
  }
}
