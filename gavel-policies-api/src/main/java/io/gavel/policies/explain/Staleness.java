package io.gavel.policies.explain;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.model.Job;
import io.gavel.policies.proof.Certifier;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.List;
import java.util.Optional;

/**
 * What deciding again could gain at most after throughputs have changed, known without deciding
 * again: decide when it is more than a new decision costs.
 *
 * <p>The prices of the last decision bound the objective at the new rates, too, since any prices
 * do. The distance of that bound from the objective of the old fractions is an upper bound on the
 * gain. It takes no optimisation, only one pass over the columns, and it is proved. Prices fit
 * other rates less well, so that the bound exceeds the gain by about the part by which rates have
 * changed. Yardsticks of the objective, such as equal shares, are taken from the last decision.
 *
 * <p>The methods are thread-safe.
 */
public final class Staleness {

  private Staleness() {}

  /**
   * Returns the largest possible gain of a new decision.
   *
   * @param decided the last decision
   * @param now the same groups of jobs at other rates
   * @return the part of the objective by which a new decision is better at most, relative to the
   *     larger of objective and bound; for a sum of logarithms, relative to the sum of their
   *     weights. Infinite if the fractions are no longer possible, or the prices prove nothing:
   *     without a statement, and for totals, ratios and rows, which contain the rates of the
   *     decision. Decide again then
   * @throws IllegalArgumentException if the problems differ in their jobs or worker types
   */
  public static double of(Allocation decided, AllocationProblem now) {
    AllocationProblem then = decided.problem();
    if (now.groupCount() != then.groupCount()
        || !now.cluster().types().equals(then.cluster().types())
        || !ids(now).equals(ids(then))) {
      throw new IllegalArgumentException(
          "%s has other jobs or types than %s; decide again".formatted(now, then));
    }
    Certificate certificate = decided.certificate();
    Optional<Statement> stated = certificate.statement().filter(Staleness::leavesRatesOpen);
    if (stated.isEmpty()) {
      return Double.POSITIVE_INFINITY;
    }
    Allocation stay =
        Certifier.certify(
            now, decided.fractions(), stated.get(), certificate.prices(), certificate.bound());
    return Proof.of(stay) instanceof Proof.Proved proved
        ? proved.gap().ceil()
        : Double.POSITIVE_INFINITY;
  }

  private static List<String> ids(AllocationProblem problem) {
    return problem.jobs().stream().map(Job::id).toList();
  }

  /** Gains of totals and ratios, and coefficients of rows, contain the rates of the decision. */
  private static boolean leavesRatesOpen(Statement statement) {
    Goal goal = statement.goal();
    return statement.rows().isEmpty()
        && !(goal instanceof Goal.Total)
        && !(goal instanceof Goal.Ratio);
  }
}
