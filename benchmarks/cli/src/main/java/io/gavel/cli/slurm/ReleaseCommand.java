package io.gavel.cli.slurm;

import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.report.ExitStatus;
import io.gavel.slurm.SlurmClient.SlurmException;
import io.gavel.slurm.SlurmRounds;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gavel slurm release}: gives all jobs back to Slurm. */
@Command(name = "release")
final class ReleaseCommand extends GavelCommand {

  @Option(names = "--state", paramLabel = "FILE.json", required = true)
  private Path state = Path.of("");

  @Override
  public Integer call() {
    try {
      SlurmRounds.release(state, line -> out().println(line));
    } catch (SlurmException e) {
      throw new InvalidInputException(String.valueOf(e.getMessage()));
    }
    return ExitStatus.OK.code();
  }
}
