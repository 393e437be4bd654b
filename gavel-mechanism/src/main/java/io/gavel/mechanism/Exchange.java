package io.gavel.mechanism;

import io.gavel.policies.AllocationProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Betters a greedy selection: jobs of one size trade places as long as the weight of what is
 * selected grows.
 *
 * <p>Places are the pools, and idleness. The best move from place to place is kept at the top of a
 * heap for each ordered pair of places; a closed chain of moves with a positive sum is an
 * improvement, and without one the selection has the largest weight there is (negative cycles of
 * minimum-cost flow, on a graph that has as many nodes as places, however many jobs there are).
 * Room for one more moves like a job of weight 0. Pairs stay where they are.
 */
final class Exchange {

  private static final double LEAST_GAIN = 1e-9; // in rounds of lag; below it gains are rounding

  private final Selection selection;
  private final AllocationProblem problem;
  private final int sample; // a group of the size
  private final int idle; // the place after the last pool
  private final int[] groups; // by row
  private final int[] place; // by row
  private final double[] weight; // [row, place], NaN where the row has no claim
  private final int[] type; // [row, place]
  private final List<MoveHeap> moves = new ArrayList<>(); // [from, to]

  /** A row's move to another place; its gain does not change while the row stays where it is. */
  private record Move(int row, double gain) {}

  private Exchange(
      AllocationProblem problem, Selection selection, List<Claim> claims, int[] rowOf) {
    this.selection = selection;
    this.problem = problem;
    this.sample = claims.get(0).group();
    this.idle = problem.cluster().poolCount();
    int[] found = new int[claims.size()];
    int rows = 0;
    for (Claim claim : claims) {
      if (rowOf[claim.group()] == 0) {
        found[rows++] = claim.group();
        rowOf[claim.group()] = rows;
      }
    }
    this.groups = Arrays.copyOf(found, rows);
    this.place = new int[rows];
    this.weight = new double[rows * (idle + 1)];
    this.type = new int[rows * (idle + 1)];
    fill(claims, rowOf);
    for (int g : groups) {
      rowOf[g] = 0;
    }
  }

  /**
   * Trades places within each size.
   *
   * @param claims by falling weight
   */
  static void improve(AllocationProblem problem, Selection selection, List<Claim> claims) {
    SortedMap<Double, List<Claim>> bySize = new TreeMap<>();
    double sizeBefore = Double.NaN;
    List<Claim> sameSize = List.of();
    for (Claim claim : claims) {
      if (claim.group() < problem.jobCount() && !selection.isPaired(claim.group())) {
        double size = problem.workers(claim.group());
        if (size != sizeBefore) { // mostly it is the same, and the map need not be asked
          sameSize = bySize.computeIfAbsent(size, of -> new ArrayList<>());
          sizeBefore = size;
        }
        sameSize.add(claim);
      }
    }
    int[] rowOf = new int[problem.jobCount()]; // all 0; counted from 1, so that 0 is none
    bySize.values().forEach(same -> new Exchange(problem, selection, same, rowOf).run());
  }

  private void fill(List<Claim> claims, int[] rowOf) {
    Arrays.fill(weight, Double.NaN);
    for (int row = 0; row < groups.length; row++) {
      weight[row * (idle + 1) + idle] = 0;
    }
    for (Claim claim : claims) {
      int at = (rowOf[claim.group()] - 1) * (idle + 1) + problem.cluster().poolOf(claim.type());
      if (Double.isNaN(weight[at])) { // of two types in one pool, the weightier comes first
        weight[at] = claim.weight();
        type[at] = claim.type();
      }
    }
    for (int edge = 0; edge < (idle + 1) * (idle + 1); edge++) {
      moves.add(new MoveHeap());
    }
    for (int row = 0; row < groups.length; row++) {
      int j = selection.typeOf(groups[row]);
      place[row] = j == Selection.NONE ? idle : problem.cluster().poolOf(j);
      offer(row);
    }
  }

  private void offer(int row) {
    for (int to = 0; to <= idle; to++) {
      double gain = weight[row * (idle + 1) + to] - weight[row * (idle + 1) + place[row]];
      if (to != place[row] && !Double.isNaN(gain)) {
        moves.get(place[row] * (idle + 1) + to).add(row, gain);
      }
    }
  }

  /** Each pass gains at least {@link #LEAST_GAIN}; few are needed, see the limit. */
  private void run() {
    for (int pass = 0; pass < groups.length * moves.size(); pass++) {
      int[] cycle = gainfulCycle();
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
    selection.rotate(movers, types);
    for (int i = 0; i < rows.size(); i++) {
      place[rows.get(i)] = goals.get(i);
      offer(rows.get(i));
    }
  }

  /**
   * The best move between two places that still holds. Row -1 is nobody: room for one more goes
   * from a pool to idleness where a chain uses it, and the other way where one leaves it.
   */
  private @Nullable Move best(int from, int to) {
    if (to == idle && selection.hasRoom(sample, from)) {
      return new Move(-1, 0); // no job gains by becoming idle
    }
    MoveHeap heap = moves.get(from * (idle + 1) + to);
    while (!heap.isEmpty() && place[heap.topRow()] != from) {
      heap.removeTop();
    }
    if (heap.isEmpty()) {
      return from == idle ? new Move(-1, 0) : null;
    }
    return new Move(heap.topRow(), heap.topGain());
  }

  /**
   * Places in the order of a chain with a positive gain (Bellman and Ford); empty if none is left.
   */
  private int[] gainfulCycle() {
    int places = idle + 1;
    double[] gain = new double[places * places];
    for (int edge = 0; edge < gain.length; edge++) {
      int from = edge / places;
      Move move = from == edge % places ? null : best(from, edge % places);
      gain[edge] = move == null ? Double.NEGATIVE_INFINITY : move.gain();
    }
    double[] reach = new double[places];
    int[] before = new int[places];
    int changed = -1;
    for (int pass = 0; pass < places; pass++) {
      changed = -1;
      for (int edge = 0; edge < gain.length; edge++) {
        int from = edge / places;
        int to = edge % places;
        if (reach[from] + gain[edge] > reach[to] + LEAST_GAIN) {
          reach[to] = reach[from] + gain[edge];
          before[to] = from;
          changed = to;
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
      node = before[node]; // after so many steps back, it is on the cycle
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
