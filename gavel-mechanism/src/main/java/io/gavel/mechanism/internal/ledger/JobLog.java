package io.gavel.mechanism.internal.ledger;

import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundPlan.Interruption;
import io.gavel.mechanism.plan.RoundPlan.Interruption.Kind;
import io.gavel.mechanism.state.SchedulerState.JobRecord;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The history of each job in addition to its accounts: progress, failures and moves. Mutable. */
public final class JobLog {

  /** The history of one job; {@link JobRecord} explains the fields. Mutable. */
  public static final class Entry {
    final String jobId;
    public long lease = -1;
    double steps;
    public double savedUntil = Double.NEGATIVE_INFINITY;
    double best = -1;
    public int failures;
    public boolean interrupted;
    private long moves;
    private long preemptions;
    private long restarts;
    private double lost;
    public Optional<Overhead> overhead = Optional.empty();

    Entry(String jobId) {
      this.jobId = jobId;
    }

    Entry(JobRecord job) {
      this(job.jobId());
      lease = job.lease();
      steps = job.steps();
      savedUntil = job.savedUntilSeconds();
      best = job.bestSteps();
      failures = job.failures();
      interrupted = job.interrupted();
      moves = job.moves();
      preemptions = job.preemptions();
      restarts = job.restarts();
      lost = job.lostSeconds();
      overhead = job.overhead();
    }

    private boolean isBlank() {
      return lease < 0 && overhead.isEmpty();
    }

    JobRecord toRecord() {
      return new JobRecord(
          jobId,
          lease,
          steps,
          savedUntil,
          best,
          failures,
          interrupted,
          moves,
          preemptions,
          restarts,
          lost,
          overhead);
    }

    /** Applies a report under the latest lease; returns whether it changed anything. */
    public boolean report(double reportedSteps, double saved) {
      boolean news = reportedSteps > steps || saved > savedUntil || best < 0;
      steps = Math.max(steps, reportedSteps);
      savedUntil = Math.max(savedUntil, saved);
      if (reportedSteps > best) {
        best = reportedSteps;
        failures = 0;
      }
      return news;
    }

    /** Records that a lease ran to its end, which is progress for a job that never reports. */
    public void ranToTheEnd() {
      failures = best < 0 ? 0 : failures;
    }

    public void begin(long newLease) {
      lease = newLease;
      steps = 0;
      savedUntil = Double.NEGATIVE_INFINITY;
      interrupted = false;
    }

    public Interruption interrupt(Kind kind, Overhead usual) {
      Overhead cost = overhead.orElse(usual);
      double seconds =
          switch (kind) {
            case MOVED -> cost.checkpointSeconds() + cost.restoreSeconds();
            case PREEMPTED -> cost.checkpointSeconds();
            case RESUMED, RESTARTED -> cost.restoreSeconds();
          };
      moves += kind == Kind.MOVED ? 1 : 0;
      preemptions += kind == Kind.PREEMPTED ? 1 : 0;
      restarts += kind == Kind.RESTARTED ? 1 : 0;
      lost += seconds;
      return new Interruption(jobId, kind, seconds);
    }
  }

  private final @Nullable Entry[] entries; // by job; null if there is nothing to remember

  JobLog(int jobs) {
    this.entries = new @Nullable Entry[jobs];
  }

  void put(int m, @Nullable Entry entry) {
    entries[m] = entry;
  }

  @Nullable Entry peek(int m) {
    return entries[m];
  }

  /** Adds an empty entry for a job. */
  Entry open(int m, String jobId) {
    Entry entry = new Entry(jobId);
    entries[m] = entry;
    return entry;
  }

  public List<JobRecord> records() {
    return Stream.of(entries)
        .filter(Objects::nonNull)
        .filter(entry -> !entry.isBlank())
        .map(Entry::toRecord)
        .toList();
  }
}
