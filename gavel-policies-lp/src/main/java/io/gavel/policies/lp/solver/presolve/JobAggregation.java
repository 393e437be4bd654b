package io.gavel.policies.lp.solver.presolve;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;

/**
 * Aggregates identical jobs: the jobs of a {@linkplain IdenticalJobs class} become a single job
 * whose columns have the size and gain of all of them together. By convexity some optimum treats
 * them equally, so the optimum is unchanged. Undoing the aggregation gives all of them the same
 * fractions, bit for bit. Jobs without columns, floor, requirement and weight are left out.
 */
final class JobAggregation {

  private final AllocationProgram program;
  private final AllocationProgram aggregated;
  private final IdenticalJobs classes;
  private final int[] columnOfColumn;

  private JobAggregation(
      AllocationProgram program,
      AllocationProgram aggregated,
      IdenticalJobs classes,
      int[] columnOfColumn) {
    this.program = program;
    this.aggregated = aggregated;
    this.classes = classes;
    this.columnOfColumn = columnOfColumn;
  }

  static JobAggregation of(AllocationProgram program, SolveLimits limits) {
    IdenticalJobs classes = IdenticalJobs.of(program, limits);
    if (classes.count() == program.jobCount()) {
      return new JobAggregation(program, program, classes, new int[0]);
    }
    int n = program.jobCount();
    int[] start = classes.start;
    int[] columnOfColumn = new int[program.columnCount()];
    int[] kept = new int[program.columnCount()];
    int count = 0;
    for (int m = 0; m < n; m++) {
      boolean isLeftOut = classes.of[m] == IdenticalJobs.LEFT_OUT;
      int source = isLeftOut ? m : classes.representative[classes.of[m]];
      for (int c = start[m]; c < start[m + 1]; c++) {
        if (source == m) {
          kept[count] = c;
          columnOfColumn[c] = count++;
        } else {
          columnOfColumn[c] = columnOfColumn[start[source] + c - start[m]];
        }
      }
    }
    for (int c = start[n]; c < program.columnCount(); c++) {
      kept[count] = c;
      columnOfColumn[c] = count++;
    }
    AllocationProgram aggregated = aggregate(program, classes, Arrays.copyOf(kept, count));
    return new JobAggregation(program, aggregated, classes, columnOfColumn);
  }

  private static AllocationProgram aggregate(
      AllocationProgram program, IdenticalJobs classes, int[] kept) {
    ProgramColumns programColumns = program.columns().select(kept);
    int[] members = new int[kept.length];
    for (int i = 0; i < kept.length; i++) {
      programColumns.first[i] = classes.of[programColumns.first[i]];
      int second = programColumns.second(i);
      if (second != ProgramColumns.NONE) {
        programColumns.pair(i, classes.of[second], programColumns.secondRate(i));
      }
      members[i] = classes.size[programColumns.first[i]]; // 1 for the members of pairs
      programColumns.size[i] *= members[i];
    }
    double[] floor = new double[classes.count()];
    int[] one = classes.representative;
    Arrays.setAll(floor, k -> program.floor(one[k]));
    return program
        .rewritten(
            programColumns,
            floor,
            i -> members[i] * program.gain(kept[i]),
            k -> program.requirement(one[k]),
            k -> classes.size[k] * program.weight(one[k]))
        .withRows(program.rows().select(kept, program.columnCount(), members));
  }

  AllocationProgram aggregated() {
    return aggregated;
  }

  /** Translates a claim back. */
  SolverOutcome.Solved undone(SolverOutcome.Solved claim) {
    return aggregated == program
        ? claim
        : new SolverOutcome.Solved(
            undoFractions(claim.fractions()),
            claim.free(),
            undoPrices(claim.prices()),
            claim.rowPrices(),
            claim.steps());
  }

  double[] undoFractions(double[] fractions) {
    if (aggregated == program) {
      return fractions;
    }
    double[] all = new double[columnOfColumn.length];
    for (int c = 0; c < all.length; c++) {
      all[c] = fractions[columnOfColumn[c]];
    }
    return all;
  }

  /** The price of a class is the sum of its members' prices, which are equal. */
  Prices undoPrices(Prices prices) {
    if (aggregated == program) {
      return prices;
    }
    int n = program.jobCount();
    double[] time = new double[n];
    double[] throughput = new double[n];
    for (int m = 0; m < n; m++) {
      int k = classes.of[m];
      if (k != IdenticalJobs.LEFT_OUT) {
        time[m] = prices.ofTime(k) / classes.size[k];
        throughput[m] = prices.ofThroughput(k) / classes.size[k];
      }
    }
    return Prices.of(prices.pools(), time, throughput);
  }
}
