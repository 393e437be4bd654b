package io.gavel.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.PolicyResult;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
              "worker_types",
              "rows",
              "allocation",
              "throughput",
              "normalized_throughput",
              "wall_ms")) {
        json.putNull(key);
      }
    }
    outcome
        .answer()
        .flatMap(answer -> answer.file().assumed())
        .ifPresent(source -> json.put("assumed", source));
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
    List<NamedPrice> prices = NamedPrice.of(answer);
    json.set("prices", prices.isEmpty() ? JsonNodeFactory.instance.nullNode() : workers(prices));
    ArrayNode named = json.putArray("named_prices");
    for (NamedPrice price : prices) {
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
    ArrayNode types = json.putArray("worker_types");
    allocation.problem().cluster().types().forEach(type -> types.add(type.name()));
    ArrayNode names = json.putArray("rows");
    ArrayNode rows = json.putArray("allocation");
    for (Row row : rows(answer)) {
      names.add(row.name);
      rows.add(Json.numbers(fractions(allocation, row.group)));
    }
    if (!result.purchased().isEmpty()) {
      json.set("purchased", Json.numbers(result.purchased()));
    }
    json.set("throughput", Json.numbers(result.throughput()));
    json.set("normalized_throughput", Json.numbers(result.normalizedThroughput()));
  }

  private static ArrayNode workers(List<NamedPrice> prices) {
    return Json.numbers(
        prices.stream()
            .filter(price -> price.kind() == NamedPrice.Kind.WORKERS)
            .map(NamedPrice::price)
            .toList());
  }

  /**
   * Returns the price of one more worker by the name of the type, in units of the objective.
   *
   * @param allocation the answer of a policy
   * @param claimsProof whether the policy claims to prove its objective
   * @return null in JSON if the policy has no prices
   */
  public static JsonNode prices(Allocation allocation, boolean claimsProof) {
    if (!NamedPrice.exist(allocation, claimsProof)) {
      return JsonNodeFactory.instance.nullNode();
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    NamedPrice.workers(allocation)
        .forEach(price -> json.set(price.name(), Json.number(price.price())));
    return json;
  }

  /**
   * A row of the allocation.
   *
   * @param name of its jobs; null for a pair of the file that can never run
   * @param group its group; empty for a pair that the policy cannot run
   */
  private record Row(@Nullable String name, OptionalInt group) {}

  /** Returns the jobs, then all pairs of the file, then the configurations. */
  private static List<Row> rows(SolveOutcome.Answer answer) {
    List<Row> rows = new ArrayList<>();
    AllocationProblem solved = answer.result().allocation().problem();
    AllocationProblem given = answer.file().problem();
    int pairsEnd = solved.jobCount() + solved.pairCount();
    for (int m = 0; m < solved.jobCount(); m++) {
      rows.add(new Row(solved.job(m).id(), OptionalInt.of(m)));
    }
    for (OptionalInt pair : answer.file().pairRows()) {
      String name = pair.isPresent() ? given.groupName(pair.getAsInt()) : null;
      boolean runs = pair.isPresent() && pair.getAsInt() < pairsEnd;
      rows.add(new Row(name, runs ? pair : OptionalInt.empty()));
    }
    for (int g = pairsEnd; g < solved.groupCount(); g++) {
      rows.add(new Row(solved.groupName(g), OptionalInt.of(g)));
    }
    return rows;
  }

  private static List<Double> fractions(Allocation allocation, OptionalInt row) {
    return IntStream.range(0, allocation.problem().cluster().typeCount())
        .mapToObj(j -> row.isPresent() ? allocation.fraction(row.getAsInt(), j) : 0.0)
        .toList();
  }
}
