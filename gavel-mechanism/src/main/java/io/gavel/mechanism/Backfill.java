package io.gavel.mechanism;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Group;
import io.gavel.policies.ThroughputMatrix;

/**
 * The order in which groups may use workers that nobody with a claim can use. Jobs alone come
 * before pairs. Then an entry counts by the throughput of its members relative to the best of each
 * anywhere alone: a job is first put where it is at its best. Ties go to the earlier group, then
 * type.
 *
 * <p>It depends on the problem alone, and is sorted once for an allocation.
 */
final class Backfill {

  private final AllocationProblem problem;
  private final int types;
  private final Claims jobs; // by value; ties in the order of groups and types
  private final Claims pairs;

  Backfill(AllocationProblem problem) {
    this.problem = problem;
    this.types = problem.cluster().typeCount();
    double[] best = bestAlone();
    this.jobs = byValue(0, problem.jobCount(), best);
    this.pairs = byValue(problem.jobCount(), problem.groupCount(), best);
  }

  private Claims byValue(int fromGroup, int toGroup, double[] best) {
    Claims entries = new Claims((toGroup - fromGroup) * types);
    for (int g = fromGroup; g < toGroup; g++) {
      for (int j = 0; j < types; j++) {
        double value = problem.runs(g, j) ? relative(g, j, best) : 0;
        if (value > 0) {
          entries.add(g, j, value, 0);
        }
      }
    }
    entries.sort();
    return entries;
  }

  private double[] bestAlone() {
    double[] best = new double[problem.jobCount()];
    for (int m = 0; m < best.length; m++) {
      for (int j = 0; j < types; j++) {
        best[m] = Math.max(best[m], problem.throughputs().stepsPerSecond(m, j));
      }
    }
    return best;
  }

  /** The sum over members; one that runs nowhere alone is at its best wherever it runs. */
  private double relative(int g, int j, double[] best) {
    ThroughputMatrix throughputs = problem.throughputs();
    Group group = problem.group(g);
    double sum = 0;
    for (int i = 0; i < group.size(); i++) {
      double alone = best[group.member(i)];
      sum += alone > 0 ? throughputs.stepsPerSecond(g, i, j) / alone : 1;
    }
    return sum;
  }

  /** Lets groups that still want to run take what is left. */
  void fill(Selection selection, Ledger ledger) {
    fill(jobs, selection, ledger);
    fill(pairs, selection, ledger);
  }

  private static void fill(Claims entries, Selection selection, Ledger ledger) {
    for (int e = 0; e < entries.count() && !selection.isFull(); e++) {
      if (ledger.isOpen(entries.group(e))) {
        selection.take(entries.group(e), entries.type(e));
      }
    }
  }
}
