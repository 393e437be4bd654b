package io.gavel.cli.options;

import com.fasterxml.jackson.databind.JsonNode;
import io.gavel.cli.page.Comparison;
import io.gavel.cli.page.ComparisonPage;
import io.gavel.cli.report.OutputFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the comparison of runs. */
public final class ComparisonOptions {

  @Option(
      names = "--baseline",
      paramLabel = "NAME",
      description = "Policy to which differences are taken, paired by seed (default: the first).")
  private @Nullable String baseline;

  @Option(
      names = "--csv",
      paramLabel = "FILE.csv",
      description = "Write settings and figures of the runs, one line per run.")
  private @Nullable Path csv;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Write a self-contained page that compares the policies.")
  private @Nullable Path report;

  /** Fails if the files cannot be written or are inputs. */
  public void requireWritable(Path... inputs) {
    OutputFile.requireWritable("--csv", csv, inputs);
    OutputFile.requireWritable("--report", report, inputs);
  }

  /** Prints the comparison and writes the requested files. */
  public void write(List<JsonNode> runs, List<String> provenance, PrintWriter out) {
    if (runs.isEmpty()) {
      return;
    }
    Comparison comparison = Comparison.of(runs, Optional.ofNullable(baseline));
    out.print(comparison.text());
    out.flush();
    if (csv != null) {
      OutputFile.write(csv, comparison.csv());
    }
    if (report != null) {
      OutputFile.write(report, ComparisonPage.html(comparison, provenance));
    }
  }
}
