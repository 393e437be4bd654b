package io.gavel.mechanism.lease;

import io.gavel.policies.snapshot.SnapshotFormat;
import io.gavel.policies.snapshot.SnapshotFormat.SnapshotFormatException;
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

  /**
   * The lease of one job as the {@link LeaseServer} tracks it. Immutable.
   *
   * @param lease the number of the lease
   * @param jobId the job
   * @param terms the latest terms
   * @param totalSteps the number of steps after which the job is complete
   * @param startSeconds when the lease began
   * @param startSteps the steps that the job had done by then
   * @param agreed whether the gang has agreed on the step at which all members stop
   * @param ends by member, the step at which it stopped; NaN while it runs
   */
  public record TrackedLease(
      long lease,
      String jobId,
      LeaseTerms terms,
      double totalSteps,
      double startSeconds,
      double startSteps,
      boolean agreed,
      List<Double> ends) {

    /**
     * Copies the list.
     *
     * @param lease the number of the lease
     * @param jobId the job
     * @param terms the latest terms
     * @param totalSteps the number of steps after which the job is complete
     * @param startSeconds when the lease began
     * @param startSteps the steps that the job had done by then
     * @param agreed whether the gang has agreed on the step at which all members stop
     * @param ends by member, at least one
     * @throws IllegalArgumentException if there is no member
     */
    public TrackedLease {
      ends = List.copyOf(ends);
      if (ends.isEmpty()) {
        throw new IllegalArgumentException(
            "lease %s of job \"%s\" has no member; it must have at least one"
                .formatted(lease, jobId));
      }
    }

    boolean hasEnded(int member) {
      return !Double.isNaN(ends.get(member));
    }

    boolean allEnded() {
      return ends.stream().noneMatch(end -> Double.isNaN(end));
    }

    /**
     * Returns whether all members stopped at the same step, so that their checkpoints are
     * consistent.
     */
    boolean stoppedTogether() {
      return ends.stream().distinct().count() == 1;
    }

    TrackedLease with(LeaseTerms latest, boolean nowAgreed) {
      return new TrackedLease(
          lease, jobId, latest, totalSteps, startSeconds, startSteps, nowAgreed, ends);
    }

    TrackedLease with(List<Double> nowEnds) {
      return new TrackedLease(
          lease, jobId, terms, totalSteps, startSeconds, startSteps, agreed, nowEnds);
    }

    /** Returns the step that a member reaches by the end of the lease at its pace so far. */
    double projectedSteps(double steps, double atSeconds) {
      double rate = (steps - startSteps) / (atSeconds - startSeconds);
      return rate > 0 && rate < Double.POSITIVE_INFINITY
          ? Math.floor(steps + rate * Math.max(0, terms.endSeconds() - atSeconds))
          : steps;
    }
  }
}
