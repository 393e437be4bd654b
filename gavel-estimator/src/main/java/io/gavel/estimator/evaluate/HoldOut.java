package io.gavel.estimator.evaluate;

import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The protocol of Gavel's estimator (Gavel &sect;6, &sect;7): of the job types of a table some are
 * references, and each of the others comes as new, measured in a random part of its columns.
 *
 * <pre>{@code
 * HoldOut draw = HoldOut.draw(table, 16, seed);
 * RowEstimator fitted = method.fit(draw.references());
 * Accuracy accuracy = Accuracy.of(draw.trials(fitted, 0.2));
 * }</pre>
 *
 * <p>A single draw says little: repeat it over seeds and judge all trials together. Randomness
 * depends on names and seed, not on the order of rows or columns; and what is measured at a smaller
 * profile is measured at a larger one too. Unlike {@link LeaveOneOut}, which judges methods by the
 * references alone, this takes a table of everything there is to know. Immutable.
 *
 * @param references the job types that are known
 * @param newTypes the job types that come as new, with their true rates
 * @param seed of the columns that are measured
 */
public record HoldOut(ReferenceTable references, ReferenceTable newTypes, long seed) {

  /**
   * Checks that both tables have the same columns.
   *
   * @param references the job types that are known
   * @param newTypes the job types that come as new
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
   * @param references how many are references, at least 1 and fewer than the table has
   * @param seed of both the references and the columns that are measured
   * @return the draw
   * @throws IllegalArgumentException if the number of references is not as described
   */
  public static HoldOut draw(ReferenceTable table, int references, long seed) {
    if (references < 1 || references >= table.size()) {
      throw new IllegalArgumentException(
          "number of references is %d; it must be at least 1 and less than the %d job types"
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
}
