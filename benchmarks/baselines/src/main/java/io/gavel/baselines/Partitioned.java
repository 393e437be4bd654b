package io.gavel.baselines;

import static java.util.Objects.requireNonNull;

import io.gavel.baselines.Partition.Piece;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.FeasibilityRepair;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Applies a policy to parts of the problem (POP, SOSP 2021): the workers of each pool are
 * distributed evenly to {@code k} parts, every job goes to one part, the policy solves each part
 * separately, and the allocations are combined.
 *
 * <p>Jobs are distributed in random order, or {@linkplain #byClass by class}. A gang that would
 * take more than a quarter of the largest pool that it could use in a part is cut into one piece
 * per part. The pieces are independent jobs, and the allocation of the gang is their mean, weighted
 * by size. Pairs of jobs in different parts, and pairs of pieces, do not share workers. With space
 * sharing, the work decreases by {@code k²}.
 *
 * <p>Problems with constraints are refused. Each bound would have to be split before it is known
 * which part needs how much of it. An upper limit that is split in any way is kept, but a limit on
 * few jobs may lose most of its capacity; a lower limit can become infeasible in a part although
 * the problem has a solution.
 *
 * <p><b>The loss of quality</b> is bounded: the certificate refers to the entire problem. Its
 * objective is that of the policy's program at the combined allocation. Its bound holds for every
 * allocation of the original problem; it follows from the averaged prices of the parts and the
 * original data. So {@link Certificate#relativeGap} is an upper bound on the loss, in the unit of
 * the program, such as a level. {@code Tolerance.CERTIFIED} does not hold, since POP is not exact.
 *
 * <p>Immutable.
 *
 * @param policy solves the parts, and certifies them with prices
 * @param statement the program that the policy maximises
 * @param parts the number of parts, at least 1
 * @param seed determines the part of each job, unless parts are stratified
 * @param stratified whether parts are similar: jobs of equal throughputs, size and weight are
 *     distributed in turn, so that each part has its share of them. This is better if there are few
 *     classes of jobs
 */
public record Partitioned(
    Policy policy, Statement statement, int parts, long seed, boolean stratified)
    implements Policy {

  /** The program of max-min fairness by equal shares. */
  private enum Programs implements Statement {
    MAX_MIN_FAIRNESS;

    @Override
    public AllocationProgram of(AllocationProblem problem) {
      return level(problem);
    }
  }

  /** The largest part of a pool, within one part, that a gang may take without being cut. */
  private static final double LARGEST_GANG = 0.25;

  /**
   * The program whose optima are the policy's allocations. Each implementation is a pure function.
   */
  @FunctionalInterface
  public interface Statement {
    /**
     * States the program.
     *
     * @param problem the entire problem
     * @return the program that the policy maximises, over all columns of the problem
     */
    AllocationProgram of(AllocationProblem problem);
  }

  /**
   * Checks the number of parts.
   *
   * @param policy solves the parts, and certifies them with prices
   * @param statement the program that the policy maximises
   * @param parts at least 1
   * @param seed determines the part of each job
   * @param stratified whether similar jobs are distributed in turn
   * @throws IllegalArgumentException if the number is below 1
   */
  public Partitioned {
    requireNonNull(policy, "policy");
    requireNonNull(statement, "statement");
    if (parts < 1) {
      throw new IllegalArgumentException(
          "number of parts is %s; it must be at least 1".formatted(parts));
    }
  }

  /**
   * Max-min fairness by equal shares on random parts, with seed 0.
   *
   * @param parts the number of parts, at least 1
   * @return the policy; its certificate is in levels
   * @throws IllegalArgumentException if the number is below 1
   */
  public static Partitioned maxMinFairness(int parts) {
    return new Partitioned(MaxMinFairness.create(), Programs.MAX_MIN_FAIRNESS, parts, 0, false);
  }

  private static AllocationProgram level(AllocationProblem problem) {
    double[] requirement = new double[problem.jobCount()];
    Arrays.setAll(
        requirement,
        m ->
            problem.job(m).weight() * EqualShare.throughput(problem, m) / problem.job(m).workers());
    return AllocationProgram.maximizeMinimum(problem, requirement);
  }

  /**
   * Returns a copy with other random parts. Stratified parts do not depend on the seed.
   *
   * @param otherSeed determines the part of each job
   * @return a copy
   */
  public Partitioned withSeed(long otherSeed) {
    return new Partitioned(policy, statement, parts, otherSeed, stratified);
  }

  /**
   * Returns a copy with similar parts: jobs of equal throughputs, size and weight are distributed
   * in turn, so that each part has its share of them. This is better if there are few classes of
   * jobs.
   *
   * @return a copy
   */
  public Partitioned byClass() {
    return new Partitioned(policy, statement, parts, seed, true);
  }

  /**
   * Allocates.
   *
   * @throws IllegalArgumentException if the problem has constraints
   */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.pairsByType(problem, this);
    Unsupported.constraints(
        problem,
        this,
        "a bound cannot be split before it is known which part needs how much of it");
    int[] order = stratified ? Partition.byKind(problem) : Partition.shuffled(problem, seed);
    Partition partition = Partition.of(problem, parts, order, LARGEST_GANG);
    int[][] rows = partition.rows();
    List<Allocation> answers =
        IntStream.range(0, parts)
            .mapToObj(i -> policy.allocate(partition.problem(i, rows)))
            .toList();
    AllocationProgram program = statement.of(problem);
    double[] fractions = together(problem, partition, rows, answers);
    double[] x = new double[program.columnCount()];
    for (int c = 0; c < x.length; c++) {
      x[c] = fractions[program.entry(c)];
    }
    double objective = program.objective(FeasibilityRepair.of(program, x).fractions());
    DualBound bound = DualBound.of(program, averaged(problem, partition, answers));
    return RepairedAllocation.of(
        problem, fractions, new Certificate(objective, bound.value(), 0, bound.prices()));
  }

  private static double[] together(
      AllocationProblem problem, Partition partition, int[][] rows, List<Allocation> answers) {
    int types = problem.cluster().typeCount();
    double[] fractions = new double[problem.groupCount() * types];
    for (int i = 0; i < answers.size(); i++) {
      List<Piece> pieces = partition.pieces(i);
      for (int g = 0; g < pieces.size() + rows[i].length; g++) {
        int row = g < pieces.size() ? pieces.get(g).job() : rows[i][g - pieces.size()];
        double part = g < pieces.size() ? pieces.get(g).part() : 1;
        for (int j = 0; j < types; j++) {
          fractions[row * types + j] += part * answers.get(i).fraction(g, j);
        }
      }
    }
    return fractions;
  }

  /** Returns the mean prices of pools; prices of time and throughput from the part of each job. */
  private static Prices averaged(
      AllocationProblem problem, Partition partition, List<Allocation> answers) {
    double[] pools = new double[problem.cluster().poolCount()];
    double[] time = new double[problem.jobCount()];
    double[] throughput = new double[problem.jobCount()];
    for (int i = 0; i < answers.size(); i++) {
      Prices prices = answers.get(i).certificate().prices();
      for (int k = 0; k < pools.length; k++) {
        pools[k] += prices.ofPool(k) / answers.size();
      }
      List<Piece> pieces = partition.pieces(i);
      for (int m = 0; m < pieces.size(); m++) {
        time[pieces.get(m).job()] += prices.ofTime(m);
        throughput[pieces.get(m).job()] += pieces.get(m).part() * prices.ofThroughput(m);
      }
    }
    return Prices.of(pools, time, throughput);
  }

  @Override
  public Set<Aspect> reads() {
    return statement instanceof Programs
        ? Aspect.union(policy.reads(), Aspect.WEIGHTS, Aspect.ARRIVAL_ORDER)
        : Aspect.all(); // a statement of the caller's may read anything
  }

  @Override
  public Claims claims() {
    // Which part a job is in depends on all jobs, also on those that run nowhere.
    return Claims.rules().without(Invariant.SET_ASIDE);
  }
}
