package io.gavel.baselines;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/** Subproblems: some jobs of a problem on some of its workers. */
final class SubProblem {

  private SubProblem() {}

  /**
   * Returns the given jobs, without pairs, configurations and constraints, on pools of the given
   * sizes.
   *
   * @param jobs job indices, ascending
   */
  static AllocationProblem of(AllocationProblem problem, int[] jobs, int[] workers) {
    BitSet kept = new BitSet();
    Arrays.stream(jobs).forEach(kept::set);
    return problem
        .withoutPairs()
        .withoutConfigurations()
        .withConstraints(ConstraintSet.none())
        .edit(kept)
        .build()
        .withCluster(cluster(problem.cluster(), workers));
  }

  /** The same worker types with other worker counts, {@code [pool]}. */
  static Cluster cluster(Cluster cluster, int[] workers) {
    return Cluster.of(
        IntStream.range(0, cluster.typeCount())
            .mapToObj(j -> resized(cluster.type(j), workers[cluster.poolOf(j)]))
            .toList());
  }

  private static WorkerType resized(WorkerType type, int workers) {
    return new WorkerType(
        type.name(), workers, type.pricePerHour(), type.workersPerServer(), type.pool());
  }

  /** Returns the throughput of a job alone on each type. */
  static double[] row(AllocationProblem problem, int m) {
    double[] row = new double[problem.cluster().typeCount()];
    Arrays.setAll(row, j -> problem.throughputs().stepsPerSecond(m, j));
    return row;
  }
}
