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
import io.gavel.policies.constraint.FormCoefficients;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.explain.Explanation;
import io.gavel.policies.lp.program.StagedSolver;
import io.gavel.policies.model.Job;
import io.gavel.policies.program.Horizon;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Solution;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
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

  /** The part of the least cost that early completion may add. */
  private static final double NEARLY = 1e-4;

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
    requireExplainable(horizon);
    Solution solution = solution(problem, horizon);
    out().print(json ? json(problem, horizon, solution) : text(problem, horizon, solution));
    for (String id : explained) {
      out().print(Explanation.of(solution.allocation(), id).toText());
    }
    proofs.write(solution.allocation());
    out().flush();
    return ExitStatus.OK.code();
  }

  private void requireExplainable(Horizon horizon) {
    try {
      explained.forEach(horizon.problem()::indexOf);
    } catch (IllegalArgumentException e) { // the job is unknown, or cannot run in the slot
      throw new InvalidInputException("--explain: " + e.getMessage());
    }
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

  /**
   * Returns the plan. At the least cost, jobs seldom have a choice left, and a second program that
   * keeps this cost has no interior; so the worth of early completion is a small part of the cost.
   */
  private Solution solution(AllocationProblem problem, Horizon horizon) {
    StagedSolver solver = StagedSolver.create();
    if (resource == null) {
      return horizon.program().maximize(horizon.earliness()).solve(solver);
    }
    Horizon all = horizon.completingAll();
    LinearForm total;
    Program cheapest;
    try {
      total = all.total(resource);
      cheapest = all.program().minimize(Objective.sum(total));
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--minimize: " + e.getMessage());
    }
    double least = Math.abs(cheapest.solve(solver).objective(0));
    if (least == 0) {
      return cheapest.then(all.earliness()).solve(solver);
    }
    double worth = NEARLY * least / problem.jobs().stream().mapToDouble(Job::weight).sum();
    Measure early = all.earliness().measure();
    Objective.Sum both =
        Objective.sum((expanded, m) -> worth * early.ofStep(expanded, m)).minus(total);
    return all.program().maximize(both).solve(solver);
  }

  /** Returns the cost of a plan in the resource. */
  private static double cost(Horizon horizon, String resource, Allocation plan) {
    AllocationProblem expanded = plan.problem();
    FormCoefficients perFraction = horizon.total(resource).over(expanded);
    double cost = 0;
    for (int g = 0; g < expanded.groupCount(); g++) {
      for (int j = 0; j < expanded.cluster().typeCount(); j++) {
        double fraction = plan.fraction(g, j);
        cost += fraction > 0 ? fraction * perFraction.at(g, j) : 0;
      }
    }
    return cost;
  }

  private String text(AllocationProblem problem, Horizon horizon, Solution solution) {
    Allocation plan = solution.allocation();
    TextTable table = new TextTable();
    table.cell("job").cell("planned").cell("earliest alone").cell("SLO").endRow();
    int done = 0;
    List<String> interrupted = new ArrayList<>();
    for (Job job : problem.jobs()) {
      OptionalDouble planned = horizon.completionSeconds(plan, job.id());
      done += planned.isPresent() ? 1 : 0;
      if (horizon.interruptions(plan, job.id()) > 0) {
        interrupted.add(job.id());
      }
      table.cell(job.id()).cell(hours(planned)).cell(hours(horizon.earliestSeconds(job.id())));
      table.cell(job.sloSeconds().isPresent() ? hours(job.sloSeconds()) : "").endRow();
    }
    double end = horizon.endSeconds(horizon.slots().size() - 1);
    String first =
        format(
            "%s of %s jobs complete within %s; planned times are ends of slots.\n",
            done, problem.jobCount(), hours(OptionalDouble.of(end)));
    String cost =
        resource == null ? "" : format("cost %.6g %s\n", cost(horizon, resource, plan), resource);
    String relaxed =
        interrupted.isEmpty()
            ? ""
            : "The plan interrupts jobs before their minimum run time, which rounds keep: %s\n"
                .formatted(String.join(", ", interrupted));
    return first + cost + table + relaxed;
  }

  private static String hours(OptionalDouble seconds) {
    return seconds.isPresent() ? format("%.2f h", seconds.getAsDouble() / HOUR) : "later";
  }

  private String json(AllocationProblem problem, Horizon horizon, Solution solution) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set("horizon_s", Json.number(horizon.endSeconds(horizon.slots().size() - 1)));
    if (resource != null) {
      json.put("resource", resource);
      json.set("cost", Json.number(cost(horizon, resource, solution.allocation())));
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
      row.put("interruptions", horizon.interruptions(solution.allocation(), job.id()));
      row.set("steps_by_slot", Json.numbers(Arrays.stream(steps).boxed().toList()));
    }
    return Json.line(json) + "\n";
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
