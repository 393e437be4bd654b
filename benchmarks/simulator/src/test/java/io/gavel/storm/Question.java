package io.gavel.storm;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.model.Entity;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** States the problem of the moment, and asks a policy that may fail. */
final class Question {

  private static final int MOST_PAIRS = 12;
  private static final List<Entity> ENTITIES =
      List.of(
          new Entity("e0", 1, Entity.Discipline.FAIRNESS),
          new Entity("e1", 2, Entity.Discipline.FAIRNESS),
          new Entity("e2", 1, Entity.Discipline.FIFO));
  private static final List<Invariant> JUDGED =
      List.of(
          Invariant.FRACTIONS,
          Invariant.TIME,
          Invariant.CAPACITY,
          Invariant.USEFUL_TIME,
          Invariant.CONSTRAINTS);
  private static final int AUDITED = 16;

  private final World world;
  private final Policy policy;
  private final Auditor auditor = Auditor.create();
  private int asked;

  Question(World world) {
    this.world = world;
    this.policy = Policies.standard().named(world.scenario.policy());
  }

  AllocationProblem of(
      Map<String, Double> limits, Consumer<AllocationProblem.Builder> addJobs, List<JobSpec> jobs) {
    AllocationProblem.Builder problem = AllocationProblem.builder(world.scenario.cluster());
    ENTITIES.forEach(problem::entity);
    addJobs.accept(problem);
    int pairs = 0;
    for (int a = 0; world.scenario.packed() && a < jobs.size(); a++) {
      for (int b = a + 1; b < jobs.size() && pairs < MOST_PAIRS; b++) {
        if (jobs.get(a).pairsWith(jobs.get(b))) {
          JobSpec.addPair(problem, jobs.get(a), jobs.get(b));
          pairs++;
        }
      }
    }
    limits.forEach((limit, part) -> Limits.addTo(problem, world.scenario.cluster(), limit, part));
    return problem.build();
  }

  /** Asks the policy, and audits its answer. */
  Allocation answer(AllocationProblem problem) {
    if (world.now < world.policyFailsUntil) {
      throw new SolveFailedException("the policy fails on purpose");
    }
    Allocation allocation = policy.allocate(problem);
    world.tally.add(Tally.Of.ALLOCATIONS);
    boolean proved = policy.claims().include(Invariant.PROVED, condition -> true);
    if (proved) {
      judge(auditor.judge(allocation, Invariant.PROVED));
    }
    for (Invariant invariant : JUDGED) {
      judge(auditor.judge(allocation, invariant));
    }
    if (asked++ % AUDITED == 0) {
      world.tally.add(Tally.Of.ALLOCATIONS_AUDITED);
      List<Finding.Violated> violated = auditor.audit(allocation, policy.claims()).violations();
      Violation.unless(violated.isEmpty(), "claims hold", world.scenario.policy(), violated);
    }
    return allocation;
  }

  private void judge(Finding finding) {
    Violation.unless(
        !(finding instanceof Finding.Violated),
        "allocations are proved",
        world.scenario.policy(),
        finding);
  }
}
