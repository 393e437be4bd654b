package io.gavel.policies.lp.solver.interior.rows;

import java.util.Arrays;

/**
 * The order in which the rows of Newton's equations are eliminated: always one that has the fewest
 * neighbours left, as long as these are few among the rows that remain. The rest is the core, which
 * is nearly dense. If each job has few pairs, it is far smaller than the number of rows. Immutable.
 */
final class EliminationOrder {

  /** The part of the remaining rows that a row's neighbours may be. */
  private static final double FEW = 0.4;

  /** The largest number of rows for which neighbours are marked, in 50 MB. */
  private static final int MOST = 20_000;

  /** The place of each row in the order, {@code [row]}. */
  final int[] place;

  /** The number of rows before the core. */
  final int front;

  /**
   * Where the neighbours of each row of the front begin, and the last one's end; {@code [place]}.
   */
  final int[] start;

  /** The places of those neighbours that come later, ascending for each row of the front. */
  final int[] below;

  private EliminationOrder(int[] place, int front, int[] start, int[] below) {
    this.place = place;
    this.front = front;
    this.start = start;
    this.below = below;
  }

  /** An order for the rows of a program. */
  static EliminationOrder of(RowProgram program) {
    return program.rows > MOST ? ofCore(program.rows) : new Graph(program).order();
  }

  /** The order in which all rows are the core. */
  private static EliminationOrder ofCore(int rows) {
    int[] place = new int[rows];
    Arrays.setAll(place, i -> i);
    return new EliminationOrder(place, 0, new int[1], new int[0]);
  }

  /** The number of rows that remain when the front is eliminated. */
  int core() {
    return place.length - front;
  }

  /** The rows that have an entry in common, with one bit for each two rows. Mutable. */
  private static final class Graph {

    private static final int DONE = Integer.MAX_VALUE;

    private final int rows;
    private final int words;
    private final long[] neighbours;

    /** The number of neighbours that are left; {@link #DONE} for rows that are eliminated. */
    private final int[] degree;

    private int[] below = new int[16];
    private int entries;

    Graph(RowProgram program) {
      rows = program.rows;
      words = (rows + Long.SIZE - 1) / Long.SIZE;
      neighbours = new long[rows * words];
      degree = new int[rows];
      for (int c = 0; c < program.columns(); c++) {
        for (int e = program.start[c]; e < program.start[c + 1]; e++) {
          for (int f = program.start[c]; f < e; f++) {
            join(program.row[e], program.row[f]);
          }
        }
      }
      int[] before = NormalEquations.leanedBefore(program);
      for (int i = 0; i < rows; i++) {
        if (program.lean[i] != RowProgram.NONE) {
          join(i, program.lean[i]);
          for (int k = before[i]; k != RowProgram.NONE; k = before[k]) {
            join(i, k);
          }
        }
      }
      Arrays.setAll(degree, this::count);
    }

    private void join(int i, int k) {
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
      int[] rowAt = new int[rows];
      int[] start = new int[rows + 1];
      int front = 0;
      for (; front < rows; front++) {
        int least = 0;
        for (int i = 1; i < rows; i++) {
          least = degree[i] < degree[least] ? i : least;
        }
        if (degree[least] > FEW * (rows - front)) {
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
