package io.gavel.policies.lp.fairness;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.interior.rows.DenseSolver;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When the limits on envy are all in the program at once, and when one by one. */
final class EnvyRowsTest {

  private final AtomicInteger programs = new AtomicInteger();

  private final MaxEnvyFree policy =
      MaxEnvyFree.create()
          .withSolver(
              CertifiedSolver.of(
                  List.of(
                      (program, limits) -> {
                        programs.incrementAndGet();
                        return new DenseSolver().solve(program, limits);
                      }),
                  Tolerance.CERTIFIED));

  private int programs(AllocationProblem problem, int mostAtOnce) {
    programs.set(0);
    policy.allocate(problem, mostAtOnce);
    return programs.get();
  }

  /** Each of three different jobs is compared with two others, twice: six halves of two jobs. */
  @Test
  void solve_asManyComparisonsAsAllowed_isOneProgram() {
    AllocationProblem three = problem(workers(1, 1), row(4, 1), row(3, 2), row(2, 3));
    assertEquals(1, programs(three, 6));
    assertTrue(programs(three, 5) > 1);
  }

  /** Two jobs alike and a third: two comparisons of three jobs, halved. */
  @Test
  void solve_jobsAlike_countOnce() {
    AllocationProblem three = problem(workers(1, 1), row(2, 1), row(2, 1), row(8, 1));
    assertEquals(1, programs(three, 3));
    assertTrue(programs(three, 2) > 1);
  }
}
