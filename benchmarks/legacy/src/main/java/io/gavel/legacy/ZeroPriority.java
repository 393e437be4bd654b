package io.gavel.legacy;

/** Whether a group of priority 0 on a type may be selected; the original has both rules. */
public enum ZeroPriority {
  /** It is selected while workers are left. */
  SELECTED,
  /** It is never selected, as under the original's FIFO policies. */
  SKIPPED;

  /**
   * The rule that the original applies under a policy.
   *
   * @param policy its name in the original or on the command line
   * @return {@link #SKIPPED} for FIFO and its variants
   */
  public static ZeroPriority of(String policy) {
    return policy.startsWith("fifo") ? SKIPPED : SELECTED;
  }
}
