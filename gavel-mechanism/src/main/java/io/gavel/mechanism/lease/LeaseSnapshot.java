package io.gavel.mechanism.lease;

import io.gavel.policies.snapshot.SnapshotFormatException;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;
import java.util.Arrays;
import java.util.List;

/**
 * The memory of a {@link LeaseTracker} as text, a line a lease, as {@link
 * io.gavel.mechanism.SchedulerSnapshot} has that of the scheduler. Stateless, for any thread.
 */
public final class LeaseSnapshot {

  /** The version that is written, and the latest that is read. */
  public static final int VERSION = 1;

  private static final String SECTION = "leases";

  private LeaseSnapshot() {}

  /**
   * Writes leases.
   *
   * @param leases as {@link LeaseTracker#state} gave them
   * @return their text
   */
  public static String print(List<TrackedLease> leases) {
    SnapshotWriter to = SnapshotWriter.create();
    write(to, leases);
    return to.toText();
  }

  /**
   * Reads leases.
   *
   * @param text as {@link #print} gives it
   * @return the leases, for {@link LeaseTracker#restore}
   * @throws SnapshotFormatException if it is none, with the line and the column
   */
  public static List<TrackedLease> parse(String text) {
    SnapshotReader from = SnapshotReader.of(text);
    List<TrackedLease> leases = read(from);
    from.done();
    return leases;
  }

  /**
   * Writes leases as a section of a longer text.
   *
   * @param to gets the section
   * @param leases as {@link LeaseTracker#state} gave them
   */
  public static void write(SnapshotWriter to, List<TrackedLease> leases) {
    to.section(SECTION, VERSION);
    for (TrackedLease lease : leases) {
      LeaseTerms terms = lease.terms();
      to.line("lease").name(lease.jobId()).whole("number", lease.lease());
      to.whole("terms", terms.version()).number("max-steps", terms.maxSteps());
      to.number("final-steps", terms.finalSteps()).number("until", terms.endSeconds());
      to.number("late", terms.lateSeconds(), 0).number("total-steps", lease.totalSteps());
      to.number("from", lease.startSeconds()).number("from-steps", lease.startSteps());
      to.flag("agreed", lease.agreed());
      to.numbers("ends", lease.ends().stream().mapToDouble(Double::doubleValue).toArray());
    }
    to.end();
  }

  /**
   * Reads a section of a longer text.
   *
   * @param from is before the section, and then behind it
   * @return the leases, for {@link LeaseTracker#restore}
   * @throws SnapshotFormatException if there is none, with the line and the column
   */
  public static List<TrackedLease> read(SnapshotReader from) {
    from.section(SECTION, VERSION);
    List<TrackedLease> leases = from.lines("lease", () -> readLease(from));
    from.end(SECTION);
    return leases;
  }

  private static TrackedLease readLease(SnapshotReader from) {
    String jobId = from.name();
    long number = from.whole("number");
    LeaseTerms terms =
        new LeaseTerms(
            from.whole("terms"),
            from.number("max-steps"),
            from.number("final-steps"),
            from.number("until"),
            from.number("late", 0));
    return new TrackedLease(
        number,
        jobId,
        terms,
        from.number("total-steps"),
        from.number("from"),
        from.number("from-steps"),
        from.flag("agreed"),
        Arrays.stream(from.numbers("ends")).boxed().toList());
  }
}
