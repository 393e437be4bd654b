package io.gavel.cli.report;

import io.gavel.cli.report.OutputFile.Kind;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.Experiment.Drawing;
import io.gavel.experiment.Experiment.Row;
import io.gavel.experiment.Results;
import io.gavel.input.FileErrors;
import io.gavel.input.InputText;
import io.gavel.plot.Chart;
import io.gavel.plot.ChartSvg;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes {@code results/reproduction.md}, the list of all experiments, and a page for each in
 * {@code results/reproduction}, with its table and pictures.
 */
public final class ReproductionPage {

  private static final Path LIST = Path.of("results", "reproduction.md");
  private static final Path PAGES = Path.of("results", "reproduction");

  private ReproductionPage() {}

  /**
   * The origin in the last line of a page. Immutable.
   *
   * @param commit the commit or version of the program
   * @param options the options of the command that affect figures
   * @param date the day of the drawing
   */
  public record Source(String commit, String options, LocalDate date) {

    private static final int DIGITS = 16; // of a digest

    private String line(Experiment experiment, Results results) {
      String data =
          results.data().entrySet().stream()
              .map(file -> file.getKey() + " " + file.getValue().substring(0, DIGITS))
              .collect(Collectors.joining(", "));
      return "Drawn by `gavel experiment %s%s` at %s on %s from %s."
          .formatted(experiment.name(), options, commit, date, data.isEmpty() ? "no data" : data);
    }
  }

  /**
   * Creates the folders and looks at the files to replace, so that what cannot be written fails
   * before any run.
   *
   * @param folder the folder of the documentation
   * @param experiments the experiments to write pages for
   * @throws InvalidInputException if a file cannot be written, or is no page or picture
   */
  public static void prepare(Path folder, Collection<Experiment> experiments) {
    Path pages = folder.resolve(PAGES);
    try {
      Files.createDirectories(pages);
    } catch (IOException e) {
      throw FileErrors.unwritable(folder, e);
    }
    OutputFile.requireWritable("--docs", Kind.TEXT, folder.resolve(LIST));
    for (Experiment experiment : experiments) {
      OutputFile.requireWritable("--docs", Kind.TEXT, page(pages, experiment));
      for (int number = 1; number <= experiment.charts().size(); number++) {
        Path picture = pages.resolve(picture(experiment, number));
        OutputFile.requireWritable("--docs", Kind.PICTURE, picture);
      }
    }
  }

  private static Path page(Path pages, Experiment experiment) {
    return pages.resolve(experiment.name() + ".md");
  }

  private static String picture(Experiment experiment, int number) {
    return "%s-%s.svg".formatted(experiment.name(), number);
  }

  /**
   * Writes the pages of some experiments and the list of all that have a page, so that the rows and
   * pages of experiments that did not run stay.
   *
   * @param folder the folder of the documentation
   * @param all all experiments, in the order of the list
   * @param results the results of the experiments that ran
   * @param source the commit, the options and the date that each page names
   * @throws InvalidInputException if a file cannot be written
   */
  public static void write(
      Path folder, List<Experiment> all, Map<Experiment, Results> results, Source source) {
    prepare(folder, results.keySet());
    Path pages = folder.resolve(PAGES);
    for (Map.Entry<Experiment, Results> entry : results.entrySet()) {
      writePage(pages, entry.getKey(), entry.getValue(), source);
    }
    StringBuilder list =
        new StringBuilder(InputText.resource(ReproductionPage.class, "reproduction.md"));
    for (Experiment experiment : all) {
      if (Files.exists(page(pages, experiment))) {
        list.append(
            "| [%s](reproduction/%s.md) | %s |\n"
                .formatted(experiment.name(), experiment.name(), experiment.claim()));
      }
    }
    OutputFile.write(folder.resolve(LIST), list.toString());
  }

  private static void writePage(
      Path folder, Experiment experiment, Results results, Source source) {
    StringBuilder page = new StringBuilder();
    text(page, experiment, results);
    int number = 0;
    for (Drawing drawing : experiment.charts()) {
      Chart drawn = drawing.of(results);
      String name = picture(experiment, ++number);
      OutputFile.write(folder.resolve(name), ChartSvg.draw(drawn));
      page.append("![%s](%s)\n\n".formatted(drawn.title(), name));
    }
    page.append(source.line(experiment, results)).append('\n');
    OutputFile.write(page(folder, experiment), page.toString());
  }

  private static void text(StringBuilder page, Experiment experiment, Results results) {
    page.append("# %s\n\n%s\n\n".formatted(experiment.name(), experiment.claim()));
    page.append("Seeds %s.\n\n".formatted(experiment.seeds()));
    page.append("| figure | published | here | ratio | 95 % | reason for a difference |\n");
    page.append("|---|---|---|---|---|---|\n");
    for (Row row : experiment.rows()) {
      page.append(
          "| %s | %s |\n"
              .formatted(String.join(" | ", ExperimentReport.cells(row, results)), row.why()));
    }
    page.append('\n');
    if (!experiment.remark().isEmpty()) {
      page.append(experiment.remark()).append("\n\n");
    }
    long aborted = experiment.runs().stream().filter(results::isSaturated).count();
    if (aborted > 0) {
      page.append(
          ("Settings aborted in at least one seed: %s of %s. A run is aborted when there are more"
                  + " than ten jobs per worker, or jobs that cannot run where they were placed. Its"
                  + " figures are those of the completed jobs.\n\n")
              .formatted(aborted, experiment.runs().size()));
    }
  }
}
