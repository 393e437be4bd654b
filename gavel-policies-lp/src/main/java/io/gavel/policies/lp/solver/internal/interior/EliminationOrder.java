package io.gavel.policies.lp.solver.internal.interior;

import io.gavel.policies.lp.solver.internal.Tuning;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The order in which the rows of a symmetric matrix are eliminated: always one with the fewest
 * remaining neighbours, as long as these are few relative to the remaining rows. The rest is the
 * core, which is nearly dense. If it is most of the matrix, all rows are the core. Not to be
 * modified.
 *
 * @param place the place of each row in the order, {@code [row]}
 * @param front the number of rows before the core
 * @param start where the neighbours of each row of the front begin, and the last one's end; {@code
 *     [place]}
 * @param below the places of later neighbours, ascending for each row of the front
 */
@SuppressWarnings("ArrayRecordComponent") // is never compared
public record EliminationOrder(int[] place, int front, int[] start, int[] below) {

  /** The most entries of the front, in 250 MB with their places. */
  private static final int MOST_ENTRIES = 20_000_000;

  /** Returns the order in which all rows are the core. */
  public static EliminationOrder dense(int rows) {
    int[] place = new int[rows];
    Arrays.setAll(place, i -> i);
    return new EliminationOrder(place, 0, new int[1], new int[0]);
  }

  /** Returns the number of rows that remain when the front is eliminated. */
  public int core() {
    return place.length - front;
  }

  /** Returns the places of the later neighbours of a place, ascending. */
  IntStream below(int k) {
    return k < front
        ? Arrays.stream(below, start[k], start[k + 1])
        : IntStream.range(k + 1, place.length);
  }

  /**
   * Returns whether the column before has the same entries below this one. It may lack the entry in
   * this one: rows of jobs that use the same pools are such columns.
   */
  boolean continues(int k) {
    if (k >= front) {
      return k > front;
    }
    int from =
        start[k - 1] < start[k] && below[start[k - 1]] == k ? start[k - 1] + 1 : start[k - 1];
    return Arrays.equals(below, from, start[k], below, start[k], start[k + 1]);
  }

  /**
   * The rows that have an entry in common, as a list of neighbours of each row. Rows with equally
   * many neighbours are linked, so that the next one to eliminate is found at once. Mutable.
   */
  public static final class Graph {

    private static final int NONE = -1;

    private final int rows;

    /** The neighbours of each row; rows that are not followed have an empty array. */
    private final int[][] list;

    /** The length of each list; after {@link #compact} the number of remaining neighbours. */
    private final int[] degree;

    private final boolean[] done;

    /** The last list in which each row was found. */
    private final int[] mark;

    private int marks;

    /** The first row of each degree, and the rows next to each row of the same degree. */
    private final int[] first;

    private final int[] next;
    private final int[] before;

    private int[] below = new int[16];
    private int entries;

    /** Creates a graph without neighbours. */
    public Graph(int rows) {
      this.rows = rows;
      list = new int[rows][4];
      degree = new int[rows];
      done = new boolean[rows];
      mark = new int[rows];
      first = new int[rows + 1];
      next = new int[rows];
      before = new int[rows];
    }

    /** Joins some of the given rows with each other; they may occur more than once. */
    public void join(int[] of, int from, int to) {
      for (int e = from; e < to; e++) {
        for (int f = from; f < e; f++) {
          join(of[e], of[f]);
        }
      }
    }

    /** Joins two rows. */
    public void join(int i, int k) {
      add(i, k);
      add(k, i);
    }

    private void add(int i, int k) {
      if (degree[i] == list[i].length) {
        compact(i);
        list[i] = Arrays.copyOf(list[i], Math.max(list[i].length, 2 * degree[i]));
      }
      list[i][degree[i]++] = k;
    }

    /** Removes repeated and eliminated rows, and the row itself, from its list. */
    private void compact(int i) {
      mark[i] = ++marks;
      int count = 0;
      for (int n = 0; n < degree[i]; n++) {
        int k = list[i][n];
        if (!done[k] && mark[k] != marks) {
          mark[k] = marks;
          list[i][count++] = k;
        }
      }
      degree[i] = count;
    }

    /** Returns the order of elimination; the graph is used up. */
    public EliminationOrder order() {
      Arrays.fill(first, NONE);
      for (int i = rows - 1; i >= 0; i--) {
        compact(i);
        list[i] = degree[i] > Tuning.STANDARD.dense() * Math.sqrt(rows) ? new int[0] : list[i];
        link(i);
      }
      int[] rowAt = new int[rows];
      int[] start = new int[rows + 1];
      int front = 0;
      for (int least = 0; front < rows; front++) {
        least = Math.max(0, least - 1); // the degree of a neighbour falls by one at most
        while (first[least] == NONE) {
          least++;
        }
        rowAt[front] = first[least];
        boolean isDense =
            Tuning.STANDARD.few() * least > rows - front || list[first[least]].length == 0;
        if (isDense || entries > MOST_ENTRIES) {
          break;
        }
        eliminate(rowAt[front]);
        start[front + 1] = entries;
      }
      if (2 * front < rows) {
        return dense(rows);
      }
      int[] place = new int[rows];
      int last = front;
      for (int d = 0; d < rows; d++) { // the rows with most neighbours come last
        for (int i = first[d]; i != NONE; i = next[i]) {
          place[i] = last++;
        }
      }
      for (int at = 0; at < front; at++) {
        place[rowAt[at]] = at;
      }
      int[] places = Arrays.stream(below, 0, entries).map(i -> place[i]).toArray();
      for (int at = 0; at < front; at++) {
        Arrays.sort(places, start[at], start[at + 1]);
      }
      return new EliminationOrder(place, front, Arrays.copyOf(start, front + 1), places);
    }

    /** Links a row with the other rows of its degree. */
    private void link(int i) {
      int after = first[degree[i]];
      next[i] = after;
      before[i] = NONE;
      first[degree[i]] = i;
      if (after != NONE) {
        before[after] = i;
      }
    }

    private void unlink(int i) {
      if (before[i] == NONE) {
        first[degree[i]] = next[i];
      } else {
        next[before[i]] = next[i];
      }
      if (next[i] != NONE) {
        before[next[i]] = before[i];
      }
    }

    /** Joins the neighbours of a row with each other, and removes it. */
    private void eliminate(int i) {
      unlink(i);
      done[i] = true;
      int count = degree[i];
      if (entries + count > below.length) {
        below = Arrays.copyOf(below, Math.max(entries + count, 2 * below.length));
      }
      System.arraycopy(list[i], 0, below, entries, count);
      entries += count;
      for (int e = entries - count; e < entries; e++) {
        int k = below[e];
        if (list[k].length > 0) {
          unlink(k);
          for (int f = entries - count; f < entries; f++) {
            add(k, below[f]);
          }
          compact(k);
          link(k);
        }
      }
    }
  }
}
