package io.gavel.policies.lp.internal;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.proof.Certifier;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds allocations from the solutions of programs. */
public final class AllocationFactory {

  private AllocationFactory() {}

  /** Returns an allocation from a program's fractions, {@code [column]}. */
  public static Allocation of(
      AllocationProgram program, AllocationProblem problem, double[] x, Certificate certificate) {
    return Allocation.of(problem, fractions(program, problem, x), certificate);
  }

  /**
   * Returns an allocation from a solution of a program that may have pairs by type. Its problem
   * lists the used pairs.
   *
   * @param program states the theorem over the listed pairs
   */
  public static Allocation certified(
      AllocationProblem problem,
      CertifiedSolution point,
      DualBound bound,
      Function<AllocationProblem, Statement> program) {
    boolean listed = problem.pairsByType().isEmpty();
    AllocationProblem used = listed ? problem : problem.withPairs(point.pairs());
    double[] fractions = point.fractionsByEntry(used.groupCount() * problem.cluster().typeCount());
    Statement statement = program.apply(used);
    Allocation x =
        Certifier.certify(
            used,
            fractions,
            statement,
            stated(used, statement.rows(), bound.prices()),
            bound.value());
    Certificate c = x.certificate();
    boolean forAllPairs = // as the bound of the program
        statement.goal().minimized()
            ? c.bound() <= bound.value()
            : c.bound() >= bound.value() || (c.bound() == 0 && point.isNothing());
    return listed || forAllPairs
        ? x
        : x.withCertificate(
            new Certificate(
                c.objective(),
                bound.value(),
                c.maxViolation(),
                c.prices(),
                c.statement(),
                c.levels()));
  }

  /** Returns an allocation with the bound that proves its optimality for the program. */
  public static Allocation certified(
      AllocationProgram program, AllocationProblem problem, double[] x, DualBound bound) {
    return certified(
        problem,
        fractions(program, problem, x),
        program.statement(problem),
        bound.prices(),
        bound.value());
  }

  /**
   * Returns an allocation whose certificate says what its prices prove.
   *
   * @param fractions {@code [group][worker type]} row-major
   * @param hint a bound that the prices prove, except for rounding
   */
  public static Allocation certified(
      AllocationProblem problem,
      double[] fractions,
      Statement statement,
      Prices prices,
      double hint) {
    return Certifier.certify(
        problem, fractions, statement, stated(problem, statement.rows(), prices), hint);
  }

  /** Fractions by column as fractions by entry; the array itself if both are the same. */
  public static double[] fractions(
      AllocationProgram program, AllocationProblem problem, double[] x) {
    return Programs.columns(program)
        .byEntry(x, problem.groupCount() * problem.cluster().typeCount());
  }

  /** Returns the prices without rows that belong neither to the problem nor to the statement. */
  private static Prices stated(AllocationProblem problem, List<LinearRow> rows, Prices prices) {
    Map<String, Double> stated = new HashMap<>(prices.constraints());
    stated
        .keySet()
        .retainAll(
            Stream.concat(
                    problem.constraintRows().stream().map(LinearRow::name),
                    rows.stream().map(LinearRow::name))
                .collect(Collectors.toSet()));
    return prices.withConstraints(stated);
  }

  /**
   * Returns the allocation if its certificate holds.
   *
   * @throws SolveFailedException otherwise
   */
  public static Allocation proved(Allocation allocation) {
    if (!allocation.certificate().holdsWithin(Tolerance.CERTIFIED)) {
      throw new SolveFailedException(
          "the programs were solved, but the resulting allocation is not certified: "
              + allocation.certificate());
    }
    return allocation;
  }

  /** Returns the value of throughputs at their prices. */
  public static double valueOf(Prices prices, double[] throughput) {
    double value = 0;
    for (int m = 0; m < throughput.length; m++) {
      value += prices.ofThroughput(m) * throughput[m];
    }
    return value;
  }

  /**
   * Returns the prices by which the time of one job limits a level: the first job to reach the most
   * that it can have, ignoring the capacity of pools. All are 0 if no job counts.
   *
   * @param requirement the throughput of each job per unit of level, {@code [job]}
   * @param most the largest throughput of each job, {@code [job]}
   */
  public static Prices ofOneJob(double[] requirement, double[] most, int pools) {
    int first = -1;
    for (int m = 0; m < most.length; m++) {
      boolean lower = first < 0 || most[m] / requirement[m] < most[first] / requirement[first];
      first = requirement[m] > 0 && lower ? m : first;
    }
    double[] time = new double[most.length];
    double[] owed = new double[most.length];
    if (first >= 0) {
      owed[first] = 1 / requirement[first];
      time[first] = most[first] * owed[first];
    }
    return DualBound.claimed(new double[pools], time, owed);
  }

  /** Prices in another unit. */
  public static Prices scaled(Prices prices, double factor, int jobs) {
    double[] pools = prices.pools();
    double[] time = new double[jobs];
    double[] throughput = new double[jobs];
    Arrays.setAll(pools, k -> prices.ofPool(k) * factor);
    Arrays.setAll(time, m -> prices.ofTime(m) * factor);
    Arrays.setAll(throughput, m -> prices.ofThroughput(m) * factor);
    Map<String, Double> constraints = new HashMap<>(prices.constraints());
    constraints.replaceAll((name, price) -> price * factor);
    return Prices.of(pools, time, throughput).withConstraints(constraints);
  }
}
