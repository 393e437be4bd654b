package io.gavel.policies.contract;

import io.gavel.policies.contract.ProblemEvent.What;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Sequences of events for jqwik: sequences that break a rule shrink to the fewest events, then to
 * the smallest problem.
 */
public final class SequenceArbitraries {

  private static final int MOST_EVENTS = 8;

  private SequenceArbitraries() {}

  /**
   * Events of any kind.
   *
   * @return single events
   */
  public static Arbitrary<ProblemEvent> events() {
    return Combinators.combine(
            Arbitraries.of(What.class),
            Arbitraries.integers().between(0, 7),
            Arbitraries.integers().between(0, 999))
        .as(ProblemEvent::new);
  }

  /**
   * A problem of {@link ProblemArbitraries#problems()} and up to eight events.
   *
   * @return sequences
   */
  public static Arbitrary<ProblemSequence> sequences() {
    return Combinators.combine(
            ProblemArbitraries.problems(), events().list().ofMaxSize(MOST_EVENTS))
        .as(ProblemSequence::of);
  }
}
