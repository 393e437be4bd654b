package io.gavel.policies;

import java.util.List;

/**
 * No allocation meets the demands of the jobs, such as their deadlines. Immutable, apart from the
 * mutable state that every exception has.
 */
public final class InfeasibleProblemException extends AllocationException {

  private static final long serialVersionUID = 1L;

  /** Ids of jobs; a list of strings, kept as an array because exceptions are serialisable. */
  private final String[] jobIds;

  /**
   * Creates the exception.
   *
   * @param message which jobs cannot be met together, and by how much
   * @param jobIds their ids, a small set
   */
  public InfeasibleProblemException(String message, List<String> jobIds) {
    super(message);
    this.jobIds = jobIds.toArray(String[]::new);
  }

  /**
   * The jobs whose demands cannot be met together.
   *
   * @return their ids
   */
  public List<String> jobIds() {
    return List.of(jobIds);
  }
}
