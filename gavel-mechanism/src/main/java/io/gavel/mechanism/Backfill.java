package io.gavel.mechanism;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Group;
import io.gavel.policies.ThroughputMatrix;
import java.util.Comparator;
import java.util.stream.IntStream;

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
  private final int[] entries; // group · types + type, first come first

  Backfill(AllocationProblem problem) {
    this.problem = problem;
    this.types = problem.cluster().typeCount();
    double[] best = bestAlone();
    double[] value = new double[problem.groupCount() * types];
    for (int i = 0; i < value.length; i++) {
      value[i] = problem.runs(i / types, i % types) ? relative(i / types, i % types, best) : 0;
    }
    this.entries =
        IntStream.range(0, value.length)
            .filter(i -> value[i] > 0)
            .boxed()
            .sorted(
                Comparator.<Integer, Boolean>comparing(i -> i / types >= problem.jobCount())
                    .thenComparing(Comparator.<Integer>comparingDouble(i -> value[i]).reversed())
                    .thenComparing(Comparator.naturalOrder()))
            .mapToInt(i -> i)
            .toArray();
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
    for (int e = 0; e < entries.length && !selection.isFull(); e++) {
      int i = entries[e];
      if (ledger.isOpen(i / types)) {
        selection.take(i / types, i % types);
      }
    }
  }
}
