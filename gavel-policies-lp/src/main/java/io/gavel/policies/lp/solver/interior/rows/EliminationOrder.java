package io.gavel.policies.lp.solver.interior.rows;

import java.util.Arrays;

/**
 * The order in which the rows of Newton's equations are eliminated, or the columns: always one with
 * the fewest remaining neighbours, as long as these are few relative to the remaining rows. The
 * rest is the core, which is nearly dense. If each job has few pairs, or envies few jobs, it is far
 * smaller than their number. Immutable.
 */
final class EliminationOrder {

  /** The part of the remaining rows that a row's neighbours may be. */
  private static final double FEW = 0.4;

  /** The largest number of rows or sets for which neighbours are marked, in 50 MB. */
  private static final int MOST = 20_000;

  /** The most entries of the front, in 250 MB with their places. */
  private static final int MOST_ENTRIES = 20_000_000;

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

  /** Returns an order for the rows of a program. */
  static EliminationOrder of(RowProgram program) {
    if (program.rows > MOST) {
      return ofCore(program.rows);
    }
    Graph graph = new Graph(program.rows, MOST_ENTRIES);
    for (int c = 0; c < program.columns(); c++) {
      graph.join(program.row, program.start[c], program.start[c + 1]);
    }
    int[] before = NormalEquations.leanedBefore(program);
    for (int i = 0; i < program.rows; i++) {
      if (program.lean[i] != RowProgram.NONE) {
        graph.join(i, program.lean[i]);
        for (int k = before[i]; k != RowProgram.NONE; k = before[k]) {
          graph.join(i, k);
        }
      }
    }
    return graph.order();
  }

  /**
   * Returns an order for columns that rows join. Columns of a set are eliminated one after the
   * other.
   *
   * @param setOf the set of each column, {@code [column]}, ascending from 0
   * @param start where the columns of each row begin, and the last one's end
   * @param column the columns of the rows
   * @param apart whether a row does not count, {@code [row]}
   */
  static EliminationOrder ofSets(int[] setOf, int[] start, int[] column, boolean[] apart) {
    int sets = setOf.length == 0 ? 0 : setOf[setOf.length - 1] + 1;
    if (sets > MOST) {
      return ofCore(setOf.length);
    }
    int[] size = new int[sets];
    for (int set : setOf) {
      size[set]++;
    }
    int largest = Arrays.stream(size).max().orElse(1);
    Graph graph = new Graph(sets, MOST_ENTRIES / (largest * largest));
    int[] ofColumn = Arrays.stream(column).map(c -> setOf[c]).toArray();
    for (int i = 0; i < apart.length; i++) {
      if (!apart[i]) {
        graph.join(ofColumn, start[i], start[i + 1]);
      }
    }
    return graph.order().expanded(setOf);
  }

  /** Returns the order of the columns of the nodes of this one. */
  private EliminationOrder expanded(int[] setOf) {
    int[] first = new int[place.length + 1]; // by place of the set
    for (int set : setOf) {
      first[place[set] + 1]++;
    }
    for (int at = 0; at < place.length; at++) {
      first[at + 1] += first[at];
    }
    int[] next = first.clone();
    int[] columns = new int[setOf.length];
    Arrays.setAll(columns, c -> next[place[setOf[c]]]++);
    int[] starts = new int[first[front] + 1];
    for (int at = 0; at < front; at++) {
      int later = first[at + 1];
      for (int e = start[at]; e < start[at + 1]; e++) {
        later += first[below[e] + 1] - first[below[e]];
      }
      for (int c = first[at]; c < first[at + 1]; c++) {
        starts[c + 1] = Math.addExact(starts[c], later - c - 1);
      }
    }
    int[] later = new int[starts[first[front]]];
    for (int at = 0; at < front; at++) {
      for (int c = first[at]; c < first[at + 1]; c++) {
        int to = starts[c];
        for (int own = c + 1; own < first[at + 1]; own++) {
          later[to++] = own;
        }
        for (int e = start[at]; e < start[at + 1]; e++) {
          for (int other = first[below[e]]; other < first[below[e] + 1]; other++) {
            later[to++] = other;
          }
        }
      }
    }
    return new EliminationOrder(columns, first[front], starts, later);
  }

  /** Returns the order in which all rows are the core. */
  private static EliminationOrder ofCore(int rows) {
    int[] place = new int[rows];
    Arrays.setAll(place, i -> i);
    return new EliminationOrder(place, 0, new int[1], new int[0]);
  }

  /** Returns the number of rows that remain when the front is eliminated. */
  int core() {
    return place.length - front;
  }

  /** The rows that have an entry in common, with one bit for each two rows. Mutable. */
  private static final class Graph {

    private static final int DONE = Integer.MAX_VALUE;

    private final int rows;
    private final int mostEntries;
    private final int words;
    private final long[] neighbours;

    /** The number of neighbours that are left; {@link #DONE} for rows that are eliminated. */
    private final int[] degree;

    private int[] below = new int[16];
    private int entries;

    /**
     * Creates a graph without neighbours.
     *
     * @param mostEntries the most neighbours of the front, after which the rest is the core
     */
    Graph(int rows, int mostEntries) {
      this.mostEntries = mostEntries;
      this.rows = rows;
      words = (rows + Long.SIZE - 1) / Long.SIZE;
      neighbours = new long[Math.multiplyExact(rows, words)];
      degree = new int[rows];
    }

    /** Joins some of the given with each other; they may occur more than once. */
    void join(int[] of, int from, int to) {
      for (int e = from; e < to; e++) {
        for (int f = from; f < e; f++) {
          if (of[e] != of[f]) {
            join(of[e], of[f]);
          }
        }
      }
    }

    void join(int i, int k) {
      neighbours[i * words + k / Long.SIZE] |= 1L << k;
      neighbours[k * words + i / Long.SIZE] |= 1L << i;
    }

    private int count(int i) {
      int count = 0;
      for (int w = i * words; w < (i + 1) * words; w++) {
        count += Long.bitCount(neighbours[w]);
      }
      return count;
    }

    EliminationOrder order() {
      Arrays.setAll(degree, this::count);
      int[] rowAt = new int[rows];
      int[] start = new int[rows + 1];
      int front = 0;
      for (; front < rows; front++) {
        int least = 0;
        for (int i = 1; i < rows; i++) {
          least = degree[i] < degree[least] ? i : least;
        }
        if (degree[least] > FEW * (rows - front) || entries > mostEntries) {
          break;
        }
        rowAt[front] = least;
        eliminate(least);
        start[front + 1] = entries;
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

    /** Joins the neighbours of a row with each other, and takes it out. */
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
