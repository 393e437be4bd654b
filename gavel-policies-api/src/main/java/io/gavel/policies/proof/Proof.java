package io.gavel.policies.proof;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of checking a certificate. The check trusts none of its figures: it computes
 * feasibility, value and bound from problem, allocation and prices, and compares them with the
 * claims of the certificate in exact arithmetic. It has no tolerance and does not depend on the
 * solver.
 *
 * <p>A fraction below 0 counts as 0, and as a violation. Logarithms, powers, the throughputs that a
 * finish time needs and the parts that levels may miss are no dyadic fractions: they are replaced
 * by doubles on the safe side, and {@link StrictMath} is trusted to err by less than one unit in
 * the last place. A claim that is true by less than this rounding may be refused.
 *
 * <p>A check takes O(columns · (1 + constraints)), and memory in proportion to the jobs. Immutable.
 */
public sealed interface Proof {

  /**
   * The largest violation of a limit at which an allocation counts as one of its problem, relative
   * to the limit.
   */
  double MOST_MISSED = Tolerance.CERTIFIED.relative();

  /**
   * The fraction of a value that counts as 0, 2<sup>-40</sup>. A level or a total whose bound is
   * smaller, relative to the level of the slowest job alone or to the largest gain of a column or
   * free variable, may be claimed to be at most 0: rounding of the data moves it by as much.
   */
  double NOTHING = 0x1p-40;

  /**
   * Checks the certificate of an allocation.
   *
   * @param allocation an allocation of any scheduler
   * @return the proved gap
   */
  static Proof of(Allocation allocation) {
    Certificate certificate = allocation.certificate();
    if (certificate.statement().isEmpty()) {
      return new Unstated();
    }
    Statement statement = certificate.statement().get();
    AllocationProblem problem = allocation.problem();
    try {
      Certifier.requireFits(statement, problem);
    } catch (IllegalArgumentException unfit) {
      return new NotProved("statement", String.valueOf(unfit.getMessage()));
    }
    double objective = certificate.objective();
    double bound = certificate.bound();
    List<LinearRow> rows = Certifier.rows(problem, statement);
    ColumnNumbers columns = new ColumnNumbers(problem);
    double[] fractions = allocation.fractions();
    for (double fraction : fractions) {
      if (!Double.isFinite(fraction)) {
        return new NotProved("fraction", "%s is not finite".formatted(fraction));
      }
    }
    Point x = new Point(columns, fractions);
    Optional<Point.Missed> missed = x.missed(statement, rows);
    double part = missed.map(Point.Missed::part).orElse(0.0);
    if (!(part <= MOST_MISSED)) {
      return new NotProved(
          missed.orElseThrow().limit(),
          String.format(Locale.ROOT, "is missed by the part %.3g", part));
    }
    DualProof dual = new DualProof(columns, statement, certificate.prices(), rows);
    if (!new GoalValue(x, statement).reaches(objective)) {
      return new NotProved("objective", "is not %s at the allocation".formatted(objective));
    }
    if (!dual.proves(bound)) {
      String wrong = dual.wrongSign();
      return wrong.isEmpty()
          ? new NotProved("bound", "%s does not follow from the prices".formatted(bound))
          : new NotProved(
              "price of constraint \"%s\"".formatted(wrong),
              "is below 0 although the constraint is an inequality");
    }
    Rational open = Rational.of(bound).minus(Rational.of(objective)).abs();
    Rational gap = open.signum() == 0 ? open : open.dividedBy(scale(statement, objective, bound));
    Optional<NotProved> unfair =
        certificate.levels().flatMap(levels -> new LevelProof(x, statement, rows).fault(levels));
    return unfair.isPresent()
        ? unfair.get()
        : new Proved(
            gap,
            Rational.of(part),
            certificate.levels().map(levels -> Rational.of(levels.within())));
  }

  /**
   * Returns a certificate and the problem and allocation that it refers to as plain text, for
   * checkers in other languages: one line for each goal, claim, pool, row, free variable, job,
   * column and round, with all numbers as decimals that denote the doubles exactly. The page on
   * certificates describes the lines.
   *
   * @param allocation an allocation whose certificate has a statement
   * @return lines that end with a line feed
   * @throws IllegalArgumentException if the certificate has no statement, or the statement does not
   *     fit the problem
   */
  static String text(Allocation allocation) {
    return ProofText.of(allocation);
  }

  /**
   * Returns the larger of the two, or the weights of logarithms, whose value depends on the unit.
   */
  private static Rational scale(Statement statement, double objective, double bound) {
    if (statement.goal() instanceof Goal.Welfare welfare
        && welfare.power() == 0
        && welfare.total() == 0) {
      Rational sum = Rational.ZERO;
      for (int m = 0; m < welfare.size(); m++) {
        sum = sum.plus(Rational.of(welfare.weight(m)));
      }
      return sum.signum() > 0 ? sum : Rational.ONE;
    }
    return Rational.of(bound).abs().max(Rational.of(objective).abs());
  }

  /**
   * Returns whether optimality is proved within a tolerance.
   *
   * @param tolerance for gap and violation; its absolute part is for the gap as a part as well
   * @return true if both are proved to be within it
   */
  default boolean holdsWithin(Tolerance tolerance) {
    return this instanceof Proved proved
        && proved.within().compareTo(Rational.of(tolerance.absolute() + tolerance.relative())) <= 0;
  }

  /**
   * The allocation is optimal within a part of the objective. Immutable.
   *
   * <p>The precision of fair levels is stated separately: if a job's throughput costs the other
   * jobs almost nothing, doubles limit the precision of its level.
   *
   * @param gap the distance of the claimed objective from the claimed bound, relative to the larger
   *     of them, or for logarithms to the sum of the weights; both claims hold
   * @param violation a bound on the part by which a limit is missed; 0 if the allocation is
   *     feasible, exactly
   * @param levels the part within which the levels of all jobs are max-min fair, as {@link
   *     FairLevels} say; empty if the certificate does not claim that
   */
  record Proved(Rational gap, Rational violation, Optional<Rational> levels) implements Proof {

    /** {@return the larger of gap and violation} */
    public Rational within() {
      return gap.max(violation);
    }

    @Override
    public String toString() {
      return "proved within "
          + within().toText()
          + levels.map(part -> ", all levels within " + part.toText()).orElse("");
    }
  }

  /**
   * A claim of the certificate does not hold, or the allocation is not one of its problem.
   * Immutable.
   *
   * @param line the failing part: a limit, the objective, the bound, the price of a row
   * @param reason the failing line
   */
  record NotProved(String line, String reason) implements Proof {
    @Override
    public String toString() {
      return "not proved: %s %s".formatted(line, reason);
    }
  }

  /** The certificate has no statement. Immutable. */
  record Unstated() implements Proof {
    @Override
    public String toString() {
      return "not stated";
    }
  }
}
