package io.gavel.policies.lp.internal.level;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.FloorSolver;
import io.gavel.policies.lp.internal.JobRates;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.internal.ProgramPolicies;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * The second program of policies that optimise a level. It distributes the surplus: the capacity
 * that is left when every job has the throughput that the level owes it. Immutable.
 *
 * @param solver solves the programs
 * @param normalizer the normaliser of the total throughput
 * @param choice whether the second program is solved
 */
public record SurplusStage(CertifiedSolver solver, Normalizer normalizer, OptimumChoice choice) {

  /** The part of its time that a job may be idle although a worker is idle. */
  private static final double ROOM = 1e-7;

  /** The ratio of prices to weights up to which the least price is clear of rounding. */
  private static final double CLEAR = 1e6;

  /** The claim of a job that is done. */
  private static final double NEVER = -1;

  /**
   * The largest number of jobs with pairs by type for which {@link #isFull} is tried first. The
   * program of the job classes does not grow with the number of jobs, but this proof does: at
   * 65,536 jobs it takes a sixth of the time, at a few hundred almost none.
   */
  private static final int MOST_PROVED_BY_TYPE = 2_000;

  /**
   * Returns the claims of a level after the surplus stage.
   *
   * @param allJobsCount the conditions under which every job counts in level and total
   */
  public Claims claims(Condition... allJobsCount) {
    Claims claims = ProgramPolicies.claims(allJobsCount);
    return choice == OptimumChoice.LEVEL_ONLY
        ? claims.without(Invariant.WORK_CONSERVATION, Invariant.PARETO_EFFICIENCY)
        : claims;
  }

  /**
   * Distributes the surplus.
   *
   * @param point the solution that reaches the level, with its proof
   * @param owed the throughput of each job at the level, {@code [job]}; a job without a share gets
   *     only spare capacity, and a finished job nothing
   * @return the point itself if no job can get more
   */
  CertifiedSolution above(AllocationProblem problem, CertifiedSolution point, double[] owed) {
    double[] claim = new double[owed.length];
    Arrays.setAll(claim, m -> JobRates.isDone(problem.job(m)) ? NEVER : owed[m]);
    return above(problem, point, owed, claim, UnaryOperator.identity());
  }

  /**
   * Distributes the surplus under further rows.
   *
   * @param claim positive for jobs whose throughput counts, negative for jobs that never count,
   *     {@code [job]}
   * @param rows adds the rows to the second program
   * @return the point itself if no job can get more
   */
  public CertifiedSolution above(
      AllocationProblem problem,
      CertifiedSolution point,
      double[] owed,
      double[] claim,
      UnaryOperator<AllocationProgram> rows) {
    if (choice == OptimumChoice.LEVEL_ONLY) {
      return point;
    }
    double[] weight = new double[owed.length];
    for (int m = 0; m < weight.length; m++) {
      double reference = claim[m] < 0 ? 0 : reference(problem, m, claim[m] > 0);
      weight[m] = reference > 0 ? 1 / reference : 0;
    }
    AllocationProgram total = rows.apply(AllocationProgram.maximizeSum(problem, weight));
    double[] reached = point.throughput();
    Arrays.setAll(reached, m -> Math.min(reached[m], owed[m]));
    boolean cheap = !total.hasPairsByType() || total.jobCount() <= MOST_PROVED_BY_TYPE;
    if (cheap && isFull(total.withFloor(reached), point, weight)) {
      return point;
    }
    return solver.orKnown(
        throwing -> FloorSolver.solveAfter(point, throwing, total, reached),
        () -> point); // it already reaches the level
  }

  /**
   * Returns the throughput of a job with the same weight as other jobs; 0 if none has. A job whose
   * first way does not fit has no claim, but capacity that only it can use has no other claim
   * either.
   */
  private double reference(AllocationProblem problem, int m, boolean claims) {
    double reference = normalizer.throughput(problem, m);
    return claims ? reference : reference == 0 ? PoolShares.fastestWay(problem, m) : 0;
  }

  /**
   * Returns whether the prices of the level prove that no job can get more. If all jobs limit each
   * other, no total exceeds the sum of their shares. With prices of throughput {@code y}, {@code κ
   * y − weight} and κ times the other prices are prices for the total if κ makes all of them
   * non-negative.
   */
  private static boolean isFull(AllocationProgram total, CertifiedSolution point, double[] weight) {
    if (leavesRoom(point.program(), point.fractions(), weight)) {
      return false;
    }
    Prices prices = point.bound().prices();
    double[] throughput = point.throughput();
    double sum = 0;
    double most = 0;
    double highest = 0;
    double heaviest = 0;
    for (int m = 0; m < weight.length; m++) {
      sum += weight[m] * throughput[m];
      highest = Math.max(highest, prices.ofThroughput(m));
      heaviest = Math.max(heaviest, weight[m]);
      most = weight[m] > 0 ? Math.max(most, weight[m] / prices.ofThroughput(m)) : most;
    }
    if (!(most * highest <= CLEAR * heaviest)) { // the least price may be rounding
      return false;
    }
    double factor = most;
    int n = weight.length;
    Prices scaled = AllocationFactory.scaled(prices, factor, n);
    double[] time = new double[n];
    double[] owed = new double[n];
    Arrays.setAll(time, scaled::ofTime);
    Arrays.setAll(owed, m -> Math.max(0, scaled.ofThroughput(m) - weight[m]));
    Prices ofTotal =
        DualBound.claimed(scaled.pools(), time, owed).withConstraints(scaled.constraints());
    double bound = DualBound.of(total, ofTotal).value();
    return FloorSolver.toleranceFor(total).atMost(bound, sum);
  }

  /** Returns whether a job that counts has idle time and could run on an idle worker. */
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
      int second =
          Math.max(program.first(c), program.second(c)); // the first, if there is no second
      boolean counts = weight[program.first(c)] > 0 || weight[second] > 0;
      double room = Math.min(idle[program.first(c)], idle[second]);
      if (counts && Math.min(room, free[program.pool(c)] / program.size(c)) > ROOM) {
        return true;
      }
    }
    return false;
  }
}
