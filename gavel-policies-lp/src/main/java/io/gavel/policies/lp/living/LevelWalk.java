package io.gavel.policies.lp.living;

import io.gavel.policies.SolveFailedException;
import java.util.Arrays;

/**
 * Follows the optimum of a level from event to event. Mutable.
 *
 * <p>Levels are by worker of the cluster here, so that what a job demands at level 1 is linear in
 * the workers of each pool.
 */
final class LevelWalk {

  /** The relative gap that ends a search. */
  private static final double GOAL = 1e-10;

  /** Room for rounding, by which levels are lower and bounds higher than what was found. */
  private static final double ROUNDING = 1e-12;

  /** The least price of all workers of a pool, in parts of the level: so that it has a ratio. */
  private static final double FLOOR = 1e-11;

  private static final double WIDEST = 3;
  private static final int MANY_OPEN = 400;
  private static final int FEW_OPEN = 16;
  private static final int ENOUGH_OPEN = 40;
  private static final int MOST_BOXES = 64;

  private enum Outcome {
    CLOSED,
    ON_EDGE,
    STUCK
  }

  private final int pools;
  private final JobSlots jobs;
  private final OpenJobs open;
  private final SettledSums sums;
  private final SlotHeap expiry = new SlotHeap();
  private final SlotMix mix;
  private final PricePoints points;
  private final BoxedMaster master;

  private final double[] price;
  private double level;

  /** How far prices and demands have moved, in logarithms. */
  private double moved;

  /** How far they may move in a box. */
  private double radius;

  private int runnable;
  private double shrink = 1;
  private double lowest = Double.POSITIVE_INFINITY;
  private double bound;

  /** The prices that prove the bound, and the level of the tangent, {@code [pool]}. */
  private final double[] proof;

  private double proofLevel;

  /** Whether the bound is due to a job that runs full time, not to the prices of workers. */
  private boolean byTime;

  /** The workers of each pool, at least 1, {@code [pool]}. */
  private final double[] unit;

  private final double[] free;
  private final double[] ofSettled;
  private final double[] slope;
  private final double[] low;
  private final double[] high;
  private final double[] floor;
  private final double[] next;

  long evaluations;
  long boxes;
  long rebuilds;

  LevelWalk(JobSlots jobs) {
    this.jobs = jobs;
    pools = jobs.pools;
    mix = new SlotMix(jobs);
    open = new OpenJobs(jobs);
    sums = new SettledSums(jobs);
    points = new PricePoints(pools);
    master = new BoxedMaster(pools);
    price = new double[pools];
    proof = new double[pools];
    unit = new double[pools];
    free = new double[pools];
    ofSettled = new double[pools];
    slope = new double[pools];
    low = new double[pools];
    high = new double[pools];
    floor = new double[pools];
    next = new double[pools];
    Arrays.fill(floor, FLOOR);
    radius = WIDEST;
    level = 1;
    Arrays.fill(price, 1);
  }

  /** Adds a job; it counts from the next {@link #settle}. */
  void add(int slot) {
    if (jobs.fastest(slot) > 0) {
      runnable++;
      open.add(slot);
    }
  }

  /** Removes a job. */
  void remove(int slot) {
    if (jobs.fastest(slot) > 0) {
      runnable--;
      unsettle(slot);
      open.remove(slot);
    }
  }

  private void unsettle(int slot) {
    if (open.isSettled(slot)) {
      sums.add(slot, open.from(slot), open.to(slot), -1);
      expiry.remove(slot);
      open.add(slot);
    }
  }

  /**
   * Changes the workers of a pool. Where some gang may fit no more, or again, all jobs are placed
   * anew.
   */
  void workers(int k, int workers) {
    double before = jobs.workers[k];
    jobs.workers[k] = workers;
    if (jobs.gates(before, workers)) {
      jobs.gateAll();
      restart();
      return;
    }
    moved += Math.abs(Math.log(workers / before));
  }

  /** Forgets everything but the jobs. */
  void restart() {
    rebuilds++;
    sums.clear();
    expiry.clear();
    open.clear();
    points.clear();
    runnable = 0;
    double held = 0;
    for (int slot = 0; slot < jobs.size; slot++) {
      if (jobs.isLive(slot)) {
        add(slot);
        held += jobs.held[slot];
      }
    }
    moved = 0;
    radius = WIDEST;
    level = 1 / held;
    Arrays.setAll(price, k -> 1 / Math.max(1, jobs.workers[k]));
  }

  /** Finds level and bound again. */
  void settle() {
    if (runnable == 0) {
      lowest = 0;
      bound = 0;
      return;
    }
    Arrays.setAll(unit, k -> Math.max(1, jobs.workers[k]));
    Arrays.setAll(next, k -> Math.max(price[k], FLOOR * level / unit[k]));
    moveTo(next, level);
    boolean rebuilt = false;
    int before = Integer.MAX_VALUE;
    int tried = 0;
    while (true) {
      gather();
      double cap = cap();
      if (cap < level) {
        moveTo(price.clone(), cap);
        gather();
      }
      double least = 0.01 / runnable;
      boolean last = open.count <= MANY_OPEN || radius <= least || open.count > 0.9 * before;
      Outcome outcome = close(cap, last ? GOAL : Math.max(GOAL, radius * radius / 64));
      boxes++;
      if (outcome == Outcome.CLOSED && last) {
        break;
      }
      before = outcome == Outcome.CLOSED ? open.count : Integer.MAX_VALUE;
      radius *= outcome == Outcome.ON_EDGE ? 2 : Math.max(1.0 / 8, 0.25 * MANY_OPEN / open.count);
      radius = Math.min(WIDEST, radius);
      if (++tried > MOST_BOXES) {
        if (rebuilt) {
          throw new SolveFailedException(
              "level %s and bound %s do not meet".formatted(lowest, bound));
        }
        rebuilt = true;
        tried = 0;
        restart();
      }
    }
    if (open.count < FEW_OPEN) {
      radius = Math.min(WIDEST, 1.25 * radius);
    } else if (open.count > ENOUGH_OPEN) {
      radius = Math.max(0.01 / runnable, radius * Math.max(0.5, (double) ENOUGH_OPEN / open.count));
    }
  }

  /** Opens jobs that prices in the box may move, and settles those that they do not. */
  private void gather() {
    while (expiry.least() <= moved + radius) {
      unsettle(expiry.first());
    }
    for (int i = open.count - 1; i >= 0; i--) {
      int slot = open.slot(i);
      double requirement = jobs.requirement(slot);
      double demand = level * requirement;
      mix.find(slot, price, demand);
      double slack = Math.log1p(mix.slack(demand));
      if (slack > 2 * radius) {
        open.settle(slot, mix.from, mix.to);
        sums.add(slot, mix.from, mix.to, 1);
        expiry.add(slot, moved + slack);
      }
    }
    evaluations += open.count;
  }

  /** What the settled jobs use at a level. */
  private void ofSettled(double at) {
    for (int k = 0; k < pools; k++) {
      ofSettled[k] = at * sums.slope(k) / unit[k];
      free[k] = (jobs.workers[k] - sums.constant(k)) / unit[k] - ofSettled[k];
    }
  }

  private void price(int point, double at) {
    open.use(points.price[point], at, unit, points.use[point], points.slope[point]);
    evaluations += open.count;
  }

  /** Moves the points to another level: those in the mix exactly, the others by their slopes. */
  private void shift(double from, double to) {
    ofSettled(to);
    for (int i = 0; i < points.count; i++) {
      if (points.part[i] > 0) {
        price(i, to);
      } else {
        points.shift(i, to / from);
      }
    }
  }

  /** The least level at which an open job runs full time; settled ones do at none in the box. */
  private double cap() {
    int slowest = open.slowest();
    return slowest < 0
        ? Double.POSITIVE_INFINITY
        : jobs.fastest(slowest) / jobs.requirement(slowest);
  }

  /** The part by which the mix of the points exceeds the workers of a pool. */
  private double excess() {
    double most = 0;
    for (int k = 0; k < pools; k++) {
      most = Math.max(most, points.mixed(points.use, k) - free[k]);
    }
    return most;
  }

  /** Searches in the box around the prices and the level; moves both to what was found. */
  private Outcome close(double cap, double goal) {
    double at = level;
    double start = level;
    bound = Double.POSITIVE_INFINITY;
    ofSettled(at);
    for (int i = 0; i < points.count; i++) {
      price(i, at);
    }
    if (points.count == 0) {
      addPoint(price, at);
      points.part[0] = 1;
    }
    if (accept(at, cap, GOAL)) {
      return Outcome.CLOSED; // the slowest job is the proof, and prices do not matter
    }
    scale();
    Arrays.setAll(low, k -> Math.max(FLOOR, next[k] * Math.exp(-radius)));
    Arrays.setAll(high, k -> Math.max(FLOOR, next[k]) * Math.exp(radius));
    double[] q = new double[pools];
    int most = 40 + 20 * pools;
    for (int i = 0; i < most; i++) {
      slopeOfMix();
      master.solve(points.use, points.count, slope, free, cap / at - 1, low, high, floor);
      points.mix(master.part);
      double found = Math.min(cap, at * (1 + master.rise));
      for (int k = 0; k < pools; k++) {
        q[k] = Math.min(high[k], Math.max(low[k], master.price[k])) * at / unit[k];
      }
      int added = addPoint(q, at);
      double here = boundAt(added, q, at);
      if (here < bound) {
        bound = here;
        proofLevel = at;
        System.arraycopy(q, 0, proof, 0, pools);
      }
      if (here - at * (1 + master.value) > goal / 4 * at && found < cap && i + 1 < most) {
        continue;
      }
      boolean far = Math.abs(Math.log(found / start)) > radius || !(found > 0);
      if (master.onEdge || far) {
        double least = start * Math.exp(-radius);
        // What pools lack or leave has its price in the bound, not in what was found.
        moveTo(q, Math.min(cap, Math.min(start * Math.exp(radius), Math.max(least, here))));
        return Outcome.ON_EDGE;
      }
      shift(at, found);
      at = found;
      if (accept(at, cap, goal)) {
        moveTo(q, at);
        return Outcome.CLOSED;
      }
    }
    moveTo(q, at);
    return Outcome.STUCK;
  }

  private int addPoint(double[] prices, double at) {
    int i = points.add(prices);
    price(i, at);
    return i;
  }

  private void slopeOfMix() {
    Arrays.setAll(slope, k -> ofSettled[k] + points.mixed(points.slope, k));
  }

  /** Sets the prices in parts of the level, such that the level's own price is 1. */
  private void scale() {
    slopeOfMix();
    double sum = 0;
    for (int k = 0; k < pools; k++) {
      next[k] = price[k] * unit[k];
      sum += next[k] * slope[k];
    }
    for (int k = 0; k < pools; k++) {
      next[k] = Math.max(FLOOR, next[k] / sum);
    }
  }

  /**
   * The level at which the cheapest mixes of all jobs cost as much as all workers, or more: what
   * they cost is convex in the level.
   */
  private double boundAt(int i, double[] q, double at) {
    double cost = 0;
    double more = 0;
    for (int k = 0; k < pools; k++) {
      double all = q[k] * unit[k];
      cost += all * (points.use[i][k] - free[k]);
      more += all * (ofSettled[k] + points.slope[i][k]);
    }
    return more > 0 ? at * (1 - cost / more) : Double.POSITIVE_INFINITY;
  }

  /** Takes the mix at a level if it is close enough to the bound. */
  private boolean accept(double at, double cap, double goal) {
    shrink = (1 - ROUNDING) / (1 + excess());
    lowest = Math.min(at, cap) * shrink;
    byTime = cap <= bound;
    double most = Math.min(bound, cap) * (1 + ROUNDING);
    if (!(most - lowest <= goal * most)) {
      return false;
    }
    bound = most;
    return true;
  }

  private void moveTo(double[] prices, double to) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < pools; k++) {
      double log = Math.log(prices[k] / price[k]);
      least = Math.min(least, log);
      most = Math.max(most, log);
      price[k] = prices[k];
    }
    moved += Math.max((most - least) / 2, Math.abs(Math.log(to / level)));
    level = to;
  }

  /** The level that all jobs reach, by worker. */
  double lowest() {
    return lowest;
  }

  /** What no level exceeds, by worker. */
  double bound() {
    return bound;
  }

  /** The price of a worker that proves the bound. */
  double price(int k) {
    return proof[k];
  }

  /** The job whose full time proves the bound; negative if the prices do. */
  int slowest() {
    return byTime ? open.slowest() : OpenJobs.NONE;
  }

  /** The price of a job's throughput. */
  double owed(int slot) {
    mix.find(slot, proof, proofLevel * jobs.requirement(slot));
    return jobs.held[slot] * mix.owed;
  }

  /** The price of a job's time. */
  double time(int slot) {
    mix.find(slot, proof, proofLevel * jobs.requirement(slot));
    return mix.from == SlotMix.IDLE
        ? 0
        : jobs.held[slot] * Math.max(0, mix.owed * mix.rate(mix.to) - proof[mix.to]);
  }

  int openCount() {
    return open.count;
  }

  /**
   * Adds a job's fractions of time.
   *
   * @param x {@code [pool]}
   */
  void fractions(int slot, double[] x) {
    if (jobs.fastest(slot) == 0) {
      return;
    }
    double demand = level * jobs.requirement(slot);
    if (open.isSettled(slot)) {
      mix.at(slot, open.from(slot), open.to(slot), demand);
      place(x, shrink);
      return;
    }
    for (int i = 0; i < points.count; i++) {
      if (points.part[i] > 0) {
        mix.find(slot, points.price[i], demand);
        place(x, shrink * points.part[i]);
      }
    }
  }

  private void place(double[] x, double part) {
    x[mix.to] += part * mix.ofTo;
    if (mix.from != SlotMix.IDLE) {
      x[mix.from] += part * mix.ofFrom;
    }
  }
}
