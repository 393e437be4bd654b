package io.gavel.policies.lp.welfare;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.audit.ParetoCheck;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.FloorSolver;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.Arrays;

/**
 * Checks whether an allocation is Pareto efficient, and returns evidence.
 *
 * <pre>
 *   maximise over X'   Σ_m throughput(m, X') / fastest(m)   with throughput(m, X') ≥ throughput(m, X)
 * </pre>
 *
 * <p>If {@code X} itself is an optimum, the program's prices support it: {@code 1 / fastest(m)} and
 * the price of job m's floor together give every job a positive weight. Otherwise the optimum is a
 * better allocation for some job and worse for none. Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 */
public record ParetoProgram(CertifiedSolver solver) implements ParetoCheck {

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   */
  public ParetoProgram {
    requireNonNull(solver, "solver");
  }

  /**
   * Returns the check with the standard solvers.
   *
   * @return the check
   */
  public static ParetoProgram create() {
    return new ParetoProgram(CertifiedSolver.standard());
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the program
   * @return a copy
   */
  public ParetoProgram withSolver(CertifiedSolver solver) {
    return new ParetoProgram(solver);
  }

  @Override
  public Evidence examine(Allocation allocation, Tolerance tolerance) {
    double[] weight = weights(allocation);
    double[] reached = new double[weight.length];
    double total = 0;
    for (int m = 0; m < weight.length; m++) {
      reached[m] = weight[m] > 0 ? Math.max(0, allocation.effectiveThroughput(m)) : 0;
      total += weight[m] * reached[m];
    }
    AllocationProgram program = AllocationProgram.maximizeSum(allocation.problem(), weight);
    CertifiedSolution point;
    try {
      point = FloorSolver.solveCloselyIfSmall(solver, program, reached);
    } catch (SolveFailedException | InfeasibleProblemException unanswered) {
      return new Unknown("the program has no certified solution: " + unanswered.getMessage());
    }
    if (tolerance.atMost(point.bound().value(), total)) {
      return new Supported(supporting(point.bound().prices(), weight));
    }
    return new Improvable(
        AllocationFactory.certified(
            program, allocation.problem(), point.fractions(), point.bound()));
  }

  /**
   * Returns the weight of a step of each job: the reciprocal of its fastest rate in any of its
   * groups.
   */
  private static double[] weights(Allocation allocation) {
    double[] fastest = new double[allocation.problem().jobCount()];
    for (int g = 0; g < allocation.problem().groupCount(); g++) {
      for (int j = 0; j < allocation.problem().cluster().typeCount(); j++) {
        for (int i = 0; i < allocation.problem().group(g).size(); i++) {
          if (allocation.problem().runs(g, j)) {
            int m = allocation.problem().group(g).member(i);
            double rate = allocation.problem().throughputs().stepsPerSecond(g, i, j);
            fastest[m] = Math.max(fastest[m], rate);
          }
        }
      }
    }
    return Arrays.stream(fastest).map(rate -> rate > 0 ? 1 / rate : 0).toArray();
  }

  private static Prices supporting(Prices prices, double[] weight) {
    double[] throughput = new double[weight.length];
    double[] time = new double[weight.length];
    Arrays.setAll(throughput, m -> weight[m] + prices.ofThroughput(m));
    Arrays.setAll(time, prices::ofTime);
    return Prices.of(prices.pools(), time, throughput).withConstraints(prices.constraints());
  }
}
