package io.gavel.policies.lp.queue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Jobs served in order, and its two proofs: the prices of all stages, and stage by stage. */
class LexicographicPricesTest {

  private static final double ROUNDING = 1e-10;

  private static double[] row(double... rates) {
    return rates;
  }

  private static AllocationProblem problem(int[] workers, int[] gangs, double[]... rates) {
    WorkerType[] types = new WorkerType[workers.length];
    Arrays.setAll(types, j -> new WorkerType("t" + j, workers[j]));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(types));
    for (int m = 0; m < rates.length; m++) {
      problem.job(Job.builder("j" + m).scaleFactor(gangs[m]).build(), rates[m]);
    }
    return problem.build();
  }

  /** Relative throughputs, {@code [job]}, after both proofs were found to be tight. */
  private static double[] served(AllocationProblem problem) {
    double[] fastest = new double[problem.jobCount()];
    Arrays.setAll(fastest, m -> PoolShares.fastest(problem, m));
    double[] weight = new double[fastest.length];
    Arrays.setAll(weight, m -> fastest[m] > 0 ? 1 / fastest[m] : 0);
    AllocationProgram program = AllocationProgram.maximizeSum(problem, weight);
    int[] order = IntStream.range(0, fastest.length).filter(m -> fastest[m] > 0).toArray();
    LexicographicFill fill = new LexicographicFill(program, order, SolveLimits.none());
    assertTrue(fill.solve());
    double[] made = program.throughput(fill.fractions());
    double objective = program.objective(fill.fractions());
    double[] workers =
        IntStream.range(0, program.poolCount()).mapToDouble(program::workers).toArray();
    double byStage = LexicographicPrices.boundOfStages(fill, workers);
    assertEquals(objective, byStage, ROUNDING, "stage by stage");
    double[] floor = made.clone();
    if (order.length > 0) {
      floor[order[order.length - 1]] = 0;
    }
    Prices prices = LexicographicPrices.of(fill, fastest);
    double together = DualBound.of(program.withFloor(floor), prices).value();
    assertEquals(objective, together, ROUNDING, "of all stages");
    Arrays.setAll(made, m -> made[m] * weight[m]);
    return made;
  }

  private static int[] ones(int length) {
    int[] ones = new int[length];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static void assertServed(double[] expected, AllocationProblem problem) {
    assertArrayEquals(expected, served(problem), ROUNDING);
  }

  @Example
  void secondJob_takesTheRestOfTheFastTypeAndThenTheSlow() {
    assertServed(row(1, 0.75), problem(new int[] {1, 1}, ones(2), row(4, 1), row(4, 3)));
    assertServed(
        row(1, 0.75, 0), problem(new int[] {1, 1}, ones(3), row(4, 1), row(4, 3), row(1, 1)));
  }

  /** The first moves where it is as fast; the third has what gangs leave. */
  @Example
  void firstJob_makesRoom() {
    assertServed(row(1, 1, 0), problem(new int[] {1, 1}, ones(3), row(3, 3), row(5, 1), row(1, 1)));
    assertServed(
        row(1, 1, 0.5),
        problem(new int[] {3, 1}, new int[] {2, 1, 2}, row(3, 0), row(1, 5), row(2, 0)));
  }

  /** Gangs of three on two workers and a half of the slow type. */
  @Example
  void gangs_shareTypesByTime() {
    assertServed(
        row(1, 0.5, 0.5),
        problem(new int[] {3, 2}, new int[] {2, 2, 2}, row(4, 2), row(4, 0), row(2, 1)));
  }

  /** The third job would be slower by fifteen digits than on the type that is taken. */
  @Example
  void jobWithNothingButRounding_staysIdle() {
    assertServed(
        row(1, 0, 0, 1),
        problem(new int[] {1, 1}, ones(4), row(4, 0), row(4, 0), row(4, 4e-15), row(0, 3)));
  }

  @Example
  void jobsThatRunNowhere_haveNoTurn() {
    assertServed(row(0, 1), problem(new int[] {1}, ones(2), row(0), row(7)));
    assertServed(row(), problem(new int[] {1}, ones(0)));
  }

  /** A third of the rates are whole numbers, so that there are ties. */
  @Property
  void proofs_areTight(@ForAll Draws random) {
    served(random(random));
  }

  /** Jobs that are as fast on several of five types as on their best, so that they make room. */
  @Property
  void proofs_ofTies_areTight(@ForAll Draws random) {
    int jobs = 1 + random.nextInt(14);
    int[] workers = IntStream.range(0, 5).map(j -> 1 + random.nextInt(5)).toArray();
    int[] gangs = IntStream.range(0, jobs).map(m -> 1 + random.nextInt(3)).toArray();
    double[][] rates = new double[jobs][5];
    for (double[] row : rates) {
      Arrays.setAll(row, j -> random.nextInt(4));
      row[random.nextInt(5)] = 3;
    }
    served(problem(workers, gangs, rates));
  }

  private static AllocationProblem random(Random random) {
    int types = 1 + random.nextInt(4);
    int jobs = 2 + random.nextInt(10);
    int[] workers = IntStream.range(0, types).map(j -> 1 + random.nextInt(4)).toArray();
    int[] gangs = IntStream.range(0, jobs).map(m -> random.nextInt(4) == 0 ? 2 : 1).toArray();
    double[][] rates = new double[jobs][types];
    for (double[] row : rates) {
      Arrays.setAll(
          row,
          j ->
              random.nextInt(8) == 0
                  ? 0
                  : random.nextInt(3) == 0 ? 1 + random.nextInt(5) : 0.5 + 4 * random.nextDouble());
    }
    return problem(workers, gangs, rates);
  }
}
