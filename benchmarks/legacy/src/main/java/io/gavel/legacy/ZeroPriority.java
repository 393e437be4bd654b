package io.gavel.legacy;

/** Whether a group of priority 0 on a type may be selected; the original has both rules. */
public enum ZeroPriority {
  /** The group is selected while workers are left. */
  SELECTED,
  /** The group is never selected, as under the original's FIFO policies. */
  SKIPPED;

  /**
   * Returns the rule that the original applies under a policy.
   *
   * @param policy name of the policy in the original or on the command line
   * @return {@link #SKIPPED} for FIFO and its variants
   */
  public static ZeroPriority of(String policy) {
    return policy.startsWith("fifo") ? SKIPPED : SELECTED;
  }
}
