package io.gavel.policies.contract;

import io.gavel.policies.contract.ProblemEvent.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Sequences of problems. Each depends only on its seed: a {@linkplain RandomProblems random
 * problem} and up to eight events of any kind.
 */
public final class RandomSequences {

  private static final int MOST_EVENTS = 8;

  private RandomSequences() {}

  /**
   * A sequence with random events.
   *
   * @param seed any
   * @return the sequence, with at least one event
   */
  public static ProblemSequence of(long seed) {
    Random random = new Random(~seed);
    What[] kinds = What.values();
    List<ProblemEvent> events = new ArrayList<>();
    int count = 1 + random.nextInt(MOST_EVENTS);
    for (int i = 0; i < count; i++) {
      events.add(
          new ProblemEvent(
              kinds[random.nextInt(kinds.length)], random.nextInt(8), random.nextInt(1000)));
    }
    return ProblemSequence.of(RandomProblems.of(seed), events);
  }
}
