package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

/** Jobs that leave the program of levels with the workers that they hold. */
class SettledJobsTest {

  private static final boolean[] NOBODY = {false, false};

  private static final boolean[] FIRST = {true, false};

  private final double[] fractions = {0.25, 0.75, 0, 0, 0.5, 0};
  private final boolean[] open = {true, true, false, true, true, true};

  /** Columns: a on x, y and z at rates of 8, 4 and 2, then b likewise. */
  private static AllocationProgram program(double fastOfA, double slowOfA) {
    AllocationProblem problem =
        AllocationProblem.builder(
                Cluster.of(new WorkerType("x", 4), new WorkerType("y", 4), new WorkerType("z", 4)))
            .job(Job.builder("a").scaleFactor(2).build(), fastOfA, slowOfA, 2)
            .job(Job.of("b"), 8, 4, 2)
            .build();
    return AllocationProgram.maximizeMinimum(problem, new double[2]);
  }

  private SettledJobs settled(boolean[] saturated, double throughput, boolean[] busy) {
    return settled(saturated, throughput, busy, open);
  }

  private SettledJobs settled(
      boolean[] saturated, double throughput, boolean[] busy, boolean[] columns) {
    SettledJobs jobs = new SettledJobs(program(8, 4), fractions, columns);
    jobs.add(saturated, new double[] {throughput, 2}, busy);
    return jobs;
  }

  private void assertStays(SettledJobs jobs) {
    assertArrayEquals(new boolean[] {true, true, false, true, true, true}, open);
    assertArrayEquals(new double[] {4, 4, 4}, workers(jobs));
  }

  private static double[] workers(SettledJobs jobs) {
    AllocationProgram rest = jobs.without(program(8, 4));
    double[] workers = new double[rest.poolCount()];
    Arrays.setAll(workers, rest::workers);
    return workers;
  }

  @Example
  void add_timeDividedBetweenTwoColumns_leavesWithItsWorkers() {
    SettledJobs jobs = settled(FIRST, 5, FIRST);
    assertArrayEquals(new boolean[] {false, false, false, true, true, true}, open);
    assertArrayEquals(new double[] {3.5, 2.5, 4}, workers(jobs));
  }

  @Example
  void add_timeLeft_stays() {
    assertStays(settled(FIRST, 5, NOBODY));
  }

  @Example
  void add_canRise_stays() {
    assertStays(settled(NOBODY, 5, FIRST));
  }

  @Example
  void add_threeColumns_stays() {
    open[2] = true;
    SettledJobs jobs = settled(FIRST, 5, FIRST);
    assertEquals(true, open[2]);
    assertArrayEquals(new double[] {4, 4, 4}, workers(jobs));
  }

  @Example
  void add_fullTimeWhereFastest_leavesWhateverIsOpen() {
    fractions[0] = 1;
    fractions[1] = 0;
    open[2] = true;
    SettledJobs jobs = settled(FIRST, 8, NOBODY);
    assertArrayEquals(new boolean[] {false, false, false, true, true, true}, open);
    assertArrayEquals(new double[] {2, 4, 4}, workers(jobs));
  }

  @Example
  void add_equalRates_stays() {
    SettledJobs jobs = new SettledJobs(program(8, 8), fractions, open);
    jobs.add(FIRST, new double[] {8, 2}, FIRST);
    assertStays(jobs);
  }

  @Example
  void without_allWorkersHeld_leavesRounding() {
    fractions[0] = 2;
    assertEquals(4e-15, workers(settled(FIRST, 5, FIRST))[0]);
  }

  /** A job that divides its time pays for both columns exactly, whatever workers cost. */
  @Property
  void price_timeDivided_paysForBothColumns(
      @ForAll @DoubleRange(min = 0, max = 10) double x,
      @ForAll @DoubleRange(min = 0, max = 10) double y) {
    double[] owed = new double[2];
    double[] time = new double[2];
    settled(FIRST, 5, FIRST, open.clone()).price(new double[] {x, y, 0}, owed, time);
    assertEquals(2 * x, 8 * owed[0] - time[0], 1e-12);
    assertEquals(2 * y, 4 * owed[0] - time[0], 1e-12);
  }

  /** A job that runs full time pays for its column, and not for more of the slower ones. */
  @Property
  void price_fullTime_paysForTheFastestAlone(
      @ForAll @DoubleRange(min = 0, max = 10) double x,
      @ForAll @DoubleRange(min = 0, max = 10) double y) {
    double[] owed = new double[2];
    double[] time = new double[2];
    settled(FIRST, 8, NOBODY, open.clone()).price(new double[] {x, y, 0}, owed, time);
    assertEquals(2 * x, 8 * owed[0] - time[0], 1e-12);
    assertEquals(Math.max(2 * x / 8, (2 * x - 2 * y) / 4), owed[0], 1e-12);
    assertEquals(0, owed[1]);
  }
}
