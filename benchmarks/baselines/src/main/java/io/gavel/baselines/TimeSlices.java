package io.gavel.baselines;

import io.gavel.policies.AllocationProblem;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Assigns the time of workers slice by slice, each to the job with the largest gain per worker:
 * marginal gains for gangs, which can run longer, and, if they have configurations, on more workers
 * than in a slice that they have. Mutable.
 */
/*
 * The order of slices matters only where a pool runs out. So rigid jobs get all slices with a gain
 * of at least some floor job by job, as they lie in memory, if that leaves every pool that gives
 * any room for the widest gang: then no question for room has another answer than in the order of
 * gains, and the slices are the same. Where a pool would run out, what was given is taken back, and
 * the jobs above the floor are queued. The floor falls further after a success and less far after a
 * failure, so queues are few and short.
 */
final class TimeSlices {

  /** The value of a throughput to a job; concave and increasing. */
  @FunctionalInterface
  interface Value {
    /** Returns the value in any unit; may be minus infinity at throughput 0. */
    double of(int m, double stepsPerSecond);
  }

  private static final int NONE = -1;

  /** The part of the largest gain that a floor is: at first, at most, and at least. */
  private static final double PART = 1 / 4.0;

  private static final double LARGEST_PART = 0.9;
  private static final double SMALLEST_PART = 1e-6;

  /** The jobs, as a part of all, that are queued without a try at a higher floor. */
  private static final double FEW = 1 / 8.0;

  /**
   * The jobs for each worker type from which on floors take less time than one queue of all: with 3
   * types and 65,536 jobs a half to a third, with 4,096 jobs as long.
   */
  private static final int MANY = 4_096;

  private final AllocationProblem problem;
  private final int types;
  private final int slices;
  private final int many;
  private final boolean rigid;
  private final Value value;
  private final double[] left;

  /** The pool of each worker type. */
  private final int[] pool;

  /** Steps per second from a slice, {@code [group][worker type]}; 0 where a group cannot run. */
  private final double[] rate;

  private final double[] workers;
  private final double[] throughput;
  private final int[] given;

  /** The entry, {@code g · types + j}, of the best slice for each job; {@link #NONE} for none. */
  private final int[] next;

  /** The entry of the slice that it replaces; {@link #NONE} for a further one. */
  private final int[] from;

  /** At least the gain per worker of the best slice of each job; NaN for none. */
  private final double[] gain;

  /** The number of slices of each job. */
  private final int[] taken;

  /** The fewest and the most workers of a group that can run. */
  private final double narrowest;

  private final double widest;

  private final SliceLog log;

  /** The gain per worker of the best slice of the job that was looked at last. */
  private double best;

  private TimeSlices(AllocationProblem problem, int slices, Value value, int many) {
    int jobs = problem.jobCount();
    this.problem = problem;
    this.types = problem.cluster().typeCount();
    this.slices = slices;
    this.many = many;
    this.rigid = problem.configurationCount() == 0;
    this.value = value;
    this.left = new double[problem.cluster().poolCount()];
    Arrays.setAll(left, k -> (double) problem.cluster().poolWorkers(k) * slices);
    this.rate = new double[problem.groupCount() * types];
    this.workers = new double[problem.groupCount()];
    Arrays.setAll(workers, problem::workers);
    this.throughput = new double[jobs];
    this.given = new int[rate.length];
    this.next = new int[jobs];
    this.from = new int[jobs];
    this.gain = new double[jobs];
    this.taken = new int[jobs];
    this.pool = new int[types];
    Arrays.setAll(pool, problem.cluster()::poolOf);
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < types; j++) {
        rate[g * types + j] =
            problem.runs(g, j) ? problem.throughputs().stepsPerSecond(g, 0, j) / slices : 0;
      }
    }
    this.log = new SliceLog(left.length);
    double[] running =
        IntStream.range(0, workers.length)
            .filter(this::runs)
            .mapToDouble(g -> workers[g])
            .toArray();
    this.narrowest = Arrays.stream(running).min().orElse(0);
    this.widest = Arrays.stream(running).max().orElse(0);
  }

  private boolean runs(int g) {
    return IntStream.range(g * types, (g + 1) * types).anyMatch(i -> rate[i] > 0);
  }

  /** Fractions of time, {@code [group][worker type]}, in multiples of one over {@code slices}. */
  static double[] fractions(AllocationProblem problem, int slices, Value value) {
    return fractions(problem, slices, value, MANY);
  }

  /** The same with floors for rigid jobs from another number of jobs for each type on. */
  static double[] fractions(AllocationProblem problem, int slices, Value value, int many) {
    TimeSlices time = new TimeSlices(problem, slices, value, many);
    time.giveOut();
    double[] fractions = new double[time.given.length];
    for (int i = 0; i < fractions.length; i++) {
      fractions[i] = (double) time.given[i] / slices;
    }
    return fractions;
  }

  private void giveOut() {
    for (int m = 0; m < gain.length; m++) {
      next[m] = fastest(m, NONE);
      from[m] = NONE;
      findBest(m);
      gain[m] = next[m] == NONE ? Double.NaN : best;
    }
    if (rigid && gain.length >= (long) many * types) {
      giveAboveFloors();
    } else {
      giveInOrder(0);
    }
  }

  private void giveAboveFloors() {
    double part = PART;
    double failed = 0;
    for (double top = largestGain(); top > 0 && !isFull(); top = largestGain()) {
      double higher = Math.max(part, Math.sqrt(failed / top)); // NaN if both are infinite
      double floor = top == Double.POSITIVE_INFINITY ? top : higher * top;
      if (hasRoomForNext(floor) && givesAll(floor)) {
        part = failed > 0 ? part : Math.max(SMALLEST_PART, part * part);
      } else if (countOf(floor) <= FEW * gain.length || floor >= LARGEST_PART * top) {
        giveInOrder(floor);
        failed = 0;
        part = Math.min(LARGEST_PART, Math.sqrt(part));
      } else {
        failed = floor;
      }
    }
  }

  /** Returns the largest gain; 0 for none. */
  private double largestGain() {
    double largest = 0;
    for (double ofJob : gain) {
      largest = ofJob > largest ? ofJob : largest; // not NaN
    }
    return largest;
  }

  /** Returns the number of jobs with a gain of at least the floor. */
  private int countOf(double floor) {
    int count = 0;
    for (double ofJob : gain) {
      count += ofJob >= floor ? 1 : 0;
    }
    return count;
  }

  /** Returns whether no pool has room for a slice of the narrowest group. */
  private boolean isFull() {
    return Arrays.stream(left).noneMatch(room -> fits(narrowest, room));
  }

  /**
   * Returns whether the next slices with a gain of at least the floor leave every pool room for the
   * widest gang; if not, {@link #givesAll} fails, which takes longer to find.
   */
  private boolean hasRoomForNext(double floor) {
    double[] room = left.clone();
    for (int m = 0; m < gain.length; m++) {
      if (gain[m] >= floor) {
        int k = pool[next[m] - m * types];
        if (fits(workers[m], left[k])) {
          room[k] -= workers[m];
          if (room[k] < widest) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /**
   * Gives rigid jobs all slices with a gain of at least the floor; or none, and returns false, if a
   * pool would be left without room for the widest gang.
   */
  private boolean givesAll(double floor) {
    log.clear(left);
    for (int m = 0; m < gain.length; m++) {
      if (gain[m] >= floor) {
        log.job(m, gain[m], next[m], throughput[m]);
        while (gain[m] >= floor) {
          if (hasRoom(next[m], NONE)) {
            log.slice(next[m]);
            give(m);
            if (left[pool[next[m] - m * types]] < widest) {
              takeBack();
              return false;
            }
          }
          findBest(m);
          gain[m] = next[m] == NONE ? Double.NaN : best;
        }
      }
    }
    return true;
  }

  private void takeBack() {
    log.restore(left);
    for (int s = 0; s < log.slices(); s++) {
      given[log.entry(s)]--;
      taken[log.entry(s) / types]--;
    }
    for (int i = 0; i < log.jobs(); i++) {
      int m = log.job(i);
      gain[m] = log.gain(i);
      next[m] = log.next(i);
      throughput[m] = log.throughput(i);
    }
  }

  /**
   * Gives the slices with a gain of at least the floor, the largest gain first. Gains of rigid jobs
   * only decrease, since values are concave and room only shrinks. So a gain in the queue is an
   * upper bound, and the true one as long as there is room. An elastic job that changes its way may
   * return workers to a pool; other jobs' gains there count from their next turn on.
   */
  private void giveInOrder(double floor) {
    JobHeap queue = new JobHeap(gain, floor);
    while (!queue.isEmpty()) {
      int m = queue.first();
      boolean known = rigid && hasRoom(next[m], NONE);
      if (!known) {
        findBest(m);
      }
      if (known || (next[m] != NONE && !(best < queue.firstNumber()))) {
        give(m);
        findBest(m);
      }
      gain[m] = next[m] == NONE ? Double.NaN : best;
      if (gain[m] >= floor) {
        queue.reorderFirst(gain[m]);
      } else {
        queue.removeFirst();
      }
    }
  }

  private void give(int m) {
    take(from[m], -1);
    take(next[m], 1);
    taken[m] += from[m] == NONE ? 1 : 0;
    throughput[m] += rate(next[m]) - rate(from[m]);
  }

  /** Takes slices of an entry, {@code g · types + j}; a negative number returns them. */
  private void take(int entry, int count) {
    if (entry != NONE) {
      left[pool[entry % types]] -= count * workers[entry / types];
      given[entry] += count;
    }
  }

  /**
   * Finds the gain of a further slice for a rigid job. Rooms only shrink, so the fastest slice with
   * room stays the same until its pool has none.
   */
  private void findFurther(int m) {
    best = 0;
    if (next[m] != NONE && taken[m] < slices && !hasRoom(next[m], NONE)) {
      next[m] = fastest(m, NONE);
    }
    if (next[m] == NONE || taken[m] == slices) {
      next[m] = NONE;
      return;
    }
    double gained = value.of(m, throughput[m] + rate[next[m]]) - value.of(m, throughput[m]);
    best = gained / workers[m];
    if (!(best > 0)) {
      next[m] = NONE;
    }
  }

  /** Finds a job's best gain: a further slice, or one in a wider way in place of one it has. */
  private void findBest(int m) {
    if (rigid) {
      findFurther(m);
      return;
    }
    next[m] = NONE;
    from[m] = NONE;
    best = 0;
    int[] further = problem.configurationsOf(m);
    double worth = value.of(m, throughput[m]);
    for (int a = 0; a <= further.length; a++) {
      int g = a == 0 ? m : further[a - 1];
      if (taken[m] < slices) {
        consider(m, g, NONE, worth);
      }
      for (int b = 0; b <= further.length; b++) {
        int other = b == 0 ? m : further[b - 1];
        for (int i = other * types; other != g && i < (other + 1) * types; i++) {
          if (given[i] > 0) {
            consider(m, g, i, worth);
          }
        }
      }
    }
  }

  /**
   * Keeps the fastest slice of a group that has room, if it gains something and is better than the
   * best yet: a slower one holds as many workers.
   */
  private void consider(int m, int g, int replaced, double worth) {
    int fastest = fastest(g, replaced);
    double more = rate(fastest) - rate(replaced);
    if (fastest == NONE || !(more > 0)) {
      return;
    }
    double gained = value.of(m, throughput[m] + more) - worth;
    double extra = workers[g] - (replaced == NONE ? 0 : workers[replaced / types]);
    double perWorker = extra > 0 ? gained / extra : gained > 0 ? Double.POSITIVE_INFINITY : 0;
    boolean faster =
        next[m] != NONE
            && more / workers[g] > (rate(next[m]) - rate(from[m])) / workers[next[m] / types];
    if (perWorker > best || (perWorker == best && faster)) {
      next[m] = fastest;
      from[m] = replaced;
      best = perWorker;
    }
  }

  /**
   * Returns the fastest slice of a group that can replace another slice; {@link #NONE} for none.
   */
  private int fastest(int g, int replaced) {
    int fastest = NONE;
    double most = 0;
    for (int i = g * types; i < (g + 1) * types; i++) {
      if (rate[i] > most && hasRoom(i, replaced)) {
        fastest = i;
        most = rate[i];
      }
    }
    return fastest;
  }

  /** Returns whether a slice fits into a pool after another slice leaves it. */
  private boolean hasRoom(int entry, int replaced) {
    int k = pool[entry % types];
    boolean back = replaced != NONE && pool[replaced % types] == k;
    return fits(workers[entry / types], left[k] + (back ? workers[replaced / types] : 0));
  }

  private static boolean fits(double gang, double room) {
    // Sums of thousandths of workers have rounding errors, which must not cost a slice.
    return room >= gang * (1 - 1e-9);
  }

  /** Steps per second from a slice of an entry; 0 for none. */
  private double rate(int entry) {
    return entry == NONE ? 0 : rate[entry];
  }
}
