package io.gavel.policies.lp.program;

import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Measure.JobSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The total throughput of a set of jobs as a linear form over columns. Immutable.
 *
 * @param name of the set
 * @param weight of the set
 * @param jobs the jobs that count, ascending; not to be modified
 * @param worth of a step per second, {@code [job that counts]}; not to be modified
 * @param columns ascending; not to be modified
 * @param coefficients {@code [column]}; not to be modified
 */
@SuppressWarnings("ArrayRecordComponent") // is never compared
record SetTotal(
    String name, double weight, int[] jobs, double[] worth, int[] columns, double[] coefficients) {

  /** Returns the totals of sets with a job that counts: other sets have no throughput. */
  static List<SetTotal> of(ProgramTerms terms, List<JobSet> sets, Measure measure) {
    double[] worth = terms.worth(measure);
    int[][] columnsOf = Programs.columnsOfJobs(terms.columns());
    double[] ofColumn = new double[terms.columns().columnCount()];
    List<SetTotal> totals = new ArrayList<>();
    for (JobSet set : sets) {
      int[] jobs =
          set.jobIds().stream()
              .mapToInt(terms.problem()::indexOf)
              .filter(m -> worth[m] > 0)
              .sorted()
              .toArray();
      if (jobs.length > 0) {
        IntStream.Builder all = IntStream.builder();
        for (int m : jobs) {
          for (int c : columnsOf[m]) {
            ofColumn[c] += worth[m] * terms.columns().rate(c, m);
            all.add(c);
          }
        }
        int[] own = all.build().sorted().distinct().toArray();
        double[] coefficients = Arrays.stream(own).mapToDouble(c -> ofColumn[c]).toArray();
        Arrays.stream(own).forEach(c -> ofColumn[c] = 0);
        double[] ofJobs = Arrays.stream(jobs).mapToDouble(m -> worth[m]).toArray();
        totals.add(new SetTotal(set.name(), set.weight(), jobs, ofJobs, own, coefficients));
      }
    }
    return totals;
  }

  /** Returns the total at fractions of columns. */
  double at(double[] x) {
    double sum = 0;
    for (int i = 0; i < columns.length; i++) {
      sum += coefficients[i] * x[columns[i]];
    }
    return sum;
  }
}
