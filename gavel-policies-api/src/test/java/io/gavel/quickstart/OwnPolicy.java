package io.gavel.quickstart;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Claims;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.contract.PolicyRules;
import io.gavel.policies.contract.RandomProblems;

/** A policy of one's own, held to the contract without any test engine; docs/contract-kit.md. */
public final class OwnPolicy implements Policy {

  private final boolean countsGangs;

  private OwnPolicy(boolean countsGangs) {
    this.countsGangs = countsGangs;
  }

  /** First come, first served: each job full time on the first type with room for it. */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    double[] fractions = new double[problem.groupCount() * types];
    double[] taken = new double[problem.cluster().poolCount()];
    for (int m = 0; m < problem.jobCount(); m++) {
      double workers = countsGangs ? Math.ceil(problem.workers(m)) : 1;
      for (int j = 0; j < types; j++) {
        int k = problem.cluster().poolOf(j);
        if (problem.runs(m, j) && taken[k] + workers <= problem.cluster().poolWorkers(k)) {
          fractions[m * types + j] = 1;
          taken[k] += workers;
          break;
        }
      }
    }
    return Allocation.of(problem, fractions, new Certificate(0, 0, 0, Prices.zero(problem)));
  }

  @Override
  public Claims claims() {
    return Claims.rules();
  }

  @Override
  public String toString() {
    return countsGangs ? "first come" : "first come, gangs forgotten";
  }

  private static String verdict(Policy policy) {
    // contract kit: begin
    PolicyRules rules = PolicyRules.of(policy);
    try {
      for (long seed = 0; seed < 200; seed++) {
        rules.checkAll(RandomProblems.of(seed), seed);
      }
      return "keeps its rules";
    } catch (AssertionError broken) {
      return "breaks " + broken.getMessage().lines().findFirst().orElseThrow();
    }
    // contract kit: end
  }

  /**
   * Prints what the kit finds.
   *
   * @param args none
   */
  public static void main(String[] args) {
    for (Policy policy : new Policy[] {new OwnPolicy(true), new OwnPolicy(false)}) {
      System.out.println(policy + ": " + verdict(policy));
    }
  }
}
