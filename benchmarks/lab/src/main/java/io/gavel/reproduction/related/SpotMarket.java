package io.gavel.reproduction.related;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * One job with a deadline that may run on spot workers while there are any, or on demand ("Can't Be
 * Late", NSDI 2024). Spot workers come and go at random. Whenever the job starts on a worker, it
 * first spends some time on loading. All rules go on demand for good once the deadline leaves no
 * other choice.
 */
final class SpotMarket {

  private static final int STEPS = 60; // an hour
  private static final double SPOT_PRICE = 0.3; // of on demand
  private static final int WORK = 48 * STEPS;
  private static final double[] SLACKS = {1.1, 1.3, 1.6}; // deadline over work
  private static final int LOADING = 6;
  private static final double HOURS_THERE = 4;
  private static final double HOURS_GONE = 4;
  private static final int JOBS = 200;

  /** Where a job runs. */
  private enum Place {
    NOWHERE,
    SPOT,
    ON_DEMAND
  }

  /** Where to run in the next step. */
  @FunctionalInterface
  private interface Rule {
    Place next(boolean spot, Place now, double done, double expected);
  }

  /** Waits for spot workers. */
  private static final Rule GREEDY = (spot, now, done, expected) -> waiting(spot);

  /** Also goes on demand while behind the line from nothing to all work at the deadline. */
  private static final Rule UNIFORM_PROGRESS =
      (spot, now, done, expected) -> !spot && done < expected ? Place.ON_DEMAND : waiting(spot);

  private SpotMarket() {}

  private static Place waiting(boolean spot) {
    return spot ? Place.SPOT : Place.NOWHERE;
  }

  /** Costs of many jobs, relative to those on demand alone. */
  static Map<String, Double> costs(long seed) {
    double greedy = 0;
    double uniform = 0;
    double least = 0;
    Random random = new Random(seed);
    for (int i = 0; i < JOBS; i++) {
      int deadline = (int) (WORK * SLACKS[i % SLACKS.length]) + LOADING;
      boolean[] there = availability(deadline, random);
      greedy += cost(GREEDY, there) / JOBS;
      uniform += cost(UNIFORM_PROGRESS, there) / JOBS;
      least += least(there) / JOBS;
    }
    Map<String, Double> costs = new LinkedHashMap<>();
    costs.put("greedy", greedy);
    costs.put("uniform progress", uniform);
    costs.put("least", least);
    return costs;
  }

  private static boolean[] availability(int steps, Random random) {
    boolean[] there = new boolean[steps];
    boolean now = random.nextDouble() < HOURS_THERE / (HOURS_THERE + HOURS_GONE);
    for (int t = 0; t < steps; t++) {
      there[t] = now;
      double hours = now ? HOURS_THERE : HOURS_GONE;
      now ^= random.nextDouble() < 1 / (hours * STEPS);
    }
    return there;
  }

  private static double cost(Rule rule, boolean[] there) {
    Place now = Place.NOWHERE;
    int loading = 0;
    double done = 0;
    double cost = 0;
    for (int t = 0; t < there.length && done < WORK; t++) {
      boolean last = there.length - t <= WORK - done + LOADING;
      Place next =
          last || (now == Place.ON_DEMAND && done < line(t, there))
              ? Place.ON_DEMAND
              : rule.next(there[t], now, done, line(t, there));
      if (next != now && next != Place.NOWHERE) {
        loading = LOADING;
      }
      now = next;
      if (now != Place.NOWHERE) {
        cost += (now == Place.SPOT ? SPOT_PRICE : 1) / WORK;
        done += loading > 0 ? 0 : 1;
        loading = Math.max(0, loading - 1);
      }
    }
    if (done < WORK) {
      throw new IllegalStateException("the job is late: %s of %s steps".formatted(done, WORK));
    }
    return cost;
  }

  /** The work that should be done by a time. */
  private static double line(int t, boolean[] there) {
    return (double) WORK * t / there.length;
  }

  /** A bound: all spot time is used first, and nothing is lost on loading. */
  private static double least(boolean[] there) {
    int spot = 0;
    for (boolean now : there) {
      spot += now ? 1 : 0;
    }
    double onSpot = Math.min(spot, WORK);
    return (SPOT_PRICE * onSpot + WORK - onSpot) / WORK;
  }
}
