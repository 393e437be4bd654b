package io.gavel.workload;

/**
 * A class of jobs with equal throughputs: job type and scale factor. Immutable.
 *
 * @param jobType the job type, such as a model and its batch size
 * @param scaleFactor the workers it runs on at once, at least 1
 */
public record JobKind(String jobType, int scaleFactor) implements Comparable<JobKind> {

  @Override
  public int compareTo(JobKind other) {
    int byType = jobType.compareTo(other.jobType);
    return byType != 0 ? byType : Integer.compare(scaleFactor, other.scaleFactor);
  }

  @Override
  public String toString() {
    return "\"%s\" on %s".formatted(jobType, scaleFactor);
  }
}
