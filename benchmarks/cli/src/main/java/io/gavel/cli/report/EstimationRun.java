package io.gavel.cli.report;

import io.gavel.estimator.Estimate.Match;
import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.evaluate.Accuracy;
import io.gavel.estimator.evaluate.HoldOut;
import io.gavel.estimator.evaluate.HoldOut.HeldOutTrial;
import io.gavel.estimator.method.Fingerprint;
import io.gavel.estimator.table.ReferenceTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/**
 * The accuracy of a method on a table, over one or more draws of references.
 *
 * @param accuracy over all draws
 * @param types the job types that were new in any draw, by name
 */
public record EstimationRun(Accuracy accuracy, List<NewType> types) {

  /**
   * The settings of the draws.
   *
   * @param table all job types
   * @param references the number of references among them
   * @param profile the probability that a column of a new type is measured
   * @param seeds one for each draw
   */
  public record Setup(ReferenceTable table, int references, double profile, List<Long> seeds) {}

  /**
   * A job type over the draws in which it was new.
   *
   * @param name the job type
   * @param draws the number of these draws
   * @param accuracy over these draws
   * @param closest the references nearest to its completed row; distances are means over the draws
   *     in which they were references
   */
  record NewType(String name, int draws, Accuracy accuracy, List<Match> closest) {}

  private static final int CLOSEST = 3;

  public static EstimationRun of(EstimationMethod method, Setup setup, IntConsumer drawsDone) {
    List<HeldOutTrial> trials = new ArrayList<>();
    Map<String, List<Match>> matches = new TreeMap<>();
    for (long seed : setup.seeds()) {
      HoldOut draw = HoldOut.draw(setup.table(), setup.references(), seed);
      RowEstimator fitted = method.fit(draw.references());
      for (HeldOutTrial heldOutTrial : draw.trials(fitted, setup.profile())) {
        trials.add(heldOutTrial);
        matches
            .computeIfAbsent(heldOutTrial.jobType(), name -> new ArrayList<>())
            .addAll(Fingerprint.matches(draw.references(), heldOutTrial.estimate()));
      }
      drawsDone.accept(trials.size() / draw.newTypes().size());
    }
    return new EstimationRun(
        Accuracy.of(trials),
        matches.entrySet().stream()
            .map(type -> newType(type.getKey(), trials, type.getValue()))
            .toList());
  }

  private static NewType newType(String name, List<HeldOutTrial> trials, List<Match> matches) {
    List<HeldOutTrial> own =
        trials.stream().filter(heldOutTrial -> heldOutTrial.jobType().equals(name)).toList();
    return new NewType(name, own.size(), Accuracy.of(own), closest(matches));
  }

  private static List<Match> closest(List<Match> matches) {
    Map<String, Double> distances =
        matches.stream()
            .collect(
                Collectors.groupingBy(
                    Match::reference, TreeMap::new, Collectors.averagingDouble(Match::distance)));
    return distances.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.naturalOrder())) // stable: then by name
        .limit(CLOSEST)
        .map(entry -> new Match(entry.getKey(), entry.getValue()))
        .toList();
  }
}
