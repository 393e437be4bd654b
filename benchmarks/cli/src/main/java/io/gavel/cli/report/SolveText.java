package io.gavel.cli.report;

import io.gavel.catalog.PolicyResult;
import io.gavel.cli.report.NamedPrice.Kind;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import java.util.List;
import java.util.Locale;

/** Renders an outcome of {@code gavel solve} as text. */
public final class SolveText {

  private SolveText() {}

  public static String of(SolveOutcome outcome) {
    String title = "%s  %s".formatted(outcome.problem(), outcome.policy());
    if (outcome.answer().isEmpty()) {
      return "%s: %s\n  %s\n\n"
          .formatted(
              title,
              outcome.status().name().toLowerCase(Locale.ROOT),
              outcome.message().orElse(""));
    }
    PolicyResult result = outcome.answer().get().result();
    Certificate certificate = result.allocation().certificate();
    StringBuilder text =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%s: %s in %.1f ms\n  objective %.9g  bound %.9g  gap %.2g  violation %.2g\n",
                title,
                outcome.word(),
                outcome.wallMillis(),
                certificate.objective(),
                certificate.bound(),
                certificate.relativeGap(),
                result.allocation().maxViolation()));
    outcome
        .answer()
        .flatMap(answer -> answer.file().assumed())
        .ifPresent(
            source -> text.append("  throughputs are assumed: ").append(source).append('\n'));
    outcome.message().ifPresent(message -> text.append("  note: ").append(message).append('\n'));
    List<NamedPrice> prices = NamedPrice.of(outcome.answer().get());
    return text.append(table(result, prices)).append(named(prices)).append('\n').toString();
  }

  private static String table(PolicyResult result, List<NamedPrice> prices) {
    Allocation allocation = result.allocation();
    AllocationProblem problem = allocation.problem();
    int types = problem.cluster().typeCount();
    TextTable table = new TextTable();
    table.cell("  job");
    problem.cluster().types().forEach(type -> table.cell(type.name()));
    table.cell("steps/s").cell("normalised").endRow();
    for (int g = 0; g < problem.groupCount(); g++) {
      table.cell("  " + problem.groupName(g));
      for (int j = 0; j < types; j++) {
        table.cell(String.format(Locale.ROOT, "%.2f %%", 100 * allocation.fraction(g, j)));
      }
      if (g < problem.jobCount()) {
        table.cell(figure(result.throughput().get(g)));
        table.cell(figure(result.normalizedThroughput().get(g)));
      }
      table.endRow();
    }
    if (!prices.isEmpty()) {
      table.cell("  price");
      prices.stream()
          .filter(price -> price.kind() == Kind.WORKERS)
          .forEach(price -> table.cell(price.figure()));
      table.endRow();
    }
    if (!result.purchased().isEmpty()) {
      table.cell("  purchased");
      result.purchased().forEach(workers -> table.cell(figure(workers)));
      table.endRow();
    }
    result
        .allocation()
        .missed()
        .forEach(
            (name, amount) ->
                table.cell("  missed \"%s\"".formatted(name)).cell(figure(amount)).endRow());
    return table.toString();
  }

  /** Further prices: constraints, purchases, and jobs that limit the objective. */
  private static String named(List<NamedPrice> prices) {
    TextTable table = new TextTable();
    for (NamedPrice price : prices) {
      boolean ofNote = price.kind() != Kind.THROUGHPUT || price.price() != 0;
      if (price.kind() != Kind.WORKERS && ofNote) {
        table.cell("  price of %s \"%s\"".formatted(price.kind(), price.name()));
        table.cell(price.figure()).text("per " + price.per()).endRow();
      }
    }
    return table.toString();
  }

  private static String figure(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.5g", value) : "-";
  }
}
