package io.gavel.policies.lp.solver.jobtype;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
  private static double part(AllocationProgram program, double[] demands) {
    if (Arrays.stream(demands).sum() == 0) {
      return Double.POSITIVE_INFINITY;
    }
    AllocationProgram listed = new ImplicitPairSolver(program).listed();
    return CertifiedSolver.standard().solve(listed.withRequirement(demands)).objective();
  }

  private static GrowingDemands of(AllocationProgram program, int[] partition) {
    return GrowingDemands.of(program, partition, SolveLimits.none()).orElseThrow();
  }

  /** Where each job is a class of its own, nothing is lost; classes of a type may promise more. */
  @Property(tries = 30)
  void areMet_demandsThatGrow_asLongAsAllPairsMeetThem(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 7) int jobs,
      @ForAll boolean together) {
    AllocationProblem problem = problem(random, jobs);
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem, new double[jobs]);
    int[] partition =
        together
            ? new ImplicitPairSolver(program).partitions().get(0)
            : IntStream.range(0, jobs).toArray();
    GrowingDemands method = of(program, partition);
    double[] start = new double[jobs];
    double[] met = start;
    method.start(start);
    for (int round = 0; round < 12; round++) {
      double[] demands = met.clone();
      for (int m = 0; m < jobs; m++) {
        double more = random.nextInt(3) * (1.0 / (8 + round));
        demands[m] = Math.min(program.fastest()[m], demands[m] + more);
      }
      if (!isMet(method, program, demands, !together)) {
        search(method, program, start, demands, !together);
        return;
      }
      met = demands;
      if (random.nextBoolean()) {
        method.start(met);
        start = met;
      }
    }
  }

  /** Demands in between, from the same start, with the prices that are known. */
  private static void search(
      GrowingDemands method,
      AllocationProgram program,
      double[] start,
      double[] beyond,
      boolean exact) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < 6; i++) {
      double middle = (low + high) / 2;
      double[] between = start.clone();
      Arrays.setAll(between, m -> start[m] + middle * (beyond[m] - start[m]));
      boolean isMet = isMet(method, program, between, exact);
      low = isMet ? middle : low;
      high = isMet ? high : middle;
    }
  }

  /** Whether demands are met, after all that can be told of that. */
  private static boolean isMet(
      GrowingDemands method, AllocationProgram program, double[] demands, boolean exact) {
    double part = part(program, demands);
    boolean isMet = method.areMet(demands);
    if (Math.abs(part - 1) < 1e-5) {
      return isMet; // too close to tell
    }
    assertTrue(isMet || part < 1, () -> "all pairs meet " + part);
    assertTrue(!isMet || part > 1 || !exact, () -> "all pairs meet only " + part);
    if (!isMet) {
      assertRuledOut(method, program, demands, part);
    } else if (method.misfits().isEmpty()) {
      Prices none = Prices.zero(2, demands.length);
      CertifiedSolution found = method.solution(program, method.bound(program, none));
      double[] throughput = found.program().throughput(found.fractions());
      for (int m = 0; m < demands.length; m++) {
        assertTrue(throughput[m] >= demands[m] * (1 - 1e-9), "job " + m);
      }
    }
    return isMet;
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
