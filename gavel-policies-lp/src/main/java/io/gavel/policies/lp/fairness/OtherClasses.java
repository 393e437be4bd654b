package io.gavel.policies.lp.fairness;

import java.util.function.IntConsumer;

/** The other classes of jobs by distance from a class, with its envy for them. */
final class OtherClasses {

  /** The part of the most envy from which on envy counts as much. */
  private static final double EQUALLY = 0.9;

  private final int[] jobClass;
  private final double[] excess;
  private final double[] away;
  private int count;

  /**
   * None yet.
   *
   * @param most how many there will be at most
   */
  OtherClasses(int most) {
    jobClass = new int[most];
    excess = new double[most];
    away = new double[most];
  }

  void clear() {
    count = 0;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /**
   * Adds a class.
   *
   * @param howMuch envy for it
   * @param distance how much its rates differ, or another order
   */
  void add(int b, double howMuch, double distance) {
    jobClass[count] = b;
    excess[count] = howMuch;
    away[count++] = distance;
  }

  /** Takes the nearest out, one after the other. */
  void takeNearest(int most, IntConsumer taker) {
    for (int i = 0; i < most && count > 0; i++) {
      int nearest = nearest(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
      taker.accept(jobClass[nearest]);
      count--;
      jobClass[nearest] = jobClass[count];
      excess[nearest] = excess[count];
      away[nearest] = away[count];
    }
  }

  /**
   * Selects the nearest of the classes that are envied most, then repeats this among nearer
   * classes. Classes with equal fractions are envied equally, so one of them is enough.
   */
  void mostEnvied(int most, IntConsumer taker) {
    double within = Double.POSITIVE_INFINITY;
    for (int i = 0; i < most; i++) {
      double worst = Double.NEGATIVE_INFINITY;
      for (int k = 0; k < count; k++) {
        worst = away[k] < within ? Math.max(worst, excess[k]) : worst;
      }
      int next = nearest(EQUALLY * worst, within);
      if (next < 0) {
        return;
      }
      taker.accept(jobClass[next]);
      within = away[next];
    }
  }

  /**
   * Returns the nearest that is envied enough and nearer than a limit; of equally near ones the
   * first.
   */
  private int nearest(double least, double within) {
    int nearest = -1;
    for (int k = 0; k < count; k++) {
      boolean counts = excess[k] >= least && away[k] < within;
      nearest = counts && (nearest < 0 || away[k] < away[nearest]) ? k : nearest;
    }
    return nearest;
  }
}
