package io.gavel.policies.lp.solver.interior.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.gavel.policies.lp.Cases;
import org.junit.jupiter.api.Test;

/** Which rows are kept apart, and what is left to the factor. */
class ColumnRowsTest {

  /**
   * Jobs of some columns each, and a row, after all times, of the first columns.
   *
   * @param wide the number of columns in the row
   */
  private static RowProgram jobs(int jobs, int each, int wide) {
    RowProgram program = new RowProgram(jobs, 0, jobs + 1, 0, jobs * each);
    for (int c = 0; c < jobs * each; c++) {
      program.entry(c / each, 1);
      if (c < wide) {
        program.entry(jobs, 2);
      }
      program.endColumn(0);
    }
    return program;
  }

  /** Rows with the times of given columns, a pair being of two, and others. */
  private static RowProgram columns(int times, int rows, int[]... entries) {
    RowProgram program = new RowProgram(times, 0, rows, 0, entries.length);
    for (int[] column : entries) {
      for (int i : column) {
        program.entry(i, 1 + i);
      }
      program.endColumn(0);
    }
    return program;
  }

  @Test
  void entries_ofRows_areThoseOfColumns() {
    RowProgram program = columns(2, 4, new int[] {0, 2}, new int[] {0, 1, 3}, new int[] {1, 2, 3});
    ColumnRows rows = new ColumnRows(program);
    assertArrayEquals(new int[] {0, 2, 4, 6, 8}, rows.start);
    assertArrayEquals(new int[] {0, 1, 1, 2, 0, 2, 1, 2}, rows.column);
    assertArrayEquals(Cases.row(1, 1, 2, 2, 3, 3, 4, 4), rows.value);
    assertEquals(3 * 0.5 + 3 * 4, rows.sum(2, Cases.row(0.5, 100, 4)));
  }

  /** Four times as many columns as any job are not wide yet. */
  @Test
  void wide_rowsOfManyColumns_areThoseOfMoreThanFourJobs() {
    assertArrayEquals(new int[0], new ColumnRows(jobs(10, 2, 8)).wide);
    assertArrayEquals(new int[] {10}, new ColumnRows(jobs(10, 2, 9)).wide);
    assertArrayEquals(new int[0], new ColumnRows(jobs(10, 3, 12)).wide);
    assertArrayEquals(new int[] {10}, new ColumnRows(jobs(10, 3, 13)).wide);
  }

  /** A time row is never wide, and without times four columns are not. */
  @Test
  void wide_rowsWithoutTimes_areThoseOfMoreThanFourColumns() {
    int[][] columns = new int[20][];
    for (int c = 0; c < columns.length; c++) {
      columns[c] = c < 4 ? new int[] {0, 1} : c < 5 ? new int[] {1} : new int[0];
    }
    assertArrayEquals(new int[] {1}, new ColumnRows(columns(0, 2, columns)).wide);
  }

  /** Rows that join each column with each leave a full matrix, so that none is kept apart. */
  @Test
  void wide_nearlyFullMatrix_isNone() {
    int jobs = 10;
    RowProgram program = new RowProgram(jobs, 0, 1 + jobs + 45, 0, jobs);
    for (int c = 0; c < jobs; c++) {
      program.entry(c, 1);
      program.entry(jobs, 1); // a row of all
      int row = jobs + 1;
      for (int a = 0; a < jobs; a++) {
        for (int b = a + 1; b < jobs; b++, row++) {
          if (c == a || c == b) {
            program.entry(row, 1);
          }
        }
      }
      program.endColumn(0);
    }
    ColumnRows rows = new ColumnRows(program);
    assertArrayEquals(new int[0], rows.wide);
    assertArrayEquals(new boolean[program.rows], rows.isWide);
    assertEquals(jobs, rows.core());
    assertInstanceOf(Cholesky.class, rows.factor());
  }

  @Test
  void factor_columnsThatFewRowsJoin_isSparse() {
    ColumnRows rows = new ColumnRows(jobs(10, 2, 20));
    assertArrayEquals(new int[] {10}, rows.wide);
    assertInstanceOf(SparseCholesky.class, rows.factor());
  }

  /** Neighbours of one job are eliminated together; two that are joined otherwise are the core. */
  @Test
  void core_twoColumns_isEmptyIfBothAreOfOneJob() {
    assertCore(0, columns(2, 3, new int[] {0}, new int[] {0}));
    assertCore(0, columns(2, 3, new int[] {0, 2}, new int[] {0, 2}));
    assertCore(0, columns(2, 3, new int[] {0, 2}, new int[] {1}));
    assertCore(2, columns(2, 3, new int[] {0, 2}, new int[] {1, 2})); // of two jobs
    assertCore(2, columns(2, 3, new int[] {0}, new int[] {0, 1})); // a job and a pair
    assertCore(2, columns(2, 3, new int[] {0, 1}, new int[] {0}));
    assertCore(2, columns(2, 3, new int[] {0, 1}, new int[] {0, 1}));
    assertCore(2, columns(2, 3, new int[] {2}, new int[] {2})); // of no job
    assertCore(2, columns(2, 4, new int[] {2, 3}, new int[] {2, 3}));
  }

  private static void assertCore(int core, RowProgram program) {
    ColumnRows rows = new ColumnRows(program);
    assertEquals(core, rows.core());
    Class<?> factor = core == 0 ? SparseCholesky.class : Cholesky.class;
    assertInstanceOf(factor, rows.factor());
  }

  /** Two joined columns, among others that are in no row: half of all may be the core. */
  @Test
  void core_columnsWithoutRows_areEliminatedByThemselves() {
    int[] none = {};
    RowProgram half = columns(2, 3, none, new int[] {0, 2}, new int[] {1, 2}, none);
    ColumnRows rows = new ColumnRows(half);
    assertEquals(2, rows.core());
    assertInstanceOf(SparseCholesky.class, rows.factor());
    RowProgram few = columns(2, 3, none, new int[] {0, 2}, new int[] {1, 2}, none, none, none);
    assertEquals(2, new ColumnRows(few).core());
    ColumnRows most = new ColumnRows(columns(2, 3, none, new int[] {0, 2}, new int[] {1, 2}));
    assertEquals(3, most.core());
    assertInstanceOf(Cholesky.class, most.factor());
  }
}
