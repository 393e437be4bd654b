package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Prices;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;

/** Demands of few jobs against a level of all their pairs. */
class GrowingDemandsProperties {

  private static final int KINDS = 3;

  /** By so much, as a part of what everything is worth, demands that are met may be in excess. */
  private static final double ROUNDING = 1e-12;

  private static AllocationProblem problem(Random random, int jobs) {
    int scale = Math.max(1, jobs / 5);
    AllocationProblem.Builder builder =
        AllocationProblem.builder(
            Cluster.of(
                new WorkerType("v", (1 + random.nextInt(2)) * scale),
                new WorkerType("k", (1 + random.nextInt(2)) * scale)));
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
        together ? new ImplicitPairSolver(program).classOf() : IntStream.range(0, jobs).toArray();
    GrowingDemands method = of(program, partition);
    double[] start = new double[jobs];
    double[] met = start;
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

  /**
   * Whatever was asked before, demands are met as if they were the first; where not, asking for
   * what prices leave leads to the last that can be met on the way.
   */
  @Property(tries = 50)
  void areMet_demandsOfClasses_dependOnNothingAskedBefore(
      @ForAll Draws random, @ForAll @IntRange(min = 3, max = 14) int jobs) {
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem(random, jobs), new double[jobs]);
    int[] partition = new ImplicitPairSolver(program).classOf();
    GrowingDemands method = of(program, partition);
    double[] met = new double[jobs];
    boolean hasRoom = true;
    double[] fastest = program.fastest();
    for (int round = 0; round < 8; round++) {
      double[] asked = met.clone();
      for (int m = 0; m < jobs; m++) {
        double more = random.nextInt(4) * fastest[m] / 8;
        asked[m] = Math.min(fastest[m], asked[m] + more);
      }
      if (hasRoom) {
        assertLimited(method, program, partition, met, asked);
      }
      double part = partOfTheWay(program, partition, met, asked);
      double last = lastPart(method, met, asked);
      assertEquals(part, last, 1e-5);
      int quarters = random.nextInt(5);
      hasRoom &= quarters < 4;
      met = between(met, asked, (1 - 1e-6) * part * quarters / 4); // rounded
    }
  }

  /**
   * Where prices are known, the first ones end the way of the limits of all rates where it ends.
   */
  private static void assertLimited(
      GrowingDemands method,
      AllocationProgram program,
      int[] partition,
      double[] met,
      double[] asked) {
    boolean isMet = method.areMet(asked);
    double most = mostOfLimits(program, partition, met, asked);
    assertTrue(isMet ? most > 1 - 1e-6 : most < 1 + 1e-6, () -> isMet + " at " + most);
  }

  /**
   * The same as a program of all columns, with a row for each rate of each class of several jobs.
   */
  private static double mostOfLimits(
      AllocationProgram program, int[] partition, double[] met, double[] asked) {
    PairClasses classes = new ImplicitPairSolver(program).classes(partition).orElseThrow();
    int theta = classes.count();
    List<LinearConstraint> rows = new ArrayList<>();
    for (int k = 0; k < program.poolCount(); k++) {
      double[] row = new double[theta + 1];
      for (int c = 0; c < theta; c++) {
        row[c] = classes.pool[c] == k ? classes.size[c] : 0;
      }
      rows.add(new LinearConstraint(row, Relationship.LEQ, program.workers(k)));
    }
    for (int a = 0; a < classes.classes(); a++) {
      int of = a;
      double[] time = new double[theta + 1];
      Arrays.setAll(time, c -> c < theta ? classes.share(c, of) : 0);
      rows.add(new LinearConstraint(time, Relationship.LEQ, classes.members[a].length));
      for (int d = -1; d < theta; d++) {
        if (d < 0 || (classes.share(d, a) > 0 && classes.members[a].length > 1)) {
          double lambda = d < 0 ? 0 : classes.rateOf(d, a);
          double first = DemandProof.above(classes.members[a], lambda, met);
          double[] row = new double[theta + 1];
          Arrays.setAll(
              row,
              c ->
                  c < theta && classes.share(c, of) > 0
                      ? classes.share(c, of) * Math.max(0, classes.rateOf(c, of) - lambda)
                      : 0);
          row[theta] = first - DemandProof.above(classes.members[a], lambda, asked);
          rows.add(new LinearConstraint(row, Relationship.GEQ, first));
        }
      }
    }
    double[] limit = new double[theta + 1];
    limit[theta] = 1;
    rows.add(new LinearConstraint(limit, Relationship.LEQ, 2));
    return new SimplexSolver(1e-10, 10, 1e-12)
        .optimize(
            new LinearObjectiveFunction(limit, 0),
            new LinearConstraintSet(rows),
            GoalType.MAXIMIZE,
            new NonNegativeConstraint(true))
        .getValue();
  }

  /** The part of the way that prices leave in the end. */
  private static double lastPart(GrowingDemands method, double[] met, double[] asked) {
    double at = 1;
    for (int i = 0; i < 40 && !method.areMet(between(met, asked, at)); i++) {
      DemandProof proof = method.proof();
      assertTrue(proof.excess(between(met, asked, at)) > 0);
      double low = 0;
      for (double step = at; step > 1e-12; step /= 2) {
        low += isRounding(proof, between(met, asked, low + step)) ? step : 0;
      }
      at = low;
    }
    return at;
  }

  /** The same on the first line of thousands of jobs. */
  @Property(tries = 20)
  void areMet_demandsOfThousandsOfJobs_endWhereTheLimitsOfAllRatesDo(@ForAll Draws random) {
    int jobs = 3_000;
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem(random, jobs), new double[jobs]);
    int[] partition = new ImplicitPairSolver(program).classOf();
    double[] fastest = program.fastest();
    double[] met = fastest.clone();
    double[] asked = fastest.clone();
    for (int m = 0; m < jobs; m++) {
      met[m] *= m % 10 == 0 ? 0.5 : 0.0625;
      asked[m] *= (1 + random.nextInt(16)) / 16.0;
    }
    GrowingDemands method = of(program, partition);
    if (method.areMet(met)) {
      assertLimited(method, program, partition, met, asked);
    }
  }

  private static double[] between(double[] some, double[] others, double part) {
    double[] between = some.clone();
    Arrays.setAll(between, m -> some[m] + part * (others[m] - some[m]));
    return between;
  }

  /**
   * The part of the way that classes allow, each question on its own. The start itself may demand
   * too much by rounding; what demands no more than that is met as much as the start.
   */
  private static double partOfTheWay(
      AllocationProgram program, int[] partition, double[] met, double[] asked) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < 36; i++) {
      double middle = i == 0 ? 1 : (low + high) / 2;
      GrowingDemands fresh = of(program, partition);
      double[] demands = between(met, asked, middle);
      boolean isMet = fresh.areMet(demands) || isRounding(fresh.proof(), demands);
      low = isMet ? middle : low;
      high = isMet ? high : middle;
    }
    return low;
  }

  private static boolean isRounding(DemandProof proof, double[] demands) {
    return proof.excess(demands) <= ROUNDING * proof.worth();
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
    for (int i = 0; i < proof.rates().size(); i++) {
      assertTrue(proof.rates().get(i).price() > 0);
      for (int m : proof.rates().get(i).members()) {
        excess +=
            proof.rates().get(i).price() * Math.max(0, demands[m] - proof.rates().get(i).rate());
      }
    }
    assertEquals(excess, proof.excess(demands), 1e-9 * worth);
  }
}
