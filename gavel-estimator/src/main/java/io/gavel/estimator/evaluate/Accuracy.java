package io.gavel.estimator.evaluate;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.evaluate.HoldOut.HeldOutTrial;
import io.gavel.estimator.table.Column;
import java.util.List;

/**
 * The accuracy of estimates of unmeasured rates. Measured columns and partners' rates ({@link
 * Column.Side#PARTNER}) do not count. Immutable.
 *
 * @param rmse the root mean square error of each row, averaged over the rows that have gaps; NaN if
 *     there is no such row
 * @param pooledRmse the root mean square error over all cells of all rows, where a bad row weighs
 *     more; NaN if there is no cell
 * @param coverage the share of cells whose 90 % interval contains the truth; NaN if there is no
 *     cell
 * @param cells the number of estimated rates
 */
public record Accuracy(double rmse, double pooledRmse, double coverage, int cells) {

  /** The level of the intervals for the coverage. */
  private static final double LEVEL = 0.9;

  /**
   * Compares estimates with the truth.
   *
   * @param trials of one method, over any number of draws
   * @return the accuracy over all of them
   */
  public static Accuracy of(List<HeldOutTrial> trials) {
    double rowErrors = 0;
    int rows = 0;
    double squares = 0;
    int covered = 0;
    int cells = 0;
    for (HeldOutTrial heldOutTrial : trials) {
      double rowSquares = 0;
      int rowCells = 0;
      Estimate estimate = heldOutTrial.estimate();
      for (int k = 0; k < estimate.columns().size(); k++) {
        if (!estimate.measurements().isMeasured(k)
            && estimate.columns().column(k).side() == Column.Side.JOB) {
          double error = estimate.rate(k) - heldOutTrial.truth().rate(k);
          rowSquares += error * error;
          covered += estimate.interval(k, LEVEL).contains(heldOutTrial.truth().rate(k)) ? 1 : 0;
          rowCells++;
        }
      }
      if (rowCells > 0) {
        rowErrors += Math.sqrt(rowSquares / rowCells);
        rows++;
      }
      squares += rowSquares;
      cells += rowCells;
    }
    return new Accuracy(
        rowErrors / rows, Math.sqrt(squares / cells), (double) covered / cells, cells);
  }
}
