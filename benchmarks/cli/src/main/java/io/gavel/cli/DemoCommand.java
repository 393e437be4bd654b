package io.gavel.cli;

import io.gavel.cli.demo.Demo;
import io.gavel.cli.demo.DemoScenario;
import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.options.ProgressOption;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.OutputFile;
import io.gavel.cli.report.OutputFile.Kind;
import io.gavel.cli.report.Progress;
import io.gavel.workload.InvalidInputException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel demo}: schedules one day of a small heterogeneous cluster. */
@Command(name = "demo")
final class DemoCommand extends GavelCommand {

  @Option(names = "--svg", paramLabel = "FILE", defaultValue = "gavel-demo.svg")
  private Path svg = Path.of("");

  @Option(names = "--no-svg")
  private boolean noSvg;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "" + Demo.SEED)
  private long seed;

  @Option(names = "--save", paramLabel = "FOLDER")
  private @Nullable Path save;

  @Mixin private ProgressOption progress = new ProgressOption();

  @Override
  public Integer call() {
    PrintWriter out = out();
    if (noSvg && spec().commandLine().getParseResult().hasMatchedOption("--svg")) {
      throw new InvalidInputException("--no-svg writes no picture; omit it or --svg");
    }
    OutputFile.requireWritable("--svg", Kind.PICTURE, noSvg ? null : svg);
    out.printf("gavel %s: one day of a cluster, seed %s%n", GavelVersion.current(), seed);
    out.flush();
    Demo demo;
    DemoScenario scenario = DemoScenario.create(seed);
    if (save != null) { // fails before the run, not after it
      OutputFile.writeNew(save, scenario.files());
    }
    try (Progress bar = progress.of("jobs completed", Demo.RUNS * scenario.jobs().size())) {
      demo = Demo.run(scenario, bar);
    }
    out.print(demo.report());
    if (!noSvg) {
      OutputFile.write(svg, demo.svg());
      out.printf("%nPicture of both schedules: %s%n", svg);
    }
    if (save != null) {
      out.printf(
          "%nThe same day again: gavel simulate --policy max_min_fairness --cluster %s --prices %s"
              + " --throughputs %s --trace %s%n",
          scenario.clusterOption(),
          save.resolve("prices.csv"),
          save.resolve("throughputs.json"),
          save.resolve("trace.csv"));
    }
    out.flush();
    return ExitStatus.OK.code();
  }
}
