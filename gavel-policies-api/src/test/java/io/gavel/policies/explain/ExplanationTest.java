package io.gavel.policies.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.contract.RandomAllocations;
import io.gavel.policies.contract.RandomProblems;
import io.gavel.policies.explain.Explanation.Action;
import io.gavel.policies.explain.Explanation.Factor;
import io.gavel.policies.explain.Explanation.Reason;
import io.gavel.policies.explain.Explanation.Verdict;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplanationTest {

  private static final AllocationProblem PROBLEM =
      AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
          .job(Job.of("full"), 4, 1)
          .job(Job.of("slow"), 3, 1)
          .job(Job.of("waiting"), 2, 0)
          .job(Job.of("nowhere"), 0, 0)
          .job(Job.builder("large").scaleFactor(2).build(), 1, 0)
          .build();

  /** "full" has the v100, "slow" half of the k80. */
  private static final Allocation X =
      Allocation.of(
          PROBLEM,
          new double[] {1, 0, 0, 0.5, 0, 0, 0, 0, 0, 0},
          new Certificate(
              2, 2, 0, Prices.of(new double[] {0.5, 0.25}, new double[5], new double[5])));

  @Test
  void full_isAtItsBest() {
    Explanation full = Explanation.of(X, "full");
    assertEquals(Verdict.FULL, full.verdict());
    assertEquals(List.of(new Reason.AtItsBest("v100")), full.reasons());
    assertEquals(List.of(), full.actions());
  }

  @Test
  void partial_reasonsAreOrderedByWhatTheyWouldGive() {
    Explanation slow = Explanation.of(X, "slow");
    assertEquals(Verdict.PARTIAL, slow.verdict());
    assertEquals(
        List.of(
            new Reason.PoolFull("v100", 1, 0.5, 2.5), new Reason.RoomUnused("k80", 0.5, 1, 0.5)),
        slow.reasons());
    assertEquals(slow.reasons().get(0), slow.dominant());
    assertEquals(List.of(new Action("v100", 0.5, 0.25)), slow.actions()); // the k80 has room
    assertEquals(
        """
        slow: PARTIAL, 0.500000 steps/s = 3.000 (fastest type) × 0.5000 (time) × 0.3333 (speed while it runs)
          the only worker of "v100" is taken; with room there it would gain up to 2.500 steps/s
          the policy leaves 0.5000 workers of "k80" idle; on free ones it would gain up to 0.5000 steps/s
          one more worker of "v100" improves the policy's objective by at most 0.5000 (25.0 % of it)
        """,
        slow.toText());
  }

  @Test
  void verdict_nearlyTheFastest_isFullButForRoundingOnly() {
    assertEquals(Verdict.PARTIAL, verdictOfFull(0.9995));
    assertEquals(Verdict.PARTIAL, verdictOfFull(1 - 2e-6));
    assertEquals(Verdict.FULL, verdictOfFull(1 - 5e-7));
  }

  private static Verdict verdictOfFull(double fraction) {
    double[] fractions = {fraction, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    return Explanation.of(Allocation.of(PROBLEM, fractions, X.certificate()), "full").verdict();
  }

  /** As that of Nash welfare, a sum of logarithms, may be. */
  @Test
  void actions_negativeObjective_areAPositivePartOfIt() {
    Certificate negative = new Certificate(-2, -2, 0, X.certificate().prices());
    Allocation x = Allocation.of(PROBLEM, new double[] {1, 0, 0, 0.5, 0, 0, 0, 0, 0, 0}, negative);
    assertEquals(List.of(new Action("v100", 0.5, 0.25)), Explanation.of(x, "slow").actions());
  }

  /** A part of less than 10⁻⁹ of the objective is rounding, whatever the objective's sign. */
  @Test
  void actions_priceOfRounding_isNone() {
    for (double objective : new double[] {-2, 2}) {
      for (double price : new double[] {1e-9, 4e-9}) {
        Prices prices = Prices.of(new double[] {price, 0}, new double[5], new double[5]);
        Certificate certificate = new Certificate(objective, objective, 0, prices);
        Allocation x = Allocation.of(PROBLEM, X.fractions(), certificate);
        assertEquals(price > 2e-9 ? 1 : 0, Explanation.of(x, "slow").actions().size());
      }
    }
  }

  @Test
  void waiting_isNotNever() {
    assertEquals(Verdict.WAITING, Explanation.of(X, "waiting").verdict());
    assertEquals(new Reason.PoolFull("v100", 1, 0.5, 2), Explanation.of(X, "waiting").dominant());
    assertEquals(Verdict.NEVER, Explanation.of(X, "nowhere").verdict());
    assertEquals(new Reason.NoUsableType(), Explanation.of(X, "nowhere").dominant());
    assertEquals(Verdict.NEVER, Explanation.of(X, "large").verdict());
    assertEquals(
        new Reason.GangTooLarge(2, 1, Optional.empty()), Explanation.of(X, "large").dominant());
    assertTrue(Explanation.of(X, "large").factors().isEmpty());
  }

  @Test
  void timeUsedUp_isSaidOfJobsThatRunAllDayOnSlowTypes() {
    Allocation allDay =
        Allocation.of(PROBLEM, new double[] {1, 0, 0, 1, 0, 0, 0, 0, 0, 0}, X.certificate());
    assertEquals(
        List.of(new Reason.PoolFull("v100", 1, 0.5, 2), new Reason.TimeUsedUp(0)),
        Explanation.of(allDay, "slow").reasons());
  }

  @Test
  void factors_anyAllocation_multiplyUpToTheThroughput_andExplainingNeverThrows() {
    for (long seed = 0; seed < 300; seed++) {
      Allocation x = RandomAllocations.feasible(RandomProblems.of(seed), seed);
      for (int m = 0; m < x.problem().jobCount(); m++) {
        Explanation why = Explanation.of(x, m);
        if (why.verdict() == Verdict.PARTIAL || why.verdict() == Verdict.FULL) {
          double product =
              why.factors().stream().mapToDouble(Factor::value).reduce(1, (a, b) -> a * b);
          assertEquals(why.throughput(), product, 1e-12 * product, why.toText());
        } else {
          assertEquals(0, why.throughput());
        }
        assertTrue(why.toText().endsWith("\n"));
        for (int i = 1; i < why.reasons().size(); i++) {
          assertTrue(why.reasons().get(i).gain() <= why.reasons().get(i - 1).gain());
        }
      }
    }
  }

  @Test
  void compare_twoJobs_namesTheFactorThatDiffersMost() {
    Explanation.Comparison comparison =
        Explanation.of(X, "full").compare(Explanation.of(X, "slow"));
    assertEquals(8, comparison.ratio());
    assertEquals(new Factor(Factor.Kind.MIX, 3), comparison.factors().get(0));
    assertEquals(
        "\"full\" has 8.000 times the throughput of \"slow\"; most of it is speed while it runs,"
            + " 3.000 times as large",
        comparison.text());
    assertEquals(
        "only \"full\" makes progress",
        Explanation.of(X, "waiting").compare(Explanation.of(X, "full")).text());
    assertEquals(
        "neither \"waiting\" nor \"nowhere\" makes progress",
        Explanation.of(X, "waiting").compare(Explanation.of(X, "nowhere")).text());
  }

  @Test
  void whatIf_jobsAreMatchedById() {
    AllocationProblem two =
        AllocationProblem.builder(PROBLEM.cluster())
            .job(Job.of("slow"), 3, 1)
            .job(Job.of("full"), 4, 1)
            .build();
    Allocation after =
        Allocation.of(two, new double[] {1, 0, 0, 1}, new Certificate(3, 3, 0, Prices.zero(two)));
    WhatIf whatIf = WhatIf.compare(problem -> problem.equals(two) ? after : X, PROBLEM, two);
    assertEquals(List.of(new WhatIf.Change("slow", 0.5, 3)), whatIf.winners());
    assertEquals(List.of(new WhatIf.Change("full", 4, 1)), whatIf.losers());
    assertEquals(
        """
        objective 2.00000, then 3.00000; 1 gain, 1 lose
          full: 4.00000, then 1.00000 steps/s
          slow: 0.500000, then 3.00000 steps/s
        """,
        whatIf.toText());
  }

  @Test
  void of_unknownJob_namesTheKnownOnes() {
    assertThrows(IllegalArgumentException.class, () -> Explanation.of(X, "other"));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Explanation("a", Verdict.FULL, 1, List.of(), List.of(), List.of()));
  }
}
