package io.gavel.policies.lp.solver.interior.tiled;

import java.util.Arrays;

/**
 * The contribution of the tiles of one class in a chunk, or of all scattered tiles, to the
 * resources' rows. Immutable, except while scattered tiles are added; arrays are not copied and
 * must not be modified.
 */
final class Sums {

  final int classOfJobs;

  /** Workers used, and the part of the right-hand side, {@code [slot]}. */
  final double[] used;

  final double[] sides;

  /**
   * The part of the matrix, {@code [slot][earlier slot or the same]}, and of the level's column,
   * {@code [slot]}; empty if it was not computed.
   */
  final double[][] complement;

  final double[] levelColumn;

  /**
   * Adds up the values of a workspace for each place.
   *
   * @param places the first places of tiles of the class that have jobs
   * @param withMatrix whether the part of the matrix was computed
   */
  Sums(int classOfJobs, Workspace workspace, int places, boolean withMatrix) {
    this.classOfJobs = classOfJobs;
    int slots = workspace.used.length;
    used = sums(workspace.used, slots, places);
    sides = sums(workspace.sides, slots, places);
    levelColumn = sums(workspace.levelColumn, withMatrix ? slots : 0, places);
    complement = new double[levelColumn.length][];
    for (int s = 0; s < complement.length; s++) {
      complement[s] = sums(workspace.offDiagonal[s], s + 1, places);
      for (int i = 0; i < s; i++) {
        complement[s][i] = -complement[s][i];
      }
      complement[s][s] = TileKernels.sum(workspace.diagonal[s], places);
    }
  }

  /**
   * Sums of scattered tiles, all 0.
   *
   * @param classOfJobs any scattered class, since its slots are the pools
   */
  Sums(int classOfJobs, int pools, boolean withMatrix) {
    this.classOfJobs = classOfJobs;
    used = new double[pools];
    sides = new double[pools];
    levelColumn = new double[withMatrix ? pools : 0];
    complement = new double[levelColumn.length][];
    Arrays.setAll(complement, k -> new double[k + 1]);
  }

  /** Adds the values of a workspace for each place of a scattered tile, and clears it. */
  void scatter(TiledProgram tiledProgram, int t, Workspace workspace) {
    boolean withMatrix = complement.length > 0;
    for (int s = 0; s < tiledProgram.rows(t); s++) {
      int[] slot = tiledProgram.slots(tiledProgram.row(t, s));
      move(workspace.used[s], slot, used);
      move(workspace.sides[s], slot, sides);
      if (withMatrix) {
        move(workspace.levelColumn[s], slot, levelColumn);
        double[] diagonal = workspace.diagonal[s];
        for (int i = 0; i < slot.length; i++) {
          complement[slot[i]][slot[i]] += diagonal[i];
          diagonal[i] = 0;
        }
        for (int e = 0; e < s; e++) {
          moveProducts(
              workspace.offDiagonal[s][e], slot, tiledProgram.slots(tiledProgram.row(t, e)));
        }
      }
    }
  }

  private static void move(double[] from, int[] slot, double[] to) {
    for (int i = 0; i < slot.length; i++) {
      to[slot[i]] += from[i];
      from[i] = 0;
    }
  }

  private void moveProducts(double[] from, int[] slot, int[] other) {
    for (int i = 0; i < slot.length; i++) {
      int k = Math.max(slot[i], other[i]);
      int l = Math.min(slot[i], other[i]);
      complement[k][l] -= k == l ? 2 * from[i] : from[i];
      from[i] = 0;
    }
  }

  /** Returns the sums of the rows, followed by zeros. */
  private static double[] sums(double[][] rows, int count, int places) {
    double[] sums = new double[count];
    Arrays.setAll(sums, s -> s < rows.length ? TileKernels.sum(rows[s], places) : 0);
    return sums;
  }
}
