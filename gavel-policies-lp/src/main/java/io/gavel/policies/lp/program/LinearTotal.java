package io.gavel.policies.lp.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.internal.EarlierOptimum;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.program.Objective;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/** A linear sum, which is maximised or minimised. Immutable. */
final class LinearTotal extends StatedObjective {

  /** The part of the largest coefficient that counts as none. */
  private static final double ZERO = 1e-12;

  private static final double RELATIVE = Tolerance.CERTIFIED.relative();

  private final double sign;

  /** For a fraction of 1, as it is maximised, {@code [column]}. */
  private final double[] gain;

  private final double gainOfPrice;

  LinearTotal(ProgramTerms terms, Objective.Sum sum, boolean minimized) {
    super(terms);
    sign = minimized ? -1 : 1;
    gain = terms.gains(sum);
    Arrays.setAll(gain, i -> sign * gain[i] + 0.0); // 0 instead of −0
    gainOfPrice = sign * sum.purchases() + 0.0;
  }

  /** Near a sum of 0, such as the cost of no purchase, there is no relative precision. */
  @Override
  StageAnswer solve(CertifiedSolver solver, Kept kept, EarlierOptimum earlier) {
    double largest = largest(gain, terms.prices(gainOfPrice));
    return super.solve(solver.within(new Tolerance(ZERO * largest, RELATIVE)), kept, earlier);
  }

  private static double largest(double[] gains, double[] prices) {
    return DoubleStream.concat(Arrays.stream(gains), Arrays.stream(prices))
        .map(Math::abs)
        .max()
        .orElse(0);
  }

  @Override
  AllocationProgram program(Kept kept) {
    AllocationProgram program =
        AllocationProgram.maximizeGain(terms.largest(), terms.byEntry(gain))
            .withFloor(kept.floors());
    return withRows(program, kept, terms.purchases(gainOfPrice).build(), terms.rows());
  }

  @Override
  Statement statement(Kept kept, StagePoint point, AllocationProblem problem) {
    return program(kept).statement(problem, point.bought(), sign < 0);
  }

  /** Returns the value of a point, as it is maximised. */
  private double reached(StagePoint point) {
    double sum = gainOfPrice * terms.price(point.bought());
    for (int c = 0; c < point.x().length; c++) {
      sum += gain[c] * point.x()[c];
    }
    return sum + 0.0; // 0 instead of −0
  }

  @Override
  Kept keep(Kept kept, StagePoint point, double slack) {
    int[] columns = ProgramTerms.nonZero(gain);
    double[] coefficients = Arrays.stream(columns).mapToDouble(c -> gain[c]).toArray();
    double[] ofPurchases = terms.prices(gainOfPrice);
    double reached = reached(point);
    double largest = largest(coefficients, ofPurchases);
    return largest == 0
        ? kept
        : kept.andSum(
            LinearRow.of(
                "kept objective", Relation.AT_LEAST, 0, columns, coefficients, ofPurchases),
            reached - slack * Math.abs(reached),
            Math.abs(reached) > RELATIVE * largest ? Math.abs(reached) : largest);
  }
}
