package io.gavel.policies;

import java.util.List;

/**
 * No allocation meets the demands of the jobs, such as their deadlines, and keeps the constraints
 * of the problem. Immutable, apart from the mutable state that every exception has.
 */
public final class InfeasibleProblemException extends AllocationException {

  /** The beginning of the name of a job's deadline in a conflict. */
  public static final String SLO = "slo:";

  /** The beginning of the name of a job's floor, its least throughput, in a conflict. */
  public static final String FLOOR = "floor:";

  private static final long serialVersionUID = 2L;

  /** Ids of jobs; a list of strings, kept as an array because exceptions are serialisable. */
  private final String[] jobIds;

  /** Names of constraints and of deadlines. */
  private final String[] conflict;

  /**
   * Creates the exception for demands of jobs.
   *
   * @param message which jobs cannot be met together, and by how much
   * @param jobIds their ids, a small set
   */
  public InfeasibleProblemException(String message, List<String> jobIds) {
    this(message, jobIds, jobIds.stream().map(id -> SLO + id).toList());
  }

  /**
   * Creates the exception for constraints, and demands of jobs if they take part.
   *
   * @param message names the conflicting constraints and demands
   * @param jobIds the ids of the jobs whose demands take part, a small set
   * @param conflict the names of the conflicting constraints and demands, a small set; the deadline
   *     of a job has the name {@code slo:JOB}, its floor {@code floor:JOB}
   */
  public InfeasibleProblemException(String message, List<String> jobIds, List<String> conflict) {
    super(message);
    this.jobIds = jobIds.toArray(String[]::new);
    this.conflict = conflict.toArray(String[]::new);
  }

  /**
   * Returns the jobs whose demands cannot be met together.
   *
   * @return their ids
   */
  public List<String> jobIds() {
    return List.of(jobIds);
  }

  /**
   * Returns a minimal conflict: these constraints and demands cannot all hold with time, pools and
   * eligibility, but any proper subset of them can.
   *
   * @return names of constraints, of rules of quotas such as {@code limit:red:v100}, and of
   *     deadlines, {@code slo:JOB}, and floors, {@code floor:JOB}; empty if the conflict is not
   *     known
   */
  public List<String> conflict() {
    return List.of(conflict);
  }
}
