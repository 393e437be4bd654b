package io.gavel.policies.lp.solver.program;

import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.model.Group;
import java.util.List;

/**
 * A feasible point of a program with a proof of how far it may be from the optimum. Everything is
 * computed from the program as the policy stated it. Immutable.
 */
public final class CertifiedSolution {

  /** The gap of a good answer. Others are certified too, but only after a second try. */
  public static final Tolerance GOOD = new Tolerance(0, 1e-8);

  private final AllocationProgram program;
  private final List<Group.Pair> pairs;
  private final double[] fractions;
  private final double objective;
  private final DualBound bound;
  private final double mended;
  private final double missed;
  private final double gapScale;
  private final boolean stopped;

  private CertifiedSolution(
      AllocationProgram program,
      List<Group.Pair> pairs,
      double[] fractions,
      double objective,
      DualBound bound,
      double mended,
      double missed,
      double gapScale,
      boolean stopped) {
    this.program = program;
    this.pairs = pairs;
    this.fractions = fractions;
    this.objective = objective;
    this.bound = bound;
    this.mended = mended;
    this.missed = missed;
    this.gapScale = gapScale;
    this.stopped = stopped;
  }

  /**
   * Examines a claim.
   *
   * @param program without side rows, or with prices of 0 for them
   * @param claimed fractions, {@code [column]}; copied
   * @param prices a claimed dual solution
   * @return the claimed point, made feasible, with what the prices prove
   */
  public static CertifiedSolution of(AllocationProgram program, double[] claimed, Prices prices) {
    return of(program, claimed, prices, new double[program.sideRows().count()]);
  }

  /**
   * Examines a claim about a program with side rows.
   *
   * @param program the program
   * @param claimed fractions, {@code [column]}; copied
   * @param prices a claimed dual solution
   * @param side prices of the side rows, at least 0, {@code [side row]}; copied
   * @return the claimed point, made feasible, with what the prices prove
   */
  public static CertifiedSolution of(
      AllocationProgram program, double[] claimed, Prices prices, double[] side) {
    return of(program, List.of(), claimed, DualBound.of(program, prices, side));
  }

  /**
   * Examines a point with a bound that was proved before.
   *
   * @param program whose columns are written out
   * @param pairs the pairs by job type among them
   * @param claimed fractions, {@code [column]}; copied
   * @param bound holds for all columns, also those that are not written out
   * @return the claimed point, made feasible
   */
  public static CertifiedSolution of(
      AllocationProgram program, List<Group.Pair> pairs, double[] claimed, DualBound bound) {
    FeasibilityRepair feasibilityRepair = FeasibilityRepair.of(program, claimed);
    double[] fractions = feasibilityRepair.mended();
    double missed = program.sideRows().violation(fractions);
    double[] throughput = program.throughput(fractions);
    for (int m = 0; m < throughput.length; m++) {
      double floor = program.floor(m);
      if (throughput[m] < floor) {
        missed = Math.max(missed, (floor - throughput[m]) / floor);
      }
    }
    double objective = program.objective(fractions, throughput);
    return new CertifiedSolution(
        program,
        pairs,
        fractions,
        objective,
        bound,
        feasibilityRepair.violation(),
        missed,
        program.gapScale(objective + 2 * program.losses(fractions)),
        false);
  }

  /**
   * The same point, which is not proved to be optimal because limits ended the solve.
   *
   * @return a copy
   */
  public CertifiedSolution asStopped() {
    return new CertifiedSolution(
        program, pairs, fractions, objective, bound, mended, missed, gapScale, true);
  }

  /**
   * Whether limits ended the solve before the proof. Such a point keeps the limits of time and
   * pools, but may be far from the bound and may miss floors.
   *
   * @return false if the point is as good as optimal
   */
  public boolean isStopped() {
    return stopped;
  }

  /**
   * Whether the point is as good as optimal, and was as good as feasible before it was mended.
   *
   * @param tolerance for the gap, and for violations
   * @return true if both hold
   */
  public boolean holdsWithin(Tolerance tolerance) {
    return Double.isFinite(bound.value())
        && bound.value() - objective <= near(tolerance)
        && tolerance.atMost(1 + Math.max(mended, missed), 1);
  }

  /**
   * Whether objective and bound are as good as equal. An objective above the bound is not: what a
   * point misses of its floors, little as it may be, then has a price that hides what is open.
   *
   * @param tolerance for what is open
   * @return true if no more is
   */
  public boolean isNear(Tolerance tolerance) {
    return open() <= near(tolerance);
  }

  private double near(Tolerance tolerance) {
    // Below the smallest normal number there are no digits left that a fraction could be of.
    return Math.max(tolerance.absolute() + tolerance.relative() * gapScale, Double.MIN_NORMAL);
  }

  /**
   * How far objective and bound are apart, whichever is larger.
   *
   * @return at least 0
   */
  public double open() {
    return Math.abs(bound.value() - objective);
  }

  /**
   * How far objective and bound are apart, as a fraction of the larger.
   *
   * @return at least 0; infinite without bound
   */
  public double relativeGap() {
    double larger = Math.max(Math.abs(objective), Math.abs(bound.value()));
    return larger == 0 ? 0 : Math.abs(bound.value() - objective) / larger;
  }

  /**
   * The largest part of a floor that the point does not reach, or of a side row.
   *
   * @return 0 if it keeps them all
   */
  public double missed() {
    return missed;
  }

  /**
   * The point.
   *
   * @return feasible fractions, a copy, {@code [column]}
   */
  public double[] fractions() {
    return fractions.clone();
  }

  /**
   * The program whose columns the fractions are of: the one that was solved or, if it has pairs by
   * job type, one with the pairs that the point uses as columns.
   *
   * @return a program with this point
   */
  public AllocationProgram program() {
    return program;
  }

  /**
   * The pairs by job type that the point uses.
   *
   * @return the groups after the jobs that columns of {@link #program} name; empty if pairs were
   *     listed from the start
   */
  public List<Group.Pair> pairs() {
    return pairs;
  }

  /**
   * The throughput of every job.
   *
   * @return steps per second, {@code [job]}
   */
  public double[] throughput() {
    return program.throughput(fractions);
  }

  /**
   * The objective at the point.
   *
   * @return in the program's units
   */
  public double objective() {
    return objective;
  }

  /**
   * The proof.
   *
   * @return a value that no feasible point exceeds, with its prices
   */
  public DualBound bound() {
    return bound;
  }

  @Override
  public String toString() {
    return "objective %s, bound %s, violation before clean-up %s, part of a floor missed %s"
        .formatted(objective, bound.value(), mended, missed);
  }
}
