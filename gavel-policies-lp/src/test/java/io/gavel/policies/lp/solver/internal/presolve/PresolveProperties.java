package io.gavel.policies.lp.solver.internal.presolve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.AnyProblem;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.FeasibilityRepair;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Aggregation, scaling and repair are exact, and undone exactly. */
class PresolveProperties {

  private static AllocationProgram program(Random random, Kind kind) {
    return program(random, kind, random.nextBoolean());
  }

  private static AllocationProgram program(Random random, Kind kind, boolean hasFloors) {
    AllocationProblem problem = Problems.random(random, kind);
    double[] ones = new double[problem.jobCount()];
    Arrays.fill(ones, 1);
    double[] floors = new double[problem.jobCount()];
    Arrays.fill(floors, hasFloors ? 0.01 : 0);
    return (random.nextBoolean()
            ? AllocationProgram.maximizeMinimum(problem, ones)
            : AllocationProgram.maximizeSum(problem, ones))
        .withFloor(floors);
  }

  private static double[] numbers(Random random, int count) {
    double[] numbers = new double[count];
    Arrays.setAll(numbers, i -> random.nextDouble());
    return numbers;
  }

  private static Prices prices(Random random, AllocationProgram program) {
    return Prices.of(
        numbers(random, program.poolCount()),
        numbers(random, program.jobCount()),
        numbers(random, program.jobCount()));
  }

  @Property
  void merging_anyPointOfTheMergedProgram_isWorthTheSameUndone(
      @ForAll Draws random, @ForAll Kind kind) {
    AllocationProgram program = program(random, kind);
    IdenticalJobs identicalJobs = new IdenticalJobs(program, SolveLimits.none());
    AllocationProgram aggregated = identicalJobs.reduced();
    double[] x = numbers(random, aggregated.columnCount());
    double[] undone = identicalJobs.undoFractions(x);
    assertEquals(
        aggregated.objective(x),
        program.objective(undone),
        1e-9 * Math.abs(aggregated.objective(x)));
    assertEquals(
        FeasibilityRepair.of(aggregated, x).violation(),
        FeasibilityRepair.of(program, undone).violation(),
        1e-9);
  }

  @Property
  void merging_anyPrices_proveTheSameBoundUndone(@ForAll Draws random, @ForAll Kind kind) {
    AllocationProgram program = program(random, kind);
    IdenticalJobs identicalJobs = new IdenticalJobs(program, SolveLimits.none());
    Prices prices = prices(random, identicalJobs.reduced());
    double bound = DualBound.of(identicalJobs.reduced(), prices).value();
    double undone = DualBound.of(program, identicalJobs.undoPrices(prices)).value();
    assertTrue(bound == undone || Math.abs(bound - undone) <= 1e-9 * Math.abs(bound));
  }

  @Property
  void scaling_anyPrices_proveTheSameBoundUndone(@ForAll Draws random, @ForAll Kind kind) {
    AllocationProgram program = program(random, kind);
    Scaling scaling = new Scaling(program);
    Prices prices = prices(random, scaling.reduced());
    double[] x = numbers(random, program.columnCount());
    double factor = scaling.reduced().objective(x) / program.objective(x);
    double bound = DualBound.of(scaling.reduced(), prices).value();
    double undone = DualBound.of(program, scaling.undo(prices)).value();
    if (program.objective(x) > 0 && Double.isFinite(bound)) {
      assertEquals(bound, undone * factor, 1e-9 * Math.abs(bound));
    }
  }

  @Property
  void scaling_largestRateOfEachRow_isNearOne(@ForAll Draws random, @ForAll Kind kind) {
    AllocationProgram scaled = new Scaling(program(random, kind)).reduced();
    double[] largest = new double[scaled.jobCount()];
    for (int c = 0; c < scaled.columnCount(); c++) {
      largest[scaled.first(c)] = Math.max(largest[scaled.first(c)], scaled.rate(c));
    }
    for (int c = 0; c < scaled.columnCount(); c++) {
      assertTrue(scaled.rate(c) < 2 && scaled.secondRate(c) < 2);
    }
    if (scaled.columnCount() > 0 && scaled.second(scaled.columnCount() - 1) < 0) {
      for (double rate : largest) {
        assertTrue(rate == 0 || (rate >= 1 && rate < 2), "largest rate " + rate);
      }
    }
  }

  /** Powers of two round nothing, so a point reaches the same fraction of a floor. */
  @Property
  void scaling_anyPoint_reachesTheSamePartOfEachFloor(@ForAll Draws random, @ForAll Kind kind) {
    AllocationProgram program = program(random, kind, true);
    AllocationProgram scaled = new Scaling(program).reduced();
    double[] x = numbers(random, program.columnCount());
    double[] throughput = program.throughput(x);
    double[] there = scaled.throughput(x);
    for (int m = 0; m < throughput.length; m++) {
      assertEquals(throughput[m] / program.floor(m), there[m] / scaled.floor(m));
    }
  }

  @Property
  void scaling_levelOrGains_areNearOne(
      @ForAll(supplier = AnyProblem.class) AllocationProblem problem, @ForAll Draws random) {
    double[] requirement = numbers(random, problem.jobCount());
    Arrays.setAll(requirement, m -> (1 - requirement[m]) * 1e5); // some are positive
    AllocationProgram level =
        new Scaling(AllocationProgram.maximizeMinimum(problem, requirement)).reduced();
    double largest = 0;
    for (int m = 0; m < level.jobCount(); m++) {
      largest = Math.max(largest, level.requirement(m));
    }
    assertTrue(largest >= 1 && largest < 2, "largest requirement " + largest);
    AllocationProgram sum = AllocationProgram.maximizeSum(problem, requirement);
    AllocationProgram scaled = new Scaling(sum).reduced();
    double gain = 0;
    for (int c = 0; c < scaled.columnCount(); c++) {
      gain = Math.max(gain, Math.abs(scaled.gain(c)));
    }
    assertTrue(gain == 0 || (gain >= 1 && gain < 2), "largest gain " + gain);
  }

  @Property
  void cleanUp_anyPoint_becomesFeasibleAndIsThenLeftAlone(@ForAll Draws random, @ForAll Kind kind) {
    AllocationProgram program = program(random, kind);
    double[] x = numbers(random, program.columnCount());
    Arrays.setAll(x, c -> 3 * x[c] - 0.5);
    double[] once = FeasibilityRepair.of(program, x).fractions();
    FeasibilityRepair again = FeasibilityRepair.of(program, once);
    assertEquals(0, again.violation());
    assertArrayEquals(once, again.fractions());
    for (int c = 0; c < x.length; c++) {
      assertTrue(once[c] <= Math.max(0, x[c]), "repair only shrinks");
    }
  }
}
