package io.gavel.cli.operate;

import io.gavel.catalog.ObjectiveName;
import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.report.ExitStatus;
import io.gavel.input.ProblemFile;
import io.gavel.input.ProblemReader;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.explain.WhatIf;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code gavel what-if}: who gains and who loses if the problem were another; without a change, how
 * much each worker is worth.
 */
@Command(name = "what-if")
public final class WhatIfCommand extends GavelCommand {

  @Parameters(paramLabel = "PROBLEM", description = "Problem file or snapshot.")
  private Path file = Path.of("");

  @Mixin private QuestionOptions question = new QuestionOptions();

  @Option(names = "--workers", split = ",", paramLabel = "TYPE=[+|-]N")
  private List<String> workers = List.of();

  @Option(names = "--weight", split = ",", paramLabel = "JOB=WEIGHT")
  private List<String> weights = List.of();

  @Option(names = "--lift", split = ",", paramLabel = "NAME")
  private List<String> lifted = List.of();

  @Override
  public Integer call() {
    PolicyEntry entry = question.entry();
    ProblemFile now = ProblemReader.read(file);
    if (workers.isEmpty() && weights.isEmpty() && lifted.isEmpty()) {
      MarginReport margins = MarginReport.of(entry, now);
      question.print(now, margins::text, margins::json);
      return ExitStatus.OK.code();
    }
    AllocationProblem other = now.problem();
    try {
      other = Hypothesis.workers(other, workers);
      other = Hypothesis.weights(other, weights);
      for (String name : lifted) {
        other = other.withoutConstraint(name);
      }
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("%s: %s".formatted(file, e.getMessage()));
    }
    if (other.equals(now.problem())) {
      throw new InvalidInputException("nothing changes");
    }
    WhatIf result =
        WhatIf.of(
            entry.solveOrRefuse(now).allocation(),
            entry.solveOrRefuse(now.with(other)).allocation());
    WhatIfReport report = new WhatIfReport(result, ObjectiveName.of(entry.key()));
    question.print(now, report::text, report::json);
    return ExitStatus.OK.code();
  }
}
