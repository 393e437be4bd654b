package io.gavel.mechanism.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.Cases;
import io.gavel.mechanism.FaultScript;
import io.gavel.mechanism.RecomputeTrigger;
import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.lease.LeaseSnapshot;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.contract.TextMutations;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.snapshot.SnapshotFormat.SnapshotFormatException;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/** Schedulers that live on in their text, and texts that are none. */
final class SchedulerSnapshotProperties {

  private static final int STEPS = 40;
  private static final RoundOptions OPTIONS =
      new RoundOptions(100).withOverhead(new Overhead(3, 5)).withMaxFailures(2);

  private static final List<String> TEXTS = texts(1);

  private static RoundScheduler throughText(RoundScheduler scheduler) {
    SchedulerState state = scheduler.state();
    String text = SchedulerSnapshot.print(state);
    SchedulerState again = SchedulerSnapshot.parse(text);
    assertEquals(state, again);
    assertEquals(text, SchedulerSnapshot.print(again));
    return RoundScheduler.restore(again);
  }

  @Property
  void anyRun_restoredFromItsTextAnywhere_hasTheSameFuture(
      @ForAll Draws random, @ForAll @IntRange(max = STEPS - 1) int cut) {
    FaultScript script = new FaultScript(random);
    RoundScheduler one = RoundScheduler.create(script.cluster(), OPTIONS);
    RoundScheduler other = throughText(one);
    for (int step = 0; step < STEPS; step++) {
      script.leases(one.state().nextLease());
      Optional<SchedulerEvent> event = script.next();
      if (event.isPresent()) {
        assertEquals(one.accept(event.get()), other.accept(event.get()));
      } else {
        assertEquals(one.plan(script.now()), other.plan(script.now()));
      }
      assertEquals(one.state(), other.state());
      other = step >= cut && (step - cut) % 8 == 0 ? throughText(other) : other;
    }
  }

  @Property(tries = 1000)
  void text_broken_isReadOrRefused(@ForAll Draws random) {
    attack(TEXTS, random);
  }

  /** Half of what a fuzzer would try in an hour; the other half is spent on problems. */
  @Example
  @Tag("nightly")
  void text_brokenNightly_isReadOrRefused() {
    List<String> texts = TEXTS;
    int read = 0;
    for (int seed = 0; seed < 400_000; seed++) {
      texts = seed % 1000 == 0 ? texts(seed) : texts;
      read += attack(texts, new Random(seed));
    }
    assertTrue(read > 10_000, "some texts are still valid and can be read: " + read);
  }

  /** States of one run, one after another. */
  private static List<String> texts(long seed) {
    List<String> texts = new ArrayList<>();
    FaultScript faults = new FaultScript(new Random(seed));
    RoundScheduler fair = RoundScheduler.create(faults.cluster(), OPTIONS);
    for (int step = 0; step < STEPS; step++) {
      faults.leases(fair.state().nextLease());
      step(fair, faults.next(), faults.now());
      texts.add(SchedulerSnapshot.print(fair.state()));
    }
    return texts;
  }

  private static void step(RoundScheduler scheduler, Optional<SchedulerEvent> event, double now) {
    if (event.isPresent()) {
      scheduler.accept(event.get());
    } else {
      scheduler.plan(now);
    }
  }

  /** Returns 1 if a broken text could still be read. */
  private static int attack(List<String> texts, Random random) {
    String text = TextMutations.withoutDigest(texts.get(random.nextInt(texts.size())));
    String other = TextMutations.withoutDigest(texts.get(random.nextInt(texts.size())));
    SchedulerState state;
    try {
      state = SchedulerSnapshot.parse(TextMutations.of(text, other, random));
    } catch (SnapshotFormatException refused) {
      assertTrue(refused.line() >= 1 && refused.column() >= 1, refused::getMessage);
      return 0;
    }
    assertEquals(state, SchedulerSnapshot.parse(SchedulerSnapshot.print(state)));
    if (state.cluster().workers() < 10_000) {
      restored(state);
    }
    return 1;
  }

  /** What was changed by hand may fit together or not, and restore says so. */
  private static void restored(SchedulerState state) {
    RoundScheduler scheduler;
    try {
      scheduler = RoundScheduler.restore(state);
    } catch (IllegalArgumentException refused) {
      return;
    }
    double now = Double.isFinite(state.nowSeconds()) ? state.nowSeconds() : 0;
    planned(scheduler, now);
  }

  /** Numbers without measure may add up to what no account can hold; that is said as well. */
  private static void planned(RoundScheduler scheduler, double now) {
    try {
      scheduler.state();
      scheduler.plan(now + 1);
      scheduler.state();
    } catch (IllegalArgumentException refused) {
      assertTrue(refused.getMessage() != null && !refused.getMessage().isBlank());
    }
  }

  /** Texts of this release, for all later ones. */
  @Example
  void parse_textsOfRelease01_areReadAndPrintedAsTheyStand() throws IOException {
    String scheduler = resource("scheduler-0.1.txt");
    SchedulerState state = SchedulerSnapshot.parse(scheduler);
    assertEquals(scheduler, SchedulerSnapshot.print(state));
    assertEquals(state, RoundScheduler.restore(state).state());
    assertEquals(state, SchedulerSnapshot.parse(TextMutations.withoutDigest(scheduler)));
    String leases = resource("leases-0.1.txt");
    assertEquals(leases, LeaseSnapshot.print(LeaseSnapshot.parse(leases)));
  }

  private static String resource(String name) throws IOException {
    String path = "/snapshots/" + name;
    try (InputStream in = SchedulerSnapshotProperties.class.getResourceAsStream(path)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Example
  void trigger_inATextOfTheOwner_isReadBack() {
    RecomputeTrigger trigger = RecomputeTrigger.of(60).changed().computed(30).changed();
    RecomputeTrigger fresh = RecomputeTrigger.defaults();
    SnapshotWriter to = SnapshotWriter.create().section("mine", 1);
    SchedulerSnapshot.write(to, trigger);
    SchedulerSnapshot.write(to, fresh);
    to.end();
    assertEquals(
        """
        mine version=1
          trigger least=60 last=30 stale
          trigger least=1920 last=-inf
        end mine
        """,
        TextMutations.withoutDigest(to.toText()));
    SnapshotReader from = SnapshotReader.of(to.toText());
    from.section("mine", 1);
    assertEquals(trigger, SchedulerSnapshot.readTrigger(from));
    assertEquals(fresh, SchedulerSnapshot.readTrigger(from));
    from.end("mine");
  }

  @Example
  void state_ofOneLease_isALineAnItem() {
    Cluster cluster = Cluster.of(new WorkerType("v100", 2));
    RoundScheduler scheduler = RoundScheduler.create(cluster, new RoundOptions(100));
    scheduler.accept(
        new SchedulerEvent.AllocationChanged(
            0, Cases.oneWorkerJobs(cluster, new double[][] {{0.5}, {0.25}})));
    scheduler.plan(0);
    scheduler.accept(new SchedulerEvent.WorkersDrained(50, List.of(new Worker(0, 1, 1))));
    String text = SchedulerSnapshot.print(scheduler.state());
    assertEquals(
        """
        scheduler version=1
          type "v100" workers=2
          options round=100 failures=5 checkpoint=0 restore=0 patience=0 least=0
          clock now=50 counted=-inf rounds=1 next-lease=2
          allocation version=1
            problem version=1
              type "v100" workers=2
              job "job0" rates=[1]
              job "job1" rates=[1]
            end problem
            certificate objective=0 bound=0 violation=0
            pool "v100" price=0
            alone "job0" fractions=[0.5]
            alone "job1" fractions=[0.25]
          end allocation
          running ["job0"] lease=0 type=0 milli=1000 since=0 from=0 until=100 owed workers=[0,0,0]
          running ["job1"] lease=1 type=0 milli=1000 since=0 from=0 until=100 owed workers=[0,1,1]
          plan round=0 from=0 until=100
          lease ["job0"] number=0 type=0 milli=1000 from=0 until=100 owed workers=[0,0,0]
          lease ["job1"] number=1 type=0 milli=1000 from=0 until=100 owed workers=[0,1,1]
          totals issued=200 received=0 backfilled=0 revoked=0 unused=0 open=200
          record "job0" lease=0 moves=0 preemptions=0 restarts=0
          record "job1" lease=1 moves=0 preemptions=0 restarts=0
          worker is=DRAINING workers=[0,1,1]
        end scheduler
        """,
        TextMutations.withoutDigest(text));
    assertEquals(64, SchedulerSnapshot.digest(scheduler.state()).length());
    SnapshotFormatException later =
        assertThrows(
            SnapshotFormatException.class,
            () ->
                SchedulerSnapshot.parse(
                    TextMutations.withoutDigest(text)
                        .replace("scheduler version=1", "scheduler version=2")));
    assertEquals(19, later.column());
  }
}
