package io.gavel.policies.lp.solver.interior.tiled;

import java.util.Arrays;

/**
 * A primal and dual point of a {@link TiledProgram}, or a direction between two points. Every row
 * has a slack, and every variable and slack has a dual partner ({@code x·z}, {@code idle·time},
 * {@code surplus·owed}, {@code free·price}, {@code value·cost}). Mutable.
 */
final class Iterate {

  /** Fractions and their reduced costs, {@code [row][place in tile]}. */
  final double[][] x;

  final double[][] z;

  /** Slack of the time row and price of time, {@code [tile][place in tile]}. */
  final double[][] idle;

  final double[][] time;

  /**
   * Surplus of throughput over its demand, and price of throughput, {@code [tile][place in tile]}.
   */
  final double[][] surplus;

  final double[][] owed;

  /** The slack of each resource, such as free workers, and its price, {@code [resource]}. */
  final double[] free;

  final double[] price;

  /** Values of free variables and their reduced costs, {@code [free variable]}. */
  final double[] value;

  final double[] cost;

  /** The price of a worker, which follows from those of the resources, {@code [class][slot]}. */
  final double[][] ofWorker;

  private final TiledProgram tiledProgram;

  /** The level. */
  double level;

  Iterate(TiledProgram tiledProgram) {
    this(tiledProgram, true);
  }

  private Iterate(TiledProgram tiledProgram, boolean whole) {
    x = whole ? tiledProgram.byColumn() : new double[0][];
    z = whole ? tiledProgram.byColumn() : x;
    idle = whole ? tiledProgram.byJob() : x;
    time = whole ? tiledProgram.byJob() : x;
    surplus = whole ? tiledProgram.byJob() : x;
    owed = whole ? tiledProgram.byJob() : x;
    this.tiledProgram = tiledProgram;
    free = new double[tiledProgram.resources];
    price = new double[tiledProgram.resources];
    value = new double[tiledProgram.freeGain.length];
    cost = new double[tiledProgram.freeGain.length];
    ofWorker = new double[tiledProgram.classes][];
    Arrays.setAll(ofWorker, q -> new double[tiledProgram.pool[q].length]);
  }

  /** Returns the part of a point that belongs to the resources and the level. */
  static Iterate ofPools(TiledProgram tiledProgram) {
    return new Iterate(tiledProgram, false);
  }

  /** Moves the part of a tile along a direction. */
  void moveTile(int t, Iterate direction, double primal, double dual) {
    for (int s = 0; s < tiledProgram.rows(t); s++) {
      int r = tiledProgram.row(t, s);
      TileKernels.move(x[r], direction.x[r], primal);
      TileKernels.move(z[r], direction.z[r], dual);
    }
    TileKernels.move(idle[t], direction.idle[t], primal);
    TileKernels.move(surplus[t], direction.surplus[t], primal);
    TileKernels.move(time[t], direction.time[t], dual);
    TileKernels.move(owed[t], direction.owed[t], dual);
  }

  /** Moves the part of the resources, the free variables and the level along a direction. */
  void moveResources(Iterate direction, double primal, double dual) {
    TileKernels.move(free, direction.free, primal);
    TileKernels.move(value, direction.value, primal);
    level += primal * direction.level;
    TileKernels.move(cost, direction.cost, dual);
    TileKernels.move(price, direction.price, dual);
    priceWorkers();
  }

  /** Computes the prices of workers after those of the resources were set. */
  void priceWorkers() {
    for (int q = 0; q < ofWorker.length; q++) {
      double[][] perWorker = tiledProgram.perWorker[q];
      for (int s = 0; s < ofWorker[q].length; s++) {
        double sum = price[tiledProgram.pool[q][s]];
        for (int e = 0; e < perWorker.length; e++) {
          sum += perWorker[e][s] * price[tiledProgram.resourceOfClass[q][e]];
        }
        ofWorker[q][s] = sum;
      }
    }
  }
}
