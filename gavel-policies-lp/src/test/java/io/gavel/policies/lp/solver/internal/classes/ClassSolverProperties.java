package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.internal.interior.rows.OjAlgoSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/** Pairs by class, compared with the same pairs in general position. */
class ClassSolverProperties {

  private static final Tolerance TIGHT = new Tolerance(0, 1e-8);

  /**
   * In a few cases the program of the classes is not solved; then those of all pairs are called.
   */
  private final CertifiedSolver byClass =
      CertifiedSolver.of(List.of(new ClassSolver(), new DenseSolver(), new OjAlgoSolver()), TIGHT);

  private final CertifiedSolver general =
      CertifiedSolver.of(List.of(new DenseSolver(), new OjAlgoSolver()), TIGHT);

  /** Jobs of few types, all pairs of them, and up to three worker types. */
  private static AllocationProblem typed(Random random, int jobs, int kinds) {
    int types = 1 + random.nextInt(3);
    WorkerType[] columns = new WorkerType[types];
    for (int j = 0; j < types; j++) {
      columns[j] = new WorkerType("type" + j, 1 + random.nextInt(4));
    }
    double[][][] rates = new double[kinds][kinds + 1][types]; // the last one is alone
    for (double[][] kind : rates) {
      for (double[] beside : kind) {
        Arrays.setAll(beside, j -> random.nextInt(6) == 0 ? 0 : 0.5 + random.nextDouble());
      }
      Arrays.setAll(kind[kinds], j -> 1 + random.nextDouble());
    }
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(columns));
    int[] kindOf = random.ints(jobs, 0, kinds).toArray();
    for (int m = 0; m < jobs; m++) {
      problem.job(Job.of("job" + m), rates[kindOf[m]][kinds]);
    }
    for (int a = 0; a < jobs; a++) {
      for (int b = a + 1; b < jobs; b++) {
        problem.pair(
            "job" + a, "job" + b, rates[kindOf[a]][kindOf[b]], rates[kindOf[b]][kindOf[a]]);
      }
    }
    return problem.build();
  }

  @Property
  void solve_levelOfEqualOrAnyRequirements_isThatOfAllPairs(
      @ForAll Draws random,
      @ForAll @IntRange(min = 4, max = 14) int jobs,
      @ForAll @IntRange(min = 1, max = 2) int kinds,
      @ForAll boolean equal) {
    AllocationProblem problem = typed(random, jobs, kinds);
    double[] requirement = new double[jobs];
    Arrays.setAll(requirement, m -> equal ? 1 : StrictMath.pow(10, 2 * random.nextDouble()));
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem, requirement);
    Assume.that(hasPairs(program));
    double expected = general.solve(program).objective();
    assertEquals(expected, byClass.solve(program).objective(), 2e-8 * expected);
  }

  /** Jobs of a class have equal throughputs, so its utility is that of its total. */
  @Property
  void solve_utilities_areThoseOfAllPairs(
      @ForAll Draws random,
      @ForAll @IntRange(min = 4, max = 14) int jobs,
      @ForAll @IntRange(min = 1, max = 2) int kinds,
      @ForAll @DoubleRange(min = -6, max = 0.8) double power) {
    AllocationProblem problem = typed(random, jobs, kinds);
    double[] weight = new double[jobs];
    Arrays.setAll(weight, m -> 1 << random.nextInt(2));
    double p = random.nextBoolean() ? 0 : power;
    AllocationProgram program = AllocationProgram.maximizeUtility(problem, weight, p);
    Assume.that(hasPairs(program));
    double expected = general.solve(program).objective();
    CertifiedSolution point = byClass.solve(program);
    double scale = program.gapScale(Math.max(Math.abs(expected), 1e-3));
    assertEquals(expected, point.objective(), 2e-8 * scale);
  }

  /** Floors that are half of what all can reach, so that they can be met. */
  @Property
  void solve_sumWithFloors_isThatOfAllPairs(
      @ForAll Draws random, @ForAll @IntRange(min = 4, max = 14) int jobs) {
    AllocationProblem problem = typed(random, jobs, 2);
    double[] floor = new double[jobs];
    Arrays.setAll(floor, m -> 0.1 + random.nextDouble());
    double[] one = new double[jobs];
    Arrays.fill(one, 1);
    Assume.that(hasPairs(AllocationProgram.maximizeSum(problem, one)));
    double half =
        0.5 * general.solve(AllocationProgram.maximizeMinimum(problem, floor)).objective();
    Arrays.setAll(floor, m -> half * floor[m]);
    AllocationProgram program = AllocationProgram.maximizeSum(problem, one).withFloor(floor);
    CertifiedSolution point = byClass.solve(program);
    double expected = general.solve(program).objective();
    assertEquals(expected, point.objective(), 2e-8 * expected);
    double[] throughput = program.throughput(point.fractions());
    for (int m = 0; m < jobs; m++) {
      assertTrue(throughput[m] >= floor[m] * (1 - 1e-8));
    }
  }

  /** Rows in time, steps and workers: of all jobs, of some, and of one type. */
  @Property
  void solve_sumUnderConstraints_isThatOfAllPairs(
      @ForAll Draws random, @ForAll @IntRange(min = 6, max = 14) int jobs, @ForAll boolean level) {
    AllocationProblem problem =
        typed(random, jobs, 1)
            .constraining(
                Constraint.named("time")
                    .that(LinearForm.time().ofJobs("job0", "job1", "job2").onTypes("type0"))
                    .atMost(random.nextDouble()))
            .constraining(
                Constraint.named("steps")
                    .that(LinearForm.steps().minus(LinearForm.workers().times(0.5)))
                    .atLeast(0.2 * random.nextDouble()))
            .constraining(
                Constraint.named("workers")
                    .that(LinearForm.workers().ofJobs("job1", "job3"))
                    .exactly(0.5 * random.nextDouble()));
    double[] one = new double[jobs];
    Arrays.fill(one, 1);
    AllocationProgram program =
        level
            ? AllocationProgram.maximizeMinimum(problem, one)
            : AllocationProgram.maximizeSum(problem, one);
    Assume.that(hasPairs(program) && ClassSolver.suits(program));
    CertifiedSolution point = byClass.solve(program);
    double expected = general.solve(program).objective();
    assertEquals(expected, point.objective(), 2e-8 * expected);
    assertTrue(point.missed() <= 1e-8);
    int[] classOf = new PairClassDetector(program).classOf();
    assertEquals(classOf[4], classOf[5], "neither is named");
    assertTrue(classOf[1] != classOf[3] && classOf[3] != classOf[4], "job1 is named twice");
  }

  /**
   * Jobs that do not fall into classes, whose level one row decides: everything else has room, and
   * the steps of the dense method become short at a gap of 6e-8.
   */
  @Example
  void solve_levelOfOneRow_isThatOfAllPairs() {
    solve_sumUnderConstraints_isThatOfAllPairs(Draws.ofSeed(-3707872310090362391L), 7, true);
  }

  @Property
  void solve_pairsInGeneralPosition_areLeftToOthers(@ForAll Draws random) {
    AllocationProblem problem = Problems.random(random, Problems.Kind.PAIRS);
    double[] one = new double[problem.jobCount()];
    Arrays.fill(one, 1);
    AllocationProgram program = AllocationProgram.maximizeSum(problem, one);
    SolverOutcome outcome = new ClassSolver().solve(program, SolveLimits.forSizeOf(program));
    if (outcome
        instanceof SolverOutcome.Solved solved) { // some are so small that they have classes
      double expected = general.solve(program).objective();
      CertifiedSolution point = CertifiedSolution.of(program, solved.fractions(), solved.prices());
      assertEquals(expected, point.objective(), 2e-8 * expected);
      assertTrue(point.holdsWithin(TIGHT));
    } else {
      assertInstanceOf(SolverOutcome.Declined.class, outcome);
    }
  }

  private static boolean hasPairs(AllocationProgram program) {
    int last = program.columnCount() - 1;
    return last >= 0 && program.second(last) >= 0; // they come last
  }
}
