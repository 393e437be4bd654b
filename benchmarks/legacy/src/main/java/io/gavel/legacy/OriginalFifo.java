package io.gavel.legacy;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.model.Job;
import io.gavel.workload.PythonRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Heterogeneity-agnostic FIFO with the fault of the published program. A job does not get the type
 * drawn for it but the last type in the list of free types; when that type is full, the drawn type
 * is removed from the list instead. Types are therefore overbooked while other types idle. A job
 * keeps its type until it completes. The published gain over FIFO was most likely measured against
 * this policy.
 *
 * <p>Mutable: stores the type of each job. For one run.
 */
public final class OriginalFifo implements Policy {

  /** The tolerance for zero of a fork. */
  private static final double NOTHING = 1e-6;

  private final PythonRandom random;
  private final boolean inShares;
  private final Map<String, Held> held = new LinkedHashMap<>();

  private record Held(int type, double workers) {}

  /**
   * Creates a policy for one run.
   *
   * @param seed seed of the draws
   */
  public OriginalFifo(long seed) {
    this(seed, false);
  }

  private OriginalFifo(long seed, boolean inShares) {
    this.random = new PythonRandom(seed);
    this.inShares = inShares;
  }

  /**
   * Creates the policy of a fork, for one run: it counts shares of workers in floating-point
   * numbers, and a type that is overbooked is full.
   *
   * @param seed seed of the draws
   * @return the policy
   */
  public static OriginalFifo inShares(long seed) {
    return new OriginalFifo(seed, true);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    Map<String, Integer> indexOf = new LinkedHashMap<>();
    Deque<Integer> queue = new ArrayDeque<>();
    for (int m = 0; m < problem.jobCount(); m++) {
      indexOf.put(problem.job(m).id(), m);
      if (!held.containsKey(problem.job(m).id())) {
        queue.add(m);
      }
    }
    double[] free =
        IntStream.range(0, types).mapToDouble(j -> problem.cluster().type(j).workers()).toArray();
    succeed(problem, indexOf, queue, free);
    fill(problem, queue, free);
    double[] x = new double[problem.groupCount() * types];
    held.forEach((id, place) -> x[requireNonNull(indexOf.get(id)) * types + place.type()] = 1);
    return Allocation.of(problem, x, new Certificate(1, 1, 0, Prices.zero(problem)));
  }

  /**
   * Gives the place of a completed job to the longest-waiting job. Jobs are taken in order of
   * arrival, so running jobs that arrived after the completed one are not counted yet.
   */
  private void succeed(
      AllocationProblem problem,
      Map<String, Integer> indexOf,
      Deque<Integer> queue,
      double[] free) {
    List<String> inOrder = new ArrayList<>(held.keySet());
    inOrder.sort(Comparator.comparingLong(Long::parseLong));
    for (String id : inOrder) {
      Held place = requireNonNull(held.get(id));
      if (indexOf.containsKey(id)) {
        free[place.type()] -= place.workers();
        continue;
      }
      if (!queue.isEmpty() && workers(problem, queue.peek()) <= free[place.type()]) {
        hold(problem, queue.remove(), place.type(), free);
      }
      held.remove(id);
    }
  }

  private void fill(AllocationProblem problem, Deque<Integer> queue, double[] free) {
    List<Integer> listed =
        new ArrayList<>(IntStream.range(0, free.length).filter(j -> free[j] > 0).boxed().toList());
    while (!queue.isEmpty() && !listed.isEmpty()) {
      int m = queue.remove();
      List<Integer> room = listed.stream().filter(j -> free[j] >= workers(problem, m)).toList();
      if (room.isEmpty()) {
        return;
      }
      Integer drawn = room.get(random.below(room.size()));
      int type = listed.get(listed.size() - 1);
      if (problem.runs(m, type)) {
        hold(problem, m, type, free);
        if (inShares ? free[type] < NOTHING : free[type] == 0) {
          free[type] = 0;
          listed.remove(drawn);
        }
      }
    }
  }

  private void hold(AllocationProblem problem, int m, int type, double[] free) {
    free[type] -= workers(problem, m);
    held.put(problem.job(m).id(), new Held(type, workers(problem, m)));
  }

  private double workers(AllocationProblem problem, int m) {
    return inShares
        ? problem.job(m).gpuMilli() / (double) Job.WHOLE_WORKER
        : problem.scaleFactor(m);
  }
}
