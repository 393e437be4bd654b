package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SlurmCommandTest {

  @TempDir private Path folder;

  private CommandRun advice(String jobs) throws IOException {
    Path sinfo = folder.resolve("sinfo.json");
    Files.writeString(
        sinfo,
        """
        {"nodes": [
          {"name": "n1", "gres": "gpu:v100:4", "partitions": ["gpu"], "features": ["v100"]},
          {"name": "n2", "gres": "gpu:k80:4", "partitions": ["gpu"], "features": ["k80"]}
        ]}
        """);
    Path squeue = folder.resolve("squeue.json");
    Files.writeString(squeue, "{\"last_update\": 10000, \"jobs\": [%s]}".formatted(jobs));
    return CommandRun.of("slurm", "advise", "--squeue", squeue, "--sinfo", sinfo);
  }

  private static String job(int id, String more) {
    return """
    {"job_id": %s, "name": "train", "partition": "gpu", "node_count": 1, "priority": 9,
     "requeue": true, "comment": "gavel", "submit_time": 1000, %s}
    """
        .formatted(id, more);
  }

  @Test
  void advise_jobsWithTimeLimits_saysWhenAPlanCompletesThem() throws IOException {
    String runs =
        "\"job_state\": \"RUNNING\", \"start_time\": 6400, \"time_limit\": 180, \"nodes\": \"n1\","
            + " \"tres_per_node\": \"gres:gpu:v100:4\", \"gres_detail\": [\"gpu:v100:4\"]";
    String waits = "\"job_state\": \"PENDING\", \"tres_per_node\": \"gres:gpu:v100:1\"";
    CommandRun run =
        advice(
            job(1, runs).replace("\"gavel\"", "\"\"")
                + ","
                + job(2, waits + ", \"time_limit\": 60")
                + ","
                + job(3, waits));
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("planned"), run.out());
    assertTrue(run.out().matches("(?s).*\\n1 [^\\n]* 2\\.00 h +has no comment.*"), run.out());
    // The first slot that starts after 2 h starts at 2.08 h, and its hour ends in the next one.
    assertTrue(run.out().matches("(?s).*\\n2 [^\\n]* 3\\.22 h .*"), run.out());
    assertTrue(run.out().matches("(?s).*\\n3 [^\\n]* -  +needs .*"), run.out());
  }

  @Test
  void advise_accountWithControlCharacters_isAnEntity() throws IOException {
    String waits = "\"job_state\": \"PENDING\", \"tres_per_node\": \"gres:gpu:v100:1\"";
    CommandRun run = advice(job(1, waits + ", \"account\": \"a\\tb\""));
    assertEquals(0, run.status(), run.err());
  }

  @Test
  void advise_heterogeneousJob_startsTogetherAndIsPlanned() throws IOException {
    String component = "\"job_state\": \"PENDING\", \"het_job_id\": 1, \"time_limit\": 60,";
    CommandRun run =
        advice(
            job(1, component + "\"tres_per_node\": \"gres:gpu:v100:3\"")
                + ","
                + job(2, component + "\"tres_per_node\": \"gres:gpu:k80:1\""));
    assertEquals(0, run.status(), run.err());
    assertEquals("", run.err());
    assertTrue(
        run.out()
            .matches(
                "(?s).*\\n1 +train +4 +waits +k80\\+v100 +v100 100 % +1\\.29 h +needs GPUs of k80"
                    + " and v100 at once.*"),
        run.out());
    assertTrue(!run.out().contains("JobId=2"), run.out());
  }
}
