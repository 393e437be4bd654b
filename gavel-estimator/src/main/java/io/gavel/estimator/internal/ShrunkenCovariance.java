package io.gavel.estimator.internal;

import io.gavel.estimator.table.Column;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.ReferenceTable;

/**
 * The covariance of a table's columns, with correlations shrunk towards the mean of their group.
 * Mutable, while it is computed.
 */
public final class ShrunkenCovariance {

  /** The smallest variance of a column, that of 1 % errors: it keeps constant columns regular. */
  private static final double LEAST_VARIANCE = 1e-4;

  private final Columns columns;
  private final double[] correlation;
  private final int[] group; // for each column, its worker type and side
  private final int[] partner; // for each column, its partner and side

  private ShrunkenCovariance(ReferenceTable references, double[] correlation) {
    this.columns = references.columns();
    this.correlation = correlation;
    this.group = new int[columns.size()];
    this.partner = new int[columns.size()];
    for (int k = 0; k < group.length; k++) {
      group[k] = firstLike(k, true);
      partner[k] = firstLike(k, false);
    }
  }

  private int firstLike(int k, boolean byWorkerType) {
    Column column = columns.column(k);
    for (int l = 0; l < k; l++) {
      Column other = columns.column(l);
      boolean alike =
          byWorkerType
              ? other.workerType().equals(column.workerType())
              : other.partner().equals(column.partner());
      if (alike && other.side() == column.side()) {
        return l;
      }
    }
    return k;
  }

  /**
   * Returns the covariance of a table's columns.
   *
   * @param references the table
   * @param shrinkage how far correlations move towards the mean of their group, from 0 to 1
   * @return {@code [column][column]}, row-major, in a new array
   */
  public static double[] of(ReferenceTable references, double shrinkage) {
    int size = references.columns().size();
    double[] covariance = sample(references);
    double[] deviations = new double[size];
    for (int k = 0; k < size; k++) {
      deviations[k] = Math.sqrt(covariance[k * size + k] + LEAST_VARIANCE);
    }
    for (int k = 0; k < size; k++) {
      for (int l = 0; l < size; l++) {
        covariance[k * size + l] /= deviations[k] * deviations[l];
      }
    }
    ShrunkenCovariance shrunken = new ShrunkenCovariance(references, covariance);
    shrunken.shrink(shrinkage);
    for (int k = 0; k < size; k++) {
      for (int l = 0; l < size; l++) {
        covariance[k * size + l] *= deviations[k] * deviations[l];
      }
    }
    return covariance;
  }

  private static double[] sample(ReferenceTable references) {
    int size = references.columns().size();
    double[] means = references.columnMeans();
    double[] covariance = new double[size * size];
    for (int i = 0; i < references.size(); i++) {
      double[] row = references.row(i);
      for (int k = 0; k < size; k++) {
        row[k] -= means[k];
      }
      addOuter(covariance, row, size, 1.0 / Math.max(1, references.size() - 1));
    }
    return covariance;
  }

  private void shrink(double shrinkage) {
    double all = mean(false, false, 0);
    double sameWorkerType = mean(true, false, all);
    double samePartner = mean(false, true, all);
    double scale = Math.max(1, all + sameWorkerType + samePartner);
    int size = columns.size();
    for (int k = 0; k < size; k++) {
      for (int l = 0; l < size; l++) {
        double target =
            k == l
                ? 1
                : ((sameSide(k, l) ? all : 0)
                        + (group[k] == group[l] ? sameWorkerType : 0)
                        + (partner[k] == partner[l] ? samePartner : 0))
                    / scale;
        double own = k == l ? 1 : correlation[k * size + l];
        correlation[k * size + l] = (1 - shrinkage) * own + shrinkage * target;
      }
    }
  }

  /**
   * Returns the mean correlation of different columns of one group in excess of {@code base}, at
   * least 0.
   */
  private double mean(boolean workerType, boolean samePartner, double base) {
    double sum = 0;
    int count = 0;
    int size = columns.size();
    for (int k = 0; k < size; k++) {
      for (int l = 0; l < size; l++) {
        if (k != l
            && sameSide(k, l)
            && (group[k] == group[l]) == workerType
            && (partner[k] == partner[l]) == samePartner) {
          sum += correlation[k * size + l];
          count++;
        }
      }
    }
    return count == 0 ? 0 : Math.max(0, sum / count - base);
  }

  private boolean sameSide(int k, int l) {
    return columns.column(k).side() == columns.column(l).side();
  }

  /**
   * Adds an outer product: {@code matrix += scale * row row'}.
   *
   * @param matrix {@code [column][column]} of rates or other numbers, row-major; modified
   * @param row rates or other numbers, one for each column; not modified
   * @param columns the number of columns
   * @param scale the factor of the product
   */
  public static void addOuter(double[] matrix, double[] row, int columns, double scale) {
    for (int k = 0; k < columns; k++) {
      double factor = scale * row[k];
      for (int l = 0; l < columns; l++) {
        matrix[k * columns + l] += factor * row[l];
      }
    }
  }
}
