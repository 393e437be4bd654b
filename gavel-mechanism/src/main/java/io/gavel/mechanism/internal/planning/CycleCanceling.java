package io.gavel.mechanism.internal.planning;

import io.gavel.mechanism.internal.ledger.Candidates;
import io.gavel.mechanism.internal.ledger.GroupIndex;
import io.gavel.policies.model.Cluster;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Improves a greedy selection by cycle cancelling: jobs of equal size swap places while the total
 * weight increases.
 *
 * <p>Places are the pools and one idle place. For each ordered pair of places, a queue has the best
 * move first. A cycle of moves with a positive sum of gains is an improvement; without such a
 * cycle, the selection has maximum weight. (These are the negative cycles of minimum-cost flow, on
 * a graph with one node per place, regardless of the number of jobs.) A free slot moves like a job
 * of weight 0. Pairs and configurations stay where they are.
 */
final class CycleCanceling {

  private static final double LEAST_GAIN =
      1e-9; // in rounds of lag; smaller gains are rounding errors

  private final Selection selection;
  private final Cluster cluster;
  private final int sample; // a group of this size
  private final int idle; // the place after the last pool
  private final int[] groups; // by row
  private final int[] place; // by row
  private final double[] weight; // [row, place], NaN where the row is no candidate
  private final int[] type; // [row, place]
  private final List<PriorityQueue<Move>> moves; // [from, to], the best move first

  /** A row's move to another place; its gain does not change while the row stays where it is. */
  private record Move(int row, double gain) {}

  /** The largest gain first; ties go to the earlier row. */
  private static final Comparator<Move> BEST_FIRST =
      Comparator.comparingDouble(Move::gain).reversed().thenComparingInt(Move::row);

  /**
   * Prepares the candidates of one size.
   *
   * @param which positions of candidates, at least one
   * @param rowOf scratch by job, all 0 before and after; rows count from 1, so that 0 means none
   */
  private CycleCanceling(
      Cluster cluster, Selection selection, Candidates candidates, int[] which, int[] rowOf) {
    this.selection = selection;
    this.cluster = cluster;
    this.sample = candidates.group(which[0]);
    this.idle = cluster.poolCount();
    int[] found = new int[which.length];
    int rows = 0;
    for (int c : which) {
      int g = candidates.group(c);
      if (rowOf[g] == 0) {
        found[rows++] = g;
        rowOf[g] = rows;
      }
    }
    this.groups = Arrays.copyOf(found, rows);
    this.place = new int[rows];
    this.weight = new double[rows * (idle + 1)];
    this.type = new int[rows * (idle + 1)];
    fill(candidates, which, rowOf);
    for (int g : groups) {
      rowOf[g] = 0;
    }
    this.moves =
        Stream.generate(() -> new PriorityQueue<>(BEST_FIRST))
            .limit((long) (idle + 1) * (idle + 1))
            .toList();
    for (int row = 0; row < rows; row++) {
      offer(row);
    }
  }

  /**
   * Improves the selection within each size.
   *
   * @param candidates by falling weight
   */
  static void improve(
      GroupIndex groupIndex, Cluster cluster, Selection selection, Candidates candidates) {
    int[] rowOf = new int[groupIndex.jobCount()];
    for (int[] sameSize : candidates.bySize(groupIndex)) {
      int[] movable = movable(groupIndex, selection, candidates, sameSize);
      if (movable.length > 0) {
        new CycleCanceling(cluster, selection, candidates, movable, rowOf).run();
      }
    }
  }

  /**
   * Returns the candidates of jobs in their first way that are not taken in pairs or
   * configurations, and hold workers of one pool.
   */
  private static int[] movable(
      GroupIndex groupIndex, Selection selection, Candidates candidates, int[] which) {
    int kept = 0;
    for (int c : which) {
      int g = candidates.group(c);
      if (g < groupIndex.jobCount()
          && !selection.isPaired(g)
          && !selection.isFixed(g)
          && !groupIndex.isCoGang(g)) {
        which[kept++] = c;
      }
    }
    return kept == which.length ? which : Arrays.copyOf(which, kept);
  }

  private void fill(Candidates candidates, int[] which, int[] rowOf) {
    Arrays.fill(weight, Double.NaN);
    for (int row = 0; row < groups.length; row++) {
      weight[row * (idle + 1) + idle] = 0;
      int j = selection.typeOf(groups[row]);
      place[row] = j == Selection.NONE ? idle : cluster.poolOf(j);
    }
    for (int c : which) {
      int at = (rowOf[candidates.group(c)] - 1) * (idle + 1) + cluster.poolOf(candidates.type(c));
      if (Double.isNaN(weight[at])) { // of two types in one pool, the larger weight comes first
        weight[at] = candidates.weight(c);
        type[at] = candidates.type(c);
      }
    }
  }

  private void offer(int row) {
    double here = weight[row * (idle + 1) + place[row]];
    for (int to = 0; to <= idle; to++) {
      double gain = weight[row * (idle + 1) + to] - here;
      if (to != place[row] && !Double.isNaN(gain)) {
        moves.get(place[row] * (idle + 1) + to).add(new Move(row, gain));
      }
    }
  }

  /**
   * Each pass gains at least {@link #LEAST_GAIN} or drops a move that limits do not allow; few
   * passes are needed.
   */
  private void run() {
    long limit = (long) groups.length * moves.size();
    for (long pass = 0; pass < limit; pass++) {
      int[] cycle = improvingCycle();
      if (cycle.length == 0) {
        return;
      }
      apply(cycle);
    }
  }

  private void apply(int[] cycle) {
    List<Integer> movers = new ArrayList<>();
    List<Integer> types = new ArrayList<>();
    List<Integer> rows = new ArrayList<>();
    List<Integer> goals = new ArrayList<>();
    for (int i = 0; i < cycle.length; i++) {
      Move move = best(cycle[i], cycle[(i + 1) % cycle.length]);
      if (move != null && move.row() >= 0) {
        int to = cycle[(i + 1) % cycle.length];
        rows.add(move.row());
        movers.add(groups[move.row()]);
        types.add(to == idle ? Selection.NONE : type[move.row() * (idle + 1) + to]);
        goals.add(to);
      }
    }
    int blocked = selection.rotate(movers, types);
    if (blocked != Selection.NONE) { // limits leave no room, so the next best move is tried
      moves.get(place[rows.get(blocked)] * (idle + 1) + goals.get(blocked)).remove();
      return;
    }
    for (int i = 0; i < rows.size(); i++) {
      place[rows.get(i)] = goals.get(i);
      offer(rows.get(i));
    }
  }

  /**
   * Returns the best valid move between two places. Row -1 is a free slot: a cycle that uses a slot
   * of a pool moves it from the pool to the idle place; a cycle that frees a slot moves it the
   * other way.
   */
  private @Nullable Move best(int from, int to) {
    if (to == idle && selection.hasRoom(sample, from)) {
      return new Move(-1, 0); // no job gains by becoming idle
    }
    PriorityQueue<Move> queue = moves.get(from * (idle + 1) + to);
    while (!queue.isEmpty() && place[queue.element().row()] != from) {
      queue.remove();
    }
    if (queue.isEmpty()) {
      return from == idle ? new Move(-1, 0) : null;
    }
    return queue.element();
  }

  /**
   * Returns the places of a cycle with a positive gain, in order (Bellman–Ford); empty if there is
   * none.
   */
  private int[] improvingCycle() {
    int places = idle + 1;
    double[] gain = new double[places * places];
    for (int from = 0; from < places; from++) {
      for (int to = 0; to < places; to++) {
        Move move = from == to ? null : best(from, to);
        gain[from * places + to] = move == null ? Double.NEGATIVE_INFINITY : move.gain();
      }
    }
    double[] reach = new double[places];
    int[] before = new int[places];
    int changed = -1;
    for (int pass = 0; pass < places; pass++) {
      changed = -1;
      for (int from = 0; from < places; from++) {
        for (int to = 0; to < places; to++) {
          double over = reach[from] + gain[from * places + to];
          if (over > reach[to] + LEAST_GAIN) {
            reach[to] = over;
            before[to] = from;
            changed = to;
          }
        }
      }
      if (changed < 0) {
        return new int[0];
      }
    }
    return cycleBefore(changed, before);
  }

  private static int[] cycleBefore(int start, int[] before) {
    int node = start;
    for (int i = 0; i < before.length; i++) {
      node = before[node]; // as many steps back as there are places end on the cycle
    }
    int length = 1;
    for (int at = before[node]; at != node; at = before[at]) {
      length++;
    }
    int[] cycle = new int[length];
    for (int i = length - 1, at = node; i >= 0; i--, at = before[at]) {
      cycle[i] = at;
    }
    return cycle;
  }
}
