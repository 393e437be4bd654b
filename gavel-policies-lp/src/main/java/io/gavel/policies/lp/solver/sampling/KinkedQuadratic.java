package io.gavel.policies.lp.solver.sampling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
  private static final double SMALL = 1e-14;

  private final int n;

  final double[] gradient;

  /** The matrix H, row-major, of order n. */
  final double[] hessian;

  /** The minimum. */
  final double[] step;

  private final double[] inverse;

  private int kinks;
  private double[] slope = new double[0];
  private double[] steered = new double[0];
  private double[] distance = new double[0];
  private double[] ofFirst = new double[0];
  private int[] jobOf = new int[0];
  private double[] multiplier = new double[0];

  /** The parts of time of each job, and what its kinks leave of them. */
  private final List<double[]> parts = new ArrayList<>();

  private final List<double[]> left = new ArrayList<>();

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
    parts.clear();
    left.clear();
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
    parts.add(new double[] {Math.max(0, first), Math.max(0, second)});
    left.add(new double[2]);
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
      slope = Arrays.copyOf(slope, room * n);
      steered = Arrays.copyOf(steered, room * n);
      distance = Arrays.copyOf(distance, room);
      ofFirst = Arrays.copyOf(ofFirst, room);
      jobOf = Arrays.copyOf(jobOf, room);
      multiplier = Arrays.copyOf(multiplier, room);
    }
    System.arraycopy(a, 0, slope, kinks * n, n);
    distance[kinks] = Math.max(0, z);
    ofFirst[kinks] = part;
    jobOf[kinks] = parts.size() - 1;
    kinks++;
  }

  /** The gradient at 0 without the multipliers of the minimum, {@code [variable]}. */
  double[] rest() {
    double[] rest = gradient.clone();
    for (int kink = 0; kink < kinks; kink++) {
      for (int i = 0; i < n; i++) {
        rest[i] -= multiplier[kink] * slope[kink * n + i];
      }
    }
    return rest;
  }

  /** How far the kinks are, each times its multiplier. */
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
    for (int i = 0; i < left.size(); i++) {
      left.set(i, parts.get(i).clone());
    }
    for (int kink = 0; kink < kinks; kink++) {
      multiplier[kink] = 0;
      for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
          sum += fixed[k] ? 0 : inverse[i * n + k] * slope[kink * n + k];
        }
        steered[kink * n + i] = sum;
      }
    }
    for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      boolean moved = false;
      for (int kink = 0; kink < kinks; kink++) {
        moved |= move(kink);
      }
      if (!moved) {
        return;
      }
    }
  }

  /** Moves to the best multiplier of a kink; returns whether that changed it. */
  private boolean move(int kink) {
    int at = kink * n;
    double z = distance[kink];
    double size = z;
    double curvature = 0;
    for (int i = 0; i < n; i++) {
      z += slope[at + i] * step[i];
      size += Math.abs(slope[at + i] * step[i]);
      curvature += slope[at + i] * steered[at + i];
    }
    if (!(curvature > 0) || Math.abs(z) <= SMALL * size) {
      return false;
    }
    double[] time = left.get(jobOf[kink]);
    double change = Math.max(-z / curvature, -multiplier[kink]);
    change = within(change, time[0], ofFirst[kink]);
    change = within(change, time[1], 1 - ofFirst[kink]);
    multiplier[kink] = Math.max(0, multiplier[kink] + change);
    time[0] = Math.max(0, time[0] - change * ofFirst[kink]);
    time[1] = Math.max(0, time[1] - change * (1 - ofFirst[kink]));
    for (int i = 0; change != 0 && i < n; i++) {
      step[i] += change * steered[at + i];
    }
    return change != 0;
  }

  /** The change, or as much of it as takes no more time than there is. */
  private static double within(double change, double time, double each) {
    return change * each > time ? time / each : change;
  }

  /** The inverse of H and what is added to its diagonal, by Gauss and Jordan. */
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
