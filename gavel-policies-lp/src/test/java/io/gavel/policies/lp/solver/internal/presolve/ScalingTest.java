package io.gavel.policies.lp.solver.internal.presolve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

/** Powers of two by hand: rows whose largest rates are 3 and 10 are divided by 2 and 8. */
class ScalingTest {

  private static final AllocationProblem PROBLEM =
      AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 1)))
          .job(Job.of("x"), 3, 1)
          .job(Job.of("y"), 10, 0)
          .build();

  private static final Prices PRICES =
      Prices.of(new double[] {1, 2}, new double[] {3, 4}, new double[] {5, 6});

  private static double[] of(double... values) {
    return values;
  }

  private static double[] gains(AllocationProgram program) {
    return of(program.gain(0), program.gain(1), program.gain(2));
  }

  @Test
  void of_level_rowsAndLevelAreDividedByPowersOfTwo() {
    AllocationProgram level =
        AllocationProgram.maximizeMinimum(PROBLEM, of(12, 5)).withFloor(of(1, 4));
    Scaling scaling = new Scaling(level);
    AllocationProgram scaled = scaling.reduced();
    assertArrayEquals(
        of(1.5, 0.5, 1.25), of(scaled.rate(0), scaled.rate(1), scaled.rate(2)), "by 2 and by 8");
    assertArrayEquals(of(0.5, 0.5), of(scaled.floor(0), scaled.floor(1)));
    assertArrayEquals(
        of(1.5, 0.15625), of(scaled.requirement(0), scaled.requirement(1)), "of 6 and 5/8, by 4");
    Prices undone = scaling.undo(PRICES);
    assertArrayEquals(of(0.25, 0.5), undone.pools());
    assertArrayEquals(of(0.75, 1), of(undone.ofTime(0), undone.ofTime(1)));
    assertArrayEquals(
        of(5.0 / 4 / 2, 6.0 / 4 / 8), of(undone.ofThroughput(0), undone.ofThroughput(1)));
  }

  @Test
  void of_sum_largestGainIsNearOne() {
    Scaling scaling = new Scaling(AllocationProgram.maximizeSum(PROBLEM, of(1, 1)));
    assertArrayEquals(of(0.375, 0.125, 1.25), gains(scaling.reduced()), "of 3, 1 and 10, by 8");
    assertArrayEquals(of(8, 16), scaling.undo(PRICES).pools());
  }

  @Test
  void of_losses_countByTheirSize() {
    AllocationProgram losses = AllocationProgram.maximizeGain(PROBLEM, of(3, -17, 2, 0));
    assertArrayEquals(of(3.0 / 16, -17.0 / 16, 2.0 / 16), gains(new Scaling(losses).reduced()));
  }

  @Test
  void of_utilities_weightsTakeTheRowsPower() {
    AllocationProgram scaled =
        new Scaling(AllocationProgram.maximizeUtility(PROBLEM, of(4, 1), 1.0 / 3)).reduced();
    double ofX = 4 * StrictMath.cbrt(2);
    assertEquals(ofX / 4, scaled.weight(0), 1e-15, "between 4 and 8");
    assertEquals(2.0 / 4, scaled.weight(1), 1e-15);
    AllocationProgram logs =
        new Scaling(AllocationProgram.maximizeUtility(PROBLEM, of(4, 1), 0)).reduced();
    assertArrayEquals(of(1, 0.25), of(logs.weight(0), logs.weight(1)), "a logarithm is shifted");
  }

  @Test
  void of_pairs_eachMemberHasItsOwnRow() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1)))
            .job(Job.of("x"), 3)
            .job(Job.of("y"), 10)
            .pair("x", "y", of(4), of(16))
            .build();
    AllocationProgram scaled =
        new Scaling(AllocationProgram.maximizeMinimum(problem, of(4, 16))).reduced();
    assertArrayEquals(of(0.75, 0.625, 1), of(scaled.rate(0), scaled.rate(1), scaled.rate(2)));
    assertArrayEquals(
        of(0, 0, 1), of(scaled.secondRate(0), scaled.secondRate(1), scaled.secondRate(2)));
  }

  @Test
  void undo_priceBeyondAllNumbers_isTheLargest() {
    AllocationProgram tiny = AllocationProgram.maximizeGain(PROBLEM, of(1e-300, 0, 0, 0));
    Prices undone = new Scaling(tiny).undo(PRICES);
    assertEquals(0, undone.ofPool(0), 1e-290);
    AllocationProgram huge = AllocationProgram.maximizeGain(PROBLEM, of(1e300, 0, 0, 0));
    Prices large =
        new Scaling(huge).undo(Prices.of(of(1e100, 1e-100), of(1e100, 0), of(1e100, 1e-100)));
    assertEquals(Double.MAX_VALUE, large.ofPool(0));
    assertEquals(Double.MAX_VALUE, large.ofTime(0));
    assertEquals(Double.MAX_VALUE, large.ofThroughput(0));
    assertEquals(1e200, large.ofPool(1), 1e200 - 1e199);
  }
}
