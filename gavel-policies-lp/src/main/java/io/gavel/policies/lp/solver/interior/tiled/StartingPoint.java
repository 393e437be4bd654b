package io.gavel.policies.lp.solver.interior.tiled;

import io.gavel.policies.lp.solver.coefficients.Utility;
import java.util.Arrays;

/**
 * The starting point of the structured interior-point method: every fraction at half its limit, and
 * prices of workers above those that any job would pay, so that all rows of the primal and dual
 * program hold.
 */
final class StartingPoint {

  private final TiledProgram tiledProgram;
  private final Iterate at;
  private final double[][] reached;
  private final double[][] fastest;

  private StartingPoint(TiledProgram tiledProgram) {
    this.tiledProgram = tiledProgram;
    at = new Iterate(tiledProgram);
    reached = tiledProgram.byJob();
    fastest = tiledProgram.byJob();
  }

  static Iterate of(TiledProgram tiledProgram, boolean hasLevel) {
    StartingPoint start = new StartingPoint(tiledProgram);
    start.fractions();
    start.at.level = hasLevel ? 0.5 * start.smallestLevel() : 0;
    start.prices(start.surplus());
    return start.at;
  }

  private void fractions() {
    double all = 0;
    for (double[] sizes : tiledProgram.size) {
      all += TileKernels.sum(sizes);
    }
    double[] wanted = new double[tiledProgram.pools];
    for (int s = 0; s < tiledProgram.slots; s++) {
      wanted[tiledProgram.pool[s]] += all;
    }
    System.arraycopy(tiledProgram.workers, 0, at.free, 0, tiledProgram.pools);
    double used = 0;
    for (int s = 0; s < tiledProgram.slots; s++) {
      int k = tiledProgram.pool[s];
      double fraction =
          0.5 * Math.min(1.0 / tiledProgram.slots, tiledProgram.workers[k] / wanted[k]);
      at.free[k] -= all * fraction;
      used += fraction;
      for (int t = 0; t < tiledProgram.count; t++) {
        int r = tiledProgram.row(t, s);
        Arrays.fill(at.x[r], fraction);
        TileKernels.move(reached[t], tiledProgram.rate[r], fraction);
        TileKernels.largest(tiledProgram.rate[r], fastest[t]);
      }
    }
    for (double[] idle : at.idle) {
      Arrays.fill(idle, 1 - used);
    }
  }

  private double smallestLevel() {
    double smallest = Double.POSITIVE_INFINITY;
    for (int t = 0; t < tiledProgram.count; t++) {
      double[] requirement = tiledProgram.requirement[t];
      for (int i = 0; i < requirement.length; i++) {
        if (requirement[i] > 0) {
          smallest = Math.min(smallest, reached[t][i] / requirement[i]);
        }
      }
    }
    return smallest;
  }

  /** Sets surplus and prices of throughput; returns the highest price that any job would pay. */
  private double surplus() {
    double requirements = 0;
    double largestGain = 0;
    for (int t = 0; t < tiledProgram.count; t++) {
      double[] requirement = tiledProgram.requirement[t];
      for (int i = 0; i < requirement.length; i++) {
        requirements += requirement[i] > 0 ? requirement[i] / fastest[t][i] : 0;
      }
      for (int s = 0; s < tiledProgram.slots; s++) {
        for (double gain : tiledProgram.gain[tiledProgram.row(t, s)]) {
          largestGain = Math.max(largestGain, Math.abs(gain));
        }
      }
    }
    double highest = largestGain;
    for (int t = 0; t < tiledProgram.count; t++) {
      for (int i = 0; i < at.owed[t].length; i++) {
        double demanded = tiledProgram.floor[t][i] + tiledProgram.requirement[t][i] * at.level;
        double most = reached[t][i];
        at.surplus[t][i] =
            Math.max(most - demanded, 0.1 * most); // for utilities the throughput itself
        at.owed[t][i] = owed(t, i, requirements, largestGain);
        highest = Math.max(highest, fastest[t][i] * at.owed[t][i]);
      }
    }
    return highest;
  }

  /**
   * The price of a job's throughput. For requirements, a unit of time where the job is fastest has
   * the same price for all jobs.
   */
  private double owed(int t, int i, double requirements, double largestGain) {
    if (tiledProgram.weight[t][i] > 0) {
      return Utility.slope(tiledProgram.power, tiledProgram.weight[t][i], reached[t][i]);
    }
    return tiledProgram.requirement[t][i] > 0
        ? 1 / (requirements * fastest[t][i])
        : Math.max(largestGain, 1e-3);
  }

  private void prices(double highest) {
    Arrays.fill(at.price, highest);
    for (int t = 0; t < tiledProgram.count; t++) {
      tiledProgram.limits.checkAt(t * TiledProgram.WIDTH);
      double[] time = at.time[t];
      for (int s = 0; s < tiledProgram.slots; s++) {
        int r = tiledProgram.row(t, s);
        for (int i = 0; i < time.length; i++) {
          time[i] =
              Math.max(time[i], tiledProgram.rate[r][i] * at.owed[t][i] + tiledProgram.gain[r][i]);
        }
      }
      for (int i = 0; i < time.length; i++) {
        time[i] += highest;
      }
      for (int s = 0; s < tiledProgram.slots; s++) {
        int r = tiledProgram.row(t, s);
        TileKernels.dualGap(
            tiledProgram.rate[r],
            at.z[r],
            time,
            at.owed[t],
            tiledProgram.size[t],
            highest,
            at.z[r]); // z is 0
        TileKernels.subtract(tiledProgram.gain[r], at.z[r]);
      }
    }
  }
}
