package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Sums in which each job has a worth of its own, compared with all pairs in general position. */
class RankedSumProperties {

  private static AllocationProblem problem(Random random, int jobs, int kinds) {
    int types = 1 + random.nextInt(3);
    WorkerType[] columns = new WorkerType[types];
    for (int j = 0; j < types; j++) {
      columns[j] = new WorkerType("type" + j, 1 + jobs / 4);
    }
    PairThroughputs.Builder table = PairThroughputs.builder(types);
    for (int a = 0; a < kinds; a++) {
      for (int b = a; b < kinds; b++) {
        double[] ofA = random.doubles(types, 0.3, 1).toArray();
        double[] ofB = a == b ? ofA : random.doubles(types, 0.3, 1).toArray();
        table.pair("k" + a, "k" + b, 1, ofA, ofB);
      }
    }
    double[][] alone = new double[kinds][types];
    for (double[] row : alone) {
      Arrays.setAll(row, j -> 0.8 + random.nextDouble());
    }
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(columns));
    for (int m = 0; m < jobs; m++) {
      int kind = random.nextInt(kinds);
      problem.job(Job.builder("job" + m).type("k" + kind).build(), alone[kind]);
    }
    return problem.build().sharingByType(table.build());
  }

  private static double[] worth(Random random, int jobs) {
    return random.doubles(jobs, 0.5, 4).toArray();
  }

  private static AllocationProgram sum(AllocationProblem problem, double[] worth, Random random) {
    double[] price = new double[problem.cluster().typeCount()];
    Arrays.setAll(price, j -> 1 + random.nextInt(3));
    return AllocationProgram.maximizeSumPerPrice(problem, worth, price);
  }

  /**
   * Feasible, with a valid bound, and optimal if certified. An answer that is not certified
   * promises no more: the caller asks the next method. Few jobs without partners are the usual
   * reason.
   */
  @Property(tries = 100)
  void ranked_anySum_isAsGoodAsAllPairs(
      @ForAll Draws random,
      @ForAll @IntRange(min = 30, max = 60) int jobs,
      @ForAll @IntRange(min = 1, max = 3) int kinds) {
    AllocationProblem problem = problem(random, jobs, kinds);
    double[] worth = worth(random, jobs);
    AllocationProgram program = sum(problem, worth, random);
    ImplicitPairSolver solver = new ImplicitPairSolver(program);
    CertifiedSolution found = solver.ranked().orElseThrow();
    double expected = CertifiedSolver.standard().solve(solver.listed()).objective();
    assertTrue(found.bound().value() >= expected * (1 - 1e-9), "no bound: " + found);
    assertTrue(found.objective() <= expected * (1 + 1e-6), "not feasible: " + found);
    if (found.holdsWithin(Tolerance.CERTIFIED)) {
      assertEquals(expected, found.objective(), 1e-6 * expected);
    }
  }

  /**
   * That few lack partners is rare even among 60 jobs, and happens with more than one kind only.
   */
  @Example
  void ranked_fewJobs_isProvedForFiveOfSix() {
    int proved = 0;
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      int kinds = 1 + seed % 3;
      AllocationProgram program = sum(problem(random, 60, kinds), worth(random, 60), random);
      CertifiedSolution found = new ImplicitPairSolver(program).ranked().orElseThrow();
      boolean holds = found.holdsWithin(Tolerance.CERTIFIED);
      assertTrue(holds || kinds > 1, () -> "one kind: " + found);
      proved += holds ? 1 : 0;
    }
    assertTrue(proved >= 50, proved + " of 60 are proved");
  }

  /** Too many jobs, all of which differ, to list their pairs. */
  @Example
  void ranked_thousandsOfJobs_isProved() {
    Random random = new Random(5);
    AllocationProgram program = sum(problem(random, 3_000, 6), worth(random, 3_000), random);
    CertifiedSolution found = new ImplicitPairSolver(program).ranked().orElseThrow();
    assertTrue(found.holdsWithin(Tolerance.CERTIFIED), found::toString);
  }
}
