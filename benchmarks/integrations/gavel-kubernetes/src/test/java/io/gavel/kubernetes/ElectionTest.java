package io.gavel.kubernetes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.kubernetes.objects.WorkloadReader;
import io.gavel.policies.lp.welfare.NashWelfare;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two processes of the Deployment, with the rights of the manifests. */
final class ElectionTest {

  private static final Duration TERM = Duration.ofMillis(2_400);

  private final KueueServer kueue = new KueueServer();

  /** A replica in a thread of its own. */
  private final class Replica implements AutoCloseable {
    private final Election election;
    private final Thread thread;
    private volatile boolean hasLed;

    Replica(String identity) {
      election =
          new Election(
              kueue.api.config(),
              identity,
              TERM,
              () -> {
                hasLed = true;
                return new AdmissionController(
                    kueue.api.config(),
                    AdmissionOptions.defaults(),
                    NashWelfare.create(),
                    InstantSource.system());
              });
      thread =
          new Thread(
              () -> {
                try {
                  election.run();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              },
              identity);
      thread.start();
    }

    @Override
    public void close() {
      election.close();
      try {
        thread.join(30_000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      assertFalse(thread.isAlive(), "the election did not end");
    }
  }

  @BeforeEach
  void setUp() {
    kueue.check("gavel", "gavel.io/admission");
    kueue.flavor("h100");
    kueue.queue("team-a", Map.of("h100", 4));
  }

  @AfterEach
  void close() {
    kueue.close();
  }

  private void workload(String name) {
    kueue.workload(name, "team-a", 4, Map.of(WorkloadReader.SPEEDS, "h100=3"), "h100");
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < 3_000 && !condition.getAsBoolean(); i++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertTrue(condition.getAsBoolean());
  }

  private String holder() {
    return kueue.api.get("leases", "gavel-system", Election.LEASE) == null
        ? ""
        : kueue
            .api
            .get("leases", "gavel-system", Election.LEASE)
            .at("/spec/holderIdentity")
            .asText();
  }

  @Test
  void twoReplicas_oneAnswers_andTheOtherTakesOverWhenItEnds() throws InterruptedException {
    try (Replica second = closing()) {
      workload("later");
      await(() -> second.hasLed && !kueue.message("later").isEmpty());
      assertEquals("second", holder());
    }
  }

  /** Two replicas, of which the first one has led, answered alone and ended. */
  private Replica closing() throws InterruptedException {
    Replica second;
    try (Replica first = new Replica("first")) {
      await(() -> first.hasLed);
      second = new Replica("second");
      workload("runs");
      workload("waits");
      await(() -> kueue.told().size() == 2);
      TimeUnit.MILLISECONDS.sleep(TERM.toMillis());
      assertFalse(second.hasLed);
      assertEquals("first", holder());
      assertEquals(
          2,
          kueue.api.writes.stream().filter(write -> write.contains("/workloads/")).count(),
          kueue.api.writes.toString());
    }
    return second;
  }

  /** The server gives the Lease to another process, as after a long pause of the leader. */
  @Test
  void leaderThatLosesTheLease_writesNoMore() throws InterruptedException {
    try (Replica first = new Replica("first")) {
      await(() -> first.hasLed);
      workload("runs");
      await(() -> kueue.told().size() == 1);
      kueue.api.edit(
          "leases",
          "gavel-system",
          Election.LEASE,
          lease -> {
            lease.withObject("/spec").put("holderIdentity", "another");
            lease.withObject("/spec").put("renewTime", "2126-01-01T00:00:00.000000Z");
            return lease;
          });
      first.thread.join(30_000);
      assertFalse(first.thread.isAlive(), "the leader did not step down");
      int writes = kueue.api.writes.size();
      workload("waits");
      TimeUnit.MILLISECONDS.sleep(500);
      assertEquals(writes, kueue.api.writes.size());
      assertEquals("another", holder());
    }
  }
}
