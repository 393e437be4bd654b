package io.gavel.catalog;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.model.Cluster;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import java.util.List;
import java.util.Set;

/** A policy over all pairs of jobs in a throughput table, without listing them. Immutable. */
public final class SharingByType implements Policy {

  private final Policy policy;
  private final PairThroughputs pairs;

  private SharingByType(Policy policy, PairThroughputs pairs) {
    this.policy = policy;
    this.pairs = pairs;
  }

  /**
   * Adds pairs by job type to a policy.
   *
   * @param policy a policy that supports pairs by job type
   * @param table throughputs of pairs
   * @param cluster the worker types
   * @return the policy with pairs
   */
  public static Policy of(Policy policy, ThroughputTable table, Cluster cluster) {
    PairThroughputs.Builder pairs = PairThroughputs.builder(cluster.typeCount());
    List<JobKind> kinds = List.copyOf(table.kinds());
    for (int a = 0; a < kinds.size(); a++) {
      for (int b = a; b < kinds.size(); b++) {
        double[] ofA = new double[cluster.typeCount()];
        double[] ofB = new double[cluster.typeCount()];
        if (kinds.get(a).scaleFactor() == kinds.get(b).scaleFactor()
            && fill(table, cluster, kinds.get(a), kinds.get(b), ofA, ofB)) {
          int size = kinds.get(a).scaleFactor();
          pairs.pair(kinds.get(a).jobType(), kinds.get(b).jobType(), size, ofA, ofB);
        }
      }
    }
    return new SharingByType(policy, pairs.build());
  }

  private static boolean fill(
      ThroughputTable table, Cluster cluster, JobKind a, JobKind b, double[] ofA, double[] ofB) {
    boolean useful = false;
    for (int j = 0; j < ofA.length; j++) {
      var rates = table.sharing(cluster.type(j).name(), a, b);
      if (rates.isPresent() && rates.get().ofThis() > 0 && rates.get().ofOther() > 0) {
        ofA[j] = rates.get().ofThis();
        // Two jobs of one type have equal rates together, even if the table has unequal ones.
        ofB[j] = a.equals(b) ? ofA[j] : rates.get().ofOther();
        useful = true;
      }
    }
    return useful;
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    return policy.allocate(problem.sharingByType(pairs));
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.minus(policy.reads(), Aspect.PAIRS); // it brings its own
  }
}
