package io.gavel.policies.contract;

import java.util.Locale;

/**
 * The numbered rules of a policy that is called repeatedly, while jobs and workers come and go.
 * They bind every policy. Numbers never change.
 */
public enum SequenceRule {
  /** Every answer in the sequence keeps the {@link Rule}s of one answer that bind the policy. */
  KEPT(1),
  /** Earlier calls change nothing: a new policy without earlier calls gives the same answer. */
  STATELESS(2),
  /** An answer does not change when later problems are solved. */
  LASTING(3),
  /**
   * Called by several threads at once, the policy gives each the same answer as a single thread.
   */
  SHARED(4);

  private final int number;

  SequenceRule(int number) {
    this.number = number;
  }

  @Override
  public String toString() {
    return "sequence rule %s (%s)".formatted(number, name().toLowerCase(Locale.ROOT));
  }
}
