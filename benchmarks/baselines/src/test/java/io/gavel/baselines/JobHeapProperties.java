package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class JobHeapProperties {

  /** Many ties, and the infinite gains of jobs without a slice. */
  @Provide
  Arbitrary<double[]> keys() {
    return Arbitraries.oneOf(
            Arbitraries.integers().between(-3, 3).map(Integer::doubleValue),
            Arbitraries.just(Double.POSITIVE_INFINITY),
            Arbitraries.doubles().between(-1, 1))
        .array(double[].class)
        .ofMaxSize(40);
  }

  /** The jobs by their numbers, the largest first; ties to the earlier one. */
  private static List<Integer> sorted(double[] keys, int except) {
    return IntStream.range(0, keys.length)
        .filter(m -> m % 5 != except)
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(m -> keys[m]).reversed())
        .toList();
  }

  @Property
  void removeFirst_untilEmpty_isTheStableOrderOfTheSelected(@ForAll("keys") double[] keys) {
    double[] selected = keys.clone();
    for (int m = 2; m < keys.length; m += 5) {
      selected[m] = Double.NaN;
    }
    JobHeap heap = new JobHeap(selected, Double.NEGATIVE_INFINITY);
    List<Integer> removed = new ArrayList<>();
    while (!heap.isEmpty()) {
      removed.add(heap.first());
      heap.removeFirst();
    }
    assertEquals(sorted(keys, 2), removed);
  }

  /** The first falls again and again, as gains do, until all are below every number before. */
  @Property
  void reorderFirst_afterItFell_isTheOrderOfTheNumbersThen(@ForAll("keys") double[] keys) {
    double[] changing = keys.clone();
    JobHeap heap = new JobHeap(changing, Double.NEGATIVE_INFINITY);
    int[] falls = new int[keys.length];
    for (int turn = 0; turn < 3 * keys.length; turn++) {
      int first = heap.first();
      assertEquals(sorted(changing, -1).get(0), first);
      assertEquals(changing[first], heap.firstNumber());
      falls[first]++;
      changing[first] = Math.min(4, changing[first]) - 2;
      heap.reorderFirst(changing[first]);
    }
    assertEquals(3 * keys.length, Arrays.stream(falls).sum());
    for (int expected : sorted(changing, -1)) {
      assertEquals(expected, heap.first());
      heap.removeFirst();
    }
  }
}
