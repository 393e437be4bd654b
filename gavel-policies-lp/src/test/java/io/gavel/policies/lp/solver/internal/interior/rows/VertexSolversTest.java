package io.gavel.policies.lp.solver.internal.interior.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.solver.RowPrograms;
import io.gavel.policies.lp.solver.RowPrograms.Goal;
import io.gavel.policies.lp.solver.TwofoldSimplex;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The simplex methods on programs with every kind of row, without presolve. */
class VertexSolversTest {

  private static final List<AllocationSolver> SOLVERS =
      List.of(
          new OjAlgoSolver(),
          new SimplexSolver(),
          new SimplexSolver().precise(),
          new TwofoldSimplex());

  /** Jobs of rate 4 and 1 on a v100, 1 and 1 on a k80. */
  private static AllocationProblem problem() {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
        .job(Job.of("a"), 4, 1)
        .job(Job.of("b"), 1, 1)
        .build();
  }

  private static CertifiedSolution solution(AllocationSolver solver, AllocationProgram program) {
    SolverOutcome outcome = solver.solve(program, SolveLimits.forSizeOf(program));
    return CertifiedSolution.of(
        program, assertInstanceOf(SolverOutcome.Solved.class, outcome, solver::toString));
  }

  private static void assertOptimum(double expected, AllocationProgram program) {
    for (AllocationSolver solver : SOLVERS) {
      CertifiedSolution found = solution(solver, program);
      assertEquals(expected, found.objective(), 1e-12, solver::toString);
      assertEquals(expected, found.bound().value(), 1e-12, solver::toString);
      assertEquals(0, found.missed(), 1e-12, solver::toString);
    }
  }

  private static AllocationProgram sum() {
    return AllocationProgram.maximizeSum(problem(), new double[] {1, 1});
  }

  private static AllocationProgram row(Relation relation, double bound) {
    return sum()
        .withRows(
            CouplingRows.builder()
                .add(
                    "first on the fast one",
                    relation,
                    bound,
                    new int[] {0},
                    new double[] {2},
                    new int[0],
                    new double[0])
                .build());
  }

  /** Column 0 is job a on the v100: 5 in all if it has all of it, 2 if none. */
  @Test
  void solve_oneRow_isKept() {
    assertOptimum(5, sum());
    assertOptimum(5, row(Relation.AT_MOST, 3));
    assertOptimum(2 + 3 * 0.25, row(Relation.AT_MOST, 0.5));
    assertOptimum(5, row(Relation.AT_LEAST, 0.5));
    assertOptimum(2 + 3 * 0.25, row(Relation.EXACTLY, 0.5));
  }

  /** Job b would make 3 steps per second on another worker. */
  @Test
  void solve_freeColumns_areBoughtWhileTheyPay() {
    AllocationProgram level = AllocationProgram.maximizeMinimum(problem(), new double[] {4, 1});
    assertOptimum(1, level);
    AllocationProblem one =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 4)
            .job(Job.of("b"), 3)
            .build();
    AllocationProgram both = AllocationProgram.maximizeSum(one, new double[] {1, 1});
    assertOptimum(4, both);
    assertOptimum(
        4 + 0.5 * 2,
        both.withFreeVariables(FreeVariables.builder().addWorkers("v", 0.5, 1, 0).build()));
    assertOptimum(
        4 + 2,
        both.withFreeVariables(
            FreeVariables.builder().addWorkers("v", Double.POSITIVE_INFINITY, 1, 0).build()));
    assertOptimum(
        4, both.withFreeVariables(FreeVariables.builder().addWorkers("v", 1, 3.5, 0).build()));
  }

  @Test
  void solve_randomRows_provesNearlyAll() {
    for (AllocationSolver solver : SOLVERS) {
      int solved = 0;
      int all = 0;
      for (Goal goal : List.of(Goal.LEVEL, Goal.SUM, Goal.GAIN)) {
        for (int seed = 0; seed < 40; seed++) {
          AllocationProgram program =
              RowPrograms.random(new Random(seed), Kind.PLAIN, goal).program;
          SolverOutcome outcome = solver.solve(program, SolveLimits.forSizeOf(program));
          boolean suits = program.columnCount() > 0 && !(outcome instanceof SolverOutcome.Declined);
          all += suits ? 1 : 0;
          if (suits && outcome instanceof SolverOutcome.Solved claim) {
            CertifiedSolution found = CertifiedSolution.of(program, claim);
            double scale = Math.max(1, program.gapScale(found.objective()));
            solved += found.open() <= 1e-9 * scale && found.missed() <= 1e-9 ? 1 : 0;
          }
        }
      }
      assertTrue(all >= 100, solver + " " + all);
      assertTrue(solved >= 0.97 * all, solver + " proves " + solved + " of " + all);
    }
  }

  @Test
  void solve_afterCancelling_isInterrupted() {
    for (AllocationSolver solver : SOLVERS) {
      SolverOutcome outcome =
          solver.solve(sum(), SolveLimits.forSizeOf(sum()).withCancellation(() -> true));
      assertEquals(new SolverOutcome.Interrupted(Optional.empty()), outcome, solver::toString);
    }
  }

  @Test
  void solve_utilities_areDeclinedByName() {
    AllocationProgram utility =
        AllocationProgram.maximizeUtility(problem(), new double[] {1, 1}, 0);
    for (AllocationSolver solver : SOLVERS) {
      SolverOutcome.Declined declined =
          assertInstanceOf(SolverOutcome.Declined.class, solver.solve(utility, SolveLimits.none()));
      assertTrue(declined.reason().startsWith(solver + ": "), declined.reason());
      assertFalse(solver.toString().isBlank());
    }
  }

  @Test
  void isTooLarge_tableaus_byRowsAndEntries() {
    assertFalse(OjAlgoSolver.isTooLarge(4_000, 46_000));
    assertTrue(OjAlgoSolver.isTooLarge(4_000, 46_001));
    assertTrue(OjAlgoSolver.isTooLarge(4_001, 1));
    assertFalse(OjAlgoSolver.isTooLarge(1_000, 199_000));
  }

  /** Both jobs run beside each other on the only worker, at 3 of 4 and 2 of 3. */
  @Test
  void solve_pairsAndFloors_areKept() {
    AllocationProblem pair =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 4)
            .job(Job.of("b"), 3)
            .pair("a", "b", new double[] {3}, new double[] {2})
            .build();
    AllocationProgram both = AllocationProgram.maximizeSum(pair, new double[] {1, 1});
    assertOptimum(5, both);
    assertOptimum(5 - 0.5, both.withFloor(new double[] {3.5, 0})); // half of the time alone
    assertOptimum(5 - 1, both.withFloor(new double[] {0, 2.5}));
    assertOptimum(2.25, AllocationProgram.maximizeMinimum(pair, new double[] {1, 1}));
  }

  @Test
  void solve_oneStep_isNotEnough() {
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem(), new double[] {3, 2});
    for (AllocationSolver solver : SOLVERS) {
      SolverOutcome outcome = solver.solve(program, new SolveLimits(1));
      SolverOutcome.Declined declined =
          assertInstanceOf(SolverOutcome.Declined.class, outcome, solver::toString);
      assertTrue(declined.reason().startsWith(solver + ": "), declined.reason());
    }
  }

  private static AllocationProgram sumOf(int jobs, int types) {
    WorkerType[] workers = new WorkerType[types];
    Arrays.setAll(workers, j -> new WorkerType("t" + j, 1));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(workers));
    double[] rates = new double[types];
    Arrays.fill(rates, 1);
    for (int m = 0; m < jobs; m++) {
      problem.job(Job.of("j" + m), rates);
    }
    return AllocationProgram.maximizeSum(problem.build(), new double[jobs]);
  }

  private static AllocationProgram coupled(AllocationProgram program) {
    return program.withRows(
        CouplingRows.builder()
            .add(
                "r",
                Relation.AT_MOST,
                1,
                new int[] {0},
                new double[] {1},
                new int[0],
                new double[0])
            .build());
  }

  private static AllocationProgram buying(AllocationProgram program) {
    return program.withFreeVariables(FreeVariables.builder().add("f", 1, 0).build());
  }

  /** Two rows a job, one a pool, and those that couple jobs: 4,000 at most. */
  @Test
  void isTooLarge_programs_countsAllRowsAndColumns() {
    AllocationProgram dual = sumOf(1_999, 2);
    SolveLimits cancelled = SolveLimits.none().withCancellation(() -> true);
    for (AllocationProgram large : List.of(coupled(dual), sumOf(1_999, 3))) {
      assertInstanceOf(SolverOutcome.Declined.class, new OjAlgoSolver().solve(large, cancelled));
    }
    assertInstanceOf(SolverOutcome.Interrupted.class, new OjAlgoSolver().solve(dual, cancelled));
  }

  /** Of 70 jobs on one type: 141 rows times 70 columns are below 10,000. */
  @Test
  void isSmall_rowsAndColumns_countsAll() {
    AllocationProgram small = sumOf(70, 1);
    assertTrue(SimplexSolver.isSmall(small));
    assertFalse(SimplexSolver.isSmall(sumOf(71, 1)));
    assertFalse(SimplexSolver.isSmall(coupled(small)));
    assertFalse(SimplexSolver.isSmall(buying(small)));
  }
}
