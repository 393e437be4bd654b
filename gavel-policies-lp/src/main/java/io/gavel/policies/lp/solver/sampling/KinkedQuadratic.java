package io.gavel.policies.lp.solver.sampling;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The minimum over Δ of {@code g·Δ + Δ·HΔ/2 + Σ_m max_θ −Σ_i θ_i (z_i + a_i·Δ)}: a quadratic with
 * kinks, for a few variables and some dozens of kinks. The multipliers θ of a job's kinks are at
 * least 0 and take no more than all of two parts of its time. Solved in its dual, one kink after
 * the other. Mutable.
 */
final class KinkedQuadratic {

  private static final int MOST_SWEEPS = 300;

  /** Number of sweeps over kinks with nonzero multipliers between full sweeps. */
  private static final int MOST_AMONG = 100;

  private static final double SMALL = 1e-14;

  /** In place of a curvature that was not computed yet. */
  private static final double UNKNOWN = -1;

  private final int n;

  final double[] gradient;

  /** The matrix H, row-major, of order n. */
  final double[] hessian;

  /** The minimum. */
  final double[] step;

  private final double[] inverse;

  private int kinks;

  /** The nonzero entries of the slopes, and the start of each kink's entries, {@code [kink]}. */
  private int[] start = new int[1];

  private int[] variable = new int[0];
  private double[] slope = new double[0];

  private double[] steered = new double[0];
  private double[] distance = new double[0];

  /** By how much a multiplier of 1 moves the minimum to each side of a kink, {@code [kink]}. */
  private double[] curvature = new double[0];

  private double[] ofFirst = new double[0];
  private int[] jobOf = new int[0];
  private double[] multiplier = new double[0];

  private int jobs;

  /** The two parts of time of each job, and what its kinks leave of them; {@code [2 · job]}. */
  private double[] parts = new double[0];

  private double[] left = new double[0];

  /** Which variables stay 0. */
  private final boolean[] fixed;

  KinkedQuadratic(int n, IntPredicate isFixed) {
    this.n = n;
    fixed = new boolean[n];
    IntStream.range(0, n).forEach(i -> fixed[i] = isFixed.test(i));
    gradient = new double[n];
    hessian = new double[n * n];
    step = new double[n];
    inverse = new double[n * n];
  }

  /** Removes all terms. */
  void clear() {
    Arrays.fill(gradient, 0);
    Arrays.fill(hessian, 0);
    kinks = 0;
    jobs = 0;
  }

  /** Adds {@code factor · (v·Δ)² / 2}. */
  void addSquare(double factor, double[] v) {
    for (int i = 0; i < n; i++) {
      for (int k = 0; !fixed[i] && k < n; k++) {
        hessian[i * n + k] += fixed[k] ? 0 : factor * v[i] * v[k];
      }
    }
  }

  /** Adds to an entry of H. */
  void add(int i, int k, double h) {
    hessian[i * n + k] += fixed[i] || fixed[k] ? 0 : h;
  }

  /** Starts a job that has kinks and spends its time in two parts. */
  void addJob(double first, double second) {
    if (2 * jobs == parts.length) {
      parts = Arrays.copyOf(parts, 16 + 4 * jobs);
      left = new double[parts.length];
    }
    parts[2 * jobs] = Math.max(0, first);
    parts[2 * jobs + 1] = Math.max(0, second);
    jobs++;
  }

  /**
   * Adds a kink of the job that was added last.
   *
   * @param a its slope, {@code [variable]}; copied
   * @param z how far it is, at least 0 except for rounding
   * @param part how much its multiplier takes of the first part of time; the rest of 1 is of the
   *     second
   */
  void addKink(double[] a, double z, double part) {
    if (kinks == distance.length) {
      int room = 16 + 2 * kinks;
      start = Arrays.copyOf(start, room + 1);
      steered = Arrays.copyOf(steered, room * n);
      distance = Arrays.copyOf(distance, room);
      curvature = Arrays.copyOf(curvature, room);
      ofFirst = Arrays.copyOf(ofFirst, room);
      jobOf = Arrays.copyOf(jobOf, room);
      multiplier = Arrays.copyOf(multiplier, room);
    }
    int entry = start[kinks];
    if (entry + n > slope.length) {
      variable = Arrays.copyOf(variable, 2 * (entry + n));
      slope = Arrays.copyOf(slope, 2 * (entry + n));
    }
    for (int i = 0; i < n; i++) {
      if (a[i] != 0) {
        variable[entry] = i;
        slope[entry++] = a[i];
      }
    }
    start[kinks + 1] = entry;
    distance[kinks] = Math.max(0, z);
    ofFirst[kinks] = part;
    jobOf[kinks] = jobs - 1;
    kinks++;
  }

  /** Returns the gradient at 0 without the multipliers of the minimum, {@code [variable]}. */
  double[] rest() {
    double[] rest = gradient.clone();
    for (int kink = 0; kink < kinks; kink++) {
      for (int e = start[kink]; e < start[kink + 1]; e++) {
        rest[variable[e]] -= multiplier[kink] * slope[e];
      }
    }
    return rest;
  }

  /** Returns how far the kinks are, each times its multiplier. */
  double missed() {
    double missed = 0;
    for (int kink = 0; kink < kinks; kink++) {
      missed += multiplier[kink] * distance[kink];
    }
    return missed;
  }

  /**
   * Finds the minimum.
   *
   * @param least added to the diagonal of H, {@code [variable]}, so that it is definite
   */
  void solve(double[] least) {
    invert(least);
    for (int i = 0; i < n; i++) {
      step[i] = 0;
      for (int k = 0; k < n; k++) {
        step[i] -= fixed[k] ? 0 : inverse[i * n + k] * gradient[k];
      }
    }
    System.arraycopy(parts, 0, left, 0, 2 * jobs);
    Arrays.fill(multiplier, 0, kinks, 0);
    Arrays.fill(curvature, 0, kinks, UNKNOWN);
    int[] tight = new int[kinks];
    for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      boolean moved = false;
      int count = 0;
      for (int kink = 0; kink < kinks; kink++) {
        moved |= move(kink);
        if (multiplier[kink] > 0) {
          tight[count++] = kink;
        }
      }
      if (!moved) {
        return;
      }
      for (int among = 0; moved && among < MOST_AMONG; among++) {
        moved = false;
        for (int i = 0; i < count; i++) {
          moved |= move(tight[i]);
        }
      }
    }
  }

  /** Moves to the best multiplier of a kink; returns whether that changed it. */
  private boolean move(int kink) {
    double z = distance[kink];
    for (int e = start[kink]; e < start[kink + 1]; e++) {
      z += slope[e] * step[variable[e]];
    }
    if (z >= 0 && multiplier[kink] == 0) {
      return false; // as nearly all of them
    }
    if (curvature[kink] == UNKNOWN) {
      steer(kink);
    }
    double size = distance[kink];
    for (int e = start[kink]; e < start[kink + 1]; e++) {
      size += Math.abs(slope[e] * step[variable[e]]);
    }
    if (!(curvature[kink] > 0) || Math.abs(z) <= SMALL * size) {
      return false;
    }
    int time = 2 * jobOf[kink];
    double change = Math.max(-z / curvature[kink], -multiplier[kink]);
    change = within(change, left[time], ofFirst[kink]);
    change = within(change, left[time + 1], 1 - ofFirst[kink]);
    multiplier[kink] = Math.max(0, multiplier[kink] + change);
    left[time] = Math.max(0, left[time] - change * ofFirst[kink]);
    left[time + 1] = Math.max(0, left[time + 1] - change * (1 - ofFirst[kink]));
    for (int i = 0; change != 0 && i < n; i++) {
      step[i] += change * steered[kink * n + i];
    }
    return change != 0;
  }

  /** Computes how the minimum moves with the multiplier of a kink. */
  private void steer(int kink) {
    curvature[kink] = 0;
    Arrays.fill(steered, kink * n, (kink + 1) * n, 0);
    for (int e = start[kink]; e < start[kink + 1]; e++) {
      int k = variable[e];
      for (int i = 0; i < n; i++) {
        steered[kink * n + i] += fixed[k] ? 0 : inverse[i * n + k] * slope[e];
      }
    }
    for (int e = start[kink]; e < start[kink + 1]; e++) {
      curvature[kink] += slope[e] * steered[kink * n + variable[e]];
    }
  }

  /** Returns the change, or as much of it as takes no more time than there is. */
  private static double within(double change, double time, double each) {
    return change * each > time ? time / each : change;
  }

  /** The inverse of H with an increased diagonal, by Gauss–Jordan elimination. */
  private void invert(double[] least) {
    System.arraycopy(hessian, 0, inverse, 0, inverse.length);
    for (int i = 0; i < n; i++) {
      inverse[i * n + i] += least[i];
    }
    for (int pivot = 0; pivot < n; pivot++) {
      double d = 1 / inverse[pivot * n + pivot];
      inverse[pivot * n + pivot] = 1;
      for (int k = 0; k < n; k++) {
        inverse[pivot * n + k] *= d;
      }
      for (int i = 0; i < n; i++) {
        double factor = inverse[i * n + pivot];
        if (i != pivot && factor != 0) {
          inverse[i * n + pivot] = 0;
          for (int k = 0; k < n; k++) {
            inverse[i * n + k] -= factor * inverse[pivot * n + k];
          }
        }
      }
    }
  }
}
