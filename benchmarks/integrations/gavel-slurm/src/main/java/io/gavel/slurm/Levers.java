package io.gavel.slurm;

import io.gavel.slurm.JobRole.Part;
import io.gavel.slurm.SlurmJob.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The {@code scontrol} commands that turn a reading into a plan: only what differs. Jobs with a
 * lease get its type, may start now and go before all other jobs. Other waiting jobs may start
 * after the end of the round, so that nothing is held if no further command follows. Commands that
 * stop jobs come last, when it is settled who gets their GPUs. If Slurm has not started a job with
 * a lease for a round, as there is no node with enough of its GPUs, the job may have any type.
 */
final class Levers {

  /** Slurm's wait after a requeue is shorter. */
  private static final long LONGEST_WAIT_SECONDS = 600;

  private static final long MOST_PRIORITY = 4_000_000_000L;

  private final double now;
  private final long expiry;
  private final double roundSeconds;
  private final boolean mayStop;
  private final Map<String, JobNote> notes;
  private final Map<String, String> leases;
  private final List<String> commands = new ArrayList<>();
  private final List<String> stops = new ArrayList<>();

  /**
   * Prepares commands.
   *
   * @param now seconds since 1970
   * @param expiry when delays end, in seconds since 1970
   * @param roundSeconds the length of a round
   * @param mayStop whether running jobs without a lease are stopped: at the start of a round
   * @param notes what rounds changed of jobs; updated
   * @param leases type by job
   */
  Levers(
      double now,
      long expiry,
      double roundSeconds,
      boolean mayStop,
      Map<String, JobNote> notes,
      Map<String, String> leases) {
    this.now = now;
    this.expiry = expiry;
    this.roundSeconds = roundSeconds;
    this.mayStop = mayStop;
    this.notes = notes;
    this.leases = leases;
  }

  List<String> commands(List<JobRole> roles) {
    long others =
        roles.stream()
            .filter(role -> role.job().state() == State.PENDING && !role.isManaged())
            .mapToLong(role -> role.job().priority())
            .max()
            .orElse(-1);
    for (JobRole role : roles) {
      if (role.part() == Part.MOVABLE) {
        note(role, note(role).leased(0));
      }
      if (role.part() == Part.MOVABLE && mayStop) {
        running(role, others);
      } else if (role.part() == Part.WAITING && role.job().state() == State.PENDING) {
        String update = update(role, role.job().eligibleTime(), others);
        if (!update.isEmpty()) {
          commands.add(update);
        }
      }
    }
    commands.addAll(stops);
    return commands;
  }

  private void running(JobRole role, long others) {
    SlurmJob job = role.job();
    if (ClusterView.heldType(job).equals(leases.get(job.id()))) {
      return;
    }
    stops.add("requeue " + job.id());
    note(role, note(role).requeued((long) now, (long) now + LONGEST_WAIT_SECONDS));
    boolean leased = leases.containsKey(job.id());
    stops.add(update(role, leased ? Long.MAX_VALUE : 0, others)); // unlike Slurm's own wait
  }

  /** Returns the command that gives a waiting job its type and start; empty if it has them. */
  private String update(JobRole role, long eligible, long others) {
    SlurmJob job = role.job();
    String type = leases.get(job.id());
    StringBuilder update = new StringBuilder();
    if (type == null || note(role).leasedAt() == 0) {
      note(role, note(role).leased(type == null ? 0 : (long) now));
    }
    boolean own = type == null || now >= note(role).leasedAt() + roundSeconds;
    String features = own ? note(role).features() : role.features().get(type);
    if (!job.features().equals(features)) {
      update.append(" Features=").append(features);
    }
    if (type == null) {
      if (eligible < expiry - 1) {
        update.append(" StartTime=uts").append(expiry);
        note(role, note(role).delayed(Math.max(expiry, note(role).delayedUntil())));
      }
    } else {
      if (eligible > now) {
        update.append(" StartTime=now");
      }
      if (job.priority() <= others) {
        long above = Math.min(MOST_PRIORITY, others + Math.max(1_000, others / 10));
        update.append(" Priority=").append(above);
        note(role, note(role).withPriority());
      }
    }
    return update.isEmpty() ? "" : "update JobId=" + job.id() + update;
  }

  private JobNote note(JobRole role) {
    return notes.computeIfAbsent(role.job().id(), id -> JobNote.of(role.job()));
  }

  private void note(JobRole role, JobNote note) {
    notes.put(role.job().id(), note);
  }

  /** Returns the commands that give all jobs back to Slurm. */
  static List<String> release(Reading reading, Map<String, JobNote> notes) {
    List<String> commands = new ArrayList<>();
    Map<String, JobNote> left = new TreeMap<>(notes);
    for (SlurmJob job : reading.jobs()) {
      JobNote note = left.get(job.id());
      if (note == null || job.state() != State.PENDING) {
        continue;
      }
      boolean held = job.priority() == 0;
      boolean delayed =
          job.eligibleTime() > reading.nowSeconds() && job.eligibleTime() <= note.delayedUntil();
      String update =
          (job.features().equals(note.features()) ? "" : " Features=" + note.features())
              + (delayed ? " StartTime=now" : "");
      if (!update.isEmpty()) {
        commands.add("update JobId=" + job.id() + update);
      }
      if (note.raised() && !held) {
        commands.add("release " + job.id()); // Slurm computes the priority again
      }
    }
    return commands;
  }
}
