package io.gavel.policies;

import static io.gavel.policies.Errors.assertRejected;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.TextMutations;
import io.gavel.policies.explain.Explanation;
import io.gavel.policies.explain.Explanation.Reason;
import io.gavel.policies.explain.Explanation.Verdict;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.Unrunnable;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.snapshot.ProblemSnapshot;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class EligibilityTest {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 4));

  private static AllocationProblem.Builder builder() {
    return AllocationProblem.builder(CLUSTER)
        .job(Job.builder("a").type("x").build(), 4, 2)
        .job(Job.builder("b").type("x").build(), 3, 1)
        .job(Job.builder("c").scaleFactor(4).build(), 3, 1)
        .pair("a", "b", new double[] {3, 2}, new double[] {2, 1});
  }

  private static final AllocationProblem FREE = builder().build();
  private static final AllocationProblem FORBIDDEN = builder().forbid("b", "k80").build();

  @Test
  void forbid_job_rulesOutItsTimeAndThatOfItsPairsOnly() {
    assertFalse(FORBIDDEN.runs(1, 1));
    assertFalse(FORBIDDEN.runs(3, 1), "the pair");
    assertTrue(FORBIDDEN.runs(0, 1) && FORBIDDEN.runs(1, 0) && FORBIDDEN.runs(3, 0));
    assertTrue(FORBIDDEN.runsIfAllowed(1, 1) && FORBIDDEN.runsIfAllowed(3, 1));
    assertFalse(FORBIDDEN.runsIfAllowed(2, 0), "the gang is too large");
    assertEquals(FREE.throughputs(), FORBIDDEN.throughputs());
    assertTrue(FORBIDDEN.eligibility().forbids(1, 1));
    assertArrayEquals(new int[] {1}, FORBIDDEN.eligibility().forbiddenTypes(1));
    assertArrayEquals(new int[0], FORBIDDEN.eligibility().forbiddenTypes(0));
    assertTrue(FREE.eligibility().isAll());
  }

  @Test
  void forbid_twiceOrBeforeTheJob_isAsOnce() {
    assertEquals(FORBIDDEN, builder().forbid("b", "k80", "k80").forbid("b", "k80").build());
    assertEquals(FORBIDDEN, FREE.forbidding("b", "k80"));
    assertEquals(
        builder().forbid("b", "k80").forbid("a", "v100").build(),
        FORBIDDEN.forbidding("a", "v100"));
    AllocationProblem early =
        AllocationProblem.builder(CLUSTER).forbid("z", "k80").job(Job.of("z"), 1, 1).build();
    assertFalse(early.runs(0, 1));
    assertNotEquals(FREE, FORBIDDEN);
    assertEquals(FREE, FORBIDDEN.withEligibility(Eligibility.all()));
  }

  @Test
  void forbid_unknownIdOrNoType_isRefusedByName() {
    assertRejected(
        "there is no job \"d\"; known: a, b, c", () -> builder().forbid("d", "k80").build());
    assertRejected(
        "there is no worker type \"p100\"; known: v100, k80",
        () -> builder().forbid("a", "p100").build());
    assertRejected(
        "no worker type is named to forbid to job \"a\"; at least one is needed",
        () -> builder().forbid("a"));
    assertRejected("there is no job \"d\"; known: a, b, c", () -> FREE.forbidding("d", "k80"));
    AllocationProblem small = AllocationProblem.builder(CLUSTER).job(Job.of("z"), 1, 1).build();
    assertRejected(
        "Eligibility[1 forbidden] is for 2 worker types and at least 2 jobs; the problem has 2 and"
            + " 1",
        () -> small.withEligibility(FORBIDDEN.eligibility()));
  }

  @Test
  void copies_keepTheRules() {
    Eligibility rules = FORBIDDEN.eligibility();
    assertEquals(rules, FORBIDDEN.withoutPairs().eligibility());
    assertEquals(rules, FORBIDDEN.withJobs(FORBIDDEN.jobs()).eligibility());
    assertEquals(rules, FORBIDDEN.withCluster(CLUSTER).eligibility());
    assertEquals(rules, FORBIDDEN.believing(FORBIDDEN.throughputs()).eligibility());
    PairThroughputs table =
        PairThroughputs.builder(2)
            .pair("x", "x", 1, new double[] {2, 1}, new double[] {2, 1})
            .build();
    AllocationProblem byType = FORBIDDEN.withoutPairs().sharingByType(table);
    assertEquals(rules, byType.eligibility());
    assertEquals(rules, byType.withJobs(byType.jobs()).eligibility());
    assertEquals(rules, byType.withAllPairs().eligibility());
    assertEquals(List.of(new Group.Pair(0, 1)), List.of(byType.withAllPairs().group(3)));
    AllocationProblem apart = byType.forbidding("a", "v100");
    assertEquals(3, apart.withAllPairs().groupCount(), "no type is allowed to both");
    assertEquals(rules, of(FORBIDDEN, 0, 1));
    assertTrue(of(FORBIDDEN, 1).forbids(0, 1));
    assertTrue(of(FORBIDDEN, 0, 2).isAll());
  }

  /** The job itself may run everywhere, but its one partner may not. */
  @Test
  void unrunnable_jobWhosePairsAreAllForbidden_isSetAsideWithTheReason() {
    AllocationProblem problem =
        AllocationProblem.builder(CLUSTER)
            .job(Job.of("a"), 4, 2)
            .job(Job.of("b"), 0, 0)
            .pair("a", "b", new double[] {0, 2}, new double[] {0, 1})
            .build();
    assertTrue(problem.forbidding("a", "v100").unrunnable().isEmpty());
    AllocationProblem apart = problem.forbidding("a", "k80");
    assertEquals(List.of(new Unrunnable(1, "b", Unrunnable.Cause.FORBIDDEN)), apart.unrunnable());
    Allocation nothing =
        Allocation.of(apart, new double[6], new Certificate(0, 0, 0, Prices.zero(apart)));
    assertEquals(new Reason.Forbidden("k80"), Explanation.of(nothing, "b").dominant());
  }

  @Test
  void unrunnable_jobForbiddenEverywhere_isSetAsideWithTheReason() {
    AllocationProblem problem = FREE.forbidding("c", "k80");
    assertEquals(List.of(new Unrunnable(2, "c", Unrunnable.Cause.FORBIDDEN)), problem.unrunnable());
    assertEquals(
        "all worker types on which job \"c\" could run are forbidden",
        problem.unrunnable().get(0).toString());
    Allocation nothing =
        Allocation.of(problem, new double[8], new Certificate(0, 0, 0, Prices.zero(problem)));
    Explanation why = Explanation.of(nothing, "c");
    assertEquals(Verdict.NEVER, why.verdict());
    assertEquals(new Reason.Forbidden("k80"), why.dominant());
    assertTrue(FREE.forbidding("c", "v100").unrunnable().isEmpty());
  }

  @Test
  void snapshot_withRules_comesBack() {
    String text = ProblemSnapshot.print(FORBIDDEN);
    assertTrue(text.contains("  forbid \"b\" \"k80\"\n"), text);
    assertEquals(FORBIDDEN, ProblemSnapshot.parse(text));
    assertEquals(text, ProblemSnapshot.print(ProblemSnapshot.parse(text)));
    String without = TextMutations.withoutDigest(text).replace("  forbid \"b\" \"k80\"\n", "");
    assertEquals(without, TextMutations.withoutDigest(ProblemSnapshot.print(FREE)));
    assertNotEquals(ProblemSnapshot.digest(FREE), ProblemSnapshot.digest(FORBIDDEN));
    AllocationProblem believed = FORBIDDEN.believing(FORBIDDEN.throughputs());
    assertEquals(believed, ProblemSnapshot.parse(ProblemSnapshot.print(believed)));
  }

  /** Job b may not use the first type, which stands after the last of job a. */
  @Test
  void edit_rowBeforeAForbiddenOne_isAll() {
    AllocationProblem forbidden = FREE.forbidding("b", "v100");
    assertTrue(of(forbidden, 0).isAll());
    assertArrayEquals(new int[] {0}, of(forbidden, 1, 2).forbiddenTypes(0));
    assertTrue(of(FREE, 1).isAll());
  }

  private static Eligibility of(AllocationProblem problem, int... jobs) {
    BitSet kept = new BitSet();
    Arrays.stream(jobs).forEach(kept::set);
    return problem.edit(kept).build().eligibility();
  }

  @Test
  void edit_someJobs_holdsTheirRulesAndGroups() {
    AllocationProblem some = FORBIDDEN.edit(BitSet.valueOf(new long[] {0b110})).build();
    assertEquals(FORBIDDEN.jobs().subList(1, 3), some.jobs());
    for (int m = 0; m < 2; m++) {
      int[] expected = FORBIDDEN.eligibility().forbiddenTypes(m + 1);
      assertArrayEquals(expected, some.eligibility().forbiddenTypes(m));
    }
    AllocationProblem.Builder removed = FORBIDDEN.edit();
    removed.remove("a");
    assertEquals(removed.build(), some);
    BitSet unknown = BitSet.valueOf(new long[] {0b1001});
    assertThrows(IndexOutOfBoundsException.class, () -> FORBIDDEN.edit(unknown));
  }
}
