package io.gavel.cli.files;

import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.OutputFile;
import io.gavel.sample.SampleData;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code gavel init}: writes examples of all input files. */
@Command(
    name = "init",
    description =
        "Writes examples of all input files to a folder: a commented problem, throughput tables, a"
            + " trace, prices, servers and tasks.",
    exitCodeList = {"0:success", "2:invalid usage, or a file exists already"},
    footer = {
      "%nThe data are synthetic: they have the shape of the published data, without its licence."
          + " They are the same on every run.",
      "%nExamples:%n  gavel init sample%n  gavel check sample/problem.json%n  gavel solve --policy"
          + " max_min_fairness sample/problem.json"
    })
public final class InitCommand extends GavelCommand {

  @Parameters(paramLabel = "FOLDER", description = "Folder to write to; created if necessary.")
  private Path folder = Path.of("");

  @Override
  public Integer call() {
    Map<String, String> files = SampleData.files();
    OutputFile.writeNew(folder, files);
    PrintWriter out = out();
    files.keySet().forEach(name -> out.println(folder.resolve(name)));
    out.flush();
    return ExitStatus.OK.code();
  }
}
