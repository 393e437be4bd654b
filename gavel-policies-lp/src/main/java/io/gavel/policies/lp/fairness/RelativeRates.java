package io.gavel.policies.lp.fairness;

/** How different classes of jobs are in the types that they prefer. Immutable. */
final class RelativeRates {

  private final int types;

  /** The square roots of the parts of a class's rates in their sum, {@code [class][type]}. */
  private final double[] place;

  /**
   * Compares classes.
   *
   * @param rate steps per second, {@code [class][type]} row-major
   */
  RelativeRates(double[] rate, int types) {
    this.types = types;
    place = new double[rate.length];
    for (int from = 0; from < rate.length; from += types) {
      double sum = 0;
      for (int i = from; i < from + types; i++) {
        sum += rate[i];
      }
      for (int i = from; i < from + types && sum > 0; i++) {
        place[i] = Math.sqrt(rate[i] / sum);
      }
    }
  }

  /** Returns the distance of two rows of rates: 0 for proportional rates, at most 2. */
  double distance(int a, int b) {
    double sum = 0;
    for (int j = 0; j < types; j++) {
      double apart = place[a * types + j] - place[b * types + j];
      sum += apart * apart;
    }
    return sum;
  }
}
