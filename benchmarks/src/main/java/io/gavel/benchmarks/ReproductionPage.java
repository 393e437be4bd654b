package io.gavel.benchmarks;

import io.gavel.benchmarks.experiment.Chart;
import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.experiment.ReproducedFigure;
import io.gavel.benchmarks.experiment.Results;
import io.gavel.benchmarks.plot.ChartSvg;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;

/** Writes {@code reproduction.md}: all experiments with tables and pictures. */
final class ReproductionPage {

  private static final String PICTURES = "reproduction";

  private static final String INTRODUCTION =
      """
      # Published results, run again

      Written by `gavel experiment all --docs docs`, from the published throughputs, traces and task \
      lists, which are not part of the project. The same command writes the same page, with any \
      number of threads.

      *Ours* is the mean over the seeds, *seeds* the lowest and the highest of them. Simulations \
      follow the original's rules, its faults included, where nothing else is said; "by default \
      rules" means [this simulator](simulation.md) as it is by default, "ideal" a cluster without \
      rounds. Where nothing was published, the column is empty.

      """;

  private ReproductionPage() {}

  /** Makes the folder, so that there is somewhere to write to. */
  static void prepare(Path folder) throws IOException {
    Files.createDirectories(folder.resolve(PICTURES));
  }

  static void write(Path folder, Map<Experiment, Results> results) throws IOException {
    prepare(folder);
    StringBuilder page = new StringBuilder(INTRODUCTION);
    for (Map.Entry<Experiment, Results> entry : results.entrySet()) {
      section(page, entry.getKey(), entry.getValue());
      int number = 0;
      for (Function<Results, Chart> chart : entry.getKey().charts()) {
        Chart drawn = chart.apply(entry.getValue());
        String name = "%s/%s-%d.svg".formatted(PICTURES, entry.getKey().name(), ++number);
        Files.writeString(folder.resolve(name), ChartSvg.draw(drawn));
        page.append("![%s](%s)%n%n".formatted(drawn.title(), name));
      }
    }
    Files.writeString(folder.resolve("reproduction.md"), page.toString().stripTrailing() + "\n");
  }

  private static void section(StringBuilder page, Experiment experiment, Results results) {
    page.append("## %s%n%n%s%n%n".formatted(experiment.name(), experiment.claim()));
    page.append("Seeds %s.%n%n".formatted(experiment.seeds()));
    page.append("| figure | published | ours | ratio | seeds | why where it differs |\n");
    page.append("|---|---|---|---|---|---|\n");
    for (ReproducedFigure figure : experiment.figures()) {
      double ours = figure.ours().applyAsDouble(results);
      double published = figure.published().orElse(Double.NaN);
      page.append(
          "| %s | %s | %s | %s | %s | %s |%n"
              .formatted(
                  figure.what(),
                  ExperimentReport.number(published),
                  ExperimentReport.number(ours),
                  ExperimentReport.number(ours / published),
                  ExperimentReport.spread(figure, results),
                  figure.why()));
    }
    page.append('\n');
    if (!experiment.remark().isEmpty()) {
      page.append(experiment.remark()).append("\n\n");
    }
    long given = experiment.arms().stream().filter(results::isSaturated).count();
    if (given > 0) {
      page.append(
          "Given up in some run, with more jobs than ten for each worker or with jobs left that"
              + " could never run where they were put: %d of %d settings. "
                  .formatted(given, experiment.arms().size())
              + "Their figures are of the jobs that were done.\n\n");
    }
  }
}
