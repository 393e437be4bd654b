package io.gavel.quickstart;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.contract.PolicyRules;
import io.gavel.policies.contract.RandomProblems;
import io.gavel.policies.contract.RandomSequences;
import io.gavel.policies.contract.SequenceRules;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** A policy of its own, checked by the contract kit without a test engine. */
public final class OwnPolicy implements Policy {

  /** What is wrong with the policy. */
  private enum Fault {
    NONE,
    GANGS_FORGOTTEN,
    PLACES_REMEMBERED
  }

  private final Fault fault;
  private final Map<String, Integer> places = new HashMap<>();

  private OwnPolicy(Fault fault) {
    this.fault = fault;
  }

  /** First come, first served: each job full time on the first type with room for it. */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    double[] fractions = new double[problem.groupCount() * types];
    double[] taken = new double[problem.cluster().poolCount()];
    for (int m = 0; m < problem.jobCount(); m++) {
      double workers = fault == Fault.GANGS_FORGOTTEN ? 1 : Math.ceil(problem.workers(m));
      String id = problem.job(m).id();
      int first = fault == Fault.PLACES_REMEMBERED ? places.getOrDefault(id, 0) : 0;
      for (int i = 0; i < types; i++) {
        int j = (first + i) % types;
        int k = problem.cluster().poolOf(j);
        if (problem.runs(m, j) && taken[k] + workers <= problem.cluster().poolWorkers(k)) {
          fractions[m * types + j] = 1;
          taken[k] += workers;
          places.put(id, j);
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
    return fault == Fault.NONE
        ? "first come"
        : "first come, " + fault.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String verdict(Supplier<Policy> policies) {
    // contract kit: begin
    PolicyRules rules = PolicyRules.of(policies.get());
    SequenceRules sequenceRules = SequenceRules.of(policies);
    try {
      for (long seed = 0; seed < 200; seed++) {
        rules.checkAll(RandomProblems.of(seed), seed);
        sequenceRules.checkAll(RandomSequences.of(seed));
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
    for (Fault fault : Fault.values()) {
      System.out.println(new OwnPolicy(fault) + ": " + verdict(() -> new OwnPolicy(fault)));
    }
  }
}
