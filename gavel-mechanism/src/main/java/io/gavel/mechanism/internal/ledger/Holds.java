package io.gavel.mechanism.internal.ledger;

import java.util.Arrays;

/** The worker types on which groups run when a round is planned, by group. Mutable. */
public final class Holds {

  private static final int NONE = -1;

  private final int[] typeOf;
  private final double patience;

  /**
   * Creates an index without groups.
   *
   * @param groups the number of groups
   * @param patienceRounds how much less a group may lag than another and still stay; in rounds
   */
  public Holds(int groups, double patienceRounds) {
    this.typeOf = new int[groups];
    Arrays.fill(typeOf, NONE);
    this.patience = patienceRounds;
  }

  /** Records that a group runs on a type. */
  public void add(int g, int j) {
    typeOf[g] = j;
  }

  /** Returns how much further behind a group counts on a type because it runs there, in rounds. */
  double patience(int g, int j) {
    return typeOf[g] == j ? patience : 0;
  }
}
