package io.gavel.cli.operate;

import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.report.ExitStatus;
import io.gavel.input.ProblemFile;
import io.gavel.input.ProblemReader;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code gavel why}: why a job waits, who holds its workers, and when they are released. */
@Command(name = "why")
public final class WhyCommand extends GavelCommand {

  @Parameters(index = "0", paramLabel = "JOB", description = "Id of the job.")
  private String job = "";

  @Parameters(index = "1", paramLabel = "PROBLEM", description = "Problem file or snapshot.")
  private Path file = Path.of("");

  @Mixin private QuestionOptions question = new QuestionOptions();

  @Override
  public Integer call() {
    PolicyEntry entry = question.entry();
    ProblemFile problem = ProblemReader.read(file);
    requireJob(problem.problem());
    Allocation allocation = entry.solveOrRefuse(problem).allocation();
    WaitReport report = WaitReport.of(allocation, job);
    question.print(report::text, report::json);
    return ExitStatus.OK.code();
  }

  private void requireJob(AllocationProblem problem) {
    try {
      problem.indexOf(job);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("%s: %s".formatted(file, e.getMessage()));
    }
  }
}
