package io.gavel.policies.constraint;

import static io.gavel.policies.Errors.assertNames;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.snapshot.ProblemSnapshot;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConstraintTest {

  private static final int PAIR = 3;

  private static final double[] HELD = {0.25, 7, 0.5, 0.125};

  private static AllocationProblem.Builder builder() {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("v100", 4), new WorkerType("k80", 6)))
        .entity(new Entity("lab", 1, Discipline.FAIRNESS))
        .entity(new Entity("red", Optional.of("lab"), 1, Discipline.FAIRNESS))
        .entity(new Entity("blue", 1, Discipline.FAIRNESS))
        .job(Job.builder("a").entity("red").type("bert").scaleFactor(2).build(), 4, 1)
        .job(Job.builder("b").entity("blue").type("gpt").scaleFactor(2).build(), 6, 2)
        .job(Job.builder("c").entity("lab").type("bert").build(), 5, 3)
        .pair("a", "b", new double[] {3, 0.5}, new double[] {5, 1.5});
  }

  private static double[] row(LinearForm form, int g) {
    AllocationProblem problem = builder().build();
    return new double[] {form.coefficient(problem, g, 0), form.coefficient(problem, g, 1)};
  }

  @Test
  void attributesHalfOfAPairToEachMember() {
    LinearForm red = LinearForm.workers().ofEntity("red");
    assertArrayEquals(new double[] {2, 2}, row(red, 0));
    assertArrayEquals(new double[] {0, 0}, row(red, 1));
    assertArrayEquals(new double[] {1, 1}, row(red, PAIR));
    assertArrayEquals(new double[] {2, 2}, row(LinearForm.workers(), PAIR));
    assertArrayEquals(new double[] {0.5, 0.5}, row(LinearForm.time().ofJobs("b"), PAIR));
    assertArrayEquals(
        new double[] {300, 150}, row(LinearForm.amount(300, 150).ofJobs("b", "c"), PAIR));
  }

  @Test
  void countsTheStepsOfTheChosenMember() {
    assertArrayEquals(new double[] {5, 1.5}, row(LinearForm.steps().ofJobs("b"), PAIR));
    assertArrayEquals(new double[] {8, 2}, row(LinearForm.steps(), PAIR));
    assertArrayEquals(new double[] {6, 2}, row(LinearForm.steps().ofJobs("b"), 1));
  }

  @Test
  void countsARunningPairInFullForEachMember() {
    assertArrayEquals(new double[] {1, 1}, row(LinearForm.running().ofJobs("b"), PAIR));
    assertArrayEquals(new double[] {2, 2}, row(LinearForm.running(), PAIR));
    assertArrayEquals(new double[] {1, 1}, row(LinearForm.running(), 0)); // a gang runs once
  }

  @Test
  void resource_needsOfJobs_countWhileTheyRun() {
    Constraint memory = Constraint.resource("memory", Map.of("a", 8.0, "b", 3.0, "c", 0.0), 10);
    assertEquals(Relation.AT_MOST, memory.relation());
    assertEquals(new Constraint.Bound(10, false), memory.bound());
    assertArrayEquals(new double[] {8, 8}, row(memory.form(), 0));
    assertArrayEquals(new double[] {3, 3}, row(memory.form(), 1));
    assertArrayEquals(new double[] {0, 0}, row(memory.form(), 2));
    assertArrayEquals(new double[] {11, 11}, row(memory.form(), PAIR)); // both are in memory
    Map<String, Double> equal = Map.of("a", 2.0, "b", 2.0, "c", 2.0);
    assertEquals(1, Constraint.resource("cores", equal, 0).form().terms().size());
  }

  @Test
  void resource_wrongNumbers_areNamed() {
    assertNames(
        () -> Constraint.resource("cores", Map.of("a", -1.0), 4),
        "need of job \"a\" for resource \"cores\" is -1.0");
    assertNames(
        () -> Constraint.resource("cores", Map.of("a", 1.0), Double.NaN),
        "capacity of resource \"cores\" is NaN");
    assertNames(
        () -> Constraint.resource("cores", Map.of("a", 0.0), 4), "no job needs resource \"cores\"");
  }

  @Test
  void selectsEntitiesWithThoseBelowJobTypesAndWorkerTypes() {
    assertArrayEquals(
        new double[] {0, 2}, row(LinearForm.workers().ofEntity("lab").onTypes("k80"), 0));
    assertArrayEquals(new double[] {1, 1}, row(LinearForm.workers().ofEntity("lab"), 2));
    assertArrayEquals(new double[] {0, 0}, row(LinearForm.workers().ofJobType("bert"), 1));
    assertArrayEquals(new double[] {1, 1}, row(LinearForm.workers().ofJobType("bert"), PAIR));
  }

  @Test
  void addsForms() {
    LinearForm form =
        LinearForm.workers().ofEntity("red").onTypes("v100").times(2).plus(LinearForm.amount(3, 5));
    assertArrayEquals(new double[] {2 * 2 + 2 * 3, 2 * 5}, row(form, 0));
    assertArrayEquals(new double[] {9, 9}, row(form.minus(LinearForm.time()), 0));
  }

  @Test
  void groups_fewJobs_areThoseWithCoefficients() {
    Constraint few =
        Constraint.named("few")
            .that(LinearForm.workers().ofJobs("a", "c").onTypes("k80"))
            .atMost(1);
    LinearRow row = builder().constraint(few).build().constraintRows().get(0);
    int[] onSecondType = {1, 2 * 2 + 1, 2 * PAIR + 1};
    assertArrayEquals(onSecondType, IntStream.range(0, row.size()).map(row::column).toArray());
    assertEquals(0, row.coefficientOf(2 * 1 + 1));
    assertEquals(
        2 * 0.25 + 1 * 0.5 + 0.125, row.sum(entry -> entry % 2 == 0 ? 9 : HELD[entry / 2]));
  }

  @Test
  void boundsFollowTheCluster() {
    Constraint half =
        Constraint.named("half")
            .that(LinearForm.workers().ofJobs("a").onTypes("k80"))
            .atMostPartOfCapacity(0.5);
    AllocationProblem problem = builder().constraint(half).build();
    assertEquals(3, problem.constraintRows().get(0).bound());
    Cluster larger = Cluster.of(new WorkerType("v100", 4), new WorkerType("k80", 10));
    assertEquals(5, problem.withCluster(larger).constraintRows().get(0).bound());
  }

  @Test
  void movesAPartOfAnotherFormToTheLeft() {
    Constraint.Bounded red =
        Constraint.named("relative").that(LinearForm.workers().ofEntity("red"));
    for (Constraint relative :
        List.of(
            red.atMostPartOf(0.5, LinearForm.workers()),
            red.atLeastPartOf(0.5, LinearForm.workers()),
            red.exactlyPartOf(0.5, LinearForm.workers()))) {
      LinearRow row = builder().constraint(relative).build().constraintRows().get(0);
      assertEquals(relative.relation(), row.relation());
      assertEquals(0, row.bound());
      assertEquals(1, row.coefficientOf(0));
      assertEquals(-1, row.coefficientOf(2));
    }
    assertEquals(Relation.AT_MOST, red.atMostPartOf(1, LinearForm.time()).relation());
    assertEquals(Relation.AT_LEAST, red.atLeastPartOf(1, LinearForm.time()).relation());
    assertEquals(Relation.EXACTLY, red.exactlyPartOf(1, LinearForm.time()).relation());
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void refusesNumbersThatAreNotFinite(double wrong) {
    Constraint.Bounded power = Constraint.named("power").that(LinearForm.workers());
    assertNames(() -> power.atMost(wrong), "\"power\" is " + wrong);
    assertNames(() -> power.exactlyPartOfCapacity(wrong), "\"power\"");
    assertNames(() -> power.atLeastPartOf(wrong, LinearForm.time()), "\"power\"");
    assertNames(() -> LinearForm.amount(1, wrong), "" + wrong);
    assertNames(() -> LinearForm.workers().times(wrong), "" + wrong);
  }

  @Test
  void refusesUnclearForms() {
    assertNames(() -> LinearForm.of(List.of()), "terms");
    assertNames(LinearForm::amount, "0 amounts");
    assertNames(() -> LinearForm.time().ofJobs(), "selected jobs");
    assertNames(() -> LinearForm.time().onTypes(), "at least one");
    assertNames(() -> LinearForm.time().ofJobs("a", "a"), "\"a\"");
    assertNames(() -> LinearForm.time().ofJobs("a").ofEntity("red"), "[a]", "red");
    assertNames(() -> LinearForm.time().times(0), "factor");
    assertNames(() -> Constraint.named(" "), "blank");
  }

  @Test
  void refusesWhatTheProblemLacks() {
    assertRefused(LinearForm.time().ofJobs("z"), "constraint \"c\": there is no job \"z\"");
    assertRefused(LinearForm.time().ofEntity("z"), "constraint \"c\": there is no entity \"z\"");
    assertRefused(LinearForm.time().ofJobType("z"), "constraint \"c\": there is no job type \"z\"");
    assertRefused(
        LinearForm.time().onTypes("z"), "constraint \"c\": there is no worker type \"z\"");
    assertRefused(LinearForm.amount(1, 2, 3), "constraint \"c\": amount per worker has 3 entries");
  }

  private static void assertRefused(LinearForm form, String message) {
    AllocationProblem.Builder wrong =
        builder().constraint(Constraint.named("c").that(form).atMost(1));
    assertNames(wrong::build, message);
  }

  @Test
  void refusesARepeatedName() {
    Constraint constraint = Constraint.named("c").that(LinearForm.time()).atMost(1);
    AllocationProblem.Builder once = builder().constraint(constraint);
    assertNames(() -> once.constraint(constraint), "\"c\" is stated");
  }

  @Test
  void staysWithCopiesOfTheProblem() {
    Constraint constraint = Constraint.named("c").that(LinearForm.steps()).atMost(9);
    AllocationProblem problem = builder().constraint(constraint).build();
    assertEquals(List.of(constraint), problem.constraints());
    assertEquals(List.of(constraint), problem.withoutPairs().constraints());
    assertEquals(List.of(constraint), problem.forbidding("a", "k80").constraints());
    assertEquals(List.of(constraint), problem.withJobs(problem.jobs()).constraints());
    assertEquals(List.of(constraint), problem.withCluster(problem.cluster()).constraints());
    assertEquals(List.of(constraint), problem.believing(problem.throughputs()).constraints());
    assertEquals(builder().build(), problem.withoutConstraint("c"));
    assertNotEquals(problem, problem.withoutConstraint("c"));
    assertEquals(problem, builder().build().constraining(constraint));
    assertNames(() -> problem.withoutConstraint("d"), "there is no constraint \"d\"; known: c");
  }

  @Test
  void toString_constraints_readAsTheirStatement() {
    Constraint.Bounded power =
        Constraint.named("power")
            .that(
                LinearForm.amount(300, 150)
                    .ofJobType("bert")
                    .times(2)
                    .plus(LinearForm.workers().onTypes("k80")));
    assertEquals(
        "\"power\": 2.0 · amount [300.0, 150.0] of jobs of type \"bert\" on all types + 1.0 ·"
            + " workers of all jobs on [k80] ≤ 9.0",
        power.atMost(9).toString());
    assertEquals("0.5 of capacity", power.atMostPartOfCapacity(0.5).bound().toString());
  }

  @Test
  void partsOfCapacity_keepTheirRelation() {
    Constraint.Bounded held = Constraint.named("held").that(LinearForm.workers());
    Constraint.Bound half = new Constraint.Bound(0.5, true);
    assertEquals(
        new Constraint("held", LinearForm.workers(), Relation.AT_MOST, half),
        held.atMostPartOfCapacity(0.5));
    assertEquals(
        new Constraint("held", LinearForm.workers(), Relation.AT_LEAST, half),
        held.atLeastPartOfCapacity(0.5));
    assertEquals(
        new Constraint("held", LinearForm.workers(), Relation.EXACTLY, half),
        held.exactlyPartOfCapacity(0.5));
  }

  @Test
  void equals_forms_termsDecide() {
    LinearForm form = LinearForm.workers().ofJobs("a").times(2);
    assertEquals(form, LinearForm.workers().ofJobs("a").times(2));
    assertEquals(form.hashCode(), LinearForm.workers().ofJobs("a").times(2).hashCode());
    assertNotEquals(form, LinearForm.workers().ofJobs("a"));
    assertNotEquals(form, LinearForm.time().ofJobs("a").times(2));
  }

  /** Beside each other, a makes 7 and b makes 9 steps per second; both hold 2 workers. */
  @Test
  void ofPair_thatIsNotListed_isAsIfItWere() {
    Constraint pace =
        Constraint.named("pace")
            .that(
                LinearForm.steps().ofJobs("b").plus(LinearForm.workers().ofEntity("red").times(10)))
            .atMost(1);
    FormCoefficients form = pace.form().over(builder().build());
    assertEquals(9 + 10, form.ofPair(new Group.Pair(0, 1), 0, 7, 9));
    assertEquals(
        List.of(BitSet.valueOf(new long[] {2}), BitSet.valueOf(new long[] {1})), form.jobs());
    form.jobs().get(0).clear();
    assertEquals(6, form.at(1, 0));
  }

  @Test
  void isEmpty_constraintOrQuota_isFalse() {
    assertTrue(ConstraintSet.none().isEmpty());
    assertFalse(ConstraintSet.none().and(Quota.of("red").limitedInAll(1)).isEmpty());
    Constraint cap = Constraint.named("cap").that(LinearForm.time()).atMost(1);
    assertFalse(ConstraintSet.none().and(cap).isEmpty());
  }

  /** Upper limits on running jobs hold at each moment; all other constraints on average. */
  @Test
  void momentRows_byDefault_areUpperLimitsOfWhatRuns() {
    LinearForm red = LinearForm.workers().ofEntity("red");
    AllocationProblem problem =
        builder()
            .constraint(Constraint.named("workers").that(red).atMost(1))
            .constraint(Constraint.named("watts").that(LinearForm.amount(3, 2)).atMost(9))
            .constraint(Constraint.named("memory").that(LinearForm.running().times(3)).atMost(9))
            .constraint(Constraint.named("others").that(LinearForm.workers().minus(red)).atMost(1))
            .constraint(Constraint.named("time").that(LinearForm.time()).atMost(1))
            .constraint(Constraint.named("steps").that(LinearForm.steps()).atMost(1))
            .constraint(Constraint.named("mixed").that(red.plus(LinearForm.time())).atMost(1))
            .constraint(Constraint.named("part").that(red).atMostPartOf(0.5, LinearForm.workers()))
            .constraint(Constraint.named("least").that(red).atLeast(0))
            .constraint(Constraint.named("equal").that(red).exactly(0))
            .constraint(Constraint.named("mean").that(red).atMost(1).onAverage())
            .constraint(
                Constraint.named("at once").that(LinearForm.time()).atMost(1).atEachMoment())
            .quota(Quota.of("red").limitedInAll(2))
            .build();
    assertEquals(
        List.of("workers", "watts", "memory", "others", "at once", "limit:red:any"),
        problem.momentRows().stream().map(LinearRow::name).toList());
    Constraint stated = problem.constraints().get(10);
    assertEquals(Optional.of(Constraint.Holds.AVERAGE), stated.holds());
    assertEquals(Optional.of(Constraint.Holds.MOMENT), stated.atEachMoment().holds());
    assertTrue(stated.toString().endsWith("on average"), stated::toString);
    assertEquals(problem, ProblemSnapshot.parse(ProblemSnapshot.print(problem)));
  }

  @Test
  void violation_eitherSide_isTheDistance() {
    assertEquals(2, Relation.EXACTLY.violation(5, 3));
    assertEquals(2, Relation.EXACTLY.violation(3, 5));
    assertEquals(2, Relation.AT_MOST.violation(5, 3));
    assertEquals(0, Relation.AT_MOST.violation(3, 5));
    assertEquals(0, Relation.AT_LEAST.violation(5, 3));
    assertEquals(2, Relation.AT_LEAST.violation(3, 5));
  }
}
