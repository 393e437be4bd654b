package io.gavel.bench;

import io.gavel.bench.Task.NotMeasuredException;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.proof.Proof;
import java.util.List;
import java.util.Locale;

/** The cases of exact checks: certificates of solved problems are checked, nothing is solved. */
final class ProofCases {

  private ProofCases() {}

  static List<BenchCase> all() {
    return List.of(
        verify(2_048, Target.times(1, "max-min-2048")),
        verify(65_536, Target.times(1, "max-min-65536")),
        verify(1_048_576, Target.times(0.1, "max-min-1048576")),
        levels(),
        levelsOverTree());
  }

  private static BenchCase levelsOverTree() {
    return new BenchCase(
        "verify-tree-20-4096",
        "exact check of all levels over an entity tree of 20, rows distinct, n = 4,096",
        "verify",
        Target.times(0.1, "tree-20-4096"),
        () ->
            check(
                WaterFilling.create().overEntities(),
                Instances.of(4_096, 3, 7).gangs().priorities().distinct().entities(20).build()));
  }

  private static BenchCase levels() {
    return new BenchCase(
        "verify-levels-65536",
        "exact check of all levels of water filling, 26 types, n = 65,536",
        "verify",
        Target.times(0.1, "water-filling-65536"),
        () ->
            check(WaterFilling.create(), Instances.of(65_536, 3, 6).gangs().priorities().build()));
  }

  private static BenchCase verify(int jobs, Target target) {
    return new BenchCase(
        "verify-" + jobs,
        String.format(
            Locale.ROOT,
            "exact check of the certificate of max-min, rows distinct, K = 3, n = %,d",
            jobs),
        "verify",
        target,
        () -> check(MaxMinFairness.create(), Instances.of(jobs, 3, 1).gangs().distinct().build()));
  }

  private static Task check(Policy policy, AllocationProblem problem) {
    Allocation solved = policy.allocate(problem);
    return Task.ofAnswer(problem, () -> checked(solved));
  }

  private static Answer checked(Allocation solved) {
    if (Proof.of(solved) instanceof Proof.Proved proved) {
      return new Answer(solved.certificate().objective(), proved.within().ceil());
    }
    throw new NotMeasuredException(Proof.of(solved).toString());
  }
}
