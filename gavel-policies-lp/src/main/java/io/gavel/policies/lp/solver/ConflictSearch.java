package io.gavel.policies.lp.solver;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.lp.solver.classes.ImplicitPairSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds out which coupling rows and floors of a program cannot hold together, besides time and
 * pools.
 *
 * <p>A program in which each row and each floor may be missed minimises the sum of the parts that
 * are. If its bound proves that some are missed, they cannot hold together, and the prices say how
 * much each adds to the proof. All dispensable demands are dropped together, and the proof is
 * repeated until the set no longer shrinks. Then one program for each pool shows of most floors
 * that the others can hold without them; each other row and floor is left out in turn (a deletion
 * filter): it stays out if the rest still cannot hold. The remaining set is a minimal conflict.
 *
 * <p>So many floors on few pools take few programs more than there are pools. Immutable.
 */
public final class ConflictSearch {

  private ConflictSearch() {}

  /**
   * Requires that floors and coupling rows can hold together.
   *
   * @param program has floors, coupling rows or both; its objective does not matter; with pairs by
   *     job type of more than 500 jobs, only rows are examined
   * @param solver solves the programs that miss as little as possible
   * @param floorName the name of a job's floor, by job index
   * @throws InfeasibleProblemException naming a minimal set that cannot hold together
   */
  public static void requireCompatible(
      AllocationProgram program, CertifiedSolver solver, IntFunction<String> floorName) {
    if (program.hasPairsByType()) {
      requireCompatible(program, new ImplicitPairSolver(program), solver, floorName);
      return;
    }
    ElasticProgram elastic = new ElasticProgram(program, solver);
    Optional<boolean[]> conflict =
        program.columnCount() == 0 && program.freeVariables().count() == 0
            ? brokenByNothing(elastic)
            : minimal(elastic);
    conflict.ifPresent(
        least -> {
          throw exception(
              IntStream.range(0, least.length)
                  .filter(i -> least[i])
                  .mapToObj(i -> elastic.name(i, floorName))
                  .toList());
        });
  }

  private static void requireCompatible(
      AllocationProgram program,
      ImplicitPairSolver byType,
      CertifiedSolver solver,
      IntFunction<String> floorName) {
    if (ImplicitPairSolver.isListable(program)) {
      requireCompatible(byType.listed(), solver, floorName);
      return;
    }
    List<String> conflict = byType.conflict();
    if (!conflict.isEmpty()) {
      throw exception(conflict);
    }
  }

  /**
   * Requires that floors can be met, in a program without coupling rows and free variables. The
   * largest fraction of all floors that can be met at once is the optimum of a program without
   * floors. They cannot be met if the bound of that program is below 1 by more than the tolerance.
   *
   * @throws InfeasibleProblemException if that is proved
   */
  static void requireFloors(AllocationProgram program, CertifiedSolver solver) {
    AllocationProgram relaxed = program.floorsAsRequirements();
    if (relaxed.hasLevel()) {
      double bound = solver.solve(relaxed).bound().value();
      if (!solver.tolerance().atMost(1, bound)) {
        throw new InfeasibleProblemException(
            "no allocation reaches the demanded throughputs; at most %s of each is possible"
                .formatted(bound),
            List.of());
      }
    }
  }

  /** Returns a row or floor that does not hold if no job can run. */
  private static Optional<boolean[]> brokenByNothing(ElasticProgram elastic) {
    CouplingRows rows = elastic.program.rows();
    boolean[] broken = elastic.all();
    boolean any = false;
    for (int i = 0; i < broken.length; i++) {
      boolean holds = i < rows.count() && rows.violation(i, new double[0], new double[0]) == 0;
      broken[i] &= !any && !holds;
      any |= broken[i];
    }
    return any ? Optional.of(broken) : Optional.empty();
  }

  private static Optional<boolean[]> minimal(ElasticProgram elastic) {
    Optional<Conflict> proof = Conflict.of(elastic, elastic.all());
    if (proof.isEmpty()) {
      return Optional.empty();
    }
    Conflict conflict = proof.get();
    boolean[] indispensable = Indispensable.of(elastic, conflict.kept, conflict.worth);
    for (int i = conflict.kept.length - 1; i >= 0; i--) {
      if (conflict.kept[i] && !indispensable[i]) {
        boolean[] fewer = conflict.kept.clone();
        fewer[i] = false;
        conflict = Conflict.of(elastic, fewer).orElse(conflict);
      }
    }
    return Optional.of(conflict.kept);
  }

  /** Demands that cannot hold together, with prices that prove it. Arrays are not copied. */
  private static final class Conflict {
    final boolean[] kept;
    final double[] worth;

    private Conflict(boolean[] kept, double[] worth) {
      this.kept = kept;
      this.worth = worth;
    }

    /**
     * Returns the demands that a proof needs, repeating the proof until the set no longer shrinks.
     */
    static Optional<Conflict> of(ElasticProgram elastic, boolean[] among) {
      Optional<Conflict> found = Optional.empty();
      boolean[] kept = among;
      Optional<ElasticProgram.Proof> proof = elastic.prove(kept);
      while (proof.isPresent()) {
        found = Optional.of(new Conflict(kept, proof.get().worth));
        boolean[] needed = proof.get().needed;
        if (Arrays.equals(needed, kept)) {
          break;
        }
        kept = needed;
        proof = elastic.prove(kept);
      }
      return found;
    }
  }

  /**
   * Returns the exception for a conflict.
   *
   * @param names of a minimal conflict
   */
  private static InfeasibleProblemException exception(List<String> names) {
    String quoted = names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", "));
    List<String> jobs = names.stream().flatMap(ConflictSearch::jobOf).toList();
    String message =
        names.size() == 1
            ? "no allocation keeps %s".formatted(quoted)
            : "no allocation keeps %s together; without any one of them the others can be kept"
                .formatted(quoted);
    return new InfeasibleProblemException(message, jobs, names);
  }

  /** Returns the job whose demand has a name. */
  private static Stream<String> jobOf(String name) {
    return Stream.of(InfeasibleProblemException.SLO, InfeasibleProblemException.FLOOR)
        .filter(name::startsWith)
        .map(kind -> name.substring(kind.length()));
  }
}
