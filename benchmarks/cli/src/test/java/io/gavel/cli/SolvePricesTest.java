package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The prices that {@code gavel solve} prints, on problems whose prices are known. */
final class SolvePricesTest {

  private static final String JOB =
      """
      {"id": "%s", "throughput": %s, "scale_factor": 1, "weight": 1, "steps_remaining": 36000,
      "seconds_since_start": 0, "isolated_seconds_so_far": 0, "slo_seconds": %s, "entity": %s}
      """;

  @TempDir private Path folder;

  private Path problem(String workers, String jobs, String more) throws IOException {
    Path file = folder.resolve("problem.json");
    Files.writeString(
        file,
        """
        {"schema": "cluster-scheduling-golden-2", "name": "prices", "note": "",
        "worker_types": ["v100", "k80"], "num_workers": [%s], "cost": [2, 1],
        "reference_type": null, "jobs": [%s], "pairs": [], "expected": {}, %s}
        """
            .formatted(workers, jobs, more));
    return file;
  }

  /** One job in a quota of half a v100, and a limit on k80: each unit is a rate. */
  private Path quotas() throws IOException {
    return problem(
        "1, 1",
        JOB.formatted("a", "[4, 1]", "null", "\"red\""),
        """
        "entities": [{"id": "red", "weight": 1, "policy": "fairness", "limit": {"v100": 0.5}}],
        "constraints": [
          {"name": "power", "terms": [{"unit": "amount", "amount": [0, 200]}], "relation": "<=",
           "bound": 50}]
        """);
  }

  @Test
  void constraints_arePricedByNameWithTheirUnits() throws IOException {
    CommandRun run = CommandRun.of("solve", "--policy=max_sum_throughput", quotas());
    assertEquals(
        """
        prices  max_sum_throughput: optimal in _ ms
          objective 2.25000000  bound 2.25000000  gap _  violation 0.0
          job       v100      k80  steps/s  normalised
          a      50.00 %  25.00 %   2.2500     0.90000
          price   0.0000   0.0000
          price of constraint "limit:red:v100"     4.0000  per worker
          price of constraint "power"           0.0050000  per unit of amount

        """,
        withoutTimes(run.out()), run.err());
  }

  @Test
  void explain_saysWhichConstraintHoldsTheJobBackAndItsPrice() throws IOException {
    CommandRun run = CommandRun.of("solve", "--policy=max_sum_throughput", "--explain=a", quotas());
    assertEquals(
        """
        a: PARTIAL, 2.25000 steps/s = 4.000 (fastest type) × 0.7500 (time) × 0.7500 (speed while it runs)
          constraint "limit:red:v100" leaves no room (price 4.000 per unit of its bound); without it, it would gain up to 1.750 steps/s
          constraint "power" leaves no room (price 0.005000 per unit of its bound); without it, it would gain up to 0.2500 steps/s
        """,
        run.out().substring(run.out().indexOf("\n\n") + 2),
        run.err());
  }

  /** Job a needs 3/4 of the only v100; job b 1.5 steps/s: one on the rest of it, 0.5 on k80. */
  private Path purchase() throws IOException {
    return problem(
        "0, 0",
        JOB.formatted("a", "[4, 0]", "12000", "null")
            + ", "
            + JOB.formatted("b", "[4, 1]", "24000", "null"),
        """
        "entities": [], "purchasable": [{"type": "v100", "most": 1, "price": 2},
        {"type": "k80", "most": 3, "price": 1}]
        """);
  }

  @Test
  void purchasesAndFloors_arePricedByName() throws IOException {
    CommandRun run = CommandRun.of("solve", "--policy=least_cost", purchase());
    assertEquals(
        """
        prices  least_cost: optimal in _ ms
          objective 2.50000000  bound 2.50000000  gap _  violation 0.0
          job           v100      k80  steps/s  normalised
          a          75.00 %   0.00 %   3.0000           -
          b          25.00 %  50.00 %   1.5000           -
          price       4.0000   1.0000
          purchased   1.0000  0.50000
          price of purchase "v100"        2.0000  per worker that can be bought
          price of purchase "k80"         0.0000  per worker that can be bought
          price of throughput of job "a"  1.0000  per step/s
          price of throughput of job "b"  1.0000  per step/s

        """,
        withoutTimes(run.out()), run.err());
  }

  @Test
  void json_hasKindNamePriceAndUnit() throws IOException {
    JsonNode answer =
        CommandRun.of("solve", "--policy=max_sum_throughput", "--json", quotas()).json().get(0);
    Map<String, Double> prices = new TreeMap<>();
    for (JsonNode price : answer.path("named_prices")) {
      String key =
          String.join(
              " ",
              price.path("kind").asText(),
              price.path("name").asText(),
              "per",
              price.path("per").asText());
      prices.put(key, Math.rint(1e6 * price.path("price").asDouble()) / 1e6);
    }
    assertEquals(
        Map.of(
            "workers v100 per worker", 0.0,
            "workers k80 per worker", 0.0,
            "constraint limit:red:v100 per worker", 4.0,
            "constraint power per unit of amount", 0.005,
            "throughput a per step/s", 0.0),
        prices);
  }

  /** A v100 runs a job at rate 4 if it also holds the k80, which is worth all of it. */
  @Test
  void workersHeldAlongside_havePriceOfOneMore() throws IOException {
    String job = JOB.formatted("a", "[4, 0]", "null", "null").strip();
    String coGang = job.substring(0, job.length() - 1) + ", \"alongside\": {\"k80\": 2}}";
    Path file =
        problem("2, 2", coGang + "," + coGang.replace("\"a\"", "\"b\""), "\"entities\": []");
    Files.writeString(
        file, Files.readString(file).replace("cluster-scheduling-golden-2", "gavel-problem-1"));
    JsonNode answer =
        CommandRun.of("solve", "--policy=max_sum_throughput", "--json", file).json().get(0);
    assertEquals(0, answer.path("prices").get(0).asDouble(), 1e-6);
    assertEquals(2, answer.path("prices").get(1).asDouble(), 1e-6);
  }

  private static String withoutTimes(String text) {
    return text.replaceAll("in [0-9.]+ ms", "in _ ms").replaceAll("gap \\S+", "gap _");
  }
}
