package io.gavel.legacy;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.ThroughputTable.PairRates;
import io.gavel.workload.TraceJob;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds problems and looks up throughputs of jobs. */
final class OriginalProblems {

  private final Cluster cluster;
  private final ThroughputTable table;
  private final boolean packed;
  private final Map<JobKind, double[]> rows = new HashMap<>(); // of jobs alone

  OriginalProblems(Cluster cluster, ThroughputTable table, boolean packed) {
    this.cluster = cluster;
    this.table = table;
    this.packed = packed;
  }

  /** The problem of all active jobs; with packing also of all pairs of equal scale factor. */
  AllocationProblem problem(double now, List<OriginalJob> active) {
    AllocationProblem.Builder builder = AllocationProblem.builder(cluster);
    for (OriginalJob job : active) {
      builder.job(job.asOf(now), job.alone());
    }
    for (int b = 0; packed && b < active.size(); b++) {
      for (int a = 0; a < b; a++) {
        List<OriginalJob> pair = List.of(active.get(a), active.get(b));
        if (pair.get(0).trace().kind().scaleFactor() == pair.get(1).trace().kind().scaleFactor()) {
          builder.pair(pair.get(0).id(), pair.get(1).id(), row(pair, 0), row(pair, 1));
        }
      }
    }
    return builder.build();
  }

  /** Steps per second of a job alone, by type; a job on a share has that share of the speed. */
  double[] alone(TraceJob job) {
    double[] whole = rows.computeIfAbsent(job.kind(), known -> table.alone(cluster, known));
    double share = job.gpuMilli() / (double) Job.WHOLE_WORKER;
    return share == 1 ? whole : Arrays.stream(whole).map(rate -> rate * share).toArray();
  }

  private double[] row(List<OriginalJob> group, int member) {
    double[] row = new double[cluster.typeCount()];
    for (int j = 0; j < row.length; j++) {
      row[j] = rate(group, member, j);
    }
    return row;
  }

  /** Steps per second of one job of a group; 0 if the table has no entry. */
  double rate(List<OriginalJob> group, int member, int j) {
    if (group.size() == 1) {
      return group.get(0).alone()[j];
    }
    String type = cluster.type(j).name();
    PairRates none = new PairRates(0, 0);
    return table
        .sharing(type, group.get(member).trace().kind(), group.get(1 - member).trace().kind())
        .orElse(none)
        .ofThis();
  }
}
