package io.gavel.policies.lp.solver.interior.tiled;

import java.util.Arrays;

/**
 * What the tiles of one class in a chunk add to the resources' rows. Immutable; arrays are not
 * copied and must not be modified.
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
   * Adds up what a workspace has for each place.
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

  /** The sums of the rows, followed by zeros. */
  private static double[] sums(double[][] rows, int count, int places) {
    double[] sums = new double[count];
    Arrays.setAll(sums, s -> s < rows.length ? TileKernels.sum(rows[s], places) : 0);
    return sums;
  }
}
