package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Weak duality: whatever the prices, no feasible point beats the bound. */
class DualBoundProperties {

  @Property
  void bound_anyPrices_isNeverBeatenByAFeasiblePoint(@ForAll long seed, @ForAll Kind kind) {
    Random random = new Random(seed);
    AllocationProblem problem = Problems.random(seed, kind);
    AllocationProgram program =
        random.nextBoolean() ? level(problem, random) : sum(problem, random);
    double[] x = CleanUp.of(program, numbers(random, program.columnCount(), 1)).fractions();
    Prices prices =
        Prices.of(
            numbers(random, program.poolCount(), 10),
            numbers(random, program.jobCount(), 10),
            numbers(random, program.jobCount(), 10));
    double bound = DualBound.of(program, prices).value();
    double objective = program.objective(x);
    assertTrue(bound >= objective - 1e-12 * Math.abs(objective), bound + " < " + objective);
  }

  private static AllocationProgram level(AllocationProblem problem, Random random) {
    return AllocationProgram.maximizeMinimum(problem, numbers(random, problem.jobCount(), 5));
  }

  private static AllocationProgram sum(AllocationProblem problem, Random random) {
    return AllocationProgram.maximizeSum(problem, numbers(random, problem.jobCount(), 5));
  }

  private static double[] numbers(Random random, int count, double most) {
    double[] numbers = new double[count];
    Arrays.setAll(numbers, i -> random.nextInt(4) == 0 ? 0 : most * random.nextDouble());
    return numbers;
  }
}
