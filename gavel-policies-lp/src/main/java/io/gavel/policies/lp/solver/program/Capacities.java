package io.gavel.policies.lp.solver.program;

import io.gavel.policies.internal.Require;

/** Programs with numbers of workers that differ from their problem. Immutable. */
public final class Capacities {

  private Capacities() {}

  /**
   * The same program with other capacities. Its columns remain, so a column may hold more workers
   * than its pool has, for a part of the time.
   *
   * @param program any program
   * @param workers the numbers of workers, finite and at least 0, {@code [pool]}; copied
   * @return a copy
   * @throws IllegalArgumentException if there is not one number for each pool, or one is invalid
   */
  public static AllocationProgram replaced(AllocationProgram program, double[] workers) {
    if (workers.length != program.poolCount()) {
      throw new IllegalArgumentException(
          "there are %s numbers of workers; there must be one for each of %s pools"
              .formatted(workers.length, program.poolCount()));
    }
    for (int k = 0; k < workers.length; k++) {
      Require.nonNegative(workers[k], "number of workers of pool " + k);
    }
    return new AllocationProgram(
        program.polytope.with(workers.clone()), program.objective, program.passes);
  }
}
