package io.gavel.policies.contract;

import java.util.Locale;

/**
 * The numbered rules of a policy that is asked again and again, while jobs and workers come and go.
 * They bind every policy. Numbers stay as they are.
 */
public enum SequenceRule {
  /** Every answer on the way keeps the {@link Rule}s of one answer that bind the policy. */
  KEPT(1),
  /**
   * What was asked before changes nothing: a new policy that is asked nothing else says the same.
   */
  STATELESS(2),
  /** An answer stays what it was when later problems are asked. */
  LASTING(3),
  /** Asked by several threads at once, the policy tells each what it tells one alone. */
  SHARED(4);

  private final int number;

  SequenceRule(int number) {
    this.number = number;
  }

  @Override
  public String toString() {
    return "sequence rule %d (%s)".formatted(number, name().toLowerCase(Locale.ROOT));
  }
}
