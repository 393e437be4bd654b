package io.gavel.policies.lp.queue;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The programs of jobs in order under a constraint, by which the first has half of its time. */
class StrictFifoProgramsTest {

  private static final Constraint HALF =
      Constraint.named("half").that(LinearForm.time().ofJobs("1")).atMost(0.5);

  /** A program for each job that gets something, and two that show that nothing is left. */
  @Test
  void strict_underConstraints_endsWhenNothingIsLeft() {
    AtomicInteger programs = new AtomicInteger();
    CertifiedSolver counting =
        CertifiedSolver.of(
            List.of(
                (program, limits) -> {
                  programs.incrementAndGet();
                  return new DenseSolver().solve(program, limits);
                }),
            Tolerance.CERTIFIED);
    for (double unit : new double[] {1, 1e-6, 1e6}) { // of a step
      double[][] rates = new double[9][];
      Arrays.setAll(rates, m -> row((1 + m % 3) * unit));
      programs.set(0);
      Allocation x =
          StrictFifo.create()
              .withSolver(counting)
              .allocate(problem(workers(1), rates).constraining(HALF));
      assertEquals(0.5 * unit, x.effectiveThroughput(0), 1e-6 * unit);
      assertEquals(unit, x.effectiveThroughput(1), 1e-6 * unit);
      assertEquals(4, programs.get(), "programs");
    }
    Allocation alone = StrictFifo.create().allocate(problem(workers(1), row(4), row(2)));
    assertEquals(1, alone.certificate().prices().ofPool(0), 1e-9); // of all jobs together
  }

  /** Points that miss a part of what is proved are served as soon as a tolerance allows it. */
  @Test
  void strict_solverThatIsNotPrecise_isAskedForLess() {
    AllocationProblem problem = problem(workers(1), row(4), row(2), row(8)).constraining(HALF);
    StrictFifo rough = StrictFifo.create().withSolver(missing(1e-8));
    Allocation x = rough.allocate(problem);
    assertEquals(2, x.effectiveThroughput(0), 1e-6);
    assertEquals(1, x.effectiveThroughput(1), 1e-6);
    StrictFifo wrong = StrictFifo.create().withSolver(missing(1e-4));
    assertThrows(SolveFailedException.class, () -> wrong.allocate(problem));
  }

  private static CertifiedSolver missing(double part) {
    return CertifiedSolver.of(
        List.of(
            (program, limits) ->
                new DenseSolver().solve(program, limits) instanceof SolverOutcome.Solved right
                    ? new SolverOutcome.Solved(
                        Arrays.stream(right.fractions()).map(f -> (1 - part) * f).toArray(),
                        right.free(),
                        right.prices(),
                        right.rowPrices(),
                        0)
                    : new SolverOutcome.Declined("not solved")),
        Tolerance.CERTIFIED);
  }
}
