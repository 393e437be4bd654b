package io.gavel.policies;

import static io.gavel.policies.Errors.assertRejected;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.Unrunnable;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairThroughputsTest {

  @Test
  void kind_namedBeforeItsPairs_keepsItsNumber() {
    PairThroughputs table =
        PairThroughputs.builder(1)
            .kind("z", 2)
            .kind("a", 1)
            .kind("z", 2)
            .pair("b", "a", 1, new double[] {3}, new double[] {4})
            .build();
    assertEquals(
        List.of(
            new PairThroughputs.Kind("z", 2),
            new PairThroughputs.Kind("a", 1),
            new PairThroughputs.Kind("b", 1)),
        table.kinds());
    assertArrayEquals(new int[] {2}, table.partners(1));
    assertArrayEquals(new int[0], table.partners(0));
    assertRejected(
        "scale factor is 0; it must be at least 1", () -> PairThroughputs.builder(1).kind("a", 0));
  }

  private static final double[] A = {3, 2};
  private static final double[] B = {5, 0};

  private static PairThroughputs.Builder table() {
    return PairThroughputs.builder(2).pair("a", "b", 1, A, B).pair("a", "a", 1, A, A);
  }

  private static AllocationProblem problem(String... types) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("fast", 2), new WorkerType("slow", 2)));
    for (int m = 0; m < types.length; m++) {
      problem.job(Job.builder("job" + m).type(types[m]).build(), m == 3 ? 0 : 1, 0);
    }
    return problem.build();
  }

  @Test
  void stepsPerSecond_kindsOfJobs_areThoseGiven() {
    PairThroughputs table = table().build();
    int a = table.kindOf(Job.builder("x").type("a").build());
    int b = table.kindOf(Job.builder("y").type("b").build());
    assertEquals(3, table.stepsPerSecond(a, b, 0));
    assertEquals(5, table.stepsPerSecond(b, a, 0));
    assertEquals(0, table.stepsPerSecond(b, b, 0));
    assertEquals(-1, table.kindOf(Job.of("z")));
    assertEquals(-1, table.kindOf(Job.builder("z").type("a").scaleFactor(2).build()));
    assertEquals(-1, table.kindOf(Job.builder("z").type("a").gpuMilli(500).build()));
    assertEquals(table, table().build());
    assertEquals(table.hashCode(), table().build().hashCode());
    assertNotEquals(table, PairThroughputs.none());
    assertTrue(PairThroughputs.none().isEmpty());
    assertEquals("PairThroughputs[2 kinds, 2 worker types]", table.toString());
  }

  @Test
  void pair_wrongRows_areRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> table().pair("a", "b", 1, A, B)); // given already
    assertThrows(
        IllegalArgumentException.class,
        () -> PairThroughputs.builder(2).pair("a", "a", 1, A, B)); // both jobs run alike
    assertThrows(
        IllegalArgumentException.class,
        () -> PairThroughputs.builder(2).pair("a", "b", 1, new double[] {1}, B));
  }

  @Test
  void sharingByType_pairs_areListedOnDemandOnly() {
    AllocationProblem problem = problem("a", "b", "a", "b").sharingByType(table().build());
    assertThrows(IllegalStateException.class, problem::groupCount);
    AllocationProblem all = problem.withAllPairs();
    // 0-1, 0-2, 0-3, 1-2, 2-3, but not the two of type b
    assertEquals(4 + 5, all.groupCount());
    assertSame(all, all.withAllPairs());
    AllocationProblem one = problem.withPairs(List.of(new Group.Pair(1, 2)));
    assertEquals(5, one.groupCount());
    assertEquals(5, one.throughputs().stepsPerSecond(4, 0, 0));
    assertEquals(3, one.throughputs().stepsPerSecond(4, 1, 0));
    assertEquals(4, problem.withoutPairs().groupCount());
    assertTrue(problem.withJobs(problem.jobs()).equals(problem));
    assertThrows(IllegalArgumentException.class, () -> all.sharingByType(table().build()));
  }

  /** Job 3 has no throughput alone, but beside jobs of type a. */
  @Test
  void sharingByType_jobThatRunsBesideOthersOnly_isNotUnrunnable() {
    AllocationProblem alone = problem("a", "b", "a", "b");
    assertEquals(1, alone.unrunnable().size());
    assertEquals(List.of(), alone.sharingByType(table().build()).unrunnable());
    assertEquals(List.of(), alone.sharingByType(table().build()).withAllPairs().unrunnable());
  }

  @Test
  void withAllPairs_moreThanAnArrayHolds_isRefusedBeforeListing() {
    double[] rates = {1};
    AllocationProblem.Builder many =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)));
    for (int m = 0; m < 50_000; m++) {
      many.job(Job.builder("job" + m).type("a").build(), rates);
    }
    AllocationProblem problem =
        many.build()
            .sharingByType(PairThroughputs.builder(1).pair("a", "a", 1, rates, rates).build());
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, problem::withAllPairs);
    assertEquals(
        "50000 jobs have 1249975000 pairs by job type; at most 1073741823 can be listed for 1"
            + " worker types",
        refused.getMessage());
  }

  @Test
  void pair_wrongRow_isNamedByBothTypesAndTheColumn() {
    PairThroughputs.Builder builder = PairThroughputs.builder(2);
    assertRejected(
        "throughputs of job type \"a\" beside \"b\" have 1 entries; they must have one for each of"
            + " 2 worker types",
        () -> builder.pair("a", "b", 1, new double[] {1}, B));
    assertRejected(
        "throughput of job type \"c\" beside \"d\" on type 1 is -1.0; it must be finite and ≥ 0",
        () -> builder.pair("c", "d", 1, new double[] {1, -1}, B));
  }

  /** Each runs on a type on which the other does not. */
  @Test
  void withAllPairs_neverBothOnOneType_listsNone() {
    PairThroughputs apart =
        PairThroughputs.builder(2)
            .pair("a", "b", 1, new double[] {1, 0}, new double[] {0, 1})
            .build();
    assertEquals(2, problem("a", "b").sharingByType(apart).withAllPairs().groupCount());
  }

  /** Job 3 runs in no way: it is of type b, and type b shares with type a only. */
  @Test
  void sharingByType_jobWithoutPartner_staysUnrunnable() {
    AllocationProblem alone = problem("b", "b", "b", "b");
    List<Unrunnable> last = List.of(new Unrunnable(3, "job3", Unrunnable.Cause.NO_THROUGHPUT));
    assertEquals(last, alone.unrunnable());
    assertEquals(last, alone.sharingByType(table().build()).unrunnable());
  }

  @Test
  void withPairs_severalOfATable_haveTheRatesOfTheirMembers() {
    PairThroughputs table =
        PairThroughputs.builder(2)
            .pair("a", "b", 1, new double[] {1, 2}, new double[] {3, 4})
            .pair("a", "c", 1, new double[] {5, 6}, new double[] {7, 8})
            .build();
    AllocationProblem problem = problem("a", "b", "c").sharingByType(table);
    List<Group.Pair> pairs = List.of(new Group.Pair(0, 1), new Group.Pair(0, 2));
    ThroughputMatrix rates = problem.withPairs(pairs).throughputs();
    for (int rate = 1; rate <= 8; rate++) {
      int i = rate - 1;
      assertEquals(rate, rates.stepsPerSecond(3 + i / 4, i / 2 % 2, i % 2));
    }
    assertEquals(3, problem.withPairs(List.of()).groupCount());
  }
}
