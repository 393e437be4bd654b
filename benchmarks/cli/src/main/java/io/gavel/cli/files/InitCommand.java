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
@Command(name = "init")
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
