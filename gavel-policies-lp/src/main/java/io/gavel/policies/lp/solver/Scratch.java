package io.gavel.policies.lp.solver;

import java.util.Arrays;

/** What {@link Newton} needs for one tile at a time, and sums for each place in a tile. Mutable. */
final class Scratch {

  /** Weight, mean rate and spread of the row slacks and the first columns of each job. */
  final double[][] weight;

  final double[][] mean;
  final double[][] spread;

  /** The same of the last columns. */
  final double[] weightAfter = lanes();

  final double[] meanAfter = lanes();
  final double[] spreadAfter = lanes();

  /** The product of both pivots that a block has without a column. */
  final double[] left = lanes();

  /** {@code size · ratio} of each column, and that times {@code rate − mean}. */
  final double[][] drawn;

  final double[][] levers;

  /** By how much a column's dual row is off. */
  final double[] gap = lanes();

  /** By how much the prices of time, of throughput and of columns move. */
  final double[] paid = lanes();

  final double[] lever = lanes();
  final double[] time = lanes();
  final double[] wholeTime = lanes();
  final double[] owedMove = lanes();
  final double[] reduced = lanes();

  /** By how much products fall. */
  final double[] fallen = lanes();

  /** Sums over all tiles: of what is drawn from pools, and of the parts of the small system. */
  final double[][] used;

  final double[][] sides;
  final double[][] diagonal;
  final double[][][] offDiagonal;
  final double[][] levelColumn;
  final double[] levelPivot = lanes();
  final double[] levelSide = lanes();
  final double[] owed = lanes();
  final double[] largest = lanes();

  Scratch(int slots) {
    weight = new double[slots + 1][Tiles.WIDTH];
    mean = new double[slots + 1][Tiles.WIDTH];
    spread = new double[slots + 1][Tiles.WIDTH];
    drawn = new double[slots][Tiles.WIDTH];
    levers = new double[slots][Tiles.WIDTH];
    used = new double[slots][Tiles.WIDTH];
    sides = new double[slots][Tiles.WIDTH];
    diagonal = new double[slots][Tiles.WIDTH];
    offDiagonal = new double[slots][][];
    Arrays.setAll(offDiagonal, s -> new double[s][Tiles.WIDTH]);
    levelColumn = new double[slots][Tiles.WIDTH];
  }

  private static double[] lanes() {
    return new double[Tiles.WIDTH];
  }

  static void clear(double[]... sums) {
    for (double[] lanes : sums) {
      Arrays.fill(lanes, 0);
    }
  }

  /** Before the system is factored. */
  void clearFactors() {
    clear(diagonal);
    for (double[][] row : offDiagonal) {
      clear(row);
    }
    clear(levelColumn);
    clear(levelPivot, largest);
  }

  /** Before gaps are measured. */
  void clearGaps() {
    clear(used);
    clear(owed);
  }

  /** Before right-hand sides are added up. */
  void clearSides() {
    clear(sides);
    clear(levelSide);
  }
}
