package io.gavel.mechanism.internal.limit;

import java.util.Arrays;

/** The room that leases leave under limits. Mutable. */
public final class LimitRoom {

  private static final int NONE = -1;

  private final MomentLimits limits;
  private final int types;
  private final double[] left;

  LimitRoom(MomentLimits limits, int types) {
    this.limits = limits;
    this.types = types;
    this.left = new double[limits.count()];
    Arrays.setAll(left, limits::capacity);
  }

  /** Returns whether a group has room under all limits on a type. */
  public boolean fits(int g, int j, boolean owed) {
    return blocking(g, j, owed) == NONE;
  }

  /** Returns the first limit that leaves no room for a group on a type; -1 if none does. */
  public int blocking(int g, int j, boolean owed) {
    if (!limits.isEmpty()) {
      int i = g * types + j;
      for (int draw = limits.from(i); draw < limits.from(i + 1); draw++) {
        int l = limits.limit(draw);
        if ((l < limits.always() || !owed) && limits.amount(draw) > left[l]) {
          return l;
        }
      }
    }
    return NONE;
  }

  /** Takes the draws of a group on a type. */
  public void take(int g, int j, boolean owed) {
    change(g, j, owed, -1);
  }

  /** Returns the draws of a group on a type. */
  public void give(int g, int j, boolean owed) {
    change(g, j, owed, 1);
  }

  /**
   * Takes the draws of a running lease, whose group may have held fewer workers or may not have
   * been listed when it was granted. Its jobs alone then stand for it.
   *
   * @param g its group; negative if it is not listed
   * @param first a running job
   * @param last the other job of a pair, else the same
   * @param held the workers of the lease, in all pools
   */
  public void takeRunning(int g, int first, int last, int j, boolean owed, double held) {
    int group = g >= 0 ? g : first;
    double times = -Math.max(1, held / limits.workers(group));
    change(group, j, owed, times);
    if (g < 0 && last != first) {
      change(last, j, owed, times);
    }
  }

  private void change(int g, int j, boolean owed, double times) {
    if (!limits.isEmpty()) {
      int i = g * types + j;
      for (int draw = limits.from(i); draw < limits.from(i + 1); draw++) {
        if (limits.limit(draw) < limits.always() || !owed) {
          left[limits.limit(draw)] += times * limits.amount(draw);
        }
      }
    }
  }
}
