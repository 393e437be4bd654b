package io.gavel.policies.lp.contract;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Edge;
import io.gavel.policies.contract.RandomProblems;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rules of a solver as predicates, free of any test engine. A solver is asked as the library
 * asks it, through {@link CertifiedSolver}, and its answers are judged on the original program.
 * Immutable.
 */
public final class SolverRules {

  private final AllocationSolver solver;

  private SolverRules(AllocationSolver solver) {
    this.solver = solver;
  }

  /**
   * The rules for a solver.
   *
   * @param solver whose answers are judged
   * @return the rules
   */
  public static SolverRules of(AllocationSolver solver) {
    return new SolverRules(solver);
  }

  /**
   * A program without pairs that is a function of the seed: a level, a sum, or a sum with floors,
   * of which every fourth cannot be met.
   *
   * @param seed any
   * @return the program
   */
  public static AllocationProgram program(long seed) {
    Set<Edge> edges =
        List.of(Set.<Edge>of(), Set.of(Edge.GANGS), Set.of(Edge.EMPTY_POOLS, Edge.WEIGHTS))
            .get((int) Long.remainderUnsigned(seed, 3));
    AllocationProblem problem = RandomProblems.of(seed, edges);
    double[] level = new double[problem.jobCount()];
    Arrays.setAll(level, m -> EqualShare.throughput(problem, m));
    double[] weight = Arrays.stream(level).map(r -> r > 0 ? 1 / r : 0).toArray();
    if (seed % 4 == 0) {
      return AllocationProgram.maximizeMinimum(problem, level);
    }
    AllocationProgram sum = AllocationProgram.maximizeSum(problem, weight);
    double part = seed % 4 == 1 ? 0 : seed % 4 == 2 ? 0.05 : 20;
    return sum.withFloor(Arrays.stream(level).map(r -> r * part).toArray());
  }

  /**
   * Judges a rule.
   *
   * @param rule any
   * @param program any
   * @return how the rule is broken, or nothing
   */
  public Optional<String> broken(SolverRule rule, AllocationProgram program) {
    List<SolverOutcome> said = new ArrayList<>();
    boolean certified = certified(program, said);
    // What follows the first outcome is the examination of a claim that the program is infeasible.
    boolean solved = !said.isEmpty() && said.get(0) instanceof SolverOutcome.Solved;
    boolean infeasible = !said.isEmpty() && said.get(0) instanceof SolverOutcome.Infeasible;
    return switch (rule) {
      case SOUND ->
          solved && !certified && feasible(program)
              ? Optional.of(rule + ": what it calls solved cannot be certified")
              : Optional.empty();
      case HONEST ->
          infeasible && feasible(program)
              ? Optional.of(rule + ": what it calls infeasible has a certified answer")
              : Optional.empty();
      case DETERMINISM -> determinism(program, said);
    };
  }

  /**
   * Insists on all rules.
   *
   * @param program any
   * @throws AssertionError for the first rule that is broken
   */
  public void checkAll(AllocationProgram program) {
    for (SolverRule rule : SolverRule.values()) {
      broken(rule, program)
          .ifPresent(
              how -> {
                throw new AssertionError(how + ", by " + solver);
              });
    }
  }

  /**
   * Whether the solver answers so that its answer can be certified, or rightly finds that there is
   * none.
   *
   * @param program any
   * @return false if it gives up, or is wrong
   */
  public boolean answers(AllocationProgram program) {
    List<SolverOutcome> said = new ArrayList<>();
    return certified(program, said)
        || said.stream().anyMatch(SolverOutcome.Infeasible.class::isInstance);
  }

  private boolean certified(AllocationProgram program, List<SolverOutcome> said) {
    AllocationSolver heard =
        (asked, limits) -> {
          SolverOutcome outcome = solver.solve(asked, limits);
          said.add(outcome);
          return outcome;
        };
    try {
      return Double.isFinite(
          CertifiedSolver.of(List.of(heard), Tolerance.CERTIFIED).solve(program).objective());
    } catch (SolveFailedException | InfeasibleProblemException none) {
      return false;
    }
  }

  private static boolean feasible(AllocationProgram program) {
    try {
      return Double.isFinite(CertifiedSolver.standard().solve(program).objective());
    } catch (SolveFailedException | InfeasibleProblemException none) {
      return false;
    }
  }

  private Optional<String> determinism(AllocationProgram program, List<SolverOutcome> before) {
    AllocationProgram other = program(1);
    SolverOutcome between = solver.solve(other, SolveLimits.forSizeOf(other));
    List<SolverOutcome> after = new ArrayList<>();
    boolean unused = certified(program, after);
    boolean same = between != null && before.size() == after.size();
    for (int i = 0; same && i < before.size(); i++) {
      same = same(before.get(i), after.get(i));
    }
    return same
        ? Optional.empty()
        : Optional.of(SolverRule.DETERMINISM + ": asked again, it answers something else");
  }

  private static boolean same(SolverOutcome a, SolverOutcome b) {
    if (a instanceof SolverOutcome.Solved one && b instanceof SolverOutcome.Solved two) {
      Prices prices = one.prices();
      return Arrays.equals(one.fractions(), two.fractions()) && prices.equals(two.prices());
    }
    return a.getClass() == b.getClass();
  }
}
