package io.gavel.policies.model;

/**
 * A job that can run nowhere in the cluster, even if it were alone. Policies give it no time and
 * leave it out of their objective, so that it does not affect other jobs. Immutable.
 *
 * @param job the job's index {@code m}
 * @param jobId the job's id
 * @param cause why it can run nowhere
 */
public record Unrunnable(int job, String jobId, Cause cause) {

  /** Why a job can run nowhere. */
  public enum Cause {
    /** Its throughput is 0 on every worker type. */
    NO_THROUGHPUT,
    /** On every type where it has a throughput, its gang is larger than the pool. */
    GANG_TOO_LARGE,
    /** All worker types on which it could run are forbidden to it or, in pairs, to its partner. */
    FORBIDDEN
  }

  @Override
  public String toString() {
    return switch (cause) {
      case NO_THROUGHPUT -> "job \"%s\" has throughput 0 on every worker type".formatted(jobId);
      case GANG_TOO_LARGE ->
          "job \"%s\" needs more workers at once than any type it can use has".formatted(jobId);
      case FORBIDDEN ->
          "all worker types on which job \"%s\" could run are forbidden".formatted(jobId);
    };
  }
}
