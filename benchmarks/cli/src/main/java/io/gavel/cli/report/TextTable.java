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
  private final List<Integer> widths = new ArrayList<>();
  private List<Cell> row = new ArrayList<>();

  /**
   * Adds a cell to the current row.
   *
   * @param text one line
   * @return this table
   */
  public TextTable cell(String text) {
    return add(text, row.isEmpty());
  }

  /**
   * Adds a left-aligned cell to the current row.
   *
   * @param text one line
   * @return this table
   */
  public TextTable text(String text) {
    return add(text, true);
  }

  private TextTable add(String text, boolean left) {
    int column = row.size();
    if (column == widths.size()) {
      widths.add(0);
    }
    widths.set(column, Math.max(widths.get(column), text.length()));
    row.add(new Cell(text, left));
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

  /** Returns the texts of the cells, row by row. */
  public List<List<String>> rows() {
    return rows.stream().map(cells -> cells.stream().map(Cell::text).toList()).toList();
  }

  /** Returns the rows, each ended by a line feed. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (List<Cell> cells : rows) {
      for (int c = 0; c < cells.size(); c++) {
        Cell cell = cells.get(c);
        String padding = " ".repeat(widths.get(c) - cell.text().length());
        boolean last = c == cells.size() - 1;
        text.append(c == 0 ? "" : "  ");
        text.append(cell.left() ? cell.text() + (last ? "" : padding) : padding + cell.text());
      }
      text.append('\n');
    }
    return text.toString();
  }
}
