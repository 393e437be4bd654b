package io.gavel.estimator.table;

import io.gavel.policies.internal.Require;

/**
 * A measurable rate of a job while it shares workers with a partner.
 *
 * <p>Measuring two jobs that share workers yields two rates: the job's and its partner's. They are
 * two columns, linked by worker type and partner: if one is 0, so is the other. Immutable.
 *
 * @param workerType the worker type that both run on
 * @param partner the job type that shares the workers
 * @param side the job whose rate it is, as a fraction of that job's speed alone on the worker type
 */
public record Column(String workerType, String partner, Side side) {

  /** The job whose rate a column holds. */
  public enum Side {
    /** The rate of the job of the row while it shares workers with the partner. */
    JOB,
    /** The rate of the partner while it shares workers with the job. */
    PARTNER
  }

  /**
   * Checks the names.
   *
   * @param workerType not blank
   * @param partner not blank
   * @param side the job whose rate it is
   * @throws IllegalArgumentException if a name is blank
   */
  public Column {
    Require.name(workerType, "worker type of a column");
    Require.name(partner, "partner of a column");
  }

  /**
   * Returns the rate of the job itself.
   *
   * @param workerType the worker type
   * @param partner the job type that shares the workers
   * @return the column
   */
  public static Column of(String workerType, String partner) {
    return new Column(workerType, partner, Side.JOB);
  }

  /**
   * Returns the other rate of the same two jobs on the same worker type.
   *
   * @return the linked column
   */
  public Column linked() {
    return new Column(workerType, partner, side == Side.JOB ? Side.PARTNER : Side.JOB);
  }

  @Override
  public String toString() {
    return side == Side.JOB
        ? "%s beside %s".formatted(workerType, partner)
        : "%s, rate of %s".formatted(workerType, partner);
  }
}
