package io.gavel.policies.lp.solver;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Shows of many demands at once that the others can hold without them. A point that keeps all
 * demands with a few more workers of one pool keeps the others on the stated workers as soon as any
 * job stops that holds as many workers of this pool. So one program for each pool takes the place
 * of one for each job.
 */
final class Indispensable {

  private static final Tolerance CLOSE = new Tolerance(0, 1e-8);

  /** The price of a worker, as a fraction of its worth in the proof. */
  private static final double CHEAP = 1e-2;

  private final ElasticProgram elastic;
  private final AllocationProgram program;
  private final boolean[] kept;

  /** The columns of each job, alone or in a pair, {@code [job]}. */
  private final List<List<Integer>> columns = new ArrayList<>();

  private Indispensable(ElasticProgram elastic, boolean[] kept) {
    this.elastic = elastic;
    this.kept = kept;
    program = elastic.program;
    for (int m = 0; m < program.jobCount(); m++) {
      columns.add(new ArrayList<>());
    }
    for (int c = 0; c < program.columnCount(); c++) {
      columns.get(program.first(c)).add(c);
      if (program.second(c) != ProgramColumns.NONE) {
        columns.get(program.second(c)).add(c);
      }
    }
  }

  /**
   * Demands without which the others can hold, {@code [demand]}.
   *
   * @param kept the demands, which cannot hold together
   * @param worth the worth of a worker of each pool in that proof, {@code [pool]}
   */
  static boolean[] of(ElasticProgram elastic, boolean[] kept, double[] worth) {
    Indispensable search = new Indispensable(elastic, kept);
    boolean[] found = new boolean[kept.length];
    for (int k = 0; k < worth.length; k++) {
      if (worth[k] > 0) {
        search.note(k, elastic.buying(kept, k, CHEAP * worth[k]), found);
      }
    }
    return found;
  }

  private void note(int k, double[] point, boolean[] found) {
    double[] x = Arrays.copyOf(point, program.columnCount());
    double[] free = Arrays.copyOfRange(point, x.length, point.length);
    double[] throughput = program.throughput(x);
    for (int m = 0; m < throughput.length; m++) {
      if (kept[elastic.demandOf(m)] && !CLOSE.atMost(program.floor(m), throughput[m])) {
        return;
      }
    }
    double[] used = {0};
    for (int c = 0; c < x.length; c++) {
      used[0] += program.pool(c) == k ? program.size(c) * x[c] : 0;
    }
    for (int f = 0; f < free.length; f++) {
      double value = free[f];
      program.freeVariables().forEach(f, (of, size) -> used[0] += of == k ? size * value : 0);
    }
    for (int m = 0; m < throughput.length; m++) {
      int demand = elastic.demandOf(m);
      found[demand] |= kept[demand] && holdWithout(m, k, x, free, throughput, used[0]);
    }
  }

  /**
   * Returns whether the other demands hold if a job stops, and the workers of a pool are enough.
   */
  private boolean holdWithout(
      int job, int k, double[] x, double[] free, double[] throughput, double used) {
    double left = used;
    for (int c : columns.get(job)) {
      left -= program.pool(c) == k ? program.size(c) * x[c] : 0;
    }
    return CLOSE.atMost(left, program.workers(k))
        && partnersHold(job, x, throughput)
        && rowsHold(job, x, free);
  }

  private boolean partnersHold(int job, double[] x, double[] throughput) {
    for (int c : columns.get(job)) {
      if (program.second(c) != ProgramColumns.NONE && x[c] > 0) {
        boolean first = program.first(c) == job;
        int partner = first ? program.second(c) : program.first(c);
        double lost = x[c] * (first ? program.secondRate(c) : program.rate(c));
        if (kept[elastic.demandOf(partner)]
            && !CLOSE.atMost(program.floor(partner), throughput[partner] - lost)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean rowsHold(int job, double[] x, double[] free) {
    CouplingRows rows = program.rows();
    if (rows.count() == 0) {
      return true;
    }
    double[] without = x.clone();
    columns.get(job).forEach(c -> without[c] = 0);
    for (int i = 0; i < rows.count(); i++) {
      if (kept[i] && !(rows.violation(i, without, free) <= CLOSE.relative())) {
        return false;
      }
    }
    return true;
  }
}
