package io.gavel.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients may ask, and what they get. */
class HttpApiTest {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 3));
  private static final String JOB =
      "{\"steps_per_second\": {\"v100\": 4, \"k80\": 1}, \"workers\": 2, \"steps\": 30000}";
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final AtomicBoolean fails = new AtomicBoolean();
  private volatile Duration passed = Duration.ZERO;
  private SchedulerService service;
  private Client client;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    start(folder.resolve("state.db"), 0.2);
  }

  private void start(Path database, double roundSeconds) throws Exception {
    Policy fair = MaxMinFairness.create();
    Policy policy =
        problem -> {
          if (fails.get()) {
            throw new IllegalStateException("no power");
          }
          return fair.allocate(problem);
        };
    InstantSource clock = () -> START.plus(passed);
    service =
        SchedulerService.start(
            CLUSTER,
            policy,
            new RoundOptions(roundSeconds),
            database,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            clock);
    client = new Client(service.port());
  }

  @AfterEach
  void stop() throws Exception {
    service.close();
  }

  /** Lets time pass and waits until a round was planned in it. */
  private JsonNode nextRound() throws Exception {
    long round = client.get("/health").body().path("round").asLong(-1);
    while (client.get("/health").body().path("round").asLong(-1) == round) {
      passed = passed.plusMillis(200);
      Thread.sleep(10);
    }
    return client.get("/leases").body().path("leases");
  }

  @Test
  void job_fromSubmissionToEnd() throws Exception {
    assertEquals(201, client.submit("bert", JOB).status());
    assertEquals(200, client.submit("bert", JOB).status(), "sent again");
    assertEquals(409, client.submit("bert", JOB.replace("2", "1")).status(), "another request");
    JsonNode leases = nextRound();
    assertEquals(1, leases.size(), leases.toString());
    assertEquals("bert", leases.path(0).path("jobs").path(0).asText());
    assertEquals(2, leases.path(0).path("workers").size());

    JsonNode job = client.get("/jobs/bert").body();
    assertEquals("runs", job.path("state").asText());
    AllocationProblem alone =
        AllocationProblem.builder(CLUSTER)
            .job(Job.builder("bert").scaleFactor(2).build(), 4, 1)
            .build();
    double share = MaxMinFairness.create().allocate(alone).fraction("bert", "v100");
    assertEquals(share, job.path("shares").path("v100").asDouble(), 1e-9);

    long lease = leases.path(0).path("lease").asLong();
    String report = "{\"lease\": %s, \"steps\": 12.5, \"saved_until\": \"2099-01-01T00:00:00Z\"}";
    JsonNode applied = client.send("POST", "/jobs/bert/progress", report.formatted(lease)).body();
    assertEquals("applied", applied.path("outcome").asText(), applied.toString());
    assertEquals(12.5, client.get("/jobs/bert").body().path("steps_done").asDouble());

    assertEquals("ended", client.end("bert").body().path("state").asText());
    assertEquals("ended", client.end("bert").body().path("state").asText(), "sent again");
    assertEquals("ended", client.submit("bert", JOB).body().path("state").asText());
    assertEquals(0, client.get("/health").body().path("jobs").asInt());
  }

  @Test
  void newJob_betweenRounds_getsIdleWorkers(@TempDir Path folder) throws Exception {
    service.close();
    start(folder.resolve("hours.db"), 7200);
    client.submit("job", "{\"steps_per_second\": {\"k80\": 1}}");
    while (client.get("/jobs/job").body().path("state").asText().equals("waits")) {
      Thread.sleep(20);
    }
    assertTrue(client.get("/jobs/job").body().path("shares").isEmpty(), "not allocated yet");
    assertEquals(0, client.get("/health").body().path("round").asInt());
  }

  /** Before the service could look for idle workers. */
  @Test
  @Timeout(60)
  void newJob_serviceStoppedAtOnce_getsIdleWorkersAfterTheStart(@TempDir Path folder)
      throws Exception {
    service.close();
    start(folder.resolve("hours.db"), 7200);
    while (client.get("/health").body().path("round").asInt(-1) < 0) {
      Thread.sleep(20);
    }
    client.submit("job", "{\"steps_per_second\": {\"k80\": 1}}");
    service.close();
    start(folder.resolve("hours.db"), 7200);
    while (client.get("/jobs/job").body().path("state").asText().equals("waits")) {
      Thread.sleep(20);
    }
    assertEquals(0, client.get("/health").body().path("round").asInt());
  }

  @Test
  void lostWorkers_areNotUsed() throws Exception {
    client.submit("bert", "{\"steps_per_second\": {\"v100\": 4}, \"workers\": 2}");
    assertEquals(1, nextRound().size());
    client.send("PUT", "/workers/v100/1", "{\"condition\": \"lost\"}");
    assertEquals(0, client.get("/leases").body().path("leases").size());
    assertEquals(0, nextRound().size());
    client.send("PUT", "/workers/v100/1", "{\"condition\": \"up\"}");
    nextRound();
    assertEquals(1, nextRound().size());
  }

  @Test
  void resizedType_getsAndLosesWorkers() throws Exception {
    String one = "{\"steps_per_second\": {\"k80\": 1}}";
    for (int i = 0; i < 6; i++) {
      client.submit("job" + i, one);
    }
    assertEquals(3, nextRound().size());
    assertEquals("applied", resize(5).path("outcome").asText());
    nextRound();
    assertEquals(5, nextRound().size());
    assertEquals(5 / 6.0, client.get("/jobs/job0").body().at("/shares/k80").asDouble(), 1e-6);
    assertEquals("unchanged", resize(5).path("outcome").asText());
    resize(1);
    assertEquals(5, client.get("/leases").body().path("leases").size(), "these end their round");
    nextRound();
    assertEquals(1, nextRound().size());
    assertEquals(1 / 6.0, client.get("/jobs/job0").body().at("/shares/k80").asDouble(), 1e-6);
    client.submit("gang", "{\"steps_per_second\": {\"v100\": 1}, \"workers\": 2}");
    Client.Got refused = client.send("PUT", "/workers/v100", "{\"workers\": 1}");
    assertEquals(400, refused.status());
    assertEquals(
        "job \"gang\" needs 2 workers of one type, and could not run with 1 of type v100",
        refused.body().path("error").asText());
  }

  private JsonNode resize(int workers) throws Exception {
    return client.send("PUT", "/workers/k80", "{\"workers\": %s}".formatted(workers)).body();
  }

  @Test
  void jobs_comeInPages() throws Exception {
    for (int i = 0; i < 5; i++) {
      client.submit("job" + i, "{\"steps_per_second\": {\"k80\": 1}}");
    }
    JsonNode page = client.get("/jobs?limit=2").body();
    assertEquals(List.of("job0", "job1"), page.path("jobs").findValuesAsText("id"));
    page = client.get("/jobs?limit=3&after=" + page.path("next").asText()).body();
    assertEquals(List.of("job2", "job3", "job4"), page.path("jobs").findValuesAsText("id"));
    assertFalse(page.has("next"));
    assertEquals(400, client.get("/jobs?limit=1001").status());
    assertEquals(400, client.get("/leases?wait=11").status());
  }

  @Test
  @Timeout(60)
  void leases_waitUntilTheyChange(@TempDir Path folder) throws Exception {
    service.close();
    start(folder.resolve("hours.db"), 7200);
    while (client.get("/health").body().path("round").asInt(-1) < 0) {
      Thread.sleep(20);
    }
    String seen = client.get("/leases").body().path("seen").asText();
    long begin = System.nanoTime();
    assertEquals(seen, client.get("/leases?wait=1&unless=" + seen).body().path("seen").asText());
    assertTrue(System.nanoTime() - begin > 9e8, "it waits");
    CompletableFuture<Client.Got> waits =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return client.get("/leases?wait=10&unless=" + seen);
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    client.submit(
        "job", "{\"steps_per_second\": {\"k80\": 1}, \"command\": [\"sh\", \"train.sh\"]}");
    JsonNode leases = waits.get(9, TimeUnit.SECONDS).body().path("leases");
    assertEquals("sh", leases.path(0).path("command").path(0).asText(), leases.toString());
  }

  @Test
  void failingJob_isGivenUp() throws Exception {
    client.submit("bad", "{\"steps_per_second\": {\"v100\": 4}}");
    String report = "{\"lease\": " + nextRound().path(0).path("lease") + ", \"steps\": 1}";
    assertEquals(200, client.send("POST", "/jobs/bad/progress", report).status());
    for (int i = 0; i < RoundOptions.defaults().maxFailures(); i++) {
      JsonNode leases = nextRound();
      String failure = "{\"lease\": " + leases.path(0).path("lease") + "}";
      assertEquals(200, client.send("POST", "/jobs/bad/failure", failure).status());
    }
    assertEquals("given up", client.get("/jobs/bad").body().path("state").asText());
  }

  @Test
  void failingPolicy_leavesTheLastAllocation_andSaysSo() throws Exception {
    client.submit("first", "{\"steps_per_second\": {\"k80\": 1}}");
    nextRound();
    fails.set(true);
    client.submit("second", "{\"steps_per_second\": {\"k80\": 1}}");
    nextRound();
    assertEquals(2, nextRound().size(), "the new job uses what would idle");
    JsonNode health = client.get("/health").body();
    assertEquals("the policy fails: no power", health.path("trouble").asText());
    fails.set(false);
    nextRound();
    nextRound();
    assertEquals("well", client.get("/health").body().path("status").asText());
    assertFalse(client.get("/jobs/second").body().path("shares").isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          {                                                | Unexpected end-of-input
          []                                               | the body must be an object
          {}                                               | steps_per_second is missing
          {"steps_per_second": {"h100": 1}}                | there is no worker type "h100"; known: v100, k80
          {"steps_per_second": {"v100": "4"}}              | steps_per_second.v100 must be a number
          {"steps_per_second": {"v100": -4}}               | "v100" is -4.0; it must be finite
          {"steps_per_second": {"v100": 1e999}}            | "v100" is Infinity; it must be finite
          {"steps_per_second": {"v100": 0}}                | 0 everywhere; one must be positive
          {"steps_per_second": {"v100": null}}             | steps_per_second is missing
          {"steps_per_second": {"v100": 1}, "workers": 9}  | the most is 2
          {"steps_per_second": {"v100": 1}, "workers": 0}  | is 0; it must be at least 1
          {"steps_per_second": {"v100": 1}, "workers": 1.5}| workers must be a whole number
          {"steps_per_second": {"v100": 1}, "weight": 0}   | is 0.0; it must be finite and > 0
          {"steps_per_second": {"v100": 1}, "steps": -1}   | steps are -1.0; they must be finite and > 0
          {"steps_per_second": {"v100": 1}, "gpus": 2}     | there is no field "gpus"; known: command,
          {"steps_per_second": {"v100": 1, "v100": 2}}     | Duplicate field 'v100'
          {"steps_per_second": {"v100": 1}} x              | Unrecognized token 'x'
          """)
  void wrongJob_isRefused_andNothingChanges(String body, String message) throws Exception {
    Client.Got got = client.submit("x", body);
    assertEquals(400, got.status());
    String error = got.body().path("error").asText();
    assertTrue(error.contains(message), error);
    assertEquals(404, client.get("/jobs/x").status());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          GET   | /                  |                              | 404 | is no request; there are
          PATCH | /jobs/a            |                              | 404 | is no request; there are
          GET   | /jobs/nobody       |                              | 404 | there is no job "nobody"
          POST  | /jobs/a/progress   | {"lease": 0}                 | 400 | steps must be a number
          POST  | /jobs/a/progress   | {"lease": 77, "steps": 1}    | 400 | lease 77, which was never issued
          POST  | /jobs/a/progress   | {"lease": 0, "steps": -1}    | 400 | must be finite and at least 0
          POST  | /jobs/a/progress   | {"lease": 0, "steps": 1, "saved_until": "now"} | 400 | it must be a time
          POST  | /jobs/a/failure    | {}                           | 400 | lease must be a whole number
          POST  | /jobs/b/failure    | {"lease": 0}                 | 404 | there is no job "b"
          DELETE| /jobs/b            |                              | 404 | there is no job "b"
          PUT   | /workers/h100/0    | {"condition": "lost"}        | 400 | there is no worker type "h100"
          PUT   | /workers/v100/2    | {"condition": "lost"}        | 400 | the pool has 2 workers
          PUT   | /workers/v100/x    | {"condition": "lost"}        | 400 | worker "x" is no index
          PUT   | /workers/v100/0    | {"condition": "on fire"}     | 400 | it must be up, drained or lost
          """)
  void wrongRequest_saysWhatIsAllowed(
      String method, String path, String body, int status, String message) throws Exception {
    client.submit("a", "{\"steps_per_second\": {\"k80\": 1}}");
    nextRound();
    Client.Got got = client.send(method, path, body == null ? "" : body);
    assertEquals(status, got.status(), got.toString());
    String error = got.body().path("error").asText();
    assertTrue(error.contains(message), error);
  }

  /** The client is still sending when the server knows that the body is too long. */
  @Test
  void hugeBody_isRefused() throws Exception {
    assertEquals(413, client.submit("x", " ".repeat((1 << 20) + 1)).status());
    String body = " ".repeat(1 << 23);
    for (int i = 0; i < 20; i++) {
      assertEquals(413, client.submit("x", body).status());
    }
  }

  @Test
  void hugeBody_ofAClientThatAsksFirst_isRefusedBeforeItIsSent() throws Exception {
    String head = "PUT /jobs/x HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n";
    try (Socket socket = sent(head + "Expect: 100-continue\r\n\r\n")) {
      byte[] answer = socket.getInputStream().readNBytes(12);
      assertEquals("HTTP/1.1 413", new String(answer, StandardCharsets.UTF_8));
    }
  }

  @Test
  @Timeout(60)
  void halfSentRequests_delayNobody() throws Exception {
    List<Socket> open = new ArrayList<>();
    try {
      for (int i = 0; i < 1_000; i++) {
        open.add(
            sent(
                "PUT /jobs/s%s HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{".formatted(i)));
      }
      long start = System.nanoTime();
      assertEquals(200, client.get("/health").status());
      assertTrue(System.nanoTime() - start < 5e9, "answered beside half-sent requests");
      String answer =
          new String(open.get(0).getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(answer.startsWith("HTTP/1.1 408 "), answer);
      assertTrue(answer.contains("{\"error\":\"the body did not arrive in time\"}"), answer);
    } finally {
      for (Socket socket : open) {
        socket.close();
      }
    }
  }

  /** Requests that are no HTTP, or that the server refuses before it looks at the path. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PUT /jobs/% HTTP/1.1               | 400
          GET /jobs/%zz HTTP/1.1             | 400
          GET /jobs/a HTTP/9.9               | 505
          nonsense                           | 400
          GET jobs HTTP/1.1                  | 400
          OPTIONS * HTTP/1.1                 | 404
          PUT /jobs/%00 HTTP/1.1             | 400
          PUT /jobs/a%0Ab HTTP/1.1           | 400
          PUT /jobs/%1B%5B2J HTTP/1.1        | 400
          PUT /jobs/%E2%80%AEevil HTTP/1.1   | 400
          """)
  void wrongRequest_isAnsweredInJson(String line, int status) throws Exception {
    String job = "{\"steps_per_second\": {\"k80\": 1}}";
    String headers = "\r\nHost: x\r\nConnection: close\r\nContent-Length: %s\r\n\r\n";
    try (Socket socket = sent(line + headers.formatted(job.length()) + job)) {
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
      String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
      assertTrue(body.startsWith("{\"error\":\"") && body.endsWith("\"}\n"), answer);
      assertEquals(0, client.get("/health").body().path("jobs").asInt());
    }
  }

  private Socket sent(String text) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port());
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  @Test
  void stoppedService_answersNothing() throws Exception {
    service.close();
    assertThrows(IOException.class, () -> client.get("/health"));
  }
}
