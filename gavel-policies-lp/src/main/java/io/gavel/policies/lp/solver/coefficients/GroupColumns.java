package io.gavel.policies.lp.solver.coefficients;

import io.gavel.policies.constraint.ConstraintRow;
import java.util.PrimitiveIterator;

/** The columns of a program by group of the problem, to read constraints of few jobs. Immutable. */
public final class GroupColumns {

  private final int types;
  private final int[] entryOfColumn;

  /** The columns of group {@code g} are at {@code start[g]} to {@code start[g + 1]}. */
  private final int[] start;

  /** Columns by group, ascending within it. */
  private final int[] column;

  /**
   * Sorts columns by group.
   *
   * @param columns of a problem
   * @param groups the number of groups of the problem
   * @param types the number of its worker types
   */
  public GroupColumns(ProgramColumns columns, int groups, int types) {
    this.types = types;
    entryOfColumn = columns.entry;
    start = new int[groups + 1];
    for (int c = 0; c < columns.count(); c++) {
      start[entryOfColumn[c] / types + 1]++;
    }
    for (int g = 0; g < groups; g++) {
      start[g + 1] += start[g];
    }
    column = new int[columns.count()];
    int[] next = start.clone();
    for (int c = 0; c < column.length; c++) {
      column[next[entryOfColumn[c] / types]++] = c;
    }
  }

  /** The coefficients of a constraint other than 0, by column, ascending. */
  public Entries entries(ConstraintRow row) {
    Entries entries = new Entries();
    for (PrimitiveIterator.OfInt at = row.groups().iterator(); at.hasNext(); ) {
      int g = at.nextInt();
      for (int i = start[g]; i < start[g + 1]; i++) {
        double coefficient = row.coefficient(g, entryOfColumn[column[i]] % types);
        if (coefficient != 0) {
          entries.add(column[i], coefficient);
        }
      }
    }
    return entries.sorted();
  }
}
