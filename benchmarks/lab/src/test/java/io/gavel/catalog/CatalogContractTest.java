package io.gavel.catalog;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.contract.PolicyRules;
import io.gavel.policies.contract.RandomProblems;
import io.gavel.policies.contract.RandomSequences;
import io.gavel.policies.contract.SequenceRules;
import io.gavel.policies.contract.Variants;
import io.gavel.policies.lp.welfare.ParetoProgram;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every policy of the catalogue keeps the rules of the contract, with the claims it makes. */
class CatalogContractTest {

  private static final boolean NIGHTLY = Boolean.getBoolean("gavel.nightly");

  private static final int SEEDS = NIGHTLY ? 2000 : 50;

  private static final int SEQUENCES = NIGHTLY ? 200 : 4;

  /** The problem as the policy can take it: the catalogue gives pairs to packed policies only. */
  private static AllocationProblem adapt(PolicyEntry entry, AllocationProblem problem) {
    AllocationProblem same = entry.packed() ? problem : problem.withoutPairs();
    same =
        entry.needs().contains(PolicyEntry.Need.RIGID_JOBS) ? same.withoutConfigurations() : same;
    if (!entry.needs().contains(PolicyEntry.Need.SINGLE_WORKERS)) {
      return same;
    }
    return same.withJobs(
        same.jobs().stream()
            .map(job -> job.toBuilder().scaleFactor(1).gpuMilli(1000).build())
            .toList());
  }

  private static boolean takes(PolicyEntry entry, AllocationProblem problem) {
    // A reference type must be one on which every job that runs can run.
    return !entry.needs().contains(PolicyEntry.Need.REFERENCE_TYPE)
        || problem.jobs().stream()
            .allMatch(
                job -> problem.throughputs().stepsPerSecond(problem.indexOf(job.id()), 0) > 0);
  }

  /**
   * While jobs and workers come and go; what the policy does not take is a problem without jobs.
   */
  @TestFactory
  Stream<DynamicTest> sequences() {
    return PolicyCatalog.entries().stream()
        .map(entry -> dynamicTest(entry.key(), () -> requireSequences(entry)));
  }

  /** Floors that were missed by a part of a billion hid three steps in 100,000 of a total. */
  @Test
  void sequence_floorsThatAreNearlyKept_leaveNobodyIdle() {
    requireSequence(PolicyCatalog.entry("finish_time_fairness_weighted"), 123);
  }

  private static void requireSequences(PolicyEntry entry) {
    for (long seed = 0; seed < SEQUENCES; seed++) {
      requireSequence(entry, seed);
    }
  }

  private static void requireSequence(PolicyEntry entry, long seed) {
    SequenceRules.of(() -> entry.policy().apply(OptionalInt.of(0)))
        .checkAll(
            RandomSequences.of(seed)
                .adapted(
                    problem -> {
                      AllocationProblem adapted = adapt(entry, problem);
                      return takes(entry, adapted) ? adapted : Variants.select(adapted);
                    }));
  }

  @TestFactory
  Stream<DynamicTest> contract() {
    return PolicyCatalog.entries().stream()
        .map(entry -> dynamicTest(entry.key(), () -> requireContract(entry)));
  }

  /**
   * A job that is left a part of 4e-15 of its fastest rate would make the proof lose all digits.
   */
  @Test
  void contract_nextToNothingIsLeft_isProved() {
    PolicyEntry entry = PolicyCatalog.entry("shortest_job_first");
    Assertions.assertTrue(requireContract(entry, 244, EnumSet.of(Invariant.PROVED)));
  }

  /** A job would hold most of a type for a part of 2e-14 of its level. */
  @Test
  void contract_ratesOfSixteenMagnitudes_isParetoEfficient() {
    PolicyEntry entry = PolicyCatalog.entry("water_filling");
    Assertions.assertTrue(requireContract(entry, 1046, EnumSet.of(Invariant.PARETO_EFFICIENCY)));
  }

  /** Of jobs with a part of 4e-13 of their fastest rate, none envies the other. */
  @Test
  void contract_nextToNothing_isNotEnvied() {
    PolicyEntry entry = PolicyCatalog.entry("oef_cooperative");
    Assertions.assertTrue(requireContract(entry, 1325, EnumSet.of(Invariant.ENVY_FREENESS)));
  }

  /**
   * The fractions of another job would give a job 3e-10 of its fastest rate, and it had nothing.
   */
  @Test
  void contract_envyBelowRounding_isSolvedAgain() {
    PolicyEntry entry = PolicyCatalog.entry("max_envy_free");
    Assertions.assertTrue(requireContract(entry, 244, EnumSet.of(Invariant.ENVY_FREENESS)));
  }

  private static void requireContract(PolicyEntry entry) {
    long answered =
        LongStream.range(0, SEEDS)
            .filter(seed -> requireContract(entry, seed, invariants(seed)))
            .count();
    Assertions.assertTrue(answered > SEEDS / 5, () -> "answered only " + answered);
  }

  /** Returns whether the policy answered. */
  private static boolean requireContract(PolicyEntry entry, long seed, Set<Invariant> invariants) {
    Policy policy = entry.policy().apply(OptionalInt.of(0));
    PolicyRules rules = PolicyRules.of(policy).withParetoCheck(ParetoProgram.create());
    AllocationProblem problem = adapt(entry, RandomProblems.of(seed));
    return takes(entry, problem) && rules.checkAll(problem, seed, invariants);
  }

  /** All invariants of an allocation, and one that compares answers, in turn; nightly all. */
  private static Set<Invariant> invariants(long seed) {
    Set<Invariant> all = EnumSet.allOf(Invariant.class);
    List<Invariant> relations =
        all.stream().filter(invariant -> !invariant.isOfAllocation()).toList();
    if (!NIGHTLY) {
      all.removeAll(relations);
      all.add(relations.get((int) (seed % relations.size())));
    }
    return all;
  }
}
