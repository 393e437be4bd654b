package io.gavel.policies.lp.solver.coefficients;

import java.util.Arrays;
import java.util.Optional;

/** Finds the column of an entry of the matrix of fractions. Immutable. */
public final class EntryIndex {

  /** Ascending. */
  private final int[] entry;

  /** The columns of these entries; empty if columns are in their order. */
  private final Optional<int[]> column;

  private EntryIndex(int[] entry, Optional<int[]> column) {
    this.entry = entry;
    this.column = column;
  }

  public static EntryIndex of(ProgramColumns columns) {
    Optional<int[]> order = columns.inOrderOfEntries();
    int[] ascending =
        order
            .map(list -> Arrays.stream(list).map(c -> columns.entry[c]).toArray())
            .orElse(columns.entry);
    return new EntryIndex(ascending, order);
  }

  /** Returns the column of an entry; {@link ProgramColumns#NONE} if there is none. */
  public int columnOf(int of) {
    int found = Arrays.binarySearch(entry, of);
    if (found < 0) {
      return ProgramColumns.NONE;
    }
    return column.map(list -> list[found]).orElse(found);
  }
}
