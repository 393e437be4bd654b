package io.gavel.cli;

import io.gavel.bench.Bench;
import io.gavel.bench.BenchOutcome;
import io.gavel.cli.report.BenchReport;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Json;
import io.gavel.workload.InvalidInputException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gavel bench}: times the policies and, on the same data, the reference solvers. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description =
        "Times the policies and compares them with reference solvers on the same problems.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:all cases measured", "1:a case has no certified allocation", "2:bad usage"},
    footer = {
      "%nTimes are medians of one warm thread, from problem to certified allocation. Each case and"
          + " each reference solver runs in its own JVM; a reference solver is stopped after two"
          + " minutes. Its time covers the solve alone. Problems are generated from fixed seeds."
          + " All cases together take up to forty minutes.",
      "%nExamples:%n  gavel bench --list%n  gavel bench --case NAME --no-rivals"
    })
final class BenchCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--case",
      paramLabel = "NAME",
      description = "Case to run; may be repeated (default: all, see --list).")
  private List<String> cases = new ArrayList<>();

  @Option(names = "--list", description = "List the cases and exit.")
  private boolean list;

  @Option(names = "--no-rivals", description = "Skip the reference solvers.")
  private boolean alone;

  @Option(names = "--json", description = "Print one JSON object per case.")
  private boolean json;

  @Option(names = "--measure", hidden = true, description = "Measure with one solver in this JVM.")
  private @Nullable String measure;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    List<String> names = names();
    if (list) {
      names.forEach(out::println);
    } else if (measure != null) {
      names.forEach(name -> out.println(Json.line(Bench.measure(name, measure))));
    } else {
      return run(names, out);
    }
    return ExitStatus.OK.code();
  }

  private List<String> names() {
    for (String name : cases) {
      if (!Bench.names().contains(name)) {
        throw new InvalidInputException(
            "--case is \"%s\"; must be one of %s"
                .formatted(name, String.join(", ", Bench.names())));
      }
    }
    return cases.isEmpty() ? Bench.names() : cases;
  }

  private int run(List<String> names, PrintWriter out) {
    List<BenchOutcome> outcomes = new ArrayList<>();
    List<String> program = List.of(GavelMain.class.getName(), spec.name());
    new Bench(program, !alone, spec.commandLine().getErr()::println)
        .run(
            names,
            benchOutcome -> {
              outcomes.add(benchOutcome);
              if (json) {
                out.println(Json.line(benchOutcome.json()));
                out.flush();
              }
            });
    if (!json) {
      out.print(BenchReport.text(outcomes));
      out.flush();
    }
    boolean solved = outcomes.stream().allMatch(BenchOutcome::solved);
    return (solved ? ExitStatus.OK : ExitStatus.FAILED).code();
  }
}
