package io.gavel.mechanism.internal.ledger;

import io.gavel.policies.AllocationProblem;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that run on each worker type, by falling throughput there relative to the best of the
 * job alone on any type; ties go to the earlier job. Computed at the first use of a type. Mutable.
 */
public final class BackfillOrder {

  private final AllocationProblem problem;
  private final @Nullable Candidates[] byType;
  private double[] best = {}; // by job

  BackfillOrder(AllocationProblem problem) {
    this.problem = problem;
    this.byType = new @Nullable Candidates[problem.cluster().typeCount()];
  }

  /** Returns the jobs of a type; their weights are the relative throughputs. */
  public Candidates of(int j) {
    Candidates known = byType[j];
    return known == null ? sort(j) : known;
  }

  private Candidates sort(int j) {
    if (best.length == 0) {
      best = new double[problem.jobCount()];
      Arrays.setAll(best, this::best);
    }
    Candidates jobs = new Candidates(best.length);
    for (int m = 0; m < best.length; m++) {
      if (problem.runs(m, j)) {
        jobs.add(m, j, problem.throughputs().stepsPerSecond(m, j) / best[m], 0);
      }
    }
    jobs.sort();
    byType[j] = jobs;
    return jobs;
  }

  /** Returns the best throughput of a job alone. */
  public double best(int m) {
    double most = 0;
    for (int j = 0; j < byType.length; j++) {
      most = Math.max(most, problem.throughputs().stepsPerSecond(m, j));
    }
    return most;
  }
}
