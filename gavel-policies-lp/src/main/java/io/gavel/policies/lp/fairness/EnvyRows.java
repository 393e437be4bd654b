package io.gavel.policies.lp.fairness;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The rows {@code throughput(m) ≥ Σ_j T_mj x_kj} by which no job {@code m} prefers the fractions of
 * a job {@code k} of the same size: all of them or, if they are many, those found violated. On
 * types where {@code m} cannot run, it makes nothing of them. Mutable.
 */
final class EnvyRows {

  /** Envy up to this part of a job's fastest rate counts as none. */
  private static final double TOLERANCE = 1e-8;

  private final AllocationProblem problem;
  private final AllocationProgram program;

  /** Steps per second, {@code [job][type]} row-major; 0 where the job cannot run. */
  private final double[] rate;

  private final double[] fastest;

  /** The jobs whose envy for others is limited by rows, as bits of the envied jobs. */
  private final BitSet[] rows;

  /**
   * The rows of a problem.
   *
   * @param program without rows of envy
   * @param mostAtOnce the most rows that are stated before any is violated
   */
  EnvyRows(AllocationProblem problem, AllocationProgram program, int mostAtOnce) {
    this.problem = problem;
    this.program = program;
    int types = types();
    rate = new double[problem.jobCount() * types];
    fastest = new double[problem.jobCount()];
    for (int m = 0; m < fastest.length; m++) {
      for (int j = 0; j < types; j++) {
        rate[m * types + j] = problem.runs(m, j) ? problem.throughputs().stepsPerSecond(m, j) : 0;
        fastest[m] = Math.max(fastest[m], rate[m * types + j]);
      }
    }
    rows = new BitSet[problem.jobCount()];
    Arrays.setAll(rows, m -> comparable(m));
    if (count() > mostAtOnce) {
      Arrays.setAll(rows, m -> new BitSet());
    }
  }

  /** The jobs with which a job compares itself. */
  private BitSet comparable(int m) {
    BitSet comparable = new BitSet();
    for (int k = 0; k < rows.length && fastest[m] > 0; k++) {
      comparable.set(k, k != m && problem.job(k).workers() == problem.job(m).workers());
    }
    return comparable;
  }

  private int types() {
    return problem.cluster().typeCount();
  }

  private record Envy(int k, double part) {}

  /**
   * Adds the rows that a point violates: for each job those of the jobs it envies most.
   *
   * @param x fractions, {@code [column]}
   * @param most the largest number of new rows for each job
   * @return whether there are any
   */
  boolean addViolated(double[] x, int most) {
    int types = types();
    double[] fractions = new double[rate.length];
    for (int c = 0; c < x.length; c++) {
      fractions[program.entry(c)] = x[c];
    }
    boolean found = false;
    for (int m = 0; m < rows.length; m++) {
      List<Envy> envied = new ArrayList<>();
      double own = value(m, m, fractions, types);
      BitSet open = comparable(m);
      open.andNot(rows[m]);
      for (int k = open.nextSetBit(0); k >= 0; k = open.nextSetBit(k + 1)) {
        double part = (value(m, k, fractions, types) - own) / fastest[m];
        if (part > TOLERANCE) {
          envied.add(new Envy(k, part));
        }
      }
      envied.sort((a, b) -> Double.compare(b.part, a.part));
      for (Envy envy : envied.subList(0, Math.min(most, envied.size()))) {
        rows[m].set(envy.k);
        found = true;
      }
    }
    return found;
  }

  private double value(int m, int k, double[] fractions, int types) {
    double sum = 0;
    for (int j = 0; j < types; j++) {
      sum += rate[m * types + j] * fractions[k * types + j];
    }
    return sum;
  }

  int count() {
    return Arrays.stream(rows).mapToInt(BitSet::cardinality).sum();
  }

  /** The program with the rows found so far. */
  AllocationProgram program() {
    CouplingRows.Builder all = CouplingRows.builder();
    for (int m = 0; m < rows.length; m++) {
      for (int k = rows[m].nextSetBit(0); k >= 0; k = rows[m].nextSetBit(k + 1)) {
        add(all, m, k);
      }
    }
    return program.withRows(program.rows().and(all.build()));
  }

  private void add(CouplingRows.Builder all, int m, int k) {
    int[] columns = new int[2 * types()];
    double[] coefficients = new double[columns.length];
    int count = 0;
    for (int j = 0; j < types(); j++) {
      double own = rate[m * types() + j];
      if (own > 0) {
        columns[count] = program.column(m, j);
        coefficients[count++] = own;
        if (rate[k * types() + j] > 0) {
          columns[count] = program.column(k, j);
          coefficients[count++] = -own;
        }
      }
    }
    all.add(
        "envy of %s for %s".formatted(problem.job(m).id(), problem.job(k).id()),
        Relation.AT_LEAST,
        0,
        Arrays.copyOf(columns, count),
        Arrays.copyOf(coefficients, count));
  }
}
