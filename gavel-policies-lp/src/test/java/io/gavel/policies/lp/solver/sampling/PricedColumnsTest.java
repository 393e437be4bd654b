package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which columns are asked for, of jobs that run on 1 to 8 workers of each of two types. */
class PricedColumnsTest {

  private static final SolveLimits NONE = SolveLimits.none();
  private static final int JOBS = 24;
  private static final int COLUMNS = 16 * JOBS;

  /** Two of each job on each type. */
  private static final int FEW = 4 * JOBS;

  /** A solver that notes what it is asked. Mutable. */
  private static final class Asked implements AllocationSolver {
    final AllocationSolver whole = new StructuredSolver();
    final List<AllocationProgram> programs = new ArrayList<>();
    int declined;

    @Override
    public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
      programs.add(program);
      return declined-- > 0 ? new SolverOutcome.Declined("no") : whole.solve(program, limits);
    }

    @Override
    public AllocationSolver precise() {
      return new StructuredSolver().precise();
    }

    @Override
    public String toString() {
      return "asked";
    }
  }

  private static AllocationProgram program(boolean level) {
    return PricedColumnsProperties.program(new Random(1), JOBS, level);
  }

  private static void assertOptimal(AllocationProgram program, SolverOutcome outcome) {
    SolverOutcome.Solved solved = assertInstanceOf(SolverOutcome.Solved.class, outcome);
    assertEquals(program.columnCount(), solved.fractions().length);
    CertifiedSolution found = CertifiedSolution.of(program, solved);
    assertTrue(found.holdsWithin(CertifiedSolution.GOOD), found::toString);
  }

  @Test
  void solve_manySizes_asksForFewColumnsOnce() {
    for (boolean level : new boolean[] {true, false}) {
      Asked asked = new Asked();
      AllocationProgram program = program(level);
      assertEquals(COLUMNS, program.columnCount());
      assertOptimal(program, new PricedColumns(asked, Samples::solveSmall).solve(program, NONE));
      assertEquals(1, asked.programs.size(), "prices of all jobs are right at once");
      assertEquals(FEW, asked.programs.get(0).columnCount());
    }
  }

  /** The second most steps for a worker of a pool by a job. */
  private static double second(AllocationProgram program, int job, int pool) {
    double[] steps =
        IntStream.range(0, program.columnCount())
            .filter(c -> program.first(c) == job && program.pool(c) == pool)
            .mapToDouble(c -> program.rate(c) / program.size(c))
            .sorted()
            .toArray();
    return steps[steps.length - 2];
  }

  /** Without prices, those with the most steps for a worker come first. */
  @Test
  void solve_withoutPrices_beginsWithTheMostStepsForAWorker() {
    SmallSolver failing =
        (program, tolerance, limits) -> {
          throw new SolveFailedException("no");
        };
    for (boolean level : new boolean[] {true, false}) {
      Asked asked = new Asked();
      AllocationProgram program = program(level);
      assertOptimal(program, new PricedColumns(asked, failing).solve(program, NONE));
      AllocationProgram first = asked.programs.get(0);
      assertEquals(FEW, first.columnCount());
      for (int c = 0; c < FEW; c++) {
        double steps = first.rate(c) / first.size(c);
        assertTrue(steps >= second(program, first.first(c), first.pool(c)), "column " + c);
      }
      int before = FEW;
      for (AllocationProgram next : asked.programs.subList(1, asked.programs.size())) {
        assertTrue(next.columnCount() > before && next.columnCount() < COLUMNS);
        before = next.columnCount();
      }
    }
  }

  /** Programs with rows have no sample, and are optimal all the same. */
  @Test
  void solve_quota_asksForFewColumns() {
    Asked asked = new Asked();
    AllocationProgram program = PricedColumnsProperties.withQuota(program(true));
    assertOptimal(program, new PricedColumns(asked, Samples::solveSmall).solve(program, NONE));
    assertTrue(asked.programs.stream().allMatch(each -> each.columnCount() < COLUMNS));
  }

  /** Of many jobs, only a sample is asked for its prices. */
  @Test
  void solve_manyJobs_takesPricesOfASample() {
    List<Integer> jobs = new ArrayList<>();
    SmallSolver noting =
        (program, tolerance, limits) -> {
          jobs.add(program.jobCount());
          return Samples.solveSmall(program, tolerance, limits);
        };
    AllocationProgram many = PricedColumnsProperties.program(new Random(2), 900, true);
    Asked asked = new Asked();
    assertOptimal(many, new PricedColumns(asked, noting).solve(many, NONE));
    assertEquals(1, jobs.size());
    assertTrue(jobs.get(0) >= 300 && jobs.get(0) < 450, jobs::toString);
    assertTrue(asked.programs.stream().allMatch(each -> each.columnCount() < 16 * 900 / 2));
  }

  @Test
  void solve_fewColumnsOnAType_isLeftToTheSolver() {
    AllocationProgram few =
        AllocationProgram.maximizeMinimum(
            Cases.problem(Cases.workers(1, 1), Cases.row(4, 1), Cases.row(3, 1)), Cases.row(1, 1));
    Asked asked = new Asked();
    assertOptimal(few, new PricedColumns(asked, Samples::solveSmall).solve(few, NONE));
    assertSame(few, asked.programs.get(0));
    assertEquals(1, asked.programs.size());
  }

  @Test
  void solve_solverThatDeclinesFewColumns_isAskedForAll() {
    AllocationProgram program = program(true);
    Asked asked = new Asked();
    asked.declined = 1;
    assertOptimal(program, new PricedColumns(asked, Samples::solveSmall).solve(program, NONE));
    assertEquals(2, asked.programs.size());
    assertSame(program, asked.programs.get(1));
  }

  @Test
  void precise_variant_isThatOfItsSolver() {
    AllocationSolver precise = new PricedColumns(new Asked(), Samples::solveSmall).precise();
    assertInstanceOf(PricedColumns.class, precise);
    assertEquals("structured interior point", precise.toString());
    assertEquals("asked", new PricedColumns(new Asked(), Samples::solveSmall).toString());
    assertOptimal(program(true), precise.solve(program(true), NONE));
  }
}
