package io.gavel.policies.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * A list of items with an index by id. A builder adds items until a value {@linkplain #keep keeps}
 * the list. Mutable and not thread-safe until then, immutable from then on.
 *
 * @param <T> the type of item
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
   * An empty index.
   *
   * @param what the name of an item in errors
   * @param idOf the id of an item
   * @param <T> the type of item
   * @return an index to which items can be added
   */
  public static <T> IdIndex<T> empty(String what, Function<T, String> idOf) {
    return new IdIndex<>(what, idOf, new ArrayList<>(), new HashMap<>());
  }

  /**
   * An immutable index.
   *
   * @param what the name of an item in errors
   * @param idOf the id of an item
   * @param items with unique ids, in the order of their rows; copied
   * @param <T> the type of item
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
            "%s \"%s\" is listed twice, at %s and %s; ids must be unique"
                .formatted(what, id, earlier, row));
      }
    }
    return index;
  }

  /** Makes the index immutable. */
  public void keep() {
    kept = true;
  }

  /**
   * Adds an item.
   *
   * @param item has a new id
   * @return this index; a copy if this index is immutable
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
   * The items.
   *
   * @return all items in the order of their rows; a copy, unless the index already made one
   */
  public List<T> items() {
    return List.copyOf(items);
  }

  /**
   * The row of an item, if there is one.
   *
   * @param id an id
   * @return its row; empty if there is no such item
   */
  public OptionalInt find(String id) {
    Integer row = rowById.get(id);
    return row == null ? OptionalInt.empty() : OptionalInt.of(row);
  }

  /**
   * The row of an item.
   *
   * @param id an id
   * @return its row
   * @throws IllegalArgumentException if there is no such item; the message lists some known ids
   */
  public int rowOf(String id) {
    return find(id).orElseThrow(() -> Require.unknown(what, id, items.stream().map(idOf).toList()));
  }
}
