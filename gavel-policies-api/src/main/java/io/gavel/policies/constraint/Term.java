package io.gavel.policies.constraint;

import io.gavel.policies.internal.Require;
import java.util.List;
import java.util.Locale;

/**
 * One term of a {@link LinearForm}: {@code factor · Σ a(g, j) X[g][j]} over groups with selected
 * jobs and selected worker types. Immutable.
 *
 * @param jobs the selected jobs
 * @param types names of the selected worker types, each once; empty for all types
 * @param unit the unit of the term
 * @param amount for {@link Unit#AMOUNT} the amount per worker, one number for each worker type of
 *     the cluster; else empty
 * @param factor finite and not 0
 */
public record Term(
    JobSelection jobs, List<String> types, Unit unit, List<Double> amount, double factor) {

  /** The unit of a term. Half of a pair's workers, time and amount belongs to each member. */
  public enum Unit {
    /** Workers held, averaged over time. */
    WORKERS,
    /** Fraction of wall-clock time. */
    TIME,
    /** Fraction of wall-clock time in which a job runs. Each member of a pair has its own. */
    RUNNING,
    /** Steps per second. Each member of a pair has its own. */
    STEPS,
    /** An amount per worker and type, such as watts or money per hour, averaged over time. */
    AMOUNT
  }

  /**
   * Checks the components.
   *
   * @param jobs the selected jobs
   * @param types names of worker types; copied
   * @param unit the unit of the term
   * @param amount finite numbers; copied
   * @param factor finite and not 0
   * @throws IllegalArgumentException naming a repeated, blank or infinite component, or if an
   *     amount is missing or given for another unit
   */
  public Term {
    types = List.copyOf(types);
    amount = List.copyOf(amount);
    for (int i = 0; i < types.size(); i++) {
      if (types.indexOf(Require.name(types.get(i), "name of a worker type")) < i) {
        throw new IllegalArgumentException(
            "worker type \"%s\" is selected twice; each may be named once".formatted(types.get(i)));
      }
    }
    if ((unit == Unit.AMOUNT) == amount.isEmpty()) {
      throw new IllegalArgumentException(
          "a term in unit %s has %s amounts; only unit AMOUNT has amounts, one for each worker type"
              .formatted(unit, amount.size()));
    }
    for (int j = 0; j < amount.size(); j++) {
      Require.finite(amount.get(j), "amount per worker of type %s".formatted(j));
    }
    if (Require.finite(factor, "factor of a term") == 0) {
      throw new IllegalArgumentException("factor of a term is 0; it must be another number");
    }
  }

  Term times(double number) {
    return new Term(jobs, types, unit, amount, factor * number);
  }

  Term of(JobSelection selection) {
    if (!(jobs instanceof JobSelection.All)) {
      throw new IllegalArgumentException(
          "a term selects %s and then %s; jobs may be selected once".formatted(jobs, selection));
    }
    return new Term(selection, types, unit, amount, factor);
  }

  Term on(List<String> names) {
    if (!types.isEmpty() || names.isEmpty()) {
      throw new IllegalArgumentException(
          "a term selects worker types %s and then %s; types may be selected once, at least one"
              .formatted(types, names));
    }
    return new Term(jobs, names, unit, amount, factor);
  }

  @Override
  public String toString() {
    return "%s · %s of %s on %s"
        .formatted(
            factor,
            unit == Unit.AMOUNT ? "amount " + amount : unit.name().toLowerCase(Locale.ROOT),
            jobs,
            types.isEmpty() ? "all types" : types);
  }
}
