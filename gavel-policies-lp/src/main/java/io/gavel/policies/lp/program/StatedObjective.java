package io.gavel.policies.lp.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.internal.EarlierOptimum;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;
import java.util.Optional;

/** An objective of a program in the terms of the solver. Immutable. */
abstract class StatedObjective {

  final ProgramTerms terms;

  StatedObjective(ProgramTerms terms) {
    this.terms = terms;
  }

  static StatedObjective of(ProgramTerms terms, Program.Stage stage) {
    Objective objective = stage.objective();
    if (objective instanceof Objective.LeastOfSets least) {
      return LevelOfTotals.of(terms, least);
    }
    if (objective instanceof Objective.Least least) {
      boolean nothingBad = least.badTypes() == 0 || terms.problem().throughputs().isCertain();
      return nothingBad ? new LevelOfJobs(terms, least) : WorstRates.level(terms, least);
    }
    if (objective instanceof Objective.Utility utility) {
      return new TotalUtility(terms, utility);
    }
    if (objective instanceof Objective.Concave concave) {
      return new ConcaveTotal(terms, concave);
    }
    return new LinearTotal(terms, (Objective.Sum) objective, stage.minimized());
  }

  /**
   * Optimises the objective among the allocations that keep the lower bounds.
   *
   * @param earlier the optimum of the objective before, which must be kept
   */
  StageAnswer solve(CertifiedSolver solver, Kept kept, EarlierOptimum earlier) {
    AllocationProgram program = program(kept);
    CertifiedSolution solution =
        earlier.improved(solver, program).orElseGet(() -> solved(solver, program));
    DualBound bound = solution.bound();
    boolean near = solution.isNear(Tolerance.CERTIFIED);
    return new StageAnswer(pointOf(solution), bound.value(), bound.prices(), kept, near);
  }

  /** Returns the optimum that later objectives keep. */
  EarlierOptimum optimum(StageAnswer answer) {
    AllocationProgram program = program(answer.kept());
    StagePoint point = answer.point();
    return EarlierOptimum.of(
        program, DualBound.of(program, answer.prices()), point.x(), point.bought());
  }

  /** Returns the optimum of a program. */
  CertifiedSolution solved(CertifiedSolver solver, AllocationProgram program) {
    return solver.solveOrFeasible(program, terms::floorName);
  }

  /**
   * Returns a point that is known to be feasible, with a bound that needs no solver.
   *
   * @param kept the lower bounds that the point keeps
   */
  StageAnswer known(StagePoint point, Kept kept) {
    AllocationProgram program = program(kept);
    double[] free = Arrays.copyOf(point.bought(), program.freeVariables().count());
    DualBound bound = CertifiedSolution.stopped(program, point.x(), free).bound();
    return new StageAnswer(point, bound.value(), bound.prices(), kept, true);
  }

  /**
   * Requires that the lower bounds and the rows of every stage are feasible together.
   *
   * @throws InfeasibleProblemException naming a minimal set that cannot
   */
  void requireCompatible(CertifiedSolver solver, Kept kept) {
    solver.untilFeasible().requireFeasible(withoutObjective(kept), terms::floorName);
  }

  /** Returns the program with only the lower bounds and the rows of every stage. */
  AllocationProgram withoutObjective(Kept kept) {
    AllocationProgram any = terms.columns().withFloor(kept.floors());
    return withRows(any, kept, terms.purchases(0).build(), terms.rows());
  }

  /** Returns the statement of a point's certificate, on the problem with the workers bought. */
  Statement statement(Kept kept, StagePoint point, AllocationProblem problem) {
    return program(kept).statement(problem, point.bought(), false);
  }

  /** Returns the program that maximises the objective. */
  abstract AllocationProgram program(Kept kept);

  /**
   * Adds the value of this objective to the lower bounds.
   *
   * @param slack the part of it that may be lost
   */
  abstract Kept keep(Kept kept, StagePoint point, double slack);

  /** Returns the objective of the next level of an objective that is filled; empty at its end. */
  Optional<StatedObjective> raised(StageAnswer answer) {
    return Optional.empty();
  }

  /** Returns the program with free variables, and the rows that every stage has. */
  AllocationProgram withRows(
      AllocationProgram program, Kept kept, FreeVariables free, CouplingRows.Builder own) {
    kept.addRows(own);
    return terms.onOwnWorkers(program).withFreeVariables(free).withRows(own.build());
  }

  StagePoint pointOf(CertifiedSolution solution) {
    double[] bought =
        Arrays.copyOf(solution.free(), terms.purchasableCount()); // a level comes after them
    return new StagePoint(solution.fractions(), bought, solution.throughput());
  }
}
