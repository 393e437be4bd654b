package io.gavel.policies.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Things in a row, each found by its id. A builder adds to it until a value {@linkplain #keep
 * keeps} it. Mutable and not thread-safe until then, immutable from then on.
 *
 * @param <T> the things
 */
public final class IdIndex<T> {

  private final String what;
  private final Function<T, String> idOf;
  private final List<T> items;
  private final Map<String, Integer> rowById;
  private boolean kept;

  private IdIndex(
      String what, Function<T, String> idOf, List<T> items, Map<String, Integer> rowById) {
    this.what = what;
    this.idOf = idOf;
    this.items = items;
    this.rowById = rowById;
  }

  /**
   * Nothing yet.
   *
   * @param what the things are called
   * @param idOf the id of a thing
   * @param <T> the things
   * @return an index to be added to
   */
  public static <T> IdIndex<T> empty(String what, Function<T, String> idOf) {
    return new IdIndex<>(what, idOf, new ArrayList<>(), new HashMap<>());
  }

  /**
   * An index that does not change.
   *
   * @param what the things are called
   * @param idOf the id of a thing
   * @param items with unique ids, in the order of their rows; copied
   * @param <T> the things
   * @return the index
   * @throws IllegalArgumentException if an id repeats
   */
  public static <T> IdIndex<T> of(String what, Function<T, String> idOf, List<T> items) {
    Map<String, Integer> rowById = new HashMap<>(2 * items.size());
    IdIndex<T> index = new IdIndex<>(what, idOf, List.copyOf(items), rowById);
    index.kept = true;
    for (int row = 0; row < items.size(); row++) {
      String id = idOf.apply(items.get(row));
      Integer earlier = rowById.put(id, row);
      if (earlier != null) {
        throw new IllegalArgumentException(
            "%s \"%s\" is listed twice, at %d and %d; ids must be unique"
                .formatted(what, id, earlier, row));
      }
    }
    return index;
  }

  /** From now on it does not change. */
  public void keep() {
    kept = true;
  }

  /**
   * This with one more thing.
   *
   * @param item its id must be new
   * @return this; a copy if this does not change any more
   * @throws IllegalArgumentException if the id is known
   */
  public IdIndex<T> with(T item) {
    IdIndex<T> open =
        kept ? new IdIndex<>(what, idOf, new ArrayList<>(items), new HashMap<>(rowById)) : this;
    String id = idOf.apply(item);
    if (open.rowById.putIfAbsent(id, items.size()) != null) {
      throw new IllegalArgumentException(
          "%s \"%s\" is listed twice; ids must be unique".formatted(what, id));
    }
    open.items.add(item);
    return open;
  }

  /**
   * All things.
   *
   * @return in the order of their rows; a copy unless they were copied before
   */
  public List<T> items() {
    return List.copyOf(items);
  }

  /**
   * The row of a thing.
   *
   * @param id an id
   * @return its row; empty if there is no such thing
   */
  public OptionalInt find(String id) {
    Integer row = rowById.get(id);
    return row == null ? OptionalInt.empty() : OptionalInt.of(row);
  }

  /**
   * The row of a thing.
   *
   * @param id an id
   * @return its row
   * @throws IllegalArgumentException if there is no such thing; the message lists some that there
   *     are
   */
  public int rowOf(String id) {
    return find(id).orElseThrow(() -> Require.unknown(what, id, items.stream().map(idOf).toList()));
  }
}
