package io.gavel.policies.lp.solver;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Asks why a program may have no solution, once. Programs with coupling rows, free variables or
 * names of floors are asked for a minimal conflict, others for the part of the floors that can be
 * met. Mutable.
 */
final class FeasibilityDoubt {

  private final AllocationProgram program;
  private final Optional<IntFunction<String>> floorName;
  private @Nullable CertifiedSolver solver;

  private FeasibilityDoubt(
      AllocationProgram program,
      Optional<IntFunction<String>> floorName,
      @Nullable CertifiedSolver solver) {
    this.program = program;
    this.floorName = floorName;
    this.solver = solver;
  }

  /**
   * Returns a doubt about a program.
   *
   * @param floorName the name of a job's floor, by job index
   * @param solver solves the programs that decide it
   */
  static FeasibilityDoubt about(
      AllocationProgram program, Optional<IntFunction<String>> floorName, CertifiedSolver solver) {
    return new FeasibilityDoubt(program, floorName, solver);
  }

  /** Returns no doubt: the program has a feasible point. */
  static FeasibilityDoubt none(AllocationProgram program) {
    return new FeasibilityDoubt(program, Optional.empty(), null);
  }

  /**
   * Decides it; does nothing from the second time on.
   *
   * @throws InfeasibleProblemException if it is proved that floors and rows cannot hold together
   */
  void raise() {
    CertifiedSolver decides = solver;
    solver = null;
    if (decides == null || !demands()) {
      return;
    }
    if (program.isPlain() && floorName.isEmpty()) {
      ConflictSearch.requireFloors(program, decides);
    } else {
      ConflictSearch.requireCompatible(
          program, decides, floorName.orElse("throughput of job %s"::formatted));
    }
  }

  private boolean demands() {
    boolean any = program.rows().count() > 0;
    for (int m = 0; m < program.jobCount(); m++) {
      any |= program.floor(m) > 0;
    }
    return any;
  }
}
