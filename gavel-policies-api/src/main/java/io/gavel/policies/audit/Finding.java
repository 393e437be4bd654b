package io.gavel.policies.audit;

import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Invariant;

/** The result of an audit for one invariant. Immutable. */
public sealed interface Finding {

  /**
   * Returns the invariant.
   *
   * @return an invariant of an allocation
   */
  Invariant invariant();

  /**
   * The invariant holds. Immutable.
   *
   * @param invariant the judged invariant
   * @param tolerance the tolerance of the judgement
   */
  record Holds(Invariant invariant, Tolerance tolerance) implements Finding {
    @Override
    public String toString() {
      return invariant + ": holds";
    }
  }

  /**
   * The invariant does not hold. Immutable.
   *
   * @param invariant the judged invariant
   * @param witness the largest violation in words, with the numbers to check it by hand
   * @param gap the size of the violation, positive: a fraction of time for limits on time, of the
   *     fastest throughput for idle time, otherwise of the limit or of the due throughput; infinite
   *     if a certificate proves no gap; NaN if a number of the allocation is NaN
   * @param tolerance the tolerance of the judgement
   */
  record Violated(Invariant invariant, String witness, double gap, Tolerance tolerance)
      implements Finding {
    @Override
    public String toString() {
      return Judge.say("%s: VIOLATED, %s (gap %.3g)", invariant, witness, gap);
    }
  }

  /**
   * The invariant was not promised. Immutable.
   *
   * @param observed the finding as if it were promised
   */
  record NotClaimed(Finding observed) implements Finding {
    @Override
    public Invariant invariant() {
      return observed.invariant();
    }

    @Override
    public String toString() {
      return observed instanceof Violated violated
          ? Judge.say(
              "%s: not claimed; %s (gap %.3g)", invariant(), violated.witness(), violated.gap())
          : observed + " (not claimed)";
    }
  }

  /**
   * The audit could not decide. Immutable.
   *
   * @param invariant the judged invariant
   * @param reason why it is undecided
   */
  record Undecided(Invariant invariant, String reason) implements Finding {
    @Override
    public String toString() {
      return invariant + ": undecided, " + reason;
    }
  }
}
