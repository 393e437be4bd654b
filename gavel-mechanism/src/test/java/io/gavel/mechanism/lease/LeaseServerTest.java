package io.gavel.mechanism.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.event.SchedulerEvent.JobFailed;
import io.gavel.mechanism.event.SchedulerEvent.LeaseEnded;
import io.gavel.mechanism.event.SchedulerEvent.ProgressReported;
import io.gavel.mechanism.lease.LeaseClient.Phase;
import io.gavel.mechanism.lease.LeaseMessage.EndNoted;
import io.gavel.mechanism.lease.LeaseMessage.Ended;
import io.gavel.mechanism.lease.LeaseMessage.Granted;
import io.gavel.mechanism.lease.LeaseMessage.KillOrdered;
import io.gavel.mechanism.lease.LeaseMessage.RenewalAsked;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.snapshot.SnapshotFormat.SnapshotFormatException;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LeaseServerTest {

  private static Lease lease(int workers, double start) {
    List<Worker> gang = IntStream.range(0, workers).mapToObj(i -> new Worker(0, i, 0)).toList();
    return new Lease(3, List.of("job"), 0, gang, 1000, start, start + 100, start > 0);
  }

  private static Granted granted(List<LeaseMessage> messages, int member) {
    return (Granted) messages.get(member);
  }

  /** A lease waits until the processes of an earlier one have saved; time goes on meanwhile. */
  @Test
  void grant_afterTheStart_reportsAndMeasuresFromThen() {
    LeaseServer server = LeaseServer.create(60);
    LeaseServer.Turn turn = server.grant(lease(2, 100), "job", 40, 1000, 130);
    assertEquals(
        List.of(new ProgressReported(130, "job", 3, 40, Double.NEGATIVE_INFINITY)), turn.events());
    server.on(new RenewalAsked(3, "job", 0, 70, 190), 190);
    assertEquals(75, server.state().get(0).terms().maxSteps(), "half a step a second since 130");
    assertEquals(
        100,
        LeaseServer.create(60).grant(lease(1, 100), "job", 0, 9, 90).events().get(0).atSeconds());
    assertThrows(
        IllegalArgumentException.class,
        () -> LeaseServer.create(60).grant(lease(1, 100), "job", 0, 9, Double.NaN));
  }

  @Test
  void holder_oneWorker_asksAtThreeQuartersAndStopsAtTheEnd() {
    LeaseServer server = LeaseServer.create(60);
    LeaseClient client =
        LeaseClient.begin(granted(server.grant(lease(1, 0), "job", 0, 1000).messages(), 0), 0, 0);
    assertEquals(List.of(), client.at(74, 74).messages());
    LeaseClient.Turn turn = client.at(75, 75);
    assertEquals(List.of(new RenewalAsked(3, "job", 0, 75, 75)), turn.messages());
    LeaseServer.Turn answer = server.on(turn.messages().get(0), 76);
    assertEquals(
        List.of(new ProgressReported(76, "job", 3, 75, Double.NEGATIVE_INFINITY)), answer.events());
    assertEquals(100, granted(answer.messages(), 0).terms().endSeconds(), "not extended");
    assertTrue(turn.holder().mayRun(99.9));
    assertFalse(turn.holder().mayRun(100));
    LeaseClient saving = turn.holder().at(99, 100).holder();
    assertEquals(Phase.SAVING, saving.phase());
    LeaseClient.Turn ended = saving.saved(104);
    assertEquals(List.of(new Ended(3, "job", 0, 99, 100)), ended.messages());
    assertEquals(ended.messages(), ended.holder().at(99, 105).messages(), "again until noted");
    LeaseServer.Turn closed = server.on(ended.messages().get(0), 106);
    assertEquals(
        List.of(
            new ProgressReported(106, "job", 3, 99, 100),
            new LeaseEnded(106, "job", OptionalLong.of(3))),
        closed.events());
    assertEquals(Phase.CLOSED, ended.holder().on(closed.messages().get(0), 107).phase());
    assertEquals(List.of(), server.state());
  }

  /** The clock of the member may be ahead; work cannot be saved later than it is reported. */
  @Test
  void ended_savedInTheFuture_countsAsSavedNow() {
    LeaseServer server = LeaseServer.create(60);
    server.grant(lease(1, 0), "job", 0, 1000);
    assertEquals(
        List.of(
            new ProgressReported(106, "job", 3, 99, 106),
            new LeaseEnded(106, "job", OptionalLong.of(3))),
        server.on(new Ended(3, "job", 0, 99, 110), 106).events());
  }

  @Test
  void grant_sameLeaseAgain_extendsInPlace() {
    LeaseServer server = LeaseServer.create(60);
    LeaseClient client =
        LeaseClient.begin(granted(server.grant(lease(1, 0), "job", 0, 1000).messages(), 0), 0, 0);
    Granted more = granted(server.grant(lease(1, 95), "job", 0, 1000).messages(), 0);
    assertEquals(new LeaseTerms(1, 1000, 1000, 195, 0), more.terms());
    client = client.at(95, 95).holder().on(more, 96);
    assertTrue(client.mayRun(150));
    assertEquals(100 + 0.75 * 95, client.askSeconds());
    assertEquals(client, client.on(more, 97), "the same terms again");
    Granted old = new Granted(3, "job", 0, new LeaseTerms(0, 1000, 1000, 100, 0));
    assertEquals(client, client.on(old, 98), "older terms");
  }

  @Test
  void extension_thatComesTooLate_changesNothing() {
    LeaseServer server = LeaseServer.create(60);
    LeaseClient client =
        LeaseClient.begin(granted(server.grant(lease(1, 0), "job", 0, 1000).messages(), 0), 0, 0);
    Granted more = granted(server.grant(lease(1, 95), "job", 0, 1000).messages(), 0);
    assertEquals(client, client.on(more, 100), "its time is over, though it did not notice yet");
  }

  @Test
  void renewalAsked_gang_agreesOnTheStepAtWhichAllStop() {
    LeaseServer server = LeaseServer.create(60);
    server.grant(lease(2, 0), "job", 0, 1000);
    LeaseServer.Turn turn = server.on(new RenewalAsked(3, "job", 1, 150, 75), 75);
    assertEquals(2, turn.messages().size(), "both members get the terms");
    assertEquals(new LeaseTerms(1, 200, 1000, 100, 30), granted(turn.messages(), 0).terms());
    LeaseServer.Turn other = server.on(new RenewalAsked(3, "job", 0, 170, 76), 76);
    assertEquals(
        List.of(new Granted(3, "job", 0, granted(turn.messages(), 0).terms())),
        other.messages(),
        "the first who asks decides");
  }

  /** 150 steps in the 75 seconds since the lease began, so 50 more in the 25 that are left. */
  @Test
  void renewalAsked_leaseThatBeganLater_countsFromThere() {
    LeaseServer server = LeaseServer.create(60);
    server.grant(lease(2, 50), "job", 40, 1000);
    LeaseServer.Turn early = server.on(new RenewalAsked(3, "job", 1, 188, 124), 124);
    assertEquals(0, granted(early.messages(), 0).terms().version(), "a quarter is not used yet");
    LeaseServer.Turn turn = server.on(new RenewalAsked(3, "job", 1, 190, 125), 125);
    assertEquals(new LeaseTerms(1, 240, 1000, 150, 30), granted(turn.messages(), 0).terms());
  }

  @Test
  void renewalAsked_gangThatGetsNowhere_stopsWhereItIs() {
    LeaseServer server = LeaseServer.create(60);
    server.grant(lease(2, 50), "job", 40, 1000);
    LeaseServer.Turn turn = server.on(new RenewalAsked(3, "job", 1, 40, 130), 130);
    assertEquals(40, granted(turn.messages(), 0).terms().maxSteps());
  }

  @Test
  void grant_sameEndAgain_sendsTheSameTerms() {
    LeaseServer server = LeaseServer.create(0);
    List<LeaseMessage> first = server.grant(lease(2, 50), "job", 40, 1000).messages();
    assertEquals(first, server.grant(lease(2, 50), "job", 90, 1000).messages());
  }

  @Test
  void ended_atDifferentSteps_isAFailure() {
    LeaseServer server = LeaseServer.create(60);
    server.grant(lease(2, 0), "job", 0, 1000);
    LeaseServer.Turn first = server.on(new Ended(3, "job", 0, 40, 50), 51);
    assertEquals(new EndNoted(3, "job", 0), first.messages().get(0));
    Granted stop = granted(first.messages(), 1);
    assertEquals(40, stop.terms().finalSteps(), "no member runs further than the first");
    assertEquals(List.of(), first.events());
    LeaseServer.Turn second = server.on(new Ended(3, "job", 1, 41, 52), 53);
    assertEquals(List.of(new JobFailed(53, "job", OptionalLong.of(3))), second.events());
  }

  @Test
  void ended_afterTheLastStep_isDone() {
    LeaseServer server = LeaseServer.create(60);
    LeaseClient client =
        LeaseClient.begin(granted(server.grant(lease(1, 0), "job", 8, 10).messages(), 0), 8, 0);
    LeaseClient complete = client.at(10, 3).holder();
    assertEquals(Phase.SAVING, complete.phase(), "at once");
    LeaseServer.Turn turn = server.on(complete.saved(4).messages().get(0), 5);
    assertEquals(
        List.of(new ProgressReported(5, "job", 3, 10, 3), new JobDone(5, "job")), turn.events());
  }

  @Test
  void at_silentAfterGrace_isKilled() {
    LeaseServer server = LeaseServer.create(60);
    server.grant(lease(2, 0), "job", 0, 1000);
    server.on(new Ended(3, "job", 0, 90, 100), 101);
    assertEquals(List.of(), server.at(159.9).messages());
    LeaseServer.Turn turn = server.at(160);
    assertEquals(List.of(new KillOrdered(3, "job", 1)), turn.messages());
    assertEquals(List.of(new JobFailed(160, "job", OptionalLong.of(3))), turn.events());
    assertEquals(List.of(), server.at(161).messages());
  }

  @Test
  void on_leaseThatNobodyKnows_isStopped() {
    LeaseServer server = LeaseServer.create(60);
    assertEquals(
        List.of(new KillOrdered(9, "job", 0)),
        server.on(new RenewalAsked(9, "job", 0, 1, 1), 2).messages());
    assertEquals(
        List.of(new EndNoted(9, "job", 0)), server.on(new Ended(9, "job", 0, 1, 1), 2).messages());
    LeaseClient zombie =
        LeaseClient.begin(new Granted(9, "job", 0, new LeaseTerms(0, 5, 5, 10, 0)), 0, 0);
    assertEquals(Phase.CLOSED, zombie.on(new KillOrdered(9, "job", 0), 1).phase());
  }

  @Test
  void revoke_killsThoseThatRun() {
    LeaseServer server = LeaseServer.create(60);
    server.grant(lease(2, 0), "job", 0, 1000);
    assertEquals(
        List.of(new KillOrdered(3, "job", 0), new KillOrdered(3, "job", 1)),
        server.revoke(3, "job"));
    assertEquals(List.of(), server.revoke(3, "job"));
  }

  @Test
  void badValues_areRejected() {
    LeaseServer server = LeaseServer.create(60);
    server.grant(lease(1, 0), "job", 0, 1000);
    LeaseMessage toMember = new EndNoted(3, "job", 0);
    LeaseMessage noMember = new Ended(3, "job", 1, 0, 0);
    assertThrows(IllegalArgumentException.class, () -> server.on(toMember, 1));
    assertThrows(IllegalArgumentException.class, () -> server.on(noMember, 1));
    assertThrows(IllegalArgumentException.class, () -> server.grant(lease(1, 0), "x", 0, 1));
    for (double grace : new double[] {Double.NaN, -1, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> LeaseServer.create(grace));
    }
    String text = LeaseSnapshot.print(server.state());
    assertEquals(server.state(), LeaseSnapshot.parse(text));
    assertThrows(SnapshotFormatException.class, () -> LeaseSnapshot.parse(text + "more\n"));
    assertThrows(IllegalArgumentException.class, () -> new LeaseTerms(0, 2, 1, 10, 0));
    LeaseClient client =
        LeaseClient.begin(new Granted(9, "job", 0, new LeaseTerms(0, 5, 5, 10, 0)), 3, 0);
    assertThrows(IllegalArgumentException.class, () -> client.at(2, 1));
    assertThrows(IllegalStateException.class, () -> client.saved(1));
  }
}
