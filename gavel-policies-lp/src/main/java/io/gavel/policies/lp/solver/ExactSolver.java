package io.gavel.policies.lp.solver;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.statement.Rational;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Solves linear programs exactly: the optimum is a fraction, and that no point is better is a
 * theorem without a gap.
 *
 * <p>A certified solution tells which lines are tight and which columns are used. With these as
 * equations, point and prices are solved in fractions: first the few unknowns of each job, then
 * those of pools, rows and level. Then both are checked against every line of the program, and
 * their values must be equal. If the guess was wrong, tighter solutions follow.
 *
 * <p>For levels and sums without pairs and free columns. The fractions of many jobs with unrelated
 * rates have denominators of millions of digits; such programs are refused. Integer rates and
 * weights of the order of thousands are fine up to 10<sup>5</sup> jobs. Immutable and thread-safe.
 */
public final class ExactSolver {

  /** The parts below which slacks and reduced costs count as 0, one attempt after the other. */
  private static final List<Double> ZEROS = List.of(1e-7, 1e-9, 1e-5, 1e-11);

  private final CertifiedSolver solver;

  private ExactSolver(CertifiedSolver solver) {
    this.solver = solver;
  }

  /**
   * An exact solver.
   *
   * @param solver finds the certified solutions to start from
   * @return the solver
   */
  public static ExactSolver of(CertifiedSolver solver) {
    return new ExactSolver(requireNonNull(solver, "solver"));
  }

  /**
   * The exact optimum of a program.
   *
   * @param program a level or a linear sum without pairs and free columns
   * @return point, prices and their common value
   * @throws IllegalArgumentException if the program is of another kind
   * @throws SolveFailedException if no exact optimum was found; the message says so
   */
  public ExactOptimum solve(AllocationProgram program) {
    boolean paired = false;
    for (int c = 0; c < program.columnCount(); c++) {
      paired |= program.second(c) >= 0;
    }
    if (paired
        || program.hasUtility()
        || program.hasPairsByType()
        || program.freeColumns().count() > 0) {
      throw new IllegalArgumentException(
          "exact optima are for levels and linear sums without pairs and free columns");
    }
    CertifiedSolution close = solution(solver.within(new Tolerance(0, 1e-10)), program);
    for (CertifiedSolution start : List.of(solver.withVertices().solve(program), close)) {
      for (double zero : ZEROS) {
        Optional<ExactOptimum> optimum = new Attempt(program, start, zero).optimum();
        if (optimum.isPresent()) {
          return optimum.get();
        }
      }
    }
    throw new SolveFailedException(
        "a certified optimum of %s was found, but no exact one".formatted(close.objective()));
  }

  private CertifiedSolution solution(CertifiedSolver close, AllocationProgram program) {
    try {
      return close.solve(program);
    } catch (SolveFailedException tooTight) {
      return solver.solve(program);
    }
  }

  /** One guess of what is tight. */
  private static final class Attempt {
    private final AllocationProgram program;
    private final CouplingRows rows;
    private final double[] x;
    private final Prices prices;
    private final double[] signed;
    private final double zero;
    private final double level;
    private final int columns;
    private final int jobs;
    private final int pools;
    private final List<Map<Integer, Double>> ofColumn = new ArrayList<>(); // rows of each column

    Attempt(AllocationProgram program, CertifiedSolution start, double zero) {
      this.program = program;
      this.zero = zero;
      rows = program.rows();
      x = start.fractions();
      prices = start.bound().prices();
      signed = start.rowPrices().clone();
      for (int i = 0; i < signed.length; i++) {
        signed[i] *= rows.relation(i) == Relation.AT_LEAST ? -1 : 1;
      }
      level = program.hasLevel() ? start.objective() : 0;
      columns = program.columnCount();
      jobs = program.jobCount();
      pools = program.poolCount();
      for (int c = 0; c < columns; c++) {
        ofColumn.add(new HashMap<>());
      }
      for (int i = 0; i < rows.count(); i++) {
        int row = i;
        rows.forEach(i, (c, a) -> ofColumn.get(c).put(row, a));
      }
    }

    Optional<ExactOptimum> optimum() {
      Optional<Rational[]> point = point();
      Optional<Rational[]> dual = point.isPresent() ? dual() : Optional.empty();
      if (dual.isEmpty()) {
        return Optional.empty();
      }
      Optional<Rational> value = ExactCheck.value(program, point.get(), dual.get());
      return value.map(
          v ->
              new ExactOptimum(
                  v,
                  Arrays.copyOf(point.get(), columns),
                  Arrays.copyOfRange(dual.get(), 2 * jobs, 2 * jobs + pools)));
    }

    /** Unknowns: the columns, then the level. */
    private Optional<Rational[]> point() {
      double[] guess = Arrays.copyOf(x, columns + 1);
      guess[columns] = level;
      for (int c = 0; c < columns; c++) {
        guess[c] = x[c] > zero ? x[c] : 0;
      }
      ExactEquations equations = new ExactEquations(guess, columns);
      Usage usage = new Usage(guess);
      return usage.addTightJobs(equations) && usage.addTightRows(equations)
          ? Optional.of(equations.solution())
          : Optional.empty();
    }

    /** The left-hand sides of the lines of the program: as terms, and their values at the point. */
    private final class Usage {
      private final List<Map<Integer, Rational>> time = maps(jobs);
      private final List<Map<Integer, Rational>> throughput = maps(jobs);
      private final List<Map<Integer, Rational>> coupling = maps(pools + rows.count());
      private final double[] spent = new double[jobs];
      private final double[] made = new double[jobs];
      private final double[] used = new double[pools + rows.count()];

      /** The terms of the columns whose guess is not 0. */
      Usage(double[] guess) {
        for (int c = 0; c < columns; c++) {
          if (guess[c] != 0) {
            add(c);
          }
        }
      }

      private void add(int c) {
        int m = program.first(c);
        spent[m] += x[c];
        made[m] += program.rate(c) * x[c];
        used[program.pool(c)] += program.size(c) * x[c];
        ExactEquations.add(time.get(m), c, 1);
        ExactEquations.add(throughput.get(m), c, program.rate(c));
        ExactEquations.add(coupling.get(program.pool(c)), c, program.size(c));
        ofColumn
            .get(c)
            .forEach(
                (i, a) -> {
                  used[pools + i] += a * x[c];
                  ExactEquations.add(coupling.get(pools + i), c, a);
                });
      }

      /** Adds the time and the throughput of jobs that have no slack; false if they conflict. */
      boolean addTightJobs(ExactEquations equations) {
        boolean fits = true;
        for (int m = 0; m < jobs && fits; m++) {
          double owed = program.floor(m) + program.requirement(m) * level;
          if (1 - spent[m] <= zero) {
            ExactEquations.equal(time.get(m), 1);
            fits = equations.add(time.get(m));
          }
          if (fits && owed > 0 && made[m] - owed <= zero * owed) {
            ExactEquations.add(throughput.get(m), columns, -program.requirement(m));
            ExactEquations.equal(throughput.get(m), program.floor(m));
            fits = equations.add(throughput.get(m));
          }
        }
        return fits;
      }

      /** Adds the pools and rows that have no slack; false if they conflict. */
      boolean addTightRows(ExactEquations equations) {
        boolean fits = true;
        for (int i = 0; i < coupling.size() && fits; i++) {
          double bound = i < pools ? program.workers(i) : rows.bound(i - pools);
          boolean exactly = i >= pools && rows.relation(i - pools) == Relation.EXACTLY;
          if (exactly || Math.abs(bound - used[i]) <= zero * Math.max(1, Math.abs(bound))) {
            ExactEquations.equal(coupling.get(i), bound);
            fits = equations.add(coupling.get(i));
          }
        }
        return fits;
      }
    }

    /** Unknowns: prices of throughput, of time, of pools, then of rows, signed. */
    private Optional<Rational[]> dual() {
      double[] guess = new double[2 * jobs + pools + rows.count()];
      double largest = largestWorth();
      for (int m = 0; m < jobs; m++) {
        guess[m] = prices.ofThroughput(m);
        guess[jobs + m] = prices.ofTime(m) > zero * largest ? prices.ofTime(m) : 0;
      }
      for (int k = 0; k < pools; k++) {
        guess[2 * jobs + k] = prices.ofPool(k) > zero * largest ? prices.ofPool(k) : 0;
      }
      System.arraycopy(signed, 0, guess, 2 * jobs + pools, signed.length);
      double[] owed = new double[jobs];
      double[] most = new double[jobs];
      for (int c = 0; c < columns; c++) {
        int m = program.first(c);
        most[m] = Math.max(most[m], program.rate(c));
      }
      for (int m = 0; m < jobs; m++) {
        owed[m] = guess[m] * most[m];
        guess[m] = owed[m] > zero * largest ? guess[m] : 0;
      }
      ExactEquations equations = new ExactEquations(guess, 2 * jobs);
      boolean fits = true;
      for (int c = 0; c < columns && fits; c++) {
        if (x[c] > zero || open(c) <= zero * worth(c)) {
          Map<Integer, Rational> row = new HashMap<>();
          add(row, program.first(c), program.rate(c), guess);
          add(row, jobs + program.first(c), -1, guess);
          add(row, 2 * jobs + program.pool(c), -program.size(c), guess);
          ofColumn.get(c).forEach((i, a) -> add(row, 2 * jobs + pools + i, -a, guess));
          ExactEquations.equal(row, 0.0 - program.gain(c));
          fits = equations.add(row);
        }
      }
      if (fits && program.hasLevel()) {
        Map<Integer, Rational> row = new HashMap<>();
        for (int m = 0; m < jobs; m++) {
          add(row, m, program.requirement(m), guess);
        }
        ExactEquations.equal(row, 1);
        fits = equations.add(row);
      }
      return fits ? Optional.of(equations.solution()) : Optional.empty();
    }

    /** Prices that are 0 are known. */
    private static void add(Map<Integer, Rational> row, int i, double a, double[] guess) {
      if (guess[i] != 0) {
        ExactEquations.add(row, i, a);
      }
    }

    private double largestWorth() {
      double largest = Double.MIN_NORMAL;
      for (int c = 0; c < columns; c++) {
        largest = Math.max(largest, worth(c));
      }
      return largest;
    }

    private double worth(int c) {
      return Math.abs(program.gain(c))
          + program.rate(c) * prices.ofThroughput(program.first(c))
          + program.size(c) * prices.ofPool(program.pool(c))
          + prices.ofTime(program.first(c));
    }

    private double open(int c) {
      double[] paid = {program.size(c) * prices.ofPool(program.pool(c))};
      ofColumn.get(c).forEach((i, a) -> paid[0] += a * signed[i]);
      int m = program.first(c);
      double earned = program.gain(c) + program.rate(c) * prices.ofThroughput(m);
      return paid[0] + prices.ofTime(m) - earned;
    }

    private static List<Map<Integer, Rational>> maps(int count) {
      List<Map<Integer, Rational>> maps = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        maps.add(new HashMap<>());
      }
      return maps;
    }
  }
}
