package io.gavel.policies.lp.living;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.Cases;
import org.junit.jupiter.api.Test;

/** The numbers of jobs in their slots, and which of them are open. */
class JobSlotsTest {

  private static JobSlots slots(double... workers) {
    JobSlots jobs = new JobSlots(workers.length);
    System.arraycopy(workers, 0, jobs.workers, 0, workers.length);
    return jobs;
  }

  @Test
  void take_jobs_keepsTheirNumbers() {
    JobSlots jobs = slots(10, 5);
    for (int slot = 0; slot < 40; slot++) { // more than there is room for at first
      assertEquals(slot, jobs.take(Cases.row(1 + slot, 2), 4, 8, 1));
    }
    assertEquals(40, jobs.size);
    for (int slot = 0; slot < 40; slot++) {
      assertTrue(jobs.isLive(slot));
      assertEquals(4, jobs.held[slot]);
      assertEquals(Math.max(1 + slot, 2), jobs.fastest(slot));
      // a weight of 8 by 4 workers held
      assertEquals(2 * ((1 + slot) * 10 + 2 * 5), jobs.requirement(slot));
      assertEquals(2 * (1 + slot), jobs.requirementPerWorker(slot, 0));
      assertEquals(2 * 2, jobs.requirementPerWorker(slot, 1));
    }
    assertEquals(15, jobs.allWorkers());
  }

  /** The slot that was released last is taken first. */
  @Test
  void release_slots_areUsedAgain() {
    JobSlots jobs = slots(10);
    for (int slot = 0; slot < 3; slot++) {
      jobs.take(Cases.row(1), 1, 1, 1);
    }
    jobs.release(0);
    jobs.release(2);
    assertFalse(jobs.isLive(0) || jobs.isLive(2));
    assertEquals(2, jobs.take(Cases.row(7), 1, 1, 1));
    assertEquals(0, jobs.take(Cases.row(8), 1, 1, 1));
    assertEquals(3, jobs.take(Cases.row(9), 1, 1, 1));
    assertEquals(4, jobs.size);
    assertEquals(7, jobs.fastest(2));
    assertTrue(jobs.isLive(0) && jobs.isLive(2));
  }

  /** A gang of four runs on four workers and not on three. */
  @Test
  void gateAll_poolsThatAreTooSmall_haveNoRate() {
    JobSlots jobs = slots(4, 3);
    int gang = jobs.take(Cases.row(2, 5), 4, 1, 4);
    assertArrayEquals(Cases.row(2, 0), new double[] {jobs.rate[0], jobs.rate[1]});
    assertEquals(2, jobs.fastest(gang));
    jobs.workers[0] = 3;
    jobs.workers[1] = 4;
    assertEquals(2, jobs.fastest(gang)); // not yet
    jobs.gateAll();
    assertArrayEquals(Cases.row(0, 5), new double[] {jobs.rate[0], jobs.rate[1]});
    assertTrue(jobs.gates(3, 4) && jobs.gates(4, 3) && jobs.gates(9, 0));
    assertFalse(jobs.gates(4, 5) || jobs.gates(5, 4));
    assertFalse(slots(1).gates(0, 1)); // without jobs
  }

  /** Every other job, with as much of the workers as these hold. */
  @Test
  void sample_ofJobs_hasItsPartOfTheWorkers() {
    JobSlots jobs = slots(30, 60);
    for (int slot = 0; slot < 12; slot++) {
      jobs.take(Cases.row(slot, 100 - slot), slot % 2 == 0 ? 2 : 3, 6, 2);
    }
    jobs.release(4);
    JobSlots some = jobs.sample(6); // slots 0, 2, 6, 8 and 10
    assertEquals(5, some.size);
    assertArrayEquals(Cases.row(30 * 10 / 28.0, 60 * 10 / 28.0), some.workers, 1e-12);
    assertEquals(100 - 6, some.fastest(2));
    assertEquals(
        6 / 2 * 6, some.requirementPerWorker(2, 0)); // weight by worker held, times the rate
    assertEquals(2, some.held[2]);
    assertEquals(11, jobs.sample(100).size); // all of them
    assertArrayEquals(Cases.row(30, 60), jobs.sample(100).workers, 1e-12);
  }

  private static OpenSlots open(JobSlots jobs, int count) {
    OpenSlots open = new OpenSlots(jobs);
    for (int slot = 0; slot < count; slot++) {
      jobs.take(Cases.row(2 + slot % 3, 5), 2, 2, 1);
      open.add(slot);
    }
    return open;
  }

  @Test
  void settle_jobs_leavesTheOthersOpen() {
    JobSlots jobs = slots(10, 10);
    OpenSlots open = open(jobs, 40);
    assertEquals(40, open.count);
    open.settle(3, SlotMix.IDLE, 1);
    open.settle(39, 0, 1);
    open.remove(7);
    assertEquals(37, open.count);
    assertTrue(open.isSettled(3) && open.isSettled(39));
    assertFalse(open.isSettled(7) || open.isSettled(0) || open.isSettled(1_000));
    assertEquals(SlotMix.IDLE, open.from(3));
    assertEquals(0, open.from(39));
    assertEquals(1, open.to(39));
    boolean[] seen = new boolean[40];
    for (int i = 0; i < open.count; i++) {
      assertFalse(seen[open.slot(i)]);
      seen[open.slot(i)] = true;
    }
    assertFalse(seen[3] || seen[7] || seen[39]);
    open.add(3); // again
    assertFalse(open.isSettled(3));
    open.remove(3); // from the end
    open.remove(0);
    assertEquals(36, open.count);
    open.clear();
    assertEquals(0, open.count);
    assertFalse(open.isSettled(39));
  }

  /** The job that needs all of its time at the lowest level. */
  @Test
  void slowest_ofOpenJobs_hasTheLeastFullLevel() {
    JobSlots jobs = slots(10, 10);
    OpenSlots open = new OpenSlots(jobs);
    assertEquals(OpenSlots.NONE, open.slowest());
    double[] weight = {1, 3, 2, 3};
    for (int slot = 0; slot < 4; slot++) {
      jobs.take(Cases.row(4, 4), 1, weight[slot], 1);
      open.add(slot);
    }
    assertEquals(1, open.slowest());
    open.remove(1);
    assertEquals(3, open.slowest());
    open.settle(3, 0, 1);
    assertEquals(2, open.slowest());
  }

  /**
   * At prices of 1 and 3 a job of rates 2 and 5 mixes both: at a demand of 3.5 it holds its two
   * workers half of the time on each. Where the level is a tenth higher, 0.35 of a demand moves
   * 0.35/3 of its time.
   */
  @Test
  void use_ofMixes_isWhatTheyHold() {
    JobSlots jobs = slots(10, 10);
    OpenSlots open = new OpenSlots(jobs);
    jobs.take(Cases.row(2, 5), 2, 2, 1); // a requirement of 70
    jobs.take(Cases.row(4, 0), 3, 3, 1); // of 40
    open.add(0);
    open.add(1);
    double[] use = {7, 7};
    double[] slope = {7, 7};
    open.use(Cases.row(1, 3), 0.05, Cases.row(10, 5), use, slope);
    assertArrayEquals(Cases.row((2 * 0.5 + 3 * 0.5) / 10, 2 * 0.5 / 5), use, 1e-15);
    double more = 2 * 3.5 / 3;
    assertArrayEquals(Cases.row((3 * 0.5 - more) / 10, more / 5), slope, 1e-15);
  }
}
