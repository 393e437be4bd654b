package io.gavel.reproduction.gavel;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Rules;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs of a heterogeneity-aware policy and of its agnostic variant. Immutable.
 *
 * @param aware the run of the aware policy
 * @param blind the run of the agnostic policy
 */
record AwareAndBlind(ExperimentRun aware, ExperimentRun blind) {

  /** Both runs on the published cluster, with the jobs of a workload. */
  static AwareAndBlind of(String key, Workload load, Window window, Rules rules) {
    return new AwareAndBlind(
        RunFactory.published(key, load, window).by(rules).run(),
        RunFactory.published(key + "_agnostic", load, window).by(rules).run());
  }

  /** The runs of several pairs. */
  static List<ExperimentRun> runs(AwareAndBlind... pairs) {
    return Stream.of(pairs).flatMap(pair -> Stream.of(pair.aware, pair.blind)).toList();
  }

  /** Average completion times by the original's rules and by the default rules. */
  static List<ReproducedFigure> comparison(
      AwareAndBlind original, AwareAndBlind ours, double aware, double blind) {
    String what = "average JCT, h";
    return List.of(
        ReproducedFigure.published("aware, " + what, aware, r -> r.jctHours(original.aware)),
        ReproducedFigure.published("agnostic, " + what, blind, r -> r.jctHours(original.blind)),
        ReproducedFigure.published(
            "agnostic over aware", blind / aware, r -> r.jctRatio(original.blind, original.aware)),
        ReproducedFigure.ours("aware by default rules, " + what, r -> r.jctHours(ours.aware)),
        ReproducedFigure.ours("agnostic by default rules, " + what, r -> r.jctHours(ours.blind)),
        ReproducedFigure.ours(
            "agnostic over aware by default rules", r -> r.jctRatio(ours.blind, ours.aware)));
  }

  /** The aware policy restricted to its level, compared with the agnostic policy. */
  static List<ReproducedFigure> levelOnly(
      String where,
      ExperimentRun levelOnly,
      ExperimentRun blind,
      double publishedAware,
      double publishedBlind) {
    return List.of(
        ReproducedFigure.published(
            where + "aware, level only, h", publishedAware, r -> r.jctHours(levelOnly)),
        ReproducedFigure.published(
            where + "agnostic over aware, level only",
            publishedBlind / publishedAware,
            r -> r.jctRatio(blind, levelOnly)));
  }
}
