package io.gavel.policies.proof;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.internal.Require;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.FairLevels.Entitlements;
import io.gavel.policies.statement.FairLevels.PricedRound;
import io.gavel.policies.statement.Statement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes certificates that {@linkplain Proof pass the check}: objective and bound are computed from
 * the problem as the check does, and each is rounded to the side on which it holds. A certificate
 * fails the check only if the fractions miss a limit by more than {@link Proof#MOST_MISSED}, or if
 * its bound is infinite. Stateless.
 */
public final class Certifier {

  private Certifier() {}

  /**
   * Certifies fractions by prices.
   *
   * @param problem the jobs and the cluster; pairs by job type must be listed
   * @param fractions of wall-clock time, {@code [group][worker type]}, row-major
   * @param statement the theorem that the prices prove
   * @param prices any prices; wrong ones give a bound that is not tight
   * @param hint a bound that the prices prove except for rounding. Finish times and ratios start
   *     from it, and under floors it decides for which jobs the level exceeds the floor; otherwise
   *     the bound follows from the prices alone
   * @return an allocation whose certificate has the statement; its bound is infinite if the prices
   *     prove nothing
   * @throws IllegalArgumentException if the statement does not fit the problem, or the number of
   *     fractions is wrong
   * @throws SolveFailedException if the objective of the fractions is not finite
   */
  public static Allocation certify(
      AllocationProblem problem,
      double[] fractions,
      Statement statement,
      Prices prices,
      double hint) {
    requireFits(statement, problem);
    int types = problem.cluster().typeCount();
    Require.length(problem.groupCount() * types, fractions.length, "fractions");
    ColumnNumbers columns = new ColumnNumbers(problem);
    List<LinearRow> rows = rows(problem, statement);
    Point x = new Point(columns, fractions);
    double reached = new GoalValue(x, statement).reached();
    if (!Double.isFinite(reached)) {
      throw new SolveFailedException(
          ("the objective is %s; it must be finite. A job makes next to no progress, or a"
                  + " throughput, weight or number of steps is at the end of the range of numbers")
              .formatted(reached));
    }
    Prices proving = prices;
    double bound = new DualProof(columns, statement, proving, rows).bound(reached, hint);
    if (statement.goal().minimized() && bound < 0) { // prices of 0 prove that costs are not below 0
      Prices none = Prices.zero(problem);
      double ofNone = new DualProof(columns, statement, none, rows).bound(reached, hint);
      proving = ofNone > bound ? none : proving;
      bound = Math.max(bound, ofNone);
    }
    double objective = bound == 0 && !statement.goal().minimized() ? Math.min(reached, 0) : reached;
    Certificate exact = new Certificate(objective, bound, 0, proving).withStatement(statement);
    Allocation allocation = Allocation.of(problem, fractions, exact);
    return allocation.withCertificate(
        new Certificate(objective, bound, allocation.maxViolation(), proving)
            .withStatement(statement));
  }

  /**
   * Certifies that all levels are max-min fair.
   *
   * @param allocation an allocation whose certificate states a level
   * @param rounds any prices; wrong prices prove less
   * @return the allocation with the smallest part that the rounds prove, rounded up
   * @throws IllegalArgumentException if the certificate does not state a level, or a round does not
   *     fit
   */
  public static Allocation certifyLevels(Allocation allocation, List<PricedRound> rounds) {
    return certifyLevels(allocation, new FairLevels(1, rounds));
  }

  /**
   * Certifies that all levels over the problem's entities are max-min fair.
   *
   * @param allocation an allocation whose certificate states a level
   * @param rounds any prices; wrong prices prove less
   * @param entitlements how jobs take part in the division of entities
   * @return the allocation with the smallest part that the rounds prove, rounded up
   * @throws IllegalArgumentException if the certificate does not state a level, or a round or the
   *     entitlements do not fit
   */
  public static Allocation certifyLevels(
      Allocation allocation, List<PricedRound> rounds, Entitlements entitlements) {
    return certifyLevels(allocation, new FairLevels(1, rounds, Optional.of(entitlements)));
  }

  private static Allocation certifyLevels(Allocation allocation, FairLevels safe) {
    AllocationProblem problem = allocation.problem();
    Certificate certificate = allocation.certificate();
    Statement statement =
        certificate
            .statement()
            .orElseThrow(() -> new IllegalArgumentException("the certificate states no level"));
    requireFits(statement, problem);
    Point x = new Point(new ColumnNumbers(problem), allocation.fractions());
    List<LinearRow> rows = rows(problem, statement);
    double within = new LevelProof(x, statement, rows).within(safe);
    return allocation.withCertificate(
        certificate.withLevels(new FairLevels(within, safe.rounds(), safe.entitlements())));
  }

  /** Returns the constraints of a problem, then the rows of a statement. */
  static List<LinearRow> rows(AllocationProblem problem, Statement statement) {
    return Stream.concat(problem.constraintRows().stream(), statement.rows().stream()).toList();
  }

  static void requireFits(Statement statement, AllocationProblem problem) {
    statement.requireFits(
        problem.jobCount(),
        Math.multiplyExact(problem.groupCount(), problem.cluster().typeCount()),
        problem.cluster().poolCount());
  }
}
