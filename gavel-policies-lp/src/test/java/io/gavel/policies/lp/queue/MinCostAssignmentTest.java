package io.gavel.policies.lp.queue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Queues of few jobs: positions count from the end of a queue. */
class MinCostAssignmentTest {

  private static final double INFINITE = Double.POSITIVE_INFINITY;

  private static MinCostAssignment of(int[] workers, double[]... seconds) {
    return MinCostAssignment.of(seconds, workers);
  }

  private static double[] row(double... seconds) {
    return seconds;
  }

  private static void assertQueues(MinCostAssignment found, int[] pools, int[] positions) {
    assertArrayEquals(pools, IntStream.range(0, pools.length).map(found::pool).toArray());
    assertArrayEquals(positions, IntStream.range(0, pools.length).map(found::position).toArray());
  }

  /** 1, then 1 + 2, then 1 + 2 + 3 s. */
  @Test
  void oneWorker_runsTheShortestFirst() {
    MinCostAssignment found = of(new int[] {1}, row(3), row(1), row(2));
    assertQueues(found, new int[] {0, 0, 0}, new int[] {1, 3, 2});
    assertEquals(10, found.objective());
    assertEquals(10, found.bound());
    assertTrue(found.poolPrices()[0] >= 3, "7 with two workers");
  }

  @Test
  void twoWorkers_haveTwoColumnsEach() {
    MinCostAssignment found = of(new int[] {2}, row(4), row(1), row(2), row(3));
    assertQueues(found, new int[] {0, 0, 0, 0}, new int[] {1, 2, 2, 1});
    assertEquals(4 + 3 + 2 * (1 + 2), found.objective());
    assertEquals(13, found.bound());
  }

  /** The last job takes the place of the first, which is nearly as fast on the other pool. */
  @Test
  void laterJob_movesAnEarlierOneToAnotherPool() {
    MinCostAssignment found = of(new int[] {1, 1}, row(2, 3), row(1, 9));
    assertQueues(found, new int[] {1, 0}, new int[] {1, 1});
    assertEquals(4, found.objective());
    assertEquals(4, found.bound());
    assertArrayEquals(row(1, 0), found.poolPrices());
  }

  /** Each of three jobs moves on by one pool. */
  @Test
  void chainOfMoves_isFound() {
    MinCostAssignment found =
        of(new int[] {1, 1, 1}, row(10, 11, INFINITE), row(INFINITE, 10, 11), row(10, 50, 50));
    assertQueues(found, new int[] {1, 2, 0}, new int[] {1, 1, 1});
    assertEquals(32, found.objective());
    assertEquals(32, found.bound());
  }

  @Test
  void jobs_neverGoWhereTheyCannotRun() {
    MinCostAssignment found = of(new int[] {1, 3}, row(5, INFINITE), row(4, INFINITE));
    assertQueues(found, new int[] {0, 0}, new int[] {1, 2});
    assertEquals(13, found.objective());
    assertEquals(13, found.bound());
    assertEquals(0, found.poolPrices()[1]);
  }

  @Test
  void nobody_costsNothing() {
    MinCostAssignment none = of(new int[] {2, 1});
    assertEquals(0, none.objective());
    assertEquals(0, none.bound());
    assertArrayEquals(row(0, 0), none.poolPrices());
  }
}
