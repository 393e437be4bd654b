package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.Tolerance;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.explain.WhatIf;
import io.gavel.policies.lp.deadline.BestEffort;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.program.EntityMaxMin;
import io.gavel.policies.lp.program.LeastCost;
import io.gavel.policies.lp.program.StagedSolver;
import io.gavel.policies.lp.queue.FifoProgram;
import io.gavel.policies.lp.queue.ShortestJobFirst;
import io.gavel.policies.lp.queue.StrictFifo;
import io.gavel.policies.lp.share.DominantResourceFairness;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.throughput.AverageCompletionTime;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.ThroughputPerCost;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.policies.lp.welfare.MeanFairness;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.lp.welfare.PartialAllocation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Guarantees as rights: closed forms, and properties of random problems of several teams. */
class GuaranteesTest {

  private static final int PROBLEMS = Boolean.getBoolean("gavel.nightly") ? 500 : 12;

  private static final double CLOSE = 1e-6;

  /** The worth of the throughputs of all jobs of a problem, which has one team. */
  private interface Worth {
    double of(AllocationProblem alone, IntToDoubleFunction throughput);
  }

  /** A job that cannot run on the team's workers counts where it runs on workers of others. */
  private static Worth total(Measure measure) {
    return (alone, q) ->
        IntStream.range(0, alone.jobCount())
            .filter(m -> Double.isFinite(measure.ofStep(alone, m)))
            .mapToDouble(m -> measure.ofStep(alone, m) * q.applyAsDouble(m))
            .sum();
  }

  private static Worth least(Measure measure) {
    return (alone, q) ->
        runnable(alone)
            .mapToDouble(m -> measure.ofStep(alone, m) * q.applyAsDouble(m))
            .min()
            .orElse(0);
  }

  private static IntStream runnable(AllocationProblem problem) {
    return IntStream.range(0, problem.jobCount())
        .filter(m -> problem.unrunnable().stream().noneMatch(job -> job.job() == m));
  }

  private static double normalised(AllocationProblem problem, int m) {
    return 1 / EqualShare.throughput(problem, m);
  }

  /** A policy and its measure. */
  enum Measured {
    MAX_MIN(
        MaxMinFairness.create(),
        least(
            (problem, m) ->
                problem.job(m).workers() / problem.job(m).weight() * normalised(problem, m))),
    TOTAL(MaxTotalThroughput.create().withoutSlos(), total((problem, m) -> 1)),
    FINISH_TIMES(
        FinishTimeFairness.create(),
        least((problem, m) -> 1 / IsolatedShare.throughput(problem, m))),
    MAKESPAN(
        Makespan.create(),
        least((problem, m) -> 1 / problem.job(m).stepsRemaining().orElseThrow())),
    NASH(
        NashWelfare.create(),
        (alone, q) ->
            runnable(alone)
                .mapToDouble(m -> alone.job(m).weight() * Math.log(q.applyAsDouble(m)))
                .sum()),
    HARMONIC(
        MeanFairness.of(-1),
        (alone, q) ->
            runnable(alone)
                .mapToDouble(
                    m -> -alone.job(m).weight() / (q.applyAsDouble(m) * normalised(alone, m)))
                .sum()),
    WATER_FILLING(WaterFilling.create(), total(GuaranteesTest::normalised)),
    HIERARCHICAL(WaterFilling.create().overEntities(), total(GuaranteesTest::normalised)),
    ENTITIES(
        EntityMaxMin.create(),
        total((problem, m) -> problem.job(m).workers() * normalised(problem, m))),
    STRICT_FIFO(StrictFifo.create(), total(GuaranteesTest::normalised)),
    SHORTEST_JOB(ShortestJobFirst.create(), total(GuaranteesTest::normalised)),
    PER_COST(ThroughputPerCost.create().withoutSlos(), total(GuaranteesTest::normalised));

    private final Policy policy;
    private final Worth worth;

    /** Whether the measure is infinite if a job makes no progress. */
    private boolean needsProgress() {
      return this == FINISH_TIMES || this == MAKESPAN || this == NASH || this == HARMONIC;
    }

    Measured(Policy policy, Worth worth) {
      this.policy = policy;
      this.worth = worth;
    }
  }

  /** Two or three teams whose guarantees fill a part of the workers or all of them. */
  private static AllocationProblem problem(Random random) {
    int types = 1 + random.nextInt(3);
    WorkerType[] columns = new WorkerType[types];
    for (int j = 0; j < types; j++) {
      columns[j] = new WorkerType("t" + j, 1 + random.nextInt(6)).withPricePerHour(1 + j);
    }
    AllocationProblem.Builder builder = AllocationProblem.builder(Cluster.of(columns));
    int teams = 2 + random.nextInt(2);
    double part = random.nextBoolean() ? 1.0 / teams : random.nextDouble() / teams;
    for (int t = 0; t < teams; t++) {
      builder.entity(new Entity("team" + t, 1 + random.nextInt(2), Discipline.FAIRNESS));
      Quota quota = Quota.of("team" + t);
      for (WorkerType column : columns) {
        if (random.nextInt(4) > 0) {
          quota = quota.guaranteeing(column.name(), part * column.workers());
        }
      }
      builder.quota(quota);
    }
    int jobs = teams + random.nextInt(5);
    int largest = IntStream.range(0, types).map(j -> columns[j].workers()).max().orElseThrow();
    for (int m = 0; m < jobs; m++) {
      double[] rates = new double[types];
      for (int j = 0; j < types; j++) {
        rates[j] = random.nextInt(5) == 0 ? 0 : 1 + random.nextInt(9);
      }
      rates[random.nextInt(types)] = 1 + random.nextInt(9);
      Job.Builder job =
          Job.builder("j" + m)
              .scaleFactor(1 + random.nextInt(largest))
              .weight(1 + random.nextInt(3))
              .stepsRemaining(100 * (1 + random.nextInt(5)));
      if (m < teams || random.nextInt(4) > 0) { // the other jobs belong to no team
        job.entity("team" + (m < teams ? m : random.nextInt(teams)));
      }
      builder.job(job.build(), rates);
    }
    return builder.build();
  }

  /** The jobs of a team on its guaranteed workers. */
  private static AllocationProblem alone(AllocationProblem problem, Quota quota) {
    Cluster cluster = problem.cluster();
    AllocationProblem.Builder alone = AllocationProblem.builder(cluster);
    problem.entities().forEach(alone::entity);
    for (int m = 0; m < problem.jobCount(); m++) {
      Job job = problem.job(m);
      if (job.entity().equals(Optional.of(quota.entity()))) {
        double[] rates = new double[cluster.typeCount()];
        for (int j = 0; j < rates.length; j++) {
          rates[j] = problem.throughputs().stepsPerSecond(m, j);
        }
        alone.job(job, rates);
        for (WorkerType type : cluster.types()) {
          if (!quota.guaranteed().containsKey(type.name())) {
            alone.forbid(job.id(), type.name());
          }
        }
      }
    }
    quota
        .guaranteed()
        .forEach(
            (type, workers) ->
                alone.constraint(
                    Constraint.named("own " + type)
                        .that(LinearForm.workers().onTypes(type))
                        .atMost(workers)));
    return alone.build();
  }

  /**
   * Returns by how much a team misses its right at most, relative to it; at most 0 if it does not.
   */
  private static double missed(Measured measured, Policy policy, AllocationProblem problem) {
    Allocation x = policy.allocate(problem);
    double missed = 0;
    for (Quota quota : problem.quotas()) {
      AllocationProblem alone = alone(problem, quota);
      if (runnable(alone).findAny().isPresent()) {
        Allocation own = measured.policy.allocate(alone);
        double due = measured.worth.of(alone, own::effectiveThroughput);
        double has =
            measured.worth.of(
                alone, m -> x.effectiveThroughput(problem.indexOf(alone.job(m).id())));
        missed = Math.max(missed, (due - has) / Math.max(1, Math.abs(due)));
      }
    }
    return missed;
  }

  @ParameterizedTest
  @EnumSource
  void guaranteesWithinTheCapacity_areNeverInfeasibleAndNeverMissed(Measured measured) {
    for (int seed = 0; seed < PROBLEMS; seed++) {
      AllocationProblem problem = problem(new Random(seed));
      Allocation x;
      double missed;
      try {
        x = measured.policy.allocate(problem);
        missed = missed(measured, measured.policy, problem);
      } catch (InfeasibleProblemException nothing) {
        // The teams have a right to all workers, and the measure has no value without progress.
        assertTrue(measured.needsProgress(), "seed %s: %s".formatted(seed, nothing));
        assertTrue(String.valueOf(nothing.getMessage()).contains("any throughput under"));
        assertTrue(nothing.conflict().stream().allMatch(name -> name.startsWith("guaranteed:")));
        continue;
      }
      assertTrue(missed <= CLOSE, "seed %s misses %s".formatted(seed, missed));
      assertTrue(
          x.certificate().holdsWithin(Tolerance.CERTIFIED)
              || measured == Measured.SHORTEST_JOB
              || measured == Measured.STRICT_FIFO,
          () -> x.certificate().toString());
      Finding kept = Auditor.create().judge(x, Invariant.CONSTRAINTS);
      assertInstanceOf(Finding.Holds.class, kept, "seed " + seed);
    }
  }

  @ParameterizedTest
  @EnumSource
  void policyThatIgnoresGuarantees_isFound(Measured measured) {
    Policy ignoring = problem -> measured.policy.allocate(withoutGuarantees(problem));
    boolean found = false;
    for (int seed = 0; seed < 200 && !found; seed++) {
      found = missed(measured, ignoring, problem(new Random(seed))) > CLOSE;
    }
    assertTrue(found);
  }

  private static AllocationProblem withoutGuarantees(AllocationProblem problem) {
    AllocationProblem without = problem;
    for (Quota quota : problem.quotas()) {
      if (!quota.guaranteed().isEmpty()) {
        without = without.withoutConstraint("guaranteed:" + quota.entity());
      }
    }
    return without;
  }

  @Test
  void audit_guaranteesIgnored_isUndecided() {
    AllocationProblem problem = problem(new Random(1));
    Allocation x = MaxMinFairness.create().allocate(withoutGuarantees(problem));
    Allocation ignoring = Allocation.of(problem, x.fractions(), x.certificate());
    Finding finding = Auditor.create().judge(ignoring, Invariant.CONSTRAINTS);
    assertTrue(
        assertInstanceOf(Finding.Undecided.class, finding).toString().contains("guaranteed:team"));
  }

  /**
   * Returns the problem with plain rows instead of guarantees, by values of an independent solver.
   */
  private static AllocationProblem withRows(AllocationProblem problem, Measured measured) {
    AllocationProblem rows = withoutGuarantees(problem);
    for (Quota quota : problem.quotas()) {
      AllocationProblem alone = alone(problem, quota);
      int[] jobs = runnable(alone).toArray();
      if (jobs.length == 0) {
        continue;
      }
      String[] ids = alone.jobs().stream().map(Job::id).toArray(String[]::new);
      double less = 1 - 1e-7;
      if (measured == Measured.TOTAL) {
        double due = new PlainRows(alone).mostThroughput(m -> 1);
        rows =
            rows.constraining(
                Constraint.named(quota.entity())
                    .that(LinearForm.steps().ofJobs(ids))
                    .atLeast(due * less));
      } else {
        IntToDoubleFunction unit =
            m -> alone.job(m).weight() / (alone.job(m).workers() * normalised(alone, m));
        double level =
            new PlainRows(alone)
                .floor(
                    m -> 0,
                    m -> IntStream.of(jobs).anyMatch(r -> r == m) ? unit.applyAsDouble(m) : 0)
                .mostLevel();
        for (int m : jobs) {
          rows =
              rows.constraining(
                  Constraint.named("of " + alone.job(m).id())
                      .that(LinearForm.steps().ofJobs(alone.job(m).id()))
                      .atLeast(level * unit.applyAsDouble(m) * less));
        }
      }
    }
    return rows;
  }

  @Test
  void totalAndLevel_areThoseOfAnIndependentSolver() {
    for (int seed = 0; seed < 4 * PROBLEMS; seed++) {
      AllocationProblem problem = problem(new Random(seed));
      double total = Measured.TOTAL.policy.allocate(problem).certificate().objective();
      double most = new PlainRows(withRows(problem, Measured.TOTAL)).mostThroughput(m -> 1);
      assertEquals(most, total, 1e-5 * most, "seed " + seed);
      double level = Measured.MAX_MIN.policy.allocate(problem).certificate().objective();
      double highest =
          new PlainRows(withRows(problem, Measured.MAX_MIN))
              .floor(
                  m -> 0,
                  m ->
                      problem.job(m).weight() / (problem.job(m).workers() * normalised(problem, m)))
              .mostLevel();
      // Allocations may miss rights by 1e-9 of them, which a level next to 0 shows.
      assertEquals(highest, level, 1e-5 * highest + 1e-9, "seed " + seed);
    }
  }

  private static AllocationProblem.Builder twoJobs(double guaranteed) {
    return AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 1)))
        .entity(new Entity("a", 1, Discipline.FAIRNESS))
        .entity(new Entity("b", 1, Discipline.FAIRNESS))
        .job(Job.builder("ja").entity("a").build(), 2)
        .job(Job.builder("jb").entity("b").build(), 1)
        .quota(Quota.of("a").guaranteeing("gpu", guaranteed));
  }

  @ParameterizedTest
  @EnumSource(
      value = Measured.class,
      names = {"NASH", "HARMONIC", "MAX_MIN", "ENTITIES", "WATER_FILLING"})
  void guaranteeOfThreeQuarters_isThreeQuarters(Measured measured) {
    Allocation x = measured.policy.allocate(twoJobs(0.75).build());
    assertEquals(0.75, x.fraction(0, 0), CLOSE);
    assertEquals(0.25, x.fraction(1, 0), CLOSE);
    assertTrue(x.certificate().prices().ofConstraint("guaranteed:a") > 0);
    assertEquals(0.5, measured.policy.allocate(twoJobs(0.4).build()).fraction(0, 0), CLOSE);
  }

  /** Job a1 has the full measure of the team; the optimum under a curved right has two tangents. */
  @Test
  void nash_rightOfTwoJobs_isKeptByTheirProductOnly() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("x", 2), new WorkerType("y", 1)))
            .entity(new Entity("a", 1, Discipline.FAIRNESS))
            .entity(new Entity("b", 1, Discipline.FAIRNESS))
            .job(Job.builder("a1").entity("a").build(), 4, 1)
            .job(Job.builder("a2").entity("a").build(), 1, 3)
            .job(Job.builder("b1").entity("b").weight(4).build(), 1, 1)
            .job(Job.builder("b2").entity("b").weight(4).build(), 2, 1)
            .quota(Quota.of("a").guaranteeing("x", 1.25).guaranteeing("y", 0.5))
            .build();
    Allocation x = NashWelfare.create().allocate(problem);
    AllocationProblem alone = alone(problem, problem.quotas().get(0));
    double due =
        Measured.NASH.worth.of(alone, NashWelfare.create().allocate(alone)::effectiveThroughput);
    double has = Measured.NASH.worth.of(alone, x::effectiveThroughput);
    assertEquals(due, has, CLOSE); // it binds: the other team's jobs weigh more
    double best = Double.NEGATIVE_INFINITY;
    int steps = 100; // a brute force on a grid: a1 runs on x, where it is fastest
    for (int a2 = 0; a2 <= steps; a2++) {
      for (int a2y = 0; a2y + a2 <= steps; a2y++) {
        double q2 = (a2 + 3.0 * a2y) / steps;
        double a1 = Math.exp(due) / q2 / 4;
        if (a1 <= 1) {
          double welfare =
              restOfNash(4 * a1, q2, 2 - a1 - a2 / (double) steps, 1 - a2y / (double) steps);
          best = Math.max(best, welfare);
        }
      }
    }
    assertTrue(x.certificate().objective() >= best - CLOSE, best + " is better than " + x);
    assertTrue(x.certificate().objective() <= best + 0.05, best + " is worse than " + x);
  }

  /** The welfare with the best use of the remaining workers by b1 and b2, on a grid. */
  private static double restOfNash(double q1, double q2, double x, double y) {
    double best = Double.NEGATIVE_INFINITY;
    for (int i = 0; i <= 40; i++) {
      for (int k = 0; k <= 40; k++) {
        double x2 = Math.min(1, x * i / 40);
        double x1 = Math.max(0, Math.min(1, x - x2));
        double y1 = Math.max(0, Math.min(1 - x1, y * k / 40));
        double y2 = Math.max(0, Math.min(1 - x2, y - y1));
        best = Math.max(best, 4 * Math.log(x1 + y1) + 4 * Math.log(2 * x2 + y2));
      }
    }
    return Math.log(q1) + Math.log(q2) + best;
  }

  @Test
  void teamAlone_runsWhereItIsFastest() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("h100", 2), new WorkerType("t4", 2)))
            .entity(new Entity("A", 1, Discipline.FAIRNESS))
            .job(Job.builder("j1").entity("A").build(), 10, 1)
            .job(Job.builder("j2").entity("A").build(), 10, 1)
            .quota(Quota.of("A").guaranteeing("t4", 2))
            .build();
    assertEquals(
        20, MaxTotalThroughput.create().allocate(problem).certificate().objective(), CLOSE);
    AllocationProblem reserved =
        problem
            .withConstraints(io.gavel.policies.constraint.ConstraintSet.none())
            .constraining(Quota.of("A").reserving("t4", 2));
    assertEquals(
        2, MaxTotalThroughput.create().allocate(reserved).certificate().objective(), CLOSE);
  }

  @Test
  void gangLargerThanTheGuarantee_countsByTime() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 8)))
            .entity(new Entity("a", 1, Discipline.FAIRNESS))
            .entity(new Entity("b", 1, Discipline.FAIRNESS))
            .job(Job.builder("gang").entity("a").scaleFactor(8).build(), 1)
            .job(Job.builder("fast").entity("b").scaleFactor(8).build(), 100)
            .quota(Quota.of("a").guaranteeing("gpu", 4))
            .build();
    Allocation x = MaxTotalThroughput.create().allocate(problem);
    assertEquals(0.5, x.fraction(0, 0), CLOSE);
    assertEquals(0.5, x.fraction(1, 0), CLOSE);
    WhatIf without = WhatIf.lifting(MaxTotalThroughput.create(), problem, "guaranteed:a");
    assertTrue(without.toText().contains("100"), without.toText());
  }

  /** One job can use 1 of 4 guaranteed workers; the other 3 are lent, or as many as allowed. */
  @Test
  void unusedGuarantees_areLentUpToTheNumberLent() {
    for (int lent = 0; lent <= 4; lent++) {
      Quota quota = Quota.of("a").guaranteeing("gpu", 4);
      AllocationProblem problem =
          AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 8)))
              .entity(new Entity("a", 1, Discipline.FAIRNESS))
              .entity(new Entity("b", 1, Discipline.FAIRNESS))
              .job(Job.builder("small").entity("a").build(), 1)
              .job(Job.builder("large").entity("b").scaleFactor(8).build(), 8)
              .quota(lent == 4 ? quota : quota.lending("gpu", lent))
              .build();
      Allocation x = MaxTotalThroughput.create().allocate(problem);
      assertEquals(1, x.fraction(0, 0), CLOSE);
      assertEquals(Math.min(7, 4 + lent), 8 * x.fraction(1, 0), CLOSE);
    }
  }

  @Test
  void scaledGuarantees_shareTheWorkers() {
    AllocationProblem problem =
        twoJobs(1).quota(Quota.of("b").guaranteeing("gpu", 3)).scalingGuarantees().build();
    Allocation x = MaxTotalThroughput.create().allocate(problem);
    assertEquals(0.25, x.fraction(0, 0), CLOSE); // of b: 3 of 4
    assertEquals(0.75, x.fraction(1, 0), CLOSE);
  }

  @Test
  void conflictWithARowOverTeams_namesTheGuarantee() {
    AllocationProblem problem =
        twoJobs(0.75)
            .constraint(Constraint.named("idle").that(LinearForm.workers()).atMost(0.5))
            .build();
    InfeasibleProblemException conflict =
        assertThrows(
            InfeasibleProblemException.class, () -> MaxTotalThroughput.create().allocate(problem));
    assertEquals(List.of("idle", "guaranteed:a"), conflict.conflict());
  }

  @Test
  void rowOfTheTeamAlone_limitsItsRight() {
    AllocationProblem problem =
        twoJobs(0.75)
            .constraint(Constraint.named("cap").that(LinearForm.time().ofJobs("ja")).atMost(0.25))
            .build();
    assertEquals(0.25, NashWelfare.create().allocate(problem).fraction(0, 0), CLOSE);
  }

  /** The deadline needs more than the guarantee: alone it is left out, together it is kept. */
  @Test
  void deadlineBeyondTheGuarantee_isKeptByLentWorkers() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 2)))
            .entity(new Entity("a", 1, Discipline.FAIRNESS))
            .job(Job.builder("ja").entity("a").stepsRemaining(80).sloSeconds(100).build(), 1)
            .job(Job.builder("jb").build(), 5)
            .job(Job.builder("jc").build(), 5)
            .quota(Quota.of("a").guaranteeing("gpu", 0.5))
            .build();
    Allocation x = MaxTotalThroughput.create().allocate(problem);
    assertEquals(0.8, x.fraction(0, 0), CLOSE);
    Allocation effort = BestEffort.of(MaxTotalThroughput.create()).allocate(problem);
    assertEquals(0.8, effort.fraction(0, 0), CLOSE);
    assertEquals(x.problem().constraintNames(), effort.problem().constraintNames());
  }

  @Test
  void rightWithinARight_isKeptByBoth() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 4)))
            .entity(new Entity("a", 1, Discipline.FAIRNESS))
            .entity(new Entity("a1", Optional.of("a"), 1, Discipline.FAIRNESS))
            .entity(new Entity("b", 1, Discipline.FAIRNESS))
            .job(Job.builder("slow").entity("a1").scaleFactor(2).build(), 1)
            .job(Job.builder("mid").entity("a").scaleFactor(4).build(), 4)
            .job(Job.builder("fast").entity("b").scaleFactor(4).build(), 40)
            .quota(Quota.of("a").guaranteeing("gpu", 2))
            .quota(Quota.of("a1").guaranteeing("gpu", 1))
            .build();
    Allocation x = MaxTotalThroughput.create().allocate(problem);
    assertEquals(0.5, x.fraction(0, 0), CLOSE); // 1 of its 2 workers
    assertEquals(0.25, x.fraction(1, 0), CLOSE); // the other guaranteed worker
    assertEquals(0.5, x.fraction(2, 0), CLOSE);
  }

  /** Alone on the workers of the outer right, the inner one leaves its sibling nothing. */
  @Test
  void rightToAllOfTheOuterRight_isKept() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 2)))
            .entity(new Entity("a", 1, Discipline.FAIRNESS))
            .entity(new Entity("a1", Optional.of("a"), 1, Discipline.FAIRNESS))
            .job(Job.builder("inner").entity("a1").scaleFactor(2).build(), 2)
            .job(Job.builder("outer").entity("a").build(), 2)
            .job(Job.of("other"), 3)
            .quota(Quota.of("a").guaranteeing("gpu", 1))
            .quota(Quota.of("a1").guaranteeing("gpu", 1))
            .build();
    for (double power : new double[] {-1, -2}) {
      Allocation x = MeanFairness.of(power).allocate(problem);
      assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), x.certificate().toString());
      assertTrue(x.fraction(0, 0) >= 0.5 - CLOSE, x.toTable()); // 1 of its 2 workers
    }
  }

  @Test
  void otherSums_keepTheirOwnMeasure() {
    AllocationProblem problem =
        twoJobs(0.75)
            .replace(Job.builder("ja").entity("a").stepsRemaining(10).build())
            .replace(Job.builder("jb").entity("b").stepsRemaining(10).build())
            .build();
    AllocationProblem priced =
        problem.withCluster(Cluster.of(new WorkerType("gpu", 1).withPricePerHour(2)));
    List<Policy> sums =
        List.of(
            FifoProgram.create(),
            AverageCompletionTime.create(),
            ThroughputPerPrice.create().withoutSlos());
    for (Policy policy : sums) {
      assertTrue(policy.allocate(priced).fraction(0, 0) >= 0.75 - CLOSE, policy.toString());
    }
  }

  @Test
  void policiesWithoutAMeasure_refuseByName() {
    AllocationProblem problem = twoJobs(0.75).build();
    List<Policy> refusing =
        List.of(
            new EqualShare(),
            new IsolatedShare(),
            DominantResourceFairness.create(),
            PartialAllocation.create(),
            LeastCost.create(),
            HeterogeneityAgnostic.unitRates(MaxMinFairness.create()),
            of ->
                Program.of(of)
                    .maximize(Objective.sum(Measure.throughput()))
                    .solve(StagedSolver.create())
                    .allocation());
    for (Policy policy : refusing) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> policy.allocate(problem)).getMessage();
      assertTrue(String.valueOf(message).contains("\"guaranteed:a\""), message);
    }
  }
}
