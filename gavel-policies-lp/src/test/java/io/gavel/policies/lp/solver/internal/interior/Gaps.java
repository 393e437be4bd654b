package io.gavel.policies.lp.solver.internal.interior;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.solver.internal.coefficients.Utility;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.function.DoublePredicate;
import java.util.function.IntToDoubleFunction;

/** What is open at a point of an interior-point method, and after a step. */
public final class Gaps {

  private Gaps() {}

  /** The worth of the throughputs of jobs with utilities at the prices of a point. */
  public static double worth(AllocationProgram program, double[] x, IntToDoubleFunction price) {
    double[] throughput = program.throughput(x);
    double worth = 0;
    for (int m = 0; m < throughput.length; m++) {
      worth += program.weight(m) > 0 ? throughput[m] * price.applyAsDouble(m) : 0;
    }
    return worth;
  }

  /** What prices miss of the slopes of utilities. */
  public static double missed(AllocationProgram program, double[] x, IntToDoubleFunction price) {
    double[] throughput = program.throughput(x);
    double missed = 0;
    for (int m = 0; m < throughput.length; m++) {
      double weight = program.weight(m);
      if (weight > 0) {
        double p = price.applyAsDouble(m);
        missed += Math.abs(Utility.pull(program.power(), weight, throughput[m], p));
      }
    }
    return missed;
  }

  /** Asserts that a point is within a relative gap, and hardly within a smaller one. */
  public static void assertWithin(DoublePredicate isWithin, double part) {
    assertFalse(isWithin.test(part * (1 - 1e-6)));
    assertTrue(isWithin.test(part * (1 + 1e-6)));
  }
}
