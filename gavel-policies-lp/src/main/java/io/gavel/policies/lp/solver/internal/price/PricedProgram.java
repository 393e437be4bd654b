package io.gavel.policies.lp.solver.internal.price;

import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.Utility;
import io.gavel.policies.lp.solver.internal.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.CouplingRows.RowEntries;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A program whose jobs answer prices of resources: of its pools and then of its coupling rows.
 * Columns on one pool with the same coefficients per worker in the rows share a bundle of
 * resources; a worker has one price in all of them. Without coupling rows, the bundles are the
 * pools. Immutable.
 */
final class PricedProgram {

  /** The most bundles of which any two may have a stand-in in a master. */
  private static final int MOST_BUNDLES = 128;

  /** The relative difference between coefficients per worker that may be rounding. */
  private static final double ROUNDING = 0x1p-48;

  final AllocationProgram program;
  final ColumnsByJob columns;
  final boolean isSum;

  /** The bundle of each column, {@code [column]}. */
  final int[] bundle;

  final int bundles;

  /** The fastest rate of each job, {@code [job]}; empty unless the program is a level. */
  final double[] fastest;

  /** The slope of a job's utility where all its time is on a column; empty without utilities. */
  final double[] marginal;

  /** The coefficients of the coupling rows by column. */
  final RowEntries entries;

  private PricedProgram(AllocationProgram program, SolveLimits limits) {
    this.program = program;
    columns = ColumnsByJob.of(program, limits);
    isSum = program.goal() instanceof Goal.Total;
    fastest = program.hasLevel() ? program.fastest() : new double[0];
    marginal = new double[program.hasUtility() ? columns.rate.length : 0];
    Arrays.setAll(
        marginal,
        c -> Utility.slope(columns.power, columns.weight[program.first(c)], columns.rate[c]));
    entries = program.rows().byColumn(program.columnCount());
    int[] found = Programs.columns(program).pool.clone();
    int count = classify(found);
    boolean isOwn = count > MOST_BUNDLES;
    bundle = isOwn ? IntStream.range(0, found.length).toArray() : found;
    bundles = isOwn ? found.length : count;
  }

  /**
   * Prepares a program.
   *
   * @return empty if the loop does not support it: if it has pairs, floors below a level or a
   *     utility, or free variables that hold workers
   */
  static Optional<PricedProgram> of(AllocationProgram program, SolveLimits limits) {
    boolean isSum = program.goal() instanceof Goal.Total;
    boolean suits =
        isSum
            ? !program.freeVariables().holdWorkers()
            : program.freeVariables().count() == 0
                && !program.hasFloor()
                && (program.hasLevel() || program.hasUtility());
    return suits && Programs.isByJob(program)
        ? Optional.of(new PricedProgram(program, limits))
        : Optional.empty();
  }

  /** Replaces pools by bundles; returns their number, or a larger one than the most. */
  private int classify(int[] of) {
    int count = program.poolCount();
    int[] parent = new int[MOST_BUNDLES + 1];
    double[] perWorker = new double[MOST_BUNDLES + 1];
    int[] next = {count};
    for (int i = 0; i < program.rows().count() && next[0] <= MOST_BUNDLES; i++) {
      int first = next[0];
      program
          .rows()
          .forEach(
              i,
              (c, a) -> {
                if (next[0] <= MOST_BUNDLES) {
                  double each = a / columns.size[c];
                  int k = first;
                  while (k < next[0]
                      && !(parent[k] == of[c]
                          && Math.abs(perWorker[k] - each) <= ROUNDING * Math.abs(each))) {
                    k++;
                  }
                  parent[k] = of[c];
                  perWorker[k] = each;
                  next[0] = Math.max(next[0], k + 1);
                  of[c] = k;
                }
              });
    }
    return next[0];
  }

  /** Returns whether bundles have many columns each, so that decided jobs can be aggregated. */
  boolean hasStandIns() {
    return bundles <= MOST_BUNDLES;
  }

  /** Returns the number of resources. */
  int resources() {
    return columns.pools + program.rows().count();
  }

  /** Returns the value of all resources at their prices, {@code [resource]}. */
  double worth(double[] price) {
    double worth = 0;
    for (int k = 0; k < price.length; k++) {
      worth += limit(k) * price[k];
    }
    return worth;
  }

  /** Returns what there is of a resource. */
  double limit(int k) {
    int i = k - columns.pools;
    CouplingRows rows = program.rows();
    return i < 0 ? program.workers(k) : rows.sign(i) * rows.bound(i);
  }

  /** Returns the sums of all rows over the columns of jobs, {@code [row]}. */
  double[] sums(double[] x) {
    double[] sums = new double[program.rows().count()];
    for (int c = 0; c < x.length && sums.length > 0; c++) {
      double part = x[c];
      if (part > 0) {
        entries.forEach(c, (i, a) -> sums[i] += a * part);
      }
    }
    return sums;
  }

  /**
   * Returns the rows over other columns.
   *
   * @param source the column of this program that each of them is a multiple of; all differ
   * @param factor the multiple
   * @param taken what is no longer available of each bound, {@code [row]}
   */
  CouplingRows rows(int[] source, double[] factor, double[] taken) {
    CouplingRows rows = program.rows().select(source, program.columnCount()).times(factor);
    CouplingRows.Builder left = CouplingRows.builder();
    for (int i = 0; i < rows.count(); i++) {
      left.add(rows.row(i).with(rows.row(i).name(), rows.bound(i) - taken[i]));
    }
    return left.build();
  }
}
