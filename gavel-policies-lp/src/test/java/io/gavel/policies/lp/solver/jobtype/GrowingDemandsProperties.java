package io.gavel.policies.lp.solver.jobtype;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Prices;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Demands of few jobs against a level of all their pairs. */
class GrowingDemandsProperties {

  private static final int KINDS = 3;

  private static AllocationProblem problem(Random random, int jobs) {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(
            Cluster.of(
                new WorkerType("v", 1 + random.nextInt(2)),
                new WorkerType("k", 1 + random.nextInt(2))));
    double[][] alone = new double[KINDS][];
    Arrays.setAll(alone, a -> new double[] {1 + random.nextInt(8) / 4.0, random.nextInt(8) / 8.0});
    for (int m = 0; m < jobs; m++) {
      int kind = random.nextInt(KINDS);
      builder.job(Job.builder("j" + m).type("t" + kind).build(), alone[kind]);
    }
    PairThroughputs.Builder table = PairThroughputs.builder(2);
    for (int a = 0; a < KINDS; a++) {
      for (int b = a; b < KINDS; b++) {
        double[] ofA = beside(random, alone[a]);
        table.pair("t" + a, "t" + b, 1, ofA, a == b ? ofA : beside(random, alone[b]));
      }
    }
    return builder.build().sharingByType(table.build());
  }

  private static double[] beside(Random random, double[] alone) {
    return Arrays.stream(alone).map(rate -> rate * (4 + random.nextInt(5)) / 8).toArray();
  }

  /** The largest part of some demands that all jobs can have at once. */
  private static double part(AllocationProblem problem, double[] demands) {
    return CertifiedSolver.standard()
        .solve(AllocationProgram.maximizeMinimum(problem.withAllPairs(), demands))
        .objective();
  }

  private static GrowingDemands of(AllocationProgram program, int[] partition) {
    return GrowingDemands.of(program, partition, SolveLimits.none()).orElseThrow();
  }

  /** Each job is a class of its own, so that nothing is lost. */
  @Property(tries = 60)
  void areMet_demandsThatGrow_asLongAsAllPairsMeetThem(
      @ForAll Draws random, @ForAll @IntRange(min = 1, max = 7) int jobs) {
    AllocationProblem problem = problem(random, jobs);
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem, new double[jobs]);
    GrowingDemands method = of(program, IntStream.range(0, jobs).toArray());
    double[] met = new double[jobs];
    method.start(met);
    for (int round = 0; round < 20; round++) {
      double[] demands = met.clone();
      for (int m = 0; m < jobs; m++) {
        demands[m] += random.nextInt(3) * (1.0 / (8 + round));
      }
      assumeTrue(Arrays.stream(demands).sum() > 0);
      double part = part(problem, demands);
      assumeTrue(Math.abs(part - 1) > 1e-5, "too close");
      assertEquals(part > 1, method.areMet(demands), () -> "the part is " + part);
      if (part < 1) {
        assertRuledOut(method, program, demands, part);
        return;
      }
      CertifiedSolution found =
          method.solution(program, method.bound(program, Prices.zero(problem)));
      double[] throughput = found.program().throughput(found.fractions());
      for (int m = 0; m < jobs; m++) {
        assertTrue(throughput[m] >= demands[m] * (1 - 1e-9), "job " + m);
      }
      if (method.isLimited()) {
        return;
      }
      met = demands;
      method.start(met);
    }
  }

  private static void assertRuledOut(
      GrowingDemands method, AllocationProgram program, double[] demands, double part) {
    DemandProof proof = method.proof();
    double worth = 0;
    for (int k = 0; k < 2; k++) {
      assertTrue(proof.ofPool(k) >= 0);
      worth += proof.ofPool(k) * program.workers(k);
    }
    for (int m = 0; m < demands.length; m++) {
      assertTrue(proof.ofTime(m) >= 0);
      worth += proof.ofTime(m);
    }
    assertEquals(proof.worth(), worth, 1e-9 * worth);
    assertTrue(proof.excess(demands) > 0);
    double[] most = Arrays.stream(demands).map(demand -> demand * part).toArray();
    assertTrue(proof.excess(most) <= 1e-6 * worth, "what can be met is not ruled out");
    double excess = -worth;
    for (int i = 0; i < proof.size(); i++) {
      assertTrue(proof.price(i) > 0);
      for (int m : proof.members(i)) {
        excess += proof.price(i) * Math.max(0, demands[m] - proof.rate(i));
      }
    }
    assertEquals(excess, proof.excess(demands), 1e-9 * worth);
  }
}
