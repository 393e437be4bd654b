package io.gavel.cli.slurm;

import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.report.ExitStatus;
import picocli.CommandLine.Command;

/** {@code gavel slurm}: the parent of the commands for Slurm clusters. */
@Command(
    name = "slurm",
    subcommands = {AdviseCommand.class, RunCommand.class, ReleaseCommand.class})
public final class SlurmCommand extends GavelCommand {

  @Override
  public Integer call() {
    spec().commandLine().usage(out());
    return ExitStatus.OK.code();
  }
}
