package io.gavel.baselines;

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
final class FreeWorkers {

  private final AllocationProblem problem;

  /** The number of workers by the thousandths they have left, {@code [pool]}. */
  private final List<TreeMap<Integer, Integer>> countByMilliLeft;

  private long milliLeft;

  /**
   * Creates the free workers of an empty cluster.
   *
   * @param problem the cluster, and the groups that take its workers
   */
  FreeWorkers(AllocationProblem problem) {
    Cluster cluster = problem.cluster();
    this.problem = problem;
    this.countByMilliLeft =
        IntStream.range(0, cluster.poolCount())
            .mapToObj(k -> new TreeMap<>(idle(cluster.poolWorkers(k))))
            .toList();
    for (int k = 0; k < cluster.poolCount(); k++) {
      milliLeft += (long) cluster.poolWorkers(k) * Job.WHOLE_WORKER;
    }
  }

  private static Map<Integer, Integer> idle(int workers) {
    return workers == 0 ? Map.of() : Map.of(Job.WHOLE_WORKER, workers);
  }

  /** Returns whether no part of a worker is free. */
  boolean isEmpty() {
    return milliLeft == 0;
  }

  /**
   * Returns whether a pool has room for a group.
   *
   * @param g a group index
   * @param k a pool index
   * @return true if the workers that the group holds while it runs are free
   */
  boolean hasRoom(int g, int k) {
    Map.Entry<Integer, Integer> fullest = countByMilliLeft.get(k).ceilingEntry(problem.gpuMilli(g));
    return fullest != null && fullest.getValue() >= problem.scaleFactor(g);
  }

  /**
   * Takes the workers of a group; the pool must {@linkplain #hasRoom have room} for it.
   *
   * @param g a group index
   * @param k a pool index
   */
  void take(int g, int k) {
    TreeMap<Integer, Integer> counts = countByMilliLeft.get(k);
    milliLeft -= (long) problem.scaleFactor(g) * problem.gpuMilli(g);
    int left = counts.ceilingKey(problem.gpuMilli(g));
    counts.merge(left, -problem.scaleFactor(g), Integer::sum);
    counts.remove(left, 0);
    counts.merge(left - problem.gpuMilli(g), problem.scaleFactor(g), Integer::sum);
  }
}
