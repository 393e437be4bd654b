package io.gavel.policies.lp.queue;

import static io.gavel.policies.lp.Cases.gangs;
import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeadOfLineFifoTest {

  private static final int WAITS = -1;

  /** The type on which each job runs alone, or -1. */
  private static int[] types(Policy policy, AllocationProblem problem) {
    Allocation x = policy.allocate(problem);
    assertEquals(0, x.maxViolation());
    return IntStream.range(0, problem.jobCount())
        .map(
            m ->
                IntStream.range(0, problem.cluster().typeCount())
                    .filter(j -> x.fraction(m, j) == 1)
                    .findFirst()
                    .orElse(WAITS))
        .toArray();
  }

  @Test
  void aware_eachTakesTheFastestFreeType() {
    AllocationProblem problem = problem(workers(1, 2), row(1, 9), row(2, 3), row(5, 8), row(1, 1));
    assertArrayEquals(new int[] {1, 1, 0, WAITS}, types(HeadOfLineFifo.aware(), problem));
  }

  @Test
  void aware_gangThatFindsNoRoom_blocksTheQueue() {
    AllocationProblem problem = gangs(problem(workers(2), row(1), row(1), row(1)), 1, 2, 1);
    assertArrayEquals(new int[] {0, WAITS, WAITS}, types(HeadOfLineFifo.aware(), problem));
  }

  @Test
  void aware_jobThatFindsRoomButNotWhereItRuns_isPassedOver() {
    AllocationProblem problem = problem(workers(1, 1), row(0, 2), row(0, 3), row(4, 0));
    assertArrayEquals(new int[] {1, WAITS, 0}, types(HeadOfLineFifo.aware(), problem));
  }

  /** A gang that fits only in its configuration, which no rule of the queue reads. */
  @Test
  void anyRule_jobThatRunsOnlyInAConfiguration_blocksNobody() {
    AllocationProblem problem =
        AllocationProblem.builder(workers(2))
            .job(Job.builder("large").scaleFactor(4).build(), 1)
            .configuration("large", "small", 1, 1)
            .job(Job.of("single"), 1)
            .build();
    for (Policy rule :
        List.of(HeadOfLineFifo.aware(), HeadOfLineFifo.agnostic(0), HeadOfLineFifo.packed())) {
      assertArrayEquals(new int[] {WAITS, 0}, types(rule, problem), rule::toString);
    }
  }

  @Test
  void aware_gangTooLargeForTheCluster_blocksNobody() {
    AllocationProblem problem = gangs(problem(workers(2), row(1), row(1)), 4, 1);
    assertArrayEquals(new int[] {WAITS, 0}, types(HeadOfLineFifo.aware(), problem));
  }

  @Test
  void aware_tie_goesToTheFirstType() {
    assertArrayEquals(
        new int[] {0}, types(HeadOfLineFifo.aware(), problem(workers(1, 1), row(2, 2))));
  }

  @Test
  void aware_typesOfOnePool_shareItsWorkers() {
    Cluster shared =
        Cluster.of(
            new WorkerType("near", 2).withPool("v100"), new WorkerType("far", 2).withPool("v100"));
    AllocationProblem problem = problem(shared, row(2, 1), row(1, 2), row(1, 1));
    assertArrayEquals(new int[] {0, 1, WAITS}, types(HeadOfLineFifo.aware(), problem));
  }

  /** The original booked types beyond their size and left others idle; this never does. */
  @Test
  void agnostic_anySeed_fillsTheClusterAndNoMore() {
    double[][] rates = new double[20][];
    Arrays.setAll(rates, m -> row(3, 2, 1));
    int[] busy = new int[3];
    for (long seed = 0; seed < 200; seed++) {
      int[] types = types(HeadOfLineFifo.agnostic(seed), problem(workers(4, 4, 4), rates));
      assertEquals(12, Arrays.stream(types).filter(j -> j != WAITS).count());
      assertTrue(Arrays.stream(types).skip(12).allMatch(j -> j == WAITS));
      busy[types[0]]++;
    }
    for (int draws : busy) {
      assertTrue(draws > 40 && draws < 95, "first job by type: " + Arrays.toString(busy));
    }
  }

  @Test
  void agnostic_jobKeepsItsPlaceWhenAnotherLeaves() {
    AllocationProblem problem = problem(workers(9, 9, 9), row(1, 1, 1), row(1, 1, 1));
    int[] both = types(HeadOfLineFifo.agnostic(7), problem);
    AllocationProblem second =
        AllocationProblem.builder(workers(9, 9, 9)).job(Job.of("2"), 1, 1, 1).build();
    assertEquals(both[1], types(HeadOfLineFifo.agnostic(7), second)[0]);
  }

  private static AllocationProblem pairs(double withFirst, double withSecond) {
    return AllocationProblem.builder(workers(1, 1))
        .job(Job.of("1"), 10, 0)
        .job(Job.of("2"), 0, 10)
        .job(Job.of("3"), 10, 10)
        .pair("1", "3", row(10 * withFirst, 0), row(10 * withFirst, 0))
        .pair("2", "3", row(0, 10 * withSecond), row(0, 10 * withSecond))
        .build();
  }

  @Test
  void packed_waitingJob_joinsTheBestHostAboveTheThreshold() {
    Allocation x = HeadOfLineFifo.packed().allocate(pairs(0.8, 0.9));
    assertEquals(1, x.fraction(0, 0));
    assertEquals(0, x.fraction(1, 1));
    assertEquals(1, x.fraction(4, 1));
    assertEquals(9, x.effectiveThroughput("3"), 1e-12);
    assertEquals(3, x.certificate().objective());
  }

  @Test
  void packed_pairAtTheThreshold_doesNotPay() {
    Allocation x = HeadOfLineFifo.packed().allocate(pairs(0.75, 0.5)); // 1.5 and 1
    assertEquals(2, x.certificate().objective());
    assertEquals(0, x.timeFraction(2));
    assertEquals(
        3, HeadOfLineFifo.packed(1.4).allocate(pairs(0.75, 0.5)).certificate().objective());
  }

  @Test
  void packed_firstThatCannotJoin_stopsTheQueue() {
    AllocationProblem problem =
        AllocationProblem.builder(workers(1))
            .job(Job.of("1"), 10)
            .job(Job.of("2"), 10)
            .job(Job.of("3"), 10)
            .pair("1", "3", row(9), row(9))
            .build();
    assertEquals(1, HeadOfLineFifo.packed().allocate(problem).certificate().objective());
  }

  @Test
  void packed_hostOfAPair_takesNoThirdJob() {
    AllocationProblem problem =
        AllocationProblem.builder(workers(1))
            .job(Job.of("1"), 10)
            .job(Job.of("2"), 10)
            .job(Job.of("3"), 10)
            .pair("1", "2", row(9), row(9))
            .pair("1", "3", row(9), row(9))
            .build();
    Allocation x = HeadOfLineFifo.packed().allocate(problem);
    assertEquals(1, x.fraction(3, 0));
    assertEquals(2, x.certificate().objective());
  }

  @Test
  void packed_thresholdThatIsNoNumber_isRefused() {
    for (double wrong : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> HeadOfLineFifo.packed(wrong));
    }
  }

  @Test
  void coGang_isRefusedForItsWorkersOfSeveralTypes() {
    AllocationProblem coGang =
        AllocationProblem.builder(workers(2, 2))
            .job(Job.builder("a").alongside(workers(2, 2).type(1).name(), 1).build(), 1, 0)
            .build();
    String message =
        assertThrows(IllegalArgumentException.class, () -> HeadOfLineFifo.aware().allocate(coGang))
            .getMessage();
    assertTrue(message.contains("does not support co-gangs; \"a\" holds"), message);
  }
}
