package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Passes over some thousand jobs bring prices near those of an interior-point method. */
class UtilityRefineTest {

  private static final int JOBS = 2_500;

  private static AllocationProgram program(double power) {
    return UtilityWorkingSetProperties.program(
        new Random(6), JOBS, 3, 0.4, UtilityWorkingSetProperties.Shape.PLAIN, power);
  }

  private static double[] prices(AllocationProgram program) {
    DualBound bound = CertifiedSolver.standard().solve(program).bound();
    return DoubleStream.concat(
            Arrays.stream(bound.prices().pools()), Arrays.stream(bound.rowPrices()))
        .toArray();
  }

  private static void assertRefined(AllocationProgram program, double off) {
    double[] best = prices(program);
    double[] price = best.clone();
    Arrays.setAll(price, k -> best[k] * (k % 2 == 0 ? 1 + off : 1 - off));
    UtilityWorkingSet set = Samples.setOfPrices(program, price);
    double before = set.bound();
    double part = set.refine(off);
    assertTrue(part < off, () -> "assumed error " + part);
    double least = Samples.setOfPrices(program, best.clone()).bound();
    assertTrue(set.bound() - least < 0.05 * (before - least), "nearly all of the gap is closed");
    double dearest = Arrays.stream(best).max().orElseThrow();
    for (int k = 0; k < price.length; k++) {
      assertEquals(best[k], price[k], 2 * part * dearest, "price " + k);
    }
  }

  @Test
  void refine_wrongPrices_comesCloseToTheLeastBound() {
    for (double power : new double[] {0, -1}) {
      assertRefined(program(power), 0.1);
    }
    assertRefined(program(0), 0.4);
  }

  /** Half of the jobs must hold more of the first type than they want, at a price below 0. */
  @Test
  void refine_rowThatIsAnEquation_findsItsPriceOfEitherSign() {
    AllocationProgram plain = program(0);
    CertifiedSolution free = CertifiedSolver.standard().solve(plain);
    int[] columns =
        IntStream.range(0, plain.columnCount())
            .filter(c -> plain.pool(c) == 0 && plain.first(c) % 2 == 0)
            .toArray();
    double[] sizes = Arrays.stream(columns).mapToDouble(plain::size).toArray();
    double[] x = free.fractions();
    double held = 0;
    for (int i = 0; i < columns.length; i++) {
      held += x[columns[i]] * sizes[i];
    }
    for (double part : new double[] {0.9, 1.1}) {
      AllocationProgram bound =
          plain.withRows(
              CouplingRows.builder()
                  .add("as many", Relation.EXACTLY, part * held, columns, sizes)
                  .build());
      assertEquals(part < 1, prices(bound)[3] > 0);
      assertRefined(bound, 0.1);
    }
  }

  /** Prices that are right, to all that the passes can tell, stay as they are. */
  @Test
  void refine_rightPrices_staysThere() {
    AllocationProgram program = program(0);
    double[] best = prices(program);
    double[] price = best.clone();
    UtilityWorkingSet set = Samples.setOfPrices(program, price);
    double before = set.bound();
    assertTrue(set.refine(1e-4) <= 1e-4);
    assertTrue(set.bound() <= before);
    for (int k = 0; k < price.length; k++) {
      assertEquals(best[k], price[k], 2e-4 * best[k]);
    }
  }
}
