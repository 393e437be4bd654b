package io.gavel.policies.lp.internal.level;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.LimitAction;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Two jobs of 8 and 6 steps on one worker, on which each does one or two steps a second. */
final class LevelSearchTest {

  private final AllocationProblem two = problem(workers(1), row(2), row(1));

  private final AtomicInteger programs = new AtomicInteger();

  private final CertifiedSolver counting =
      CertifiedSolver.of(
          List.of(
              (program, limits) -> {
                programs.incrementAndGet();
                return new DenseSolver().solve(program, limits);
              }),
          Tolerance.CERTIFIED);

  private FinishTimeLevels levels(double... past) {
    return new FinishTimeLevels(two, new double[] {8, 6}, past, new double[] {1, 1});
  }

  private static double objective(LevelSearch search) {
    return search
        .answer(
            new SurplusStage(
                CertifiedSolver.standard(), Normalizer.EQUAL_SHARE, OptimumChoice.LEVEL_ONLY))
        .certificate()
        .objective();
  }

  /** Both ends after 4 + 6 seconds of work; their demands fall in proportion. */
  @Test
  void exact_demandsInProportion_takesOneProgram() {
    assertEquals(10, objective(LevelSearch.exact(counting, two, levels(0, 0))), 1e-6);
    assertEquals(1, programs.get(), "programs");
  }

  /**
   * The first job started 5 seconds ago: with the time left t, 4 / (t - 5) + 6 / t is 1 at t² - 15
   * t + 30 = 0.
   */
  @Test
  void exact_otherPasts_takesTwoPrograms() {
    double expected = (15 + Math.sqrt(105)) / 2;
    assertEquals(expected, objective(LevelSearch.exact(counting, two, levels(5, 0))), 1e-6);
    assertEquals(2, programs.get(), "programs");
  }

  /** Points that miss a part of what is proved; their gap does not get any smaller. */
  private CertifiedSolver missing(double part) {
    return CertifiedSolver.of(
        List.of(
            (program, limits) -> {
              programs.incrementAndGet();
              SolverOutcome.Solved right =
                  assertInstanceOf(
                      SolverOutcome.Solved.class, new DenseSolver().solve(program, limits));
              double[] x = right.fractions().clone();
              Arrays.setAll(x, c -> (1 - part) * x[c]);
              return new SolverOutcome.Solved(
                  x, right.free(), right.prices(), right.rowPrices(), 0);
            }),
        Tolerance.CERTIFIED);
  }

  @Test
  void exact_pointsWithAGap_endsWhereGapsDoNotHalve() {
    double expected = (15 + Math.sqrt(105)) / 2;
    assertEquals(expected, objective(LevelSearch.exact(missing(1e-8), two, levels(5, 0))), 1e-6);
    assertEquals(3, programs.get(), "programs");
    AllocationProblem roomy = problem(workers(2), row(2), row(1));
    FinishTimeLevels levels =
        new FinishTimeLevels(roomy, new double[] {8, 6}, new double[2], new double[] {1, 1});
    programs.set(0);
    assertEquals(6, objective(LevelSearch.exact(missing(1e-8), roomy, levels)), 1e-6);
    assertEquals(1, programs.get(), "no proof raises the bound");
  }

  @Test
  void bisecting_coarseTolerance_endsWithinIt() {
    double reached = objective(LevelSearch.bisecting(counting, two, levels(0, 0), 0.25));
    assertTrue(reached >= 10 - 1e-6 && reached <= 12.5, () -> "level " + reached);
    assertEquals(4, programs.get(), "programs");
  }

  /** No level is at a distance of 0 from the least one, so the search is given up. */
  @Test
  void bisecting_toleranceThatNoSearchReaches_isGivenUp() {
    FinishTimeLevels levels = levels(5, 0);
    SolveFailedException error =
        assertThrows(
            SolveFailedException.class, () -> LevelSearch.bisecting(counting, two, levels, 0));
    assertTrue(error.getMessage().endsWith("did not end within 200 programs"), error::getMessage);
  }

  /**
   * The first program is at 9 seconds, of which the first job has used 5 before: its demands are 2
   * and 2/3 at rates of 2 and 1, so 3/5 of them can be had. That takes the second job to 15
   * seconds, and proves 12.6.
   */
  @Test
  void searches_stoppedByLimits_keepLevelAndBound() {
    assertEquals(15, stopped(true, 1, 11).objective(), 1e-6);
    assertEquals((15 + Math.sqrt(105)) / 2, stopped(true, 1, 11).bound(), 1e-5);
    assertEquals(15, stopped(false, 1, 11).objective(), 1e-6);
    assertEquals(9, stopped(false, 1, 11).bound(), 1e-6);
    assertEquals(15, stopped(true, 2, 0).objective(), 1e-6);
    assertEquals(15, stopped(false, 2, 0).objective(), 1e-6);
    assertTrue(stopped(true, 1, 0).objective() > 16); // a point that no step has improved
    assertTrue(stopped(true, 1, 0).bound() < 9);
  }

  /** Stopped in the given program, after some steps; no surplus is given out after that. */
  private Certificate stopped(boolean exact, int last, int after) {
    programs.set(0);
    AtomicInteger steps = new AtomicInteger(-after);
    CertifiedSolver stopping =
        counting.with(
            SolveLimits.none()
                .withCancellation(() -> programs.get() >= last && steps.incrementAndGet() > 0)
                .withOnExpiry(LimitAction.BEST_FEASIBLE));
    LevelSearch search =
        exact
            ? LevelSearch.exact(stopping, two, levels(5, 0))
            : LevelSearch.bisecting(stopping, two, levels(5, 0), 1e-9);
    SurplusStage surplus =
        new SurplusStage(counting, Normalizer.EQUAL_SHARE, OptimumChoice.LEVEL_THEN_THROUGHPUT);
    Certificate certificate = search.answer(surplus).certificate();
    assertEquals(last, programs.get(), "programs");
    return certificate;
  }
}
