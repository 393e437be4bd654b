package io.gavel.policies.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure.JobSet;
import io.gavel.policies.program.Program.Purchasable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ProgramTest {

  private static final Measure STEPS = Measure.throughput();

  private static final Program PROGRAM = Program.of(problem());

  private static AllocationProblem problem() {
    Cluster cluster =
        Cluster.of(
            new WorkerType("v100", 2),
            new WorkerType("v100-split", 2).withPool("v100"),
            new WorkerType("k80", 0));
    return AllocationProblem.builder(cluster)
        .entity(new Entity("red", 2, Entity.Discipline.FAIRNESS))
        .entity(new Entity("blue", 1, Entity.Discipline.FAIRNESS))
        .entity(new Entity("idle", 1, Entity.Discipline.FAIRNESS))
        .job(Job.builder("a").entity("blue").weight(4).build(), 4, 3, 2)
        .job(Job.builder("b").entity("red").scaleFactor(2).build(), 6, 5, 1)
        .job(Job.builder("c").entity("red").sloSeconds(10).build(), 2, 2, 2)
        .job(Job.of("d"), 1, 1, 1)
        .build();
  }

  private static void refused(String message, Executable action) {
    RuntimeException refusal = assertThrows(RuntimeException.class, action);
    assertTrue(refusal.getMessage().contains(message), refusal.getMessage());
  }

  @Test
  void measure_products_multiplyAndDivide() {
    Measure share = STEPS.per((problem, m) -> m == 3 ? 0 : 8).times(Job::workers).per(Job::weight);
    assertEquals(1. / 8 / 4, share.ofStep(problem(), 0));
    assertEquals(2. / 8, share.ofStep(problem(), 1));
    assertEquals(0, share.ofStep(problem(), 3)); // has no reference throughput
  }

  @Test
  void jobSet_ofEntities_hasThoseWithJobs() {
    assertEquals(
        List.of(new JobSet("red", List.of("b", "c"), 2), new JobSet("blue", List.of("a"), 1)),
        JobSet.ofEntities(problem()));
  }

  @Test
  void jobSet_invalid_isRefused() {
    refused("name of a set of jobs is blank", () -> new JobSet(" ", List.of("a"), 1));
    refused("\"x\" is empty", () -> new JobSet("x", List.of(), 1));
    refused("\"x\" has job \"a\" twice", () -> new JobSet("x", List.of("a", "a"), 1));
    refused("weight of set of jobs \"x\"", () -> new JobSet("x", List.of("a"), Double.NaN));
  }

  @Test
  void objective_invalid_isRefused() {
    JobSet set = new JobSet("x", List.of("a"), 1);
    refused("\"x\"", () -> Objective.leastOf(List.of(set, set), STEPS));
    refused("power of the utility is 1.0", () -> Objective.powers(STEPS, 1));
    refused("power of the utility is NaN", () -> Objective.powers(STEPS, Double.NaN));
    refused("factor of the price", () -> Objective.sum(STEPS).minusPurchaseCost(Double.NaN));
  }

  @Test
  void purchasable_invalid_isRefused() {
    refused("name of a purchasable", () -> new Purchasable("", 1, 1));
    refused("workers of type \"k80\" is -1", () -> new Purchasable("k80", -1, 1));
    refused("workers of type \"k80\" is NaN", () -> new Purchasable("k80", 1, Double.NaN));
  }

  @Test
  void stages_inOrder_areKept() {
    Objective.Sum cost = Objective.purchaseCost();
    Program program = PROGRAM.maximize(Objective.least(STEPS)).then(Objective.sum(STEPS), 0.1);
    assertEquals(
        List.of(
            new Program.Stage(Objective.least(STEPS), false, 0),
            new Program.Stage(Objective.sum(STEPS), false, 0.1),
            new Program.Stage(cost, true, 0.2)),
        program.thenMinimize(cost, 0.2).stages());
    assertEquals(2, program.stages().size());
    assertEquals(List.of(), PROGRAM.stages());
  }

  @Test
  void stages_wrong_areRefused() {
    Objective least = Objective.least(STEPS);
    Program program = PROGRAM.maximize(least);
    refused("further ones with then", () -> program.maximize(least));
    refused("further ones with then", () -> program.minimize(Objective.purchaseCost()));
    refused("no objective yet", () -> PROGRAM.then(least));
    refused("state one with maximize or minimize", () -> PROGRAM.solve(p -> null));
    refused("is -0.1", () -> program.then(least, -0.1));
    refused("is NaN", () -> program.then(least, Double.NaN));
    refused("is 1.0", () -> program.then(least, 1));
    refused("only sums can be minimised", () -> new Program.Stage(least, true, 0));
  }

  @Test
  void floors_byJob_replaceEachOther() {
    Program program = PROGRAM.withFloor("c", 1).withFloor("c", 0.5);
    assertEquals(0.5, program.floors()[2]);
    refused("\"z\"", () -> PROGRAM.withFloor("z", 1));
    refused("least throughput of job \"a\" is -1.0", () -> PROGRAM.withFloor("a", -1));
  }

  @Test
  void meetingSlos_withoutSteps_isRefused() {
    refused("job \"c\" has no steps remaining", PROGRAM::meetingSlos);
    assertFalse(PROGRAM.meetsSlos());
  }

  @Test
  void buying_unknownOrTwice_isRefused() {
    Purchasable k80 = new Purchasable("k80", 3, 0.5);
    assertEquals(List.of(k80), PROGRAM.buying(k80).purchasables());
    refused("\"h100\"", () -> PROGRAM.buying(new Purchasable("h100", 1, 1)));
    refused("\"k80\" are purchasable twice", () -> PROGRAM.buying(k80, k80));
    refused(
        "\"v100-split\" are purchasable twice",
        () -> PROGRAM.buying(new Purchasable("v100", 1, 1), new Purchasable("v100-split", 1, 1)));
    refused("budget per hour is -1.0", () -> PROGRAM.withBudget(-1));
    assertTrue(PROGRAM.budget().isEmpty());
    assertEquals(2, PROGRAM.withBudget(2).budget().orElseThrow());
  }

  @Test
  void subjectTo_constraints_arePartOfTheProblem() {
    Constraint cap = Constraint.named("cap").that(LinearForm.time().ofJobs("a")).atMost(0.5);
    Program program = PROGRAM.subjectTo(cap);
    assertEquals(List.of(cap), program.problem().constraints());
    refused("\"cap\"", () -> program.subjectTo(cap));
  }

  @Test
  void equals_sameStatement_isEqual() {
    Purchasable k80 = new Purchasable("k80", 3, 0.5);
    Program program = PROGRAM.maximize(Objective.least(STEPS)).buying(k80).withBudget(1);
    Program same = Program.of(problem()).maximize(Objective.least(STEPS)).buying(k80).withBudget(1);
    assertEquals(program, same);
    assertEquals(program.hashCode(), same.hashCode());
    assertNotEquals(program, program.withFloor("a", 1));
    assertNotEquals(program, program.withBudget(2));
    assertTrue(program.toString().contains("k80"));
  }

  @Test
  void sum_forms_addUp() {
    LinearForm time = LinearForm.time();
    LinearForm watts = LinearForm.amount(300, 300, 100);
    Objective.Sum sum = Objective.sum(STEPS).minus(time).plus(watts).minusPurchaseCost(2);
    assertEquals(time.times(-1).plus(watts), sum.form().orElseThrow());
    assertEquals(-2, sum.purchases());
    assertEquals(time, Objective.sum(time).form().orElseThrow());
  }

  @Test
  void solution_parts_areCopied() {
    Certificate certificate = new Certificate(1, 2, 0, Prices.zero(problem()));
    Allocation idle = Allocation.of(problem(), new double[12], certificate);
    Solution solution = new Solution(idle, List.of(certificate), Map.of("k80", 1.5));
    assertEquals(1, solution.objective(0));
    assertEquals(1.5, solution.purchased("k80"));
    assertEquals(0, solution.purchased("v100"));
    refused("objective index 1", () -> solution.certificate(1));
    refused("number of certificates", () -> new Solution(idle, List.of(), Map.of()));
    refused(
        "purchased workers of type \"k80\"",
        () -> new Solution(idle, List.of(certificate), Map.of("k80", -1.0)));
  }

  @Test
  void objective_factories_keepTheirArguments() {
    assertEquals(new Objective.Least(STEPS, 2), Objective.leastAtWorst(STEPS, 2));
    refused("number of bad worker types is -1", () -> Objective.leastAtWorst(STEPS, -1));
    List<JobSet> sets = JobSet.ofEntities(problem());
    assertEquals(new Objective.LeastOfSets(sets, STEPS, false), Objective.leastOf(sets, STEPS));
    assertSame(STEPS, Objective.least(STEPS).measure());
    assertEquals(1, STEPS.ofStep(problem(), 0));
  }

  @Test
  void utility_powers_weighAllJobsAlikeUnlessToldOtherwise() {
    Job heavy = problem().job(0);
    Objective.Utility roots = Objective.powers(STEPS, 0.5);
    assertEquals(0.5, roots.power());
    assertEquals(0, Objective.logs(STEPS).power());
    assertEquals(1, roots.weight().applyAsDouble(heavy));
    Objective.Utility weighted = roots.weighted(Job::weight);
    assertEquals(4, weighted.weight().applyAsDouble(heavy));
    assertEquals(0.5, weighted.power());
    refused("power of the utility is -Infinity", () -> Objective.powers(STEPS, -1 / 0.0));
  }

  @Test
  void minimize_thenMaximize_areStagesWithoutSlack() {
    Objective.Sum cost = Objective.purchaseCost();
    assertEquals(
        List.of(
            new Program.Stage(cost, true, 0), new Program.Stage(Objective.least(STEPS), false, 0)),
        PROGRAM.minimize(cost).then(Objective.least(STEPS)).stages());
  }

  @Test
  void solve_program_isTheSolversAnswer() {
    Program program = PROGRAM.maximize(Objective.least(STEPS));
    Certificate certificate = new Certificate(0, 0, 0, Prices.zero(problem()));
    Allocation idle = Allocation.of(problem(), new double[12], certificate);
    Solution answer = new Solution(idle, List.of(certificate), Map.of());
    assertSame(
        answer,
        program.solve(
            asked -> {
              assertSame(program, asked);
              return answer;
            }));
  }

  @Test
  void meetingSlos_withSteps_keepsTheRest() {
    Job due = Job.builder("a").sloSeconds(10).stepsRemaining(20).build();
    AllocationProblem one =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1))).job(due, 4).build();
    Program program = Program.of(one).withFloor("a", 1);
    assertTrue(program.meetingSlos().meetsSlos());
    assertNotEquals(program, program.meetingSlos());
    assertEquals(1, program.meetingSlos().floors()[0]);
  }
}
