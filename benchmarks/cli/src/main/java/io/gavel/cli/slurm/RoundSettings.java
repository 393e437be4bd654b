package io.gavel.cli.slurm;

import io.gavel.cli.options.ClasspathOption;
import io.gavel.cli.options.Range;
import io.gavel.input.ThroughputTableReader;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.slurm.SlurmRound.Settings;
import io.gavel.slurm.Speeds;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of rounds on a Slurm cluster. */
final class RoundSettings {

  @Option(names = "--policy", paramLabel = "NAME", defaultValue = "max_min_fairness")
  private String policy = "";

  @Option(names = "--speeds", paramLabel = "TABLE.json")
  private @Nullable Path speeds;

  @Option(names = "--round", paramLabel = "SECONDS", defaultValue = "360")
  private double round;

  @Option(names = "--patience", paramLabel = "ROUNDS", defaultValue = "0.5")
  private double patience;

  @Mixin private ClasspathOption own = new ClasspathOption();

  /** Returns the settings; delays outlast a round by two looks at the cluster. */
  Settings settings(double pollSeconds) {
    Range.require(round >= 1 && Double.isFinite(round), "--round", round, "at least 1");
    Range.require(Range.isNonNegative(patience), "--patience", patience, "at least 0");
    Optional<Path> table = Optional.ofNullable(speeds);
    return new Settings(
        own.policy(policy).policy().apply(OptionalInt.empty()),
        new Speeds(table.map(ThroughputTableReader::read)),
        new RoundOptions(round).withPatience(patience),
        1 + 2 * pollSeconds);
  }
}
