package io.gavel.policies.lp.fairness;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.model.Job;
import java.util.Arrays;

/**
 * Rows that limit envy. Job {@code i} values the workers of job {@code k} at the throughput it
 * would have on them, even beyond full time: {@code Σ_j T_ij s_k X_kj / s_i}. The rows limit this
 * value, per unit of weight, to {@code cap} times the job's own throughput:
 *
 * <pre>
 *   throughput(i) / w_i  ≥  1/cap · Σ_j T_ij s_k X_kj / (s_i w_k)     for all pairs of jobs i, k
 * </pre>
 *
 * <p>With cap 1 no job prefers the workers of another job. Shares of each pool in proportion to
 * weight satisfy all rows for every cap of at least 1, so the rows never make a program infeasible.
 * There are n (n - 1) rows.
 */
final class EnvyConstraints {

  private EnvyConstraints() {}

  static AllocationProgram cap(AllocationProblem problem, AllocationProgram program, double cap) {
    AllocationFactory.requireNoPairs(problem, "an envy cap");
    AllocationFactory.requireNoConfigurations(problem, "an envy cap");
    int types = problem.cluster().typeCount();
    int[] columnOf = new int[problem.jobCount() * types];
    Arrays.fill(columnOf, -1);
    for (int c = 0; c < program.columnCount(); c++) {
      columnOf[program.entry(c)] = c;
    }
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int i = 0; i < problem.jobCount(); i++) {
      for (int k = 0; k < problem.jobCount(); k++) {
        if (i != k) {
          addRow(rows, problem, columnOf, i, k, cap);
        }
      }
    }
    return program.withRows(program.rows().and(rows.build()));
  }

  private static void addRow(
      CouplingRows.Builder rows,
      AllocationProblem problem,
      int[] columnOf,
      int i,
      int k,
      double cap) {
    int types = problem.cluster().typeCount();
    Job own = problem.job(i);
    Job other = problem.job(k);
    double share = other.workers() * own.weight() / (own.workers() * other.weight() * cap);
    int[] columns = new int[2 * types];
    double[] coefficients = new double[2 * types];
    int count = 0;
    for (int j = 0; j < types; j++) {
      int mine = columnOf[i * types + j];
      if (mine < 0) {
        continue; // job i cannot use it
      }
      double rate = problem.throughputs().stepsPerSecond(i, j);
      columns[count] = mine;
      coefficients[count++] = rate;
      int theirs = columnOf[k * types + j];
      if (theirs >= 0) {
        columns[count] = theirs;
        coefficients[count++] = -share * rate;
      }
    }
    rows.add(
        "envy of job \"%s\" for job \"%s\"".formatted(own.id(), other.id()),
        Relation.AT_LEAST,
        0,
        Arrays.copyOf(columns, count),
        Arrays.copyOf(coefficients, count));
  }
}
