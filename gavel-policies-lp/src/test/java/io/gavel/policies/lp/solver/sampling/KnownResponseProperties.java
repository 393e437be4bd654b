package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.sampling.UtilityWorkingSetProperties.Shape;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Responses that are sought where they were at other prices. */
class KnownResponseProperties {

  /** Where a response was does not matter to where it is, and far columns do not enter. */
  @Property(tries = 150)
  void find_fromAnyColumns_isTheSame(
      @ForAll Draws random, @ForAll @IntRange(min = 1, max = 6) int types, @ForAll Shape shape) {
    double power =
        UtilityWorkingSetProperties.POWERS[
            random.nextInt(UtilityWorkingSetProperties.POWERS.length)];
    AllocationProgram program =
        UtilityWorkingSetProperties.program(random, 20, types, 1, shape, power);
    ColumnsByJob columnsByJob = ColumnsByJob.of(program, SolveLimits.none());
    double[] price = new double[types];
    Arrays.setAll(price, k -> 0.01 + random.nextDouble());
    UtilityResponse anew = new UtilityResponse(columnsByJob, Samples.uses(program), price);
    UtilityResponse guided = new UtilityResponse(columnsByJob, Samples.uses(program), price);
    for (int m = 0; m < columnsByJob.jobs; m++) {
      anew.find(m);
      for (int i = 0; i < 10; i++) {
        int c = UtilityWorkingSetProperties.column(columnsByJob, m, random);
        int d = UtilityWorkingSetProperties.column(columnsByJob, m, random);
        boolean first = anew.rate(c) < anew.rate(d);
        boolean known = i == 0;
        guided.find(m, known ? anew.from : first ? c : d, known ? anew.to : first ? d : c);
        assertEquals(anew.from, guided.from);
        assertEquals(anew.to, guided.to);
        assertEquals(anew.throughput, guided.throughput);
        assertEquals(anew.owed, guided.owed);
        assertEquals(anew.net(), guided.net());
      }
      double part = 0.2 * random.nextDouble();
      anew.begin(part);
      for (int c = columnsByJob.start[m]; c < columnsByJob.start[m + 1]; c++) {
        if (anew.isFar(c)) {
          anew.compare(c);
          assertTrue(anew.excess > part * anew.reach);
        }
      }
    }
  }
}
