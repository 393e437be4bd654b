package io.gavel.mechanism.lease;

import io.gavel.policies.snapshot.SnapshotFormat;
import io.gavel.policies.snapshot.SnapshotFormatException;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;
import java.util.Arrays;
import java.util.List;

/**
 * The state of a {@link LeaseServer} as text, one line per lease. {@link
 * io.gavel.mechanism.snapshot.SchedulerSnapshot} does the same for the scheduler. Stateless and
 * thread-safe.
 */
public final class LeaseSnapshot {

  /** The format: prints and parses a text, or the section {@code leases} of a longer text. */
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
   * @param leases as returned by {@link LeaseServer#state}
   * @return their text
   */
  public static String print(List<TrackedLease> leases) {
    return FORMAT.print(leases);
  }

  /**
   * Reads leases.
   *
   * @param text as returned by {@link #print}
   * @return the leases, for {@link LeaseServer#restore}
   * @throws SnapshotFormatException if the text is not a snapshot of leases, with line and column
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
