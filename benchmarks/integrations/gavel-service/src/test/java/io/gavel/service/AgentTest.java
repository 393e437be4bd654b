package io.gavel.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that really run as processes, from submission to end. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "jobs are shell scripts")
class AgentTest {

  private static final Path SCRIPT = Path.of("demo", "count.sh").toAbsolutePath();

  private static void submit(Client client, String id, int workers, String... command)
      throws IOException, InterruptedException {
    String body =
        "{\"steps_per_second\": {\"v100\": 20, \"k80\": 10}, \"workers\": %s, \"command\": %s}"
            .formatted(workers, JsonText.print(List.of(command)));
    assertEquals(201, client.submit(id, body).status());
  }

  private static String state(Client client, String id) throws IOException, InterruptedException {
    return client.get("/jobs/" + id).body().path("state").asText();
  }

  @Test
  @Timeout(120)
  void jobs_takeTurnsAndEnd_alsoWhenTheAgentEndsAndTheServiceIsKilled(@TempDir Path folder)
      throws Exception {
    Path database = folder.resolve("state.db");
    Map<String, List<Integer>> workers = Map.of("v100", List.of(0), "k80", List.of(0, 1));
    String[] count = {"sh", SCRIPT.toString(), "40", "20", "10"};
    ServiceProcess service = new ServiceProcess(database, "v100=1,k80=2", 1);
    try {
      Client client = new Client(service.port());
      for (int i = 0; i < 4; i++) {
        submit(client, "count%2F" + i, 1, count);
      }
      submit(client, "gang", 2, count);
      submit(client, "fails", 1, "sh", "-c", "exit 3");
      submit(client, "missing", 1, "no-such-program");
      Agent agent =
          new Agent(
              new ServiceClient("http://localhost:" + service.port()),
              workers,
              folder.resolve("jobs"));
      for (int i = 0; i < 5; i++) {
        agent.step(1);
        Thread.sleep(100);
      }
      agent.close(); // as another version of the agent would be installed
      service.kill();
      service = new ServiceProcess(database, "v100=1,k80=2", 1);
      client = new Client(service.port());
      List<String> ids = List.of("count%2F0", "count%2F1", "count%2F2", "count%2F3", "gang");
      try (Agent next =
          new Agent(
              new ServiceClient("http://localhost:" + service.port()),
              workers,
              folder.resolve("jobs"))) {
        for (String id : ids) {
          while (!state(client, id).equals("ended")) {
            next.step(1);
            Thread.sleep(100);
          }
        }
        for (String id : List.of("fails", "missing")) {
          while (!state(client, id).equals("given up")) {
            next.step(1);
            Thread.sleep(100);
          }
        }
      }
      boolean hasContinued = false;
      for (String id : ids) {
        Path own = folder.resolve("jobs").resolve(id);
        assertEquals("40", Files.readString(own.resolve("steps.0")).strip(), id);
        String log = Files.readString(own.resolve("log"));
        hasContinued |= log.matches("(?s).*starts at [1-9].*");
        assertFalse(
            !id.equals("gang") && log.contains("starts at 40"),
            "started again after its end:\n" + log);
      }
      assertTrue(hasContinued, "no job was stopped and continued");
    } finally {
      service.close();
    }
  }
}
