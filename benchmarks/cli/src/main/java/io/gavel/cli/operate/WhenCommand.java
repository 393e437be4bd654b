package io.gavel.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.options.ProofOptions;
import io.gavel.cli.options.Range;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.TextTable;
import io.gavel.input.HorizonReader;
import io.gavel.input.ProblemReader;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.explain.Explanation;
import io.gavel.policies.lp.program.StagedSolver;
import io.gavel.policies.model.Job;
import io.gavel.policies.program.Horizon;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Solution;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel when}: when jobs complete in a plan of the time ahead. */
@Command(name = "when")
public final class WhenCommand extends GavelCommand {

  private static final double HOUR = 3600;
  private static final int MOST_HOURS = 10_000;

  @Parameters(index = "0", paramLabel = "PROBLEM", description = "Problem file or snapshot.")
  private Path file = Path.of("");

  @Option(names = "--hours", paramLabel = "N", defaultValue = "24")
  private int hours;

  @Option(names = "--slots", paramLabel = "FILE.json")
  private @Nullable Path slots;

  @Option(names = "--minimize", paramLabel = "RESOURCE")
  private @Nullable String resource;

  @Option(names = "--explain", split = ",", paramLabel = "JOB@SLOT")
  private List<String> explained = List.of();

  @Mixin private ProofOptions proofs = new ProofOptions();

  @Option(names = "--json")
  private boolean json;

  @Override
  public Integer call() {
    Range.require(hours >= 1 && hours <= MOST_HOURS, "--hours", hours, "from 1 to " + MOST_HOURS);
    if (json && !explained.isEmpty()) {
      throw new InvalidInputException("--explain prints text; omit --json");
    }
    proofs.requireWritable(List.of(file), List.of());
    AllocationProblem problem = alone(ProblemReader.read(file).problem());
    Horizon horizon = horizon(problem);
    for (String id : horizon.omittedJobs()) {
      err().printf("job \"%s\" can run in no slot; the plan leaves it out%n", id);
    }
    Solution solution = program(horizon).solve(StagedSolver.create());
    out().print(json ? json(problem, horizon, solution) : text(problem, horizon, solution));
    for (String id : explained) {
      try {
        out().print(Explanation.of(solution.allocation(), id).toText());
      } catch (IllegalArgumentException e) { // the job is unknown, or cannot run in the slot
        throw new InvalidInputException("--explain: " + e.getMessage());
      }
    }
    proofs.write(solution.allocation());
    out().flush();
    return ExitStatus.OK.code();
  }

  private AllocationProblem alone(AllocationProblem problem) {
    boolean pairs = !problem.pairsByType().isEmpty() || problem.pairCount() > 0;
    if (pairs) {
      err().println(file + ": plans have no pairs; jobs are planned alone");
    }
    return pairs ? problem.withoutPairs() : problem;
  }

  private Horizon horizon(AllocationProblem problem) {
    if (slots != null) {
      return HorizonReader.read(slots, problem);
    }
    try {
      return Horizon.of(problem, Collections.nCopies(hours, Horizon.Slot.of(HOUR)));
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("%s: %s".formatted(file, e.getMessage()));
    }
  }

  private Program program(Horizon horizon) {
    if (resource == null) {
      return horizon.program().maximize(horizon.earliness());
    }
    try {
      Horizon all = horizon.completingAll();
      return all.program().minimize(Objective.sum(all.total(resource))).then(all.earliness());
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--minimize: " + e.getMessage());
    }
  }

  private String text(AllocationProblem problem, Horizon horizon, Solution solution) {
    Allocation plan = solution.allocation();
    TextTable table = new TextTable();
    table.cell("job").cell("planned").cell("earliest alone").cell("SLO").endRow();
    int done = 0;
    for (Job job : problem.jobs()) {
      OptionalDouble planned = horizon.completionSeconds(plan, job.id());
      done += planned.isPresent() ? 1 : 0;
      table.cell(job.id()).cell(hours(planned)).cell(hours(horizon.earliestSeconds(job.id())));
      table.cell(job.sloSeconds().isPresent() ? hours(job.sloSeconds()) : "").endRow();
    }
    double end = horizon.endSeconds(horizon.slots().size() - 1);
    String first =
        format(
            "%s of %s jobs complete within %s; planned times are ends of slots.\n",
            done, problem.jobCount(), hours(OptionalDouble.of(end)));
    String cost = resource == null ? "" : format("cost %.6g %s\n", solution.objective(0), resource);
    return first + cost + table;
  }

  private static String hours(OptionalDouble seconds) {
    return seconds.isPresent() ? format("%.2f h", seconds.getAsDouble() / HOUR) : "later";
  }

  private String json(AllocationProblem problem, Horizon horizon, Solution solution) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set("horizon_s", Json.number(horizon.endSeconds(horizon.slots().size() - 1)));
    if (resource != null) {
      json.put("resource", resource);
      json.set("cost", Json.number(solution.objective(0)));
    }
    json.set("relative_gap", Json.number(solution.certificate(0).relativeGap()));
    ArrayNode jobs = json.putArray("jobs");
    for (Job job : problem.jobs()) {
      ObjectNode row = jobs.addObject();
      row.put("job", job.id());
      OptionalDouble planned = horizon.completionSeconds(solution.allocation(), job.id());
      row.set("planned_s", Json.number(planned.orElse(Double.NaN)));
      double earliest = horizon.earliestSeconds(job.id()).orElse(Double.NaN);
      row.set("earliest_s", Json.number(earliest));
      row.set("slo_s", Json.number(job.sloSeconds().orElse(Double.NaN)));
      double[] steps = horizon.stepsBySlot(solution.allocation(), job.id());
      row.set("steps_by_slot", Json.numbers(Arrays.stream(steps).boxed().toList()));
    }
    return Json.line(json) + "\n";
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
