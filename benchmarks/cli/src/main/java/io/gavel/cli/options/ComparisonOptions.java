package io.gavel.cli.options;

import com.fasterxml.jackson.databind.JsonNode;
import io.gavel.catalog.PolicyCatalog;
import io.gavel.cli.page.Comparison;
import io.gavel.cli.page.ComparisonPage;
import io.gavel.cli.report.OutputFile;
import io.gavel.cli.report.OutputFile.Kind;
import io.gavel.cli.report.SweepFile;
import io.gavel.workload.InvalidInputException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the comparison of runs. */
public final class ComparisonOptions {

  @Option(names = "--baseline", paramLabel = "NAME")
  private @Nullable String baseline;

  @Option(names = "--csv", paramLabel = "FILE.csv")
  private @Nullable Path csv;

  @Option(names = "--job-csv", paramLabel = "FILE.csv")
  private @Nullable Path jobs;

  @Option(names = "--report", paramLabel = "FILE.html")
  private @Nullable Path report;

  /** Returns whether the jobs of the runs are wanted. */
  public boolean withJobs() {
    return jobs != null;
  }

  /** Fails if the files cannot be written or are inputs. */
  public void requireWritable(Path... inputs) {
    OutputFile.requireWritable("--csv", Kind.RUNS_TABLE, csv, inputs);
    OutputFile.requireWritable("--job-csv", Kind.RUNS_TABLE, jobs, inputs);
    OutputFile.requireWritable("--report", Kind.PAGE, report, inputs);
    OutputFile.requireDistinct("--csv", csv, "--job-csv", jobs);
    OutputFile.requireDistinct("--job-csv", jobs, "--report", report);
    OutputFile.requireDistinct("--csv", csv, "--report", report);
  }

  /** Fails before runs whose policies the baseline is not among. */
  public void requireBaseline(Collection<String> policies) {
    if (baseline != null && named(baseline, policies).isEmpty()) {
      throw new InvalidInputException(
          "--baseline is \"%s\"; it must be one of the policies, %s"
              .formatted(baseline, String.join(", ", policies)));
    }
  }

  private static Optional<String> named(String name, Collection<String> policies) {
    return policies.stream().filter(policy -> PolicyCatalog.isSame(policy, name)).findFirst();
  }

  /** Fails if a comparison is asked for where there is none. */
  public void requireNone(String reason) {
    if (baseline != null || csv != null || report != null) {
      throw new InvalidInputException("--baseline, --csv and --report: " + reason);
    }
  }

  /** Prints the comparison and writes the requested files. */
  public void write(List<JsonNode> runs, List<String> provenance, PrintWriter out) {
    if (runs.isEmpty()) {
      return;
    }
    Set<String> policies = new LinkedHashSet<>();
    runs.forEach(line -> policies.add(line.path("run").path("policy").asText()));
    requireBaseline(policies);
    Comparison comparison =
        Comparison.of(runs, baseline == null ? Optional.empty() : named(baseline, policies));
    out.print(comparison.text());
    out.flush();
    if (csv != null) {
      OutputFile.write(csv, comparison.csv());
    }
    if (jobs != null) {
      OutputFile.write(jobs, SweepFile.jobs(runs));
    }
    if (report != null) {
      OutputFile.write(report, ComparisonPage.html(comparison, provenance));
    }
  }
}
