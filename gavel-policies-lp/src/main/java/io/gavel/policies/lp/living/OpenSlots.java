package io.gavel.policies.lp.living;

import java.util.Arrays;

/** Which jobs are open, and the pools of those that are settled. Mutable. */
final class OpenSlots {

  static final int NONE = -1;

  private static final int SETTLED = -1;
  private static final int ABSENT = -2;

  private final JobSlots jobs;
  private final SlotMix mix;
  private int[] slots = new int[16];

  /** The place among the open jobs, {@code [slot]}. */
  private int[] at = new int[0];

  private int[] from = new int[0];
  private int[] to = new int[0];

  int count;

  OpenSlots(JobSlots jobs) {
    this.jobs = jobs;
    mix = new SlotMix(jobs);
  }

  int slot(int i) {
    return slots[i];
  }

  int from(int slot) {
    return from[slot];
  }

  int to(int slot) {
    return to[slot];
  }

  boolean isSettled(int slot) {
    return slot < at.length && at[slot] == SETTLED;
  }

  void clear() {
    count = 0;
    Arrays.fill(at, ABSENT);
  }

  void add(int slot) {
    if (slot >= at.length) {
      int old = at.length;
      int most = Math.max(16, 2 * slot);
      at = Arrays.copyOf(at, most);
      from = Arrays.copyOf(from, most);
      to = Arrays.copyOf(to, most);
      Arrays.fill(at, old, most, ABSENT);
    }
    if (count == slots.length) {
      slots = Arrays.copyOf(slots, 2 * count);
    }
    at[slot] = count;
    slots[count++] = slot;
  }

  /** Removes an open job. */
  void remove(int slot) {
    int last = slots[--count];
    slots[at[slot]] = last;
    at[last] = at[slot];
    at[slot] = ABSENT;
  }

  void settle(int slot, int slower, int faster) {
    remove(slot);
    at[slot] = SETTLED;
    from[slot] = slower;
    to[slot] = faster;
  }

  /** The open job that runs full time at the least level; {@link #NONE} without any. */
  int slowest() {
    int slowest = NONE;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      double full = jobs.fastest(slots[i]) / jobs.requirement(slots[i]);
      if (full < least) {
        least = full;
        slowest = slots[i];
      }
    }
    return slowest;
  }

  /**
   * What the open jobs use by their cheapest mixes.
   *
   * @param price of a worker, {@code [pool]}
   * @param unit what uses are divided by, {@code [pool]}
   * @param use workers in units, {@code [pool]}; overwritten
   * @param slope the change by a relative change of the level, {@code [pool]}; overwritten
   */
  void use(double[] price, double level, double[] unit, double[] use, double[] slope) {
    Arrays.fill(use, 0);
    Arrays.fill(slope, 0);
    for (int i = 0; i < count; i++) {
      int slot = slots[i];
      double demand = level * jobs.requirement(slot);
      mix.find(slot, price, demand);
      double held = jobs.held[slot];
      use[mix.to] += held * mix.ofTo;
      double more = held * demand / (mix.rate(mix.to) - mix.rate(mix.from));
      slope[mix.to] += more;
      if (mix.from != SlotMix.IDLE) {
        use[mix.from] += held * mix.ofFrom;
        slope[mix.from] -= more;
      }
    }
    for (int k = 0; k < use.length; k++) {
      use[k] /= unit[k];
      slope[k] /= unit[k];
    }
  }
}
