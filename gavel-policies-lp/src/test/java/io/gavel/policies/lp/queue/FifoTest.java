package io.gavel.policies.lp.queue;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.steps;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.model.Cluster;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** First in, first out as a program and strictly, and shortest job first. */
class FifoTest {

  private final FifoProgram program = FifoProgram.create();
  private final StrictFifo strict = StrictFifo.create();
  private final ShortestJobFirst shortest = ShortestJobFirst.create();

  private static void assertThroughputs(Allocation x, double... expected) {
    for (int m = 0; m < expected.length; m++) {
      assertEquals(expected[m], x.effectiveThroughput(m), 1e-7, "job " + (m + 1));
    }
  }

  /** The first job's b is worth 2 · 3/4, the second's a is worth 1: together more than 2 + 1/4. */
  @Test
  void program_sum_countsFractionsOfTheFastestByRank() {
    Allocation x = program.allocate(problem(workers(1, 2), row(4, 3), row(4, 1)));
    assertEquals(2 * 0.75 + 1, x.certificate().objective(), 1e-8);
    assertThroughputs(x, 3, 4);
  }

  /** A later arrival: the first job has 4 on the fast type, and falls to 2. */
  @Test
  void program_laterArrival_mayHurtTheFirst() {
    double[][] two = {row(2, 4), row(1, 5)};
    Allocation before = program.allocate(problem(workers(2, 1), two));
    Allocation after = program.allocate(problem(workers(2, 1), two[0], two[1], row(2, 2)));
    assertEquals(4, before.effectiveThroughput(0), 1e-8);
    assertEquals(2, after.effectiveThroughput(0), 1e-8);
  }

  @Test
  void strict_laterArrival_changesNothingForTheFirst() {
    double[][] two = {row(2, 4), row(1, 5)};
    Allocation after = strict.allocate(problem(workers(2, 1), two[0], two[1], row(2, 2)));
    assertThroughputs(after, 4, 1, 2);
  }

  /** A job leaves, and another falls from 4 to 0.9. */
  @Test
  void program_departure_mayHurt() {
    double[][] rates = {row(1, 2), row(0.9, 4), row(3, 3)};
    assertThroughputs(program.allocate(problem(workers(3, 1), rates)), 1, 4, 3);
    assertThroughputs(program.allocate(problem(workers(3, 1), rates[0], rates[1])), 2, 0.9);
  }

  /** One more worker, and the oldest job falls from 2 to 1. */
  @Test
  void program_moreWorkers_mayHurtTheOldest() {
    double[][] rates = {row(1, 2), row(1, 5), row(5, 5)};
    assertThroughputs(program.allocate(problem(workers(1, 1), rates)), 2);
    assertThroughputs(program.allocate(problem(workers(2, 1), rates)), 1);
  }

  /** A better measurement of its own speed on the slow type costs the first job a quarter. */
  @Test
  void program_ownSpeedRises_mayHurt() {
    assertThroughputs(program.allocate(problem(workers(1, 2), row(4, 2), row(4, 1))), 4, 1);
    assertThroughputs(program.allocate(problem(workers(1, 2), row(4, 3), row(4, 1))), 3, 4);
  }

  /** Two identical jobs: the second has half, and envies the first. */
  @Test
  void strict_identicalJobs_areServedInOrder() {
    assertThroughputs(strict.allocate(problem(workers(1, 1), row(2, 1), row(2, 1))), 2, 1);
  }

  /** The first job is moved to the other type, where it is as fast, to make room for the second. */
  @Test
  void strict_earlierJobOfTwoEqualTypes_makesRoom() {
    assertThroughputs(strict.allocate(problem(workers(1, 1), row(3, 3), row(5, 1))), 3, 5);
    assertThroughputs(strict.allocate(problem(workers(1, 1), row(3, 3), row(1, 5))), 3, 5);
  }

  @Test
  void strict_fullCluster_laterJobsGetNothing() {
    double[][] rates = new double[50][];
    Arrays.setAll(rates, m -> row(2, 1));
    Allocation x = strict.allocate(problem(workers(3, 4), rates));
    assertEquals(3 + 4 * 0.5, x.certificate().objective(), 1e-8);
    assertEquals(0, x.effectiveThroughput(49), 1e-8);
    assertEquals(1, x.effectiveThroughput(6), 1e-8);
  }

  /** What strictness means: without the last job everyone else has the same. */
  @Property
  void strict_lastArrival_changesNothingForAnybody(@ForAll Draws random, @ForAll Kind kind) {
    if (kind == Kind.WIDE_RATES) {
      return; // held to less than this test asks
    }
    AllocationProblem all = Problems.random(random, kind).withoutPairs().withoutConfigurations();
    double[][] rates = new double[all.jobCount() - 1][all.cluster().typeCount()];
    for (int m = 0; m < rates.length; m++) {
      for (int j = 0; j < rates[m].length; j++) {
        rates[m][j] = all.throughputs().stepsPerSecond(m, j);
      }
    }
    AllocationProblem before =
        AllocationProblem.of(
            all.cluster(), all.jobs().subList(0, rates.length), ThroughputMatrix.copyOf(rates));
    Allocation x = strict.allocate(before);
    Allocation y = strict.allocate(all);
    for (int m = 0; m < rates.length; m++) {
      double allowed = 1e-5 * PoolShares.fastest(all, m);
      assertEquals(x.effectiveThroughput(m), y.effectiveThroughput(m), allowed, "job " + m);
    }
  }

  @Test
  void shortest_oneWorker_shortJobRunsFirst() {
    AllocationProblem problem = steps(problem(workers(1), row(1), row(2), row(1)), 10, 6, 4);
    assertThroughputs(shortest.allocate(problem), 0, 2, 0); // 6 steps at 2 a second
    AllocationProblem later = steps(problem, 10, 1e9, 4);
    assertThroughputs(shortest.allocate(later), 0, 0, 1);
  }

  @Test
  void shortest_tie_goesToTheEarlierAndDoneJobsDoNotCount() {
    AllocationProblem problem = steps(problem(workers(1), row(1), row(1), row(1)), 0, 5, 5);
    assertEquals(1, shortest.allocate(problem).effectiveThroughput(1), 1e-8);
  }

  @Test
  void shortest_stepsUnknown_namesTheJob() {
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class, () -> shortest.allocate(problem(workers(1), row(1))));
    assertEquals(
        "job \"1\" has no steps remaining; shortest job first needs them", error.getMessage());
  }

  /** Whatever a job reports, it gets what earlier jobs leave; the truth gets it the most of it. */
  @Property
  void strictAndHeadOfLine_untrueThroughputs_neverPay(@ForAll Draws random) {
    double[][] rates = new double[2 + random.nextInt(3)][2];
    for (double[] row : rates) {
      Arrays.setAll(row, j -> 1 + random.nextInt(5));
    }
    int liar = random.nextInt(rates.length);
    double[][] reported = rates.clone();
    reported[liar] = new double[] {1 + random.nextInt(5), 1 + random.nextInt(5)};
    Cluster cluster = workers(1 + random.nextInt(2), 1 + random.nextInt(2));
    for (Policy policy : List.of(StrictFifo.create(), HeadOfLineFifo.aware())) {
      Allocation lie = policy.allocate(problem(cluster, reported));
      double gets = rates[liar][0] * lie.fraction(liar, 0) + rates[liar][1] * lie.fraction(liar, 1);
      double honest = policy.allocate(problem(cluster, rates)).effectiveThroughput(liar);
      assertTrue(gets <= honest + 1e-5, gets + " instead of " + honest);
    }
  }

  @Test
  void all_noJobs_areZero() {
    Cluster cluster = workers(1);
    for (Policy policy : List.of(program, strict, shortest)) {
      assertEquals(0, policy.allocate(problem(cluster)).certificate().objective());
    }
  }
}
