package io.gavel.policies.lp.living;

import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.living.BoxSearch.Outcome;
import java.util.Arrays;

/*
 * The number of jobs that an event looks at. Prices move by some 1/n an event, and so does the level. A job is priced
 * again when both have moved by its slack, so that a job of slack s costs 1 / (n s) an event, and all n of them some
 * log n. The open ones are those of slack below the radius of the box, which follows their number.
 */

/**
 * Follows the optimum of a level from event to event. Mutable.
 *
 * <p>Levels are by worker of the cluster here, so that what a job demands at level 1 is linear in
 * the workers of each pool.
 */
final class LevelWalk {

  /** The relative gap that ends a search. */
  private static final double GOAL = 1e-10;

  /** The radius of a box without knowledge. */
  private static final double WIDEST = 3;

  /** The radius around the prices of a sample of jobs. */
  private static final double AROUND_SAMPLE = 0.25;

  private static final int SAMPLE = 512;

  /** Up to this number of open jobs, a search goes on to the goal; beyond, the box gets smaller. */
  private static final int MANY_OPEN = 400;

  private static final int FEW_OPEN = 16;
  private static final int ENOUGH_OPEN = 40;
  private static final int MOST_BOXES = 64;

  private final JobSlots jobs;
  private final OpenSlots open;
  private final SettledSums sums;
  private final SlotHeap expiry = new SlotHeap();
  private final SlotMix mix;
  private final BoxSearch box;
  private final double[] price;
  private double level = 1;

  /** How far prices and demands have moved, in logarithms. */
  private double moved;

  /** How far they may move in a box. */
  private double radius = WIDEST;

  private int runnable;

  /** The open jobs after the last event. */
  private int openBefore;

  long boxes;
  long rebuilds;

  LevelWalk(JobSlots jobs) {
    this.jobs = jobs;
    mix = new SlotMix(jobs);
    open = new OpenSlots(jobs);
    sums = new SettledSums(jobs);
    box = new BoxSearch(jobs, open, sums);
    price = new double[jobs.pools];
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
      if (open.isSettled(slot)) {
        unsettle(slot);
      }
      open.remove(slot);
    }
  }

  private void unsettle(int slot) {
    sums.add(slot, open.from(slot), open.to(slot), -1);
    expiry.remove(slot);
    open.add(slot);
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
    } else {
      moved += Math.abs(Math.log(workers / before));
    }
  }

  /** Forgets everything but the jobs. */
  void restart() {
    rebuilds++;
    sums.clear();
    expiry.clear();
    open.clear();
    box.clear();
    runnable = 0;
    openBefore = 0;
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
    Arrays.setAll(price, k -> 1 / box.unit(k));
    if (runnable > 4 * SAMPLE) {
      startFromSample();
    }
  }

  private void startFromSample() {
    JobSlots some = jobs.sample(SAMPLE);
    LevelWalk ofSome = new LevelWalk(some);
    ofSome.restart();
    ofSome.settle();
    if (ofSome.runnable > 0) {
      System.arraycopy(ofSome.price, 0, price, 0, price.length);
      level = ofSome.level * some.allWorkers() / jobs.allWorkers();
      radius = AROUND_SAMPLE;
    }
  }

  /** Finds level and bound again. */
  void settle() {
    if (runnable == 0) {
      box.lowest = 0;
      box.bound = 0;
      box.byTime = false;
      return;
    }
    if (!Double.isFinite(moved)) { // since an event that ended without an answer
      restart();
    }
    boolean rebuilt = false;
    int before = Integer.MAX_VALUE;
    double many = Math.max(MANY_OPEN, 1.25 * openBefore); // jobs that are alike stay open together
    int tried = 0;
    while (true) {
      double cap = gather();
      double least = 0.01 / runnable;
      boolean last = open.count <= many || radius <= least || open.count > 0.9 * before;
      double goal = last ? GOAL : Math.max(GOAL, radius * radius / 64);
      Outcome outcome = box.search(price, level, radius, cap, goal);
      moveTo(box.price, box.level);
      boxes++;
      if (outcome == Outcome.CLOSED && last) {
        break;
      }
      before = outcome == Outcome.CLOSED ? open.count : Integer.MAX_VALUE;
      double change =
          outcome == Outcome.ON_EDGE ? 2 : Math.max(0.125, 0.25 * MANY_OPEN / open.count);
      radius = Math.min(WIDEST, radius * change);
      if (++tried > MOST_BOXES) {
        if (rebuilt) {
          throw new SolveFailedException(
              "level %s and bound %s do not meet".formatted(box.lowest, box.bound));
        }
        rebuilt = true;
        tried = 0;
        restart();
      }
    }
    openBefore = open.count;
    if (open.count < FEW_OPEN) {
      radius = Math.min(WIDEST, 1.25 * radius);
    } else if (open.count > ENOUGH_OPEN && tried == 0) { // a smaller box would hold the optimum
      radius = Math.max(0.01 / runnable, radius * ENOUGH_OPEN / open.count);
    }
  }

  /**
   * Opens jobs that prices in the box may move, and settles those that they do not.
   *
   * @return the least level at which a job runs full time, if it is in the box
   */
  private double gather() {
    double[] floored = price.clone();
    Arrays.setAll(floored, k -> Math.max(price[k], BoxSearch.FLOOR * level / box.unit(k)));
    moveTo(floored, level);
    settleWithin();
    double cap = cap();
    if (cap < level) {
      moveTo(price, cap);
      settleWithin();
    }
    return cap;
  }

  private void settleWithin() {
    while (!expiry.isEmpty() && expiry.least() <= moved + radius) {
      unsettle(expiry.first());
    }
    for (int i = open.count - 1; i >= 0; i--) {
      int slot = open.slot(i);
      double demand = level * jobs.requirement(slot);
      mix.find(slot, price, demand);
      double slack = Math.log1p(mix.slack(demand));
      if (slack > 2 * radius) {
        open.settle(slot, mix.from, mix.to);
        sums.add(slot, mix.from, mix.to, 1);
        expiry.add(slot, moved + slack);
      }
    }
    box.evaluations += open.count;
  }

  /** The least level at which an open job runs full time; settled ones do at none in the box. */
  private double cap() {
    int slowest = open.slowest();
    return slowest < 0
        ? Double.POSITIVE_INFINITY
        : jobs.fastest(slowest) / jobs.requirement(slowest);
  }

  private void moveTo(double[] prices, double to) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < price.length; k++) {
      double log = Math.log(prices[k] / price[k]);
      least = Math.min(least, log);
      most = Math.max(most, log);
      price[k] = prices[k];
    }
    // A common factor of all prices changes no mix.
    moved += Math.max((most - least) / 2, Math.abs(Math.log(to / level)));
    if (!Double.isFinite(moved)) {
      throw new SolveFailedException(
          "the level moves from %s to %s, and prices of workers to %s; a throughput or a weight is"
                  .formatted(level, to, Arrays.toString(prices))
              + " at the end of the range of numbers");
    }
    level = to;
  }

  /** The level that all jobs reach, by worker. */
  double lowest() {
    return box.lowest;
  }

  /** What no level exceeds, by worker. */
  double bound() {
    return box.bound;
  }

  /** The price of a worker that proves the bound. */
  double price(int k) {
    return box.proof[k];
  }

  /** The job whose full time proves the bound; negative if the prices do. */
  int slowest() {
    return box.byTime ? open.slowest() : OpenSlots.NONE;
  }

  /** The price of a job's throughput. */
  double owed(int slot) {
    mix.find(slot, box.proof, box.proofLevel * jobs.requirement(slot));
    return jobs.held[slot] * mix.owed;
  }

  /** The price of a job's time. */
  double time(int slot) {
    mix.find(slot, box.proof, box.proofLevel * jobs.requirement(slot));
    return mix.from == SlotMix.IDLE
        ? 0
        : jobs.held[slot] * Math.max(0, mix.owed * mix.rate(mix.to) - box.proof[mix.to]);
  }

  int openCount() {
    return open.count;
  }

  long evaluations() {
    return box.evaluations;
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
      box.addSettled(mix, slot, demand, x);
    } else {
      box.addOpen(mix, slot, demand, x);
    }
  }
}
