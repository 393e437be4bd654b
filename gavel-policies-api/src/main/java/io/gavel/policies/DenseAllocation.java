package io.gavel.policies;

import io.gavel.policies.internal.Require;
import io.gavel.policies.internal.WorkerSum;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import java.util.Arrays;

/** Fractions in one row-major array, with the sums of the interface computed once. */
final class DenseAllocation implements Allocation {

  private final AllocationProblem problem;
  private final double[] fractions;
  private final Certificate certificate;
  private final double[] effectiveThroughput;
  private final double[] timeFraction;
  private final double[] workersUsed;

  /** See {@link #maxViolation}. */
  private double maxViolation;

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
    maxViolation = same.maxViolation;
  }

  /** Returns an allocation of fractions that are not copied. */
  static DenseAllocation of(
      AllocationProblem problem, double[] fractions, Certificate certificate) {
    int types = problem.cluster().typeCount();
    int expected = Math.multiplyExact(problem.groupCount(), types);
    if (fractions.length != expected) {
      throw new IllegalArgumentException(
          "fractions have %s entries; %s groups × %s worker types need %s"
              .formatted(fractions.length, problem.groupCount(), types, expected));
    }
    int first = 0;
    while (first < expected && Double.isFinite(fractions[first])) {
      first++;
    }
    if (first < expected) {
      throw new IllegalArgumentException(
          "fraction of \"%s\" on \"%s\" is %s; it must be finite"
              .formatted(
                  problem.groupName(first / types),
                  problem.cluster().type(first % types).name(),
                  fractions[first]));
    }
    certificate.prices().requireFits(problem);
    DenseAllocation allocation = new DenseAllocation(problem, fractions, certificate);
    allocation.sum();
    return allocation;
  }

  /** Adds up each job's group and then the groups after the jobs, in their order. */
  private void sum() {
    Cluster cluster = problem.cluster();
    int types = cluster.typeCount();
    int jobs = timeFraction.length;
    double below = sumOfJobs(jobs, types);
    for (int g = jobs; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      for (int j = 0; j < types; j++) {
        double x = fractions[g * types + j];
        below = Math.max(below, -x);
        for (int i = 0; x != 0 && i < group.size(); i++) {
          add(g, i, group.member(i), j, x);
        }
      }
    }
    sumOfPools(cluster);
    maxViolation = Math.max(below, largestExcess(cluster));
  }

  /** Adds up the groups of single jobs; returns by how much a fraction is below 0 at most. */
  private double sumOfJobs(int jobs, int types) {
    double below = 0;
    for (int m = 0; m < jobs; m++) {
      for (int j = 0; j < types; j++) {
        double x = fractions[m * types + j];
        if (x != 0) { // most entries are 0
          below = Math.max(below, -x);
          add(m, 0, m, j, x);
        }
      }
    }
    return below;
  }

  /** Adds up the workers in use, whose sum is rounded in the order of the entries. */
  private void sumOfPools(Cluster cluster) {
    WorkerSum[] ofType = new WorkerSum[cluster.typeCount()];
    WorkerSum[] used = WorkerSum.zeros(workersUsed.length);
    Arrays.setAll(ofType, j -> used[cluster.poolOf(j)]);
    for (int g = 0, i = 0; i < fractions.length; g++) {
      for (int j = 0; j < ofType.length; j++, i++) {
        if (fractions[i] != 0) {
          for (int t = 0; t < ofType.length; t++) {
            double held = problem.held(g, j, t);
            if (held > 0) { // mostly of one type
              ofType[t].add(held, fractions[i]);
            }
          }
        }
      }
    }
    Arrays.setAll(workersUsed, k -> used[k].workers());
  }

  private void add(int g, int member, int m, int j, double x) {
    timeFraction[m] += x;
    effectiveThroughput[m] += problem.throughputs().stepsPerSecond(g, member, j) * x;
  }

  private double largestExcess(Cluster cluster) {
    double worst = 0;
    for (double time : timeFraction) {
      worst = Math.max(worst, time - 1);
    }
    for (int k = 0; k < workersUsed.length; k++) {
      double excess = workersUsed[k] - cluster.poolWorkers(k);
      worst = Math.max(worst, excess / Math.max(1, cluster.poolWorkers(k)));
    }
    return worst;
  }

  @Override
  public double maxViolation() {
    return maxViolation;
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
