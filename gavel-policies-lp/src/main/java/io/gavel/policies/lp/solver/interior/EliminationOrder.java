package io.gavel.policies.lp.solver.interior;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The order in which the rows of a symmetric matrix are eliminated: always one with the fewest
 * remaining neighbours, as long as these are few relative to the remaining rows. The rest is the
 * core, which is nearly dense. If it is most of the matrix, all rows are the core. Immutable.
 */
public final class EliminationOrder {

  /** The part of the remaining rows that a row's neighbours may be. */
  private static final double FEW = 0.4;

  /** The largest number of rows for which neighbours are marked, in 50 MB. */
  private static final int MOST = 20_000;

  /** The most entries of the front, in 250 MB with their places. */
  private static final int MOST_ENTRIES = 20_000_000;

  /** The part of the rows that the core may be for a front to be worth its overhead. */
  private static final double SPARSE = 0.5;

  /** The place of each row in the order, {@code [row]}. */
  final int[] place;

  /** The number of rows before the core. */
  final int front;

  /**
   * Where the neighbours of each row of the front begin, and the last one's end; {@code [place]}.
   */
  final int[] start;

  /** The places of later neighbours, ascending for each row of the front. */
  final int[] below;

  private EliminationOrder(int[] place, int front, int[] start, int[] below) {
    this.place = place;
    this.front = front;
    this.start = start;
    this.below = below;
  }

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
   * Returns whether the entries of the column before, except in this one, are those of this one.
   */
  boolean continues(int k) {
    return k > front
        || (k < front
            && start[k] - start[k - 1] == start[k + 1] - start[k] + 1
            && below[start[k - 1]] == k);
  }

  /** The rows that have an entry in common, with one bit for each two rows. Mutable. */
  public static final class Graph {

    private static final int DONE = Integer.MAX_VALUE;

    private final int rows;
    private final int words;
    private final long[] neighbours;

    /** The number of remaining neighbours; {@link #DONE} for eliminated rows. */
    private final int[] degree;

    private int[] below = new int[16];
    private int entries;

    /** Creates a graph without neighbours. If it has too many rows, all of them are the core. */
    public Graph(int rows) {
      this.rows = rows;
      words = rows > MOST ? 0 : (rows + Long.SIZE - 1) / Long.SIZE;
      neighbours = new long[rows * words];
      degree = new int[rows];
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
      if (i != k && words > 0) {
        neighbours[i * words + k / Long.SIZE] |= 1L << k;
        neighbours[k * words + i / Long.SIZE] |= 1L << i;
      }
    }

    private int count(int i) {
      int count = 0;
      for (int w = i * words; w < (i + 1) * words; w++) {
        count += Long.bitCount(neighbours[w]);
      }
      return count;
    }

    /** Returns the order of elimination; the graph is used up. */
    public EliminationOrder order() {
      if (rows > MOST) {
        return dense(rows);
      }
      Arrays.setAll(degree, this::count);
      int[] rowAt = new int[rows];
      int[] start = new int[rows + 1];
      int front = 0;
      for (; front < rows; front++) {
        int least = 0;
        for (int i = 1; i < rows; i++) {
          least = degree[i] < degree[least] ? i : least;
        }
        if (degree[least] > FEW * (rows - front) || entries > MOST_ENTRIES) {
          break;
        }
        rowAt[front] = least;
        eliminate(least);
        start[front + 1] = entries;
      }
      if (rows - front > SPARSE * rows) {
        return dense(rows);
      }
      int[] place = new int[rows];
      for (int i = 0, last = front; i < rows; i++) {
        place[i] = degree[i] == DONE ? 0 : last++;
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

    /** Joins the neighbours of a row with each other, and removes it. */
    private void eliminate(int i) {
      int from = entries;
      for (int w = 0; w < words; w++) {
        for (long left = neighbours[i * words + w]; left != 0; left &= left - 1) {
          if (entries == below.length) {
            below = Arrays.copyOf(below, 2 * entries);
          }
          below[entries++] = w * Long.SIZE + Long.numberOfTrailingZeros(left);
        }
      }
      for (int e = from; e < entries; e++) {
        int k = below[e];
        for (int w = 0; w < words; w++) {
          neighbours[k * words + w] |= neighbours[i * words + w];
        }
        neighbours[k * words + k / Long.SIZE] &= ~(1L << k);
        neighbours[k * words + i / Long.SIZE] &= ~(1L << i);
        degree[k] = count(k);
      }
      degree[i] = DONE;
    }
  }
}
