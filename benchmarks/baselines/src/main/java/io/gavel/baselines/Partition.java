package io.gavel.baselines;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A problem divided into parts: workers are distributed evenly, each job is in one part, and large
 * gangs are cut into pieces.
 *
 * <p>A piece of a job is a job with a part {@code q} of its workers, throughput, weight and steps.
 * Its fraction of time counts {@code q} times for the job. Capacity, time and level of the problem
 * thus follow from the parts.
 */
final class Partition {

  /** A job of a part: its index in the entire problem, and its part of the job. */
  record Piece(int job, double part) {}

  private final AllocationProblem whole;
  private final List<int[]> workers;
  private final List<List<Piece>> pieces = new ArrayList<>();

  private Partition(AllocationProblem whole, int parts) {
    this.whole = whole;
    this.workers =
        IntStream.range(0, parts).mapToObj(i -> dealt(whole.cluster(), parts, i)).toList();
    for (int i = 0; i < parts; i++) {
      pieces.add(new ArrayList<>());
    }
  }

  /**
   * Distributes the jobs to parts in a given order, in turn.
   *
   * @param largest the largest part of a pool that a gang may take without being cut
   */
  static Partition of(AllocationProblem whole, int parts, int[] order, double largest) {
    Partition partition = new Partition(whole, parts);
    int next = 0;
    for (int m : order) {
      if (partition.isLarge(m, largest)) {
        partition.cut(m);
      } else {
        next = partition.deal(m, next);
      }
    }
    partition.pieces.forEach(part -> part.sort(Comparator.comparingInt(Piece::job)));
    return partition;
  }

  /** Returns the jobs in random order. */
  static int[] shuffled(AllocationProblem whole, long seed) {
    int[] order = IntStream.range(0, whole.jobCount()).toArray();
    Random random = new Random(seed);
    for (int i = order.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[other];
      order[other] = swapped;
    }
    return order;
  }

  /**
   * Returns the jobs sorted by class, so that distribution in turn gives each part its share of
   * each class.
   */
  static int[] byKind(AllocationProblem whole) {
    Map<Object, Integer> kinds = new HashMap<>();
    int[] kind = new int[whole.jobCount()];
    for (int m = 0; m < kind.length; m++) {
      Job job = whole.job(m);
      List<Double> rates = Arrays.stream(SubProblem.row(whole, m)).boxed().toList();
      List<Integer> forbidden =
          Arrays.stream(whole.eligibility().forbiddenTypes(m)).boxed().toList();
      kind[m] =
          kinds.computeIfAbsent(
              List.of(rates, job.workers(), job.weight(), forbidden), key -> kinds.size());
    }
    return IntStream.range(0, kind.length)
        .boxed()
        .sorted(Comparator.comparingInt(m -> kind[m])) // stable; kinds by first appearance
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Returns the workers of a part. The remainders of the pools go to the parts in turn. */
  private static int[] dealt(Cluster cluster, int parts, int part) {
    int[] workers = new int[cluster.poolCount()];
    int first = 0;
    for (int k = 0; k < workers.length; k++) {
      int rest = cluster.poolWorkers(k) % parts;
      boolean more = Math.floorMod(part - first, parts) < rest;
      workers[k] = cluster.poolWorkers(k) / parts + (more ? 1 : 0);
      first += rest;
    }
    return workers;
  }

  /** Returns whether a gang is too large for every pool of a part that it could use. */
  private boolean isLarge(int m, double largest) {
    double most = 0;
    for (int j = 0; j < whole.cluster().typeCount(); j++) {
      if (whole.runs(m, j)) {
        int k = whole.cluster().poolOf(j);
        most = Math.max(most, Math.floorDiv(whole.cluster().poolWorkers(k), workers.size()));
      }
    }
    return whole.scaleFactor(m) > 1 && whole.scaleFactor(m) > largest * most;
  }

  private void cut(int m) {
    int gang = whole.scaleFactor(m);
    int count = Math.min(gang, workers.size());
    for (int i = 0; i < count; i++) {
      int held = gang / count + (i < gang % count ? 1 : 0);
      pieces.get(i).add(new Piece(m, (double) held / gang));
    }
  }

  /** Puts a job into the next part where it can run; returns the part whose turn is next. */
  private int deal(int m, int next) {
    for (int i = 0; i < workers.size(); i++) {
      int part = (next + i) % workers.size();
      if (runsIn(m, part)) {
        pieces.get(part).add(new Piece(m, 1));
        return i == 0 ? (next + 1) % workers.size() : next;
      }
    }
    pieces.get(next).add(new Piece(m, 1)); // nowhere: the part reports it
    return next;
  }

  private boolean runsIn(int m, int part) {
    return IntStream.range(0, whole.cluster().typeCount())
        .anyMatch(
            j ->
                whole.throughputs().stepsPerSecond(m, j) > 0
                    && !whole.eligibility().forbids(m, j)
                    && whole.scaleFactor(m) <= workers.get(part)[whole.cluster().poolOf(j)]);
  }

  int parts() {
    return workers.size();
  }

  /** Returns the jobs of a part, in the order of its problem. */
  List<Piece> pieces(int part) {
    return pieces.get(part);
  }

  /**
   * Returns the problem of a part, with the pairs whose members are both undivided in this part.
   */
  AllocationProblem problem(int part, int[][] rowsOfPart) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(SubProblem.cluster(whole.cluster(), workers.get(part)));
    whole.entities().forEach(problem::entity);
    for (Piece piece : pieces.get(part)) {
      double[] row = SubProblem.row(whole, piece.job());
      if (piece.part()
          < 1) { // a piece may fit where the whole gang does not, and must not run there
        Arrays.setAll(row, j -> whole.runsIfAllowed(piece.job(), j) ? row[j] * piece.part() : 0);
      }
      problem.job(scaled(whole.job(piece.job()), piece.part()), row);
      for (int j : whole.eligibility().forbiddenTypes(piece.job())) {
        problem.forbid(whole.job(piece.job()).id(), whole.cluster().type(j).name());
      }
    }
    for (int g : rowsOfPart[part]) {
      if (whole.group(g) instanceof Group.Configuration way) {
        problem.configuration(id(g, 0), way.name(), way.holding(), row(g, 0));
      } else {
        problem.pair(id(g, 0), id(g, 1), row(g, 0), row(g, 1));
      }
    }
    return problem.build();
  }

  private static Job scaled(Job job, double part) {
    if (part == 1) {
      return job;
    }
    Job.Builder piece =
        job.toBuilder()
            .scaleFactor((int) Math.round(job.scaleFactor() * part))
            .weight(job.weight() * part);
    job.stepsRemaining().ifPresent(steps -> piece.stepsRemaining(steps * part));
    return piece.build();
  }

  private String id(int g, int member) {
    return whole.job(whole.group(g).member(member)).id();
  }

  private double[] row(int g, int member) {
    double[] row = new double[whole.cluster().typeCount()];
    Arrays.setAll(row, j -> whole.throughputs().stepsPerSecond(g, member, j));
    return row;
  }

  /**
   * Returns the pairs of the entire problem whose members are both in a part, undivided, then the
   * configurations of undivided jobs that fit on its workers; {@code [part]}.
   */
  int[][] rows() {
    int[] partOf = new int[whole.jobCount()]; // -1 for those that were cut
    for (int i = 0; i < parts(); i++) {
      for (Piece piece : pieces.get(i)) {
        partOf[piece.job()] = piece.part() == 1 ? i : -1;
      }
    }
    List<List<Integer>> rows = new ArrayList<>();
    for (int i = 0; i < parts(); i++) {
      rows.add(new ArrayList<>());
    }
    for (int g = whole.jobCount(); g < whole.groupCount(); g++) {
      Group group = whole.group(g);
      int part = partOf[group.member(0)];
      if (part >= 0 && part == partOf[group.member(group.size() - 1)] && fits(g, part)) {
        rows.get(part).add(g);
      }
    }
    return rows.stream()
        .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
        .toArray(int[][]::new);
  }

  /** Returns whether a configuration is no larger than the largest pool of a part. */
  private boolean fits(int g, int part) {
    return !(whole.group(g) instanceof Group.Configuration way)
        || Arrays.stream(workers.get(part)).anyMatch(pool -> way.holding().workers() <= pool);
  }
}
