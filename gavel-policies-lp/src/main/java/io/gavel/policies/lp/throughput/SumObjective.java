package io.gavel.policies.lp.throughput;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.Deadlines;
import io.gavel.policies.lp.internal.FloorSolver;
import io.gavel.policies.lp.internal.ProgramPolicies;
import io.gavel.policies.lp.internal.SoftRows;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.model.Group;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Function;

/**
 * A weighted sum of throughputs, with or without SLO constraints: the common part of the policies
 * of this package. Immutable.
 *
 * @param solver solves the programs
 * @param stepWeight the weight of a step of each job
 * @param slos whether jobs must meet their SLOs
 */
record SumObjective(CertifiedSolver solver, StepWeight stepWeight, boolean slos) {

  /**
   * Returns the aspects of a problem that a policy reads to maximise the sum, apart from prices.
   */
  Set<Aspect> reads() {
    Set<Aspect> sum = ProgramPolicies.reads();
    Set<Aspect> weighted = stepWeight == StepWeight.UNIT ? sum : Aspect.union(sum, Aspect.WEIGHTS);
    return slos ? Aspect.union(weighted, Aspect.SLOS, Aspect.STEPS) : weighted;
  }

  /** Returns the claims of a sum in which every job's throughput counts, equally on all types. */
  Claims claims() {
    Claims claims = ProgramPolicies.claims(allJobsCount());
    return stepWeight == StepWeight.WEIGHTED_SHARES
        ? claims
        : claims.without(Invariant.UNIT_INVARIANCE);
  }

  /**
   * Returns the conditions under which every job's term exceeds the certified tolerance of the sum.
   */
  private Condition[] allJobsCount() {
    return switch (stepWeight) {
      case UNIT -> new Condition[] {Condition.NO_PAIRS, Condition.COMPARABLE_RATES};
      case WEIGHTED_STEPS ->
          new Condition[] {
            Condition.NO_PAIRS, Condition.COMPARABLE_RATES, Condition.COMPARABLE_WEIGHTS
          };
      case WEIGHTED_SHARES ->
          new Condition[] {Condition.NO_PAIRS, Condition.FIRST_WAYS, Condition.COMPARABLE_WEIGHTS};
    };
  }

  /** Returns the minimum throughput of each job, {@code [job]}. */
  double[] floors(AllocationProblem problem) {
    return slos ? new Deadlines(solver, problem).require() : new double[problem.jobCount()];
  }

  /**
   * Returns the weighted throughput of each group on each type, {@code [group][type]} row-major.
   */
  double[] gains(AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    double[] gain = new double[problem.groupCount() * types];
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      for (int i = 0; i < group.size(); i++) {
        double weightOfStep = stepWeight.ofStep(problem, group.member(i));
        for (int j = 0; j < types; j++) {
          gain[g * types + j] += weightOfStep * problem.throughputs().stepsPerSecond(g, i, j);
        }
      }
    }
    return gain;
  }

  /** Returns the worth of a step of each job, {@code [job]}. */
  double[] weights(AllocationProblem problem) {
    double[] ofStep = new double[problem.jobCount()];
    Arrays.setAll(ofStep, m -> stepWeight.ofStep(problem, m));
    return ofStep;
  }

  /** Returns the program that maximises the weighted sum of steps. */
  AllocationProgram steps(AllocationProblem problem) {
    return AllocationProgram.maximizeSum(problem, weights(problem));
  }

  /**
   * Maximises a sum under the SLOs.
   *
   * @param sum the program of a problem, without floors
   */
  Allocation maximize(
      AllocationProblem problem, Function<AllocationProblem, AllocationProgram> sum) {
    return maximize(solver, problem, floors(SoftRows.hard(problem)), sum);
  }

  /**
   * Maximises a sum under floors.
   *
   * @param floors steps per second, {@code [job]}
   * @param sum the program of a problem, without floors
   */
  static Allocation maximize(
      CertifiedSolver solver,
      AllocationProblem problem,
      double[] floors,
      Function<AllocationProblem, AllocationProgram> sum) {
    AllocationProgram program = SoftRows.added(problem, sum.apply(SoftRows.hard(problem)));
    boolean hasFloor = Arrays.stream(floors).anyMatch(floor -> floor > 0);
    CertifiedSolution point =
        hasFloor
            ? FloorSolver.solve(solver::solveOrFeasible, program, floors)
            : solver.solveOrFeasible(program);
    return AllocationFactory.certified(
        problem,
        point,
        point.bound(),
        used ->
            (problem.pairsByType().isEmpty() ? program : sum.apply(used))
                .withFloor(floors)
                .statement(used, missed(used, point), false));
  }

  /**
   * Returns the amounts by which a point misses soft constraints, in the order of the variables.
   */
  private static double[] missed(AllocationProblem problem, CertifiedSolution point) {
    int entries = problem.groupCount() * problem.cluster().typeCount();
    return SoftRows.missed(problem, point.fractionsByEntry(entries));
  }

  /**
   * Returns the cost of each group on each type in currency per hour, {@code [group][type]}
   * row-major.
   *
   * @param wholeGangs whether a gang pays for all of its workers or for one; a share of a worker
   *     always costs that share of its price
   */
  static double[] bills(AllocationProblem problem, boolean wholeGangs, String policy) {
    double[] price = requirePrices(problem, policy);
    double[] bills = new double[problem.groupCount() * price.length];
    for (int i = 0; i < bills.length; i++) {
      double workers = problem.workers(i / price.length);
      bills[i] = (wholeGangs ? workers : Math.min(1, workers)) * price[i % price.length];
      for (int t = 0; problem.isCoGang(i / price.length) && t < price.length; t++) {
        int alongside = problem.alongside(i / price.length, t);
        bills[i] +=
            (wholeGangs ? alongside : Math.min(1, alongside))
                * problem.cluster().type(t).pricePerHour();
      }
    }
    return bills;
  }

  /**
   * Returns the price of each worker type.
   *
   * @throws IllegalArgumentException if a type that some job could use has price 0
   */
  static double[] requirePrices(AllocationProblem problem, String policy) {
    double[] prices = new double[problem.cluster().typeCount()];
    boolean mayPair = !problem.pairsByType().isEmpty();
    for (int j = 0; j < prices.length; j++) {
      prices[j] = problem.cluster().type(j).pricePerHour();
      for (int g = 0; g < problem.listedGroupCount() && prices[j] == 0; g++) {
        if (mayPair || problem.runs(g, j)) {
          throw new IllegalArgumentException(
              "price per hour of type \"%s\" is 0.0; %s needs it to be > 0"
                  .formatted(problem.cluster().type(j).name(), policy));
        }
      }
      prices[j] = prices[j] > 0 ? prices[j] : 1; // nothing runs there
    }
    return prices;
  }
}
