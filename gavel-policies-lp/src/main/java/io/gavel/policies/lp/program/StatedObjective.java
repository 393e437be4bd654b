package io.gavel.policies.lp.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.lp.internal.Statements;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeColumns;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An objective of a program in the terms of the solver. Immutable. */
abstract class StatedObjective {

  final ProgramTerms terms;

  StatedObjective(ProgramTerms terms) {
    this.terms = terms;
  }

  static StatedObjective of(ProgramTerms terms, Program.Stage stage) {
    Objective objective = stage.objective();
    if (objective instanceof Objective.Least least) {
      return new LevelOfJobs(terms, least);
    }
    if (objective instanceof Objective.LeastOfSets least) {
      return new LevelOfSets(terms, least);
    }
    if (objective instanceof Objective.Utility utility) {
      return new TotalUtility(terms, utility);
    }
    return new LinearTotal(terms, (Objective.Sum) objective, stage.minimized());
  }

  /** Optimises the objective among the allocations that reach what must be kept. */
  StageAnswer solve(CertifiedSolver solver, Kept kept) {
    CertifiedSolution solution = solved(solver, program(kept));
    return new StageAnswer(
        pointOf(solution), stated(solution.bound().value()), solution.bound().prices(), kept);
  }

  /**
   * The optimum of a program.
   *
   * @throws InfeasibleProblemException also if no job can run, so that there is nothing to solve,
   *     and a row asks for something
   */
  static CertifiedSolution solved(CertifiedSolver solver, AllocationProgram program) {
    CertifiedSolution solution = solver.solve(program);
    boolean nothing = program.columnCount() == 0 && program.freeColumns().count() == 0;
    if (nothing && solution.missed() > 0) {
      CouplingRows rows = program.rows();
      String missed =
          IntStream.range(0, rows.count())
              .filter(i -> rows.violation(i, solution.fractions(), solution.free()) > 0)
              .mapToObj(rows::name)
              .collect(Collectors.joining("\", \""));
      throw new InfeasibleProblemException(
          "no job can run, so that \"%s\" cannot hold".formatted(missed), List.of());
    }
    return solution;
  }

  /** What a certificate of a point states, on the problem with the workers bought. */
  Statement statement(Kept kept, StagePoint point, AllocationProblem problem) {
    return Statements.of(program(kept), problem, point.bought, false);
  }

  /** The program that maximises the objective. */
  abstract AllocationProgram program(Kept kept);

  /** The value of the objective at a point, as the program states it. */
  abstract double value(StagePoint point);

  /** A value of the solver's program as one of the stated objective. */
  double stated(double ofProgram) {
    return ofProgram;
  }

  /**
   * Adds the value of this objective to what must be kept.
   *
   * @param slack the part of it that may be lost
   */
  abstract Kept keep(Kept kept, StagePoint point, double slack);

  /** The program with free columns, and the rows that every stage has. */
  AllocationProgram withRows(
      AllocationProgram program, Kept kept, FreeColumns free, CouplingRows.Builder own) {
    kept.addRows(own);
    return terms.onOwnWorkers(program).withFreeColumns(free).withRows(own.build());
  }

  StagePoint pointOf(CertifiedSolution solution) {
    double[] bought =
        Arrays.copyOf(solution.free(), terms.purchasableCount()); // a level comes after them
    return new StagePoint(solution.fractions(), bought, solution.throughput());
  }
}
