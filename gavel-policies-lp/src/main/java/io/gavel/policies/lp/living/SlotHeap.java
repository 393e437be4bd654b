package io.gavel.policies.lp.living;

import java.util.Arrays;

/** Slots by a number of each, the least first; equal numbers by slot. Mutable. */
final class SlotHeap {

  private static final int ABSENT = -1;

  private int[] slots = new int[16];
  private double[] key = new double[0];
  private int[] at = new int[0];
  private int size;

  int first() {
    return slots[0];
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The least number, of the first slot. */
  double least() {
    return key[slots[0]];
  }

  void clear() {
    size = 0;
    Arrays.fill(at, ABSENT);
  }

  void add(int slot, double number) {
    if (slot >= at.length) {
      int old = at.length;
      int most = Math.max(16, 2 * slot);
      at = Arrays.copyOf(at, most);
      key = Arrays.copyOf(key, most);
      Arrays.fill(at, old, most, ABSENT);
    }
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, 2 * size);
    }
    key[slot] = number;
    put(size++, slot);
    up(at[slot]);
  }

  void remove(int slot) {
    if (slot >= at.length || at[slot] == ABSENT) {
      return;
    }
    int i = at[slot];
    at[slot] = ABSENT;
    int last = slots[--size];
    if (i < size) {
      put(i, last);
      up(i);
      down(at[last]);
    }
  }

  private void put(int i, int slot) {
    slots[i] = slot;
    at[slot] = i;
  }

  private boolean before(int a, int b) {
    return key[a] < key[b] || (key[a] == key[b] && a < b);
  }

  private void up(int start) {
    int i = start;
    int slot = slots[i];
    while (i > 0 && before(slot, slots[(i - 1) / 2])) {
      put(i, slots[(i - 1) / 2]);
      i = (i - 1) / 2;
    }
    put(i, slot);
  }

  private void down(int start) {
    int i = start;
    int slot = slots[i];
    while (2 * i + 1 < size) {
      int child = 2 * i + 1;
      if (child + 1 < size && before(slots[child + 1], slots[child])) {
        child++;
      }
      if (!before(slots[child], slot)) {
        break;
      }
      put(i, slots[child]);
      i = child;
    }
    put(i, slot);
  }
}
