package io.gavel.policies.audit;

import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Invariant;
import java.util.Locale;

/** What an audit says of one invariant. Immutable. */
public sealed interface Finding {

  /**
   * What was judged.
   *
   * @return an invariant of an allocation
   */
  Invariant invariant();

  /**
   * The invariant holds. Immutable.
   *
   * @param invariant what was judged
   * @param tolerance what was forgiven
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
   * @param invariant what was judged
   * @param witness where it breaks most
   * @param gap by how much: a fraction of time for limits on time, of the fastest throughput for
   *     idle time, of the limit or of the throughput that is due otherwise; positive, NaN if a
   *     number was none
   * @param tolerance what would have been forgiven
   */
  record Violated(Invariant invariant, Witness witness, double gap, Tolerance tolerance)
      implements Finding {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT, "%s: VIOLATED, %s (gap %.3g)", invariant, witness.text(), gap);
    }
  }

  /**
   * Nobody promised it. Immutable.
   *
   * @param observed what was found nevertheless
   */
  record NotClaimed(Finding observed) implements Finding {
    @Override
    public Invariant invariant() {
      return observed.invariant();
    }

    @Override
    public String toString() {
      return observed instanceof Violated violated
          ? String.format(
              Locale.ROOT,
              "%s: not claimed; %s (gap %.3g)",
              invariant(),
              violated.witness().text(),
              violated.gap())
          : observed + " (not claimed)";
    }
  }

  /**
   * It could not be told. Immutable.
   *
   * @param invariant what was judged
   * @param reason why there is no answer
   */
  record Undecided(Invariant invariant, String reason) implements Finding {
    @Override
    public String toString() {
      return invariant + ": undecided, " + reason;
    }
  }
}
