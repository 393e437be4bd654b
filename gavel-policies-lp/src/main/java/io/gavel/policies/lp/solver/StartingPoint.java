package io.gavel.policies.lp.solver;

import java.util.Arrays;

/**
 * Where the structured interior-point method begins: half of everything for everyone, and prices of
 * workers above what anyone would pay, so that all rows of both programs hold.
 */
final class StartingPoint {

  private final Tiles tiles;
  private final Point at;
  private final double[][] reached;
  private final double[][] fastest;

  private StartingPoint(Tiles tiles) {
    this.tiles = tiles;
    at = new Point(tiles);
    reached = tiles.byJob();
    fastest = tiles.byJob();
  }

  static Point of(Tiles tiles, boolean hasLevel) {
    StartingPoint start = new StartingPoint(tiles);
    start.fractions();
    start.at.level = hasLevel ? 0.5 * start.smallestLevel() : 0;
    start.prices(start.surplus());
    return start.at;
  }

  private void fractions() {
    double all = 0;
    for (double[] sizes : tiles.size) {
      all += Lanes.sum(sizes);
    }
    double[] wanted = new double[tiles.pools];
    for (int s = 0; s < tiles.slots; s++) {
      wanted[tiles.pool[s]] += all;
    }
    System.arraycopy(tiles.workers, 0, at.free, 0, tiles.pools);
    double used = 0;
    for (int s = 0; s < tiles.slots; s++) {
      int k = tiles.pool[s];
      double fraction = 0.5 * Math.min(1.0 / tiles.slots, tiles.workers[k] / wanted[k]);
      at.free[k] -= all * fraction;
      used += fraction;
      for (int t = 0; t < tiles.count; t++) {
        int r = tiles.row(t, s);
        Arrays.fill(at.x[r], fraction);
        Lanes.move(reached[t], tiles.rate[r], fraction);
        Lanes.largest(tiles.rate[r], fastest[t]);
      }
    }
    for (double[] idle : at.idle) {
      Arrays.fill(idle, 1 - used);
    }
  }

  private double smallestLevel() {
    double smallest = Double.POSITIVE_INFINITY;
    for (int t = 0; t < tiles.count; t++) {
      double[] requirement = tiles.requirement[t];
      for (int i = 0; i < requirement.length; i++) {
        if (requirement[i] > 0) {
          smallest = Math.min(smallest, reached[t][i] / requirement[i]);
        }
      }
    }
    return smallest;
  }

  /** Surplus and prices of throughput; returns the most that anyone would pay. */
  private double surplus() {
    double requirements = 0;
    double largestGain = 0;
    for (int t = 0; t < tiles.count; t++) {
      double[] requirement = tiles.requirement[t];
      for (int i = 0; i < requirement.length; i++) {
        requirements += requirement[i] > 0 ? requirement[i] / fastest[t][i] : 0;
      }
      for (int s = 0; s < tiles.slots; s++) {
        for (double gain : tiles.gain[tiles.row(t, s)]) {
          largestGain = Math.max(largestGain, Math.abs(gain));
        }
      }
    }
    double dear = largestGain;
    for (int t = 0; t < tiles.count; t++) {
      for (int i = 0; i < at.owed[t].length; i++) {
        double demanded = tiles.floor[t][i] + tiles.requirement[t][i] * at.level;
        double most = reached[t][i];
        at.surplus[t][i] = Math.max(most - demanded, 0.1 * most); // utilities: reached
        at.owed[t][i] = owed(t, i, requirements, largestGain);
        dear = Math.max(dear, fastest[t][i] * at.owed[t][i]);
      }
    }
    return dear;
  }

  /** For requirements, so that an hour of each job where it is fastest costs the same. */
  private double owed(int t, int i, double requirements, double largestGain) {
    if (tiles.weight[t][i] > 0) {
      return Utility.slope(tiles.power, tiles.weight[t][i], reached[t][i]);
    }
    return tiles.requirement[t][i] > 0
        ? 1 / (requirements * fastest[t][i])
        : Math.max(largestGain, 1e-3);
  }

  private void prices(double dear) {
    Arrays.fill(at.price, dear);
    for (int t = 0; t < tiles.count; t++) {
      tiles.limits.checkAt(t * Tiles.WIDTH);
      double[] time = at.time[t];
      for (int s = 0; s < tiles.slots; s++) {
        int r = tiles.row(t, s);
        for (int i = 0; i < time.length; i++) {
          time[i] = Math.max(time[i], tiles.rate[r][i] * at.owed[t][i] + tiles.gain[r][i]);
        }
      }
      for (int i = 0; i < time.length; i++) {
        time[i] += dear;
      }
      for (int s = 0; s < tiles.slots; s++) {
        int r = tiles.row(t, s);
        Lanes.dualGap(
            tiles.rate[r], at.z[r], time, at.owed[t], tiles.size[t], dear, at.z[r]); // z is 0
        Lanes.subtract(tiles.gain[r], at.z[r]);
      }
    }
  }
}
