package io.gavel.slurm;

import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How fast jobs run on each type of GPU. A job opts in by the comment {@code gavel} or {@code
 * gavel:TYPE}, where the type is a row of the throughput table. Immutable.
 *
 * @param table the throughput table; without one, all types count as equally fast
 */
public record Speeds(Optional<ThroughputTable> table) {

  private static final String MARKER = "gavel";

  /** Returns whether the user of a job wants it to be scheduled in rounds. */
  static boolean optedIn(SlurmJob job) {
    String comment = job.comment().strip();
    return comment.equals(MARKER) || comment.startsWith(MARKER + ":");
  }

  /** Returns the job's row in a throughput table: as marked, else its name. */
  static String kind(SlurmJob job) {
    String comment = job.comment().strip();
    boolean marked = comment.startsWith(MARKER + ":") && comment.length() > MARKER.length() + 1;
    return marked ? comment.substring(MARKER.length() + 1).strip() : job.name();
  }

  /** Returns whether the table has the job. */
  boolean knows(SlurmJob job) {
    return table.isPresent()
        && table.get().kinds().stream().anyMatch(kind -> kind.jobType().equals(kind(job)));
  }

  /** Returns steps per second on a gang of its GPUs of a type; 1 if the table lacks the job. */
  double of(SlurmJob job, String type) {
    if (!knows(job)) {
      return 1;
    }
    int gpus = job.gpusOn(type).getOrDefault(type, job.gpus());
    OptionalDouble gang = table.get().stepsPerSecond(type, new JobKind(kind(job), gpus));
    if (gang.isPresent()) {
      return gang.getAsDouble();
    }
    OptionalDouble one = table.get().stepsPerSecond(type, new JobKind(kind(job), 1));
    return one.orElse(0) * gpus;
  }
}
