package io.gavel.policies.audit;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.WorkerSum;
import java.util.Arrays;

/** The fractions of an allocation, and the sums that the auditor computes from them. */
final class Reading {

  final Allocation allocation;
  final AllocationProblem problem;
  final Cluster cluster;
  final double[] throughput;
  final double[] time;
  final double[] workers;

  /**
   * Each job's largest throughput where its groups run, in pairs or alone; 0 if it runs nowhere.
   */
  final double[] fastest;

  private Reading(Allocation allocation) {
    this.allocation = allocation;
    this.problem = allocation.problem();
    this.cluster = problem.cluster();
    this.throughput = new double[problem.jobCount()];
    this.time = new double[problem.jobCount()];
    this.workers = new double[cluster.poolCount()];
    this.fastest = new double[problem.jobCount()];
  }

  /** The constraints of the problem at this allocation. */
  Constrained constrained() {
    return new Constrained(this);
  }

  static Reading of(Allocation allocation) {
    Reading reading = new Reading(allocation);
    reading.sum();
    return reading;
  }

  private void sum() {
    WorkerSum[] used = WorkerSum.zeros(workers.length);
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      double size = problem.workers(g);
      for (int j = 0; j < cluster.typeCount(); j++) {
        double x = fraction(g, j);
        used[cluster.poolOf(j)].add(size, x);
        for (int i = 0; i < group.size(); i++) {
          int m = group.member(i);
          double rate = problem.throughputs().stepsPerSecond(g, i, j);
          time[m] += x;
          throughput[m] += rate * x;
          if (problem.runs(g, j)) {
            fastest[m] = Math.max(fastest[m], rate);
          }
        }
      }
    }
    Arrays.setAll(workers, k -> used[k].workers());
  }

  double fraction(int g, int j) {
    return allocation.fraction(g, j);
  }

  int jobs() {
    return throughput.length;
  }

  boolean hasPairs() {
    return problem.groupCount() > problem.jobCount();
  }

  boolean runsAlone(int m) {
    for (int j = 0; j < cluster.typeCount(); j++) {
      if (problem.runs(m, j)) {
        return true;
      }
    }
    return false;
  }

  String id(int m) {
    return problem.job(m).id();
  }

  String name(int g) {
    Group group = problem.group(g);
    return group.size() == 1
        ? id(group.member(0))
        : id(group.member(0)) + " + " + id(group.member(1));
  }

  String type(int j) {
    return cluster.type(j).name();
  }

  /** The sum of throughputs, each relative to the job's fastest. */
  double normalizedTotal() {
    double sum = 0;
    for (int m = 0; m < jobs(); m++) {
      sum += fastest[m] > 0 ? throughput[m] / fastest[m] : 0;
    }
    return sum;
  }
}
