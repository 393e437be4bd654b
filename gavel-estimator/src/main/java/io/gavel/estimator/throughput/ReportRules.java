package io.gavel.estimator.throughput;

import io.gavel.policies.internal.Require;

/**
 * The conditions under which reports count. Immutable.
 *
 * @param noise standard deviation of the logarithm of an honest report around the true throughput,
 *     finite and {@code > 0}
 * @param deviations the number of standard deviations within which two values agree, finite and
 *     {@code > 0}. With 3, an honest job is found to deviate with a probability of at most 1/9
 *     whatever the noise (Chebyshev), and 0.3 % if it is normal
 * @param level probability of the intervals that limit the median of few reports, between 0 and 1
 * @param maxAgeSeconds the age up to which reports count, {@code > 0}; may be infinite
 * @param quorum the number of other jobs whose reports count without further evidence, at least 1.
 *     With {@code 2 f + 1}, up to {@code f} of the jobs that report a throughput may lie
 */
public record ReportRules(
    double noise, double deviations, double level, double maxAgeSeconds, int quorum) {

  /**
   * Checks the components.
   *
   * @param noise finite and {@code > 0}
   * @param deviations finite and {@code > 0}
   * @param level between 0 and 1
   * @param maxAgeSeconds {@code > 0}
   * @param quorum at least 1
   * @throws IllegalArgumentException if a component is not as described
   */
  public ReportRules {
    Require.positive(noise, "noise of reports");
    Require.positive(deviations, "standard deviations between reports that agree");
    Require.openFraction(level, "level of intervals that limit reports");
    if (!(maxAgeSeconds > 0)) {
      throw new IllegalArgumentException(
          "largest age of reports is %s s; it must be greater than 0".formatted(maxAgeSeconds));
    }
    Require.atLeast(1, quorum, "number of jobs that are believed");
  }

  /**
   * Returns the recommended rules.
   *
   * @param maxAgeSeconds after which time without a report a throughput may have changed, {@code >
   *     0}; may be infinite
   * @return 3 % noise, 3 standard deviations, intervals of 95 %, and a quorum of 3
   * @throws IllegalArgumentException unless the age is greater than 0
   */
  public static ReportRules standard(double maxAgeSeconds) {
    return new ReportRules(0.03, 3, 0.95, maxAgeSeconds, 3);
  }
}
