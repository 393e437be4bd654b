package io.gavel.policies.lp.fairness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** The pairs of classes of jobs that compare their fractions, in the order of statement. */
final class Comparisons {

  /** Receives two classes. */
  @FunctionalInterface
  interface Taker {

    /** Receives a class and one with whose fractions it compares its own. */
    void take(int a, int b);
  }

  private final BitSet[] others;
  private final List<int[]> inOrder = new ArrayList<>();

  /** Creates an empty set of comparisons among a number of classes. */
  Comparisons(int classes) {
    others = new BitSet[classes];
    clear();
  }

  void clear() {
    Arrays.setAll(others, a -> new BitSet());
    inOrder.clear();
  }

  int count() {
    return inOrder.size();
  }

  /** Returns the classes with which a class is compared; not to be modified. */
  BitSet of(int a) {
    return others[a];
  }

  /** Adds a comparison, if there is none. */
  void add(int a, int b) {
    if (!others[a].get(b)) {
      others[a].set(b);
      inOrder.add(new int[] {a, b});
    }
  }

  /** Passes on all comparisons, the latest at the end. */
  void forEach(Taker taker) {
    inOrder.forEach(pair -> taker.take(pair[0], pair[1]));
  }
}
