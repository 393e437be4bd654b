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
    Constrained constrained = x.constrained();
    for (int m = 0; m < x.jobs(); m++) {
      due(worst, x, constrained, m, isolated(x.problem, m, part));
    }
    return worst.finding();
  }

  static Finding proportionality(Reading x, Tolerance tolerance) {
    Worst worst = new Worst(Invariant.PROPORTIONALITY, tolerance);
    double weights = 0;
    for (int m = 0; m < x.jobs(); m++) {
      weights += x.fastest[m] > 0 ? x.problem.job(m).weight() : 0;
    }
    Constrained constrained = x.constrained();
    for (int m = 0; m < x.jobs(); m++) {
      int fastest = -1;
      for (int j = 0; j < x.cluster.typeCount(); j++) {
        boolean faster = fastest < 0 || rate(x.problem, m, j) > rate(x.problem, m, fastest);
        fastest = x.problem.runs(m, j) && faster ? j : fastest;
      }
      double[] share = new double[x.cluster.typeCount()];
      if (fastest >= 0) {
        share[fastest] = x.problem.job(m).weight() / weights;
      }
      due(worst, x, constrained, m, share);
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

  /** Requires what a job would have with a share of the workers, if the constraints allow that. */
  private static void due(Worst worst, Reading x, Constrained constrained, int m, double[] share) {
    double due = 0;
    for (int j = 0; j < share.length; j++) {
      due += rate(x.problem, m, j) * share[j];
    }
    if (!(due <= x.throughput[m]) && constrained.allow(m, share)) {
      due(worst, x, m, due);
    }
  }

  /**
   * The isolated share (Gavel §4.2): a part of each pool; a row whose sum exceeds 1 is scaled down
   * to 1. Only the part on types that are not forbidden to the job counts.
   */
  private static double[] isolated(AllocationProblem problem, int m, double partOfCluster) {
    double part = partOfCluster / problem.workers(m);
    double scale = Math.max(1, problem.cluster().workers() * part);
    double[] share = new double[problem.cluster().typeCount()];
    for (int k = 0; k < problem.cluster().poolCount(); k++) {
      int fastest = -1;
      for (int j = 0; j < share.length; j++) {
        if (problem.cluster().poolOf(j) == k
            && problem.runs(m, j)
            && (fastest < 0 || rate(problem, m, j) > rate(problem, m, fastest))) {
          fastest = j;
        }
      }
      if (fastest >= 0) {
        share[fastest] = problem.cluster().poolWorkers(k) * part / scale;
      }
    }
    return share;
  }

  private static double rate(AllocationProblem problem, int m, int j) {
    return problem.throughputs().stepsPerSecond(m, j);
  }
}
