package io.gavel.policies.lp.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.EarlierOptimum;
import io.gavel.policies.lp.internal.level.HighestLevel;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.program.Objective;
import io.gavel.policies.statement.Statement;
import java.util.ArrayList;
import java.util.Arrays;

/**
 * The smallest throughput of all jobs. Under floors, the demand of a job is the larger of its floor
 * and its share of the level, so the highest level is found by a search.
 */
final class LevelOfJobs extends StatedObjective {

  /** The steps per second of one unit of level, {@code [job]}; 0 for jobs that do not count. */
  private final double[] requirement;

  LevelOfJobs(ProgramTerms terms, Objective.Least least) {
    super(terms);
    requirement = terms.worth(least.measure());
    Arrays.setAll(requirement, m -> requirement[m] > 0 ? 1 / requirement[m] : 0);
  }

  @Override
  AllocationProgram program(Kept kept) {
    AllocationProgram program = AllocationProgram.maximizeMinimum(terms.largest(), requirement);
    return withRows(program, kept, terms.purchases(0).build(), terms.rows());
  }

  @Override
  StageAnswer solve(CertifiedSolver solver, Kept kept, EarlierOptimum earlier) {
    if (!kept.hasFloors()) {
      return super.solve(solver, kept, earlier);
    }
    double[] fastest = terms.columns().fastest();
    double most = Double.POSITIVE_INFINITY;
    for (int m = 0; m < requirement.length; m++) {
      most = requirement[m] > 0 ? Math.min(most, fastest[m] / requirement[m]) : most;
    }
    if (most == Double.POSITIVE_INFINITY) { // no job counts
      return floorsOnly(solver, kept);
    }
    double highest = most;
    StageAnswer least = floorsOnly(solver, kept); // proves that the floors can be met
    return solver.orKnown(
        throwing -> search(throwing, kept, fastest, highest), () -> known(least.point(), kept));
  }

  /** Returns the highest level under floors. */
  private StageAnswer search(CertifiedSolver solver, Kept kept, double[] fastest, double most) {
    HighestLevel search =
        HighestLevel.search(
            solver::solve,
            program(kept),
            at -> demands(kept, at),
            0,
            0,
            most,
            HighestLevel.DOUBLE_PRECISION,
            new ArrayList<>());
    Prices prices =
        search
            .cut()
            .map(cut -> pricesOfLevel(cut.point().bound().prices(), kept, search.level()))
            .orElseGet(
                () ->
                    AllocationFactory.ofOneJob(requirement, fastest, terms.columns().poolCount()));
    return new StageAnswer(pointOf(search.point()), search.level(), prices, kept, true);
  }

  private StageAnswer floorsOnly(CertifiedSolver solver, Kept kept) {
    CertifiedSolution solution = solved(solver, withoutObjective(kept));
    return new StageAnswer(pointOf(solution), 0, solution.bound().prices(), kept, true);
  }

  /** Each job's throughput is at least its floor and its share of the level. */
  @Override
  Statement statement(Kept kept, StagePoint point, AllocationProblem problem) {
    Statement statement = super.statement(kept, point, problem);
    return kept.hasFloors() ? statement.withFloors(kept.floors()) : statement;
  }

  private double[] demands(Kept kept, double level) {
    double[] demands = new double[requirement.length];
    Arrays.setAll(demands, m -> Math.max(kept.floors()[m], requirement[m] * level));
    return demands;
  }

  /** Returns prices of a multiple of the demands, in units of level. */
  private Prices pricesOfLevel(Prices ofMultiple, Kept kept, double level) {
    double slope = 0;
    for (int m = 0; m < requirement.length; m++) {
      boolean rises = requirement[m] * level >= kept.floors()[m];
      slope += rises ? ofMultiple.ofThroughput(m) * requirement[m] : 0;
    }
    return slope > 0
        ? AllocationFactory.scaled(ofMultiple, 1 / slope, requirement.length)
        : ofMultiple;
  }

  private double value(StagePoint point) {
    double least = Double.POSITIVE_INFINITY;
    for (int m = 0; m < requirement.length; m++) {
      if (requirement[m] > 0) {
        least = Math.min(least, point.throughput()[m] / requirement[m]);
      }
    }
    return least == Double.POSITIVE_INFINITY ? 0 : least;
  }

  @Override
  Kept keep(Kept kept, StagePoint point, double slack) {
    double level = (1 - slack) * value(point);
    double[] owed = Arrays.stream(requirement).map(r -> r * level).toArray();
    return kept.andThroughputs(owed, point.throughput());
  }
}
