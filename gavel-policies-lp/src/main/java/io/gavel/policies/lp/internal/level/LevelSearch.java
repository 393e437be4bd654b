package io.gavel.policies.lp.internal.level;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.ProgressCheck;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.statement.Statement;
import java.util.function.DoubleUnaryOperator;

/**
 * Searches for the least level whose demands can be met together. Each probe is one max-min program
 * that maximises the multiple of a level's demands: a multiple of at least 1 shows that the level
 * is feasible, and a bound below 1 proves that it is not.
 *
 * <p>The prices of a probe give a bound, too. With prices of throughput {@code y} they prove {@code
 * Σ y_m throughput_m ≤ V} for every allocation, so the least level with {@code Σ y_m
 * demand_m(level) ≤ V} is a lower bound. The {@linkplain #exact exact} search moves from bound to
 * bound. It needs one program if all demands decrease in proportion to each other, otherwise a few.
 * The {@linkplain #bisecting bisecting} search asks only whether levels are feasible, until the gap
 * of a program leaves no level between the bound and the best one; then it uses prices, and solvers
 * in extended precision.
 *
 * <p>Mutable during the search; the factories return finished searches.
 */
public final class LevelSearch {

  /** A limit far above what either search needs. */
  private static final int MOST_PROBES = 200;

  /** The gap at which the exact search stops: far below the certified tolerance, above rounding. */
  private static final double EXACT = 1e-11;

  private static final double CLOSE = 1e-7;

  private CertifiedSolver solver;
  private final AllocationProblem problem;
  private final FinishTimeLevels levels;

  /** The least height that is not ruled out, above the base of the levels. */
  private double bound;

  private CertifiedSolution best;

  /** The height of the best allocation, above the base of the levels. */
  private double level;

  private Prices prices;

  /** Whether limits ended the last program, and with it the search. */
  private boolean stopped;

  private LevelSearch(CertifiedSolver solver, AllocationProblem problem, FinishTimeLevels levels) {
    this.solver = solver;
    this.problem = problem;
    this.levels = levels;
    this.bound = levels.leastHeight();
    CertifiedSolution first = probe(bound);
    if (levelOf(first) == Double.POSITIVE_INFINITY) { // a job that counts has nothing
      first = solver.untilFeasible().solve(program(bound));
    }
    this.best = first;
    this.level = levelOf(best);
    if (ProgressCheck.isNothing(problem, best)) {
      ProgressCheck.require(problem, solver, levels::counts);
    }
    this.prices = best.bound().prices();
  }

  /** Returns the least level, to the accuracy of the solved programs. */
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
    double reached = search.absolute(search.level);
    double proved = search.absolute(search.bound);
    if (!search.stopped && !Tolerance.CERTIFIED.atMost(reached, proved)) {
      throw new SolveFailedException(
          "level %s is reached and bound %s is proved; the gap between them is not certified"
              .formatted(reached, proved));
    }
    return search;
  }

  /** Returns a level within a relative tolerance of the least level, by bisection. */
  public static LevelSearch bisecting(
      CertifiedSolver solver,
      AllocationProblem problem,
      FinishTimeLevels levels,
      double tolerance) {
    LevelSearch search = new LevelSearch(solver, problem, levels);
    boolean reached =
        search.bound == 0
            || search.best.objective() >= 1; // no job counts, or the lower bound is feasible
    double enough = reached ? search.bound : Double.POSITIVE_INFINITY;
    for (int i = 1; !search.stopped && search.isApart(enough, tolerance); i++) {
      requireProgress(i);
      double middle =
          enough == Double.POSITIVE_INFINITY
              ? 2 * search.bound
              : search.bound + (enough - search.bound) / 2;
      CertifiedSolution point = search.probe(middle);
      if (point.bound().value() < 1) {
        search.bound = middle;
        search.prices = point.bound().prices();
      } else { // feasible up to the gap of the program
        search.keep(point);
        double before = enough;
        enough = Math.max(middle, search.level);
        if (enough >= before && !search.stopped) { // that gap is all that is left
          search.raiseBound(point.bound());
          search.solver = solver.withExtendedPrecision();
        }
      }
    }
    return search;
  }

  private double absolute(double height) {
    return levels.base() + height;
  }

  private boolean isApart(double high, double tolerance) {
    return absolute(high) > absolute(bound) * (1 + tolerance);
  }

  private static void requireProgress(int probes) {
    if (probes == MOST_PROBES) {
      throw new SolveFailedException(
          "the search for a level did not end within %s programs".formatted(probes));
    }
  }

  private AllocationProgram program(double at) {
    return AllocationProgram.maximizeMinimum(problem, levels.demandsAt(at));
  }

  private CertifiedSolution probe(double at) {
    CertifiedSolution point = solver.solveOrFeasible(program(at));
    stopped = point.isStopped();
    return point;
  }

  private double levelOf(CertifiedSolution point) {
    return levels.height(point.throughput());
  }

  private void keep(CertifiedSolution point) {
    if (levelOf(point) < level) {
      best = point;
      level = levelOf(point);
    }
  }

  private double gap() {
    return (level - bound) / absolute(level);
  }

  /** Returns the gap; 0 if it is small and did not halve, since then only rounding is left. */
  private double gapAfter(double before) {
    return gap() <= CLOSE && gap() > before / 2 ? 0 : gap();
  }

  /** Raises the lower bound by the prices of a proof; returns whether they raise it. */
  private boolean raiseBound(DualBound proof) {
    double allowed = Math.nextUp(proof.value());
    DoubleUnaryOperator excess = at -> valueOf(proof.prices(), at) - allowed;
    if (excess.applyAsDouble(bound) < 0) {
      return false;
    }
    boolean reached = level < Double.POSITIVE_INFINITY;
    double enough = reached ? level : bound;
    while (!reached && excess.applyAsDouble(enough) >= 0) {
      enough *= 2;
    }
    bound = // to the left of the root, where the prices rule levels out
        -RegulaFalsi.rightOfRoot(
            at -> excess.applyAsDouble(-at), -enough, -bound, Math.ulp(allowed));
    prices = proof.prices();
    return true;
  }

  private double valueOf(Prices y, double at) {
    return AllocationFactory.valueOf(y, levels.demandsAt(at));
  }

  /**
   * Returns the allocation that reaches the level, after the surplus stage, with its proof in level
   * units.
   */
  public Allocation answer(SurplusStage surplus) {
    CertifiedSolution full = stopped ? best : surplus.above(problem, best, levels.demandsAt(level));
    DualBound proof = DualBound.proved(absolute(bound), pricesOfLevel());
    return AllocationFactory.certified(problem, full, proof, used -> Statement.of(levels.goal()));
  }

  /**
   * Returns the prices that prove the bound, in units of level: the decrease of the level for one
   * more unit of each resource.
   */
  private Prices pricesOfLevel() {
    double fall = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      fall += prices.ofThroughput(m) * levels.slope(m, bound);
    }
    return fall > 0 ? AllocationFactory.scaled(prices, 1 / fall, problem.jobCount()) : prices;
  }
}
