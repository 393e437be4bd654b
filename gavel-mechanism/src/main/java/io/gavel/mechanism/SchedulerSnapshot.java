package io.gavel.mechanism;

import io.gavel.policies.AllocationSnapshot;
import io.gavel.policies.Cluster;
import io.gavel.policies.ProblemSnapshot;
import io.gavel.policies.snapshot.SnapshotFormatException;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The memory of a {@link RoundScheduler} as text: one line an item, and the same text for equal
 * states. {@code parse(print(state))} equals the state bit for bit, so that a scheduler restored
 * from it has the same future.
 *
 * <pre>{@code
 * Files.writeString(file, SchedulerSnapshot.print(scheduler.state()));                 // now and then
 * scheduler = RoundScheduler.restore(SchedulerSnapshot.parse(Files.readString(file))); // after a crash
 * }</pre>
 *
 * <p>Stateless, for any thread.
 */
public final class SchedulerSnapshot {

  /** The version that is written, and the latest that is read. */
  public static final int VERSION = 1;

  private static final String SECTION = "scheduler";

  private SchedulerSnapshot() {}

  /**
   * Writes a state.
   *
   * @param state as {@link RoundScheduler#state} gave it
   * @return its text
   */
  public static String print(SchedulerState state) {
    SnapshotWriter to = SnapshotWriter.create();
    write(to, state);
    return to.toText();
  }

  /**
   * Reads a state. That its parts fit each other is checked by {@link RoundScheduler#restore}.
   *
   * @param text as {@link #print} gives it
   * @return the state
   * @throws SnapshotFormatException if it is none, with the line and the column
   */
  public static SchedulerState parse(String text) {
    SnapshotReader from = SnapshotReader.of(text);
    SchedulerState state = read(from);
    from.done();
    return state;
  }

  /**
   * A short name of a state, equal for equal states.
   *
   * @param state of a scheduler
   * @return {@link SnapshotWriter#digest} of its text
   */
  public static String digest(SchedulerState state) {
    return SnapshotWriter.digest(print(state));
  }

  /**
   * Writes a state as a section of a longer text.
   *
   * @param to gets the section
   * @param state of a scheduler
   */
  public static void write(SnapshotWriter to, SchedulerState state) {
    to.section(SECTION, VERSION);
    ProblemSnapshot.write(to, state.cluster());
    RoundLines.write(to, state.options());
    to.line("clock").number("now", state.nowSeconds());
    to.number("counted", state.countedUntilSeconds()).whole("rounds", state.rounds());
    to.whole("next-lease", state.nextLease());
    state.allocation().ifPresent(allocation -> AllocationSnapshot.write(to, allocation));
    state.doneJobIds().forEach(id -> to.line("done").name(id));
    state.accounts().forEach(account -> AccountLines.write(to, account));
    state.running().forEach(part -> LeaseLines.write(to, part));
    state.lastPlan().ifPresent(plan -> RoundLines.write(to, plan));
    AccountLines.write(to, state.totals());
    state.jobs().forEach(job -> JobRecordLine.write(to, job));
    state.workers().forEach(status -> LeaseLines.write(to, status));
    to.end();
  }

  /**
   * Reads a section of a longer text.
   *
   * @param from is before the section, and then behind it
   * @return the state
   * @throws SnapshotFormatException if there is none, with the line and the column
   */
  public static SchedulerState read(SnapshotReader from) {
    from.section(SECTION, VERSION);
    Cluster cluster = ProblemSnapshot.readCluster(from);
    RoundOptions options = RoundLines.readOptions(from);
    from.line("clock");
    double now = from.number("now");
    double counted = from.number("counted");
    long rounds = from.whole("rounds");
    long nextLease = from.whole("next-lease");
    SchedulerState state =
        from.checked(
            () ->
                new SchedulerState(
                    cluster,
                    options,
                    now,
                    counted,
                    rounds,
                    optional(from, "allocation", () -> AllocationSnapshot.read(from)),
                    from.lines("done", from::name),
                    from.lines("account", () -> AccountLines.readAccount(from)),
                    from.lines("running", () -> LeaseLines.readRunning(from)),
                    optional(from, "plan", () -> RoundLines.readPlan(from)),
                    nextLease,
                    AccountLines.readTotals(from),
                    from.lines("record", () -> JobRecordLine.read(from)),
                    from.lines("worker", () -> LeaseLines.readStatus(from))));
    from.end(SECTION);
    return state;
  }

  /**
   * Writes a trigger as a line, into the section that is open.
   *
   * @param to gets the line
   * @param trigger any
   */
  public static void write(SnapshotWriter to, RecomputeTrigger trigger) {
    to.line("trigger").number("least", trigger.minSeconds()).number("last", trigger.lastSeconds());
    to.flag("stale", trigger.stale());
  }

  /**
   * Reads a trigger.
   *
   * @param from is before the line, and then in it, behind the fields
   * @return the trigger
   * @throws SnapshotFormatException if there is none, with the line and the column
   */
  public static RecomputeTrigger readTrigger(SnapshotReader from) {
    from.line("trigger");
    return from.checked(
        () -> new RecomputeTrigger(from.number("least"), from.number("last"), from.flag("stale")));
  }

  private static <T> Optional<T> optional(SnapshotReader from, String keyword, Supplier<T> read) {
    return from.nextIs(keyword) ? Optional.of(read.get()) : Optional.empty();
  }
}
