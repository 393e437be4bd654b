package io.gavel.policies.internal;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * A list of items with an index by id: eight bytes an item, and few comparisons also where hostile
 * ids have equal hashes. Immutable.
 *
 * @param <T> the type of item
 */
public final class IdIndex<T> {

  private final String what;
  private final Function<T, String> idOf;
  private final List<T> items;

  /** The hash of each id in the upper half, its row in the lower; by hash, then by id. */
  private final long[] keys;

  private IdIndex(String what, Function<T, String> idOf, List<T> items) {
    this.what = what;
    this.idOf = idOf;
    this.items = items;
    this.keys = new long[items.size()];
    Arrays.setAll(keys, row -> key(id(row), row));
    Arrays.sort(keys);
    for (int from = 0, to; from < keys.length; from = to) {
      to = from + 1;
      while (to < keys.length && hash(keys[to]) == hash(keys[from])) {
        to++;
      }
      sortById(from, to);
    }
  }

  /**
   * An index.
   *
   * @param what names an item in errors
   * @param idOf the id of an item
   * @param items with unique ids, in the order of their rows; immutable, retained
   * @param <T> the type of item
   * @return the index
   * @throws IllegalArgumentException if an id repeats
   */
  public static <T> IdIndex<T> of(String what, Function<T, String> idOf, List<T> items) {
    IdIndex<T> index = new IdIndex<>(what, idOf, items);
    index.requireUnique();
    return index;
  }

  private static long key(String id, int row) {
    return (long) id.hashCode() << Integer.SIZE | row;
  }

  private static int hash(long key) {
    return (int) (key >> Integer.SIZE);
  }

  private String id(int row) {
    return idOf.apply(items.get(row));
  }

  private String idAt(int place) {
    return id((int) keys[place]);
  }

  /** Puts keys of one hash into the order of their ids, and equal ids into that of their rows. */
  private void sortById(int from, int to) {
    if (to - from > 1) {
      long[] ordered =
          Arrays.stream(keys, from, to)
              .boxed()
              .sorted(Comparator.comparing(key -> id((int) (long) key)))
              .mapToLong(Long::longValue)
              .toArray();
      System.arraycopy(ordered, 0, keys, from, ordered.length);
    }
  }

  /** Names the first row whose id has occurred before. */
  private void requireUnique() {
    int first = -1;
    for (int place = 1; place < keys.length; place++) {
      boolean equal =
          hash(keys[place]) == hash(keys[place - 1]) && idAt(place).equals(idAt(place - 1));
      if (equal && (first < 0 || (int) keys[place] < (int) keys[first])) {
        first = place;
      }
    }
    if (first >= 0) {
      throw new IllegalArgumentException(
          "%s \"%s\" is listed twice, at %s and %s; ids must be unique"
              .formatted(what, idAt(first), (int) keys[first - 1], (int) keys[first]));
    }
  }

  /** {@return the items in the order of their rows} */
  public List<T> items() {
    return items;
  }

  /**
   * Returns the row of an item, if there is one.
   *
   * @param id an id
   * @return its row; empty if there is no such item
   */
  public OptionalInt find(String id) {
    int hash = id.hashCode();
    int low = 0;
    int high = keys.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Integer.compare(hash(keys[middle]), hash);
      order = order == 0 ? idAt(middle).compareTo(id) : order;
      if (order == 0) {
        return OptionalInt.of((int) keys[middle]);
      }
      low = order < 0 ? middle + 1 : low;
      high = order < 0 ? high : middle - 1;
    }
    return OptionalInt.empty();
  }

  /**
   * Returns the row of an item.
   *
   * @param id an id
   * @return its row
   * @throws IllegalArgumentException if there is no such item; the message lists some known ids
   */
  public int rowOf(String id) {
    return find(id).orElseThrow(() -> Require.unknown(what, id, items.stream().map(idOf).toList()));
  }
}
