package io.gavel.cli.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A text table with aligned columns: the first left, the remaining ones right unless a cell is
 * left-aligned. Mutable.
 */
public final class TextTable {

  private record Cell(String text, boolean left) {}

  private final List<List<Cell>> rows = new ArrayList<>();
  private List<Cell> row = new ArrayList<>();

  /**
   * Adds a cell to the current row.
   *
   * @param text one line
   * @return this table
   */
  public TextTable cell(String text) {
    row.add(new Cell(text, row.isEmpty()));
    return this;
  }

  /**
   * Adds a left-aligned cell to the current row.
   *
   * @param text one line
   * @return this table
   */
  public TextTable text(String text) {
    row.add(new Cell(text, true));
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

  /** Returns the rows, each ended by a line feed. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (List<Cell> cells : rows) {
      for (int c = 0; c < cells.size(); c++) {
        Cell cell = cells.get(c);
        String padding = " ".repeat(width(c) - cell.text().length());
        boolean last = c == cells.size() - 1;
        text.append(c == 0 ? "" : "  ");
        text.append(cell.left() ? cell.text() + (last ? "" : padding) : padding + cell.text());
      }
      text.append('\n');
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream()
        .filter(cells -> cells.size() > column)
        .mapToInt(cells -> cells.get(column).text().length())
        .max()
        .orElse(0);
  }
}
