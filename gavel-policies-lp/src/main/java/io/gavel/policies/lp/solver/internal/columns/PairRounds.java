package io.gavel.policies.lp.solver.internal.columns;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.internal.interior.Incumbent;
import io.gavel.policies.lp.solver.internal.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.internal.interior.rows.ProgramRows;
import io.gavel.policies.lp.solver.internal.interior.rows.RowInteriorPoint;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.Optional;

/**
 * Column generation for programs with many pairs in general position.
 *
 * <p>The restricted master begins with columns of single jobs. Whenever the interior-point method
 * is ten times closer to its optimum, one pass over all columns adds those with the largest
 * positive reduced costs, and the method continues from its point, with prices of time raised so
 * that no reduced cost is positive. To begin anew takes twice as long, since a step costs much more
 * than a pass. An optimum needs at most {@code 2n + K} columns, and the rows of so few are a sparse
 * matrix.
 *
 * <p>Few columns may not meet floors. So the part of the floors that is met is a level of at most 1
 * added to the sum; if it is worth more than it costs, it is 1 at the optimum.
 *
 * <p>Other programs, and programs for which this fails, are left to the dense method on all
 * columns, unless they have so many rows that it would take minutes. Immutable.
 *
 * @param dense solves the programs of all columns
 * @param tuning the constants of column generation
 */
public record PairRounds(DenseSolver dense, Tuning tuning) implements AllocationSolver {

  /**
   * The most rows with which the dense method is asked if rounds fail: it takes half a minute on
   * its own. With more, an answer that is certified but not good is taken, or none is given.
   */
  private static final int MOST_ROWS = 1_500;

  /** The ratio of the second value of floors to the first one, if they cost more than that. */
  private static final double DEARER = 1e4;

  /** The fraction of the proved gap, and of the objective at first, that a round aims at. */
  private static final double PART = 0.1;

  /** The gap, as a part of the program's own objective, from which on every step is priced. */
  private static final double NEAR = 1e-7;

  /** The largest accepted reduced cost of other columns, as a fraction of the gap. */
  private static final double NOTHING = 1e-3;

  /**
   * The least part that the program's own objective is taken to have next to that of the floors.
   */
  private static final double LEAST_PART = 1e-4;

  /** The gap with which a solution is not improved by further columns. */
  private static final Tolerance ENOUGH = new Tolerance(0, 1e-9);

  /** The most rounds; ten are usual. */
  private static final int MOST_ROUNDS = 100;

  /** The most steps; sixty are usual. */
  private static final int MOST_STEPS = 300;

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    Optional<Run> run = run(program, limits);
    Optional<SolverOutcome> outcome = run.flatMap(Run::outcome);
    if (outcome.isPresent()) {
      return outcome.get();
    }
    if (!suits(program) || !isBeyond(program, tuning)) {
      return dense.solve(program, limits);
    }
    String reason =
        "column generation over pairs: no certified answer; %s rows, at most %s for all columns"
            .formatted(rows(program), MOST_ROWS);
    return run.flatMap(some -> some.proved(Tolerance.CERTIFIED))
        .orElse(new SolverOutcome.Declined(reason));
  }

  /**
   * Returns the outcome on few columns; empty if it is not optimal for all, or the program does not
   * suit.
   */
  Optional<SolverOutcome> onFew(AllocationProgram program, SolveLimits limits) {
    return run(program, limits).flatMap(Run::outcome);
  }

  private Optional<Run> run(AllocationProgram program, SolveLimits limits) {
    double worth = program.hasFloor() ? mostGain(program) : 1;
    if (!suits(program) || worth == 0) { // gains of 0 are no scale for the value of floors
      return Optional.empty();
    }
    Run run = new Run(program, worth, limits);
    return run.rows.allDemandsCanRun() ? Optional.of(run) : Optional.empty();
  }

  /**
   * Returns whether a program has so many pairs and rows that solving it on all columns takes
   * longer than anybody waits.
   */
  public static boolean isBeyond(AllocationProgram program, Tuning tuning) {
    return hasManyPairs(program, tuning) && rows(program) > MOST_ROWS;
  }

  private static boolean hasManyPairs(AllocationProgram program, Tuning tuning) {
    return program.columnCount() >= (long) tuning.many() * program.jobCount();
  }

  /** Returns the number of rows of time, pools and demands. */
  public static int rows(AllocationProgram program) {
    int rows = program.jobCount() + program.poolCount();
    for (int m = 0; m < program.jobCount(); m++) {
      rows += program.isIndifferentTo(m) ? 0 : 1;
    }
    return rows;
  }

  /**
   * Floors together with a level or utilities would be a second level. With floors, masters take
   * more steps, which only many pairs repay.
   */
  private boolean suits(AllocationProgram program) {
    int n = program.jobCount();
    int times = program.hasFloor() ? 1 : 2;
    return n >= tuning.fewJobs()
        && (long) times * program.columnCount() >= (long) tuning.many() * n
        && !Programs.columns(program).isByJob(n)
        && !(program.hasFloor() && (program.hasLevel() || program.hasUtility()))
        && program.isPlain();
  }

  /** Returns a bound of the sum that time alone proves. */
  private static double mostGain(AllocationProgram program) {
    double[] most = new double[program.jobCount()];
    for (int c = 0; c < program.columnCount(); c++) {
      double gain = Math.abs(program.gain(c));
      int first = program.first(c);
      int second = program.second(c) == ProgramColumns.NONE ? first : program.second(c);
      most[first] = Math.max(most[first], gain);
      most[second] = Math.max(most[second], gain);
    }
    return Arrays.stream(most).sum();
  }

  private record Proved(SolverOutcome.Solved claim, CertifiedSolution proof) {}

  /** The working set and the method on it. Mutable. */
  private final class Run {

    final AllocationProgram program;
    final SolveLimits limits;
    final Offers offers;

    /** The value of all floors, in units of the sum; 1 without floors. */
    double worth;

    final double mostWorth;

    int steps;
    AllocationProgram master;
    ProgramRows rows;

    /** The best point and prices on the present working set. */
    Incumbent found;

    /** The best claim about all columns that is certified. */
    Optional<Proved> best = Optional.empty();

    /**
     * Begins with columns of single jobs.
     *
     * @param worth the value of all floors at first
     */
    Run(AllocationProgram program, double worth, SolveLimits limits) {
      this.program = program;
      this.worth = worth;
      mostWorth = DEARER * worth;
      this.limits = limits;
      offers = new Offers(program, tuning);
      offers.guess();
      begin();
    }

    /** Begins with the working set; returns the number that each of its columns had before. */
    int[] begin() {
      master = offers.master();
      rows = program.hasFloor() ? ProgramRows.meetingFloors(master, worth) : ProgramRows.of(master);
      found = new Incumbent(master, DenseSolver.stop(rows.program()));
      return offers.renumber();
    }

    /**
     * Solves the program. Near the optimum every step is priced. Its point and prices count as they
     * are proved on the working set, since no other column is worth more than it pays. Floors with
     * next to no interior leave prices much room, in which the last steps may move to where other
     * columns are worth more.
     *
     * @return infeasible if floors cost more than they are worth; empty if the method fails
     */
    Optional<SolverOutcome> outcome() {
      RowInteriorPoint method = new RowInteriorPoint(rows.program());
      double gap = PART;
      for (int round = 0; round < MOST_ROUNDS; round++) {
        while (!method.isWithin(gap)) {
          if (isStopped()) {
            return stopped(method);
          }
          if (!step(method)) {
            return ended(method);
          }
        }
        double missing =
            offers.price(rows.prices(method.prices()), new double[0]) / worth / method.scale();
        double open = method.gap() / method.scale();
        double near = NEAR * part(method);
        if (missing > Math.max(NOTHING * near, PART * open)) {
          if (gap <= near) {
            prove(method);
            if (proved(ENOUGH).isPresent()) {
              return proved(ENOUGH);
            }
          }
          offers.add();
          int[] earlier = begin();
          if (isFull()) {
            return Optional.empty();
          }
          double[] raise = Arrays.stream(offers.raise).map(r -> r / worth).toArray();
          method = method.continuedOn(rows.program(), earlier, raise);
          gap = PART * (open + missing);
        } else if (gap > near) {
          gap = Math.max(near, PART * open);
        } else if (program.hasFloor() && 1 - method.level() > gap && worth < mostWorth) {
          worth *= DEARER;
          begin();
          method = new RowInteriorPoint(rows.program());
          gap = PART;
        } else if (program.hasFloor() && 1 - method.level() > gap) {
          String reason = "column generation over pairs: only %s of the floors is met";
          return Optional.of(new SolverOutcome.Infeasible(reason.formatted(method.level())));
        } else if (found.note(rows.claim(method))) {
          return ended(method);
        } else if (isStopped()) {
          return stopped(method);
        } else if (!step(method)) {
          return ended(method);
        }
      }
      return ended(method);
    }

    /** Returns the part that the program's own objective has next to that of the floors. */
    double part(RowInteriorPoint method) {
      double own = Math.abs(method.scale() - method.level()) / method.scale();
      return program.hasFloor() ? Math.min(1, Math.max(LEAST_PART, own)) : 1;
    }

    /**
     * Returns whether all columns should be solved at once: the working set leaves out few columns
     * and has more pairs than jobs. Then its rows have no sparse factor either.
     */
    boolean isFull() {
      int n = master.jobCount();
      int pairs = master.columnCount() - Programs.columns(master).starts(n)[n];
      return !hasManyPairs(program, tuning) && pairs > n;
    }

    boolean isStopped() {
      return steps == limits.maxSteps() || limits.isCancelled();
    }

    boolean step(RowInteriorPoint method) {
      return steps++ < MOST_STEPS && method.step();
    }

    /** Proves on all columns the best point and prices that were found on the working set. */
    void prove(RowInteriorPoint method) {
      if (found.isEmpty()) { // the method ended before it was near
        found.note(rows.claim(method));
      }
      SolverOutcome.Solved claim = offers.expanded(found.answer(steps), 0);
      CertifiedSolution solution = CertifiedSolution.of(program, claim);
      boolean isBetter = best.isEmpty() || solution.open() < best.get().proof.open();
      if (isBetter && solution.holdsWithin(Tolerance.CERTIFIED)) {
        best = Optional.of(new Proved(claim, solution));
      }
    }

    /** Returns the best claim if it is proved within a tolerance. */
    Optional<SolverOutcome> proved(Tolerance tolerance) {
      return best.filter(one -> one.proof.holdsWithin(tolerance)).map(Proved::claim);
    }

    Optional<SolverOutcome> ended(RowInteriorPoint method) {
      prove(method);
      return proved(CertifiedSolution.GOOD);
    }

    Optional<SolverOutcome> stopped(RowInteriorPoint method) {
      SolverOutcome.Solved reached = offers.expanded(rows.claim(method).solved(steps), 0);
      return Optional.of(new SolverOutcome.Interrupted(Optional.of(reached)));
    }
  }

  @Override
  public String toString() {
    return dense.toString();
  }
}
