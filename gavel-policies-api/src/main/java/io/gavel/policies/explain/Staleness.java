package io.gavel.policies.explain;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.model.Job;
import io.gavel.policies.proof.Certifier;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.Statement;
import java.util.List;
import java.util.Optional;

/**
 * Bounds the gain of a new allocation after throughputs have changed, without computing it.
 * Allocate again when the bound exceeds the cost of a new allocation.
 *
 * <p>By weak duality, the prices of the last decision also bound the objective at the new rates.
 * The distance of this bound from the objective of the old fractions is a proved upper bound on the
 * gain, and takes only one pass over the columns. It exceeds the gain by about the relative change
 * of the rates. Reference throughputs of the objective, such as equal shares, are taken from the
 * last decision.
 *
 * <p>The methods are thread-safe.
 */
public final class Staleness {

  private Staleness() {}

  /**
   * Returns an upper bound on the gain of a new decision.
   *
   * @param decided the last decision
   * @param now the same groups of jobs at other rates
   * @return the part of the objective by which a new decision is better at most, relative to the
   *     larger of objective and bound; for a sum of logarithms, relative to the sum of their
   *     weights. Infinite if the fractions are infeasible at the new rates, or if the prices prove
   *     nothing: without a statement, and for totals, ratios and rows, which contain the rates of
   *     the decision
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
    return statement.rows().isEmpty() && !statement.goal().isByEntry();
  }
}
