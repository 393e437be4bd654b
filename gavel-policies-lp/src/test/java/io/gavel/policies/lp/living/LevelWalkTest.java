package io.gavel.policies.lp.living;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.model.Job;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Levels by worker, with their prices, in closed form; and the work that events may take. */
class LevelWalkTest {

  private static JobSlots slots(double... workers) {
    JobSlots jobs = new JobSlots(workers.length);
    System.arraycopy(workers, 0, jobs.workers, 0, workers.length);
    return jobs;
  }

  private static double[] fractions(LevelWalk walk, int slot, int pools) {
    double[] x = new double[pools];
    walk.fractions(slot, x);
    return x;
  }

  /**
   * Two gangs of two on two workers of a and six of b, of rates 3 and 1: each runs half of the time
   * on a, so it makes 2 of the 6 steps that level 1 demands. A worker more of a would be a quarter
   * of a gang's time, in which it makes half a step more; so its price is 1/12, and those of b are
   * for nothing. A step costs half of two workers, and full time on a is worth 3/12 at a cost of
   * 2/12.
   */
  @Test
  void settle_fullTimeOnTwoPools_hasPricesOfTime() {
    JobSlots jobs = slots(2, 6);
    LevelWalk walk = new LevelWalk(jobs);
    for (int slot = 0; slot < 2; slot++) {
      walk.add(jobs.take(Cases.row(3, 1), 2, 1, 2));
    }
    walk.settle();
    assertEquals(1 / 3.0, walk.lowest(), 1e-10);
    assertEquals(1 / 3.0, walk.bound(), 1e-10);
    assertTrue(walk.lowest() < walk.bound());
    assertTrue(walk.slowest() < 0);
    assertEquals(1, walk.owed(0) * 6 + walk.owed(1) * 6, 1e-9); // in units of the level
    assertEquals(1 / 12.0, walk.price(0), 1e-9);
    assertEquals(0, walk.price(1), 1e-9);
    assertEquals(1 / 12.0, walk.owed(0), 1e-9);
    assertEquals(1 / 12.0, walk.time(0), 1e-9);
    assertArrayEquals(Cases.row(0.5, 0.5), fractions(walk, 1, 2), 1e-9);
  }

  /** One step per second of the 40 that its weight demands, on the only worker of b. */
  @Test
  void settle_slowJob_boundsTheLevelByItsTime() {
    JobSlots jobs = slots(8, 1);
    LevelWalk walk = new LevelWalk(jobs);
    int slow = jobs.take(Cases.row(0, 1), 1, 40, 1);
    int other = jobs.take(Cases.row(2, 1), 1, 1, 1);
    int nowhere = jobs.take(Cases.row(0, 0), 1, 1, 1);
    walk.add(slow);
    walk.add(other);
    walk.add(nowhere);
    walk.settle();
    assertEquals(1 / 40.0, walk.lowest(), 1e-11);
    assertEquals(1 / 40.0, walk.bound(), 1e-11);
    assertEquals(slow, walk.slowest());
    assertArrayEquals(Cases.row(0, 1), fractions(walk, slow, 2), 1e-9);
    assertArrayEquals(new double[2], fractions(walk, nowhere, 2));
    walk.remove(slow);
    walk.remove(nowhere);
    walk.settle();
    assertEquals(2 / 17.0, walk.bound(), 1e-10);
    assertEquals(other, walk.slowest());
    walk.remove(other);
    walk.settle();
    assertEquals(0, walk.bound());
    assertEquals(0, walk.lowest());
    assertTrue(walk.slowest() < 0);
  }

  /**
   * Arrivals, departures and lost workers by turns among 40 to 3,000 jobs. The numbers were read
   * from {@link LivingLevel#counts}: a change of the search changes them, and is to be weighed.
   */
  @Test
  void counts_ofSixtyEvents_areThoseMeasured() {
    assertWork(40, 440, 50_592, 98, 40);
    assertWork(150, 1_650, 41_170, 74, 81);
    assertWork(600, 9_600, 58_139, 74, 78);
    assertWork(3_000, 11_368, 34_764, 73, 60);
  }

  private static void assertWork(
      int n, double atFirst, double evaluations, double boxes, int open) {
    SplittableRandom random = new SplittableRandom(1);
    LivingLevel living = LivingLevel.of(LivingProblems.problem(random, n));
    assertEquals(atFirst, (double) living.counts().evaluations(), 0.02 * atFirst);
    for (int i = 0; i < 60; i++) {
      switch (i % 3) {
        case 0 -> {
          Job job = LivingProblems.job(random, "next" + i);
          living.arrive(job, LivingProblems.rates(random, job.scaleFactor()));
        }
        case 1 -> living.depart("job" + i / 3);
        default -> living.workers("b", n / 3 - i % 2);
      }
    }
    LivingCounts counts = living.counts();
    assertEquals(evaluations, (double) counts.evaluations(), 0.02 * evaluations, counts::toString);
    assertEquals(boxes, (double) counts.boxes(), 2, counts::toString);
    assertEquals(open, counts.open(), 2, counts::toString);
    assertEquals(60, counts.events());
    assertEquals(1, counts.rebuilds());
  }

  /** Numbers at the end of the range are refused with the levels that they lead to. */
  @Test
  void settle_numbersOutOfRange_isRefused() {
    JobSlots jobs = slots(1, 1);
    LevelWalk walk = new LevelWalk(jobs);
    walk.add(jobs.take(Cases.row(1, 2), 1, 1, 1));
    walk.settle();
    double before = walk.bound();
    int huge = jobs.take(Cases.row(1e308, 1e308), 1, 1, 1);
    walk.add(huge);
    var refused = assertThrows(SolveFailedException.class, walk::settle);
    assertTrue(refused.getMessage().startsWith("the level moves from "), refused.getMessage());
    walk.remove(huge);
    jobs.release(huge);
    walk.settle();
    assertEquals(before, walk.bound(), 1e-10 * before);
  }
}
