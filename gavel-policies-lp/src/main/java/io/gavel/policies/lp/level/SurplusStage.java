package io.gavel.policies.lp.level;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.FloorSolver;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.LimitAction;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * The second program of policies that optimise a level: hands out what is left when everyone has
 * what the level owes. Immutable.
 *
 * @param solver solves the programs
 * @param normalizer the yardstick of the total
 * @param choice whether there is a second program at all
 */
public record SurplusStage(CertifiedSolver solver, Normalizer normalizer, OptimumChoice choice) {

  /** The part of its time that a job may be left idle beside an idle worker. */
  private static final double ROOM = 1e-9;

  /**
   * The most jobs that share workers by type of which to see first whether anybody can be given
   * more. The program of their classes is not larger for more of them, but the proof is: at 65,536
   * it takes a sixth of the time, at some hundreds next to nothing.
   */
  private static final int MOST_PROVED_BY_TYPE = 2_000;

  /**
   * What holds of a level, filled up.
   *
   * @param everyoneCounts when every job has a part in level and total
   */
  public Claims claims(Condition... everyoneCounts) {
    Claims claims =
        Claims.rules()
            .and(Invariant.PROVED)
            .and(Invariant.EQUAL_TREATMENT, Condition.NO_PAIRS)
            .and(Invariant.UNIT_INVARIANCE, Condition.NO_PAIRS);
    return choice == OptimumChoice.LEVEL_ONLY
        ? claims
        : claims
            .and(Invariant.WORK_CONSERVATION, everyoneCounts)
            .and(Invariant.PARETO_EFFICIENCY, everyoneCounts);
  }

  /**
   * Fills up.
   *
   * @param point reaches the level, with its proof
   * @param owed the throughput that the level owes each job, {@code [job]}; a job that is owed
   *     nothing gets nothing beyond what others leave
   * @return the point itself if nobody can be given more
   */
  CertifiedSolution above(AllocationProblem problem, CertifiedSolution point, double[] owed) {
    return above(problem, point, owed, UnaryOperator.identity());
  }

  /**
   * Fills up under further rows.
   *
   * @param rows adds them to the second program
   * @return the point itself if nobody can be given more
   */
  public CertifiedSolution above(
      AllocationProblem problem,
      CertifiedSolution point,
      double[] owed,
      UnaryOperator<AllocationProgram> rows) {
    if (choice == OptimumChoice.LEVEL_ONLY) {
      return point;
    }
    double[] weight = new double[owed.length];
    for (int m = 0; m < weight.length; m++) {
      double yardstick = owed[m] > 0 ? normalizer.throughput(problem, m) : 0;
      weight[m] = yardstick > 0 ? 1 / yardstick : 0;
    }
    AllocationProgram total = rows.apply(AllocationProgram.maximizeSum(problem, weight));
    double[] reached = point.throughput();
    Arrays.setAll(reached, m -> Math.min(reached[m], owed[m]));
    boolean cheap = !total.hasPairsByType() || total.jobCount() <= MOST_PROVED_BY_TYPE;
    if (cheap && isFull(total.withFloor(reached), point, weight)) {
      return point;
    }
    try {
      return FloorSolver.solveCloselyIfSmall(solver, total, reached);
    } catch (SolveStoppedException stopped) { // what reaches the level is the better answer
      if (solver.limits().onExpiry() == LimitAction.BEST_FEASIBLE) {
        return point;
      }
      throw stopped;
    }
  }

  /**
   * Whether the prices of the level prove that nobody can be given more: if all jobs hold each
   * other back, no total can be larger than what they are owed. With {@code y} the prices of
   * throughput, {@code κ y − weight} and κ times the other prices are prices for the total, if κ
   * makes them all at least 0.
   */
  private static boolean isFull(AllocationProgram total, CertifiedSolution point, double[] weight) {
    if (leavesRoom(point.program(), point.fractions(), weight)) {
      return false;
    }
    Prices prices = point.bound().prices();
    double[] throughput = point.throughput();
    double sum = 0;
    double most = 0;
    for (int m = 0; m < weight.length; m++) {
      sum += weight[m] * throughput[m];
      most = weight[m] > 0 ? Math.max(most, weight[m] / prices.ofThroughput(m)) : most;
    }
    if (most == Double.POSITIVE_INFINITY) {
      return false;
    }
    double factor = most;
    int n = weight.length;
    Prices scaled = AllocationFactory.scaled(prices, factor, n);
    double[] time = new double[n];
    double[] owed = new double[n];
    Arrays.setAll(time, scaled::ofTime);
    Arrays.setAll(owed, m -> Math.max(0, scaled.ofThroughput(m) - weight[m]));
    double bound = DualBound.of(total, Prices.of(scaled.pools(), time, owed)).value();
    return FloorSolver.toleranceFor(total).atMost(bound, sum);
  }

  /** Whether a job that counts could run on an idle worker, were it ever so slowly. */
  private static boolean leavesRoom(AllocationProgram program, double[] x, double[] weight) {
    double[] idle = new double[weight.length];
    double[] free = new double[program.poolCount()];
    Arrays.fill(idle, 1);
    Arrays.setAll(free, program::workers);
    for (int c = 0; c < x.length; c++) {
      free[program.pool(c)] -= program.size(c) * x[c];
      idle[program.first(c)] -= x[c];
      if (program.second(c) >= 0) {
        idle[program.second(c)] -= x[c];
      }
    }
    for (int c = 0; c < x.length; c++) {
      int second = Math.max(program.first(c), program.second(c)); // itself, if there is none
      boolean counts = weight[program.first(c)] > 0 || weight[second] > 0;
      double room = Math.min(idle[program.first(c)], idle[second]);
      if (counts && Math.min(room, free[program.pool(c)] / program.size(c)) > ROOM) {
        return true;
      }
    }
    return false;
  }
}
