package io.gavel.policies.proof;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Group;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.FairLevels.Entitlements;
import io.gavel.policies.statement.FairLevels.PricedRound;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import io.gavel.policies.statement.Statement.FreeVariable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A certificate and all that it speaks of as plain text, for checkers in other languages: one line
 * for each goal, claim, pool, row, free variable, job, column and round, with all numbers as
 * decimals that denote the doubles exactly. The page on certificates describes the lines.
 * Stateless.
 */
final class ProofText {

  /** The first line: format and version. */
  static final String HEADER = "gavel-certificate 1";

  private static final String NOTHING = "0.0 0.0";

  private ProofText() {}

  static String of(Allocation allocation) {
    StringBuilder text = new StringBuilder();
    write(allocation, text::append);
    return text.toString();
  }

  private static void write(Allocation allocation, Consumer<String> to) {
    Certificate certificate = allocation.certificate();
    Statement statement =
        certificate
            .statement()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the certificate does not state what its prices prove"));
    AllocationProblem problem = allocation.problem();
    Certifier.requireFits(statement, problem);
    List<LinearRow> rows = Certifier.rows(problem, statement);
    Prices prices = certificate.prices();
    to.accept(HEADER + "\n");
    line(to, "goal", words(statement.goal()));
    line(to, "objective", certificate.objective());
    line(to, "bound", certificate.bound());
    Cluster cluster = problem.cluster();
    for (int k = 0; k < cluster.poolCount(); k++) {
      double workers = Point.workers(problem, statement, k);
      line(to, "pool", workers, prices.ofPool(k), quoted(cluster.poolName(k)));
    }
    for (LinearRow row : rows) {
      double price = prices.constraints().getOrDefault(row.name(), 0.0);
      line(to, "row", row.relation().name(), row.bound(), price, row.scale(), quoted(row.name()));
    }
    for (int f = 0; f < statement.free().size(); f++) {
      FreeVariable variable = statement.free().get(f);
      StringBuilder entries = new StringBuilder();
      for (int i = 0; i < rows.size(); i++) {
        append(entries, i, rows.get(i).ofFree(f));
      }
      line(
          to,
          "free",
          variable.value(),
          variable.pool(),
          variable.most(),
          variable.gain(),
          quoted(variable.name()) + entries);
    }
    for (int m = 0; m < problem.jobCount(); m++) {
      line(
          to,
          "job",
          prices.ofThroughput(m),
          prices.ofTime(m),
          statement.floor(m),
          numbers(statement.goal(), m),
          quoted(problem.job(m).id()));
    }
    columns(allocation, statement.goal(), rows, to);
    certificate.levels().ifPresent(levels -> levels(levels, problem, rows, to));
  }

  /** Prices of time have the numbers of their jobs plus the number of jobs. */
  private static void levels(
      FairLevels levels, AllocationProblem problem, List<LinearRow> rows, Consumer<String> to) {
    int jobs = problem.jobCount();
    int pools = problem.cluster().poolCount();
    line(to, "levels", levels.within());
    levels.entitlements().ifPresent(of -> tree(of, problem, to));
    for (PricedRound round : levels.rounds()) {
      if (round.poolCount() != pools || (round.size() > 0 && round.job(round.size() - 1) >= jobs)) {
        throw new IllegalArgumentException(
            "%s has %s pools, or jobs beyond %s; the problem has %s pools and %s jobs"
                .formatted(round, round.poolCount(), jobs - 1, pools, jobs));
      }
      StringBuilder prices = new StringBuilder();
      for (int k = 0; k < round.poolCount(); k++) {
        prices.append(' ').append(round.ofPool(k));
      }
      for (LinearRow row : rows) {
        prices.append(' ').append(round.rows().getOrDefault(row.name(), 0.0));
      }
      StringBuilder entries = new StringBuilder();
      for (int i = 0; i < round.size(); i++) {
        append(entries, round.job(i), round.ofThroughput(i));
        append(entries, jobs + round.job(i), round.ofTime(i));
      }
      line(to, "round", round.level() + prices.toString() + entries);
    }
  }

  private static void tree(Entitlements of, AllocationProblem problem, Consumer<String> to) {
    if (of.size() != problem.jobCount()) {
      throw new IllegalArgumentException(
          "%s do not fit the problem, which has %s jobs".formatted(of, problem.jobCount()));
    }
    Map<String, Integer> number = new HashMap<>();
    for (Entity entity : problem.entities()) {
      number.put(entity.id(), number.size());
    }
    for (Entity entity : problem.entities()) {
      int parent = entity.parent().map(number::get).orElse(-1);
      String name = quoted(entity.id());
      line(to, "entity", parent, entity.weight(), entity.discipline().name(), name);
    }
    for (int m = 0; m < of.size(); m++) {
      int owner = problem.job(m).entity().map(number::get).orElse(-1);
      line(to, "share", owner, problem.job(m).weight(), of.unit(m), of.pace(m), of.lost(m));
    }
  }

  private static void columns(Allocation x, Goal goal, List<LinearRow> rows, Consumer<String> to) {
    AllocationProblem problem = x.problem();
    int types = problem.cluster().typeCount();
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      for (int j = 0; j < types; j++) {
        boolean runs = problem.runs(g, j);
        if (!runs && x.fraction(g, j) == 0) {
          continue;
        }
        int entry = g * types + j;
        StringBuilder line = new StringBuilder("column " + x.fraction(g, j));
        line.append(' ').append(problem.cluster().poolOf(j));
        line.append(' ').append(problem.workers(g));
        line.append(' ').append(runs ? gainAndCost(goal, entry) : NOTHING);
        for (int i = 0; i < group.size(); i++) {
          double rate = runs ? problem.throughputs().stepsPerSecond(g, i, j) : 0;
          line.append(' ').append(group.member(i)).append(' ').append(rate);
        }
        StringBuilder entries = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
          append(entries, i, rows.get(i).coefficientOf(entry));
        }
        to.accept(line.append(entries).append('\n').toString());
      }
    }
  }

  private static String gainAndCost(Goal goal, int entry) {
    return goal.isByEntry() ? goal.gain(entry) + " " + goal.cost(entry) : NOTHING;
  }

  private static void append(StringBuilder entries, int row, double coefficient) {
    if (coefficient != 0) {
      entries.append(entries.length() == 0 ? " | " : " ").append(row).append(' ');
      entries.append(coefficient);
    }
  }

  private static String words(Goal goal) {
    if (goal instanceof Goal.Welfare welfare) {
      return "welfare %s %s %s".formatted(welfare.power(), welfare.offset(), welfare.total());
    }
    if (goal instanceof Goal.Total total) {
      return total.minimized() ? "minimum" : "total";
    }
    if (goal instanceof Goal.Ratio) {
      return "ratio";
    }
    return goal instanceof Goal.Level ? "level" : "finish";
  }

  private static String numbers(Goal goal, int m) {
    if (goal instanceof Goal.Level level) {
      return "" + level.requirement(m);
    }
    if (goal instanceof Goal.Welfare welfare) {
      return "" + welfare.weight(m);
    }
    if (goal instanceof Goal.FinishTimes times) {
      return "%s %s %s".formatted(times.steps(m), times.past(m), times.unit(m));
    }
    return "0.0";
  }

  /** Names never contain white space in the text, so that lines are split at spaces. */
  private static String quoted(String name) {
    StringBuilder quoted = new StringBuilder("\"");
    name.codePoints()
        .forEach(
            c ->
                quoted.append(
                    c > ' ' && c < 0x7f && c != '"' && c != '\\'
                        ? Character.toString(c)
                        : "\\u{%x}".formatted(c)));
    return quoted.append('"').toString();
  }

  private static void line(Consumer<String> to, String word, Object... values) {
    StringBuilder line = new StringBuilder(word);
    for (Object value : values) {
      line.append(' ').append(value);
    }
    to.accept(line.append('\n').toString());
  }
}
