package io.gavel.mechanism.snapshot;

import io.gavel.mechanism.RecomputeTrigger;
import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.snapshot.AllocationSnapshot;
import io.gavel.policies.snapshot.ProblemSnapshot;
import io.gavel.policies.snapshot.SnapshotFormat;
import io.gavel.policies.snapshot.SnapshotFormat.SnapshotFormatException;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;

/**
 * The state of a {@link RoundScheduler} as text: one line per item, and equal texts for equal
 * states. {@code parse(print(state))} equals the state bit for bit, so that a scheduler restored
 * from it plans exactly the same.
 *
 * <pre>{@code
 * Files.writeString(file, SchedulerSnapshot.print(scheduler.state())); // after each plan
 * ...                                                                  // and after a crash:
 * scheduler = RoundScheduler.restore(SchedulerSnapshot.parse(Files.readString(file)));
 * }</pre>
 *
 * <p>Stateless and thread-safe.
 */
public final class SchedulerSnapshot {

  /** The format: prints and parses a text, or the section {@code scheduler} of a longer text. */
  public static final SnapshotFormat<SchedulerState> FORMAT =
      SnapshotFormat.of(
          "scheduler", 1, SchedulerSnapshot::writeLines, SchedulerSnapshot::readLines);

  private SchedulerSnapshot() {}

  /**
   * Writes a state.
   *
   * @param state as returned by {@link RoundScheduler#state}
   * @return its text
   */
  public static String print(SchedulerState state) {
    return FORMAT.print(state);
  }

  /**
   * Reads a state. {@link RoundScheduler#restore} checks that its parts fit each other.
   *
   * @param text as returned by {@link #print}
   * @return the state
   * @throws SnapshotFormatException if the text is not a snapshot of a scheduler, with line and
   *     column
   */
  public static SchedulerState parse(String text) {
    return FORMAT.parse(text);
  }

  /**
   * Returns a digest of a state, equal for equal states.
   *
   * @param state the state of a scheduler
   * @return the {@link SnapshotFormat#digest} of its text
   */
  public static String digest(SchedulerState state) {
    return FORMAT.digest(state);
  }

  private static void writeLines(SnapshotWriter to, SchedulerState state) {
    ProblemSnapshot.write(to, state.cluster());
    RoundCodec.write(to, state.options());
    to.line("clock").number("now", state.nowSeconds());
    to.number("counted", state.countedUntilSeconds()).whole("rounds", state.rounds());
    to.whole("next-lease", state.nextLease());
    state.allocation().ifPresent(allocation -> AllocationSnapshot.FORMAT.write(to, allocation));
    state.doneJobIds().forEach(id -> to.line("done").name(id));
    state.accounts().forEach(account -> AccountCodec.write(to, account));
    state.running().forEach(open -> LeaseCodec.write(to, open));
    state.lastPlan().ifPresent(plan -> RoundCodec.write(to, plan));
    AccountCodec.write(to, state.totals());
    state.jobs().forEach(job -> JobRecordCodec.write(to, job));
    state.workers().forEach(status -> LeaseCodec.write(to, status));
  }

  private static SchedulerState readLines(SnapshotReader from) {
    Cluster cluster = ProblemSnapshot.readCluster(from);
    RoundOptions options = RoundCodec.readOptions(from);
    from.line("clock");
    double now = from.number("now");
    double counted = from.number("counted");
    long rounds = from.whole("rounds");
    long nextLease = from.whole("next-lease");
    return from.checked(
        () ->
            new SchedulerState(
                cluster,
                options,
                now,
                counted,
                rounds,
                from.optional("allocation", () -> AllocationSnapshot.FORMAT.read(from)),
                from.lines("done", from::name),
                from.lines("account", () -> AccountCodec.readAccount(from)),
                from.lines("running", () -> LeaseCodec.readRunning(from)),
                from.optional("plan", () -> RoundCodec.readPlan(from)),
                nextLease,
                AccountCodec.readTotals(from),
                from.lines("record", () -> JobRecordCodec.read(from)),
                from.lines("worker", () -> LeaseCodec.readStatus(from))));
  }

  /**
   * Writes a trigger as a line of the current section.
   *
   * @param to the writer
   * @param trigger the trigger to write
   */
  public static void write(SnapshotWriter to, RecomputeTrigger trigger) {
    to.line("trigger").number("least", trigger.minSeconds()).number("last", trigger.lastSeconds());
    to.flag("stale", trigger.stale());
  }

  /**
   * Reads a trigger.
   *
   * @param from the reader, positioned before the line; afterwards behind the last field of the
   *     line
   * @return the trigger
   * @throws SnapshotFormatException if the line is not a trigger, with line and column
   */
  public static RecomputeTrigger readTrigger(SnapshotReader from) {
    from.line("trigger");
    return from.checked(
        () -> new RecomputeTrigger(from.number("least"), from.number("last"), from.flag("stale")));
  }
}
