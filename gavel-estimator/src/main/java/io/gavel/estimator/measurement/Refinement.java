package io.gavel.estimator.measurement;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.table.Column;
import io.gavel.estimator.table.Measurements;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A row that improves while its job runs: an initial estimate, refined by each observed rate.
 * Immutable: every observation makes a new value, which the caller keeps.
 *
 * <p>{@link #observe} updates one column. {@link #reestimate} improves the other columns from the
 * observed ones.
 */
public final class Refinement {

  private final Estimate basis; // for the columns that were never observed
  private final UpdateRule rule;
  private final List<RateBelief> beliefs;

  private Refinement(Estimate basis, UpdateRule rule, List<RateBelief> beliefs) {
    this.basis = basis;
    this.rule = rule;
    this.beliefs = List.copyOf(beliefs);
  }

  /**
   * Starts from an estimate.
   *
   * @param start the estimate; its measured columns count as observed once
   * @param rule the weight of an observation
   * @return the refinement before any observation
   */
  public static Refinement of(Estimate start, UpdateRule rule) {
    List<RateBelief> beliefs = new ArrayList<>();
    for (int k = 0; k < start.columns().size(); k++) {
      beliefs.add(belief(start, rule, k));
    }
    return new Refinement(start, rule, beliefs);
  }

  private static RateBelief belief(Estimate estimate, UpdateRule rule, int k) {
    return estimate.measurements().isMeasured(k)
        ? new RateBelief(estimate.rate(k), rule.noise() * rule.noise(), 1, 0, 0, 0)
        : RateBelief.of(estimate.rate(k), estimate.standardError(k));
  }

  /**
   * Returns the row after one more observation.
   *
   * @param column a column of the row
   * @param rate the observed normalised rate, from 0 to 1
   * @return a copy with that column refined
   * @throws IllegalArgumentException if there is no such column or the rate is outside [0, 1]
   */
  public Refinement observe(Column column, double rate) {
    int at = basis.columns().indexOf(column);
    List<RateBelief> refined = new ArrayList<>(beliefs);
    refined.set(at, beliefs.get(at).observe(rate, rule));
    return new Refinement(basis, rule, refined);
  }

  /**
   * Estimates the unobserved columns again; the believed rates of observed columns count as
   * measurements.
   *
   * @param estimator an estimator over the same columns
   * @return a copy with unchanged observed columns
   * @throws IllegalArgumentException if the estimator has other columns
   */
  public Refinement reestimate(RowEstimator estimator) {
    Estimate estimate = estimator.estimate(measurements());
    List<RateBelief> anew = new ArrayList<>(beliefs);
    for (int k = 0; k < anew.size(); k++) {
      if (anew.get(k).observations() == 0) {
        anew.set(k, RateBelief.of(estimate.rate(k), estimate.standardError(k)));
      }
    }
    return new Refinement(estimate, rule, anew);
  }

  /**
   * Returns the observed columns as measurements.
   *
   * @return the believed rates of the columns that were observed at least once
   */
  public Measurements measurements() {
    Measurements known = Measurements.none(basis.columns());
    for (int k = 0; k < beliefs.size(); k++) {
      if (beliefs.get(k).observations() > 0) {
        known = known.with(k, beliefs.get(k).rate());
      }
    }
    return known;
  }

  /**
   * Returns the belief about a column.
   *
   * @param column a column of the row
   * @return the belief: rate, variance, observations, drifts
   * @throws IllegalArgumentException if there is no such column
   */
  public RateBelief belief(Column column) {
    return beliefs.get(basis.columns().indexOf(column));
  }

  /**
   * Returns the refined row as an estimate.
   *
   * @return believed rates and standard errors; no column counts as measured, and intervals are
   *     Chebyshev's
   */
  public Estimate toEstimate() {
    double[] rates = new double[beliefs.size()];
    double[] errors = new double[rates.length];
    double[] zeros = new double[rates.length];
    for (int k = 0; k < rates.length; k++) {
      RateBelief rateBelief = beliefs.get(k);
      boolean observed = rateBelief.observations() > 0;
      rates[k] = rateBelief.rate();
      errors[k] = Math.sqrt(rateBelief.variance());
      zeros[k] = observed ? (rateBelief.rate() == 0 ? 1 : 0) : basis.zeroProbability(k);
    }
    return Estimate.of(Measurements.none(basis.columns()), rates, errors, zeros);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Refinement that
        && basis.equals(that.basis)
        && rule.equals(that.rule)
        && beliefs.equals(that.beliefs);
  }

  @Override
  public int hashCode() {
    return Objects.hash(rule, beliefs);
  }

  @Override
  public String toString() {
    return "Refinement[%s columns, %s]".formatted(beliefs.size(), rule);
  }
}
