package io.gavel.policies.lp.solver.program;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.internal.coefficients.Utility;
import io.gavel.policies.model.Group;
import io.gavel.policies.proof.Certifier;
import io.gavel.policies.proof.Proof;
import java.util.Arrays;
import java.util.List;

/**
 * A feasible point of a program with a proved bound on its distance from the optimum. All numbers
 * are computed from the original program, as the policy stated it. Immutable.
 */
public final class CertifiedSolution {

  /**
   * The relative gap of a good solution, 10<sup>-8</sup>. A solution with a larger gap is certified
   * only after further attempts to improve it.
   */
  public static final Tolerance GOOD = new Tolerance(0, 1e-8);

  private final AllocationProgram program;
  private final List<Group.Pair> pairs;
  private final double[] fractions;
  private final double[] free;
  private final double objective;
  private final DualBound bound;
  private final double violation;
  private final double missed;
  private final double gapScale;
  private final boolean stopped;

  private CertifiedSolution(
      AllocationProgram program,
      List<Group.Pair> pairs,
      double[] fractions,
      double[] free,
      double objective,
      DualBound bound,
      double violation,
      double missed,
      double gapScale,
      boolean stopped) {
    this.program = program;
    this.pairs = pairs;
    this.fractions = fractions;
    this.free = free;
    this.objective = objective;
    this.bound = bound;
    this.violation = violation;
    this.missed = missed;
    this.gapScale = gapScale;
    this.stopped = stopped;
  }

  /**
   * Certifies a claim with values of 0 for free variables and prices of 0 for coupling rows.
   *
   * @param program the program
   * @param claimed the claimed fractions, {@code [column]}; copied
   * @param prices the claimed dual solution, in units of the objective per unit of each row
   * @return the claimed point, repaired to be feasible, with the bound that the prices prove
   */
  public static CertifiedSolution of(AllocationProgram program, double[] claimed, Prices prices) {
    return of(program, List.of(), claimed, DualBound.of(program, prices));
  }

  /**
   * Certifies a claim about a program with coupling rows or free variables.
   *
   * @param program the program
   * @param claim the claimed point and dual solution
   * @return the claimed point, repaired to be feasible, with the bound that the prices prove
   */
  public static CertifiedSolution of(AllocationProgram program, SolverOutcome.Solved claim) {
    DualBound bound = DualBound.of(program, claim.prices(), claim.rowPrices());
    return of(
        program, List.of(), FeasibilityRepair.of(program, claim.fractions, claim.free()), bound);
  }

  /**
   * Certifies a point where all free variables are 0 with a bound that was proved before.
   *
   * @param program a program that lists all columns that the point uses
   * @param pairs the pairs by job type that its columns name, in the order of their groups after
   *     the jobs; empty if all pairs were listed from the start
   * @param claimed the claimed fractions, {@code [column]}; copied
   * @param bound a bound for the entire program, including columns that are not listed
   * @return the claimed point, repaired to be feasible, with that bound
   */
  public static CertifiedSolution of(
      AllocationProgram program, List<Group.Pair> pairs, double[] claimed, DualBound bound) {
    return of(program, pairs, claimed, new double[program.freeVariables().count()], bound);
  }

  /**
   * Creates a solution of a program without pairs by job type from a point that is not copied.
   *
   * @param program the program
   * @param claimed the claimed fractions, {@code [column]}; not copied, but repaired in place
   * @param bound a bound for the program
   * @return the claimed point, repaired to be feasible, with that bound
   */
  public static CertifiedSolution owning(
      AllocationProgram program, double[] claimed, DualBound bound) {
    return of(program, List.of(), FeasibilityRepair.ofOwn(program, claimed), bound);
  }

  /**
   * Certifies a point with a bound that was proved before.
   *
   * @param program a program that lists all columns that the point uses
   * @param pairs the pairs by job type that its columns name, in the order of their groups after
   *     the jobs; empty if all pairs were listed from the start
   * @param claimed the claimed fractions, {@code [column]}; copied
   * @param free the claimed values of the free variables in the unit of each, {@code [free
   *     variable]}; copied
   * @param bound a bound for the entire program, including columns that are not listed
   * @return the claimed point, repaired to be feasible, with that bound
   */
  public static CertifiedSolution of(
      AllocationProgram program,
      List<Group.Pair> pairs,
      double[] claimed,
      double[] free,
      DualBound bound) {
    return of(program, pairs, FeasibilityRepair.of(program, claimed, free), bound);
  }

  /**
   * Creates a solution from a point that is known to be feasible, with a bound that needs no
   * solver: a level is at most that of the slowest job alone, and other jobs are priced by their
   * gain or their marginal utility at the point.
   *
   * @param program a program without pairs by job type
   * @param known feasible fractions, {@code [column]}; copied
   * @param free the values of the free variables in the unit of each, {@code [free variable]};
   *     copied
   * @return the point, for which {@link #isStopped} is true
   */
  public static CertifiedSolution stopped(
      AllocationProgram program, double[] known, double[] free) {
    double[] reached = program.throughput(known);
    double[] fastest = program.fastest();
    double[] owed = new double[reached.length];
    double least = Double.POSITIVE_INFINITY;
    for (int m = 0; m < owed.length; m++) {
      double requirement = program.requirement(m);
      if (requirement > 0 && fastest[m] / requirement < least) {
        least = fastest[m] / requirement;
        Arrays.fill(owed, 0);
        owed[m] = 1 / requirement;
      } else if (program.weight(m) > 0) {
        owed[m] = Utility.slope(program.power(), program.weight(m), reached[m]);
      }
    }
    Prices alone =
        DualBound.claimed(new double[program.poolCount()], new double[owed.length], owed);
    return of(program, List.of(), known, free, DualBound.of(program, alone)).asStopped();
  }

  private static CertifiedSolution of(
      AllocationProgram program,
      List<Group.Pair> pairs,
      FeasibilityRepair repair,
      DualBound bound) {
    double[] fractions = repair.fractions();
    double[] values = repair.free();
    double[] throughput = program.throughput(fractions);
    double missed =
        Math.max(program.rows().violation(fractions, values), missedFloor(program, throughput));
    double objective =
        program.objectiveOf(fractions, throughput) + program.freeVariables().gains(values);
    double losses = program.losses(fractions) + program.freeVariables().losses(values);
    return new CertifiedSolution(
        program,
        pairs,
        fractions,
        values,
        objective,
        bound,
        repair.violation(),
        missed,
        program.gapScale(objective + 2 * losses),
        false);
  }

  /** Returns the largest missing fraction of a floor; 0 if throughputs reach all floors. */
  private static double missedFloor(AllocationProgram program, double[] throughput) {
    double missed = 0;
    for (int m = 0; m < throughput.length; m++) {
      double floor = program.floor(m);
      if (throughput[m] < floor) {
        missed = Math.max(missed, (floor - throughput[m]) / floor);
      }
    }
    return missed;
  }

  /**
   * Returns this point, marked as not proved to be optimal because limits ended the solve.
   *
   * @return a copy for which {@link #isStopped} is true
   */
  public CertifiedSolution asStopped() {
    return new CertifiedSolution(
        program, pairs, fractions, free, objective, bound, violation, missed, gapScale, true);
  }

  /**
   * Returns whether limits ended the solve before the point was proved to be optimal. Such a point
   * satisfies the limits of time and pools, but may be far from the bound and may miss floors.
   *
   * @return false if the point is certified
   */
  public boolean isStopped() {
    return stopped;
  }

  /**
   * Returns whether the point is optimal within a tolerance and was feasible within it before the
   * repair.
   *
   * @param tolerance for the gap between objective and bound, relative to {@link
   *     AllocationProgram#gapScale}; for violations before the repair; and for missed floors and
   *     coupling rows
   * @return true if gap and violations are within the tolerance
   */
  public boolean holdsWithin(Tolerance tolerance) {
    return Double.isFinite(bound.value())
        && (isNear(bound.value() - objective, tolerance) || bound.value() - objective <= nothing())
        && tolerance.atMost(1 + Math.max(violation, missed), 1);
  }

  /**
   * Returns whether the bound of a level, or of a sum of gains, is 0 within rounding. A row that
   * needs all workers of pools fixes the level of other jobs at 0 up to rounding, which has no
   * relative precision.
   *
   * @return true if the bound is at most {@link Proof#NOTHING} of the level that the slowest job
   *     could have alone, or of the largest gain of a column or a bounded free variable; false for
   *     other objectives
   */
  public boolean isNothing() {
    return isNothing(0);
  }

  /**
   * Returns whether the bound is 0 within rounding if a part of it is uncertain.
   *
   * @param uncertain the part of the bound that follows from uncertain data, at least 0
   * @return true if the rest of the bound is 0 within rounding
   */
  public boolean isNothing(double uncertain) {
    return Math.abs(bound.value()) <= nothing() + uncertain;
  }

  private double nothing() {
    if (program.hasLevel()) {
      double[] alone = program.fastest(); // 0 of jobs that run in unlisted pairs only
      Arrays.setAll(alone, m -> alone[m] > 0 ? alone[m] : Double.POSITIVE_INFINITY);
      return program.hasFloor() ? 0 : Proof.NOTHING * program.level(alone);
    }
    double most = 0;
    for (int c = 0; !program.hasUtility() && c < fractions.length; c++) {
      most = Math.max(most, program.gain(c));
    }
    for (int f = 0; f < free.length; f++) {
      double largest = program.freeVariables().gain(f) * program.freeVariables().most(f);
      most = largest < Double.POSITIVE_INFINITY ? Math.max(most, largest) : most;
    }
    return Proof.NOTHING * most;
  }

  /**
   * Returns whether objective and bound are equal within a tolerance, or both are 0 within
   * rounding. An objective above the bound by more than that is not near it: then the point misses
   * floors slightly, and the price of the missed part hides the true gap.
   *
   * @param tolerance for the gap on either side, relative to {@link AllocationProgram#gapScale}
   * @return true if {@link #open} is within the tolerance
   */
  public boolean isNear(Tolerance tolerance) {
    return isNear(open(), tolerance) || (open() <= nothing() && isNothing());
  }

  private boolean isNear(double gap, Tolerance tolerance) {
    // Below the smallest normal number, relative precision is lost.
    double near = tolerance.absolute() + tolerance.relative() * gapScale;
    return gap <= Math.max(near, Double.MIN_NORMAL);
  }

  /**
   * Returns the absolute gap between objective and bound, whichever is larger.
   *
   * @return the absolute gap in the unit of the objective, at least 0; infinite without a bound
   */
  public double open() {
    return Math.abs(bound.value() - objective);
  }

  /**
   * Returns the gap between objective and bound, relative to the one that is larger in size.
   *
   * @return the relative gap, without unit, at least 0; not finite without a bound
   */
  public double relativeGap() {
    double larger = Math.max(Math.abs(objective), Math.abs(bound.value()));
    return larger == 0 ? 0 : Math.abs(bound.value() - objective) / larger;
  }

  /**
   * Returns the largest relative violation of a floor or of a coupling row.
   *
   * @return the missing fraction of a floor, or the violation of a coupling row relative to its
   *     bound or its largest coefficient, whichever is largest; 0 if the point satisfies all of
   *     them
   */
  public double missed() {
    return missed;
  }

  /**
   * Returns the point.
   *
   * @return feasible fractions, a copy, {@code [column]}
   */
  public double[] fractions() {
    return fractions.clone();
  }

  /**
   * Returns the point as the matrix of an allocation.
   *
   * @param entries the number of groups of the problem, times that of its worker types
   * @return fractions, {@code [group][worker type]}, row-major; 0 where there is no column; not to
   *     be modified
   */
  public double[] fractionsByEntry(int entries) {
    return program.columns().byEntry(fractions, entries);
  }

  /**
   * Returns the point with the prices of its bound, as the claim of a solver.
   *
   * @return the claim
   */
  public SolverOutcome.Solved claim() {
    return SolverOutcome.Solved.of(fractions, free, bound);
  }

  /**
   * Returns the values of the free variables.
   *
   * @return values between 0 and the largest, a copy, {@code [free variable]}
   */
  public double[] free() {
    return free.clone();
  }

  /**
   * Returns the prices of the coupling rows.
   *
   * @return as {@link DualBound#rowPrices}
   */
  public double[] rowPrices() {
    return bound.rowPrices();
  }

  /**
   * Returns the program whose columns {@link #fractions} refers to: the solved program or, if that
   * has pairs by job type, a program whose columns include the pairs that the point uses.
   *
   * @return the program of this point
   */
  public AllocationProgram program() {
    return program;
  }

  /**
   * Returns the pairs by job type that the point uses.
   *
   * @return the pairs that columns of {@link #program} name, in the order of their groups after the
   *     jobs; empty if all pairs were listed from the start
   */
  public List<Group.Pair> pairs() {
    return pairs;
  }

  /**
   * Returns the throughput of every job.
   *
   * @return steps per second, {@code [job]}
   */
  public double[] throughput() {
    return program.throughput(fractions);
  }

  /**
   * Returns the objective at the point.
   *
   * @return the value, in the unit of the objective
   */
  public double objective() {
    return objective;
  }

  /**
   * Returns the proved bound.
   *
   * @return a value that no feasible point exceeds, with the prices that prove it
   */
  public DualBound bound() {
    return bound;
  }

  @Override
  public String toString() {
    return "objective %s, bound %s, violation before repair %s, missed fraction of a floor or row %s"
        .formatted(objective, bound.value(), violation, missed);
  }

  /**
   * Returns the solution as an allocation whose certificate states what its prices prove, so that
   * {@link io.gavel.policies.proof.Proof} can check it.
   *
   * @param problem the problem of the program
   * @return the allocation with the objective and the bound of the program; its problem lists the
   *     pairs by job type that it uses
   * @throws IllegalArgumentException if the program has a level above floors, which is none of a
   *     statement
   */
  public Allocation allocation(AllocationProblem problem) {
    AllocationProblem used = problem.pairsByType().isEmpty() ? problem : problem.withPairs(pairs);
    return Certifier.certify(
        used,
        fractionsByEntry(used.groupCount() * used.cluster().typeCount()),
        program.statement(used, free(), false),
        bound.prices(),
        bound.value());
  }
}
