package io.gavel.policies.lp.solver;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.internal.classes.ImplicitPairSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Solves programs with pairs by job type over classes of jobs, and sums in which a step of each job
 * has its own worth over ranges of worth. If that fails, or if nearly all jobs differ, the pairs of
 * few jobs are listed.
 */
final class PairsByType {

  private PairsByType() {}

  /**
   * Returns the first solution that can be certified.
   *
   * @param tolerance that solutions must hold within
   * @param onPairs solves the program with listed pairs
   * @param doubt asks whether the program has a feasible point if no solution was found on classes
   * @throws InfeasibleProblemException if it is proved that floors and rows cannot hold together
   * @throws SolveFailedException if no solution could be certified
   */
  static CertifiedSolution solve(
      AllocationProgram program,
      Tolerance tolerance,
      Function<AllocationProgram, CertifiedSolution> onPairs,
      Runnable doubt,
      @Nullable SolveEvent event) {
    ImplicitPairSolver solver = new ImplicitPairSolver(program);
    List<String> attempts = new ArrayList<>();
    Optional<CertifiedSolution> ranked = solver.ranked();
    if (ranked.isPresent()) {
      if (ranked.get().holdsWithin(tolerance)) {
        return ranked.get();
      }
      attempts.add("ranges of worth: %s".formatted(ranked.get()));
    }
    if (solver.isPriced()) {
      try {
        return solver.unlisted(onPairs.apply(solver.listed()));
      } catch (SolveFailedException failed) {
        attempts.add("all pairs: %s".formatted(failed.getMessage()));
      }
    }
    int[] classOf = solver.classOf();
    if (event != null) {
      event.classes = ImplicitPairSolver.count(classOf);
      event.called("pairs by class", 0);
    }
    Optional<CertifiedSolution> solution = solver.solve(classOf);
    if (solution.isPresent() && solution.get().holdsWithin(tolerance)) {
      return solution.get();
    }
    attempts.add(
        solution
            .map(CertifiedSolution::toString)
            .orElse("the program of the classes was not solved"));
    doubt.run();
    if (ImplicitPairSolver.isListable(program)) {
      return solver.unlisted(onPairs.apply(solver.listed()));
    }
    attempts.add(ImplicitPairSolver.undecided());
    throw new SolveFailedException(
        "no certified answer for %s jobs × %s pools with pairs by job type: %s"
            .formatted(program.jobCount(), program.poolCount(), String.join("; ", attempts)));
  }
}
