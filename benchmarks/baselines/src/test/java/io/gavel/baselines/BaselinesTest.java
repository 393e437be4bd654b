package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationException;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Policy;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.Intervals;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.variant.Robust;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Rules that every scheduler keeps. */
class BaselinesTest {

  @Provide
  static Arbitrary<String> names() {
    return Arbitraries.of(Baselines.policies().names());
  }

  private static Policy policy(String name) {
    return Baselines.policies().named(name);
  }

  @Example
  void suppliers_areTheNamesInOrder() {
    assertEquals(
        "tiresias_las tiresias_las_normalized srtf srtf_promoted srsf srsf_promoted themis"
            + " optimus slaq shockwave"
            + " gandiva_introspective gandiva_introspective_packed allox_fair sia pollux"
            + " pop_max_min_fairness",
        String.join(" ", Baselines.policies().names()));
    for (String name : Baselines.policies().names()) {
      assertEquals(policy(name), policy(name), name);
      assertEquals(policy(name.replace("_packed", "")), policy(name), name);
    }
  }

  @Example
  void allocate_underALimit_keepsOrNamesIt() {
    for (String name : Baselines.policies().names()) {
      AllocationProblem.Builder problem = AllocationProblem.builder(Cases.workers(2));
      for (String id : List.of("a", "b")) {
        problem.job(Job.builder(id).stepsRemaining(100).build(), 2);
      }
      assertEquals(0, policy(name).allocate(problem.build()).maxViolation(), 1e-12);
      Constraint few = Constraint.named("few").that(LinearForm.workers().ofJobs("a")).atMost(0.375);
      try {
        Allocation x = policy(name).allocate(problem.constraint(few).build());
        assertTrue(x.timeFraction(0) <= 0.375 + 1e-9, x::toTable);
      } catch (IllegalArgumentException refused) {
        assertTrue(refused.getMessage().contains("constraint"), refused.getMessage());
        assertTrue(refused.getMessage().contains("\"few\""), refused.getMessage());
      }
    }
  }

  @Example
  void allocate_pairsByType_answersOrSaysWhatToPass() {
    AllocationProblem.Builder four =
        AllocationProblem.builder(Cases.workers(1, 1))
            .entity(new Entity("team", 1, Entity.Discipline.FAIRNESS));
    for (String id : List.of("a", "b", "c", "d")) {
      four.job(
          Job.builder(id).type("t").entity("team").stepsRemaining(9).sloSeconds(99).build(), 2, 1);
    }
    double[] rates = {1.5, 1};
    AllocationProblem problem =
        four.build()
            .sharingByType(PairThroughputs.builder(2).pair("t", "t", 1, rates, rates).build());
    for (String name : Baselines.policies().names()) {
      try {
        assertTrue(policy(name).allocate(problem).maxViolation() <= 1e-9);
      } catch (IllegalArgumentException refusal) {
        String message = refusal.getMessage();
        assertTrue(message.contains("has pairs by job type; "), message);
        AllocationProblem advised =
            message.endsWith(": pass problem.withAllPairs()")
                ? problem.withAllPairs()
                : problem.withoutPairs();
        assertTrue(policy(name).allocate(advised).maxViolation() <= 1e-9);
      }
    }
  }

  @Property(tries = 60)
  void robust_anyScheduler_keepsItsPromise(
      @ForAll("names") String name, @ForAll Problems.Kind kind, @ForAll Draws random) {
    AllocationProblem problem =
        Intervals.random(Problems.complete(random, kind), random).withoutConfigurations();
    Allocation x;
    try {
      x = Robust.of(policy(name)).allocate(problem);
    } catch (IllegalArgumentException | AllocationException refused) {
      return; // without an answer there is no promise
    }
    for (int i = 0; i < 5; i++) {
      Allocation real =
          Allocation.of(
              x.problem().withThroughputs(Intervals.truth(problem.throughputs(), random)),
              x.fractions(),
              x.certificate());
      for (int m = 0; m < problem.jobCount(); m++) {
        assertTrue(real.effectiveThroughput(m) >= x.effectiveThroughput(m), name);
      }
    }
  }
}
