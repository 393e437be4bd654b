package io.gavel.benchmarks.replay;

import io.gavel.benchmarks.input.ThroughputTable;
import io.gavel.benchmarks.input.ThroughputTable.PairRates;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Cluster;
import io.gavel.policies.Job;
import java.util.List;

/** Throughputs of the jobs of a replay, and problems made of them. */
final class Rates {

  private final Cluster cluster;
  private final ThroughputTable table;
  private final boolean packed;

  Rates(Cluster cluster, ThroughputTable table, boolean packed) {
    this.cluster = cluster;
    this.table = table;
    this.packed = packed;
  }

  /** All jobs that are there; if they are packed, all pairs of equal scale factor too. */
  AllocationProblem problem(List<ReplayedJob> active) {
    AllocationProblem.Builder builder = AllocationProblem.builder(cluster);
    for (ReplayedJob job : active) {
      Job plain = Job.builder(job.trace.id()).scaleFactor(job.trace.kind().scaleFactor()).build();
      builder.job(plain, row(List.of(job), 0));
    }
    for (int b = 0; packed && b < active.size(); b++) {
      for (int a = 0; a < b; a++) {
        List<ReplayedJob> pair = List.of(active.get(a), active.get(b));
        if (pair.get(0).trace.kind().scaleFactor() == pair.get(1).trace.kind().scaleFactor()) {
          builder.pair(pair.get(0).trace.id(), pair.get(1).trace.id(), row(pair, 0), row(pair, 1));
        }
      }
    }
    return builder.build();
  }

  private double[] row(List<ReplayedJob> group, int member) {
    double[] row = new double[cluster.typeCount()];
    for (int j = 0; j < row.length; j++) {
      row[j] = of(group, member, j);
    }
    return row;
  }

  /** Steps per second of one job of a group; 0 where the table does not know it. */
  double of(List<ReplayedJob> group, int member, int j) {
    String type = cluster.type(j).name();
    if (group.size() == 1) {
      return table.stepsPerSecond(type, group.get(0).trace.kind()).orElse(0);
    }
    PairRates none = new PairRates(0, 0);
    return table
        .sharing(type, group.get(member).trace.kind(), group.get(1 - member).trace.kind())
        .orElse(none)
        .ofThis();
  }
}
