package io.gavel.cli;

import io.gavel.bench.plot.BenchPlots;
import io.gavel.bench.plot.ScalingPage;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.OutputFile;
import io.gavel.cli.report.OutputFile.Kind;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gavel bench-plot}: draws measured times. */
@Command(
    name = "bench-plot",
    mixinStandardHelpOptions = true,
    description = "Draws results of gavel bench and JMH as SVG.",
    footer = "%nExample:%n  gavel bench-plot --bench bench.jsonl --out pictures")
final class BenchPlotCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--bench", paramLabel = "FILE", description = "Output of gavel bench --json.")
  private @Nullable Path bench;

  @Option(
      names = "--jmh",
      paramLabel = "FILE",
      description = "JMH results of MaxMinBenchmark (-rf json).")
  private @Nullable Path jmh;

  @Option(
      names = "--scaling",
      paramLabel = "FILE",
      description = "Output of gavel bench --scaling --json: a page with tables, and a picture.")
  private @Nullable Path scaling;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      defaultValue = ".",
      description = "Folder for the pictures (default: current folder).")
  private Path folder = Path.of(".");

  @Override
  public Integer call() {
    Map<String, String> pictures = new LinkedHashMap<>();
    if (bench == null && jmh == null && scaling == null) {
      throw new InvalidInputException("--bench, --jmh or --scaling FILE is required");
    }
    if (bench != null) {
      pictures.putAll(BenchPlots.ofReferenceSolvers(bench));
    }
    if (jmh != null) {
      pictures.putAll(BenchPlots.ofMicroBenchmark(jmh));
    }
    if (scaling != null) {
      pictures.putAll(ScalingPage.of(scaling));
    }
    for (String name : pictures.keySet()) {
      Kind kind = name.endsWith(".svg") ? Kind.PICTURE : Kind.TEXT;
      OutputFile.requireWritable("--out", kind, folder.resolve(name), bench, jmh, scaling);
    }
    pictures.forEach(
        (name, svg) -> {
          OutputFile.write(folder.resolve(name), svg);
          spec.commandLine().getOut().println(folder.resolve(name));
        });
    return ExitStatus.OK.code();
  }
}
