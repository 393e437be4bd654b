package io.gavel.policies.lp.solver;

/**
 * A primal and dual point, or a direction between two: every row has a slack, and every variable
 * and slack its dual partner ({@code x·z}, {@code idle·time}, {@code surplus·owed}, {@code
 * free·price}).
 */
final class Point {

  /** Fractions and their reduced costs, by column of {@link Tiles}. */
  final double[][] x;

  final double[][] z;

  /** Slack of the time row and price of time, by job. */
  final double[][] idle;

  final double[][] time;

  /** Surplus of the throughput row over its demand, and price of throughput, by job. */
  final double[][] surplus;

  final double[][] owed;

  /** Free workers and their price, {@code [pool]}. */
  final double[] free;

  final double[] price;

  /** The level. */
  double level;

  Point(Tiles tiles) {
    this(tiles, true);
  }

  private Point(Tiles tiles, boolean whole) {
    x = whole ? tiles.byColumn() : new double[0][];
    z = whole ? tiles.byColumn() : x;
    idle = whole ? tiles.byJob() : x;
    time = whole ? tiles.byJob() : x;
    surplus = whole ? tiles.byJob() : x;
    owed = whole ? tiles.byJob() : x;
    free = new double[tiles.pools];
    price = new double[tiles.pools];
  }

  /** The part of a point that is of no job: pools and level. */
  static Point ofPools(Tiles tiles) {
    return new Point(tiles, false);
  }

  void moveBy(Point direction, double primal, double dual) {
    add(x, direction.x, primal);
    add(idle, direction.idle, primal);
    add(surplus, direction.surplus, primal);
    Lanes.move(free, direction.free, primal);
    level += primal * direction.level;
    add(z, direction.z, dual);
    add(time, direction.time, dual);
    add(owed, direction.owed, dual);
    Lanes.move(price, direction.price, dual);
  }

  private static void add(double[][] values, double[][] direction, double step) {
    for (int r = 0; r < values.length; r++) {
      Lanes.move(values[r], direction[r], step);
    }
  }
}
