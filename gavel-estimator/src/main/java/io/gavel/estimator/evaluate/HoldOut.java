package io.gavel.estimator.evaluate;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The evaluation protocol of Gavel's estimator (Gavel &sect;6, &sect;7): some job types of a table
 * are references; each remaining job type is treated as new, with a random part of its columns
 * measured.
 *
 * <pre>{@code
 * HoldOut draw = HoldOut.draw(table, 16, seed);
 * RowEstimator fitted = method.fit(draw.references());
 * Accuracy accuracy = Accuracy.of(draw.trials(fitted, 0.2));
 * }</pre>
 *
 * <p>A single draw has little significance: repeat it over seeds and judge all trials together.
 * Randomness depends on names and seed, not on the order of rows or columns. Columns measured at a
 * smaller profile are also measured at a larger one. Unlike {@link LeaveOneOut}, which judges
 * methods by the references alone, this needs a table of the true rates of all job types.
 * Immutable.
 *
 * @param references the known job types
 * @param newTypes the job types treated as new, with their true rates
 * @param seed of the choice of measured columns
 */
public record HoldOut(ReferenceTable references, ReferenceTable newTypes, long seed) {

  /**
   * Checks that both tables have the same columns.
   *
   * @param references the known job types
   * @param newTypes the job types treated as new
   * @param seed any
   * @throws IllegalArgumentException if the tables differ in their columns
   */
  public HoldOut {
    references.columns().requireSame(newTypes.columns(), "table of new types", "the references");
  }

  /**
   * Draws the references at random.
   *
   * @param table all job types
   * @param references the number of references, at least 1 and fewer than the table has job types
   * @param seed of the choice of references and of measured columns
   * @return the draw
   * @throws IllegalArgumentException if the number of references is not as described
   */
  public static HoldOut draw(ReferenceTable table, int references, long seed) {
    if (references < 1 || references >= table.size()) {
      throw new IllegalArgumentException(
          "number of references is %s; it must be at least 1 and less than the %s job types"
              .formatted(references, table.size()));
    }
    List<Integer> order = new ArrayList<>(ProfiledRows.byName(table));
    Collections.shuffle(order, new Random(seed));
    return new HoldOut(
        table.select(order.subList(0, references)),
        table.select(order.subList(references, table.size())),
        seed);
  }

  /**
   * Estimates each new type from a random part of its columns.
   *
   * @param fitted a method fitted to {@link #references}
   * @param profile the probability that a column is measured, from 0 to 1; the two rates of a pair
   *     are measured together
   * @return one trial for each new type
   * @throws IllegalArgumentException if the profile is not as described, or the estimator has other
   *     columns
   */
  public List<HeldOutTrial> trials(RowEstimator fitted, double profile) {
    Require.fraction(profile, "probability that a column is measured");
    return IntStream.range(0, newTypes.size())
        .mapToObj(
            i ->
                new HeldOutTrial(
                    newTypes.names().get(i),
                    fitted.estimate(ProfiledRows.profiled(newTypes, i, profile, seed)),
                    newTypes.complete(i)))
        .toList();
  }

  /**
   * An estimate with the truth: a job type that is known in full was treated as new. Immutable.
   *
   * @param jobType the name of the job type
   * @param estimate the estimate from a part of its row
   * @param truth its complete row
   */
  public record HeldOutTrial(String jobType, Estimate estimate, Measurements truth) {

    /**
     * Checks that the two rows can be compared.
     *
     * @param jobType not blank
     * @param estimate over the same columns as the truth
     * @param truth a row measured in full
     * @throws IllegalArgumentException if the name is blank, the rows differ in their columns, or
     *     the truth has gaps
     */
    public HeldOutTrial {
      Require.name(jobType, "job type of a trial");
      truth.columns().requireSame(estimate.columns(), "estimate of " + jobType, "its truth");
      if (truth.count() < truth.columns().size()) {
        throw new IllegalArgumentException(
            "truth of \"%s\" has %s of %s columns; it must have all"
                .formatted(jobType, truth.count(), truth.columns().size()));
      }
    }

    /** Returns the number of estimated columns, including partners' rates. */
    int missing() {
      return estimate.columns().size() - estimate.measurements().count();
    }

    /** Returns the root mean square error over the estimated columns. */
    double rmse() {
      double sum = 0;
      for (int k = 0; k < estimate.columns().size(); k++) {
        double error = estimate.rate(k) - truth.rate(k); // 0 where measured
        sum += error * error;
      }
      return Math.sqrt(sum / missing());
    }
  }
}
