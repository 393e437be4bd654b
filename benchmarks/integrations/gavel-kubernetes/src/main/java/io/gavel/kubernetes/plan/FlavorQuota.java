package io.gavel.kubernetes.plan;

/**
 * What a cluster queue may hold of one flavour. Immutable.
 *
 * @param nominal workers of its own
 * @param most the most that it may hold, with what it borrows; at least {@code nominal}
 * @param kept workers of its own that it never lends
 */
public record FlavorQuota(int nominal, int most, int kept) {

  /**
   * Checks the numbers.
   *
   * @param nominal at least 0
   * @param most at least {@code nominal}
   * @param kept from 0 to {@code nominal}
   * @throws IllegalArgumentException naming the numbers and what is allowed
   */
  public FlavorQuota {
    if (nominal < 0 || most < nominal || kept < 0 || kept > nominal) {
      throw new IllegalArgumentException(
          "quota is %s, at most %s, %s of it never lent; 0 <= never lent <= quota <= most must hold"
              .formatted(nominal, most, kept));
    }
  }

  /** A quota that is lent to whoever needs it, and that may grow by all that others lend. */
  static FlavorQuota of(int nominal) {
    return new FlavorQuota(nominal, Integer.MAX_VALUE, 0);
  }
}
