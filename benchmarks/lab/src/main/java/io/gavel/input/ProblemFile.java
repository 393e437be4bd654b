package io.gavel.input;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.program.Program.Purchasable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A problem read from a file, with the other data of the file. Immutable.
 *
 * @param name the name in the file
 * @param problem the problem, with the pairs that may run
 * @param referenceType the reference type of agnostic time policies
 * @param pairRows for each pair that the file lists, in order, its group in the problem; empty for
 *     a pair of unequal scale factors or shares, which never runs
 * @param purchasables the workers that can be bought, in the order of the file
 * @param assumed the source of throughputs that were not measured; empty if all were
 */
public record ProblemFile(
    String name,
    AllocationProblem problem,
    OptionalInt referenceType,
    List<OptionalInt> pairRows,
    List<Purchasable> purchasables,
    Optional<String> assumed) {

  /**
   * Copies the lists.
   *
   * @param name the name in the file
   * @param problem the problem
   * @param referenceType a type index
   * @param pairRows one entry per listed pair
   * @param purchasables at most one for each worker type
   * @param assumed the source of throughputs that were not measured
   */
  public ProblemFile {
    pairRows = List.copyOf(pairRows);
    purchasables = List.copyOf(purchasables);
  }

  /**
   * Returns a copy with another problem.
   *
   * @param other a problem with the same groups
   * @return a copy
   */
  public ProblemFile with(AllocationProblem other) {
    return new ProblemFile(name, other, referenceType, pairRows, purchasables, assumed);
  }
}
