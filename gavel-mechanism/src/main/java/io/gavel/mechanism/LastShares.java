package io.gavel.mechanism;

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
  LastShares(Groups groups, Workers workers, @Nullable Part[] before) {
    nowhere = new int[groups.hasShares() ? groups.count() : 0];
    Arrays.fill(nowhere, SharedWorkers.ANY);
    for (int g = 0; g < nowhere.length; g++) {
      Part last = before[groups.first(g)];
      if (last != null && last.gpuMilli < Job.WHOLE_WORKER) {
        Worker worker = last.workers.get(0);
        if (workers.isAssignable(worker)) {
          byPool.computeIfAbsent(worker.pool(), k -> nowhere.clone())[g] = worker.index();
        }
      }
    }
  }

  /** Indices of workers of a pool, {@code [group]}, empty without shares; not to be modified. */
  int[] workers(int pool) {
    return byPool.getOrDefault(pool, nowhere);
  }
}
