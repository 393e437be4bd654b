package io.gavel.kubernetes.plan;

/**
 * The quota of a cluster queue on one flavour. Immutable.
 *
 * @param nominal workers of its own
 * @param most the most that it may hold, including borrowed workers; at least {@code nominal}
 * @param kept workers of its own that it never lends
 */
public record FlavorQuota(int nominal, int most, int kept) {

  /**
   * Checks the numbers.
   *
   * @param nominal at least 0
   * @param most at least {@code nominal}
   * @param kept from 0 to {@code nominal}
   * @throws IllegalArgumentException naming the numbers and the allowed values
   */
  public FlavorQuota {
    if (nominal < 0 || most < nominal || kept < 0 || kept > nominal) {
      throw new IllegalArgumentException(
          "quota is %s, at most %s, %s of it never lent; 0 <= never lent <= quota <= most must hold"
              .formatted(nominal, most, kept));
    }
  }

  /** Returns a quota that is lent without limit and may grow by all lent workers. */
  static FlavorQuota of(int nominal) {
    return new FlavorQuota(nominal, Integer.MAX_VALUE, 0);
  }
}
