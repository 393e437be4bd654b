package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs with a step per second alone and nine tenths of it in pairs, as calculated. */
class ClassSolverTest {

  private static final double CLOSE = 1e-8;

  /** Jobs of given rates alone on one type, of which each two may share a worker. */
  private static AllocationProblem problem(int workers, double... rates) {
    AllocationProblem.Builder problem = AllocationProblem.builder(Cases.workers(workers));
    for (int m = 0; m < rates.length; m++) {
      problem.job(Job.of("" + m), rates[m]);
    }
    for (int m = 0; m < rates.length; m++) {
      for (int n = m + 1; n < rates.length; n++) {
        problem.pair("" + m, "" + n, Cases.row(0.9 * rates[m]), Cases.row(0.9 * rates[n]));
      }
    }
    return problem.build();
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static SolverOutcome solve(AllocationProgram program) {
    return new ClassSolver().solve(program, SolveLimits.none());
  }

  private static SolverOutcome.Solved solved(AllocationProgram program) {
    SolverOutcome.Solved solved = assertInstanceOf(SolverOutcome.Solved.class, solve(program));
    CertifiedSolution point = CertifiedSolution.of(program, solved);
    assertTrue(point.holdsWithin(CertifiedSolution.GOOD), point::toString);
    assertEquals(0, solved.steps());
    assertEquals(0, solved.free().length);
    return solved;
  }

  private static double optimum(AllocationProgram program) {
    return CertifiedSolution.of(program, solved(program)).objective();
  }

  private static void assertDeclined(String reason, AllocationProgram program) {
    SolverOutcome.Declined declined =
        assertInstanceOf(SolverOutcome.Declined.class, solve(program));
    assertEquals("pairs by class: " + reason, declined.reason());
  }

  @Test
  void solve_levelOfEqualJobs_isThatOfPairs() {
    for (int workers = 1; workers <= 2; workers++) {
      AllocationProgram level =
          AllocationProgram.maximizeMinimum(problem(workers, 1, 1, 1, 1), ones(4));
      assertEquals(0.45 * workers, optimum(level), CLOSE); // 0.9 for half of the time, or all
    }
  }

  /** A class may be half of the jobs, but not less. */
  @Test
  void solve_classesOfTwo_areJustLargeEnough() {
    AllocationProgram two = AllocationProgram.maximizeSum(problem(2, 1, 1, 3, 3), ones(4));
    assertEquals(0.9 * 8, optimum(two), CLOSE);
    assertDeclined(
        "the jobs do not fall into classes",
        AllocationProgram.maximizeSum(problem(2, 1, 3, 3), ones(3)));
  }

  /** A pair makes 1.8 steps per second with each worker, of which the first job needs 0.8. */
  @Test
  void solve_sumUnderFloors_meetsThem() {
    AllocationProgram sum = AllocationProgram.maximizeSum(problem(1, 1, 1, 1, 1), ones(4));
    AllocationProgram floors = sum.withFloor(Cases.row(0.8, 0, 0, 0));
    SolverOutcome.Solved solved = solved(floors);
    assertEquals(1.8, CertifiedSolution.of(floors, solved).objective(), CLOSE);
    assertTrue(floors.throughput(solved.fractions())[0] >= 0.8 * (1 - CLOSE));
  }

  /** Two jobs that run, alone or as a pair, and two that do not. */
  @Test
  void solve_demandsOfAClassThatCannotRun_isDeclined() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(1))
            .job(Job.of("a"), 1)
            .job(Job.of("b"), 1)
            .job(Job.of("c"), 0)
            .job(Job.of("d"), 0)
            .pair("a", "b", Cases.row(0.9), Cases.row(0.9))
            .build();
    AllocationProgram sum = AllocationProgram.maximizeSum(problem, ones(4));
    assertEquals(1.8, optimum(sum), CLOSE);
    assertDeclined(
        "the program of the classes was not solved", sum.withFloor(Cases.row(0, 0, 0.5, 0)));
  }

  /** Half of each job's time on a worker at 0.9, and utilities at that. */
  @Test
  void solve_logarithms_areThoseOfEqualThroughputs() {
    AllocationProgram logs = AllocationProgram.maximizeUtility(problem(1, 1, 1, 1, 1), ones(4), 0);
    assertEquals(4 * Math.log(0.45), optimum(logs), CLOSE);
  }

  /** Of two workers, a row allows half of one, whose price is that of a pair's steps. */
  @Test
  void solve_rowOfAllColumns_hasAPrice() {
    AllocationProgram sum = AllocationProgram.maximizeSum(problem(2, 1, 1, 1, 1), ones(4));
    int columns = sum.columnCount();
    CouplingRows row =
        CouplingRows.builder()
            .add(
                "half", Relation.AT_MOST, 0.5, IntStream.range(0, columns).toArray(), ones(columns))
            .build();
    SolverOutcome.Solved solved = solved(sum.withRows(row));
    assertArrayEquals(Cases.row(1.8), solved.rowPrices(), CLOSE);
    assertEquals(0, solved.prices().ofPool(0), CLOSE);
    assertEquals(0.5, Arrays.stream(solved.fractions()).sum(), CLOSE);
  }

  /** Two jobs of 4 steps per second alone on a type, and of 3 as a pair on another one. */
  private static AllocationProgram apart() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(1, 1))
            .job(Job.of("a"), 4, 0)
            .job(Job.of("b"), 4, 0)
            .pair("a", "b", Cases.row(0, 3), Cases.row(0, 3))
            .build();
    return AllocationProgram.maximizeMinimum(problem, Cases.row(4, 3));
  }

  /**
   * The second job reaches a level of 1 only in pairs with itself. With a time y in pairs, the
   * first one has 4 (1 − y) + 3 y and the second one 4 y + 3 y, since it can be alone while the
   * first one is not: 1 − y / 4 = 7 y / 3.
   */
  @Test
  void solve_jobThatWouldBePairedWithItself_becomesAClass() {
    assertEquals(28 / 31.0, optimum(apart()), CLOSE);
  }

  @Test
  void solve_columnsOfFinerClassesNotFound_isNoAnswer() {
    AllocationProgram level = apart();
    PairClassDetector pairs = new PairClassDetector(level);
    AtomicInteger calls = new AtomicInteger();
    int[] classOf = {0, 0};
    List<ClassSolver.Answer> none =
        ClassSolver.solve(
            level,
            classOf,
            partition -> calls.getAndIncrement() > 0 ? List.of() : pairs.between(partition));
    assertEquals(List.of(), none);
    assertEquals(2, calls.get());
    assertArrayEquals(new int[] {0, 0}, classOf); // not modified
  }

  @Test
  void suits_pairsWithoutFreeColumns_butNoUtilitiesAboveFloors() {
    AllocationProblem four = problem(1, 1, 1, 1, 1);
    AllocationProgram sum = AllocationProgram.maximizeSum(four, ones(4));
    AllocationProgram logs = AllocationProgram.maximizeUtility(four, ones(4), 0);
    double[] floor = {0.1, 0, 0, 0};
    assertTrue(ClassSolver.suits(sum) && ClassSolver.suits(sum.withFloor(floor)));
    assertTrue(ClassSolver.suits(logs));
    assertFalse(ClassSolver.suits(logs.withFloor(floor)));
    FreeVariables free = FreeVariables.builder().add("free", 1, 1).build();
    assertFalse(ClassSolver.suits(sum.withFreeVariables(free)));
    AllocationProgram alone =
        AllocationProgram.maximizeSum(
            Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(1)), ones(2));
    assertFalse(ClassSolver.suits(alone));
    assertDeclined("the program has no pairs, or free variables, or utilities above floors", alone);
  }
}
