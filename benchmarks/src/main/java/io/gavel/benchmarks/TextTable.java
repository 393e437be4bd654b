package io.gavel.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** Aligns columns: the first to the left, the others to the right. Mutable. */
public final class TextTable {

  private final List<List<String>> rows = new ArrayList<>();
  private List<String> row = new ArrayList<>();

  /**
   * Adds a cell to the current row.
   *
   * @param text one line
   * @return this table
   */
  public TextTable cell(String text) {
    row.add(text);
    return this;
  }

  /**
   * Ends the current row; rows may differ in length.
   *
   * @return this table
   */
  public TextTable endRow() {
    rows.add(row);
    row = new ArrayList<>();
    return this;
  }

  /** The rows, each ended by a line feed. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (List<String> cells : rows) {
      for (int c = 0; c < cells.size(); c++) {
        String padding = " ".repeat(width(c) - cells.get(c).length());
        boolean last = c == cells.size() - 1;
        text.append(c == 0 ? "" : "  ");
        text.append(c == 0 ? cells.get(c) + (last ? "" : padding) : padding + cells.get(c));
      }
      text.append('\n');
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream()
        .filter(cells -> cells.size() > column)
        .mapToInt(cells -> cells.get(column).length())
        .max()
        .orElse(0);
  }
}
