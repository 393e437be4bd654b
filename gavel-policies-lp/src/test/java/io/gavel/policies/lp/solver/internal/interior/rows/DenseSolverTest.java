package io.gavel.policies.lp.solver.internal.interior.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the dense method takes on, and how it ends. */
class DenseSolverTest {

  private static AllocationProgram program(int jobs) {
    Random random = new Random(23);
    double[][] rates = new double[jobs][];
    Arrays.setAll(rates, m -> random.doubles(2, 1, 2).toArray());
    double[] needed = random.doubles(jobs, 1, 2).toArray();
    return AllocationProgram.maximizeMinimum(Cases.problem(Cases.workers(2, 3), rates), needed);
  }

  private static AllocationProgram with(AllocationProgram program, int rows, Relation last) {
    CouplingRows.Builder builder = CouplingRows.builder();
    for (int i = 0; i < rows; i++) {
      Relation relation = i + 1 < rows ? Relation.AT_MOST : last;
      builder.add("row " + i, relation, 0.125, new int[] {i % 4}, Cases.row(1));
    }
    return program.withRows(builder.build());
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    return new DenseSolver().solve(program, limits);
  }

  @Test
  void isByColumns_moreInequalitiesThanColumns_isTrue() {
    AllocationProgram program = program(4); // of eight columns
    assertFalse(DenseSolver.isByColumns(with(program, 8, Relation.AT_MOST)));
    assertTrue(DenseSolver.isByColumns(with(program, 9, Relation.AT_MOST)));
    assertFalse(DenseSolver.isByColumns(with(program, 9, Relation.EXACTLY)));
    AllocationProgram free =
        program.withFreeVariables(FreeVariables.builder().add("free", 1, 1).build());
    assertFalse(DenseSolver.isByColumns(with(free, 9, Relation.AT_MOST)));
    assertTrue(DenseSolver.isByColumns(with(free, 10, Relation.AT_MOST)));
  }

  /** More rows than a dense matrix may have; most are eliminated before the dense core. */
  @Test
  void solve_manyJobsWithFewPartners_isCertified() {
    AllocationProgram program = withPartners(2_600, 1);
    SolverOutcome outcome = solve(program, SolveLimits.none());
    CertifiedSolution found = CertifiedSolution.of(program, outcome.claim().orElseThrow());
    assertTrue(found.holdsWithin(CertifiedSolution.GOOD), found.toString());
  }

  /** Each job has the next one as a partner, and some random ones. */
  private static AllocationProgram withPartners(int jobs, int partners) {
    Random random = new Random(31);
    Set<Long> seen = new HashSet<>();
    AllocationProblem.Builder problem =
        AllocationProblem.builder(
            Cluster.of(new WorkerType("v100", 600), new WorkerType("t4", 900)));
    for (int m = 0; m < jobs; m++) {
      problem.job(Job.of("j" + m), random.doubles(2, 1, 2).toArray());
    }
    for (int m = 0; m < jobs; m++) {
      double[] part = random.doubles(2, 0.5, 0.9).toArray();
      for (int i = 0, with = (m + 1) % jobs; i < partners; i++, with = random.nextInt(jobs)) {
        int one = Math.min(m, with);
        if (with != m && seen.add((long) one * jobs + m + with)) {
          problem.pair("j" + m, "j" + with, part, part);
        }
      }
    }
    return AllocationProgram.maximizeMinimum(problem.build(), random.doubles(jobs, 1, 2).toArray());
  }

  /** The factor of all pairs would be nearly dense. */
  @Test
  void solve_manyPartners_isCertified() {
    AllocationProgram program = withPartners(1_200, 4);
    assertTrue(new SplitPairs(ProgramRows.of(program).program()).areMany);
    SolverOutcome outcome = solve(program, SolveLimits.none());
    CertifiedSolution found = CertifiedSolution.of(program, outcome.claim().orElseThrow());
    assertTrue(found.holdsWithin(CertifiedSolution.GOOD), found.toString());
    assertTrue(outcome.claim().orElseThrow().steps() <= 40);
    SolverOutcome again = solve(program, SolveLimits.none());
    assertArrayEquals(
        outcome.claim().orElseThrow().fractions(), again.claim().orElseThrow().fractions());
  }

  @Test
  void solve_tooManyRowsOrDemandsOfIdleJobs_isDeclined() {
    CouplingRows.Builder rows = CouplingRows.builder();
    Random random = new Random(37);
    for (int i = 0; i < 5_200; i++) {
      int[] some = random.ints(24, 0, 5_200).sorted().distinct().toArray();
      rows.add("row " + i, Relation.AT_MOST, 5, some, ones(some.length));
    }
    AllocationProgram dense = program(2_600).withRows(rows.build());
    String many =
        assertInstanceOf(SolverOutcome.Declined.class, solve(dense, SolveLimits.none())).reason();
    assertTrue(
        many.matches("dense interior point: \\d+ rows that others join; at most 5000 fit"), many);
    AllocationProgram idle =
        AllocationProgram.maximizeMinimum(
            Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(0)), Cases.row(1, 1));
    assertEquals(
        "dense interior point: the program has demands of jobs that cannot run",
        assertInstanceOf(SolverOutcome.Declined.class, solve(idle, SolveLimits.none())).reason());
  }

  /** By rows and by columns, with as many steps as are allowed. */
  @Test
  void solve_limitOfSteps_isInterruptedAfterThem() {
    for (AllocationProgram program :
        new AllocationProgram[] {program(6), with(program(6), 20, Relation.AT_MOST)}) {
      SolverOutcome.Solved whole =
          assertInstanceOf(SolverOutcome.Solved.class, solve(program, SolveLimits.none()));
      CertifiedSolution point = CertifiedSolution.of(program, whole);
      assertTrue(point.holdsWithin(CertifiedSolution.GOOD), point::toString);
      assertTrue(whole.steps() >= 6 && whole.steps() <= 30, whole.steps() + " steps");
      for (int steps = 1; steps <= whole.steps(); steps++) {
        SolverOutcome outcome = solve(program, SolveLimits.none().withMaxSteps(steps));
        assertInstanceOf(SolverOutcome.Interrupted.class, outcome);
        SolverOutcome.Solved claim = outcome.claim().orElseThrow();
        assertEquals(steps, claim.steps());
        if (!DenseSolver.isByColumns(program)) {
          assertEquals(reached(program, steps - 1), claim.prices()); // before the last step
        }
      }
      SolveLimits enough = SolveLimits.none().withMaxSteps(whole.steps() + 1);
      assertInstanceOf(SolverOutcome.Solved.class, solve(program, enough));
    }
  }

  private static Prices reached(AllocationProgram program, int steps) {
    ProgramRows rows = ProgramRows.of(program);
    RowInteriorPoint method = new RowInteriorPoint(rows.program());
    for (int step = 0; step < steps; step++) {
      assertTrue(method.step());
    }
    return rows.claim(method).solved(steps).prices();
  }

  /** Before the first certificate there is no point. */
  @Test
  void solve_cancelled_isInterruptedWithThePointIfOneIsProved() {
    AtomicInteger left = new AtomicInteger();
    SolveLimits limits = SolveLimits.none().withCancellation(() -> left.getAndDecrement() <= 0);
    SolverOutcome outcome = solve(program(6), limits);
    assertEquals(
        Optional.empty(), assertInstanceOf(SolverOutcome.Interrupted.class, outcome).best());
  }
}
