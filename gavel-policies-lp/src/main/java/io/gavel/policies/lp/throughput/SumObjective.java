package io.gavel.policies.lp.throughput;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.Deadlines;
import io.gavel.policies.lp.internal.FloorSolver;
import io.gavel.policies.lp.near.NearOptimalSet;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.model.Group;
import java.util.Arrays;
import java.util.Set;

/**
 * What policies that maximise a sum of throughputs have in common. Immutable.
 *
 * @param solver what answers the programs
 * @param worth what a step counts
 * @param slos whether deadlines are kept
 */
record SumObjective(CertifiedSolver solver, StepWeight worth, boolean slos) {

  /** Every step counts the same, and SLOs are kept. */
  static SumObjective ofSteps(String policy) {
    return new SumObjective(CertifiedSolver.standard().forPolicy(policy), StepWeight.STEPS, true);
  }

  SumObjective withSolver(CertifiedSolver other) {
    return new SumObjective(other, worth, slos);
  }

  SumObjective withWorth(StepWeight other) {
    return new SumObjective(solver, requireNonNull(other, "worth"), slos);
  }

  SumObjective withoutSlos() {
    return new SumObjective(solver, worth, false);
  }

  /** What of a problem a policy reads that maximises the sum; prices are apart. */
  Set<Aspect> reads() {
    Set<Aspect> sum = Aspect.only(Aspect.PAIRS, Aspect.SHARES);
    Set<Aspect> weighted = worth == StepWeight.STEPS ? sum : Aspect.union(sum, Aspect.WEIGHTS);
    return slos ? Aspect.union(weighted, Aspect.SLOS, Aspect.STEPS) : weighted;
  }

  /** What holds of a sum in which every job's throughput counts, the same on all types. */
  Claims claims() {
    Claims claims =
        Claims.rules()
            .and(Invariant.PROVED)
            .and(Invariant.WORK_CONSERVATION, everyoneCounts())
            .and(Invariant.PARETO_EFFICIENCY, everyoneCounts())
            .and(Invariant.EQUAL_TREATMENT, Condition.NO_PAIRS);
    return worth == StepWeight.WEIGHTED_SHARES
        ? claims.and(Invariant.UNIT_INVARIANCE, Condition.NO_PAIRS)
        : claims;
  }

  /** When no job's part of the sum is lost in what a certified sum may miss. */
  private Condition[] everyoneCounts() {
    return switch (worth) {
      case STEPS -> new Condition[] {Condition.NO_PAIRS, Condition.COMPARABLE_RATES};
      case WEIGHTED_STEPS ->
          new Condition[] {
            Condition.NO_PAIRS, Condition.COMPARABLE_RATES, Condition.COMPARABLE_WEIGHTS
          };
      case WEIGHTED_SHARES -> new Condition[] {Condition.NO_PAIRS, Condition.COMPARABLE_WEIGHTS};
    };
  }

  /** The throughput that each job must have, {@code [job]}. */
  double[] floors(AllocationProblem problem) {
    return slos ? new Deadlines(solver, problem).require() : new double[problem.jobCount()];
  }

  /** The worth of the throughput of each group on each type, {@code [group][type]} row-major. */
  double[] worth(AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    double[] gain = new double[problem.groupCount() * types];
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      for (int i = 0; i < group.size(); i++) {
        double worthOfStep = worth.ofStep(problem, group.member(i));
        for (int j = 0; j < types; j++) {
          gain[g * types + j] += worthOfStep * problem.throughputs().stepsPerSecond(g, i, j);
        }
      }
    }
    return gain;
  }

  /** The program of the worth of all steps. */
  AllocationProgram steps(AllocationProblem problem) {
    double[] ofStep = new double[problem.jobCount()];
    Arrays.setAll(ofStep, m -> worth.ofStep(problem, m));
    return AllocationProgram.maximizeSum(problem, ofStep);
  }

  /** Maximises the worth of all steps. */
  Allocation maximize(AllocationProblem problem) {
    AllocationProgram program = steps(problem);
    CertifiedSolution point = FloorSolver.solve(solver, program, floors(problem));
    return AllocationFactory.certified(
        problem, point, point.objective(), point.bound().value(), point.bound().prices());
  }

  /** The allocations that are almost as good as the optimum of a program with the policy's SLOs. */
  NearOptimalSet near(AllocationProgram sum, Allocation optimum, double part) {
    double[] demand = floors(optimum.problem());
    double[] floor = new double[demand.length]; // rounding may have taken some of the demand
    Arrays.setAll(floor, m -> Math.min(demand[m], optimum.effectiveThroughput(m)));
    return NearOptimalSet.ofSum(sum, floor, (1 - part) * optimum.certificate().objective());
  }

  /** Maximises a sum of gains, {@code [group][type]} row-major. */
  Allocation maximize(AllocationProblem problem, double[] gain) {
    AllocationProgram program = AllocationProgram.maximizeGain(problem, gain);
    CertifiedSolution point = FloorSolver.solve(solver, program, floors(problem));
    return AllocationFactory.certified(program, problem, point.fractions(), point.bound());
  }

  /**
   * What each group costs in currency per hour on each type, {@code [group][type]} row-major.
   *
   * @param wholeGangs whether a gang pays for all of its workers, or for one; a share of a worker
   *     costs its part in any case
   */
  static double[] bills(AllocationProblem problem, boolean wholeGangs, String policy) {
    double[] price = requirePrices(problem, policy);
    double[] bills = new double[problem.groupCount() * price.length];
    for (int i = 0; i < bills.length; i++) {
      double workers = problem.workers(i / price.length);
      bills[i] = (wholeGangs ? workers : Math.min(1, workers)) * price[i % price.length];
    }
    return bills;
  }

  /**
   * The price of each worker type.
   *
   * @throws IllegalArgumentException if a type that some job could use has none
   */
  private static double[] requirePrices(AllocationProblem problem, String policy) {
    double[] prices = new double[problem.cluster().typeCount()];
    for (int j = 0; j < prices.length; j++) {
      prices[j] = problem.cluster().type(j).pricePerHour();
      for (int g = 0; g < problem.groupCount() && prices[j] == 0; g++) {
        if (problem.runs(g, j)) {
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
