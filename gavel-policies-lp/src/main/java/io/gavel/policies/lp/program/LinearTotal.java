package io.gavel.policies.lp.program;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.program.Objective;
import java.util.Arrays;

/** A linear sum, which is maximised or minimised. Immutable. */
final class LinearTotal extends StatedObjective {

  private final double sign;

  /** For a fraction of 1, as it is maximised, {@code [column]}. */
  private final double[] gain;

  private final double gainOfPrice;

  LinearTotal(ProgramTerms terms, Objective.Sum sum, boolean minimized) {
    super(terms);
    sign = minimized ? -1 : 1;
    gain = terms.gains(sum);
    Arrays.setAll(gain, i -> sign * gain[i] + 0.0);
    gainOfPrice = sign * sum.purchases() + 0.0;
  }

  @Override
  AllocationProgram program(Kept kept) {
    AllocationProgram program =
        AllocationProgram.maximizeGain(terms.largest(), terms.byEntry(gain))
            .withFloor(kept.floors());
    return withRows(program, kept, terms.purchases(gainOfPrice).build(), terms.rows());
  }

  @Override
  double value(StagePoint point) {
    double sum = gainOfPrice * terms.price(point.bought);
    for (int c = 0; c < point.x.length; c++) {
      sum += gain[c] * point.x[c];
    }
    return stated(sum);
  }

  @Override
  double stated(double ofProgram) {
    return sign * ofProgram + 0.0;
  }

  @Override
  Kept keep(Kept kept, StagePoint point, double slack) {
    int[] columns = ProgramTerms.nonZero(gain);
    double[] coefficients = Arrays.stream(columns).mapToDouble(c -> gain[c]).toArray();
    double[] ofPurchases = terms.prices(gainOfPrice);
    double reached = stated(value(point));
    double largest =
        Math.max(
            Arrays.stream(coefficients).map(Math::abs).max().orElse(0),
            Arrays.stream(ofPurchases).map(Math::abs).max().orElse(0));
    return largest == 0
        ? kept
        : kept.andSum(
            "kept objective",
            reached - slack * Math.abs(reached),
            Math.max(Math.abs(reached), largest),
            columns,
            coefficients,
            ofPurchases);
  }
}
