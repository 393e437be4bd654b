package io.gavel.policies.lp.level;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.function.DoublePredicate;

/**
 * Searches the least level whose demands can be met together. Each probe asks by one max-min
 * program which multiple of a level's demands can be met: at least 1 says yes, a bound below 1
 * proves no.
 *
 * <p>A probe's prices say more than no. With prices of throughput {@code y} they prove {@code Σ y_m
 * throughput_m ≤ V} for every allocation, so no level can be reached at which the demands are worth
 * more than {@code V}: the least level with {@code Σ y_m demand_m(level) ≤ V} is a lower bound. The
 * {@linkplain #exact exact} search goes from bound to bound; it is there in one program where all
 * demands fall in proportion to each other, otherwise in a few. The {@linkplain #bisecting other}
 * uses yes and no alone.
 *
 * <p>Mutable while it searches; the factories return it when it is done.
 */
public final class LevelSearch {

  /** Far beyond what either search needs. */
  private static final int MOST_PROBES = 200;

  /** Where the exact search stops: far below what is certified, far above rounding. */
  private static final double EXACT = 1e-11;

  private static final double CLOSE = 1e-7;

  private final CertifiedSolver solver;
  private final AllocationProblem problem;
  private final FinishTimeLevels levels;
  private double bound;
  private CertifiedSolution best;
  private double level;
  private Prices prices;

  /** Whether limits ended the last program, and with it the search. */
  private boolean stopped;

  private LevelSearch(CertifiedSolver solver, AllocationProblem problem, FinishTimeLevels levels) {
    this.solver = solver;
    this.problem = problem;
    this.levels = levels;
    this.bound = levels.least();
    this.best = probe(bound);
    this.level = levelOf(best);
    this.prices = best.bound().prices();
  }

  /** The least level, as exactly as programs are solved. */
  public static LevelSearch exact(
      CertifiedSolver solver, AllocationProblem problem, FinishTimeLevels levels) {
    LevelSearch search = new LevelSearch(solver, problem, levels);
    double gap = Double.POSITIVE_INFINITY;
    boolean rising = search.raiseBound(search.best.bound());
    for (int i = 1; rising && !search.stopped && search.gapAfter(gap) > EXACT; i++) {
      requireProgress(i);
      gap = search.gap();
      CertifiedSolution point = search.probe(search.bound);
      search.keep(point);
      rising = search.raiseBound(point.bound());
    }
    if (!search.stopped && !Tolerance.CERTIFIED.atMost(search.level, search.bound)) {
      throw new SolveFailedException(
          "level %s is reached, %s is proved; nothing between them is certified"
              .formatted(search.level, search.bound));
    }
    return search;
  }

  /** A level within the relative tolerance of the least, by bisection. */
  public static LevelSearch bisecting(
      CertifiedSolver solver,
      AllocationProblem problem,
      FinishTimeLevels levels,
      double tolerance) {
    LevelSearch search = new LevelSearch(solver, problem, levels);
    double tooLow = search.bound;
    boolean reached = tooLow == 0 || search.best.objective() >= 1; // nobody counts, or all can
    double enough = reached ? tooLow : Double.POSITIVE_INFINITY;
    for (int i = 1; !search.stopped && enough > tooLow * (1 + tolerance); i++) {
      requireProgress(i);
      double middle =
          enough == Double.POSITIVE_INFINITY ? 2 * tooLow : tooLow + (enough - tooLow) / 2;
      CertifiedSolution point = search.probe(middle);
      if (point.bound().value() < 1) {
        tooLow = middle;
        search.bound = middle;
        search.prices = point.bound().prices();
      } else if (search.stopped) {
        search.keep(point);
      } else { // reached, but for the gap of the program
        search.best = point;
        search.level = search.levelOf(point);
        enough = Math.max(middle, search.level);
      }
    }
    return search;
  }

  private static void requireProgress(int probes) {
    if (probes == MOST_PROBES) {
      throw new SolveFailedException(
          "the search for a level did not end within %d programs".formatted(probes));
    }
  }

  private CertifiedSolution probe(double at) {
    CertifiedSolution point =
        solver.solveOrBest(AllocationProgram.maximizeMinimum(problem, levels.demands(at)));
    stopped = point.isStopped();
    return point;
  }

  private double levelOf(CertifiedSolution point) {
    return levels.level(point.throughput());
  }

  private void keep(CertifiedSolution point) {
    if (levelOf(point) < level) {
      best = point;
      level = levelOf(point);
    }
  }

  private double gap() {
    return (level - bound) / level;
  }

  /** The gap; 0 if it is small and did not halve, so that all there is left is rounding. */
  private double gapAfter(double before) {
    return gap() <= CLOSE && gap() > before / 2 ? 0 : gap();
  }

  /** Whether the prices prove that the least level is higher than was known. */
  private boolean raiseBound(DualBound proof) {
    DoublePredicate tooLow = at -> worth(proof.prices(), at) > proof.value();
    if (!tooLow.test(bound)) {
      return false;
    }
    double enough = level < Double.POSITIVE_INFINITY ? level : Bisection.beyond(bound, tooLow);
    bound = Bisection.last(bound, enough, tooLow);
    prices = proof.prices();
    return true;
  }

  /** What the demands of a level are worth. */
  private double worth(Prices y, double at) {
    double[] demands = levels.demands(at);
    double worth = 0;
    for (int m = 0; m < demands.length; m++) {
      worth += y.ofThroughput(m) * demands[m];
    }
    return worth;
  }

  /** The allocation of the level found, filled up, with its proof in units of level. */
  public Allocation answer(SurplusStage surplusStage) {
    CertifiedSolution full =
        stopped ? best : surplusStage.above(problem, best, levels.demands(level));
    double answer = levels.level(full.throughput());
    return AllocationFactory.certified(
        problem, full, answer, Math.min(bound, answer), pricesOfLevel());
  }

  /**
   * The prices that prove the bound, in units of level: what the level falls by for one more of
   * each.
   */
  private Prices pricesOfLevel() {
    double fall = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      fall += prices.ofThroughput(m) * levels.slope(m, bound);
    }
    return fall > 0 ? AllocationFactory.scaled(prices, 1 / fall, problem.jobCount()) : prices;
  }
}
