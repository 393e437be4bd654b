package io.gavel.legacy.fidelity;

/** The lag of groups behind their allocation, in rounds. Mutable. */
public final class Lag {

  private double largest;
  private double sum;
  private long count;

  Lag() {}

  /** Adds the lag of one group on one type after one round; being ahead counts as 0. */
  void note(double rounds) {
    double behind = Math.max(0, rounds);
    largest = Math.max(largest, behind);
    sum += behind;
    count++;
  }

  void addAll(Lag other) {
    largest = Math.max(largest, other.largest);
    sum += other.sum;
    count += other.count;
  }

  /**
   * Returns the largest lag of any group on any type after any round.
   *
   * @return rounds, at least 0
   */
  public double largest() {
    return largest;
  }

  /**
   * Returns the mean over all groups, types with a fraction, and rounds.
   *
   * @return rounds, at least 0
   */
  public double mean() {
    return count == 0 ? 0 : sum / count;
  }
}
