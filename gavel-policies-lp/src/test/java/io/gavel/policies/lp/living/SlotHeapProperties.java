package io.gavel.policies.lp.living;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.contract.Draws;
import java.util.Comparator;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The heap of slots against a sorted set. */
class SlotHeapProperties {

  private record Entry(int slot, double number) {}

  @Property
  void least_afterAnyChanges_isThatOfASortedSet(@ForAll Draws random) {
    SlotHeap heap = new SlotHeap();
    TreeSet<Entry> sorted =
        new TreeSet<>(Comparator.comparingDouble(Entry::number).thenComparingInt(Entry::slot));
    int slots = 1 + random.nextInt(60);
    for (int i = random.nextInt(200); i >= 0; i--) {
      int slot = random.nextInt(slots);
      boolean present = sorted.removeIf(entry -> entry.slot == slot);
      heap.remove(slot);
      if (!present || random.nextInt(3) == 0) {
        double number = random.nextInt(10) - 5;
        heap.add(slot, number);
        sorted.add(new Entry(slot, number));
      }
      if (random.nextInt(100) == 0) {
        heap.clear();
        sorted.clear();
      }
      assertEquals(sorted.isEmpty(), heap.isEmpty());
      if (!sorted.isEmpty()) {
        assertEquals(sorted.first(), new Entry(heap.first(), heap.least()));
      }
    }
    for (; !sorted.isEmpty(); sorted.pollFirst()) {
      assertEquals(sorted.first(), new Entry(heap.first(), heap.least()));
      heap.remove(heap.first());
    }
  }
}
