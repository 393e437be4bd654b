package io.gavel.policies.lp.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.Changes;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.near.EpsilonOptimal;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.LimitAction;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MinimalMovementTest {

  private static final double[] TWICE = {2, 2};

  /** Jobs of all kinds on three types, half as many workers as jobs. */
  private static AllocationProblem mixed(int jobs) {
    Random random = new Random(5);
    AllocationProblem.Builder problem =
        AllocationProblem.builder(
            Cluster.of(
                new WorkerType("fast", jobs / 8),
                new WorkerType("middle", jobs / 8),
                new WorkerType("slow", jobs / 4)));
    for (int m = 0; m < jobs; m++) {
      double base = StrictMath.exp(random.nextGaussian());
      problem.job(
          Job.of("job" + m),
          base * (4 + 4 * random.nextDouble()),
          base * (2 + 2 * random.nextDouble()),
          base);
    }
    return problem.build();
  }

  @Test
  void stay_oneArrivalAmongTwoHundred_movesNoMoreThanItTakes() {
    AllocationProblem before = mixed(200);
    AllocationProblem after = Changes.with(before, Job.of("new"), 5, 2.5, 1);
    MaxMinFairness policy = MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY);
    Allocation previous = policy.allocate(before);
    MinimalMovementResult result = MinimalMovement.to(previous, policy).stay(after);
    Allocation close = result.allocation();
    // The newcomer needs a part of a worker; everybody else need give no more than that together.
    double taken = close.timeFraction(after.indexOf("new"));
    assertTrue(taken > 0.1 && result.moved() <= taken + 1e-6, () -> taken + " " + result.moved());
    assertEquals(0.99 * result.optimum().certificate().objective(), level(close), 1e-6);
    int touched = touched(previous, close);
    int byOptimum = touched(previous, result.optimum());
    assertTrue(byOptimum >= 190, "touched by the optimum " + byOptimum);
    assertTrue(touched <= 100, "touched " + touched);
  }

  /** How many jobs lose time somewhere. */
  private static int touched(Allocation previous, Allocation next) {
    int touched = 0;
    for (int m = 0; m < previous.problem().jobCount(); m++) {
      double lost = 0;
      for (int j = 0; j < 3; j++) {
        lost += Math.max(0, previous.fraction(m, j) - next.fraction(m, j));
      }
      touched += lost > 1e-6 ? 1 : 0;
    }
    return touched;
  }

  private static double level(Allocation allocation) {
    return allocation.certificate().objective();
  }

  @Test
  void stay_twoJobsAlikeOnTypesOfTheirOwn_keepsThemThere() {
    AllocationProblem problem =
        Cases.problem(Cases.workers(1, 1), Cases.row(2, 2), Cases.row(2, 2));
    Allocation previous =
        Allocation.of(
            problem,
            new double[] {1, 0, 0, 1},
            MaxMinFairness.create().allocate(problem).certificate());
    MinimalMovementResult result =
        MinimalMovement.to(previous, MaxMinFairness.create()).stay(problem);
    assertEquals(1, result.movedByOptimum(), 1e-9); // half and half for both
    assertEquals(0, result.moved());
    assertEquals(1, result.saved(), 1e-9);
    assertEquals(1, result.allocation().fraction("1", "a"));
    assertEquals(1, result.allocation().fraction("2", "b"));
  }

  @Test
  void stay_thirdJobForTwoWorkers_takesWhatAHundredthLessNeeds() {
    AllocationProblem before = Cases.problem(Cases.workers(2), Cases.row(1), Cases.row(1));
    AllocationProblem after = Changes.with(before, Job.of("new"), 1);
    MaxMinFairness policy = MaxMinFairness.create();
    MinimalMovementResult result =
        MinimalMovement.to(policy.allocate(before), policy).within(0.01).stay(after);
    assertEquals(2 / 3.0, result.movedByOptimum(), 1e-9);
    assertEquals(0.66, result.moved(), 1e-6);
    assertEquals(0.66, result.leastMoved(), 1.2e-5);
    assertEquals(0.01, result.allocation().certificate().relativeGap(), 1e-6);
    assertEquals(2, result.allocation().workersUsed(0), 1e-9);
  }

  @Test
  void guide_stayingAndStarting_doWhatTheySay() {
    AllocationProblem before = mixed(64);
    AllocationProblem after = Changes.with(before, Job.of("new"), 5, 2.5, 1);
    // stay close: begin
    EpsilonOptimal policy = MaxMinFairness.create();
    Allocation previous = policy.allocate(before);
    MinimalMovementResult result = MinimalMovement.to(previous, policy).within(0.01).stay(after);
    Allocation x = result.allocation(); // at least 99 % of the best level
    double saved = result.saved(); // workers that go on where they were
    // stay close: end
    assertTrue(saved > 0);
    // start: begin
    CertifiedSolver solver =
        CertifiedSolver.standard().startingFrom(previous.certificate().prices());
    Allocation next = MaxMinFairness.create().withSolver(solver).allocate(after);
    // start: end
    assertEquals(level(policy.allocate(after)), level(next), 1e-6 * level(next));
    assertTrue(level(x) >= 0.99 * level(next) * (1 - 1e-6));
  }

  @Test
  void stay_workersLeftOver_runJobs() {
    AllocationProblem before = Cases.problem(Cases.workers(1), Cases.row(1));
    AllocationProblem after =
        Cases.problem(Cases.workers(2, 1), Cases.row(1, 1), Cases.row(1, 0.5));
    Allocation close =
        MinimalMovement.to(MaxMinFairness.create().allocate(before), MaxMinFairness.create())
            .within(0.5)
            .allocate(after);
    assertEquals(1, close.fraction("1", "a"), 1e-6);
    assertEquals(1, close.fraction("2", "a"), 1e-6);
  }

  @Test
  void stay_jobsAndTypesInAnotherOrder_areToldByName() {
    AllocationProblem before = Cases.problem(Cases.workers(1, 1), Cases.row(2, 1), Cases.row(1, 2));
    AllocationProblem after =
        AllocationProblem.builder(Cluster.of(new WorkerType("b", 1), new WorkerType("a", 1)))
            .job(Job.of("2"), 2, 1)
            .job(Job.of("1"), 1, 2)
            .build();
    MaxMinFairness policy = MaxMinFairness.create();
    MinimalMovementResult result = MinimalMovement.to(policy.allocate(before), policy).stay(after);
    assertEquals(0, result.moved(), 1e-9);
    assertEquals(1, result.allocation().fraction("1", "a"), 1e-9);
  }

  @Test
  void stay_pairOfWhichOneIsGone_isNotHeld() {
    AllocationProblem before = pair("1", "2");
    AllocationProblem after = pair("1", "3");
    MaxMinFairness policy = MaxMinFairness.create();
    Allocation previous = policy.allocate(before);
    assertEquals(1, previous.fraction(2, 0), 1e-9); // both all the time
    MinimalMovementResult result = MinimalMovement.to(previous, policy).stay(after);
    assertEquals(0, result.moved());
    assertEquals(0, MinimalMovement.to(previous, policy).stay(before).moved());
  }

  private static AllocationProblem pair(String a, String b) {
    return AllocationProblem.builder(Cases.workers(1))
        .job(Job.of(a), 1)
        .job(Job.of(b), 1)
        .pair(a, b, Cases.row(0.9), Cases.row(0.9))
        .build();
  }

  @Test
  void stay_pairsByType_keepsPartners() {
    PairThroughputs table = PairThroughputs.builder(2).pair("x", "x", 1, TWICE, TWICE).build();
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(1, 2));
    IntStream.range(0, 6)
        .forEach(m -> builder.job(Job.builder("j" + m).type("x").build(), 2.5, 2.5));
    AllocationProblem problem = builder.build().sharingByType(table);
    MaxMinFairness policy = MaxMinFairness.create();
    Allocation optimum = policy.allocate(problem);
    AllocationProblem others =
        problem.withPairs(
            List.of(new Group.Pair(0, 5), new Group.Pair(1, 4), new Group.Pair(2, 3)));
    double[] fractions = new double[2 * others.groupCount()];
    fractions[2 * 6] = 1;
    fractions[2 * 7 + 1] = 1;
    fractions[2 * 8 + 1] = 1;
    Allocation previous = Allocation.of(others, fractions, optimum.certificate());
    MinimalMovementResult result = MinimalMovement.to(previous, policy).stay(problem);
    assertEquals(0, result.moved(), 1e-9);
    assertEquals(2, result.allocation().effectiveThroughput(3), 1e-6);
    assertEquals(1, beside(result.allocation(), 0, 5), 1e-6);
    assertEquals(1, beside(result.allocation(), 1, 4), 1e-6);
    assertEquals(1, beside(result.allocation(), 2, 3), 1e-6);
    assertTrue(result.movedByOptimum() > 0.5, () -> result.toString());
  }

  /** The fraction of time for which two jobs share workers. */
  private static double beside(Allocation x, int first, int second) {
    double time = 0;
    for (int g = x.problem().jobCount(); g < x.problem().groupCount(); g++) {
      boolean same = x.problem().group(g).equals(new Group.Pair(first, second));
      for (int j = 0; same && j < x.problem().cluster().typeCount(); j++) {
        time += x.fraction(g, j);
      }
    }
    return time;
  }

  @Test
  void stay_limits_endIt() {
    AllocationProblem problem = mixed(40);
    MaxMinFairness policy = MaxMinFairness.create();
    MinimalMovement close = MinimalMovement.to(new IsolatedShare().allocate(problem), policy);
    SolveLimits few = SolveLimits.none().withMaxSteps(1);
    assertThrows(SolveStoppedException.class, () -> close.withLimits(few).stay(problem));
    MinimalMovementResult best =
        close.withLimits(few.withOnExpiry(LimitAction.BEST_FEASIBLE)).stay(problem);
    assertSame(best.optimum(), best.allocation());
    assertEquals(0, best.leastMoved());
    SolveLimits cancelled = SolveLimits.none().withCancellation(() -> true);
    assertThrows(SolveStoppedException.class, () -> close.withLimits(cancelled).stay(problem));
  }

  @Test
  void within_partsThatMeanNothing_areRefused() {
    AllocationProblem problem = Cases.problem(Cases.workers(1), Cases.row(1));
    MinimalMovement close =
        MinimalMovement.to(new IsolatedShare().allocate(problem), MaxMinFairness.create());
    for (double part : new double[] {0, 1e-6, 1, -0.1, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> close.within(part));
    }
  }

  @Test
  void stay_optionsThatAreNoFloors_areRefused() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(1))
            .entity(new Entity("e", 1, Entity.Discipline.FAIRNESS))
            .job(Job.builder("1").entity("e").build(), 1)
            .build();
    Allocation previous = new IsolatedShare().allocate(problem);
    for (EpsilonOptimal policy :
        List.of(MaxMinFairness.create().withEnvyCap(2), WaterFilling.create().overEntities())) {
      MinimalMovement close = MinimalMovement.to(previous, policy);
      assertThrows(UnsupportedOperationException.class, () -> close.stay(problem));
    }
  }

  /** The gang that was alone keeps what a hundredth less of the level leaves it, on two workers. */
  @Test
  void stay_gangs_moveAllTheirWorkers() {
    AllocationProblem before = Cases.gangs(Cases.problem(Cases.workers(2), Cases.row(1)), 2);
    Job second = Job.builder("new").scaleFactor(2).build();
    MaxMinFairness policy = MaxMinFairness.create();
    MinimalMovementResult result =
        MinimalMovement.to(policy.allocate(before), policy)
            .within(0.01)
            .stay(Changes.with(before, second, 1));
    assertEquals(2 * 0.495, result.moved(), 1e-5);
    assertEquals(2 * 0.495, result.leastMoved(), 2e-5);
    assertEquals(1, result.movedByOptimum(), 1e-6);
    assertEquals(0.01, result.saved(), 1e-5);
  }

  /** A pair of types that do not share any more is gone, like its jobs' time in it. */
  @Test
  void stay_pairsByTypeThatNoLongerShare_areNotHeld() {
    double[] onA = {2, 0};
    double[] onB = {0, 2};
    PairThroughputs.Builder table = PairThroughputs.builder(2).pair("x", "x", 1, TWICE, TWICE);
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(1, 1));
    for (int m = 0; m < 4; m++) {
      builder.job(Job.builder("j" + m).type(m == 1 ? "y" : "x").build(), 2.5, 2.5);
    }
    AllocationProblem jobs = builder.build();
    AllocationProblem before =
        jobs.sharingByType(
                PairThroughputs.builder(2)
                    .pair("x", "x", 1, TWICE, TWICE)
                    .pair("x", "y", 1, TWICE, TWICE)
                    .build())
            .withPairs(List.of(new Group.Pair(0, 1), new Group.Pair(2, 3)));
    double[] fractions = new double[2 * before.groupCount()];
    fractions[2 * 4] = 1;
    fractions[2 * 5 + 1] = 1;
    MaxMinFairness policy = MaxMinFairness.create();
    Allocation previous = Allocation.of(before, fractions, policy.allocate(before).certificate());
    AllocationProblem after = jobs.sharingByType(table.pair("x", "y", 1, onA, onB).build());
    Allocation x = MinimalMovement.to(previous, policy).allocate(after);
    for (int g = 4; g < x.problem().groupCount(); g++) {
      assertTrue(x.problem().group(g).member(0) != 1 && x.problem().group(g).member(1) != 1);
    }
  }

  @Test
  void within_theLeastPart_isTaken() {
    AllocationProblem problem = Cases.problem(Cases.workers(1), Cases.row(1));
    MinimalMovement close =
        MinimalMovement.to(new IsolatedShare().allocate(problem), MaxMinFairness.create());
    assertEquals(0, close.within(1e-5).stay(problem).moved(), 1e-9);
  }
}
