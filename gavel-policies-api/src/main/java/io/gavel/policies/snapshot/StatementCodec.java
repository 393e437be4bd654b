package io.gavel.policies.snapshot;

import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.FairLevels.Entitlements;
import io.gavel.policies.statement.FairLevels.PricedRound;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import io.gavel.policies.statement.Statement.FreeVariable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Writes and reads statements of certificates and proofs of fair levels as lines. Stateless. */
final class StatementCodec {

  private enum Kind {
    LEVEL,
    TOTAL,
    RATIO,
    WELFARE,
    FINISH_TIMES
  }

  private StatementCodec() {}

  static void write(SnapshotWriter to, Statement statement, int jobs, int pools) {
    to.line("statement");
    write(to, statement.goal());
    if (statement.hasFloors()) {
      to.numbers("floors", numbers(jobs, statement::floor));
    }
    if (statement.hasOwnWorkers()) {
      to.numbers("workers", numbers(pools, statement::workers));
    }
    for (LinearRow row : statement.rows()) {
      to.line("row").name(row.name()).word("relation", row.relation());
      to.number("bound", row.bound());
      to.counts("entries", IntStream.range(0, row.size()).map(row::column).toArray());
      to.numbers("coefficients", numbers(row.size(), row::coefficient));
      to.numbers("free", numbers(statement.free().size(), row::ofFree));
    }
    for (FreeVariable variable : statement.free()) {
      to.line("free").name(variable.name()).count("pool", variable.pool() + 1, 0);
      to.number("most", variable.most()).number("gain", variable.gain(), 0);
      to.number("value", variable.value(), 0);
    }
  }

  private static double[] numbers(int count, IntToDoubleFunction number) {
    return IntStream.range(0, count).mapToDouble(number).toArray();
  }

  private static void write(SnapshotWriter to, Goal goal) {
    int size = goal.size();
    if (goal instanceof Goal.Level level) {
      to.word("goal", Kind.LEVEL).numbers("requirement", numbers(size, level::requirement));
    } else if (goal instanceof Goal.Total total) {
      to.word("goal", Kind.TOTAL).numbers("gain", numbers(size, total::gain));
      to.flag("minimized", total.minimized());
    } else if (goal instanceof Goal.Ratio ratio) {
      to.word("goal", Kind.RATIO).numbers("gain", numbers(size, ratio::gain));
      to.numbers("cost", numbers(size, ratio::cost));
    } else if (goal instanceof Goal.Welfare welfare) {
      to.word("goal", Kind.WELFARE).numbers("weight", numbers(size, welfare::weight));
      to.number("power", welfare.power()).number("offset", welfare.offset(), 0);
      to.number("total", welfare.total(), 0);
    } else if (goal instanceof Goal.FinishTimes times) {
      to.word("goal", Kind.FINISH_TIMES).numbers("steps", numbers(size, times::steps));
      to.numbers("past", numbers(size, times::past)).numbers("unit", numbers(size, times::unit));
    }
  }

  static Statement read(SnapshotReader from) {
    from.line("statement");
    Statement statement = from.checked(() -> Statement.of(goal(from)));
    double[] floors = from.has("floors") ? from.numbers("floors") : new double[0];
    double[] workers = from.has("workers") ? from.numbers("workers") : new double[0];
    List<LinearRow> rows = from.lines("row", () -> row(from));
    List<FreeVariable> free = from.lines("free", () -> free(from));
    return from.checked(() -> statement.withFloors(floors).withRows(rows).withFree(free, workers));
  }

  private static Goal goal(SnapshotReader from) {
    return switch (from.word("goal", Kind.values())) {
      case LEVEL -> Goal.level(from.numbers("requirement"));
      case TOTAL -> Goal.total(from.numbers("gain"), from.flag("minimized"));
      case RATIO -> Goal.ratio(from.numbers("gain"), from.numbers("cost"));
      case WELFARE -> welfare(from);
      case FINISH_TIMES ->
          Goal.finishTimes(from.numbers("steps"), from.numbers("past"), from.numbers("unit"));
    };
  }

  private static Goal welfare(SnapshotReader from) {
    double[] weight = from.numbers("weight");
    Goal.Welfare sum =
        Goal.welfare(weight, from.number("power")).withOffset(from.number("offset", 0));
    double total = from.number("total", 0);
    return total == 0 ? sum : sum.asMean(total);
  }

  private static LinearRow row(SnapshotReader from) {
    String name = from.name();
    Relation relation = from.word("relation", Relation.values());
    double bound = from.number("bound");
    int[] entries = from.counts("entries");
    double[] coefficients = from.numbers("coefficients");
    double[] free = from.numbers("free");
    return from.checked(() -> LinearRow.of(name, relation, bound, entries, coefficients, free));
  }

  private static FreeVariable free(SnapshotReader from) {
    String name = from.name();
    int pool = from.count("pool", 0) - 1; // 0 for none
    double most = from.number("most");
    double gain = from.number("gain", 0);
    double value = from.number("value", 0);
    return from.checked(() -> new FreeVariable(name, pool, most, gain, value));
  }

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

  static FairLevels readLevels(SnapshotReader from) {
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
