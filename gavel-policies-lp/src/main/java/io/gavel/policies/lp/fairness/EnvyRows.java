package io.gavel.policies.lp.fairness;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The rows that limit what a job {@code m} would make of the fractions of a job {@code k}:
 *
 * <pre>
 *   throughput(m)  ≥  part(m, k) · Σ_j T_mj x_kj
 * </pre>
 *
 * <p>All of them are stated or, if they are many, those found violated. On types where {@code m}
 * cannot run, it makes nothing of the fractions. Mutable.
 */
final class EnvyRows {

  /** Envy up to this part of a job's fastest rate counts as none. */
  private static final double TOLERANCE = 1e-8;

  /** The most rows that are stated at once: one program takes less time than several. */
  private static final int MOST_AT_ONCE = 50_000;

  /** The most new rows of a job in one program. */
  private static final int ROWS_AT_ONCE = 50;

  /** Why jobs with configurations are not compared. */
  static final String RIGID =
      "a job cannot compare fractions on other numbers of workers with its own";

  /** A limit far above what row generation needs. */
  private static final int MOST_PROGRAMS = 200;

  /** The largest number of columns for which a program with many rows can be factored. */
  private static final int MOST_COLUMNS = 5_000;

  /** The largest number of rows for which one with more columns can be factored in a minute. */
  private static final int MOST_ROWS = 2_500;

  /** How much of the fractions of another job a job compares with its own. */
  private interface Parts {
    /** The part for a job {@code m} and another job {@code k}; 0 if they are not compared. */
    double of(Job m, Job k);
  }

  private final AllocationProblem problem;
  private final Parts parts;

  /** Steps per second, {@code [job][type]} row-major; 0 where the job cannot run. */
  private final double[] rate;

  private final double[] fastest;

  /** The jobs whose envy for others is limited by rows, as bits of the envied jobs. */
  private final BitSet[] rows;

  private EnvyRows(AllocationProblem problem, Parts parts, int mostAtOnce) {
    this.problem = problem;
    this.parts = parts;
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

  /** No job prefers the fractions of a job of the same size. */
  static EnvyRows amongEqualSizes(AllocationProblem problem) {
    return amongEqualSizes(problem, MOST_AT_ONCE);
  }

  /**
   * The same rows, stated in another way.
   *
   * @param mostAtOnce the most rows that are stated before any is violated
   */
  static EnvyRows amongEqualSizes(AllocationProblem problem, int mostAtOnce) {
    return new EnvyRows(problem, (m, k) -> m.workers() == k.workers() ? 1 : 0, mostAtOnce);
  }

  /**
   * Per unit of weight, no job would have more than a multiple of its throughput on the workers of
   * another job, even beyond full time: {@code throughput(m) / w_m ≥ 1/cap · Σ_j T_mj s_k x_kj /
   * (s_m w_k)}. Shares of each pool in proportion to weight satisfy all rows for every cap of at
   * least 1, so the rows never make a program infeasible.
   *
   * @param cap the multiple, at least 1
   */
  static EnvyRows capped(AllocationProblem problem, double cap) {
    Parts parts = (m, k) -> k.workers() * m.weight() / (m.workers() * k.weight() * cap);
    return new EnvyRows(problem, parts, MOST_AT_ONCE);
  }

  /**
   * Solves a program under these rows, and under those that its solutions violate, until none is
   * violated. Each program is a relaxation of the one with all rows, so the last bound is a bound
   * for all.
   *
   * @param solver solves the programs
   * @param program over the problem, without rows of envy
   */
  CertifiedSolution solve(
      Function<AllocationProgram, CertifiedSolution> solver, AllocationProgram program) {
    return solve(() -> solver.apply(in(program)));
  }

  /**
   * Solves under these rows until none is violated.
   *
   * @param solver solves a program {@linkplain #in with the rows} found so far
   * @throws IllegalArgumentException if more rows are needed than can be factored for so many
   *     columns
   */
  CertifiedSolution solve(Supplier<CertifiedSolution> solver) {
    for (int i = 0; i < MOST_PROGRAMS; i++) {
      CertifiedSolution point = solver.get();
      if (!addViolated(point)) {
        return point;
      }
      requireFactored(point.program().columnCount());
    }
    throw new SolveFailedException(
        "envy remains after %s programs with up to %s rows".formatted(MOST_PROGRAMS, count()));
  }

  /** A program is eliminated by its rows if they are few, else by its columns. */
  private void requireFactored(int columns) {
    if (columns > MOST_COLUMNS && count() > MOST_ROWS) {
      throw new IllegalArgumentException(
          ("%s jobs with %s columns need more than %s limits on envy; as many are supported for at"
                  + " most %s columns, one for each job and type: divide the jobs with Partitioned,"
                  + " or choose a policy without such limits")
              .formatted(problem.jobCount(), columns, MOST_ROWS, MOST_COLUMNS));
    }
  }

  /** The jobs with which a job compares itself. */
  private BitSet comparable(int m) {
    BitSet comparable = new BitSet();
    for (int k = 0; k < rows.length && fastest[m] > 0; k++) {
      comparable.set(k, k != m && part(m, k) > 0);
    }
    return comparable;
  }

  private double part(int m, int k) {
    return parts.of(problem.job(m), problem.job(k));
  }

  private int types() {
    return problem.cluster().typeCount();
  }

  private record Envy(int k, double excess) {}

  /**
   * Adds the rows that a point violates: for each job those of the jobs it envies most.
   *
   * @return whether there are any
   */
  private boolean addViolated(CertifiedSolution point) {
    int types = types();
    double[] x = point.fractions();
    double[] fractions = new double[rate.length];
    for (int c = 0; c < x.length; c++) {
      fractions[point.program().entry(c)] = x[c];
    }
    boolean found = false;
    for (int m = 0; m < rows.length; m++) {
      List<Envy> envied = new ArrayList<>();
      double own = value(m, m, fractions, types);
      BitSet open = comparable(m);
      open.andNot(rows[m]);
      for (int k = open.nextSetBit(0); k >= 0; k = open.nextSetBit(k + 1)) {
        double excess = (part(m, k) * value(m, k, fractions, types) - own) / fastest[m];
        if (excess > TOLERANCE) {
          envied.add(new Envy(k, excess));
        }
      }
      envied.sort((a, b) -> Double.compare(b.excess, a.excess));
      for (Envy envy : envied.subList(0, Math.min(ROWS_AT_ONCE, envied.size()))) {
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

  private int count() {
    return Arrays.stream(rows).mapToInt(BitSet::cardinality).sum();
  }

  /** A program over the problem with the rows found so far. */
  AllocationProgram in(AllocationProgram program) {
    CouplingRows.Builder all = CouplingRows.builder();
    for (int m = 0; m < rows.length; m++) {
      for (int k = rows[m].nextSetBit(0); k >= 0; k = rows[m].nextSetBit(k + 1)) {
        add(all, program, m, k);
      }
    }
    return program.withRows(program.rows().and(all.build()));
  }

  private void add(CouplingRows.Builder all, AllocationProgram program, int m, int k) {
    double part = part(m, k);
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
          coefficients[count++] = -part * own;
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
