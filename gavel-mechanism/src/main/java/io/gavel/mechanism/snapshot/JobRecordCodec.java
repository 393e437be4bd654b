package io.gavel.mechanism.snapshot;

import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.state.SchedulerState.JobRecord;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;
import java.util.Optional;

/** Writes and reads a {@link JobRecord} as a line of a {@link SchedulerSnapshot}. Stateless. */
final class JobRecordCodec {

  private JobRecordCodec() {}

  static void write(SnapshotWriter to, JobRecord job) {
    to.line("record").name(job.jobId()).whole("lease", job.lease());
    to.number("steps", job.steps(), 0);
    to.number("saved-until", job.savedUntilSeconds(), Double.NEGATIVE_INFINITY);
    to.number("best", job.bestSteps(), -1).count("failures", job.failures(), 0);
    to.flag("interrupted", job.interrupted()).whole("moves", job.moves());
    to.whole("preemptions", job.preemptions()).whole("restarts", job.restarts());
    to.number("lost", job.lostSeconds(), 0);
    job.overhead().ifPresent(overhead -> write(to, overhead));
  }

  static JobRecord read(SnapshotReader from) {
    return new JobRecord(
        from.name(),
        from.whole("lease"),
        from.number("steps", 0),
        from.number("saved-until", Double.NEGATIVE_INFINITY),
        from.number("best", -1),
        from.count("failures", 0),
        from.flag("interrupted"),
        from.whole("moves"),
        from.whole("preemptions"),
        from.whole("restarts"),
        from.number("lost", 0),
        from.has("checkpoint") ? Optional.of(readOverhead(from)) : Optional.empty());
  }

  static void write(SnapshotWriter to, Overhead overhead) {
    to.number("checkpoint", overhead.checkpointSeconds());
    to.number("restore", overhead.restoreSeconds());
  }

  static Overhead readOverhead(SnapshotReader from) {
    return new Overhead(from.number("checkpoint"), from.number("restore"));
  }
}
