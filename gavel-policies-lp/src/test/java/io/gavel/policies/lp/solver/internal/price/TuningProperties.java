package io.gavel.policies.lp.solver.internal.price;

import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.internal.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/** Answers do not depend on the numbers by which the loop is tuned. */
class TuningProperties {

  /** Few draws of few columns lead to masters as large as their programs. */
  @Example
  void from_largeMasters_ends() {
    Draws random = Draws.ofSeed(5816160778531076589L);
    from_anyTuning_isTheOptimumOrNone(random, 648, 2, 2, 1, 0.17, 0.46, 1.54, 6);
  }

  /** From a sample, and from prices a thousandth off: the optimum, or no answer. */
  @Property(tries = 60)
  void from_anyTuning_isTheOptimumOrNone(
      @ForAll Draws random,
      @ForAll @IntRange(min = 600, max = 1_500) int jobs,
      @ForAll @IntRange(min = 1, max = 4) int types,
      @ForAll @IntRange(max = 2) int goal,
      @ForAll @IntRange(min = 1, max = 400) int whole,
      @ForAll @DoubleRange(min = 0.1, max = 8) double draws,
      @ForAll @DoubleRange(min = 0.01, max = 20) double errors,
      @ForAll @DoubleRange(min = 1.1, max = 50) double wider,
      @ForAll @IntRange(min = 1, max = 30) int steps) {
    AllocationProgram program =
        switch (goal) {
          case 0 -> LevelProperties.program(random, 0, jobs, types, false, false);
          case 1 -> SumProperties.program(random, jobs, types, SumProperties.Shape.PLAIN);
          default ->
              UtilityProperties.program(
                  random, jobs, types, 0.5, UtilityProperties.Shape.PLAIN, random.nextInt(2) - 1);
        };
    Tuning tuning = new Tuning(whole, draws, errors, wider, 16, steps, 3, 10, 8e5);
    PricedSolver solver = new PricedSolver(new StructuredSolver(), tuning, 1, false);
    CertifiedSolution optimum = Samples.whole(program);
    double[] price = Hint.prices(optimum.bound());
    for (int k = 0; k < price.length; k++) {
      price[k] *= 1 + 1e-3 * (2 * random.nextDouble() - 1);
    }
    Hint[] hints = {
      new Hint.Sample(1), new Hint.Known(price, 0), new Hint.Known(price, 1e-4 * errors)
    };
    for (Hint hint : hints) {
      solver
          .from(program, hint, Samples.NONE)
          .filter(found -> found.holdsWithin(CertifiedSolution.GOOD))
          .ifPresent(found -> Samples.assertSameOptimum(program, optimum, found));
    }
  }
}
