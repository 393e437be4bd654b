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

/** {@code gavel bench}: how fast the policies are, beside other solvers on the same data. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Measures the policies beside other solvers on the same problems.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:all measured", "1:a case has no certified answer", "2:bad usage"},
    footer = {
      "%nTimes are medians of one warm thread, from problem to certified allocation; each case and",
      "each rival runs in a JVM of its own, a rival for two minutes at most. A rival's time is"
          + " that",
      "of its solve alone. Problems are made from seeds. The whole takes up to forty minutes."
    })
final class BenchCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--case",
      paramLabel = "NAME",
      description = "Only this case; may be repeated. Names: see --list.")
  private List<String> cases = new ArrayList<>();

  @Option(names = "--list", description = "The names of the cases, and no more.")
  private boolean list;

  @Option(names = "--no-rivals", description = "Ours alone.")
  private boolean alone;

  @Option(names = "--json", description = "One JSON object a case.")
  private boolean json;

  @Option(names = "--measure", hidden = true, description = "By one solver, in this JVM.")
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
            "--case is \"%s\"; there are %s".formatted(name, String.join(", ", Bench.names())));
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
