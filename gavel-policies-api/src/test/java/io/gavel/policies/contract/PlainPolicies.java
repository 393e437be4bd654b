package io.gavel.policies.contract;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import java.util.Arrays;

/** Simple policies that keep the rules, and what wrong ones are made of. */
final class PlainPolicies {

  /** The fraction of time for a job on a type, where {@code n} jobs can run. */
  @FunctionalInterface
  interface Formula {
    double of(AllocationProblem problem, int m, int j, int n);
  }

  /** A policy with a name for failures. */
  record Named(String name, Claims claims, Policy policy) implements Policy {
    @Override
    public Allocation allocate(AllocationProblem problem) {
      return policy.allocate(problem);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private PlainPolicies() {}

  static final double A_LITTLE = 1 - 1e-9; // keeps sums below 1 despite rounding

  static boolean runsAlone(AllocationProblem problem, int m) {
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      if (problem.runs(m, j)) {
        return true;
      }
    }
    return false;
  }

  static int runnable(AllocationProblem problem) {
    int n = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      n += runsAlone(problem, m) ? 1 : 0;
    }
    return n;
  }

  /** An allocation by formula on the types where jobs run alone, with objective 1. */
  static Allocation by(AllocationProblem problem, Formula formula) {
    int types = problem.cluster().typeCount();
    double[] fractions = new double[problem.groupCount() * types];
    int n = runnable(problem);
    for (int m = 0; m < problem.jobCount(); m++) {
      for (int j = 0; j < types; j++) {
        fractions[m * types + j] = problem.runs(m, j) ? formula.of(problem, m, j, n) : 0;
      }
    }
    return allocation(problem, 1, fractions);
  }

  static Allocation allocation(AllocationProblem problem, double objective, double... fractions) {
    return Allocation.of(
        problem, fractions, new Certificate(objective, objective, 0, Prices.zero(problem)));
  }

  /** A part of each pool, evenly over its types; rows of more than 1 are scaled down. */
  static double slice(AllocationProblem problem, int m, int j, double part) {
    double gangs = part / problem.job(m).workers();
    int k = problem.cluster().poolOf(j);
    long sharing =
        problem.cluster().types().stream()
            .filter(type -> type.pool().equals(problem.cluster().type(j).pool()))
            .count();
    return A_LITTLE
        * problem.cluster().poolWorkers(k)
        * gangs
        / (sharing * Math.max(1, problem.cluster().workers() * gangs));
  }

  /** Each job gets one n-th of each pool: correct, and keeps many invariants. */
  static final Formula SLICES = (problem, m, j, n) -> slice(problem, m, j, 1.0 / n);

  static final Claims OF_SLICES =
      Claims.rules()
          .and(Invariant.PROGRESS)
          .and(Invariant.EQUAL_TREATMENT)
          .and(Invariant.UNIT_INVARIANCE)
          .and(Invariant.ORDER_INVARIANCE)
          .and(Invariant.POPULATION_MONOTONICITY)
          .and(Invariant.WEIGHT_MONOTONICITY)
          .and(Invariant.SPEED_MONOTONICITY);

  static Policy slices() {
    return new Named("slices", OF_SLICES, problem -> by(problem, SLICES));
  }

  /**
   * In order of arrival, each job gets all that is left of its fastest types: correct, but later
   * jobs may get nothing.
   */
  static Allocation greedy(AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    double[] left = new double[problem.cluster().poolCount()];
    Arrays.setAll(left, problem.cluster()::poolWorkers);
    double[] fractions = new double[problem.groupCount() * types];
    for (int m = 0; m < problem.jobCount(); m++) {
      double time = 1;
      boolean[] used = new boolean[types];
      for (int turn = 0; turn < types; turn++) {
        int fastest = -1;
        for (int j = 0; j < types; j++) {
          if (!used[j]
              && problem.runs(m, j)
              && (fastest < 0 || rate(problem, m, j) > rate(problem, m, fastest))) {
            fastest = j;
          }
        }
        if (fastest >= 0) {
          used[fastest] = true;
          int k = problem.cluster().poolOf(fastest);
          double x = Math.min(time, left[k] / problem.job(m).workers());
          fractions[m * types + fastest] = A_LITTLE * x;
          time -= x;
          left[k] = Math.max(0, left[k] - x * problem.job(m).workers()); // rounding
        }
      }
    }
    return allocation(problem, 1, fractions);
  }

  static Policy greedy() {
    Claims claims = Claims.rules().and(Invariant.WORK_CONSERVATION).and(Invariant.ARRIVAL_PRIORITY);
    return new Named("greedy", claims, PlainPolicies::greedy);
  }

  static double rate(AllocationProblem problem, int m, int j) {
    return problem.throughputs().stepsPerSecond(m, j);
  }
}
