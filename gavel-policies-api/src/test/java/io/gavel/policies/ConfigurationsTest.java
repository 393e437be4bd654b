package io.gavel.policies;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.explain.Explanation;
import io.gavel.policies.explain.Explanation.Verdict;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Holding;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Program.Purchasable;
import io.gavel.policies.snapshot.AllocationSnapshot;
import io.gavel.policies.snapshot.ProblemSnapshot;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Configurations of jobs as rows of a problem. */
final class ConfigurationsTest {

  private static final Cluster CLUSTER =
      Cluster.of(List.of(new WorkerType("v100", 4), new WorkerType("k80", 2)));

  /** Jobs a (elastic, with two configurations), b, and half a worker c (elastic); pair a, b. */
  private static AllocationProblem.Builder builder() {
    return AllocationProblem.builder(CLUSTER)
        .job(Job.of("a"), 4, 1)
        .job(Job.of("b"), 2, 1)
        .job(Job.builder("c").gpuMilli(500).build(), 1, 1)
        .configuration("c", "whole", 1, 3, 2)
        .configuration("a", "x4", 4, 12, 0)
        .configuration("a", "x2", 2, 7, 1.5)
        .pair("a", "b", new double[] {3, 0}, new double[] {1, 0});
  }

  private static final AllocationProblem PROBLEM = builder().build();

  private static String illegal(Executable call) {
    return assertThrows(IllegalArgumentException.class, call).getMessage();
  }

  @Test
  void groups_areJobsThenPairsThenConfigurationsByJob() {
    assertEquals(7, PROBLEM.groupCount());
    assertEquals(1, PROBLEM.pairCount());
    assertEquals(3, PROBLEM.configurationCount());
    assertEquals(new Group.Pair(0, 1), PROBLEM.group(3));
    assertEquals(new Group.Configuration(0, "x4", 4), PROBLEM.group(4));
    assertEquals(new Group.Configuration(0, "x2", 2), PROBLEM.group(5));
    assertEquals(new Group.Configuration(2, "whole", 1), PROBLEM.group(6));
    assertArrayEquals(new int[] {4, 5}, PROBLEM.configurationsOf(0));
    assertArrayEquals(new int[0], PROBLEM.configurationsOf(1));
    assertArrayEquals(new int[] {6}, PROBLEM.configurationsOf(2));
    assertEquals(5, PROBLEM.configurationOf("a", "x2"));
    assertEquals(
        List.of("a", "b", "c", "a + b", "a [x4]", "a [x2]", "c [whole]"),
        IntStream.range(0, 7).mapToObj(PROBLEM::groupName).toList());
  }

  @Test
  void workers_ofAConfiguration_areItsOwn() {
    assertEquals(4, PROBLEM.scaleFactor(4));
    assertEquals(2.0, PROBLEM.workers(5));
    assertEquals(0.5, PROBLEM.workers(2));
    assertEquals(1.0, PROBLEM.workers(6), "a configuration holds whole workers");
    assertEquals(Job.WHOLE_WORKER, PROBLEM.gpuMilli(6));
    assertEquals(500, PROBLEM.gpuMilli(2));
    assertEquals(1.5, PROBLEM.throughputs().stepsPerSecond(5, 0, 1));
  }

  @Test
  void configuration_onAShare_holdsAPartOfAWorker() {
    AllocationProblem problem =
        builder().configuration("b", "half", Holding.share(500), 0, 3).build();
    int g = problem.configurationOf("b", "half");
    assertEquals(1, problem.scaleFactor(g));
    assertEquals(500, problem.gpuMilli(g));
    assertEquals(0.5, problem.workers(g));
    assertTrue(problem.runs(g, 1));
    assertEquals(problem, ProblemSnapshot.parse(ProblemSnapshot.print(problem)));
    assertEquals(problem, problem.edit().build());
    assertEquals(
        0.5, LinearForm.workers().ofJobs("b").over(problem).at(g, 1), "in sums of workers");
    assertEquals(
        "GPU share of a holding is 0 thousandths; it must be from 1 to 1000",
        illegal(() -> Holding.share(0)));
    assertEquals(
        "a holding asks for 2 workers with 500 thousandths of each; a gang takes whole workers",
        illegal(() -> new Holding(2, 500, new TreeMap<>())));
  }

  /** A job that holds 2 v100 and 1 k80, or 1 v100 and 2 k80. */
  private static AllocationProblem.Builder coGang() {
    return AllocationProblem.builder(CLUSTER)
        .job(Job.builder("a").scaleFactor(2).alongside("k80", 1).build(), 3, 0)
        .configuration("a", "turned", Holding.of(2).alongside("v100", 1), 0, 2)
        .job(Job.of("b"), 2, 1);
  }

  @Test
  void coGang_holdsWorkersOfSeveralTypes() {
    AllocationProblem problem = coGang().build();
    int turned = problem.configurationOf("a", "turned");
    assertEquals(List.of(2, 1), List.of(problem.gang(0, 0, 0), problem.gang(0, 0, 1)));
    assertEquals(List.of(1, 2), List.of(problem.gang(turned, 1, 0), problem.gang(turned, 1, 1)));
    assertTrue(problem.isCoGang(turned));
    assertFalse(problem.isCoGang(1));
    assertEquals(
        List.of("co-gangs:v100", "co-gangs:k80"),
        problem.constraintRows().stream().map(LinearRow::name).toList());
    assertEquals(List.of(), problem.momentRows());
    LinearRow k80 = problem.constraintRows().get(1);
    assertEquals(
        List.of(1.0, 0.0, 1.0, 2.0), List.of(0, 2, 3, 5).stream().map(k80::coefficientOf).toList());
    assertEquals(3, LinearForm.workers().ofJobs("a").over(problem).at(0, 0), "in sums of workers");
    assertEquals(7, LinearForm.amount(3, 1).ofJobs("a").over(problem).at(0, 0));
    assertEquals(1, LinearForm.time().ofJobs("a").over(problem).at(0, 0));
    assertEquals(problem, ProblemSnapshot.parse(ProblemSnapshot.print(problem)));
    assertEquals(problem, problem.edit().build());
    assertFalse(problem.forbidding("a", "k80").runs(0, 0), "it holds a k80");
    Cluster noK80 = Cluster.of(List.of(new WorkerType("v100", 4), new WorkerType("k80", 0)));
    assertFalse(problem.withCluster(noK80).runs(0, 0), "too few k80");
    Certificate none = new Certificate(0, 0, 0, Prices.zero(problem));
    Allocation x = Allocation.of(problem, new double[] {0.5, 0, 0, 0, 0, 0.5}, none);
    assertEquals(1.5, x.workersUsed(0));
    assertEquals(1.5, x.workersUsed(1));
  }

  @Test
  void coGang_countsInReservationsOfTheTypeAlongside() {
    AllocationProblem problem =
        AllocationProblem.builder(CLUSTER)
            .entity(new Entity("red", 1, Entity.Discipline.FAIRNESS))
            .job(Job.builder("a").entity("red").alongside("k80", 2).build(), 3, 0)
            .quota(Quota.of("red").reserving("k80", 1))
            .build();
    LinearRow reserved = problem.constraintRows().get(0);
    assertEquals("reserved:red:k80", reserved.name());
    assertEquals(1, reserved.bound());
    assertEquals(2, reserved.coefficientOf(0));
  }

  @Test
  void coGang_whereItCannotBeKept_isRefusedByName() {
    assertEquals(
        "jobs \"a\" and \"b\" form a pair and one is a co-gang; co-gangs cannot share workers",
        illegal(
            () ->
                AllocationProblem.builder(CLUSTER)
                    .job(Job.builder("a").alongside("k80", 1).build(), 3, 0)
                    .job(Job.of("b"), 2, 1)
                    .pair("a", "b", new double[] {3, 0}, new double[] {1, 0})
                    .build()));
    assertTrue(
        illegal(
                () ->
                    AllocationProblem.builder(CLUSTER)
                        .job(Job.builder("a").alongside("h100", 1).build(), 3, 0)
                        .build())
            .contains("\"h100\""));
    AllocationProblem problem = coGang().build();
    assertTrue(
        illegal(() -> problem.sharingByType(PairThroughputs.builder(2).kind("a", 1).build()))
            .startsWith("space sharing by job type does not support co-gangs; \"a\""));
    assertTrue(
        illegal(() -> Program.of(problem).buying(new Purchasable("k80", 1, 1)))
            .startsWith("a program that buys workers does not support co-gangs; \"a\""));
    assertTrue(
        illegal(
                () ->
                    problem.constraining(
                        Constraint.named("co-gangs:k80").that(LinearForm.workers()).atMost(1)))
            .contains("rename it"));
    assertTrue(
        illegal(
                () ->
                    coGang()
                        .constraint(
                            Constraint.named("co-gangs:k80").that(LinearForm.workers()).atMost(1))
                        .softening("co-gangs:k80", 1)
                        .build())
            .contains("rename it"));
    assertTrue(
        illegal(() -> Job.builder("a").gpuMilli(500).alongside("k80", 1).build())
            .contains("a gang takes whole workers"));
    assertTrue(illegal(() -> Holding.of(1).alongside("k80", 0)).contains("k80"));
  }

  @Test
  void runs_needsThroughputRoomAndPermission() {
    assertTrue(PROBLEM.runs(4, 0));
    assertFalse(PROBLEM.runs(4, 1), "no throughput");
    assertTrue(PROBLEM.runs(5, 1));
    assertFalse(PROBLEM.forbidding("a", "v100").runs(5, 0));
    assertTrue(PROBLEM.forbidding("a", "v100").runsIfAllowed(5, 0));
    Cluster smaller = Cluster.of(List.of(new WorkerType("v100", 3), new WorkerType("k80", 1)));
    assertFalse(PROBLEM.withCluster(smaller).runs(4, 0), "larger than every pool");
    assertTrue(PROBLEM.withCluster(smaller).runs(5, 0));
  }

  @Test
  void unrunnable_jobThatRunsOnlyInAConfiguration_canRun() {
    AllocationProblem problem =
        AllocationProblem.builder(CLUSTER)
            .job(Job.builder("large").scaleFactor(8).build(), 9, 9)
            .configuration("large", "small", 2, 1, 1)
            .build();
    assertEquals(List.of(), problem.unrunnable());
    assertEquals(1, problem.withoutConfigurations().unrunnable().size());
  }

  @Test
  void derivedProblems_keepConfigurations() {
    assertEquals(3, PROBLEM.withJobs(PROBLEM.jobs()).configurationCount());
    assertEquals(3, PROBLEM.withoutPairs().configurationCount());
    assertEquals(0, PROBLEM.withoutPairs().pairCount());
    assertEquals(3, PROBLEM.forbidding("b", "k80").configurationCount());
    assertEquals(3, PROBLEM.believing(PROBLEM.throughputs()).configurationCount());
    assertEquals(PROBLEM, PROBLEM.withCluster(CLUSTER));
  }

  @Test
  void withoutConfigurations_keepsTheRest() {
    AllocationProblem rigid = PROBLEM.withoutConfigurations();
    assertEquals(4, rigid.groupCount());
    assertEquals(new Group.Pair(0, 1), rigid.group(3));
    assertSame(rigid, rigid.withoutConfigurations());
    assertEquals(PROBLEM, rigid.withConfigurations(PROBLEM.throughputs()));
    assertNotEquals(PROBLEM, rigid);
    assertNotEquals(PROBLEM.toString(), rigid.toString());
  }

  @Test
  void fraction_byName_isThatOfTheRow() {
    double[] x = new double[14];
    x[8] = 0.25; // a [x4] on v100
    x[0] = 0.5;
    Certificate none = new Certificate(0, 0, 0, Prices.zero(PROBLEM));
    Allocation allocation = Allocation.of(PROBLEM, x, none);
    assertEquals(0.25, allocation.fraction("a", "x4", "v100"));
    assertEquals(0.5, allocation.fraction("a", "v100"));
    assertEquals(0.75, allocation.timeFraction(0));
    assertEquals(4 * 0.5 + 12 * 0.25, allocation.effectiveThroughput("a"));
    assertEquals(0.5 + 4 * 0.25, allocation.workersUsed(0));
    assertTrue(allocation.toTable().contains("a [x4]"), allocation::toTable);
    assertEquals(allocation, AllocationSnapshot.parse(AllocationSnapshot.print(allocation)));
    assertEquals(
        "job \"a\" has no configuration \"x8\"; it has [a [x4], a [x2]]",
        illegal(() -> allocation.fraction("a", "x8", "v100")));
  }

  @Test
  void snapshot_afterWorkersAreLost_isReadBack() {
    Cluster smaller = Cluster.of(List.of(new WorkerType("v100", 1), new WorkerType("k80", 0)));
    AllocationProblem problem = PROBLEM.withCluster(smaller);
    assertEquals(problem, ProblemSnapshot.parse(ProblemSnapshot.print(problem)));
    assertTrue(
        ProblemSnapshot.print(PROBLEM)
            .contains("configuration \"a\" \"x2\" workers=2 rates=[7,1.5]\n"),
        ProblemSnapshot.print(PROBLEM));
  }

  @Test
  void builder_wrongConfigurations_areRefusedByName() {
    AllocationProblem.Builder problem = builder();
    String where = "job \"b\" in configuration \"x\"";
    assertEquals(
        where
            + " holds 5 workers; it must hold at least 1 and at most 4, those of the largest pool",
        illegal(() -> problem.configuration("b", "x", 5, 1, 1)));
    assertEquals(
        where
            + " holds 0 workers; it must hold at least 1 and at most 4, those of the largest pool",
        illegal(() -> problem.configuration("b", "x", 0, 1, 1)));
    assertEquals(
        "throughput of " + where + " on \"k80\" is -1.0; it must be finite and \u2265 0",
        illegal(() -> problem.configuration("b", "x", 1, 1, -1)));
    assertEquals(
        "throughputs of "
            + where
            + " have 1 entries; they must have one for each of 2 worker types",
        illegal(() -> problem.configuration("b", "x", 1, 1)));
    assertEquals(
        "job \"a\" in configuration \"x2\" is given twice; names must be unique within a job",
        illegal(() -> problem.configuration("a", "x2", 1, 1, 1)));
    assertTrue(illegal(() -> problem.configuration("a", " ", 1, 1, 1)).contains("\"a\" is blank"));
    assertTrue(illegal(() -> problem.configuration("z", "x", 1, 1, 1)).contains("\"z\""));
  }

  @Test
  void matrix_wrongConfigurations_areRefused() {
    ThroughputMatrix.Builder matrix =
        ThroughputMatrix.builder(1).job(1).configuration(0, "x", 2, 1);
    assertEquals(
        "configuration \"x\" of job 0 is given twice; names must be unique within a job",
        illegal(() -> matrix.configuration(0, "x", 3, 1).build()));
    ThroughputMatrix.Builder other = ThroughputMatrix.builder(1).job(1).configuration(1, "x", 2, 1);
    assertEquals(
        "Configuration[job=1, name=x, holding=2 workers] names job 1, but there are 1 jobs",
        illegal(other::build));
  }

  @Test
  void sharingByType_withConfigurations_keepsThemAfterThePairs() {
    AllocationProblem alone = PROBLEM.withoutPairs();
    PairThroughputs table = PairThroughputs.builder(2).kind("a", 1).build();
    AllocationProblem shared = alone.sharingByType(table);
    assertEquals(alone.configurationCount(), shared.configurationCount());
    assertEquals(alone, shared.withAllPairs());
    AllocationProblem rigid = shared.withoutConfigurations();
    assertEquals(table, rigid.pairsByType());
    assertEquals(0, rigid.configurationCount());
    assertEquals(shared, rigid.withConfigurations(alone.throughputs()));
    assertTrue(illegal(() -> PROBLEM.sharingByType(table)).contains("without listed pairs"));
  }

  @Test
  void audit_elasticTwins_areAlikeOnlyIfTheirWaysAre() {
    AllocationProblem.Builder twins =
        AllocationProblem.builder(CLUSTER).job(Job.of("a"), 1, 1).job(Job.of("b"), 1, 1);
    AllocationProblem rigid = twins.build();
    AllocationProblem elastic = twins.configuration("b", "x2", 2, 3, 3).build();
    Auditor auditor = Auditor.create();
    Certificate none = new Certificate(0, 0, 0, Prices.zero(rigid));
    Allocation unequal = Allocation.of(rigid, new double[] {0.5, 0, 1, 0}, none);
    Allocation larger = Allocation.of(elastic, new double[] {0.5, 0, 1, 0, 0, 0}, none);
    assertInstanceOf(Finding.Violated.class, auditor.judge(unequal, Invariant.EQUAL_TREATMENT));
    assertInstanceOf(Finding.Holds.class, auditor.judge(larger, Invariant.EQUAL_TREATMENT));
    assertInstanceOf(Finding.Undecided.class, auditor.judge(larger, Invariant.ENVY_FREENESS));
    assertTrue(Auditor.met(elastic).test(Condition.NO_PAIRS));
  }

  @Test
  void explanation_countsTheBestWayOfTheJob() {
    double[] x = new double[14];
    x[8] = 1; // a [x4] on all of v100
    Certificate none = new Certificate(0, 0, 0, Prices.zero(PROBLEM));
    Explanation best = Explanation.of(Allocation.of(PROBLEM, x, none), "a");
    assertTrue(best.toText().contains("v100"), best.toText());
    assertEquals(Verdict.FULL, best.verdict());
    x[8] = 0;
    x[0] = 1; // the first way: 4 of 12 steps/s
    Explanation slow = Explanation.of(Allocation.of(PROBLEM, x, none), "a");
    assertEquals(Verdict.PARTIAL, slow.verdict());
    assertEquals(8, slow.reasons().get(0).gain());
  }
}
