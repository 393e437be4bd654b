package io.gavel.input;

import io.gavel.policies.AllocationProblem;
import java.util.List;
import java.util.OptionalInt;

/**
 * A problem as read from a file, with what the file says beyond the problem. Immutable.
 *
 * @param name the file's own name for it
 * @param problem the problem, with the pairs that may run
 * @param referenceType the worker type by which agnostic time policies rate every other
 * @param pairRows for each pair that the file lists, in order, its group in the problem; empty for
 *     a pair of unequal scale factors or shares, which never runs
 */
public record ProblemFile(
    String name, AllocationProblem problem, OptionalInt referenceType, List<OptionalInt> pairRows) {

  /**
   * Copies the list.
   *
   * @param name the file's own name for it
   * @param problem the problem
   * @param referenceType a type index
   * @param pairRows one entry a listed pair
   */
  public ProblemFile {
    pairRows = List.copyOf(pairRows);
  }
}
