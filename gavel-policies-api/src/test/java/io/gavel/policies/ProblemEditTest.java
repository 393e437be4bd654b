package io.gavel.policies;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

class ProblemEditTest {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("v100", 4), new WorkerType("k80", 4));

  private static final Entity LAB = new Entity("lab", 1, Entity.Discipline.FAIRNESS);

  private static final Constraint FEW =
      Constraint.named("few").that(LinearForm.workers().ofJobs("c")).atMost(1);

  /** All that a problem may hold, of three jobs. */
  private static AllocationProblem.Builder all() {
    return AllocationProblem.builder(CLUSTER)
        .job(Job.builder("a").entity("lab").build(), 4, 1)
        .within(new double[] {3, 1}, new double[] {5, 1})
        .job(Job.of("b"), 2, 1)
        .pair("a", "b", new double[] {3, 0}, new double[] {1, 0})
        .within(new double[] {2, 0}, new double[] {4, 0}, new double[] {1, 0}, new double[] {1, 0})
        .configuration("b", "wide", 2, 3, 2)
        .job(Job.of("c"), 5, 3)
        .pair("c", "a", new double[] {2, 2}, new double[] {1, 1})
        .configuration("c", "wide", 4, 12, 8)
        .within(new double[] {10, 8}, new double[] {12, 9})
        .forbid("b", "k80")
        .entity(LAB)
        .constraint(FEW);
  }

  @Test
  void edit_withoutChanges_isTheProblem() {
    AllocationProblem problem = all().build();

    assertEquals(problem, problem.edit().build());
  }

  @Test
  void edit_pairsByTypeAndBeliefs_areKept() {
    PairThroughputs pairs =
        PairThroughputs.builder(2)
            .pair("lm", "lm", 1, new double[] {1, 1}, new double[] {1, 1})
            .build();
    AllocationProblem byType =
        AllocationProblem.builder(CLUSTER)
            .job(Job.builder("a").type("lm").build(), 4, 1)
            .build()
            .sharingByType(pairs);
    AllocationProblem believed = all().build().believing(all().build().throughputs());

    assertEquals(byType, byType.edit().build());
    assertEquals(believed, believed.edit().build());
    assertNotEquals(all().build(), believed.edit().build());
  }

  @Test
  void remove_aJob_takesItsPairsConfigurationsAndIntervalsWithIt() {
    AllocationProblem left = all().build().edit().remove("b").build();

    assertEquals(
        AllocationProblem.builder(CLUSTER)
            .job(Job.builder("a").entity("lab").build(), 4, 1)
            .within(new double[] {3, 1}, new double[] {5, 1})
            .job(Job.of("c"), 5, 3)
            .pair("c", "a", new double[] {2, 2}, new double[] {1, 1})
            .configuration("c", "wide", 4, 12, 8)
            .within(new double[] {10, 8}, new double[] {12, 9})
            .entity(LAB)
            .constraint(FEW)
            .build(),
        left);
  }

  @Test
  void remove_thenTheSameIdAgain_isTheLastToArriveAndHasNothingOfTheOld() {
    AllocationProblem again =
        all()
            .build()
            .edit()
            .remove("b")
            .job(Job.of("b"), 7, 7)
            .configuration("b", "wide", 2, 8, 8)
            .build();

    assertEquals(2, again.indexOf("b"));
    assertEquals(7, again.throughputs().stepsPerSecond(2, 1));
    assertEquals(0, again.eligibility().forbiddenTypes(2).length);
    assertEquals(1, again.pairCount());
  }

  @Test
  void remove_theOnlyJob_leavesNone() {
    AllocationProblem one = AllocationProblem.builder(CLUSTER).job(Job.of("a"), 1, 1).build();

    assertEquals(AllocationProblem.builder(CLUSTER).build(), one.edit().remove("a").build());
  }

  @Test
  void remove_aJobThatAConstraintNames_isRefusedByTheBuild() {
    AllocationProblem.Builder edit = all().build().edit().remove("c");

    assertEquals(
        "constraint \"few\": there is no job \"c\"; known: a, b",
        assertThrows(IllegalArgumentException.class, edit::build).getMessage());
  }

  @Test
  void replace_aJob_keepsItsPlaceAndThroughputs() {
    AllocationProblem problem = all().build();
    AllocationProblem heavier = problem.edit().replace(Job.builder("b").weight(3).build()).build();

    assertEquals(3, heavier.job(1).weight());
    assertEquals(problem.throughputs(), heavier.throughputs());
  }

  @Test
  void rates_ofAJob_replaceThoseAloneWithTheirInterval() {
    AllocationProblem problem = all().build();
    AllocationProblem faster = problem.edit().rates("a", 6, 2).build();

    assertEquals(6, faster.throughputs().stepsPerSecond(0, 0));
    assertEquals(6, faster.throughputs().low().stepsPerSecond(0, 0));
    assertEquals(3, faster.throughputs().stepsPerSecond(3, 0, 0), "beside b");
    AllocationProblem unsure =
        problem.edit().rates("a", 6, 2).within(new double[] {5, 2}, new double[] {6, 2}).build();
    assertEquals(5, unsure.throughputs().low().stepsPerSecond(0, 0));
  }

  @Test
  void edits_ofUnknownJobs_areRefusedByName() {
    AllocationProblem.Builder edit = all().build().edit().remove("a");
    String unknown = "there is no job \"a\"; known: b, c";

    assertEquals(
        unknown, assertThrows(IllegalArgumentException.class, () -> edit.remove("a")).getMessage());
    assertEquals(
        unknown,
        assertThrows(IllegalArgumentException.class, () -> edit.replace(Job.of("a"))).getMessage());
    assertEquals(
        unknown,
        assertThrows(IllegalArgumentException.class, () -> edit.rates("a", 1, 1)).getMessage());
    String negative =
        assertThrows(IllegalArgumentException.class, () -> edit.rates("b", 1, -1)).getMessage();
    assertTrue(negative.contains("job \"b\"") && negative.contains("k80"), negative);
  }

  @Test
  void edit_leavesTheProblemAsItIs() {
    AllocationProblem problem = all().build();
    problem.edit().remove("b").rates("a", 9, 9).replace(Job.builder("c").weight(2).build()).build();

    assertEquals(all().build(), problem);
  }
}
