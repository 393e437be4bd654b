package io.gavel.benchmarks.reproduction.gavel;

import io.gavel.benchmarks.Arms;
import io.gavel.benchmarks.experiment.Arm;
import io.gavel.benchmarks.experiment.ReproducedFigure;
import io.gavel.benchmarks.experiment.Rules;
import io.gavel.benchmarks.simulation.Window;
import io.gavel.benchmarks.workload.Workload;
import java.util.List;
import java.util.stream.Stream;

/**
 * A policy that knows worker types, and its sibling that does not. Immutable.
 *
 * @param aware the policy
 * @param blind the heterogeneity-agnostic one
 */
record AwareAndBlind(Arm aware, Arm blind) {

  /** Both on the published cluster, with the jobs of a workload. */
  static AwareAndBlind of(String key, Workload load, Window window, Rules rules) {
    return new AwareAndBlind(
        Arms.published(key, load, window).by(rules).arm(),
        Arms.published(key + "_agnostic", load, window).by(rules).arm());
  }

  /** The arms of several pairs. */
  static List<Arm> arms(AwareAndBlind... pairs) {
    return Stream.of(pairs).flatMap(pair -> Stream.of(pair.aware, pair.blind)).toList();
  }

  /** Average completion times by the original's rules, and by the default ones. */
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

  /** The aware policy without what it gives beyond its level, compared with the agnostic one. */
  static List<ReproducedFigure> levelOnly(
      String where, Arm levelOnly, Arm blind, double publishedAware, double publishedBlind) {
    return List.of(
        ReproducedFigure.published(
            where + "aware, level only, h", publishedAware, r -> r.jctHours(levelOnly)),
        ReproducedFigure.published(
            where + "agnostic over aware, level only",
            publishedBlind / publishedAware,
            r -> r.jctRatio(blind, levelOnly)));
  }
}
