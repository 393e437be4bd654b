package io.gavel.policies;

import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.WorkerSum;
import java.util.Arrays;

/** Fractions in one row-major array, with the sums of the interface computed once. */
final class DenseAllocation implements Allocation {

  private final AllocationProblem problem;
  private final double[] fractions;
  private final Certificate certificate;
  private final double[] effectiveThroughput;
  private final double[] timeFraction;
  private final double[] workersUsed;

  private DenseAllocation(AllocationProblem problem, double[] fractions, Certificate certificate) {
    this.problem = problem;
    this.fractions = fractions;
    this.certificate = certificate;
    this.effectiveThroughput = new double[problem.jobCount()];
    this.timeFraction = new double[problem.jobCount()];
    this.workersUsed = new double[problem.cluster().poolCount()];
  }

  private DenseAllocation(DenseAllocation same, Certificate certificate) {
    problem = same.problem;
    fractions = same.fractions;
    this.certificate = certificate;
    effectiveThroughput = same.effectiveThroughput;
    timeFraction = same.timeFraction;
    workersUsed = same.workersUsed;
  }

  static DenseAllocation of(
      AllocationProblem problem, double[] fractions, Certificate certificate) {
    int types = problem.cluster().typeCount();
    int expected = Math.multiplyExact(problem.groupCount(), types);
    if (fractions.length != expected) {
      throw new IllegalArgumentException(
          "fractions have %s entries; %s groups × %s worker types need %s"
              .formatted(fractions.length, problem.groupCount(), types, expected));
    }
    for (int i = 0; i < expected; i++) {
      if (!Double.isFinite(fractions[i])) {
        throw new IllegalArgumentException(
            "fraction of \"%s\" on \"%s\" is %s; it must be finite"
                .formatted(
                    problem.groupName(i / types),
                    problem.cluster().type(i % types).name(),
                    fractions[i]));
      }
    }
    certificate.prices().requireFits(problem);
    DenseAllocation allocation = new DenseAllocation(problem, fractions.clone(), certificate);
    allocation.sum();
    return allocation;
  }

  private void sum() {
    Cluster cluster = problem.cluster();
    ThroughputMatrix throughputs = problem.throughputs();
    WorkerSum[] used = WorkerSum.zeros(workersUsed.length);
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      double size = problem.workers(g);
      for (int j = 0; j < cluster.typeCount(); j++) {
        double x = fractions[g * cluster.typeCount() + j];
        if (x == 0) {
          continue; // most entries are 0
        }
        used[cluster.poolOf(j)].add(size, x);
        for (int i = 0; i < group.size(); i++) {
          int m = group.member(i);
          timeFraction[m] += x;
          effectiveThroughput[m] += throughputs.stepsPerSecond(g, i, j) * x;
        }
      }
    }
    Arrays.setAll(workersUsed, k -> used[k].workers());
  }

  @Override
  public AllocationProblem problem() {
    return problem;
  }

  @Override
  public double fraction(int g, int j) {
    Require.index(j, problem.cluster().typeCount(), "worker type");
    return fractions[
        Require.index(g, problem.groupCount(), "group") * problem.cluster().typeCount() + j];
  }

  @Override
  public Allocation withCertificate(Certificate other) {
    other.prices().requireFits(problem);
    return new DenseAllocation(this, other);
  }

  @Override
  public double[] fractions() {
    return fractions.clone();
  }

  @Override
  public double effectiveThroughput(int m) {
    return effectiveThroughput[Require.index(m, effectiveThroughput.length, "job")];
  }

  @Override
  public double timeFraction(int m) {
    return timeFraction[Require.index(m, timeFraction.length, "job")];
  }

  @Override
  public double workersUsed(int k) {
    return workersUsed[Require.index(k, workersUsed.length, "pool")];
  }

  @Override
  public Certificate certificate() {
    return certificate;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DenseAllocation that
        && problem.equals(that.problem)
        && Arrays.equals(fractions, that.fractions)
        && certificate.equals(that.certificate);
  }

  @Override
  public int hashCode() {
    return 31 * problem.hashCode() + Arrays.hashCode(fractions);
  }

  @Override
  public String toString() {
    return "Allocation[%s groups × %s types, objective %s, bound %s]"
        .formatted(
            problem.groupCount(),
            problem.cluster().typeCount(),
            certificate.objective(),
            certificate.bound());
  }
}
