package io.gavel.cli.operate;

import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.report.ExitStatus;
import io.gavel.input.ProblemFile;
import io.gavel.input.ProblemReader;
import io.gavel.policies.AllocationProblem;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel why}: why a job waits, what it waits for, and what would change that. */
@Command(name = "why")
public final class WhyCommand extends GavelCommand {

  @Parameters(index = "0", paramLabel = "JOB", description = "Id of the job.")
  private String job = "";

  @Parameters(index = "1", paramLabel = "PROBLEM", description = "Problem file or snapshot.")
  private Path file = Path.of("");

  @Option(names = "--all")
  private boolean all;

  @Mixin private QuestionOptions question = new QuestionOptions();

  @Override
  public Integer call() {
    PolicyEntry entry = question.entry();
    ProblemFile problem = ProblemReader.read(file);
    WhyReport report = WhyReport.of(entry, problem, index(problem.problem()));
    question.print(problem, () -> report.text(all), report::json);
    return ExitStatus.OK.code();
  }

  private int index(AllocationProblem problem) {
    try {
      return problem.indexOf(job);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("%s: %s".formatted(file, e.getMessage()));
    }
  }
}
