package io.gavel.policies.lp.solver.interior.tiled;

import io.gavel.policies.lp.solver.coefficients.Utility;
import java.util.Arrays;

/**
 * The starting point of the structured interior-point method: every fraction at half its limit, and
 * prices of workers above those that any job would pay, so that all rows of the primal and dual
 * program hold.
 */
final class StartingPoint {

  /**
   * The least part of its terms that a coupling row has as slack, and the least number of workers
   * in a pool that free variables fill.
   */
  private static final double LEAST = 0.1;

  private final TiledProgram tiledProgram;
  private final Iterate at;
  private final double[][] reached;
  private final double[][] fastest;

  /** The largest fraction of a new column. */
  private static final double NEW = 0.1;

  /** The sizes of the terms in each resource's sum, {@code [resource]}. */
  private final double[] moved;

  private StartingPoint(TiledProgram tiledProgram) {
    this.tiledProgram = tiledProgram;
    at = new Iterate(tiledProgram);
    reached = tiledProgram.byJob();
    fastest = tiledProgram.byJob();
    moved = new double[tiledProgram.resources];
  }

  static Iterate of(TiledProgram tiledProgram, boolean hasLevel) {
    StartingPoint start = new StartingPoint(tiledProgram);
    start.fractions();
    start.at.level = hasLevel ? 0.5 * start.smallestLevel() : 0;
    start.prices(start.surplus());
    return start.at;
  }

  /**
   * Returns the point of a program with other columns, at prices that all columns pay.
   *
   * @param from the other program, and a point of it
   * @param earlier the column of that program that each column was; −1 for new ones; {@code
   *     [column]}
   * @param raise the increase of the prices of time such that no new column has a positive reduced
   *     cost, {@code [job]}
   * @param product the mean product of partners at that point
   */
  static Iterate after(
      TiledProgram to,
      TiledProgram from,
      Iterate before,
      int[] earlier,
      double[] raise,
      double product) {
    Iterate at = new Iterate(to);
    to.placeJobs(from.ofJobs(before.idle), at.idle);
    to.placeJobs(from.ofJobs(before.surplus), at.surplus);
    to.placeJobs(from.ofJobs(before.owed), at.owed);
    double[] time = from.ofJobs(before.time);
    Arrays.setAll(time, m -> time[m] + raise[m]);
    to.placeJobs(time, at.time);
    System.arraycopy(before.free, 0, at.free, 0, at.free.length);
    System.arraycopy(before.price, 0, at.price, 0, at.price.length);
    at.level = before.level;
    at.priceWorkers();
    reducedCosts(to, at);
    for (int r = 0; r < at.x.length; r++) {
      for (int i = 0; i < at.x[r].length; i++) {
        at.z[r][i] = Math.max(at.z[r][i], product / NEW);
        at.x[r][i] = product / at.z[r][i];
      }
    }
    double[] x = from.ofColumns(before.x);
    double[] z = from.ofColumns(before.z);
    double[] paid = to.ofColumns(at.z);
    double[] share = to.ofColumns(at.x);
    for (int c = 0; c < earlier.length; c++) {
      if (earlier[c] >= 0) {
        share[c] = x[earlier[c]];
        paid[c] = Math.max(paid[c], LEAST * z[earlier[c]]);
      }
    }
    to.placeColumns(share, at.x);
    to.placeColumns(paid, at.z);
    return at;
  }

  private void fractions() {
    double[][] all = sizes();
    double[] wanted = new double[tiledProgram.pools];
    for (int q = 0; q < all.length; q++) {
      for (int s = 0; s < all[q].length; s++) {
        wanted[tiledProgram.pool[q][s]] += all[q][s];
      }
    }
    System.arraycopy(tiledProgram.limit, 0, at.free, 0, tiledProgram.resources);
    freeVariables();
    double[][] fraction = fractionsOfClass(all, wanted);
    for (int t = 0; t < tiledProgram.count; t++) {
      double[] idle = at.idle[t];
      for (int s = 0; s < tiledProgram.rows(t); s++) {
        int r = tiledProgram.row(t, s);
        for (int i = 0; i < idle.length; i++) {
          at.x[r][i] = fraction[tiledProgram.classOfTile[t]][tiledProgram.slot(t, s, i)];
          idle[i] += at.x[r][i];
        }
        TileKernels.addProduct(tiledProgram.rate[r], at.x[r], reached[t]);
        TileKernels.largest(tiledProgram.rate[r], fastest[t]);
      }
      Arrays.setAll(idle, i -> 1 - idle[i]);
    }
    use(fraction, all);
    for (int k = 0; k < tiledProgram.resources; k++) {
      double least = k < tiledProgram.pools ? 0 : LEAST * moved[k];
      double left = Math.max(at.free[k], least);
      at.free[k] = tiledProgram.exact[k] ? 0 : left > 0 ? left : LEAST;
    }
  }

  /**
   * Returns the workers that all jobs of a class hold together in a slot, {@code [class][slot]}.
   */
  private double[][] sizes() {
    double[][] all = bySlot();
    for (int t = 0; t < tiledProgram.count; t++) {
      double[] ofClass = all[tiledProgram.classOfTile[t]];
      for (int s = 0; s < tiledProgram.rows(t); s++) {
        double[] size = tiledProgram.size[tiledProgram.row(t, s)];
        if (tiledProgram.isScattered(t)) {
          for (int i = 0; i < size.length; i++) {
            ofClass[tiledProgram.slot(t, s, i)] += size[i];
          }
        } else {
          ofClass[s] += TileKernels.sum(size);
        }
      }
    }
    return all;
  }

  private double[][] bySlot() {
    double[][] bySlot = new double[tiledProgram.classes][];
    Arrays.setAll(bySlot, q -> new double[tiledProgram.pool[q].length]);
    return bySlot;
  }

  /** Sets the free variables. Their values hold or add workers and are parts of coupling rows. */
  private void freeVariables() {
    for (int f = 0; f < at.value.length; f++) {
      at.value[f] = 0.5;
      for (int e = 0; e < tiledProgram.freeResource[f].length; e++) {
        int k = tiledProgram.freeResource[f][e];
        at.free[k] -= tiledProgram.freeSize[f][e] * at.value[f];
        moved[k] += Math.abs(tiledProgram.freeSize[f][e]) * at.value[f];
      }
    }
  }

  /**
   * Returns the fractions of the jobs of each class, {@code [class][slot]}: half the limit of each
   * pool or, in classes that coupling rows hold back, half of these limits.
   */
  private double[][] fractionsOfClass(double[][] all, double[] wanted) {
    double[][] fraction = bySlot();
    int[] columns = new int[fraction.length];
    for (int t = 0; t < tiledProgram.count; t++) {
      columns[tiledProgram.classOfTile[t]] = Math.max(1, tiledProgram.rows(t));
    }
    double[] used = new double[tiledProgram.resources];
    for (int q = 0; q < fraction.length; q++) {
      for (int s = 0; s < fraction[q].length; s++) {
        int k = tiledProgram.pool[q][s];
        double room = at.free[k] > 0 ? at.free[k] : LEAST;
        fraction[q][s] = 0.5 * Math.min(1.0 / columns[q], room / wanted[k]);
        for (int e = 0; e < tiledProgram.perWorker[q].length; e++) {
          double part = tiledProgram.perWorker[q][e][s] * all[q][s] * fraction[q][s];
          used[tiledProgram.resourceOfClass[q][e]] += Math.max(0, part);
        }
      }
    }
    for (int q = 0; q < fraction.length; q++) {
      for (int s = 0; s < fraction[q].length; s++) {
        double kept = 1;
        for (int e = 0; e < tiledProgram.perWorker[q].length; e++) {
          int k = tiledProgram.resourceOfClass[q][e];
          boolean holds = tiledProgram.perWorker[q][e][s] > 0 && at.free[k] > 0;
          kept = holds ? Math.min(kept, 0.5 * at.free[k] / used[k]) : kept;
        }
        fraction[q][s] *= kept;
      }
    }
    return fraction;
  }

  /** Subtracts the resources that the fractions use. */
  private void use(double[][] fraction, double[][] all) {
    for (int q = 0; q < tiledProgram.classes; q++) {
      for (int s = 0; s < fraction[q].length; s++) {
        double used = all[q][s] * fraction[q][s];
        at.free[tiledProgram.pool[q][s]] -= used;
        for (int e = 0; e < tiledProgram.perWorker[q].length; e++) {
          int k = tiledProgram.resourceOfClass[q][e];
          at.free[k] -= tiledProgram.perWorker[q][e][s] * used;
          moved[k] += Math.abs(tiledProgram.perWorker[q][e][s]) * used;
        }
      }
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
      for (int s = 0; s < tiledProgram.rows(t); s++) {
        for (double gain : tiledProgram.gain[tiledProgram.row(t, s)]) {
          largestGain = Math.max(largestGain, Math.abs(gain));
        }
      }
    }
    for (double gain : tiledProgram.freeGain) {
      largestGain = Math.max(largestGain, Math.abs(gain));
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
   * Returns the price of a job's throughput. For requirements, a unit of time where the job is
   * fastest has the same price for all jobs.
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
    for (int k = 0; k < tiledProgram.resources; k++) {
      at.price[k] = tiledProgram.exact[k] ? 0 : highest;
    }
    at.priceWorkers();
    for (int f = 0; f < at.cost.length; f++) {
      double paid = -tiledProgram.freeGain[f];
      for (int e = 0; e < tiledProgram.freeResource[f].length; e++) {
        paid += tiledProgram.freeSize[f][e] * at.price[tiledProgram.freeResource[f][e]];
      }
      at.cost[f] = Math.max(paid, highest);
    }
    for (int t = 0; t < tiledProgram.count; t++) {
      tiledProgram.limits.checkAt(t * TiledProgram.WIDTH);
      double[] time = at.time[t];
      double[] ofWorker = at.ofWorker[tiledProgram.classOfTile[t]];
      for (int s = 0; s < tiledProgram.rows(t); s++) {
        int r = tiledProgram.row(t, s);
        for (int i = 0; i < time.length; i++) {
          double received = Math.max(0, -ofWorker[tiledProgram.slot(t, s, i)]);
          double worth = tiledProgram.rate[r][i] * at.owed[t][i] + tiledProgram.gain[r][i];
          time[i] = Math.max(time[i], worth + tiledProgram.size[r][i] * received);
        }
      }
      for (int i = 0; i < time.length; i++) {
        time[i] += highest;
      }
    }
    reducedCosts(tiledProgram, at);
  }

  /** Sets the reduced costs, which are 0 at first, to what columns pay beyond their worth. */
  private static void reducedCosts(TiledProgram tiledProgram, Iterate at) {
    double[] price = new double[tiledProgram.places()];
    for (int t = 0; t < tiledProgram.count; t++) {
      double[] ofWorker = at.ofWorker[tiledProgram.classOfTile[t]];
      for (int s = 0; s < tiledProgram.rows(t); s++) {
        int r = tiledProgram.row(t, s);
        for (int i = 0; i < tiledProgram.width(t); i++) {
          price[i] = ofWorker[tiledProgram.slot(t, s, i)];
        }
        double[] z = at.z[r];
        TileKernels.dualGap(
            tiledProgram.rate[r], z, at.time[t], at.owed[t], tiledProgram.size[r], price, z);
        TileKernels.subtract(tiledProgram.gain[r], z);
      }
    }
  }
}
