package io.gavel.policies.lp.internal;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The workers that are free, entirely or in part, for groups that run full time. A gang takes
 * entire workers; a share of a worker takes the fullest worker with room for it. Mutable and not
 * thread-safe.
 */
public final class FreeWorkers {

  private final AllocationProblem problem;

  /** The number of workers by the thousandths they have left, {@code [pool]}. */
  private final List<TreeMap<Integer, Integer>> countByMilliLeft;

  /**
   * Creates all workers of a cluster.
   *
   * @param problem the cluster, and the groups that take its workers
   */
  public FreeWorkers(AllocationProblem problem) {
    Cluster cluster = problem.cluster();
    this.problem = problem;
    this.countByMilliLeft =
        IntStream.range(0, cluster.poolCount())
            .mapToObj(k -> new TreeMap<>(idle(cluster.poolWorkers(k))))
            .toList();
  }

  private static Map<Integer, Integer> idle(int workers) {
    return workers == 0 ? Map.of() : Map.of(Job.WHOLE_WORKER, workers);
  }

  /**
   * Returns whether a pool has room for a group.
   *
   * @param g a group index
   * @param k a pool index
   * @return true if the workers that the group holds while it runs are free
   */
  public boolean hasRoom(int g, int k) {
    Map.Entry<Integer, Integer> fullest = countByMilliLeft.get(k).ceilingEntry(problem.gpuMilli(g));
    return fullest != null && fullest.getValue() >= problem.scaleFactor(g);
  }

  /**
   * Takes the workers of a group; the pool must {@linkplain #hasRoom have room} for it.
   *
   * @param g a group index
   * @param k a pool index
   */
  public void take(int g, int k) {
    TreeMap<Integer, Integer> counts = countByMilliLeft.get(k);
    int left = counts.ceilingKey(problem.gpuMilli(g));
    counts.merge(left, -problem.scaleFactor(g), Integer::sum);
    counts.remove(left, 0);
    counts.merge(left - problem.gpuMilli(g), problem.scaleFactor(g), Integer::sum);
  }
}
