package io.gavel.estimator;

import io.gavel.estimator.evaluate.Accuracy;
import io.gavel.estimator.evaluate.HoldOut;
import io.gavel.estimator.evaluate.HoldOut.HeldOutTrial;
import io.gavel.estimator.table.ReferenceTable;
import java.util.ArrayList;
import java.util.List;

/**
 * The protocol of {@link HoldOut} over several draws and profiles.
 *
 * @param table all types; a truth to compare with
 * @param references how many of them are references
 * @param seeds how many random choices of references
 * @param closed whether only columns whose partner is a reference are kept
 */
public record Experiment(ReferenceTable table, int references, int seeds, boolean closed) {

  static final List<Double> PROFILES = List.of(0.1, 0.2, 0.5);

  /** One accuracy for each of the profiling probabilities. */
  public List<Accuracy> scores(EstimationMethod method) {
    List<List<HeldOutTrial>> trials =
        PROFILES.stream()
            .map(profile -> (List<HeldOutTrial>) new ArrayList<HeldOutTrial>())
            .toList();
    for (int seed = 0; seed < seeds; seed++) {
      HoldOut draw = draw(seed);
      RowEstimator fitted = method.fit(draw.references());
      for (int p = 0; p < PROFILES.size(); p++) {
        trials.get(p).addAll(draw.trials(fitted, PROFILES.get(p)));
      }
    }
    return trials.stream().map(Accuracy::of).toList();
  }

  private HoldOut draw(int seed) {
    HoldOut draw = HoldOut.draw(table, references, seed);
    List<String> partners = draw.references().names();
    return closed
        ? new HoldOut(
            Tables.closed(draw.references(), partners),
            Tables.closed(draw.newTypes(), partners),
            seed)
        : draw;
  }
}
