package io.gavel.legacy;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
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
  private final Map<JobKind, Map<JobKind, double[]>> shared = new HashMap<>(); // of pairs

  OriginalProblems(Cluster cluster, ThroughputTable table, boolean packed) {
    this.cluster = cluster;
    this.table = table;
    this.packed = packed;
  }

  /**
   * Returns the problem of all active jobs; with packing also of all pairs of equal scale factor.
   */
  AllocationProblem problem(double now, List<OriginalJob> active) {
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(cluster.typeCount());
    active.forEach(job -> rates.job(job.alone()));
    for (int b = 0; packed && b < active.size(); b++) {
      JobKind second = active.get(b).trace().kind();
      for (int a = 0; a < b; a++) {
        JobKind first = active.get(a).trace().kind();
        if (first.scaleFactor() == second.scaleFactor()) {
          rates.pair(a, b, beside(first, second), beside(second, first));
        }
      }
    }
    List<Job> jobs = active.stream().map(job -> job.asOf(now)).toList();
    return AllocationProblem.of(cluster, jobs, rates.build());
  }

  /** Steps per second of a job alone, by type; a job on a share has that share of the speed. */
  double[] alone(TraceJob job) {
    double[] whole = rows.computeIfAbsent(job.kind(), known -> table.alone(cluster, known));
    double share = job.gpuMilli() / (double) Job.WHOLE_WORKER;
    return share == 1 ? whole : Arrays.stream(whole).map(rate -> rate * share).toArray();
  }

  /** Steps per second of a job that shares workers, by type; 0 where the table has no entry. */
  private double[] beside(JobKind kind, JobKind other) {
    return shared
        .computeIfAbsent(kind, known -> new HashMap<>())
        .computeIfAbsent(other, known -> table.beside(cluster, kind, known));
  }

  /** Steps per second of one job of a group; 0 if the table has no entry. */
  double rate(List<OriginalJob> group, int member, int j) {
    return group.size() == 1
        ? group.get(0).alone()[j]
        : beside(group.get(member).trace().kind(), group.get(1 - member).trace().kind())[j];
  }
}
