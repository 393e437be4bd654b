package io.gavel.legacy;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.workload.PythonRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Heterogeneity-agnostic FIFO with the fault of the published program. A job does not get the type
 * drawn for it but the last type in the list of free types; when that type is full, the drawn type
 * is removed from the list instead. Types are therefore overbooked while others idle. A job keeps
 * its type until it completes. The published gain over FIFO was most likely measured against this
 * policy.
 *
 * <p>Mutable: stores the type of each job. For one run.
 */
public final class OriginalFifo implements Policy {

  private final PythonRandom random;
  private final Map<String, Held> held = new LinkedHashMap<>();

  private record Held(int type, int scaleFactor) {}

  /**
   * Creates a policy for one run.
   *
   * @param seed seed of the draws
   */
  public OriginalFifo(long seed) {
    random = new PythonRandom(seed);
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
    int[] free = IntStream.range(0, types).map(j -> problem.cluster().type(j).workers()).toArray();
    succeed(problem, indexOf, queue, free);
    fill(problem, queue, free);
    double[] x = new double[problem.groupCount() * types];
    held.forEach((id, place) -> x[requireNonNull(indexOf.get(id)) * types + place.type()] = 1);
    return Allocation.of(problem, x, new Certificate(1, 1, 0, Prices.zero(problem)));
  }

  /**
   * Gives the place of a completed job to the longest-waiting job, before running jobs are counted.
   */
  private void succeed(
      AllocationProblem problem, Map<String, Integer> indexOf, Deque<Integer> queue, int[] free) {
    List<String> latestFirst = new ArrayList<>(held.keySet());
    latestFirst.sort((a, b) -> Long.compare(Long.parseLong(b), Long.parseLong(a)));
    for (String id : latestFirst) {
      Held place = requireNonNull(held.get(id));
      if (indexOf.containsKey(id)) {
        free[place.type()] -= place.scaleFactor();
        continue;
      }
      if (!queue.isEmpty() && problem.scaleFactor(queue.peek()) <= free[place.type()]) {
        hold(problem, queue.remove(), place.type(), free);
      }
      held.remove(id);
    }
  }

  private void fill(AllocationProblem problem, Deque<Integer> queue, int[] free) {
    List<Integer> listed =
        new ArrayList<>(IntStream.range(0, free.length).filter(j -> free[j] > 0).boxed().toList());
    while (!queue.isEmpty() && !listed.isEmpty()) {
      int m = queue.remove();
      int room = (int) listed.stream().filter(j -> free[j] >= problem.scaleFactor(m)).count();
      if (room == 0) {
        return;
      }
      int drawn = random.below(room);
      int type = listed.get(listed.size() - 1);
      if (problem.runs(m, type)) {
        hold(problem, m, type, free);
        if (free[type] == 0) {
          listed.remove(drawn);
        }
      }
    }
  }

  private void hold(AllocationProblem problem, int m, int type, int[] free) {
    free[type] -= problem.scaleFactor(m);
    held.put(problem.job(m).id(), new Held(type, problem.scaleFactor(m)));
  }
}
