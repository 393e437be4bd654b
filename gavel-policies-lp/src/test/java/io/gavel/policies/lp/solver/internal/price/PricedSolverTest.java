package io.gavel.policies.lp.solver.internal.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PricedSolverTest {

  private static AllocationProgram level(int jobs) {
    return level(jobs, 1.0 / 3, 2);
  }

  /** A level whose jobs ask for half a share up to the given number of shares. */
  private static AllocationProgram level(int jobs, double workersPerJob, double most) {
    SplittableRandom random = new SplittableRandom(5);
    WorkerType[] types = new WorkerType[3];
    Arrays.setAll(types, j -> new WorkerType("t" + j, (int) (workersPerJob * jobs / 3)));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(types));
    double[] requirement = new double[jobs];
    for (int m = 0; m < jobs; m++) {
      double[] rates = new double[types.length];
      Arrays.setAll(rates, j -> random.nextDouble(0.2, 1));
      problem.job(Job.of("j" + m), rates);
      requirement[m] = m == jobs / 2 ? most : random.nextDouble(0.5, 2);
    }
    return AllocationProgram.maximizeMinimum(problem.build(), requirement);
  }

  /** Ends with half of the optimum and prices that are a little off. */
  private static SolverOutcome stalled(AllocationProgram program, SolveLimits limits) {
    SolverOutcome.Solved optimum =
        assertInstanceOf(SolverOutcome.Solved.class, new StructuredSolver().solve(program, limits));
    double[] half = Arrays.stream(optimum.fractions()).map(x -> x / 2).toArray();
    double[] off = optimum.prices().pools();
    Arrays.setAll(off, k -> off[k] * (1 + 1e-3 * k));
    double[] owed = new double[program.jobCount()];
    Arrays.setAll(owed, optimum.prices()::ofThroughput);
    return new SolverOutcome.Solved(half, Prices.of(off, new double[owed.length], owed));
  }

  @Test
  void solve_stalledMastersOfFewJobs_ends() {
    AllocationSolver solver = new PricedSolver(PricedSolverTest::stalled);
    for (int jobs = 3; jobs < 40; jobs++) {
      AllocationProgram program = level(jobs, 1, 2);
      assertInstanceOf(SolverOutcome.Solved.class, solver.solve(program, SolveLimits.none()));
    }
  }

  @Test
  void precise_manyJobs_isRoundingOfTheirSum() {
    assertEquals(new Tolerance(0, 1e-12), PricedSolver.preciseTolerance(level(9_000)));
    assertEquals(new Tolerance(0, 16_384 * 0x1p-53), PricedSolver.preciseTolerance(level(16_384)));
  }

  /** A sum of gains that are nearly those of six kinds of jobs, so that prices jump. */
  private static AllocationProgram sumOfKinds() {
    int jobs = 9_000;
    SplittableRandom random = new SplittableRandom(15);
    double[][] kinds = new double[6][2];
    for (double[] kind : kinds) {
      Arrays.setAll(kind, j -> random.nextDouble(0.2, 1));
    }
    Cluster cluster = Cluster.of(new WorkerType("a", jobs / 6), new WorkerType("b", jobs / 6));
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    double[] gain = new double[2 * jobs];
    for (int m = 0; m < jobs; m++) {
      double[] kind = kinds[random.nextInt(kinds.length)];
      problem.job(Job.of("j" + m), 1, 1);
      for (int j = 0; j < kind.length; j++) {
        gain[2 * m + j] = kind[j] * (1 + 1e-3 * m / jobs);
      }
    }
    return AllocationProgram.maximizeGain(problem.build(), gain);
  }

  @Test
  void fromSample_pricesThatJumpTooFar_areMovedBack() {
    AllocationProgram program = sumOfKinds();
    CertifiedSolution found = Samples.solve(program, SolveLimits.none()).orElseThrow();
    assertTrue(found.holdsWithin(CertifiedSolution.GOOD));
  }

  @Test
  void fromSample_jobThatLimitsTheLevel_doesNotHideThePricesOfWorkers() {
    for (double workersPerJob : new double[] {1.0 / 3, 3}) {
      AllocationProgram program = level(9_000, workersPerJob, 20);
      CertifiedSolution found = Samples.solve(program, SolveLimits.none()).orElseThrow();
      assertTrue(found.holdsWithin(CertifiedSolution.GOOD));
      assertEquals(program.fastest()[4_500] / 20, found.objective(), 1e-12); // all of its time
      assertEquals(1, 20 * found.bound().prices().ofThroughput(4_500), 1e-9);
    }
  }

  /** A sum in which each four jobs have a row of their own, as if they were one over slots. */
  private static AllocationProgram sumWithOwnRows() {
    int jobs = 3_200;
    SplittableRandom random = new SplittableRandom(7);
    Cluster cluster = Cluster.of(new WorkerType("a", jobs / 6), new WorkerType("b", jobs / 6));
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    double[] gain = random.doubles(2L * jobs, 0.2, 1).toArray();
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int m = 0; m < jobs; m++) {
      problem.job(Job.of("j" + m), 1, 1);
      if (m % 4 == 3) {
        int[] columns = IntStream.range(2 * m - 6, 2 * m + 2).toArray();
        rows.add("work:" + m, Relation.AT_MOST, 1, columns, random.doubles(8, 0.5, 1).toArray());
      }
    }
    return AllocationProgram.maximizeGain(problem.build(), gain).withRows(rows.build());
  }

  @Test
  void solve_rowOfEachFewJobs_startsFromFewStepsOnAllJobs() {
    AllocationProgram program = sumWithOwnRows();
    List<Integer> columns = new ArrayList<>();
    AllocationSolver whole =
        (part, limits) -> {
          columns.add(part.columnCount());
          return new StructuredSolver().solve(part, limits);
        };
    SolverOutcome outcome = new PricedSolver(whole).solve(program, SolveLimits.none());
    SolverOutcome.Solved solved = assertInstanceOf(SolverOutcome.Solved.class, outcome);
    assertTrue(CertifiedSolution.of(program, solved).holdsWithin(CertifiedSolution.GOOD));
    assertEquals(6_400, columns.get(0));
    assertTrue(columns.stream().skip(1).allMatch(count -> count < 3_200), columns.toString());
    SolverOutcome exact = new StructuredSolver().solve(program, SolveLimits.none());
    assertEquals(
        CertifiedSolution.of(program, exact.claim().orElseThrow()).objective(),
        CertifiedSolution.of(program, solved).objective(),
        1e-6);
  }

  private static AllocationProgram sample(AllocationProgram program, int draws) {
    PricedProgram priced = PricedProgram.of(program, SolveLimits.none()).orElseThrow();
    return JobSample.of(priced, JobSample.classes(priced), draws, 200).program(0);
  }

  @Test
  void sample_jobsAsLongAsAStretch_areTakenAsTheyAre() {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 9_000)));
    double[] weight = new double[3_000];
    for (int m = 0; m < weight.length; m++) {
      problem.job(Job.builder("j" + m).scaleFactor(m % 300 == 0 ? 900 : 1).build(), 1 + m);
      weight[m] = 1;
    }
    AllocationProgram program = AllocationProgram.maximizeSum(problem.build(), weight);
    AllocationProgram sample = sample(program, 300);
    double[] size = Programs.columns(sample).size;
    assertEquals(10, Arrays.stream(size).filter(s -> s == 900).count());
    assertEquals(2_990, Arrays.stream(size).filter(s -> s != 900).sum(), 2 * 30);
    assertEquals(310, sample.jobCount(), 2);
  }
}
