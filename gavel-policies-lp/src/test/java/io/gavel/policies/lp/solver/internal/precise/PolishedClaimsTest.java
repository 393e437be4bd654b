package io.gavel.policies.lp.solver.internal.precise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.lp.solver.program.SolverOutcome.Solved;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Claims that are off by some part are refined to the last digits, whatever rows are tight. */
class PolishedClaimsTest {

  private static final SolveLimits NONE = SolveLimits.none();

  /** Optima whose numbers are off by up to a part; entries that are 0 by that part of their row. */
  private record Disturbed(double part) implements AllocationSolver {

    @Override
    public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
      Solved right =
          assertInstanceOf(Solved.class, new TwofoldSimplex().solve(program, SolveLimits.none()));
      Random random = new Random(5);
      double[] time = new double[program.jobCount()];
      double[] throughput = time.clone();
      Arrays.setAll(time, right.prices()::ofTime);
      Arrays.setAll(throughput, right.prices()::ofThroughput);
      return new Solved(
          off(right.fractions(), random),
          right.free(),
          Prices.of(
              off(right.prices().pools(), random), off(time, random), off(throughput, random)),
          off(right.rowPrices(), random),
          0);
    }

    private double[] off(double[] numbers, Random random) {
      double scale = Arrays.stream(numbers).map(Math::abs).max().orElse(0);
      return Arrays.stream(numbers)
          .map(
              x ->
                  x == 0
                      ? part * part * scale * random.nextDouble()
                      : x * (1 + part * (random.nextDouble() - 0.5)))
          .toArray();
    }
  }

  /** Four jobs on three workers, one on half of one, at rates without ties. */
  private static AllocationProblem problem() {
    return AllocationProblem.builder(
            Cluster.of(
                new WorkerType("v100", 1), new WorkerType("p100", 1), new WorkerType("k80", 1)))
        .job(Job.of("a"), 4, 2.5, 1)
        .job(Job.of("b"), 3, 2.25, 1.5)
        .job(Job.of("c"), 7, 3, 2)
        .job(Job.builder("d").gpuMilli(500).build(), 5, 4.75, 1.25)
        .build();
  }

  private static CertifiedSolution polished(AllocationProgram program, double part) {
    SolverOutcome outcome = new PolishedSolver(new Disturbed(part)).solve(program, NONE);
    return CertifiedSolution.of(program, assertInstanceOf(Solved.class, outcome));
  }

  private static void assertRefined(AllocationProgram program, double part) {
    CertifiedSolution before =
        CertifiedSolution.of(
            program, assertInstanceOf(Solved.class, new Disturbed(part).solve(program, NONE)));
    assertTrue(before.relativeGap() > 1e-3 * part, before::toString);
    CertifiedSolution after = polished(program, part);
    assertTrue(after.relativeGap() <= 2e-14, after::toString);
    assertTrue(after.missed() <= 1e-14, after::toString);
    CertifiedSolution right =
        CertifiedSolution.of(
            program, assertInstanceOf(Solved.class, new TwofoldSimplex().solve(program, NONE)));
    assertEquals(right.objective(), after.objective(), 1e-13 * right.objective());
  }

  private static AllocationProgram level() {
    return AllocationProgram.maximizeMinimum(problem(), new double[] {2.5, 2, 4, 1.75});
  }

  private static AllocationProgram sum() {
    return AllocationProgram.maximizeSum(problem(), new double[] {1, 1.1, 0.6, 0.7});
  }

  private static CouplingRows row(Relation relation, double bound) {
    return CouplingRows.builder()
        .add(
            "row",
            relation,
            bound,
            new int[] {0, 4, 6, 7},
            new double[] {1, 0.5, 2, -0.75},
            new int[0],
            new double[0])
        .build();
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 1e-6, 1e-3})
  void solve_levelsAndSums_areRefined(double part) {
    assertRefined(level(), part);
    assertRefined(sum(), part);
    assertRefined(sum().withFloor(new double[] {1.25, 0.5, 2, 0}), part);
    assertRefined(level().withFloor(new double[] {0, 0, 1.3, 0.2}), part);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 1e-6, 1e-3})
  void solve_coupledPrograms_areRefined(double part) {
    for (AllocationProgram program : new AllocationProgram[] {level(), sum()}) {
      assertRefined(program.withRows(row(Relation.AT_MOST, 0.3)), part);
      assertRefined(program.withRows(row(Relation.EXACTLY, 0.35)), part);
      assertRefined(program.withRows(row(Relation.EXACTLY, 1.6)), part); // of negative price
      assertRefined(program.withRows(row(Relation.AT_MOST, 0)), part);
      assertRefined(program.withRows(row(Relation.AT_LEAST, 1.6)), part);
    }
  }

  /** Prices are in units of the objective: more by 1 of all requirements costs the level itself. */
  @Test
  void solve_level_pricesSumUpToOne() {
    AllocationProgram program = level();
    SolverOutcome outcome = new PolishedSolver(new Disturbed(1e-3)).solve(program, NONE);
    Prices prices = assertInstanceOf(Solved.class, outcome).prices();
    double sum = 0;
    for (int m = 0; m < program.jobCount(); m++) {
      sum += program.requirement(m) * prices.ofThroughput(m);
    }
    assertEquals(1, sum, 1e-14);
  }

  /** What is wrong at first is put right by revising which rows and columns count. */
  @Test
  void solve_claimsFarOff_areRefined() {
    assertRefined(level(), 0.02);
    assertRefined(sum(), 0.02);
  }

  @Test
  void solve_afterCancelling_isTheClaimItself() {
    Solved claim = (Solved) new Disturbed(1e-6).solve(level(), NONE);
    PolishedSolver polished = new PolishedSolver((program, limits) -> claim);
    assertSame(claim, polished.solve(level(), NONE.withCancellation(() -> true)));
  }

  @Test
  void solve_optimum_isLeftAsItIs() {
    SolverOutcome right = new TwofoldSimplex().solve(sum(), NONE);
    assertSame(right, new PolishedSolver((program, limits) -> right).solve(sum(), NONE));
  }

  /**
   * The second of two jobs does not run, but could at a gain of 1/2: no point with the columns that
   * are used is an optimum, and the best one with its prices is closer than the claim.
   */
  @Test
  void solve_columnIsMissing_comesCloser() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .job(Job.of("a"), 4)
            .job(Job.of("b"), 1)
            .build();
    AllocationProgram program = AllocationProgram.maximizeGain(problem, new double[] {4, 0.5});
    Prices prices = Prices.of(new double[] {0.75}, new double[2], new double[2]);
    Solved claim = new Solved(new double[] {0.9375, 0}, new double[0], prices, new double[0], 0);
    assertEquals(1, CertifiedSolution.of(program, claim).open(), 1e-15);
    SolverOutcome outcome = new PolishedSolver((p, limits) -> claim).solve(program, NONE);
    CertifiedSolution closer =
        CertifiedSolution.of(program, assertInstanceOf(Solved.class, outcome));
    assertEquals(4, closer.objective(), 1e-14);
    assertEquals(0.5, closer.open(), 1e-14);
  }
}
