package io.gavel.kubernetes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.gavel.kubernetes.objects.WorkloadReader;
import io.gavel.policies.lp.welfare.NashWelfare;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an API server does to its clients, and how the controller takes it. */
final class ApiServerTest {

  private final TestClock clock = new TestClock();
  private KueueServer kueue = new KueueServer();
  private AdmissionController controller;

  private void serve(String... versions) {
    kueue.close();
    kueue = new KueueServer(versions);
  }

  private AdmissionController start() {
    kueue.check("gavel", "gavel.io/admission");
    kueue.flavor("h100");
    kueue.flavor("a10");
    kueue.queue("team-a", Map.of("h100", 4, "a10", 8));
    return watch();
  }

  private AdmissionController watch() {
    controller =
        new AdmissionController(
            kueue.api.config(), AdmissionOptions.defaults(), NashWelfare.create(), clock);
    controller.watch();
    return controller;
  }

  @AfterEach
  void close() {
    if (controller != null) {
      controller.close();
    }
    kueue.close();
  }

  private double settle() {
    double seconds = 0;
    for (int step = 0; step < 50 && seconds == 0; step++) {
      kueue.awaitSeen(controller);
      seconds = controller.step();
    }
    assertTrue(seconds > 0, "there is always more to do");
    return seconds;
  }

  private void workload(String name, int workers) {
    kueue.workload(name, "team-a", workers, Map.of(WorkloadReader.SPEEDS, "h100=3, a10=1"), "a10");
  }

  /** A workload that waits for h100. */
  private void waits(String name) {
    kueue.workload(name, "team-a", 4, Map.of(WorkloadReader.SPEEDS, "h100=3"), "h100");
  }

  private long count(List<String> requests, String regex) {
    return requests.stream().filter(request -> request.matches(regex)).count();
  }

  @ParameterizedTest
  @CsvSource({"v1beta1, v1beta1", "v1beta2, v1beta2", "v1beta2 v1beta1, v1beta2"})
  void discovery_takesTheNewestVersionThatIsServed(String served, String used) {
    serve(served.split(" ", -1));
    start();
    workload("bert", 2);
    settle();
    assertEquals("h100", kueue.chosen("bert"));
    assertTrue(
        kueue.api.requests.stream()
            .skip(1)
            .allMatch(request -> request.contains("/apis/kueue.x-k8s.io/" + used + "/")),
        kueue.api.requests.toString());
  }

  @Test
  void discovery_unknownVersions_saysWhatIsNeeded() {
    serve("v1alpha1", "v1");
    IllegalStateException e = assertThrows(IllegalStateException.class, this::watch);
    assertEquals(
        "the API server has versions [v1alpha1, v1] of kueue.x-k8s.io; one of [v1beta2, v1beta1] is"
            + " needed",
        e.getMessage());
  }

  @Test
  void answer_patchesItsOwnEntryOnly() {
    start();
    workload("bert", 2);
    kueue.editStatus("bert", status -> status.putArray("preemptionGates"));
    JsonNode before = kueue.get("bert");
    settle();
    assertEquals(
        Set.of(
            "PATCH /apis/kueue.x-k8s.io/v1beta2/namespaces/ml/workloads/bert/status",
            "PATCH /apis/kueue.x-k8s.io/v1beta2/admissionchecks/gavel/status"),
        new HashSet<>(kueue.api.writes));
    JsonNode after = kueue.get("bert");
    assertEquals("Ready", kueue.state("bert"));
    assertEquals(before.at("/spec"), after.at("/spec"));
    assertEquals(before.at("/status/admission"), after.at("/status/admission"));
    assertEquals(before.at("/status/preemptionGates"), after.at("/status/preemptionGates"));
    assertEquals(
        before.at("/status/admissionChecks/0"), after.at("/status/admissionChecks/0"), "other");
  }

  @Test
  void onFlavors_otherFlavoursOfTheQueueAreNotDecided() {
    kueue.queue("team-b", Map.of("h100", 2, "a10", 2), List.of("h100"));
    start();
    kueue.queue("team-a", Map.of("h100", 2), List.of("h100"));
    kueue.workload("bert", "team-b", 2, Map.of(WorkloadReader.SPEEDS, "h100=1, a10=9"), "h100");
    settle();
    assertEquals("True: Answers workloads.", kueue.active());
    assertEquals("h100", kueue.chosen("bert"));
    kueue.queue("team-b", Map.of("a10", 2), List.of("h100"));
    settle();
    assertEquals(
        "False: queue team-b: it has no quota of nvidia.com/gpu on [h100]", kueue.active());
  }

  @Test
  void messages_startsComeFirst_andMessagesAtTheirRate() {
    start();
    for (int i = 10; i < 40; i++) {
      waits("a-waits-" + i);
    }
    kueue.workload("z-starts", "team-a", 1, Map.of(WorkloadReader.SPEEDS, "a10=1"), "a10");
    settle();
    List<String> writes = kueue.api.writes;
    assertTrue(writes.get(0).endsWith("/status"));
    int last = 0;
    for (int i = 0; i < writes.size(); i++) {
      last = writes.get(i).contains("z-starts") ? i : last;
    }
    assertTrue(last <= 1, writes.toString()); // one of the waiting ones starts, too
    assertEquals(12, kueue.told().size(), "two starts and ten messages");
    assertEquals(1, settle(), "a second until the next ones");
    clock.pass(1);
    settle();
    assertEquals(22, kueue.told().size());
    clock.pass(1);
    settle();
    assertEquals(31, kueue.told().size());
    clock.pass(1);
    int all = writes.size();
    settle();
    assertEquals(all, writes.size(), "nothing is written twice");
  }

  /** While time passes, forecasts change by seconds; what is written must not. */
  @Test
  void messages_forecastThatMovesALittle_isNotWrittenAgain() {
    start();
    Map<String, Integer> day = Map.of("maximumExecutionTimeSeconds", 86_400);
    kueue.workload("runs", "team-a", 4, Map.of(WorkloadReader.SPEEDS, "h100=3"), "h100", day);
    settle();
    for (int i = 10; i < 15; i++) {
      waits("waits-" + i);
    }
    clock.pass(60);
    settle();
    assertTrue(
        kueue.message("waits-10").contains("Expected to start on h100 by 2026-11-24T08:00:00Z."),
        kueue.message("waits-10"));
    int before = kueue.api.writes.size();
    for (int minute = 0; minute < 60; minute++) {
      clock.pass(57);
      settle();
    }
    assertEquals(before, kueue.api.writes.size());
  }

  @Test
  void tooManyRequests_pausesAllWritesAsLongAsTheServerSays() {
    start();
    settle();
    for (int i = 10; i < 14; i++) {
      workload("w-" + i, 1);
    }
    kueue.api.failures.add(new FakeApiServer.Failure(429, 7));
    kueue.api.requests.clear();
    assertEquals(7, settle());
    assertEquals(1, count(kueue.api.requests, "PATCH .*"), "one refusal stops all writes");
    clock.pass(6);
    assertEquals(1, settle());
    assertEquals(1, count(kueue.api.requests, "PATCH .*"));
    kueue.api.failures.add(new FakeApiServer.Failure(503, 0));
    clock.pass(1);
    assertEquals(2, settle(), "twice as long without a time from the server");
    clock.pass(2);
    settle();
    for (int i = 10; i < 14; i++) {
      assertEquals("Ready", kueue.state("w-" + i));
    }
    assertEquals(6, count(kueue.api.requests, "PATCH .*"));
  }

  @Test
  void conflict_withTheRightsOfTheManifests_readsAgainAndAnswers() {
    start();
    settle();
    workload("bert", 2);
    kueue.awaitSeen(controller);
    kueue.api.speak(false);
    kueue.editStatus("bert", status -> status.putObject("requeueState").put("count", 1));
    for (int step = 0; step < 3; step++) {
      controller.step();
    }
    assertEquals(1, kueue.api.conflicts.size(), String.join("\n", kueue.api.requests));
    assertEquals(1, count(kueue.api.requests, "GET .*/workloads/bert"));
    assertEquals("Ready", kueue.state("bert"));
    assertEquals(1, kueue.get("bert").at("/status/requeueState/count").asInt());
  }

  @Test
  void list_comesInPages() {
    for (int i = 100; i < 112; i++) {
      workload("w-" + i, 1);
    }
    kueue.api.mostPerPage = 5;
    start();
    settle();
    assertEquals(12, kueue.told().size() + waiting());
    assertEquals(3, count(kueue.api.requests, "GET .*/workloads\\?(?!.*watch=true).*limit=500.*"));
    assertEquals(2, count(kueue.api.requests, "GET .*/workloads\\?.*continue=.*"));
  }

  private long waiting() {
    Set<String> names = new TreeSet<>(kueue.api.all("workloads").keySet());
    names.removeIf(name -> kueue.told().contains(name.replace("ml/", "")));
    return names.size();
  }

  private long lists() {
    return count(kueue.api.requests, "GET .*/workloads\\?(?!.*watch=true).*");
  }

  private void awaitWatches(int number) throws InterruptedException {
    for (int i = 0; i < 1_000 && watches() < number; i++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertTrue(watches() >= number, kueue.api.requests.toString());
  }

  private long watches() {
    return count(kueue.api.requests, "GET .*/workloads\\?.*watch=true.*");
  }

  @Test
  void watch_brokenAfterABookmark_continuesThereWithoutAList() throws InterruptedException {
    start();
    settle();
    awaitWatches(1);
    for (int i = 0; i < 5; i++) { // of a resource that is watched, but not of workloads
      kueue.flavor("l4-" + i);
    }
    settle();
    kueue.api.bookmark();
    kueue.api.compact();
    long lists = lists();
    kueue.api.dropWatches();
    awaitWatches(2);
    workload("bert", 2);
    settle();
    assertEquals("Ready", kueue.state("bert"));
    assertEquals(lists, lists());
  }

  @Test
  void watch_versionIsForgotten_listsAgain() throws InterruptedException {
    start();
    workload("old", 1);
    settle();
    awaitWatches(1);
    long lists = lists();
    synchronized (kueue.api) {
      kueue.api.dropWatches();
      workload("new", 1);
      kueue.flavor("t4");
      kueue.api.compact();
    }
    settle();
    assertEquals("Ready", kueue.state("new"));
    assertEquals(lists + 1, lists());
  }
}
