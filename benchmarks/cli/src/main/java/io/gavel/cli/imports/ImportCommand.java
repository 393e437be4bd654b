package io.gavel.cli.imports;

import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.report.ExitStatus;
import picocli.CommandLine.Command;

/** {@code gavel import}: the parent of the commands that import a format. */
@Command(
    name = "import",
    subcommands = {
      SlurmImport.class,
      KueueImport.class,
      PhillyImport.class,
      HeliosImport.class,
      AlibabaImport.class,
      GavelImport.class,
      SiaImport.class
    })
public final class ImportCommand extends GavelCommand {

  @Override
  public Integer call() {
    spec().commandLine().usage(out());
    return ExitStatus.OK.code();
  }
}
