package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.internal.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.LimitAction;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Which solvers are called for which programs, and which solution is returned. */
class AnswersTest {

  private final AllocationProblem problem =
      AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
          .job(Job.of("a"), 1)
          .job(Job.of("b"), 1.5)
          .build();
  private final AllocationProgram program =
      AllocationProgram.maximizeMinimum(problem, new double[] {1, 1.5}); // scaled by 1

  /** Throughput of the jobs in their units costs as much as half the worker: a bound of 1/2. */
  private static final Prices PROOF =
      Prices.of(new double[] {0.5}, new double[2], new double[] {0.5, 1.0 / 3});

  private final List<String> asked = new ArrayList<>();

  private AllocationSolver saying(String name, SolverOutcome outcome) {
    return (p, limits) -> {
      asked.add(name);
      return outcome;
    };
  }

  private AllocationSolver saying(String name, double... fractions) {
    return saying(name, new SolverOutcome.Solved(fractions, PROOF));
  }

  private static CertifiedSolver of(AllocationSolver... solvers) {
    return CertifiedSolver.of(List.of(solvers), Tolerance.CERTIFIED);
  }

  private static SolverOutcome expired(double... fractions) {
    return new SolverOutcome.Interrupted(Optional.of(new SolverOutcome.Solved(fractions, PROOF)));
  }

  private static SolveLimits best() {
    return SolveLimits.none().withOnExpiry(LimitAction.BEST_FEASIBLE);
  }

  @Test
  void solve_expiredWithAPoint_isThatPointWithItsBound() {
    CertifiedSolver solver = of(saying("one", expired(0.25, 0.5)), saying("two", 0.5, 0.5));
    CertifiedSolution point = solver.with(best()).solveOrBest(program);
    assertTrue(point.isStopped());
    assertArrayEquals(new double[] {0.25, 0.5}, point.fractions());
    assertEquals(0.25, point.objective());
    assertEquals(0.5, point.bound().value(), 1e-15);
    assertEquals(List.of("one"), asked, "the time is over");
    SolveLimits seven = new SolveLimits(7);
    SolveStoppedException error =
        assertThrows(SolveStoppedException.class, () -> solver.with(seven).solveOrBest(program));
    assertTrue(error.getMessage().contains("2 jobs × 1 pools"), error.getMessage());
    assertTrue(error.getMessage().contains("its limit of 7 steps"), error.getMessage());
    assertTrue(error.getMessage().contains("objective 0.25"), error.getMessage());
  }

  @Test
  void solve_expiredAtTheOptimum_isAnAnswer() {
    assertFalse(of(saying("one", expired(0.5, 0.5))).solve(program).isStopped());
  }

  @Test
  void solve_expiredWithNothing_isTheFeasibleStart() {
    AllocationSolver late = saying("one", new SolverOutcome.Interrupted(Optional.empty()));
    CertifiedSolution point = of(late).with(best()).solveOrBest(program);
    assertTrue(point.isStopped());
    assertArrayEquals(new double[] {0.25, 0.25}, point.fractions());
  }

  @Test
  void solve_cancelledMeanwhile_asksNobodyElse() {
    AtomicBoolean cancelled = new AtomicBoolean();
    AllocationSolver slow =
        (p, limits) -> {
          cancelled.set(true);
          return new SolverOutcome.Declined("too hard");
        };
    SolveLimits limits = best().withCancellation(cancelled::get);
    CertifiedSolution point = of(slow, saying("two", 0.5, 0.5)).with(limits).solveOrBest(program);
    assertTrue(point.isStopped());
    assertEquals(List.of(), asked);
  }

  @Test
  void solve_limits_areTheCallersButNoMoreThanAreEverNeeded() {
    List<Integer> steps = new ArrayList<>();
    AllocationSolver counting =
        (p, limits) -> {
          steps.add(limits.maxSteps());
          return new SolverOutcome.Solved(new double[] {0.5, 0.5}, PROOF);
        };
    of(counting).with(new SolveLimits(9)).solve(program);
    of(counting).solve(program);
    assertEquals(List.of(9, 1000 + 100 * 5), steps);
  }

  @Test
  void solve_goodAnswer_isTheLastWord() {
    of(saying("one", 0.5, 0.5), saying("two", 0.5, 0.5)).solve(program);
    assertEquals(List.of("one"), asked);
  }

  /**
   * Within the tolerance, but not good: other solvers are called, and the best solution is
   * returned.
   */
  @Test
  void solve_answerThatIsNotGood_isImproved() {
    CertifiedSolution point =
        of(
                saying("never", new SolverOutcome.Declined("too hard")),
                saying("fair", 0.4999998, 0.5),
                saying("worse", 0.4999997, 0.5),
                saying("wrong", 0.9, 0.9),
                saying("best", 0.5, 0.5),
                saying("late", 0.5, 0.5))
            .solve(program);
    assertEquals(List.of("never", "fair", "worse", "wrong", "best"), asked);
    assertArrayEquals(new double[] {0.5, 0.5}, point.fractions());
  }

  @Test
  void solve_answersThatAreEquallyGood_theFirstIsGiven() {
    double[] first = {0.4999998, 0.5};
    CertifiedSolution point =
        of(saying("first", first), saying("second", 0.4999998, 0.49999999)).solve(program);
    assertEquals(List.of("first", "second"), asked);
    assertArrayEquals(first, point.fractions());
  }

  @Test
  void solve_answerThatNobodyImproves_isGiven() {
    CertifiedSolution point = of(saying("fair", 0.4999998, 0.5)).solve(program);
    assertArrayEquals(new double[] {0.4999998, 0.5}, point.fractions());
  }

  @Test
  void solve_answerThatIsNotGood_itsSolverGoesOnFirst() {
    AllocationSolver precise = saying("precise", 0.5, 0.5);
    AllocationSolver usual =
        new AllocationSolver() {
          @Override
          public SolverOutcome solve(AllocationProgram p, SolveLimits limits) {
            asked.add("usual");
            return new SolverOutcome.Solved(new double[] {0.4999998, 0.5}, PROOF);
          }

          @Override
          public AllocationSolver precise() {
            return precise;
          }
        };
    of(usual, saying("two", 0.5, 0.5)).solve(program);
    assertEquals(List.of("usual", "precise"), asked);
    asked.clear();
    of(usual).precise().solve(program);
    assertEquals(List.of("precise"), asked);
  }

  /** A hundred jobs count as few; more do not. */
  @Test
  void solve_answerThatIsNotGoodForManyJobs_asksNobodyElse() {
    for (int jobs : new int[] {100, 101}) {
      AllocationProblem.Builder many =
          AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1000)));
      double[] weight = new double[jobs];
      for (int m = 0; m < jobs; m++) {
        many.job(Job.of("job" + m), 1);
        weight[m] = 1 + m / 1024.0; // no two are alike
      }
      AllocationProgram all = AllocationProgram.maximizeSum(many.build(), weight);
      double[] x = new double[jobs];
      Arrays.fill(x, 1 - 1e-7);
      Prices free = Prices.of(new double[1], new double[jobs], new double[jobs]);
      asked.clear();
      of(
              saying("one", new SolverOutcome.Solved(x, free)),
              saying("two", new SolverOutcome.Solved(x, free)))
          .solve(all);
      assertEquals(jobs == 100 ? List.of("one", "two") : List.of("one"), asked);
    }
  }

  @Test
  void solve_claimOfInfeasibilityThatIsWrong_isRefuted() {
    AllocationProgram floors = program.withFloor(new double[] {0.25, 0.25});
    AllocationSolver wrong = saying("one", new SolverOutcome.Infeasible("cannot be"));
    SolveFailedException error =
        assertThrows(SolveFailedException.class, () -> of(wrong).solve(floors));
    assertTrue(error.getMessage().contains("2 jobs × 1 pools"), error.getMessage());
    assertTrue(error.getMessage().contains("cannot be"), error.getMessage());
    AllocationSolver right = new StructuredSolver();
    assertEquals(
        of(right).solve(floors).objective(), of(wrong, right).solve(floors).objective(), 1e-9);
  }

  @Test
  void solve_claimOfInfeasibilityThatIsRight_saysWhichPartCanBeHad() {
    AllocationProgram twice = program.withFloor(new double[] {1, 1.5});
    AllocationSolver claims =
        (p, limits) ->
            p.floor(0) > 0
                ? new SolverOutcome.Infeasible("cannot be")
                : new StructuredSolver().solve(p, limits);
    InfeasibleProblemException error =
        assertThrows(InfeasibleProblemException.class, () -> of(claims).solve(twice));
    assertTrue(error.getMessage().contains("at most 0.5"), error.getMessage());
  }

  @Test
  void solve_nothingThatRuns_asksNobody() {
    AllocationProblem idle =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 0)
            .build();
    CertifiedSolution point =
        of(saying("one")).solve(AllocationProgram.maximizeSum(idle, new double[] {1}));
    assertEquals(0, point.fractions().length);
    assertEquals(List.of(), asked);
  }

  @Test
  void solve_startingFromTheRightPrices_needsNoSolver() {
    AllocationSolver never = saying("never", new SolverOutcome.Declined("too hard"));
    CertifiedSolution point = of(never).startingFrom(PROOF).solve(program);
    assertArrayEquals(new double[] {0.5, 0.5}, point.fractions(), 1e-9);
    assertEquals(List.of(), asked);
  }

  @Test
  void startingFrom_errorThatIsNone_isRefused() {
    for (double off : new double[] {-1e-3, Double.NaN, Double.POSITIVE_INFINITY}) {
      IllegalArgumentException error =
          assertThrows(
              IllegalArgumentException.class,
              () -> CertifiedSolver.standard().startingFrom(PROOF, off));
      assertTrue(error.getMessage().contains("error of prices"), error.getMessage());
    }
  }

  /** Two jobs of one kind that make 3/4 of their steps as a pair; one worker. */
  private static AllocationProblem shared(int jobs) {
    AllocationProblem.Builder kind =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)));
    for (int m = 0; m < jobs; m++) {
      kind.job(Job.builder("job" + m).type("k").build(), 1);
    }
    double[] beside = {0.75};
    return kind.build()
        .sharingByType(PairThroughputs.builder(1).pair("k", "k", 1, beside, beside).build());
  }

  @Test
  void solve_pairsByType_areUsedWithoutBeingListed() {
    AllocationProgram level =
        AllocationProgram.maximizeMinimum(shared(4), new double[] {1, 1, 1, 1});
    CertifiedSolution point = of(saying("never")).solve(level);
    assertEquals(0.375, point.objective(), 1e-9);
    assertEquals(0.375, point.bound().value(), 1e-9);
    assertTrue(point.pairs().size() >= 2);
    assertEquals(List.of(), asked);
  }

  @Test
  void solve_floorsBeyondAllPairsByType_areInfeasible() {
    AllocationProgram floors =
        AllocationProgram.maximizeSum(shared(2), new double[] {1, 1})
            .withFloor(new double[] {0.8, 0.8});
    InfeasibleProblemException error =
        assertThrows(
            InfeasibleProblemException.class, () -> CertifiedSolver.standard().solve(floors));
    assertTrue(error.getMessage().contains("at most 0.9375"), error.getMessage());
  }

  @Test
  void of_noSolver_isRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> CertifiedSolver.of(List.of(), Tolerance.CERTIFIED));
  }
}
