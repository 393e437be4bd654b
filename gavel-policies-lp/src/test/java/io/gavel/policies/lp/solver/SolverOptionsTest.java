package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.LimitAction;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What each option of a solver changes, with solvers that say what they are told. */
class SolverOptionsTest {

  private static final SolveLimits NONE = SolveLimits.none();

  /** Two jobs of rates 1 and 1.5 on one worker, whose level is 1/2 at a price of 1/2. */
  private static final AllocationProgram LEVEL =
      AllocationProgram.maximizeMinimum(
          Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(1.5)), Cases.row(1, 1.5));

  private static SolverOutcome.Solved at(double part) {
    Prices prices = Prices.of(Cases.row(0.5), new double[2], Cases.row(0.5, 1 / 3.0));
    return new SolverOutcome.Solved(Cases.row(0.5 * part, 0.5 * part), prices);
  }

  private static CertifiedSolver of(AllocationSolver... solvers) {
    return CertifiedSolver.of(List.of(solvers), Tolerance.CERTIFIED);
  }

  /** A solver that answers with a part of the optimum, and better if it is to be precise. */
  private static AllocationSolver saying(double part, double precisely, List<String> asked) {
    return new AllocationSolver() {
      @Override
      public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
        asked.add("" + part);
        return at(part);
      }

      @Override
      public AllocationSolver precise() {
        return precisely == part ? this : saying(precisely, precisely, asked);
      }

      @Override
      public String toString() {
        return "says " + part;
      }
    };
  }

  @Test
  void of_noSolver_isRefused() {
    IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> of());
    assertEquals("the list of solvers is empty; at least one is needed", refused.getMessage());
  }

  /** A certified but not good answer is improved by the precise variant, then by others. */
  @Test
  void solve_answerThatIsNotGood_isImproved() {
    List<String> asked = new ArrayList<>();
    AllocationSolver rough = saying(1 - 2e-7, 1 - 1e-9, asked);
    CertifiedSolution found = of(rough, saying(1, 1, asked)).solve(LEVEL);
    assertEquals(0.5 * (1 - 1e-9), found.objective(), 1e-15);
    assertEquals(List.of("" + (1 - 2e-7), "" + (1 - 1e-9)), asked);
    asked.clear();
    AllocationSolver roughAlways = saying(1 - 2e-7, 1 - 2e-7, asked);
    AllocationSolver worse = saying(1 - 3e-7, 1, asked);
    CertifiedSolution other = of(roughAlways, worse, saying(1, 1, asked)).solve(LEVEL);
    assertEquals(0.5, other.objective(), 1e-15);
    assertEquals(List.of("" + (1 - 2e-7), "" + (1 - 3e-7), "1.0"), asked);
    asked.clear();
    CertifiedSolution kept = of(roughAlways, worse).solve(LEVEL);
    assertEquals(0.5 * (1 - 2e-7), kept.objective(), 1e-15);
    asked.clear();
    CertifiedSolution good = of(saying(1 - 1e-9, 1, asked), saying(1, 1, asked)).solve(LEVEL);
    assertEquals(0.5 * (1 - 1e-9), good.objective(), 1e-15);
    assertEquals(1, asked.size());
  }

  /** Of many jobs only the same solver is asked again. */
  @Test
  void solve_manyJobs_areNotImprovedByOthers() {
    for (int jobs : new int[] {100, 101}) {
      AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(jobs));
      double[] rates = new double[jobs];
      Arrays.setAll(rates, m -> 1 + m);
      for (int m = 0; m < jobs; m++) {
        builder.job(Job.of("" + m), rates[m]);
      }
      double[] ones = new double[jobs];
      Arrays.fill(ones, 1);
      AllocationProgram level = AllocationProgram.maximizeMinimum(builder.build(), ones);
      int[] calls = {0};
      AllocationSolver rough =
          (program, limits) -> {
            calls[0]++;
            double[] x = new double[program.columnCount()];
            Arrays.fill(x, 1 - (calls[0] == 1 ? 2e-7 : 0));
            double[] owed = new double[jobs];
            owed[0] = 1 / program.requirement(0);
            return new SolverOutcome.Solved(x, Prices.of(new double[1], new double[jobs], owed));
          };
      of(rough, rough).solve(level);
      assertEquals(jobs == 100 ? 2 : 1, calls[0], "of " + jobs);
    }
  }

  @Test
  void precise_solver_asksThePreciseVariants() {
    List<String> asked = new ArrayList<>();
    CertifiedSolver precise = of(saying(1 - 2e-7, 1, asked)).precise();
    assertEquals(0.5, precise.solve(LEVEL).objective(), 1e-15);
    assertEquals(List.of("1.0"), asked);
    assertNotEquals(of(saying(1, 1, asked)), precise);
  }

  private static AllocationSolver interrupted(Optional<SolverOutcome.Solved> best) {
    return (program, limits) -> new SolverOutcome.Interrupted(best);
  }

  /** A point that is certified is an answer, whatever ended the solver. */
  @Test
  void solve_interruptedSolver_answersIfItsBestIsProved() {
    CertifiedSolution found = of(interrupted(Optional.of(at(1)))).solve(LEVEL);
    assertFalse(found.isStopped());
    CertifiedSolver few = of(interrupted(Optional.of(at(0.5)))).with(NONE.withMaxSteps(7));
    SolveStoppedException stopped =
        assertThrows(SolveStoppedException.class, () -> few.solve(LEVEL));
    String message = String.valueOf(stopped.getMessage());
    assertTrue(
        message.startsWith(
            "the solve of 2 jobs × 1 pools was ended by its limit of 7 steps; best so far: "),
        message);
    SolveLimits best = NONE.withMaxSteps(7).withOnExpiry(LimitAction.BEST_FEASIBLE);
    CertifiedSolution half = few.with(best).solveOrBest(LEVEL);
    assertTrue(half.isStopped());
    assertEquals(0.25, half.objective(), 1e-15);
    assertThrows(SolveStoppedException.class, () -> few.solveOrBest(LEVEL));
    CertifiedSolution nothing = of(interrupted(Optional.empty())).with(best).solveOrBest(LEVEL);
    assertTrue(nothing.isStopped());
    assertEquals(TrivialSolution.of(LEVEL).objective(), nothing.objective());
    assertEquals(best, few.with(best).limits());
  }

  @Test
  void solve_cancelled_saysSoAndAsksNobodyElse() {
    boolean[] cancelled = {true};
    SolveLimits limits = NONE.withCancellation(() -> cancelled[0]);
    List<String> asked = new ArrayList<>();
    CertifiedSolver solver = of(saying(1, 1, asked)).with(limits);
    SolveStoppedException stopped =
        assertThrows(SolveStoppedException.class, () -> solver.solve(LEVEL));
    assertTrue(
        String.valueOf(stopped.getMessage()).contains("ended by cancellation or interruption"));
    assertEquals(List.of(), asked);
    cancelled[0] = false;
    AllocationSolver cancelling =
        (program, each) -> {
          cancelled[0] = true;
          return new SolverOutcome.Declined("later");
        };
    CertifiedSolver two = of(cancelling, saying(1, 1, asked)).with(limits);
    assertThrows(SolveStoppedException.class, () -> two.solve(LEVEL));
    assertEquals(List.of(), asked);
  }

  /** Each solver has the steps of the limits, but no more than a program of its size needs. */
  @Test
  void solve_limits_areThoseOfTheSize() {
    List<Integer> steps = new ArrayList<>();
    AllocationSolver counting =
        (program, limits) -> {
          steps.add(limits.maxSteps());
          return at(1);
        };
    of(counting).with(NONE.withMaxSteps(5)).solve(LEVEL);
    of(counting).solve(LEVEL);
    assertEquals(List.of(5, SolveLimits.forSizeOf(LEVEL).maxSteps()), steps);
  }

  /** A wrong claim that there is no solution is not believed, and told in the end. */
  @Test
  void solve_wronglyInfeasible_isNotBelieved() {
    AllocationSolver wrong = (program, limits) -> new SolverOutcome.Infeasible("no way");
    assertEquals(0.5, of(wrong, saying(1, 1, new ArrayList<>())).solve(LEVEL).objective(), 1e-15);
    AllocationProgram floors =
        AllocationProgram.maximizeSum(Cases.problem(Cases.workers(1), Cases.row(1)), Cases.row(1))
            .withFloor(Cases.row(0.5));
    SolveFailedException failed =
        assertThrows(SolveFailedException.class, () -> of(wrong, wrong).solve(LEVEL));
    assertEquals(
        "no certified answer for 2 jobs × 1 pools; tried no way; no way", failed.getMessage());
    assertThrows(SolveFailedException.class, () -> of(wrong).solve(floors));
    assertThrows(SolveFailedException.class, () -> of(wrong).searchOnce(floors));
  }

  @Test
  void toString_ofOptions_namesThoseThatDiffer() {
    CertifiedSolver standard = CertifiedSolver.standard();
    assertEquals("standard", standard.toString());
    Tolerance loose = new Tolerance(0, 0.5);
    assertEquals("standard within " + loose, standard.within(loose).toString());
    assertEquals(loose, standard.within(loose).tolerance());
    SolveLimits few = NONE.withMaxSteps(3);
    assertEquals("standard with " + few, standard.with(few).toString());
    Prices prices = Prices.of(Cases.row(1, 2), new double[0], new double[0]);
    assertEquals("standard starting from [1.0, 2.0]", standard.startingFrom(prices).toString());
    assertEquals(
        "standard starting from [1.0, 2.0] off by 0.25",
        standard.startingFrom(prices, 0.25).toString());
    assertEquals("[says 1.0]", of(saying(1, 1, new ArrayList<>())).toString());
    assertThrows(IllegalArgumentException.class, () -> standard.startingFrom(prices, -0.1));
  }

  @Test
  void equals_options_countOneByOne() {
    CertifiedSolver standard = CertifiedSolver.standard();
    assertEquals(standard, CertifiedSolver.standard());
    assertEquals(standard.hashCode(), CertifiedSolver.standard().hashCode());
    Prices prices = Prices.of(Cases.row(1), new double[0], new double[0]);
    for (CertifiedSolver other :
        List.of(
            standard.precise(),
            standard.within(new Tolerance(0, 0.5)),
            standard.with(NONE.withMaxSteps(99)),
            standard.startingFrom(prices),
            standard.forPolicy("a"),
            standard.withExtendedPrecision())) {
      assertNotEquals(standard, other);
      assertEquals(0.5, other.solve(LEVEL).objective(), 1e-6);
    }
    CertifiedSolver named = standard.forPolicy("a");
    assertSame(named, named.forPolicy("b")); // whoever names it first
    assertFalse(standard.equals(new Object()));
  }

  @Test
  void withExtendedPrecision_standardSolvers_areLedByASmallOne() {
    CertifiedSolution found = CertifiedSolver.standard().withExtendedPrecision().solve(LEVEL);
    assertEquals(0.5, found.objective(), 1e-15);
    assertTrue(found.relativeGap() < 1e-14, found.toString());
    List<Route> standard = Route.standard();
    assertEquals(standard.size() + 1, Route.extended(standard, standard).size());
    List<Route> others = standard.subList(0, 3);
    assertEquals(3, Route.extended(others, standard).size());
  }

  @Test
  void suiting_routes_areThoseForTheProgram() {
    AllocationSolver first = saying(1, 1, new ArrayList<>());
    AllocationSolver second = saying(0.5, 0.5, new ArrayList<>());
    CertifiedSolver.Options options =
        new CertifiedSolver.Options(
            List.of(
                new Route(() -> first, program -> program.jobCount() > 2),
                new Route(() -> second, program -> program.jobCount() == 2)),
            Tolerance.CERTIFIED,
            SolveLimits.none(),
            "",
            Optional.empty(),
            false);
    assertEquals(List.of(second), options.suiting(LEVEL).toList());
  }

  /** From prices a solver that is to be precise takes only what is. */
  @Test
  void startingFrom_preciseSolver_leavesNoGap() {
    double[] rates = new Random(5).doubles(40, 1, 2).toArray();
    AllocationProgram level =
        AllocationProgram.maximizeMinimum(
            Cases.problem(
                Cases.workers(5, 3),
                Arrays.stream(rates).mapToObj(r -> Cases.row(r, r * r)).toArray(double[][]::new)),
            rates);
    CertifiedSolver standard = CertifiedSolver.standard();
    Prices near = standard.within(new Tolerance(0, 1e-3)).solve(level).bound().prices();
    CertifiedSolution precise = standard.precise().startingFrom(near, 0.01).solve(level);
    assertTrue(precise.relativeGap() <= 1e-11, precise.toString());
    assertTrue(standard.startingFrom(near, 0.01).solve(level).relativeGap() <= 1e-7);
  }

  /** Nothing to decide: no column at all. */
  @Test
  void solve_nobodyRuns_isAnswered() {
    AllocationProblem nowhere = Cases.problem(Cases.workers(1), Cases.row(0));
    CertifiedSolution found =
        of(interrupted(Optional.empty()))
            .solve(AllocationProgram.maximizeSum(nowhere, Cases.row(0)));
    assertEquals(0, found.objective());
    assertFalse(found.isStopped());
  }
}
