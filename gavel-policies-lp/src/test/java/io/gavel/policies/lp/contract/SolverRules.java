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
 * The rules of a solver as predicates, independent of any test engine. The solver is called as in
 * the library, through {@link CertifiedSolver}, and its outcomes are checked on the original
 * program. Immutable.
 */
public final class SolverRules {

  private final AllocationSolver solver;

  private SolverRules(AllocationSolver solver) {
    this.solver = solver;
  }

  /**
   * The rules for a solver.
   *
   * @param solver the solver under test
   * @return the rules
   */
  public static SolverRules of(AllocationSolver solver) {
    return new SolverRules(solver);
  }

  /**
   * A program without pairs, as a function of the seed: a level, a sum, or a sum with floors. The
   * floors of every fourth program are infeasible.
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
   * Checks a rule.
   *
   * @param rule the rule
   * @param program the program to solve
   * @return a description of the violation, or empty if the rule holds
   */
  public Optional<String> broken(SolverRule rule, AllocationProgram program) {
    List<SolverOutcome> said = new ArrayList<>();
    boolean certified = certified(program, said);
    // The later outcomes belong to the check of a claim that the program is infeasible.
    boolean solved = !said.isEmpty() && said.get(0) instanceof SolverOutcome.Solved;
    boolean infeasible = !said.isEmpty() && said.get(0) instanceof SolverOutcome.Infeasible;
    return switch (rule) {
      case SOUND ->
          solved && !certified && feasible(program)
              ? Optional.of(rule + ": an outcome reported as solved cannot be certified")
              : Optional.empty();
      case HONEST ->
          infeasible && feasible(program)
              ? Optional.of(rule + ": a program reported as infeasible has a certified solution")
              : Optional.empty();
      case DETERMINISM -> determinism(program, said);
    };
  }

  /**
   * Requires that all rules hold.
   *
   * @param program the program to solve
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
   * Whether the solver returns a solution that can be certified, or reports the program as
   * infeasible.
   *
   * @param program the program to solve
   * @return false if the solver declines the program or its solution cannot be certified
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
        : Optional.of(SolverRule.DETERMINISM + ": a second solve returns a different outcome");
  }

  private static boolean same(SolverOutcome a, SolverOutcome b) {
    if (a instanceof SolverOutcome.Solved one && b instanceof SolverOutcome.Solved two) {
      Prices prices = one.prices();
      return Arrays.equals(one.fractions(), two.fractions()) && prices.equals(two.prices());
    }
    return a.getClass() == b.getClass();
  }
}
