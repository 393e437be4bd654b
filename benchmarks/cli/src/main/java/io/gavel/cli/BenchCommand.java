package io.gavel.cli;

import io.gavel.bench.Bench;
import io.gavel.bench.BenchOutcome;
import io.gavel.bench.Family;
import io.gavel.bench.PolicyScaling;
import io.gavel.bench.plot.BenchPlots;
import io.gavel.bench.plot.FamiliesPage;
import io.gavel.bench.plot.ScalingPage;
import io.gavel.catalog.PolicyCatalog;
import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.options.ProgressOption;
import io.gavel.cli.report.BenchReport;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.OutputFile;
import io.gavel.cli.report.OutputFile.Kind;
import io.gavel.cli.report.Progress;
import io.gavel.workload.InvalidInputException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel bench}: times the policies and, on the same data, the reference solvers. */
@Command(name = "bench")
final class BenchCommand extends GavelCommand {

  @Option(names = "--case", paramLabel = "NAME")
  private List<String> cases = new ArrayList<>();

  @Option(names = "--list")
  private boolean list;

  @Option(names = "--no-rivals")
  private boolean alone;

  @Option(names = "--scaling", paramLabel = "POLICY")
  private List<String> scaling = new ArrayList<>();

  @Option(names = "--family", paramLabel = "NAME", split = ",")
  private List<String> families = new ArrayList<>();

  @Option(names = "--jobs", paramLabel = "N", split = ",")
  private List<Integer> jobs = new ArrayList<>(PolicyScaling.JOBS);

  @Option(names = "--types", paramLabel = "K", split = ",")
  private List<Integer> types = new ArrayList<>(PolicyScaling.TYPES);

  @Option(names = "--limit", paramLabel = "SECONDS", defaultValue = "30")
  private long limitSeconds;

  @Mixin private ProgressOption progress = new ProgressOption();

  @Option(names = "--json")
  private boolean json;

  @Option(names = "--measure", hidden = true)
  private @Nullable String measure;

  @Override
  public Integer call() {
    PrintWriter out = out();
    if (!scaling.isEmpty()) {
      return scaling(out);
    }
    if (measure != null) {
      return measure(measure, out);
    }
    List<String> names = names();
    if (!list) {
      return run(names, out);
    }
    names.forEach(out::println);
    return ExitStatus.OK.code();
  }

  /** Prints a line for each case. The JVM that starts this one for it writes the names. */
  private int measure(String solver, PrintWriter out) {
    Stream<String> names =
        cases.isEmpty()
            ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).lines()
            : names().stream();
    names.forEach(
        name -> {
          out.println(Json.line(Bench.measure(name, solver)));
          out.flush();
        });
    return ExitStatus.OK.code();
  }

  private List<String> names() {
    for (String name : cases) {
      if (!Bench.names().contains(name)) {
        throw new InvalidInputException(
            "--case is \"%s\"; it must be one of %s"
                .formatted(name, String.join(", ", Bench.names())));
      }
    }
    return cases.isEmpty() ? Bench.names() : cases;
  }

  private int scaling(PrintWriter out) {
    List<String> policies = new ArrayList<>();
    for (String name : scaling) {
      String key = PolicyCatalog.canonical(name);
      policies.addAll(PolicyCatalog.isAll(key) ? PolicyScaling.policies() : List.of(key));
    }
    atLeastOne("--jobs", jobs);
    atLeastOne("--types", types);
    atLeastOne("--limit", List.of(limitSeconds));
    List<Family> of = families();
    List<Integer> sizes = jobs.stream().sorted().distinct().toList();
    List<PolicyScaling.Cell> cells = new ArrayList<>();
    int all = policies.size() * sizes.size() * types.size() * Math.max(1, of.size());
    try (Progress bar = progress.of("cells", all)) {
      PolicyScaling measurement =
          new PolicyScaling(program(), limitSeconds, label -> bar.step(cells.size(), label));
      Consumer<PolicyScaling.Cell> done =
          cell -> {
            cells.add(cell);
            if (json) {
              out.println(Json.line(cell.json()));
              out.flush();
            }
          };
      if (of.isEmpty()) {
        measurement.run(policies, sizes, types, done);
      } else {
        measurement.run(policies, sizes, types, of, done);
      }
    }
    if (!json) {
      out.print(BenchReport.scaling(cells));
      out.flush();
    }
    return (cells.stream().allMatch(PolicyScaling.Cell::passes) ? ExitStatus.OK : ExitStatus.FAILED)
        .code();
  }

  private List<Family> families() {
    try {
      return families.equals(List.of("all"))
          ? List.of(Family.values())
          : families.stream().map(Family::of).toList();
    } catch (IllegalArgumentException unknown) {
      throw new InvalidInputException("--family: " + unknown.getMessage());
    }
  }

  private static void atLeastOne(String option, List<? extends Number> values) {
    for (Number value : values) {
      if (value.longValue() < 1) {
        throw new InvalidInputException("%s is %s; it must be at least 1".formatted(option, value));
      }
    }
  }

  private List<String> program() {
    return List.of(spec().root().userObject().getClass().getName(), spec().name());
  }

  private int run(List<String> names, PrintWriter out) {
    List<BenchOutcome> outcomes = new ArrayList<>();
    try (Progress bar = progress.of("cases", Bench.withBases(names).size())) {
      new Bench(program(), !alone, (label, done) -> bar.step(done, label))
          .run(
              names,
              benchOutcome -> {
                outcomes.add(benchOutcome);
                if (json) {
                  out.println(Json.line(benchOutcome.json()));
                  out.flush();
                }
              });
    }
    if (!json) {
      out.print(BenchReport.text(outcomes));
      out.flush();
    }
    boolean solved = outcomes.stream().allMatch(BenchOutcome::solved);
    return (solved ? ExitStatus.OK : ExitStatus.FAILED).code();
  }

  /** {@code gavel bench plot}: draws measured times. */
  @Command(name = "plot", mixinStandardHelpOptions = true)
  int plot(
      @Option(names = "--bench", paramLabel = "FILE") @Nullable Path bench,
      @Option(names = "--scaling", paramLabel = "FILE") @Nullable Path cells,
      @Option(names = "--families", paramLabel = "FILE") @Nullable Path compared,
      @Option(names = "--out", paramLabel = "FOLDER", defaultValue = ".") Path folder) {
    Map<String, String> pictures = new LinkedHashMap<>();
    if (bench == null && cells == null && compared == null) {
      throw new InvalidInputException("--bench, --scaling or --families FILE is required");
    }
    if (bench != null) {
      pictures.putAll(BenchPlots.ofReferenceSolvers(bench));
    }
    if (cells != null) {
      pictures.putAll(ScalingPage.of(cells));
    }
    if (compared != null) {
      pictures.putAll(FamiliesPage.of(compared));
    }
    OutputFile.createFolder(folder);
    for (String name : pictures.keySet()) {
      Kind kind = name.endsWith(".svg") ? Kind.PICTURE : Kind.TEXT;
      OutputFile.requireWritable("--out", kind, folder.resolve(name), bench, cells, compared);
    }
    pictures.forEach(
        (name, svg) -> {
          OutputFile.write(folder.resolve(name), svg);
          out().println(folder.resolve(name));
        });
    return ExitStatus.OK.code();
  }
}
