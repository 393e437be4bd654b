package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gavel.policies.contract.Draws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

final class ImportProperties {

  /** Every job of a random queue is imported or counted; the problem is valid and solved. */
  @Property(tries = 25)
  void slurm_randomQueue_isAProblemThatCountsEveryJob(@ForAll Draws random) throws IOException {
    List<String> types = List.of("a100", "v100", "t4");
    StringBuilder jobs = new StringBuilder();
    int count = 1 + random.nextInt(12);
    for (int i = 0; i < count; i++) {
      String type = types.get(random.nextInt(3));
      int gpus = random.nextInt(5);
      boolean running = random.nextBoolean();
      jobs.append(i == 0 ? "" : ",")
          .append(
              ("{\"job_id\": %s, \"name\": \"j\", \"account\": \"%s\", \"job_state\": \"%s\","
                      + " \"partition\": \"gpu\", \"node_count\": 1, \"priority\": %s,"
                      + " \"submit_time\": %s, \"start_time\": %s, \"time_limit\": %s,"
                      + " \"tres_per_node\": \"%s\", \"nodes\": \"%s\"%s}")
                  .formatted(
                      100 + i,
                      random.nextInt(3) == 0 ? "" : "team" + random.nextInt(2),
                      running ? "RUNNING" : "PENDING",
                      random.nextInt(5),
                      1000 + random.nextInt(1000),
                      running ? 3000 : 0,
                      random.nextInt(4) == 0 ? "null" : 1 + random.nextInt(2000),
                      gpus == 0
                          ? ""
                          : "gres:gpu:" + (random.nextBoolean() ? type + ":" : "") + gpus,
                      running ? type + "1" : "",
                      running && gpus > 0
                          ? ", \"gres_detail\": [\"gpu:%s:%s\"]".formatted(type, gpus)
                          : ""));
    }
    Path place = Files.createTempDirectory("queue");
    Path squeue = place.resolve("squeue.json");
    Path sinfo = place.resolve("sinfo.json");
    Files.writeString(squeue, "{\"errors\": [], \"jobs\": [%s]}".formatted(jobs));
    Files.writeString(
        sinfo,
        types.stream()
            .map(
                type ->
                    ("{\"name\": \"%s1\", \"gres\": \"gpu:%s:4\", \"state\": \"%s\","
                            + " \"partitions\": [\"gpu\"]}")
                        .formatted(type, type, random.nextInt(4) == 0 ? "down" : "idle"))
            .collect(Collectors.joining(",", "{\"errors\": [], \"nodes\": [", "]}")));
    Path to = place.resolve("out");
    CommandRun run =
        CommandRun.of("import", "slurm", "--squeue", squeue, "--sinfo", sinfo, "--out", to);
    int leftOut =
        Pattern.compile("left out: (\\d+) records? (?!of nodes)")
            .matcher(run.err())
            .results()
            .mapToInt(match -> Integer.parseInt(match.group(1)))
            .sum();
    if (run.status() == 0) {
      JsonNode problem = JsonMapper.builder().build().readTree(to.resolve("problem.json").toFile());
      assertEquals(count, leftOut + problem.path("jobs").size(), run.err());
      CommandRun check = CommandRun.of("check", to.resolve("problem.json"));
      assertEquals(0, check.status(), check.err());
      CommandRun solve =
          CommandRun.of("solve", to.resolve("problem.json"), "--policy", "max_min_fairness");
      assertEquals(0, solve.status(), solve.err());
    } else {
      assertTrue(run.err().contains("no job is left to import"), run.err());
    }
  }
}
