package io.gavel.kubernetes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.kubernetes.objects.WorkloadReader;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.welfare.NashWelfare;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AdmissionControllerTest {

  private static final String SPEEDS = WorkloadReader.SPEEDS;
  private static final String WORKLOAD =
      "/apis/kueue.x-k8s.io/v1beta2/namespaces/ml/workloads/bert";
  private static final String STATUS = WORKLOAD + "/status";

  private final KueueServer kueue = new KueueServer();
  private final TestClock clock = new TestClock();
  private AdmissionController controller;

  private AdmissionController controller(Policy policy, InstantSource time) {
    return new AdmissionController(kueue.api.config(), AdmissionOptions.defaults(), policy, time);
  }

  /** Ends the controller and starts another one. */
  private void restart(AdmissionController next) {
    controller.close();
    controller = next;
    controller.watch();
  }

  @BeforeEach
  void setUp() {
    kueue.check("gavel", "gavel.io/admission");
    kueue.check("foreign", "example.com/other");
    kueue.flavor("h100");
    kueue.flavor("a10");
    kueue.queue("team-a", Map.of("h100", 4, "a10", 8));
    controller = controller(NashWelfare.create(), clock);
    controller.watch();
  }

  @AfterEach
  void close() {
    controller.close();
    kueue.close();
  }

  /** Until nothing is left to do now. The clock stands still. */
  private double settle() {
    double seconds = 0;
    for (int step = 0; step < 50 && seconds == 0; step++) {
      kueue.awaitSeen(controller);
      seconds = controller.step();
    }
    assertTrue(seconds > 0, "there is always more to do");
    return seconds;
  }

  /** As after the time when shares are computed again. */
  private void later() {
    clock.pass(600);
    settle();
  }

  private void workload(String name, int workers, String speeds, String reserved) {
    kueue.workload(name, "team-a", workers, Map.of(SPEEDS, speeds), reserved);
  }

  @Test
  void step_room_answersReadyWithTheFastestFlavour() {
    workload("bert", 2, "h100=3, a10=1", "a10");
    settle();
    assertEquals("Ready", kueue.state("bert"));
    assertEquals("h100", kueue.chosen("bert"));
    assertEquals("Starts on h100, where it is fastest.", kueue.message("bert"));
    assertEquals("True: Answers workloads.", kueue.active());
  }

  @Test
  void step_twoThatProfitUnequally_givesTheFastFlavourToWhoGainsMore() {
    workload("gains-little", 4, "h100=1.2, a10=1", "a10");
    workload("gains-much", 4, "h100=5, a10=1", "a10");
    settle();
    assertEquals("h100", kueue.chosen("gains-much"));
    assertEquals("a10", kueue.chosen("gains-little"));
  }

  @Test
  void step_otherChecksAndFields_areKept() {
    workload("bert", 2, "h100=3", "h100");
    settle();
    assertEquals(
        List.of("other", "gavel"),
        List.of(
            kueue.get("bert").at("/status/admissionChecks/0/name").asText(),
            kueue.get("bert").at("/status/admissionChecks/1/name").asText()));
    assertEquals("team-a", kueue.get("bert").at("/status/admission/clusterQueue").asText());
  }

  @Test
  void step_noRoom_saysWhyWhenAndWhatWouldHelp_andStartsWhenThereIsRoom() {
    workload("first", 4, "h100=3", "h100");
    settle();
    workload("second", 2, "h100=3", "h100");
    later();
    assertEquals("Pending", kueue.state("second"));
    String message = kueue.message("second");
    assertTrue(message.startsWith("Waits for 2 workers; h100 lacks 2 of them."), message);
    assertTrue(message.contains("Its start is not known"), message);
    assertTrue(message.contains("Would help: a speed on a10, which has room now."), message);
    kueue.finish("first");
    later();
    assertEquals("h100", kueue.chosen("second"));
  }

  @Test
  void step_quotaNotReserved_saysSoAndDoesNotStart() {
    workload("bert", 2, "h100=3", "");
    settle();
    assertEquals("Pending", kueue.state("bert"));
    String message = kueue.message("bert");
    assertTrue(
        message.startsWith("Waits for Kueue to reserve quota; h100 has room. Would start on h100"),
        message);
    kueue.reserve("bert", "team-a", 2, "h100");
    later();
    assertEquals("Ready", kueue.state("bert"));
  }

  @Test
  void step_gangLargerThanEveryFlavour_isRejectedWithWhatIsAllowed() {
    workload("huge", 9, "h100=3, a10=1", "a10");
    settle();
    assertEquals("Rejected", kueue.state("huge"));
    assertEquals(
        "Can never start: it needs 9 workers at once, and queue team-a may hold at most 8 of a10,"
            + " 4 of h100.",
        kueue.message("huge"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h100=NaN|speed on h100 is NaN; it must be finite and at least 0",
        "h100=-1|speed on h100 is -1; it must be finite and at least 0",
        "h100=Infinity|speed on h100 is Infinity; it must be finite and at least 0",
        "h100=fast|speed on h100 is \"fast\"; it must be a number",
        "h200=1|speeds name the flavour \"h200\"; the flavours are [a10, h100]",
        "h100=0|speeds are \"h100=0\"; at least one must be a number above 0",
        "h100=1, h100=2|speeds are \"h100=1, h100=2\"; write each flavour once, as in"
            + " \"h100=3.2, a10=1\"",
      })
  void step_wrongSpeeds_areReportedAndOthersGoOn(String speeds, String message) {
    workload("wrong", 1, speeds, "h100");
    workload("right", 1, "h100=3", "h100");
    settle();
    assertEquals("Pending", kueue.state("wrong"));
    assertEquals(message, kueue.message("wrong"));
    assertEquals("Ready", kueue.state("right"));
  }

  @Test
  void step_flavorThatKueueSelects_isTheOneThatIsAnswered() {
    kueue.labelledFlavor("t4");
    kueue.queue("team-b", Map.of("t4", 2, "h100", 2));
    kueue.workload("small", "team-b", 1, Map.of(SPEEDS, "h100=9, t4=1"), "t4");
    settle();
    assertEquals("t4", kueue.chosen("small"));
  }

  @Test
  void step_flavorIsMissing_checkIsInactiveUntilThereIsOne() {
    kueue.queue("team-b", Map.of("b200", 2));
    settle();
    assertEquals("False: queue team-b: there is no flavour \"b200\"", kueue.active());
    workload("bert", 2, "h100=3", "h100");
    kueue.flavor("b200");
    later();
    assertEquals("True: Answers workloads.", kueue.active());
    assertEquals("Ready", kueue.state("bert"));
  }

  @Test
  void step_policyFails_nominalQuotasDecideAndTheConditionSaysWhy() {
    restart(
        controller(
            problem -> {
              throw new IllegalStateException("no certified answer");
            },
            clock));
    workload("bert", 2, "h100=3, a10=1", "h100");
    settle();
    assertEquals("h100", kueue.chosen("bert"));
    assertTrue(kueue.active().startsWith("True: Answers workloads by nominal quotas"));
    assertTrue(kueue.active().contains("no certified answer"));
  }

  @Test
  void step_afterRestart_continuesWithoutAWrite() {
    workload("first", 4, "h100=3", "h100");
    workload("second", 4, "h100=3", "h100");
    settle();
    String ready = kueue.state("first").equals("Ready") ? "first" : "second";
    kueue.api.writes.clear();
    restart(controller(NashWelfare.create(), clock));
    settle();
    assertEquals(List.of(), kueue.api.writes);
    kueue.finish(ready);
    later();
    assertEquals("Ready", kueue.state(ready.equals("first") ? "second" : "first"));
  }

  /** A controller that has read all objects and is deciding while somebody else acts, once. */
  private AdmissionController overtaken(Runnable meanwhile) {
    Deque<Runnable> once = new ArrayDeque<>(List.of(meanwhile));
    return controller(
        problem -> {
          Optional.ofNullable(once.poll()).ifPresent(Runnable::run);
          return NashWelfare.create().allocate(problem);
        },
        clock);
  }

  @Test
  void step_otherFieldChangesMeanwhile_isRefusedAndNothingIsLost() {
    workload("bert", 2, "h100=3", "");
    restart(
        overtaken(
            () ->
                kueue.editStatus(
                    "bert", status -> status.putObject("requeueState").put("count", 7))));
    settle();
    assertEquals(List.of("PATCH " + STATUS), kueue.api.conflicts);
    assertTrue(kueue.message("bert").startsWith("Waits for Kueue"), kueue.message("bert"));
    assertEquals(7, kueue.get("bert").at("/status/requeueState/count").asInt());
  }

  @Test
  void step_reservedMeanwhile_isRefusedAndTheFreshObjectAnswered() {
    workload("bert", 2, "h100=3", "");
    restart(overtaken(() -> kueue.reserve("bert", "team-a", 2, "h100")));
    settle();
    assertEquals(List.of("PATCH " + STATUS), kueue.api.conflicts);
    assertEquals("Ready", kueue.state("bert"));
    assertEquals("h100", kueue.chosen("bert"));
  }

  @Test
  void step_finishedMeanwhile_isNotMoved() {
    runsOnTheSlowFlavour();
    restart(overtaken(() -> kueue.finish("bert")));
    settle();
    assertEquals(List.of("PATCH " + WORKLOAD), kueue.api.conflicts);
    assertEquals("Ready", kueue.state("bert"));
    assertEquals("", moves());
  }

  @Test
  void step_serverFails_waitsTwiceAsLongEachTime() {
    workload("bert", 2, "h100=3", "h100");
    settle();
    workload("other", 2, "h100=3", "h100");
    for (int code : new int[] {500, 503, 500}) {
      kueue.api.failures.add(new FakeApiServer.Failure(code, 0));
    }
    clock.pass(600);
    assertEquals(1, settle());
    assertEquals(2, kueue.api.failures.size());
    clock.pass(1);
    assertEquals(2, settle());
    clock.pass(1);
    assertEquals(1, settle());
    assertEquals(1, kueue.api.failures.size(), "not before it is due");
    clock.pass(1);
    assertEquals(4, settle());
    assertEquals("Pending", kueue.state("other"));
    clock.pass(4);
    settle();
    assertEquals("Ready", kueue.state("other"));
  }

  /** It has been running for an hour, and its better flavour has become free. */
  private void runsOnTheSlowFlavour() {
    workload("first", 4, "h100=2", "h100");
    settle();
    workload("bert", 4, "h100=3, a10=1", "a10");
    later();
    assertEquals("a10", kueue.chosen("bert"));
    kueue.finish("first");
    clock.pass(3600);
  }

  @Test
  void step_betterFlavourFree_movesOnceAndKeepsItsRoom() {
    runsOnTheSlowFlavour();
    settle();
    assertEquals("Retry", kueue.state("bert"));
    assertTrue(
        kueue.message("bert").startsWith("Moves from a10 to h100, where it is 3.0 times as fast"),
        kueue.message("bert"));

    kueue.evict("bert", "team-a", 4);
    workload("newcomer", 1, "h100=9", "h100");
    clock.pass(5);
    restart(controller(NashWelfare.create(), clock)); // also after a restart
    settle();
    assertEquals("Pending", kueue.state("newcomer"));
    assertTrue(
        kueue.message("bert").startsWith("Moves to h100, where its room is kept"),
        kueue.message("bert"));
    kueue.reserve("bert", "team-a", 4, "a10");
    clock.pass(5);
    restart(controller(NashWelfare.create(), clock));
    settle();
    assertEquals("h100", kueue.chosen("bert"));

    clock.pass(100_000);
    later();
    assertEquals("Ready", kueue.state("bert"));
    assertEquals("h100", kueue.chosen("bert"));
  }

  /** The controller notes a move, and ends before it asks the workload to stop. */
  private void endsAfterTheNote() {
    runsOnTheSlowFlavour();
    kueue.api.failures.add(new FakeApiServer.Failure(500, 0));
    assertEquals(1, settle());
    assertEquals("Ready", kueue.state("bert"));
    assertEquals("h100@" + clock.instant(), moves());
    clock.pass(5);
    restart(controller(NashWelfare.create(), clock));
  }

  private String moves() {
    return kueue.annotation("bert", "gavel.io/moves");
  }

  @Test
  void step_endedBetweenNoteAndRetry_movesAfterTheRestart() {
    endsAfterTheNote();
    settle();
    assertEquals("Retry", kueue.state("bert"));
    assertEquals("h100@" + clock.instant(), moves());
  }

  @Test
  void step_endedBetweenNoteAndRetryAndTheRoomIsTaken_runsOnAndMovesLater() {
    endsAfterTheNote();
    workload("newcomer", 1, "h100=9", "h100");
    settle();
    assertEquals("h100", kueue.chosen("newcomer"), "nothing is kept for a move that was not made");
    assertEquals("Ready", kueue.state("bert"));
    assertEquals("a10", kueue.chosen("bert"));
    kueue.finish("newcomer");
    later();
    assertEquals("Retry", kueue.state("bert"));
  }

  @Test
  void step_gainSmallerThanTheMove_staysWhereItIs() {
    workload("first", 4, "h100=2", "h100");
    settle();
    kueue.workload(
        "bert",
        "team-a",
        4,
        Map.of(SPEEDS, "h100=3, a10=1", WorkloadReader.MOVE_SECONDS, "100000"),
        "a10");
    later();
    kueue.finish("first");
    clock.pass(3600);
    later();
    assertEquals("Ready", kueue.state("bert"));
    assertEquals("a10", kueue.chosen("bert"));
  }

  private void table(Map<String, String> speeds) {
    kueue.table(speeds);
    AdmissionOptions options =
        new AdmissionOptions(
            "gavel.io/admission",
            "nvidia.com/gpu",
            Optional.of("gavel-system/speeds"),
            60,
            600,
            10);
    restart(new AdmissionController(kueue.api.config(), options, NashWelfare.create(), clock));
  }

  @Test
  void step_unknownSpeeds_areEstimatedFromTheTable() {
    table(Map.of("bert", "a10=1, h100=4", "gan", "a10=2, h100=6", "gpt", "a10=1, h100=5"));
    workload("asked", 1, "a10=3, h100=?", "a10");
    settle();
    assertEquals("h100", kueue.chosen("asked"));
  }

  @Test
  void step_unknownSpeedsWithoutATable_areReported() {
    workload("asked", 1, "a10=3, h100=?", "a10");
    settle();
    assertEquals("Pending", kueue.state("asked"));
    assertEquals(
        "speeds are to be estimated, and the table of speeds is empty or missing",
        kueue.message("asked"));
  }

  @Test
  void step_speedTable_isThatOfTheJobType() {
    table(Map.of("bert", "a10=5, h100=1"));
    kueue.workload("known", "team-a", 1, Map.of(WorkloadReader.JOB_TYPE, "bert"), "h100");
    kueue.workload("unknown", "team-a", 1, Map.of(WorkloadReader.JOB_TYPE, "gan"), "h100");
    settle();
    assertEquals("a10", kueue.chosen("known"));
    assertEquals("job type \"gan\" has no speeds; the table has [bert]", kueue.message("unknown"));
  }

  @Test
  void run_watching_answersWhatComesAndEndsWhenClosed() throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    controller.close();
    controller = controller(NashWelfare.create(), InstantSource.system());
    Thread thread =
        new Thread(
            () -> {
              try {
                controller.run();
                ended.countDown();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    workload("first", 4, "h100=3", "h100");
    await("first", "Ready");
    workload("second", 4, "h100=3", "h100");
    await("second", "Pending");
    kueue.finish("first");
    await("second", "Ready");
    controller.close();
    assertTrue(ended.await(30, TimeUnit.SECONDS), "run did not end");
    assertFalse(thread.isInterrupted());
  }

  private void await(String name, String state) throws InterruptedException {
    for (int i = 0; i < 600 && !kueue.state(name).equals(state); i++) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    assertEquals(state, kueue.state(name));
  }
}
