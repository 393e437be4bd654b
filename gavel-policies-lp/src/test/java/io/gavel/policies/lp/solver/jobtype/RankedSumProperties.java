package io.gavel.policies.lp.solver.jobtype;

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
import java.util.Optional;
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

  private static AllocationProgram sum(AllocationProblem problem, Random random) {
    double[] worth = random.doubles(problem.jobCount(), 0.5, 4).toArray();
    double[] price = new double[problem.cluster().typeCount()];
    Arrays.setAll(price, j -> 1 + random.nextInt(3));
    return AllocationProgram.maximizeSumPerPrice(problem, worth, price);
  }

  /** Few jobs may lack partners of nearly their worth, so that no answer is good enough. */
  @Property(tries = 100)
  void ranked_anySum_isAsGoodAsAllPairs(
      @ForAll Draws random,
      @ForAll @IntRange(min = 30, max = 60) int jobs,
      @ForAll @IntRange(min = 1, max = 3) int kinds) {
    AllocationProgram program = sum(problem(random, jobs, kinds), random);
    ImplicitPairSolver solver = new ImplicitPairSolver(program);
    Optional<CertifiedSolution> ranked = solver.ranked();
    double expected = CertifiedSolver.standard().solve(solver.listed()).objective();
    assertTrue(ranked.isPresent());
    CertifiedSolution found = ranked.orElseThrow();
    assertTrue(found.bound().value() >= expected * (1 - 1e-9), "no bound: " + found);
    assertTrue(found.objective() <= expected * (1 + 1e-6), "not feasible: " + found);
    double off = found.holdsWithin(Tolerance.CERTIFIED) ? 1e-6 : 0.5;
    assertEquals(expected, found.objective(), off * expected);
  }

  /** Too many jobs, all of which differ, to list their pairs. */
  @Example
  void ranked_thousandsOfJobs_isProved() {
    Random random = new Random(5);
    AllocationProgram program = sum(problem(random, 3_000, 6), random);
    CertifiedSolution found = new ImplicitPairSolver(program).ranked().orElseThrow();
    assertTrue(found.holdsWithin(Tolerance.CERTIFIED), found::toString);
  }
}
