package io.gavel.mechanism.lease;

import io.gavel.policies.snapshot.SnapshotFormat;
import io.gavel.policies.snapshot.SnapshotFormatException;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;
import java.util.Arrays;
import java.util.List;

/**
 * The memory of a {@link LeaseServer} as text, a line a lease, as {@link
 * io.gavel.mechanism.snapshot.SchedulerSnapshot} has that of the scheduler. Stateless, for any
 * thread.
 */
public final class LeaseSnapshot {

  /** Print, parse, and the section {@code leases} of a longer text. */
  public static final SnapshotFormat<List<TrackedLease>> FORMAT =
      SnapshotFormat.of(
          "leases",
          1,
          (to, leases) -> leases.forEach(lease -> write(to, lease)),
          from -> from.lines("lease", () -> readLease(from)));

  private LeaseSnapshot() {}

  /**
   * Writes leases.
   *
   * @param leases as {@link LeaseServer#state} gave them
   * @return their text
   */
  public static String print(List<TrackedLease> leases) {
    return FORMAT.print(leases);
  }

  /**
   * Reads leases.
   *
   * @param text as {@link #print} gives it
   * @return the leases, for {@link LeaseServer#restore}
   * @throws SnapshotFormatException if it is none, with the line and the column
   */
  public static List<TrackedLease> parse(String text) {
    return FORMAT.parse(text);
  }

  private static void write(SnapshotWriter to, TrackedLease lease) {
    LeaseTerms terms = lease.terms();
    to.line("lease").name(lease.jobId()).whole("number", lease.lease());
    to.whole("terms", terms.version()).number("max-steps", terms.maxSteps());
    to.number("final-steps", terms.finalSteps()).number("until", terms.endSeconds());
    to.number("late", terms.lateSeconds(), 0).number("total-steps", lease.totalSteps());
    to.number("from", lease.startSeconds()).number("from-steps", lease.startSteps());
    to.flag("agreed", lease.agreed());
    to.numbers("ends", lease.ends().stream().mapToDouble(Double::doubleValue).toArray());
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
