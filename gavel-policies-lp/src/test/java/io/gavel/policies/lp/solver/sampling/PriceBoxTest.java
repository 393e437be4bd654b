package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Falls in a box against the dual itself, job by job. */
class PriceBoxTest {

  private static final int JOBS = 30;

  private static final SolveLimits NONE = SolveLimits.none();

  /** Jobs that split their time, run full time on one type or idle, by their rates and weights. */
  private static AllocationProgram program(int seed, int jobs, int... workers) {
    Random random = new Random(seed);
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(workers));
    double[] weight = new double[jobs];
    for (int m = 0; m < jobs; m++) {
      double ratio = m % 3 == 0 ? 1.2 : m % 3 == 1 ? 3 : 5;
      double base = 1 + random.nextDouble();
      Job job = Job.builder("" + m).scaleFactor(1 + m % 2).build();
      builder.job(job, base * ratio * (1 + 0.2 * random.nextDouble()), m == 7 ? 0 : base);
      weight[m] = 1 + random.nextInt(3);
    }
    return AllocationProgram.maximizeUtility(builder.build(), weight, 0);
  }

  /**
   * What a job gets at most beyond its cost, over all mixes of two columns or of one and idling.
   */
  private static double most(ColumnsByJob columns, int m, double[] price) {
    double weight = columns.weight[m];
    int first = columns.start[m];
    int count = columns.start[m + 1] - first;
    double[] rate = new double[count + 1]; // the last is idling
    double[] cost = new double[count + 1];
    for (int i = 0; i < count; i++) {
      rate[i] = columns.rate[first + i];
      cost[i] = columns.size[first + i] * price[columns.pool[first + i]];
    }
    double best = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      best = Math.max(best, weight * StrictMath.log(rate[i]) - cost[i]);
      for (int k = 0; k <= count; k++) {
        double slope = (cost[i] - cost[k]) / (rate[i] - rate[k]);
        if (rate[k] < rate[i] && slope > 0) {
          double q = Math.min(rate[i], Math.max(rate[k], weight / slope));
          double worth = weight * StrictMath.log(q) - cost[k] - (q - rate[k]) * slope;
          best = Math.max(best, worth);
        }
      }
    }
    return best;
  }

  private static double dual(
      AllocationProgram program, ColumnsByJob columns, int absent, double[] price) {
    double sum = 0;
    for (int k = 0; k < price.length; k++) {
      sum += program.workers(k) * price[k];
    }
    for (int m = 0; m < columns.jobs; m++) {
      sum += m == absent ? 0 : most(columns, m, price);
    }
    return sum;
  }

  @Test
  void fall_mixesOfAllKinds_isThatOfTheDual() {
    int found = 0;
    int tried = 0;
    for (int seed = 0; seed < 3; seed++) {
      AllocationProgram program = program(seed, JOBS, 6, 12);
      ColumnsByJob columns = ColumnsByJob.of(program, NONE);
      ResourceDemand demand = new ResourceDemand(program, columns, Samples.uses(program));
      CertifiedSolution solved = Samples.solveSmall(program, CertifiedSolution.GOOD, NONE);
      double[] best = WorkingSet.prices(solved.bound());
      Random random = new Random(seed);
      for (double part : new double[] {0.03, 0.25}) {
        double[] center = best.clone();
        Arrays.setAll(center, k -> best[k] * (1 + 0.2 * part * (random.nextDouble() - 0.5)));
        PriceBox box = new PriceBox(demand, center, part);
        for (int absent = -1; absent < (part < 0.1 ? 0 : JOBS); absent += 4) {
          tried++;
          OptionalDouble fall = box.fall(absent, 1e-9);
          if (fall.isPresent()) {
            found++;
            double[] least = box.prices();
            double before = dual(program, columns, absent, center);
            double after = dual(program, columns, absent, least);
            assertEquals(before - after, fall.getAsDouble(), 1e-9, "seed " + seed);
            for (int i = 0; i < 8; i++) { // no other prices are better
              double[] near = least.clone();
              near[i % 2] *= 1 + (i < 4 ? 1e-3 : 1e-5) * (i % 4 < 2 ? 1 : -1);
              assertTrue(dual(program, columns, absent, near) >= after - 2e-9, "seed " + seed);
            }
          }
        }
      }
    }
    assertTrue(found > 0.8 * tried, found + " of " + tried);
  }

  /** Of many jobs, nearly all are decided within a few hundredths, and so are those left out. */
  @Test
  void fall_withoutADecidedJob_isThatOfTheDual() {
    int jobs = 300;
    AllocationProgram program = program(3, jobs, 200, 220);
    ColumnsByJob columns = ColumnsByJob.of(program, NONE);
    ResourceDemand demand = new ResourceDemand(program, columns, Samples.uses(program));
    CertifiedSolution solved = Samples.solveSmall(program, CertifiedSolution.GOOD, NONE);
    double[] center = WorkingSet.prices(solved.bound());
    PriceBox box = new PriceBox(demand, center, 0.04);
    UtilityResponse response = new UtilityResponse(columns, Samples.uses(program), center);
    int split = 0;
    for (int absent = 0; absent < jobs; absent += 2) {
      response.find(absent);
      assertEquals(response.throughput, paidFor(box, absent, response.cost()), 1e-12);
      OptionalDouble fall = box.fall(absent, 1e-9);
      if (fall.isPresent() && response.isCertain(absent, 0.04)) {
        split += response.from != response.to && response.from != CostHull.IDLE ? 1 : 0;
        double[] least = box.prices();
        double before = dual(program, columns, absent, center);
        double after = dual(program, columns, absent, least);
        assertEquals(before - after, fall.getAsDouble(), 3e-9, "job " + absent);
        assertTrue(fall.getAsDouble() >= 0);
        for (int i = 0; i < 4; i++) {
          double[] near = least.clone();
          near[i % 2] *= 1 + 1e-4 * (i < 2 ? 1 : -1);
          assertTrue(dual(program, columns, absent, near) >= after - 2e-9, "job " + absent);
        }
      }
    }
    assertTrue(split > 10, "jobs on two types: " + split);
  }

  /**
   * Half of the jobs run slowly on two workers and fast on one, the others the other way round:
   * both exchange workers, but not as many for each other.
   */
  @Test
  void fall_jobsWhoseColumnsDifferInSize_isThatOfTheDual() {
    Random random = new Random(6);
    int jobs = 120;
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(130, 40));
    double[] weight = new double[jobs];
    for (int m = 0; m < jobs; m++) {
      double slow = 1 + 0.1 * random.nextDouble();
      double fast = 3 + 0.2 * random.nextDouble();
      boolean slowOnTwo = m % 2 == 0;
      builder
          .job(Job.of("" + m), slowOnTwo ? 0 : slow, slowOnTwo ? fast : 0)
          .configuration("" + m, "two", 2, slowOnTwo ? slow : 0, slowOnTwo ? 0 : fast);
      weight[m] = slowOnTwo ? 0.8 : 2;
    }
    AllocationProgram program = AllocationProgram.maximizeUtility(builder.build(), weight, 0);
    ColumnsByJob columns = ColumnsByJob.of(program, NONE);
    Uses uses = Samples.uses(program);
    CertifiedSolution solved = Samples.solveSmall(program, CertifiedSolution.GOOD, NONE);
    double[] best = WorkingSet.prices(solved.bound());
    double[] center = {best[0] * 1.004, best[1] * 0.997};
    UtilityResponse response = new UtilityResponse(columns, uses, center);
    int[] split = new int[2];
    for (int m = 0; m < jobs; m++) {
      response.find(m);
      boolean mixes = response.from != CostHull.IDLE && response.from != response.to;
      split[m % 2] += mixes && response.isCertain(m, 0.02) ? 1 : 0;
    }
    assertTrue(split[0] > 10 && split[1] > 10, Arrays.toString(split));
    PriceBox box = new PriceBox(new ResourceDemand(program, columns, uses), center, 0.02);
    double fall = box.fall(-1, 1e-9).orElseThrow();
    double before = dual(program, columns, -1, center);
    assertEquals(before - dual(program, columns, -1, box.prices()), fall, 1e-9);
    assertEquals(before - dual(program, columns, -1, best), fall, 1e-6, "at the best prices");
  }

  private static double paidFor(PriceBox box, int m, double cost) {
    assertEquals(cost, box.paid(m), 1e-12);
    return box.throughput();
  }
}
