package io.gavel.policies.internal.tree;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Entity;
import io.gavel.policies.statement.FairLevels.Entitlements;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The level of each job over the tree of entities: that at which the top of the tree has given the
 * job all it has, while other jobs take no more than they have. An amount at an entity grows with
 * every amount below it, so that rounding all of them to one side rounds levels to that side.
 * Immutable.
 */
public final class TreeFilling {

  private final AllocationProblem problem;
  private final Entitlements entitlements;
  private final Side side;

  /**
   * Creates a filling.
   *
   * @param problem the jobs and the entities
   * @param entitlements of its jobs
   * @param side on which levels err
   */
  public TreeFilling(AllocationProblem problem, Entitlements entitlements, Side side) {
    this.problem = problem;
    this.entitlements = entitlements;
    this.side = side;
  }

  /** The amount that a job or an entity has received when each job below it is full. Immutable. */
  private static final class Part {
    final int[] jobs;
    final double[] received;
    final double weight;

    /** The final amount. */
    final double all;

    Part(int[] jobs, double[] received, double weight, double all) {
      this.jobs = jobs;
      this.received = received;
      this.weight = weight;
      this.all = all;
    }

    int firstJob() {
      return jobs[0];
    }
  }

  /**
   * Returns the levels.
   *
   * @param throughput of each job, {@code [job]}
   * @return {@code [job]}; 0 for jobs that take no part
   */
  public double[] levels(double[] throughput) {
    Map<Optional<String>, List<Part>> below = new HashMap<>();
    for (int m = 0; m < throughput.length; m++) {
      double received =
          entitlements.unit(m) > 0 ? side.quotient(throughput[m], entitlements.unit(m)) : 0;
      double[] alone = {received};
      below
          .computeIfAbsent(problem.job(m).entity(), any -> new ArrayList<>())
          .add(new Part(new int[] {m}, alone, problem.job(m).weight(), received));
    }
    List<Entity> order = parentsFirst(problem);
    for (int i = order.size() - 1; i >= 0; i--) {
      Entity entity = order.get(i);
      List<Part> parts = below.getOrDefault(Optional.of(entity.id()), List.of());
      together(parts, entity)
          .ifPresent(p -> below.computeIfAbsent(entity.parent(), any -> new ArrayList<>()).add(p));
    }
    double[] levels = new double[throughput.length];
    for (Part top : below.getOrDefault(Optional.empty(), List.of())) {
      for (int i = 0; i < top.jobs.length; i++) {
        levels[top.jobs[i]] = side.quotient(top.received[i], top.weight);
      }
    }
    return levels;
  }

  /**
   * Returns the entities of a problem, each after its parent.
   *
   * @param problem any problem
   * @return its entities
   */
  public static List<Entity> parentsFirst(AllocationProblem problem) {
    Map<Optional<String>, List<Entity>> children = new HashMap<>();
    for (Entity entity : problem.entities()) {
      children.computeIfAbsent(entity.parent(), any -> new ArrayList<>()).add(entity);
    }
    List<Entity> order = new ArrayList<>(children.getOrDefault(Optional.empty(), List.of()));
    for (int i = 0; i < order.size(); i++) {
      order.addAll(children.getOrDefault(Optional.of(order.get(i).id()), List.of()));
    }
    return order;
  }

  /** Returns the entity of some parts; empty if it has no jobs that take part. */
  private Optional<Part> together(List<Part> below, Entity entity) {
    boolean byTime = entity.discipline() == Entity.Discipline.FINISH_TIME_FAIRNESS;
    List<Part> parts =
        below.stream()
            .filter(part -> !byTime || entitlements.unit(part.firstJob()) > 0)
            .sorted(Comparator.comparingInt(Part::firstJob))
            .toList();
    if (parts.size() < 2) { // an only child gets all
      return parts.stream()
          .findFirst()
          .map(only -> new Part(only.jobs, only.received, entity.weight(), only.all));
    }
    int[] jobs = parts.stream().flatMapToInt(part -> Arrays.stream(part.jobs)).toArray();
    double[] received =
        switch (entity.discipline()) {
          case FAIRNESS -> byWeight(parts, jobs.length);
          case FIFO -> inTurn(parts, jobs.length);
          case FINISH_TIME_FAIRNESS -> byFinishTime(parts);
        };
    double all = side.sums(parts.stream().mapToDouble(part -> part.all).toArray())[parts.size()];
    return Optional.of(new Part(jobs, received, entity.weight(), all));
  }

  /** One after the other. */
  private double[] inTurn(List<Part> parts, int jobs) {
    double[] before = side.sums(parts.stream().mapToDouble(part -> part.all).toArray());
    double[] received = new double[jobs];
    int at = 0;
    for (int p = 0; p < before.length - 1; p++) {
      for (double own : parts.get(p).received) {
        received[at++] = side.sums(new double[] {before[p], own})[2];
      }
    }
    return received;
  }

  /** When a unit of weight has received r, each part has the smaller of {@code weight · r}, all. */
  private double[] byWeight(List<Part> parts, int jobs) {
    int n = parts.size();
    double[] full = new double[n];
    Arrays.setAll(full, p -> side.quotient(parts.get(p).all, parts.get(p).weight));
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparingDouble(p -> full[p]))
            .mapToInt(p -> p)
            .toArray();
    double[] fullInOrder = Arrays.stream(order).mapToDouble(p -> full[p]).toArray();
    double[] before = side.sums(Arrays.stream(order).mapToDouble(p -> parts.get(p).all).toArray());
    double[] lastFirst = new double[n];
    Arrays.setAll(lastFirst, i -> parts.get(order[n - 1 - i]).weight);
    double[] rest = side.sums(lastFirst);
    double[] received = new double[jobs];
    int at = 0;
    for (Part part : parts) {
      for (double own : part.received) {
        double ofWeight = side.quotient(own, part.weight);
        // Before the first unit nobody is full, though what is full early may be rounded to 0.
        int filled = ofWeight > 0 ? countAtMost(fullInOrder, ofWeight) : 0;
        double open = side.product(ofWeight, rest[n - filled]);
        received[at++] = side.sums(new double[] {before[filled], open})[2];
      }
    }
    return received;
  }

  private static int countAtMost(double[] ascending, double most) {
    int low = 0;
    int high = ascending.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending[middle] <= most) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** At a common ρ, each job has the smaller of {@code pace / (ρ − lost)} and all. */
  private double[] byFinishTime(List<Part> parts) {
    int n = parts.size();
    double[] received = new double[n];
    double[] at = new double[n];
    for (int i = 0; i < n; i++) {
      double ratio = ratio(parts.get(i));
      for (int k = 0; k < n; k++) {
        double all = parts.get(k).all;
        at[k] = k == i ? all : Math.min(all, claim(parts.get(k).firstJob(), ratio));
      }
      received[i] = side.sums(at)[n];
    }
    return received;
  }

  private double claim(int m, double ratio) {
    if (ratio == Double.POSITIVE_INFINITY) {
      return 0;
    }
    double left = ratio - entitlements.lost(m);
    return left > 0
        ? side.quotient(entitlements.pace(m), side.other().bound(left))
        : Double.POSITIVE_INFINITY;
  }

  /** Returns the ρ at which a job is full, on the other side: it falls as the job receives more. */
  private double ratio(Part part) {
    int m = part.firstJob();
    Side other = side.other();
    return part.all == 0
        ? Double.POSITIVE_INFINITY
        : other
            .sums(
                new double[] {
                  entitlements.lost(m), other.quotient(entitlements.pace(m), part.all)
                })[2];
  }
}
