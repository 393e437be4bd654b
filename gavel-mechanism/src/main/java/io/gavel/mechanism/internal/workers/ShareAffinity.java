package io.gavel.mechanism.internal.workers;

import io.gavel.mechanism.internal.ledger.GroupIndex;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The worker on which each group had its share until now and may have it again, by pool. */
public final class ShareAffinity {

  private final int[] nowhere;
  private final Map<Integer, int[]> byPool = new HashMap<>();

  /**
   * Collects the shares of workers that can still be used.
   *
   * @param before by job, its lease until now
   */
  public ShareAffinity(GroupIndex groupIndex, Workers workers, @Nullable OpenLease[] before) {
    nowhere = new int[groupIndex.hasShares() ? groupIndex.count() : 0];
    Arrays.fill(nowhere, SharePacking.ANY);
    for (int g = 0; g < nowhere.length; g++) {
      OpenLease last = before[groupIndex.first(g)];
      if (last != null && last.gpuMilli < Job.WHOLE_WORKER) {
        Worker worker = last.workers.get(0);
        if (workers.isAssignable(worker)) {
          byPool.computeIfAbsent(worker.pool(), k -> nowhere.clone())[g] = worker.index();
        }
      }
    }
  }

  /** By group, the index of its worker in a pool, or ANY; empty without shares; read only. */
  public int[] workers(int pool) {
    return byPool.getOrDefault(pool, nowhere);
  }
}
