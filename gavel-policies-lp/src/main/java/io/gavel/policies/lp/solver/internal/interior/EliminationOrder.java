package io.gavel.policies.lp.solver.internal.interior;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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

  /** The part of the remaining rows that a row's neighbours may be. */
  private static final double FEW = 0.4;

  /** The most bits of the sets of neighbours of rows with many of them, in 50 MB. */
  private static final long MOST_BITS = 400_000_000;

  /** The most entries of the front, in 250 MB with their places. */
  private static final int MOST_ENTRIES = 20_000_000;

  /** The part of the rows that the core may be for a front to be worth its overhead. */
  private static final double SPARSE = 0.5;

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
   * The rows that have an entry in common: a list of neighbours of each row, or a set of bits if
   * there are many. Rows with equally many neighbours are linked, so that the next one to eliminate
   * is found at once. Mutable.
   */
  public static final class Graph {

    private static final int NONE = -1;

    /** The most neighbours in a list. */
    private static final int LISTED = 64;

    private final int rows;
    private final int[][] list;
    private final @Nullable BitSet[] bits;

    /** The number of remaining neighbours. */
    private final int[] degree;

    private final boolean[] done;

    /** The first row of each degree, and the rows next to each row of the same degree. */
    private final int[] first;

    private final int[] next;
    private final int[] before;

    private int[] below = new int[16];
    private int entries;
    private long bitCount;

    /** Creates a graph without neighbours. */
    public Graph(int rows) {
      this.rows = rows;
      list = new int[rows][4];
      bits = new BitSet[rows];
      degree = new int[rows];
      done = new boolean[rows];
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
      if (i != k && isSparse()) {
        add(i, k);
        add(k, i);
      }
    }

    /** Returns whether sets of neighbours are small enough; if not, all rows are the core. */
    private boolean isSparse() {
      return bitCount <= MOST_BITS;
    }

    private void add(int i, int k) {
      BitSet set = bits[i];
      if (set != null) {
        degree[i] += set.get(k) ? 0 : 1;
        set.set(k);
        return;
      }
      int[] own = list[i];
      int count = degree[i];
      for (int n = 0; n < count; n++) {
        if (own[n] == k) {
          return;
        }
      }
      if (count == LISTED) {
        bits(i).set(k);
      } else {
        if (count == own.length) {
          own = Arrays.copyOf(own, 2 * count);
          list[i] = own;
        }
        own[count] = k;
      }
      degree[i]++;
    }

    /** Returns the neighbours of a row as a set of bits from now on. */
    private BitSet bits(int i) {
      BitSet set = bits[i];
      if (set == null) {
        set = new BitSet(rows);
        for (int n = 0; n < degree[i]; n++) {
          set.set(list[i][n]);
        }
        bits[i] = set;
        list[i] = new int[0];
        bitCount += rows;
      }
      return set;
    }

    private void remove(int i, int k) {
      BitSet set = bits[i];
      if (set != null) {
        degree[i] -= set.get(k) ? 1 : 0;
        set.clear(k);
        return;
      }
      int[] own = list[i];
      for (int n = 0; n < degree[i]; n++) {
        if (own[n] == k) {
          degree[i]--;
          own[n] = own[degree[i]];
          return;
        }
      }
    }

    /** Returns the order of elimination; the graph is used up. */
    public EliminationOrder order() {
      if (!isSparse()) {
        return dense(rows);
      }
      Arrays.fill(first, NONE);
      for (int i = rows - 1; i >= 0; i--) {
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
        if (least > FEW * (rows - front) || entries > MOST_ENTRIES || !isSparse()) {
          break;
        }
        rowAt[front] = first[least];
        eliminate(rowAt[front]);
        start[front + 1] = entries;
      }
      if (rows - front > SPARSE * rows) {
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
      int from = entries;
      BitSet set = bits[i];
      below = entries + degree[i] > below.length ? grown(entries + degree[i]) : below;
      if (set == null) {
        System.arraycopy(list[i], 0, below, entries, degree[i]);
        entries += degree[i];
      } else {
        for (int k = set.nextSetBit(0); k >= 0; k = set.nextSetBit(k + 1)) {
          below[entries++] = k;
        }
      }
      for (int e = from; e < entries; e++) {
        int k = below[e];
        unlink(k);
        if (set == null) {
          for (int f = from; f < entries; f++) {
            if (f != e) {
              add(k, below[f]);
            }
          }
          remove(k, i);
        } else {
          BitSet of = bits(k);
          of.or(set);
          of.clear(k);
          of.clear(i);
          degree[k] = of.cardinality();
        }
        link(k);
      }
      list[i] = new int[0];
      bits[i] = null;
      bitCount -= set == null ? 0 : rows;
    }

    private int[] grown(int least) {
      return Arrays.copyOf(below, Math.max(least, 2 * below.length));
    }
  }
}
