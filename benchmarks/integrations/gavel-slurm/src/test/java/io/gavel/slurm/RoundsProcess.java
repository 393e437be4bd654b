package io.gavel.slurm;

import io.gavel.input.ThroughputTableReader;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.slurm.SlurmRound.Settings;
import java.nio.file.Path;
import java.util.Optional;

/** Rounds in a process of their own, which tests kill. */
final class RoundsProcess {

  static final double ROUND = 6;
  static final double POLL = 0.5;

  private RoundsProcess() {}

  /** Runs rounds with the state and the table of speeds in these two files. */
  public static void main(String[] args) {
    Settings settings =
        new Settings(
            Policies.standard().named("max_min_fairness"),
            new Speeds(Optional.of(ThroughputTableReader.read(Path.of(args[1])))),
            new RoundOptions(ROUND).withPatience(0.5),
            1 + 2 * POLL);
    new SlurmRounds(Path.of(args[0]), settings, POLL, System.out::println).run(0);
  }
}
