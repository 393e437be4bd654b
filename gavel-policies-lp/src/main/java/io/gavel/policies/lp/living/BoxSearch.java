package io.gavel.policies.lp.living;

import java.util.Arrays;

/**
 * Searches the optimum of a level in a box of prices and levels, within which the settled jobs keep
 * their mixes. At prices of the master, the open jobs' cheapest mixes give a bound, and one more
 * point to mix; at the optimum of the master the level changes by a step of Newton's method. The
 * search ends where mix and bound meet, or at an edge of the box. Mutable.
 */
final class BoxSearch {

  /** Room for rounding, by which levels are lower and bounds higher than what was found. */
  private static final double ROUNDING = 1e-12;

  /** The least price of all workers of a pool, in parts of the level: so that it has a ratio. */
  static final double FLOOR = 1e-11;

  /** How a search ended. */
  enum Outcome {
    CLOSED,
    ON_EDGE,
    STUCK
  }

  private final int pools;
  private final JobSlots jobs;
  private final OpenSlots open;
  private final SettledSums sums;
  private final PricePoints points;
  private final BoxedMaster master;

  /** The workers of each pool, at least 1, {@code [pool]}. */
  private final double[] unit;

  /** What is left for the open jobs, in units, {@code [pool]}. */
  private final double[] free;

  /** The change of what the settled jobs use by a relative change of the level, {@code [pool]}. */
  private final double[] ofSettled;

  private final double[] slope;
  private final double[] low;
  private final double[] high;
  private final double[] floor;

  /** The prices of workers that the search ended at, {@code [pool]}. */
  final double[] price;

  /** The level that the search ended at. */
  double level;

  /** The prices that prove the bound, {@code [pool]}. */
  final double[] proof;

  /** The level whose tangent is the bound. */
  double proofLevel;

  /** A level that all jobs reach. */
  double lowest;

  /** What no level exceeds. */
  double bound;

  /** Whether the bound is due to a job that runs full time, not to the prices of workers. */
  boolean byTime;

  /** By what the mix of the points is multiplied to fit. */
  private double shrink = 1;

  long evaluations;

  BoxSearch(JobSlots jobs, OpenSlots open, SettledSums sums) {
    this.jobs = jobs;
    this.open = open;
    this.sums = sums;
    pools = jobs.pools;
    points = new PricePoints(pools);
    master = new BoxedMaster(pools);
    unit = new double[pools];
    free = new double[pools];
    ofSettled = new double[pools];
    slope = new double[pools];
    low = new double[pools];
    high = new double[pools];
    floor = new double[pools];
    price = new double[pools];
    proof = new double[pools];
    Arrays.fill(floor, FLOOR);
  }

  void clear() {
    points.clear();
  }

  /** The unit of a pool's workers: what it has, but at least one. */
  double unit(int k) {
    return Math.max(1, jobs.workers[k]);
  }

  /**
   * Searches.
   *
   * @param prices the middle of the box, {@code [pool]}; not modified
   * @param start the level in the middle
   * @param radius the logarithm of the largest change
   * @param cap the level at which some job runs full time, at least the start
   * @param goal the relative gap that ends the search
   */
  Outcome search(double[] prices, double start, double radius, double cap, double goal) {
    begin(prices, start);
    bound = Double.POSITIVE_INFINITY;
    if (accept(cap, goal)) {
      return Outcome.CLOSED; // the slowest job is the proof, and prices do not matter
    }
    box(radius);
    int most = 40 + 20 * pools;
    for (int i = 0; i < most; i++) {
      slopeOfMix();
      master.solve(points.use, points.count, slope, free, cap / level - 1, low, high, floor);
      points.mix(master.part);
      for (int k = 0; k < pools; k++) {
        price[k] = Math.min(high[k], Math.max(low[k], master.price[k])) * level / unit[k];
      }
      double here = boundAt(addPoint());
      double found = Math.min(cap, level * (1 + master.rise));
      boolean open = here - level * (1 + master.value) > goal / 4 * level && found < cap;
      if (open && i + 1 < most) {
        continue;
      }
      if (master.onEdge || !(Math.abs(Math.log(found / start)) <= radius)) {
        // What pools lack or leave has its price in the bound, not in what was found.
        double least = Math.max(start * Math.exp(-radius), here);
        level = Math.min(cap, Math.min(start * Math.exp(radius), least));
        return Outcome.ON_EDGE;
      }
      shift(found);
      if (accept(cap, goal)) {
        return Outcome.CLOSED;
      }
    }
    return Outcome.STUCK;
  }

  private void begin(double[] prices, double start) {
    level = start;
    System.arraycopy(prices, 0, price, 0, pools);
    Arrays.setAll(unit, this::unit);
    settled();
    for (int i = 0; i < points.count; i++) {
      evaluate(i);
    }
    if (points.count == 0) {
      points.part[addPoint()] = 1;
    }
  }

  /** What the settled jobs use and leave. */
  private void settled() {
    for (int k = 0; k < pools; k++) {
      ofSettled[k] = level * sums.slope(k) / unit[k];
      free[k] = (jobs.workers[k] - sums.constant(k)) / unit[k] - ofSettled[k];
    }
  }

  private void evaluate(int point) {
    open.use(points.price[point], level, unit, points.use[point], points.slope[point]);
    evaluations += open.count;
  }

  private int addPoint() {
    int i = points.add(price);
    evaluate(i);
    return i;
  }

  /** Moves to another level: the points of the mix exactly, the others by their slopes. */
  private void shift(double to) {
    double factor = to / level;
    level = to;
    settled();
    for (int i = 0; i < points.count; i++) {
      if (points.part[i] > 0) {
        evaluate(i);
      } else {
        points.shift(i, factor);
      }
    }
  }

  private void slopeOfMix() {
    Arrays.setAll(slope, k -> ofSettled[k] + points.mixed(points.slope, k));
  }

  /** The box in parts of the level, around prices by which the level's own price is 1. */
  private void box(double radius) {
    slopeOfMix();
    double sum = 0;
    for (int k = 0; k < pools; k++) {
      sum += price[k] * unit[k] * slope[k];
    }
    for (int k = 0; k < pools; k++) {
      double middle = Math.max(FLOOR, price[k] * unit[k] / sum);
      low[k] = Math.max(FLOOR, middle * Math.exp(-radius));
      high[k] = middle * Math.exp(radius);
    }
  }

  /**
   * The level at which the cheapest mixes of all jobs cost as much as all workers, or more: what
   * they cost is convex in the level.
   */
  private double boundAt(int point) {
    double cost = 0;
    double more = 0;
    for (int k = 0; k < pools; k++) {
      double all = price[k] * unit[k];
      cost += all * (points.use[point][k] - free[k]);
      more += all * (ofSettled[k] + points.slope[point][k]);
    }
    double here = more > 0 ? level * (1 - cost / more) : Double.POSITIVE_INFINITY;
    if (here < bound) {
      bound = here;
      proofLevel = level;
      System.arraycopy(price, 0, proof, 0, pools);
    }
    return here;
  }

  /** Takes the mix if it is close enough to the bound, which prices or a job's time must give. */
  private boolean accept(double cap, double goal) {
    double excess = 0;
    for (int k = 0; k < pools; k++) {
      excess = Math.max(excess, points.mixed(points.use, k) - free[k]);
    }
    shrink = (1 - ROUNDING) / (1 + excess);
    lowest = level * shrink * (1 - ROUNDING);
    byTime = cap <= bound;
    double most = Math.min(bound, cap) * (1 + ROUNDING);
    if (most == Double.POSITIVE_INFINITY || !(most - lowest <= goal * most)) {
      return false;
    }
    bound = most;
    return true;
  }

  /**
   * Adds the fractions of time of an open job.
   *
   * @param x {@code [pool]}
   */
  void addOpen(SlotMix mix, int slot, double demand, double[] x) {
    for (int i = 0; i < points.count; i++) {
      if (points.part[i] > 0) {
        mix.find(slot, points.price[i], demand);
        add(mix, points.part[i], x);
      }
    }
  }

  /**
   * Adds the fractions of time of a settled job.
   *
   * @param x {@code [pool]}
   */
  void addSettled(SlotMix mix, int slot, double demand, double[] x) {
    mix.at(slot, open.from(slot), open.to(slot), demand);
    add(mix, 1, x);
  }

  private void add(SlotMix mix, double part, double[] x) {
    x[mix.to] += shrink * part * mix.ofTo;
    if (mix.from != SlotMix.IDLE) {
      x[mix.from] += shrink * part * mix.ofFrom;
    }
  }
}
