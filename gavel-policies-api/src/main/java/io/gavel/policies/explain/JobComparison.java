package io.gavel.policies.explain;

import java.util.List;
import java.util.Locale;

/**
 * The difference between the throughputs of two jobs, by factor. Immutable.
 *
 * @param first one job's id
 * @param second the other job's id
 * @param ratio the first throughput over the second; NaN if both are 0
 * @param factors the ratio of each factor, the one that differs most first; empty if one of the
 *     jobs can run nowhere or gets no time
 */
public record JobComparison(String first, String second, double ratio, List<Factor> factors) {

  /**
   * Copies the list.
   *
   * @param first one job's id
   * @param second the other job's id
   * @param ratio of throughputs
   * @param factors ratios
   */
  public JobComparison {
    factors = List.copyOf(factors);
  }

  /**
   * Returns the comparison in one sentence.
   *
   * @return a sentence that names the factor that differs most
   */
  public String text() {
    if (factors.isEmpty()) {
      return Double.isNaN(ratio)
          ? "neither \"%s\" nor \"%s\" makes progress".formatted(first, second)
          : "only \"%s\" makes progress".formatted(ratio > 0 ? first : second);
    }
    Factor most = factors.get(0);
    return String.format(
        Locale.ROOT,
        "\"%s\" has %.4g times the throughput of \"%s\"; most of it is %s, %.4g times as large",
        first,
        ratio,
        second,
        most.kind(),
        most.value());
  }
}
