package io.gavel.policies.lp.solver.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.internal.Require;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import java.util.Arrays;

/** Checks the numbers with which a policy states a program, and arranges them by column. */
final class ProgramInput {

  private ProgramInput() {}

  /** Checks that there is one number for each job, finite and at least 0; returns a copy. */
  static double[] ofJobs(double[] values, AllocationProblem problem, String what) {
    if (values.length != problem.jobCount()) {
      throw new IllegalArgumentException(
          "%s has %s entries; there must be one for each of %s jobs"
              .formatted(what, values.length, problem.jobCount()));
    }
    for (int m = 0; m < values.length; m++) {
      if (!(values[m] >= 0) || values[m] == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "%s of job \"%s\" is %s; it must be finite and \u2265 0"
                .formatted(what, problem.job(m).id(), values[m]));
      }
    }
    return values.clone();
  }

  /**
   * The gains of the columns, {@code [column]}, if each job's steps per second have a worth, {@code
   * [job]}.
   */
  static double[] gains(ProgramColumns programColumns, double[] worth) {
    double[] gain = new double[programColumns.count()];
    for (int c = 0; c < gain.length; c++) {
      int second = programColumns.second(c);
      gain[c] =
          worth[programColumns.first[c]] * programColumns.rate[c]
              + (second == ProgramColumns.NONE ? 0 : worth[second] * programColumns.secondRate(c));
    }
    return gain;
  }

  /** The same gains, each divided by the price of a worker or of the share of one that is held. */
  static double[] gainsPerPrice(
      ProgramColumns programColumns, AllocationProblem problem, double[] worth, double[] price) {
    Require.length(problem.cluster().typeCount(), price.length, "price");
    for (double ofType : price) {
      Require.positive(ofType, "price");
    }
    double[] gain = gains(programColumns, worth);
    for (int c = 0; c < gain.length; c++) {
      int j = programColumns.entry[c] % price.length;
      gain[c] /= Math.min(1, programColumns.size[c]) * price[j];
      if (!Double.isFinite(gain[c])) {
        throw new IllegalArgumentException(
            "throughput per price of group %s on type %s is %s; it must be finite"
                .formatted(programColumns.entry[c] / price.length, j, gain[c]));
      }
    }
    return gain;
  }

  /**
   * The gains of the columns, {@code [column]}.
   *
   * @param gain for a fraction of 1, {@code [group][worker type]}, row-major, finite where a group
   *     runs
   */
  static double[] gains(ProgramColumns programColumns, AllocationProblem problem, double[] gain) {
    int entries = problem.groupCount() * problem.cluster().typeCount();
    if (gain.length != entries) {
      throw new IllegalArgumentException(
          "gain has %s entries; %s groups × %s worker types need %s"
              .formatted(
                  gain.length, problem.groupCount(), problem.cluster().typeCount(), entries));
    }
    double[] ofColumn = new double[programColumns.count()];
    for (int c = 0; c < ofColumn.length; c++) {
      ofColumn[c] = gain[programColumns.entry[c]];
      if (!Double.isFinite(ofColumn[c])) {
        throw new IllegalArgumentException(
            "gain of group %s on type %s is %s; it must be finite"
                .formatted(
                    programColumns.entry[c] / problem.cluster().typeCount(),
                    programColumns.entry[c] % problem.cluster().typeCount(),
                    ofColumn[c]));
      }
    }
    return ofColumn;
  }

  /** The constraints of a problem as rows. Pairs by job type are no columns. */
  static CouplingRows rows(AllocationProblem problem, ProgramColumns columns) {
    if (problem.constraintRows().isEmpty()) {
      return CouplingRows.none();
    }
    int[] columnOf = columns.byEntry(problem.listedGroupCount() * problem.cluster().typeCount());
    CouplingRows.Builder rows = CouplingRows.builder();
    problem.constraintRows().forEach(row -> rows.add(row.mapped(columnOf)));
    return rows.build();
  }

  /** The workers of each pool, {@code [pool]}. */
  static double[] workers(AllocationProblem problem) {
    double[] workers = new double[problem.cluster().poolCount()];
    Arrays.setAll(workers, problem.cluster()::poolWorkers);
    return workers;
  }
}
