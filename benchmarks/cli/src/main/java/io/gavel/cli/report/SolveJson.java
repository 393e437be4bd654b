package io.gavel.cli.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.PolicyResult;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.model.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Renders an outcome of {@code gavel solve} as one line of JSON. */
public final class SolveJson {

  private SolveJson() {}

  public static String line(SolveOutcome outcome) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("problem", outcome.problem());
    json.put("policy", outcome.policy());
    json.put("status", outcome.word());
    if (!outcome.conflict().isEmpty()) {
      ArrayNode conflict = json.putArray("conflict");
      outcome.conflict().forEach(conflict::add);
    }
    if (outcome.answer().isPresent()) {
      answer(json, outcome.answer().get());
      json.set("wall_ms", Json.number(outcome.wallMillis()));
    } else {
      for (String key :
          List.of(
              "objective",
              "bound",
              "relative_gap",
              "max_violation",
              "prices",
              "named_prices",
              "allocation",
              "throughput",
              "normalized_throughput",
              "wall_ms")) {
        json.putNull(key);
      }
    }
    json.put("message", outcome.message().orElse(null));
    return Json.line(json);
  }

  private static void answer(ObjectNode json, SolveOutcome.Answer answer) {
    PolicyResult result = answer.result();
    Allocation allocation = result.allocation();
    Certificate certificate = allocation.certificate();
    json.set("objective", Json.number(certificate.objective()));
    json.set("bound", Json.number(certificate.bound()));
    json.set("relative_gap", Json.number(certificate.relativeGap()));
    json.set("max_violation", Json.number(allocation.maxViolation()));
    json.set("prices", Json.numbers(prices(allocation)));
    ArrayNode named = json.putArray("named_prices");
    for (NamedPrice price : NamedPrice.of(answer)) {
      ObjectNode entry = named.addObject();
      entry.put("kind", price.kind().name().toLowerCase(Locale.ROOT));
      entry.put("name", price.name());
      entry.set("price", Json.number(price.price()));
      entry.put("per", price.per());
    }
    if (!allocation.problem().softRows().isEmpty()) {
      ObjectNode missed = json.putObject("missed");
      allocation.missed().forEach((name, amount) -> missed.set(name, Json.number(amount)));
    }
    ArrayNode rows = json.putArray("allocation");
    for (OptionalInt row : rows(answer)) {
      rows.add(Json.numbers(fractions(allocation, row)));
    }
    if (!result.purchased().isEmpty()) {
      json.set("purchased", Json.numbers(result.purchased()));
    }
    json.set("throughput", Json.numbers(result.throughput()));
    json.set("normalized_throughput", Json.numbers(result.normalizedThroughput()));
  }

  /** Returns the price of one more worker of each worker type. */
  static List<Double> prices(Allocation allocation) {
    Cluster cluster = allocation.problem().cluster();
    return IntStream.range(0, cluster.typeCount())
        .mapToObj(j -> allocation.certificate().prices().ofPool(cluster.poolOf(j)))
        .toList();
  }

  /**
   * Returns the groups of the jobs, then of all pairs of the file, then of the configurations;
   * empty for pairs the policy cannot run.
   */
  private static List<OptionalInt> rows(SolveOutcome.Answer answer) {
    List<OptionalInt> rows = new ArrayList<>();
    AllocationProblem solved = answer.result().allocation().problem();
    int pairsEnd = solved.jobCount() + solved.pairCount();
    IntStream.range(0, solved.jobCount()).forEach(m -> rows.add(OptionalInt.of(m)));
    for (OptionalInt row : answer.file().pairRows()) {
      rows.add(row.isPresent() && row.getAsInt() < pairsEnd ? row : OptionalInt.empty());
    }
    IntStream.range(pairsEnd, solved.groupCount()).forEach(g -> rows.add(OptionalInt.of(g)));
    return rows;
  }

  private static List<Double> fractions(Allocation allocation, OptionalInt row) {
    return IntStream.range(0, allocation.problem().cluster().typeCount())
        .mapToObj(j -> row.isPresent() ? allocation.fraction(row.getAsInt(), j) : 0.0)
        .toList();
  }
}
