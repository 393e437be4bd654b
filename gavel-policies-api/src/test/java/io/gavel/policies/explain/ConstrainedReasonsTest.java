package io.gavel.policies.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.explain.Explanation.Action;
import io.gavel.policies.explain.Explanation.Reason;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What explanations say of constraints and of jobs that cannot run. Rates are 4 and 1. */
class ConstrainedReasonsTest {

  private static AllocationProblem.Builder problem() {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("v100", 4), new WorkerType("k80", 4)))
        .job(Job.of("a"), 4, 1)
        .job(Job.of("b"), 4, 1);
  }

  private static LinearForm workers() {
    return LinearForm.workers().onTypes("v100");
  }

  private static Explanation explain(AllocationProblem problem, double price, double... x) {
    int jobs = problem.jobCount();
    Prices prices =
        Prices.of(new double[2], new double[jobs], new double[jobs])
            .withConstraints(Map.of("rule", price));
    return Explanation.of(Allocation.of(problem, x, new Certificate(1, 1, 0, prices)), "a");
  }

  private static String reasons(AllocationProblem problem, double... x) {
    return explain(problem, 0, x).reasons().stream()
        .map(reason -> reason.getClass().getSimpleName() + " " + reason.gain())
        .collect(Collectors.joining(", "));
  }

  /** Both have half a v100. The third half would be beyond the rule. */
  @Test
  void atMost_usedUp_isTheReasonInPlaceOfRoom() {
    AllocationProblem full =
        problem().constraint(Constraint.named("rule").that(workers()).atMost(1.0)).build();
    assertEquals(
        List.of(new Reason.Constrained("rule", 0.5, 2), new Reason.RoomUnused("k80", 4, 1, 0.5)),
        explain(full, 0.5, 0.5, 0, 0.5, 0).reasons());
    assertEquals("Constrained 2.4, RoomUnused 0.6", reasons(full, 0.4, 0, 0.6, 0));
    AllocationProblem roomy =
        problem().constraint(Constraint.named("rule").that(workers()).atMost(1.001)).build();
    assertEquals("RoomUnused 2.0, RoomUnused 0.5", reasons(roomy, 0.5, 0, 0.5, 0));
  }

  /** A rule on b alone does not concern a. */
  @Test
  void atMost_ofOthers_isNoReason() {
    AllocationProblem others =
        problem()
            .constraint(Constraint.named("rule").that(workers().ofJobs("b")).atMost(0.5))
            .build();
    assertEquals("RoomUnused 2.0, RoomUnused 0.5", reasons(others, 0.5, 0, 0.5, 0));
  }

  /** All of its time is on the k80, and would move: the v100's side of the rule grows by one. */
  @Test
  void atMost_timeThatMoves_countsOnBothSides() {
    AllocationProblem moving =
        problem().constraint(Constraint.named("rule").that(workers()).atMost(0.5)).build();
    assertEquals("Constrained 3.0, TimeUsedUp 0.0", reasons(moving, 0, 1, 0.5, 0));
    // Workers of any type: what moves counts as much as before.
    AllocationProblem any =
        problem()
            .constraint(Constraint.named("rule").that(LinearForm.workers()).atMost(1.5))
            .build();
    assertEquals("RoomUnused 3.0, TimeUsedUp 0.0", reasons(any, 0, 1, 0.5, 0));
  }

  /** The rule wants half a k80 to be used; if a moved to a v100, it would not be. */
  @Test
  void atLeast_wouldBeBroken_isTheReason() {
    LinearForm k80 = LinearForm.workers().onTypes("k80");
    AllocationProblem needed =
        problem().constraint(Constraint.named("rule").that(k80).atLeast(1.0)).build();
    assertEquals("Constrained 3.0, TimeUsedUp 0.0", reasons(needed, 0, 1, 0, 0));
    AllocationProblem slack =
        problem().constraint(Constraint.named("rule").that(k80).atLeast(0.9)).build();
    assertEquals("RoomUnused 3.0, TimeUsedUp 0.0", reasons(slack, 0, 1, 0, 0));
  }

  @Test
  void exactly_anyChange_isHeldBack() {
    AllocationProblem fixed =
        problem().constraint(Constraint.named("rule").that(workers()).exactly(1.0)).build();
    assertEquals("Constrained 2.0, RoomUnused 0.5", reasons(fixed, 0.5, 0, 0.5, 0));
    AllocationProblem others =
        problem()
            .constraint(Constraint.named("rule").that(workers().ofJobs("b")).exactly(0.5))
            .build();
    assertEquals("RoomUnused 2.0, RoomUnused 0.5", reasons(others, 0.5, 0, 0.5, 0));
  }

  @Test
  void actions_severalPools_theHighestPriceFirst() {
    AllocationProblem full =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
            .job(Job.of("a"), 4, 1)
            .job(Job.of("b"), 4, 1)
            .job(Job.of("c"), 4, 1)
            .build();
    Prices prices = Prices.of(new double[] {0.25, 0.5}, new double[3], new double[3]);
    Allocation x =
        Allocation.of(full, new double[] {0, 0, 1, 0, 0, 1}, new Certificate(2, 2, 0, prices));
    assertEquals(
        List.of(new Action("k80", 0.5, 0.25), new Action("v100", 0.25, 0.125)),
        Explanation.of(x, "a").actions());
  }

  @Test
  void text_ofEachReason_namesIt() {
    assertEquals(
        "constraint \"rule\" leaves no room (price 0.5000 per unit of its bound); without it, it"
            + " would gain up to 2.000 steps/s",
        new Reason.Constrained("rule", 0.5, 2).text());
    assertEquals(
        "it already runs all of its time: it can only move to another type",
        new Reason.TimeUsedUp(1).text());
    assertEquals(
        "it runs all of its time at its fastest, on \"v100\"", new Reason.AtItsBest("v100").text());
    assertEquals("it has throughput 0 on every worker type", new Reason.NoUsableType().text());
  }

  @Test
  void never_forbiddenAlongside_saysWhatIsHeld() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a100", 2), new WorkerType("h100", 2)))
            .job(Job.builder("a").alongside("h100", 2).build(), 1, 0)
            .forbid("a", "h100")
            .build();
    Certificate certificate = new Certificate(0, 0, 0, Prices.zero(problem));
    Allocation x = Allocation.of(problem, new double[2], certificate);
    assertEquals(
        "all worker types on which it could run are forbidden: a100 with h100",
        Explanation.of(x, "a").dominant().text());
  }

  @Test
  void never_forbiddenOrTooLarge_saysWhere() {
    AllocationProblem forbidden = problem().forbid("a", "v100").forbid("a", "k80").build();
    Explanation nowhere = explain(forbidden, 0, 0, 0, 1, 0);
    assertEquals(List.of(new Reason.Forbidden("v100, k80")), nowhere.reasons());
    assertEquals(
        "all worker types on which it could run are forbidden: v100, k80",
        nowhere.dominant().text());
    AllocationProblem large =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 3)))
            .job(Job.builder("a").scaleFactor(4).build(), 1, 1)
            .build();
    Explanation never = explain(large, 0, 0, 0);
    assertEquals(List.of(new Reason.GangTooLarge(4, 3, Optional.empty())), never.reasons());
    assertEquals(
        "it needs 4 workers at once; the largest pool it can use has 3", never.dominant().text());
  }

  @Test
  void never_tooManyWorkersAlongside_saysHowMany() {
    AllocationProblem coGang =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 3)))
            .job(Job.builder("a").alongside("k80", 5).build(), 1, 0)
            .build();
    Explanation never = explain(coGang, 0, 0, 0);
    assertEquals(List.of(new Reason.GangTooLarge(5, 3, Optional.of("k80"))), never.reasons());
    assertEquals("it needs 5 workers of k80 at once; there are 3", never.dominant().text());
  }

  /** A pair makes progress only where both of its jobs do: here on k80 at most. */
  @Test
  void never_jobThatRunsOnlyInPairs_saysWhatItsPairsLack() {
    assertEquals(
        List.of(new Reason.GangTooLarge(4, 3, Optional.empty())),
        explain(gangsInPairs(0, 1), 0, 0, 0, 0, 0, 0, 0).reasons());
    assertEquals(
        List.of(new Reason.NoUsableType()),
        explain(gangsInPairs(1, 0), 0, 0, 0, 0, 0, 0, 0).reasons());
  }

  private static AllocationProblem gangsInPairs(double... other) {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("v100", 4), new WorkerType("k80", 3)))
        .job(Job.builder("a").scaleFactor(4).build(), 0, 0)
        .job(Job.builder("b").scaleFactor(4).build(), 0, 0)
        .pair("a", "b", new double[] {0, 1}, other)
        .build();
  }

  /** An idle part of 1e-10 is rounding of a solver, at any rate. */
  @Test
  void reasons_gainsOfRounding_areNone() {
    for (double unit : new double[] {1e-6, 1, 1e6}) {
      AllocationProblem alone =
          AllocationProblem.builder(Cluster.of(new WorkerType("v100", 4), new WorkerType("k80", 4)))
              .job(Job.of("a"), 4 * unit, unit)
              .build();
      List<Reason> reasons = explain(alone, 0, 0, 1 - 1e-10).reasons();
      assertEquals(2, reasons.size(), reasons::toString);
      assertEquals(3 * unit, reasons.get(0).gain(), 1e-9 * unit);
      assertEquals(new Reason.TimeUsedUp(0), reasons.get(1));
    }
  }

  /**
   * Of an objective of 1000, a millionth is rounding if a unit of the bound is worth 1e-9 of it.
   */
  @Test
  void price_thatIsRounding_isZero() {
    AllocationProblem full =
        problem().constraint(Constraint.named("rule").that(workers()).atMost(1.0)).build();
    double[] x = {0.5, 0, 0.5, 0};
    for (double price : new double[] {0.9e-6, 1.1e-6}) {
      Prices prices =
          Prices.of(new double[2], new double[2], new double[2])
              .withConstraints(Map.of("rule", price));
      Reason dominant =
          Explanation.of(Allocation.of(full, x, new Certificate(1000, 1000, 0, prices)), "a")
              .dominant();
      assertEquals(new Reason.Constrained("rule", price > 1e-6 ? price : 0, 2), dominant);
    }
  }

  @Test
  void atItsBest_equallyFastTypes_namesTheFirst() {
    AllocationProblem equal =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 4), new WorkerType("k80", 4)))
            .job(Job.of("a"), 4, 4)
            .build();
    assertEquals(List.of(new Reason.AtItsBest("v100")), explain(equal, 0, 0, 1).reasons());
  }

  /** Without the rule, both run all day. */
  @Test
  void lifting_aConstraint_saysWhoGains() {
    AllocationProblem full =
        problem().constraint(Constraint.named("rule").that(workers()).atMost(1.0)).build();
    Policy policy =
        problem -> {
          double part = problem.constraints().isEmpty() ? 1 : 0.5;
          return Allocation.of(
              problem,
              new double[] {part, 0, part, 0},
              new Certificate(part, part, 0, Prices.zero(problem)));
        };
    assertEquals(
        List.of(new WhatIf.Change("a", 2, 4), new WhatIf.Change("b", 2, 4)),
        WhatIf.lifting(policy, full, "rule").winners());
  }
}
