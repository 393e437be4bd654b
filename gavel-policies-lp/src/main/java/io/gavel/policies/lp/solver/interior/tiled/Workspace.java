package io.gavel.policies.lp.solver.interior.tiled;

import java.util.Arrays;

/**
 * Working arrays of {@link BlockNewtonSystem} for one tile at a time, and sums for each place in a
 * tile. Mutable.
 */
final class Workspace {

  /**
   * Weight, mean rate and spread of the slacks and the first columns of each job, {@code
   * [columns][place]}.
   */
  final double[][] weight;

  final double[][] mean;
  final double[][] spread;

  /** The same for the last columns. */
  final double[] weightAfter;

  final double[] meanAfter;
  final double[] spreadAfter;

  /** The product of both pivots of a block without one column. */
  final double[] left;

  /** {@code size · ratio} of each column, and that times {@code rate − mean}. */
  final double[][] drawn;

  final double[][] levers;

  /** The residual of a column's dual row. */
  final double[] gap;

  /** The prices of a worker in a row. */
  final double[] price;

  /** The changes of the prices of time and throughput and of reduced costs, with their parts. */
  final double[] paid;

  final double[] lever;
  final double[] time;
  final double[] wholeTime;
  final double[] owedMove;
  final double[] reduced;

  /** The falls of products. */
  final double[] fallen;

  /**
   * Sums over the tiles of a class: of the workers used, and of the parts of the Schur complement.
   */
  final double[][] used;

  final double[][] sides;
  final double[][] diagonal;
  final double[][][] offDiagonal;
  final double[][] levelColumn;

  /** Sums over all tiles, and the step lengths. */
  final StepLength reach;

  final double[] levelPivot;

  final double[] levelSide;
  final double[] owed;
  final double[] largest;

  Workspace(int slots, int places) {
    weightAfter = new double[places];
    meanAfter = new double[places];
    spreadAfter = new double[places];
    left = new double[places];
    gap = new double[places];
    price = new double[places];
    paid = new double[places];
    lever = new double[places];
    time = new double[places];
    wholeTime = new double[places];
    owedMove = new double[places];
    reduced = new double[places];
    fallen = new double[places];
    reach = new StepLength(places);
    levelPivot = new double[places];
    levelSide = new double[places];
    owed = new double[places];
    largest = new double[places];
    weight = new double[slots + 1][places];
    mean = new double[slots + 1][places];
    spread = new double[slots + 1][places];
    drawn = new double[slots][places];
    levers = new double[slots][places];
    used = new double[slots][places];
    sides = new double[slots][places];
    diagonal = new double[slots][places];
    offDiagonal = new double[slots][][];
    Arrays.setAll(offDiagonal, s -> new double[s][places]);
    levelColumn = new double[slots][places];
  }

  static void clear(double[]... sums) {
    for (double[] values : sums) {
      Arrays.fill(values, 0);
    }
  }

  /** Before a pass; the sums over the tiles of a class are 0. */
  void clear() {
    clear(levelPivot, levelSide, owed, largest);
    reach.clear();
  }

  /**
   * After the tiles of a class, of which the first places are in use.
   *
   * @param withMatrix whether parts of the Schur complement were added up
   */
  void clearOfClass(int places, boolean withMatrix) {
    clear(places, used);
    clear(places, sides);
    if (withMatrix) {
      clear(places, diagonal);
      for (double[][] row : offDiagonal) {
        clear(places, row);
      }
      clear(places, levelColumn);
    }
  }

  private static void clear(int places, double[][] sums) {
    for (double[] values : sums) {
      Arrays.fill(values, 0, places, 0);
    }
  }
}
