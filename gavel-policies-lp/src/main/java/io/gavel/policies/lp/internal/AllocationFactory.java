package io.gavel.policies.lp.internal;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.ConstraintRow;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Builds allocations from the solutions of programs, and checks that problems are supported. */
public final class AllocationFactory {

  private AllocationFactory() {}

  /** An allocation from a program's fractions, {@code [column]}. */
  public static Allocation of(
      AllocationProgram program, AllocationProblem problem, double[] x, Certificate certificate) {
    double[] fractions = new double[problem.groupCount() * problem.cluster().typeCount()];
    for (int c = 0; c < x.length; c++) {
      fractions[program.entry(c)] = x[c];
    }
    return Allocation.of(problem, fractions, certificate);
  }

  /** An allocation from a solution. Its problem lists the pairs by job type that it uses. */
  public static Allocation certified(
      AllocationProblem problem,
      CertifiedSolution point,
      double objective,
      double bound,
      Prices prices) {
    AllocationProblem listed =
        problem.pairsByType().isEmpty() ? problem : problem.withPairs(point.pairs());
    return certified(point.program(), listed, point.fractions(), objective, bound, prices);
  }

  /** An allocation with the bound that proves its optimality for the program. */
  public static Allocation certified(
      AllocationProgram program, AllocationProblem problem, double[] x, DualBound bound) {
    return certified(program, problem, x, program.objective(x), bound.value(), bound.prices());
  }

  /** An allocation whose certificate is in the unit of the policy's objective. */
  public static Allocation certified(
      AllocationProgram program,
      AllocationProblem problem,
      double[] x,
      double objective,
      double bound,
      Prices prices) {
    Prices stated = ofConstraints(problem, prices);
    Allocation allocation = of(program, problem, x, new Certificate(objective, bound, 0, stated));
    double violation = allocation.maxViolation();
    return violation == 0
        ? allocation
        : of(program, problem, x, new Certificate(objective, bound, violation, stated));
  }

  /** The prices without those of rows that are no constraints of the problem. */
  private static Prices ofConstraints(AllocationProblem problem, Prices prices) {
    Map<String, Double> stated = new HashMap<>(prices.constraints());
    stated.keySet().retainAll(problem.constraintRows().stream().map(ConstraintRow::name).toList());
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

  /**
   * Rejects problems with constraints.
   *
   * @param policy does not support them
   */
  public static void requireNoConstraints(AllocationProblem problem, Policy policy) {
    if (!problem.constraintRows().isEmpty()) {
      throw new IllegalArgumentException(
          "%s does not support constraints; the problem has \"%s\""
              .formatted(policy, problem.constraintRows().get(0).name()));
    }
  }

  /**
   * Rejects problems with pairs.
   *
   * @param policy what does not support them, for the message
   */
  public static void requireNoPairs(AllocationProblem problem, String policy) {
    if (problem.groupCount() > problem.jobCount() + problem.configurationCount()) {
      throw new IllegalArgumentException(
          "the problem has %s pairs; %s does not support space sharing: pass problem.withoutPairs()"
              .formatted(problem.pairCount(), policy));
    }
  }

  /**
   * Rejects problems with configurations.
   *
   * @param policy what does not support them, for the message
   */
  public static void requireNoConfigurations(AllocationProblem problem, String policy) {
    if (problem.configurationCount() > 0) {
      throw new IllegalArgumentException(
          ("the problem has configurations, such as \"%s\"; %s does not support elastic jobs: pass"
                  + " problem.withoutConfigurations()")
              .formatted(problem.groupName(problem.jobCount() + problem.pairCount()), policy));
    }
  }
}
