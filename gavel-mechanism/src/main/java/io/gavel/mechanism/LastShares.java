package io.gavel.mechanism;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Job;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** On which worker of which pool a group had its share until now, and may have it again. */
final class LastShares {

  private final int[] nowhere;
  private final Map<Integer, int[]> byPool = new HashMap<>();

  /**
   * Shares of workers that can still be used.
   *
   * @param before by job, what it ran in until now
   */
  LastShares(AllocationProblem problem, Workers workers, @Nullable Running[] before) {
    nowhere = new int[problem.groupCount()];
    Arrays.fill(nowhere, SharedWorkers.ANY);
    for (int g = 0; g < nowhere.length; g++) {
      Running last = before[problem.group(g).member(0)];
      if (last != null && last.gpuMilli() < Job.WHOLE_WORKER) {
        Worker worker = last.workers().get(0);
        if (workers.isAssignable(worker)) {
          byPool.computeIfAbsent(worker.pool(), k -> nowhere.clone())[g] = worker.index();
        }
      }
    }
  }

  /** Indices of workers of a pool, {@code [group]}; not to be modified. */
  int[] workers(int pool) {
    return byPool.getOrDefault(pool, nowhere);
  }
}
