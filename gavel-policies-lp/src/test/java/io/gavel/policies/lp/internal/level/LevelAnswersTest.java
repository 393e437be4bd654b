package io.gavel.policies.lp.internal.level;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Levels with their bounds and prices, and the number of programs that they take. */
final class LevelAnswersTest {

  private static final SurplusStage LEVEL_ONLY =
      new SurplusStage(
          CertifiedSolver.standard(), Normalizer.EQUAL_SHARE, OptimumChoice.LEVEL_ONLY);

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

  /** Jobs of 8 and 6 steps at 2 and 1 a second. */
  private FinishTimeLevels levels(double... past) {
    return new FinishTimeLevels(two, new double[] {8, 6}, past, new double[] {1, 1});
  }

  private static Certificate proved(LevelSearch search) {
    Allocation x = search.answer(LEVEL_ONLY);
    assertInstanceOf(Proof.Proved.class, Proof.of(x), () -> Proof.of(x).toString());
    return x.certificate();
  }

  /** On w workers, the level is 10 / w; the least that is possible is that of the second job. */
  @Test
  void exact_pricesAreWhatOneMoreWorkerSaves() {
    Certificate c = proved(LevelSearch.exact(counting, two, levels(0, 0)));
    assertEquals(10, c.objective(), 1e-9);
    assertEquals(10, c.bound(), 1e-9);
    assertEquals(10, c.prices().ofPool(0), 1e-6);
  }

  /** 4 / (t − 5) + 6 / t is the number of workers. */
  @Test
  void exact_pricesOfOtherPasts_areTheSlope() {
    Certificate c = proved(LevelSearch.exact(counting, two, levels(5, 0)));
    double t = (15 + Math.sqrt(105)) / 2;
    assertEquals(t, c.objective(), 1e-9);
    assertEquals(t, c.bound(), 1e-9);
    double slope = 4 / ((t - 5) * (t - 5)) + 6 / (t * t);
    assertEquals(1 / slope, c.prices().ofPool(0), 1e-5);
  }

  @Test
  void bisecting_boundsAndLevelsAreWithinTheTolerance() {
    for (double tolerance : new double[] {0.1, 1e-3, 1e-6}) {
      Certificate c = proved(LevelSearch.bisecting(counting, two, levels(5, 0), tolerance));
      double t = (15 + Math.sqrt(105)) / 2;
      assertTrue(c.objective() >= t - 1e-9 && c.objective() <= t * (1 + tolerance), c::toString);
      assertTrue(c.bound() <= t + 1e-9 && c.bound() >= t / (1 + tolerance) - 1e-9, c::toString);
    }
  }

  /** With a worker for each, the last job ends after 6 s. */
  @Test
  void leastLevel_thatIsFeasible_isFound() {
    AllocationProblem roomy = problem(workers(2), row(2), row(1));
    FinishTimeLevels levels =
        new FinishTimeLevels(roomy, new double[] {8, 6}, new double[2], new double[] {1, 1});
    assertEquals(6, proved(LevelSearch.bisecting(counting, roomy, levels, 1e-3)).objective(), 6e-3);
    programs.set(0);
    assertEquals(6, proved(LevelSearch.exact(counting, roomy, levels)).bound(), 1e-9);
    assertEquals(1, programs.get());
  }

  @Test
  void noJobThatCounts_isAtLevel0() {
    FinishTimeLevels none =
        new FinishTimeLevels(two, new double[2], new double[] {3, 4}, new double[] {1, 1});
    assertEquals(0, none.base());
    assertEquals(0, none.leastHeight());
    assertEquals(0, proved(LevelSearch.bisecting(counting, two, none, 1e-3)).objective());
    assertEquals(0, proved(LevelSearch.exact(counting, two, none)).objective());
  }

  private static HighestLevel highest(
      HighestLevel.Solver solver, DoubleFunction<double[]> demands, double least, double most) {
    AllocationProblem equal = problem(workers(1), row(1), row(1));
    AllocationProgram program = AllocationProgram.maximizeMinimum(equal, new double[] {1, 1});
    return HighestLevel.search(solver, program, demands, least, 0, most, 1e-11, new ArrayList<>());
  }

  private CertifiedSolution solved(AllocationProgram program) {
    programs.incrementAndGet();
    return CertifiedSolver.standard().solve(program);
  }

  /**
   * The proof is the program that ruled out all higher levels; its prices sum up to 1. Its point
   * meets the demands of the level that they allow, unless jobs demand the same at both levels.
   */
  @Test
  void highest_proofIsTheLastCut() {
    HighestLevel found = highest(this::solved, t -> new double[] {t, 3 * t}, 0, 1);
    HighestLevel.Cut cut = found.cut().orElseThrow();
    assertEquals(cut, found.proof());
    assertEquals(0.25, cut.point().objective(), 1e-9, "of the demands at level 1");
    assertEquals(1, cut.program().requirement(0));
    assertEquals(3, cut.program().requirement(1));
    assertEquals(1, found.point().objective(), 1e-9);
    assertEquals(1, programs.get());
    programs.set(0);
    HighestLevel kinked = highest(this::solved, t -> new double[] {t, Math.min(0.5, 3 * t)}, 0, 1);
    assertEquals(0.5, kinked.level(), 1e-9);
    assertEquals(2, programs.get());
    HighestLevel free = highest(this::solved, t -> new double[] {t / 2, t / 2}, 0, 1);
    assertEquals(1, free.level());
    assertEquals(1, free.proof().point().objective(), 1e-9);
    assertArrayEquals(new double[] {0.5, 0.5}, free.demands());
  }

  /** Nothing is demanded of either. */
  @Test
  void highest_ofNoDemands_isTheMost() {
    HighestLevel found = highest(this::solved, t -> new double[2], 0, 7);
    assertEquals(7, found.level());
    assertEquals(1, found.part());
    assertEquals(1, programs.get());
  }

  /**
   * Proofs that take only a hundredth off the last level, although both jobs, of equal prices, ask
   * for four workers in all: the search goes on by halves.
   */
  @Test
  void highest_ofWeakProofs_isFoundByHalves() {
    HighestLevel.Solver weak =
        program -> {
          CertifiedSolution point = solved(program);
          double sum = program.requirement(0) + program.requirement(1);
          Prices equal =
              Prices.of(new double[] {0.99}, new double[2], new double[] {1 / sum, 1 / sum});
          return 1 / sum > 0.99
              ? point
              : CertifiedSolution.of(
                  program, List.of(), point.fractions(), DualBound.of(program, equal));
        };
    for (double unit : new double[] {1, 0x1p-20, 0x1p20}) { // of the level
      programs.set(0);
      HighestLevel found = highest(weak, t -> new double[] {t / unit, 3 * t / unit}, 0, 4 * unit);
      assertEquals(0.25 * unit, found.level(), 1e-9 * unit);
      assertEquals(1, found.part(), 1e-9);
      assertEquals(14, programs.get(), "programs");
    }
  }

  /** Proofs that allow the level, and points that miss it: nothing more can be found out. */
  @Test
  void highest_ofProofsThatSayNothing_isGivenUp() {
    for (double part : new double[] {0.5, 1}) {
      HighestLevel.Solver vague =
          program -> {
            CertifiedSolution point = solved(program);
            double[] x = Arrays.stream(point.fractions()).map(f -> f * part).toArray();
            DualBound nearly = DualBound.proved(1 - 1e-9, Prices.zero(1, 2));
            return CertifiedSolution.of(program, List.of(), x, nearly);
          };
      programs.set(0);
      DoubleFunction<double[]> demands = t -> new double[] {t / 2, t / 2};
      if (part == 1) { // reached within the tolerance
        assertEquals(1, highest(vague, demands, 0, 1).level());
        assertEquals(1, programs.get());
      } else {
        SolveFailedException refused =
            assertThrows(SolveFailedException.class, () -> highest(vague, demands, 0, 1));
        assertTrue(refused.getMessage().endsWith("within 200 programs"), refused::getMessage);
        assertEquals(200, programs.get());
      }
    }
  }

  /** What the least level misses of its demands, others may miss as well. */
  @Test
  void highest_withAShortfall_isMetUpToTwice() {
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem(workers(1), row(1), row(1)), new double[] {1, 1});
    DoubleFunction<double[]> demands = t -> new double[] {t, 3 * t};
    double bit = 1e-7;
    HighestLevel found =
        HighestLevel.search(
            this::solved, program, demands, 0, bit, 0.25 * (1 + bit), 1e-11, new ArrayList<>());
    assertEquals(0.25 * (1 + bit), found.level());
    assertEquals(1, programs.get());
    HighestLevel exact =
        HighestLevel.search(
            this::solved, program, demands, 0, 0, 0.25 * (1 + bit), 1e-11, new ArrayList<>());
    assertEquals(0.25, exact.level(), 1e-11);
  }

  /** A solver whose point has half of what its bound promises. */
  @Test
  void highest_ofAPointThatMissesItsDemands_isRefused() {
    HighestLevel.Solver half =
        program -> {
          CertifiedSolution point = solved(program);
          double[] x = Arrays.stream(point.fractions()).map(f -> f / 2).toArray();
          return CertifiedSolution.of(program, List.of(), x, point.bound());
        };
    SolveFailedException refused =
        assertThrows(
            SolveFailedException.class,
            () -> highest(half, t -> new double[] {t / 2, t / 2}, 0, 1));
    assertTrue(
        refused.getMessage().startsWith("level 1.0 is neither reached nor proved infeasible"),
        refused::getMessage);
  }

  @Test
  void jobThatMayNotRun_hasNoFinishTime() {
    AllocationProblem idle =
        two.constraining(Constraint.named("never").that(LinearForm.time().ofJobs("1")).atMost(0));
    FinishTimeLevels levels =
        new FinishTimeLevels(idle, new double[] {8, 6}, new double[2], new double[] {1, 1});
    CertifiedSolver standard = CertifiedSolver.standard();
    assertThrows(InfeasibleProblemException.class, () -> LevelSearch.exact(standard, idle, levels));
  }

  /** At the jump of the third curve, only the bisections of every fourth step get anywhere. */
  @Test
  void rightOfRoot_ofCurves_takesFewSteps() {
    AtomicInteger asked = new AtomicInteger();
    DoubleUnaryOperator[] curves = {
      t -> Math.pow(t, 8) - 0.5, t -> 1 - Math.exp(-9 * t) - 0.25, t -> t < 0.9 ? -1e-9 : t - 0.8
    };
    double[] roots = {Math.pow(0.5, 0.125), -Math.log(0.75) / 9, 0.9};
    int[] most = {15, 14, 136};
    for (int i = 0; i < curves.length; i++) {
      DoubleUnaryOperator curve = curves[i];
      asked.set(0);
      double found =
          RegulaFalsi.rightOfRoot(
              t -> {
                asked.incrementAndGet();
                return curve.applyAsDouble(t);
              },
              0,
              1,
              1e-14);
      assertEquals(roots[i], found, 1e-13);
      assertTrue(asked.get() <= most[i], "curve " + i + " asked " + asked + " times");
    }
  }

  @Test
  void finishTime_isWhatIsLeftAfterThePast() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("x", 1)))
            .job(
                Job.builder("a")
                    .stepsRemaining(12)
                    .secondsSinceStart(5)
                    .isolatedSecondsSoFar(2)
                    .build(),
                4)
            .job(Job.of("unknown"), 4)
            .build();
    assertEquals(new FinishTime(12, 5, 2 + 12 / 3.0), FinishTime.of(problem, 0, 3));
    assertEquals(new FinishTime(0, 0, 0), FinishTime.of(problem, 0, 0));
    assertEquals(new FinishTime(0, 0, 0), FinishTime.of(problem, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> FinishTime.of(problem, 1, 3));
  }

  @Test
  void requirements_areByWorkerAndWeight() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("x", 3), new WorkerType("y", 1)))
            .job(Job.builder("gang").scaleFactor(2).weight(3).build(), 4, 0)
            .job(Job.of("solo"), 1, 5)
            .build();
    assertArrayEquals(
        new double[] {3 * 3.0 / 2, 2},
        MaxMinRequirements.of(problem, Normalizer.EQUAL_SHARE),
        1e-14);
    double[] isolated = MaxMinRequirements.of(problem, Normalizer.ISOLATED_SHARE);
    assertEquals(3 * Normalizer.ISOLATED_SHARE.throughput(problem, 0), isolated[0], 1e-14);
  }
}
