package io.gavel.slurm;

import io.gavel.input.ThroughputTableReader;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.slurm.SlurmRound.Settings;
import java.nio.file.Path;
import java.util.Optional;

/** Rounds in a process of their own, which tests kill. */
final class RoundsProcess {

  private RoundsProcess() {}

  /** Runs rounds: files of the state and of speeds, policy, seconds of a round and of a look. */
  public static void main(String[] args) {
    double round = Double.parseDouble(args[3]);
    double poll = Double.parseDouble(args[4]);
    Settings settings =
        new Settings(
            Policies.standard().named(args[2]),
            new Speeds(Optional.of(ThroughputTableReader.read(Path.of(args[1])))),
            new RoundOptions(round).withPatience(0.5),
            1 + 2 * poll);
    new SlurmRounds(Path.of(args[0]), settings, poll, System.out::println).run(0);
  }
}
