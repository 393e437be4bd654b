package io.gavel.mechanism.snapshot;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.RoundPlan.Interruption;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.snapshot.ProblemSnapshot;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;
import java.util.List;
import java.util.TreeSet;

/** Writes and reads options and plans as lines of a {@link SchedulerSnapshot}. Stateless. */
final class RoundCodec {

  private RoundCodec() {}

  static void write(SnapshotWriter to, RoundOptions options) {
    to.line("options").number("round", options.roundSeconds());
    to.whole("failures", options.maxFailures());
    JobRecordCodec.write(to, options.overhead());
    to.number("patience", options.patienceRounds()).number("least", options.minRunSeconds());
    options.ignored().forEach(name -> to.line("ignoring").name(name));
    ProblemSnapshot.write(to, new ConstraintSet(options.backfillLimits(), List.of()));
  }

  static RoundOptions readOptions(SnapshotReader from) {
    from.line("options");
    return from.checked(
        () ->
            new RoundOptions(
                from.number("round"),
                from.count("failures"),
                JobRecordCodec.readOverhead(from),
                from.number("patience"),
                from.number("least"),
                new TreeSet<>(from.lines("ignoring", from::name)),
                ProblemSnapshot.readConstraints(from).constraints()));
  }

  static void write(SnapshotWriter to, RoundPlan plan) {
    to.line("plan").whole("round", plan.round());
    to.number("from", plan.startSeconds()).number("until", plan.endSeconds());
    plan.leases().forEach(lease -> LeaseCodec.write(to, lease));
    for (Interruption interruption : plan.interruptions()) {
      to.line("interruption").name(interruption.jobId()).word("kind", interruption.kind());
      to.number("lost", interruption.lostSeconds());
    }
  }

  static RoundPlan readPlan(SnapshotReader from) {
    from.line("plan");
    long round = from.whole("round");
    double start = from.number("from");
    double end = from.number("until");
    return from.checked(
        () ->
            new RoundPlan(
                round,
                start,
                end,
                from.lines("lease", () -> LeaseCodec.readLease(from)),
                from.lines("interruption", () -> readInterruption(from))));
  }

  private static Interruption readInterruption(SnapshotReader from) {
    return new Interruption(
        from.name(), from.word("kind", Interruption.Kind.values()), from.number("lost"));
  }
}
