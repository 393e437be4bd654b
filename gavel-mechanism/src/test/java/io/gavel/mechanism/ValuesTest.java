package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState.Account;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ValuesTest {

  private static final List<Worker> WORKERS = List.of(new Worker(0, 0, 0));

  private static void rejects(String message, Runnable construction) {
    var error = assertThrows(IllegalArgumentException.class, construction::run);
    assertEquals(message, error.getMessage());
  }

  @Test
  void worker_badIndex_isRejected() {
    rejects(
        "worker 3 of pool 0 in server 4: indices must be at least 0, the server's at most the"
            + " worker's",
        () -> new Worker(0, 3, 4));
    assertThrows(IllegalArgumentException.class, () -> new Worker(-1, 0, 0));
  }

  @Test
  void lease_badShape_isRejected() {
    rejects(
        "lease has jobs []; it must have one or two",
        () -> new Lease(0, List.of(), 0, WORKERS, 1000, 0, 1, false));
    rejects(
        "lease of [a] has workers [] of type 0; it must have at least one, and a type of at least"
            + " 0",
        () -> new Lease(0, List.of("a"), 0, List.of(), 1000, 0, 1, false));
    rejects(
        "lease of [a] is from 0.0 to NaN seconds; it must be finite and end after its start",
        () -> new Lease(0, List.of("a"), 0, WORKERS, 1000, 0, Double.NaN, false));
  }

  @Test
  void lease_listChangedLater_staysTheSame() {
    List<String> ids = new ArrayList<>(List.of("a"));
    Lease lease = new Lease(0, ids, 0, WORKERS, 1000, 0, 1, false);
    ids.add("b");
    assertEquals(List.of("a"), lease.jobIds());
  }

  @Test
  void roundPlan_badNumbers_areRejected() {
    rejects("round is -1; it must be at least 0", () -> new RoundPlan(-1, 0, 1, List.of()));
    assertThrows(IllegalArgumentException.class, () -> new RoundPlan(0, 1, 1, List.of()));
  }

  @Test
  void roundOptions_badLength_isRejected() {
    rejects(
        "length of a round is NaN seconds; it must be finite and > 0",
        () -> new RoundOptions(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> new RoundOptions(0));
    assertEquals(360, RoundOptions.defaults().roundSeconds());
  }

  @Test
  void account_badNumbers_areRejected() {
    rejects(
        "worker type of account of [a] is -1; it must be at least 0",
        () -> new Account(List.of("a"), -1, 0, 0, 0));
    rejects(
        "time owed to [a] is Infinity; it must be finite",
        () -> new Account(List.of("a"), 0, Double.POSITIVE_INFINITY, 0, 0));
    assertEquals(30, new Account(List.of("a"), 0, 50, 20, 70).lagSeconds());
  }

  @Test
  void event_timeNotFinite_isRejected() {
    rejects(
        "time of the end of job \"a\" is NaN; it must be finite",
        () -> new SchedulerEvent.JobDone(Double.NaN, "a"));
  }
}
