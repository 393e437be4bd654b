package io.gavel.policies.audit;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Invariant;

/** Judges invariants that compare each job's throughput with its due. */
final class FairShareChecks {

  private FairShareChecks() {}

  static Finding progress(Reading x, Tolerance tolerance) {
    Worst worst = new Worst(Invariant.PROGRESS, tolerance);
    for (int m = 0; m < x.jobs(); m++) {
      if (x.runsAlone(m) && !(x.throughput[m] > 0)) {
        due(worst, x, m, x.fastest[m]);
      }
    }
    return worst.finding();
  }

  static Finding sharingIncentive(Reading x, Tolerance tolerance) {
    Worst worst = new Worst(Invariant.SHARING_INCENTIVE, tolerance);
    double part = 1.0 / (x.jobs() - x.problem.unrunnable().size());
    for (int m = 0; m < x.jobs(); m++) {
      due(worst, x, m, isolated(x.problem, m, part));
    }
    return worst.finding();
  }

  static Finding proportionality(Reading x, Tolerance tolerance) {
    Worst worst = new Worst(Invariant.PROPORTIONALITY, tolerance);
    double weights = 0;
    for (int m = 0; m < x.jobs(); m++) {
      weights += x.fastest[m] > 0 ? x.problem.job(m).weight() : 0;
    }
    for (int m = 0; m < x.jobs(); m++) {
      double alone = 0;
      for (int j = 0; j < x.cluster.typeCount(); j++) {
        alone = x.problem.runs(m, j) ? Math.max(alone, rate(x.problem, m, j)) : alone;
      }
      due(worst, x, m, alone * x.problem.job(m).weight() / weights);
    }
    return worst.finding();
  }

  private static void due(Worst worst, Reading x, int m, double due) {
    if (due > 0) {
      // A shortfall: the due may exceed the job's throughput by the tolerance.
      worst.atMost(
          due, x.throughput[m], due, () -> new Witness.Shortfall(x.id(m), x.throughput[m], due));
    }
  }

  /**
   * The isolated share (Gavel §4.2): a part of each pool; a row whose sum exceeds 1 is scaled down
   * to 1.
   */
  private static double isolated(AllocationProblem problem, int m, double partOfCluster) {
    double part = partOfCluster / problem.workers(m);
    double scale = Math.max(1, problem.cluster().workers() * part);
    double sum = 0;
    for (int k = 0; k < problem.cluster().poolCount(); k++) {
      double fastest = 0;
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        if (problem.cluster().poolOf(j) == k && problem.runs(m, j)) {
          fastest = Math.max(fastest, rate(problem, m, j));
        }
      }
      sum += fastest * problem.cluster().poolWorkers(k) * part / scale;
    }
    return sum;
  }

  private static double rate(AllocationProblem problem, int m, int j) {
    return problem.throughputs().stepsPerSecond(m, j);
  }
}
