package io.gavel.cli.slurm;

import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.options.Range;
import io.gavel.cli.report.ExitStatus;
import io.gavel.slurm.RoundState;
import io.gavel.slurm.SlurmClient;
import io.gavel.slurm.SlurmClient.SlurmException;
import io.gavel.slurm.SlurmRound;
import io.gavel.slurm.SlurmRound.Settings;
import io.gavel.slurm.SlurmRounds;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel slurm run}: runs rounds on a Slurm cluster. */
@Command(name = "run")
final class RunCommand extends GavelCommand {

  @Mixin private RoundSettings round = new RoundSettings();

  @Option(names = "--state", paramLabel = "FILE.json", required = true)
  private Path state = Path.of("");

  @Option(names = "--poll", paramLabel = "SECONDS", defaultValue = "10")
  private double poll;

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "0")
  private int rounds;

  @Option(names = "--dry-run")
  private boolean dryRun;

  @Override
  public Integer call() {
    Range.require(poll >= 0.1 && poll <= 3600, "--poll", poll, "from 0.1 to 3600");
    Range.require(rounds >= 0, "--rounds", rounds, "at least 0");
    Settings settings = round.settings(poll);
    if (dryRun) {
      try {
        SlurmRound next =
            SlurmRound.next(
                RoundState.read(state), new SlurmClient().read(Optional.empty()), settings);
        AdviseCommand.print(out(), next, Map.of());
      } catch (SlurmException e) {
        throw new InvalidInputException(String.valueOf(e.getMessage()));
      }
    } else {
      new SlurmRounds(state, settings, poll, line -> out().println(line)).run(rounds);
    }
    return ExitStatus.OK.code();
  }
}
