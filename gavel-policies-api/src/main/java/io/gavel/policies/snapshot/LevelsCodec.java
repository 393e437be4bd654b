package io.gavel.policies.snapshot;

import io.gavel.policies.statement.Entitlements;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.PricedRound;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Proofs of fair levels as lines of snapshots. Stateless. */
final class LevelsCodec {

  private LevelsCodec() {}

  static void write(SnapshotWriter to, FairLevels levels) {
    to.line("levels").number("within", levels.within());
    levels.entitlements().ifPresent(of -> write(to, of));
    for (PricedRound round : levels.rounds()) {
      to.line("round").number("level", round.level());
      to.numbers("pools", numbers(round.poolCount(), round::ofPool));
      to.counts("jobs", IntStream.range(0, round.size()).map(round::job).toArray());
      to.numbers("throughput", numbers(round.size(), round::ofThroughput));
      to.numbers("time", numbers(round.size(), round::ofTime));
      round.rows().forEach((name, price) -> to.line("row").name(name).number("price", price));
    }
  }

  private static void write(SnapshotWriter to, Entitlements of) {
    to.line("entitlements").numbers("unit", numbers(of.size(), of::unit));
    to.numbers("pace", numbers(of.size(), of::pace));
    to.numbers("lost", numbers(of.size(), of::lost));
  }

  private static double[] numbers(int count, IntToDoubleFunction number) {
    return IntStream.range(0, count).mapToDouble(number).toArray();
  }

  static FairLevels read(SnapshotReader from) {
    from.line("levels");
    double within = from.number("within");
    Optional<Entitlements> entitlements = from.optional("entitlements", () -> entitlements(from));
    List<PricedRound> rounds = from.lines("round", () -> round(from));
    return from.checked(() -> new FairLevels(within, rounds, entitlements));
  }

  private static Entitlements entitlements(SnapshotReader from) {
    from.line("entitlements");
    double[] unit = from.numbers("unit");
    double[] pace = from.numbers("pace");
    double[] lost = from.numbers("lost");
    return from.checked(() -> Entitlements.of(unit, pace, lost));
  }

  private static PricedRound round(SnapshotReader from) {
    double level = from.number("level");
    double[] pools = from.numbers("pools");
    int[] jobs = from.counts("jobs");
    double[] throughput = from.numbers("throughput");
    double[] time = from.numbers("time");
    Map<String, Double> rows = new HashMap<>();
    from.lines(
        "row",
        () -> {
          String name = from.name();
          if (rows.put(name, from.number("price")) != null) {
            throw new IllegalArgumentException(
                "row \"%s\" has two prices in a round; each has one".formatted(name));
          }
          return name;
        });
    return from.checked(() -> PricedRound.of(level, pools, rows, jobs, throughput, time));
  }
}
