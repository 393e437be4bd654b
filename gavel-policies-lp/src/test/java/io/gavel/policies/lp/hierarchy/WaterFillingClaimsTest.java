package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.hierarchy.WaterFilling.WaterFillingResult;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What water filling reads and claims, and answers where jobs are owed nothing or the same. */
class WaterFillingClaimsTest {

  private static final WaterFilling FLAT = WaterFilling.create();

  @Test
  void reads_entitiesAndThePast_onlyOverEntities() {
    Set<Aspect> flat = FLAT.reads();
    Set<Aspect> over = FLAT.overEntities().reads();
    assertTrue(flat.contains(Aspect.WEIGHTS));
    assertTrue(over.containsAll(flat));
    for (Aspect tree :
        List.of(Aspect.ENTITIES, Aspect.STEPS, Aspect.HISTORY, Aspect.ARRIVAL_ORDER)) {
      assertFalse(flat.contains(tree), tree::toString);
      assertTrue(over.contains(tree), tree::toString);
    }
  }

  @Test
  void claims_overEntities_areFewerAndForWorkThatIsLeft() {
    Claims flat = FLAT.claims();
    Claims over = FLAT.overEntities().claims();
    assertTrue(flat.invariants().contains(Invariant.PROGRESS));
    assertFalse(over.invariants().contains(Invariant.PROGRESS));
    assertEquals(
        Set.of(Condition.NO_PAIRS, Condition.FIRST_WAYS),
        flat.conditions(Invariant.WORK_CONSERVATION));
    assertEquals(
        Set.of(Condition.NO_PAIRS, Condition.FIRST_WAYS, Condition.WORK_LEFT),
        over.conditions(Invariant.WORK_CONSERVATION));
    assertTrue(over.invariants().contains(Invariant.PROVED));
  }

  /** Their levels differ by the last bit, in either order. */
  @Test
  void fill_jobsThatAreFullTogether_areAscending() {
    Cluster cluster = Cluster.of(new WorkerType("a", 4), new WorkerType("b", 8));
    for (int i = 1; i <= 30; i++) {
      double rate = i / 7.0;
      AllocationProblem problem =
          AllocationProblem.builder(cluster)
              .job(Job.of("x"), 1 / rate, 1 / rate)
              .job(Job.of("y"), rate, rate)
              .job(Job.of("z"), 3 * rate, 3 * rate)
              .build();
      List<WaterFillingResult.Round> rounds = FLAT.fill(problem).rounds();
      assertEquals(1, rounds.size(), "rate " + rate);
      assertEquals(List.of(0, 1, 2), rounds.get(0).saturated(), "rate " + rate);
      assertEquals(1, rounds.get(0).level(), 1e-12);
    }
  }

  /** They run together only, so that nobody is owed anything; but a constraint asks for it. */
  @Test
  void fill_nobodyThatIsOwedAnything_keepsConstraints() {
    double[] beside = {0.75};
    AllocationProblem together =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1)))
            .job(Job.of("x"), 0)
            .job(Job.of("y"), 0)
            .pair("x", "y", beside, beside)
            .build();
    Constraint some = Constraint.named("some").that(LinearForm.time().ofJobs("x")).atLeast(0.25);
    WaterFillingResult filled = FLAT.fill(together.constraining(some));
    assertEquals(List.of(), filled.rounds());
    assertTrue(filled.allocation().effectiveThroughput(1) >= 0.75 * 0.25 * (1 - 1e-9));
    assertEquals(-1, filled.roundOf(0));
  }

  /** Half of a level is one unit, of a job that can use two. */
  @Test
  void demands_lightJob_risesByItsWeight() {
    AllocationProblem light =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1)))
            .job(Job.builder("x").weight(0.5).build(), 1)
            .build();
    FairnessTree.Demands demands = FairnessTree.flat(light).demands(new double[] {2});
    assertEquals(1, demands.at(2)[0]);
    assertEquals(1.5, demands.at(3)[0]);
    assertEquals(2, demands.at(5)[0]);
    assertEquals(4, demands.fullAt()[0]);
  }
}
