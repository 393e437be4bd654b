package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The orders in which jobs are distributed to parts. */
class PartitionOrderTest {

  /** Each order of three jobs comes up about as often, and a seed always gives the same. */
  @Test
  void shuffled_manySeeds_givesEachOrderAsOften() {
    AllocationProblem three =
        Cases.problem(Cases.workers(3), Cases.row(1), Cases.row(1), Cases.row(1));
    Map<List<Integer>, Integer> count = new HashMap<>();
    for (int seed = 0; seed < 3_000; seed++) {
      int[] order = Partition.shuffled(three, seed);
      assertArrayEquals(order, Partition.shuffled(three, seed));
      count.merge(Arrays.stream(order).boxed().toList(), 1, Integer::sum);
    }
    assertEquals(6, count.size());
    count.forEach((order, times) -> assertTrue(Math.abs(times - 500) < 100, order + ": " + times));
  }

  @Test
  void shuffled_manyJobs_isAPermutation() {
    AllocationProblem.Builder problem = AllocationProblem.builder(Cases.workers(1));
    for (int m = 0; m < 50; m++) {
      problem.job(Job.of("" + m), 1);
    }
    int[] order = Partition.shuffled(problem.build(), 1);
    int[] sorted = order.clone();
    Arrays.sort(sorted);
    int[] all = new int[50];
    Arrays.setAll(all, m -> m);
    assertArrayEquals(all, sorted);
  }

  /** Kinds differ by rates, size, weight or types that are forbidden. */
  @Test
  void byKind_eachKind_isTogetherByFirstAppearance() {
    Job.Builder gang = Job.builder("gang").scaleFactor(2);
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(4, 4))
            .job(Job.of("0"), 1, 2)
            .job(gang.build(), 1, 2)
            .job(Job.of("2"), 2, 1)
            .job(Job.builder("3").weight(2).build(), 1, 2)
            .job(Job.of("4"), 1, 2)
            .job(Job.of("5"), 1, 2)
            .forbid("5", "b")
            .job(Job.of("6"), 2, 1)
            .job(Job.builder("7").weight(2).build(), 1, 2)
            .job(Job.builder("8").scaleFactor(2).build(), 1, 2)
            .job(Job.of("9"), 1, 2)
            .forbid("9", "b")
            .job(Job.of("10"), 1, 2)
            .build();
    int[] expected = {0, 4, 10, 1, 8, 2, 6, 3, 7, 5, 9};
    assertArrayEquals(expected, Partition.byKind(problem));
  }

  /** Three jobs of each of two kinds go to three parts. */
  @Test
  void of_kindsInTurn_givesEachPartItsShare() {
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(6));
    for (int m = 0; m < 6; m++) {
      builder.job(Job.of("" + m), m < 3 ? 1 : 2);
    }
    AllocationProblem problem = builder.build();
    Partition partition = Partition.of(problem, 3, Partition.byKind(problem), 1);
    for (int i = 0; i < 3; i++) {
      assertEquals(
          List.of(new Partition.Piece(i, 1), new Partition.Piece(i + 3, 1)), partition.pieces(i));
    }
  }

  /** Where the largest part of a pool that a gang may take is met, it stays whole. */
  @Test
  void of_gangOfJustTheLargestPart_staysWhole() {
    AllocationProblem problem =
        Cases.gangs(Cases.problem(Cases.workers(16), Cases.row(1), Cases.row(1)), 2, 3);
    int[] order = {0, 1};
    assertEquals(
        List.of(new Partition.Piece(0, 1), new Partition.Piece(1, 2 / 3.0)),
        Partition.of(problem, 2, order, 0.25).pieces(0));
    assertEquals(
        List.of(new Partition.Piece(1, 1)), Partition.of(problem, 2, order, 0.375).pieces(1));
  }

  /** A gang of two in four parts has pieces in two of them. */
  @Test
  void of_gangSmallerThanTheNumberOfParts_isCutIntoItsWorkers() {
    AllocationProblem problem = Cases.gangs(Cases.problem(Cases.workers(8), Cases.row(1)), 2);
    Partition partition = Partition.of(problem, 4, new int[] {0}, 0.25);
    for (int i = 0; i < 4; i++) {
      assertEquals(
          i < 2 ? List.of(new Partition.Piece(0, 0.5)) : List.of(), partition.pieces(i), "" + i);
    }
  }

  /** A piece would fit on a type that is too small for the gang, and must not run there. */
  @Test
  void problem_pieceOfAGang_runsWhereTheGangDoes() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(8, 4, 8))
            .job(Job.builder("gang").scaleFactor(6).build(), 6, 6, 3)
            .forbid("gang", "c")
            .build();
    Partition partition = Partition.of(problem, 2, new int[] {0}, 0.25);
    AllocationProblem part = partition.problem(1, partition.rows());
    assertEquals(3, part.job(0).scaleFactor());
    assertEquals(3, part.throughputs().stepsPerSecond(0, 0), 1e-12);
    assertEquals(0, part.throughputs().stepsPerSecond(0, 1));
    assertEquals(1.5, part.throughputs().stepsPerSecond(0, 2), 1e-12);
    assertTrue(part.eligibility().forbids(0, 2));
    assertTrue(part.job(0).stepsRemaining().isEmpty());
  }

  /** Pairs and configurations of a gang that was cut are gone, like pairs of different parts. */
  @Test
  void rows_ofGangsThatWereCut_areNone() {
    double[] rate = {1};
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(8))
            .job(Job.builder("cut").scaleFactor(2).build(), 1)
            .job(Job.builder("too").scaleFactor(2).build(), 1)
            .job(Job.of("a"), 1)
            .job(Job.of("b"), 1)
            .job(Job.of("c"), 1)
            .pair("cut", "too", rate, rate)
            .pair("a", "c", rate, rate)
            .pair("b", "c", rate, rate)
            .configuration("cut", "four", 4, 1.0)
            .configuration("a", "four", 4, 2.0)
            .configuration("a", "five", 5, 2.0)
            .configuration("b", "three", 3, 2.0)
            .build();
    int[] order = {0, 1, 2, 3, 4};
    Partition partition = Partition.of(problem, 2, order, 0.25);
    int[][] rows = partition.rows();
    assertEquals(2, partition.parts());
    AllocationProblem first = partition.problem(0, rows);
    assertEquals(1, first.pairCount());
    assertEquals(1, first.configurationCount());
    assertEquals(4, first.workers(first.groupCount() - 1));
    AllocationProblem second = partition.problem(1, rows);
    assertEquals(0, second.pairCount());
    assertEquals(1, second.configurationCount());
    Partition whole = Partition.of(problem, 1, order, 1);
    assertEquals(3, whole.problem(0, whole.rows()).pairCount());
    assertEquals(4, whole.problem(0, whole.rows()).configurationCount());
  }
}
