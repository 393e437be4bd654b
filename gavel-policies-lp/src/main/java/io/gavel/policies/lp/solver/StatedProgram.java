package io.gavel.policies.lp.solver;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.lp.solver.exact.ExactProgram;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.Capacities;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeColumns;
import io.gavel.policies.statement.FreeColumn;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;

/**
 * The linear program whose optimum a certificate states.
 *
 * @param program in doubles
 * @param exact in fractions
 * @param goal what the certificate states
 */
record StatedProgram(AllocationProgram program, ExactProgram exact, Goal goal) {

  private static final String WHICH =
      "; exact optima are for levels, sums, ratios and finish times without a past";

  /**
   * At the highest ratio, running nothing is optimal, too. At a part of it, what reaches it is the
   * only optimum, of the same columns.
   */
  private static final Rational CLEAR = Rational.ONE.minus(Rational.of(1, 1 << 20));

  /**
   * The program of a certificate.
   *
   * @param ratio how many costs count against a gain if the certificate states a ratio
   */
  static StatedProgram of(Allocation allocation, Rational ratio) {
    Statement statement =
        allocation
            .certificate()
            .statement()
            .orElseThrow(
                () -> new IllegalArgumentException("the certificate states nothing" + WHICH));
    AllocationProblem problem = allocation.problem();
    if (!problem.pairsByType().isEmpty()) {
      throw new IllegalArgumentException("the problem has pairs by job type" + WHICH);
    }
    statement.requireFits(
        problem.jobCount(),
        problem.groupCount() * problem.cluster().typeCount(),
        problem.cluster().poolCount());
    Rational[] requirement = requirements(statement, problem.jobCount());
    AllocationProgram program = limited(plain(problem, statement, requirement, ratio), statement);
    ExactProgram exact = ExactProgram.of(program);
    return new StatedProgram(
        program,
        program.hasLevel()
            ? exact.withRequirements(requirement)
            : exact.withGains(gains(program, statement.goal(), ratio)),
        statement.goal());
  }

  private static Rational[] gains(AllocationProgram program, Goal goal, Rational ratio) {
    Rational[] gain = new Rational[program.columnCount()];
    Arrays.setAll(gain, c -> gain(goal, program.entry(c), ratio));
    return gain;
  }

  private static Rational gain(Goal goal, int entry, Rational ratio) {
    if (goal instanceof Goal.Ratio of) {
      return Rational.of(of.gain(entry)).minus(ratio.times(Rational.of(of.cost(entry))));
    }
    Rational gain = Rational.of(((Goal.Total) goal).gain(entry));
    return goal.minimized() ? gain.negated() : gain;
  }

  /** What an optimum has of a ratio. */
  Rational ratio(ExactOptimum best, Goal.Ratio of) {
    Rational gain = Rational.ZERO;
    Rational cost = Rational.ZERO;
    for (int c = 0; c < program.columnCount(); c++) {
      Rational fraction = best.fraction(c);
      gain = gain.plus(fraction.times(Rational.of(of.gain(program.entry(c)))));
      cost = cost.plus(fraction.times(Rational.of(of.cost(program.entry(c)))));
    }
    return gain.dividedBy(cost);
  }

  /** The optimum in the unit of the goal. */
  Rational value(Rational optimum) {
    if (goal instanceof Goal.FinishTimes) {
      return optimum.signum() == 0 ? optimum : Rational.ONE.dividedBy(optimum);
    }
    return goal.minimized() ? optimum.negated() : optimum;
  }

  /** The throughputs for one unit of level, which is the inverse of a finish time. */
  private static Rational[] requirements(Statement statement, int jobs) {
    Rational[] requirement = new Rational[jobs];
    Arrays.fill(requirement, Rational.ZERO);
    for (int m = 0; m < jobs; m++) {
      if (statement.goal() instanceof Goal.Level level) {
        requirement[m] = Rational.of(level.requirement(m));
        if (requirement[m].signum() > 0 && statement.floor(m) != 0) {
          throw new IllegalArgumentException("the statement has a level above floors" + WHICH);
        }
      } else if (statement.goal() instanceof Goal.FinishTimes times && times.steps(m) > 0) {
        if (times.past(m) != 0) {
          throw new IllegalArgumentException(
              "job %s has run for %s seconds%s".formatted(m, times.past(m), WHICH));
        }
        requirement[m] = Rational.of(times.steps(m)).dividedBy(Rational.of(times.unit(m)));
      }
    }
    return requirement;
  }

  private static AllocationProgram plain(
      AllocationProblem problem, Statement statement, Rational[] requirement, Rational ratio) {
    Goal goal = statement.goal();
    if (goal instanceof Goal.Total || goal instanceof Goal.Ratio) {
      double[] gain = new double[problem.groupCount() * problem.cluster().typeCount()];
      Rational lower = ratio.times(CLEAR);
      Arrays.setAll(gain, entry -> gain(goal, entry, lower).floor());
      return AllocationProgram.maximizeGain(problem, gain);
    }
    if (goal instanceof Goal.Welfare) {
      throw new IllegalArgumentException("the certificate states a welfare" + WHICH);
    }
    double[] near = Arrays.stream(requirement).mapToDouble(Rational::ceil).toArray();
    return AllocationProgram.maximizeMinimum(problem, near);
  }

  private static AllocationProgram limited(AllocationProgram plain, Statement statement) {
    AllocationProgram program = plain;
    if (statement.hasFloors()) {
      double[] floors = new double[program.jobCount()];
      Arrays.setAll(floors, statement::floor);
      program = program.withFloor(floors);
    }
    if (statement.hasOwnWorkers()) { // those that are bought come with the free columns
      double[] workers = new double[program.poolCount()];
      Arrays.setAll(workers, statement::workers);
      program = Capacities.replaced(program, workers);
    }
    double sign = statement.goal().minimized() ? -1 : 1;
    FreeColumns.Builder free = FreeColumns.builder();
    for (FreeColumn column : statement.free()) {
      boolean buys = column.pool() != FreeColumn.NO_POOL;
      free.add(
          column.name(),
          column.most(),
          sign * column.gain(),
          buys ? new int[] {column.pool()} : new int[0],
          buys ? new double[] {-1} : new double[0]);
    }
    if (!statement.free().isEmpty()) {
      program = program.withFreeColumns(free.build());
    }
    if (statement.rows().isEmpty()) {
      return program;
    }
    CouplingRows.Builder rows = CouplingRows.builder();
    int[] columnOf = columnsByEntry(program, statement);
    statement.rows().forEach(row -> rows.add(row.mapped(columnOf)));
    return program.withRows(program.rows().and(rows.build()));
  }

  private static int[] columnsByEntry(AllocationProgram program, Statement statement) {
    int entries = Arrays.stream(program.columns().entry).max().orElse(-1) + 1;
    for (LinearRow row : statement.rows()) {
      entries = row.size() == 0 ? entries : Math.max(entries, row.column(row.size() - 1) + 1);
    }
    return program.columns().byEntry(entries);
  }
}
