package io.gavel.baselines;

import static java.util.Objects.requireNonNull;

import io.gavel.baselines.Partition.Piece;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.FeasibilityRepair;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;

/**
 * Applies a policy to parts of the problem (POP, SOSP 2021): the workers of each pool are
 * distributed evenly to {@code k} parts, every job goes to one part, the policy solves each part
 * separately, and the allocations are combined.
 *
 * <p>Jobs are distributed in random order, or {@linkplain #stratified by class}. A gang that would
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
 * <p><b>The loss of quality</b> is bounded: the certificate refers to the whole problem. Its
 * objective is that of the policy's program at the combined allocation. Its bound holds for every
 * allocation of the original problem; it follows from the averaged prices of the parts and the
 * original data. So {@link Certificate#relativeGap} is an upper bound on the loss, in the unit of
 * the program, such as a level. {@code Tolerance.CERTIFIED} does not hold, since POP is not exact.
 *
 * <p>Parts are solved by tasks on the caller's {@link Executor}; if one fails, the remaining tasks
 * are cancelled. The result does not depend on the executor. Do not call this policy from all
 * threads of its own executor: the threads would wait for each other forever. Immutable, and
 * thread-safe if the executor is.
 */
public final class Partitioned extends Configured implements Policy {

  /**
   * The program whose optima are the policy's allocations. Each implementation is a pure function.
   */
  @FunctionalInterface
  public interface Statement {
    /**
     * States the program.
     *
     * @param problem the whole problem
     * @return the program that the policy maximises, over all columns of the problem
     */
    AllocationProgram of(AllocationProblem problem);
  }

  /** The programs of this library's policies. */
  private enum Programs implements Statement {
    MAX_MIN_FAIRNESS {
      @Override
      public AllocationProgram of(AllocationProblem problem) {
        return level(problem);
      }
    },
    NASH_WELFARE {
      @Override
      public AllocationProgram of(AllocationProblem problem) {
        return welfare(problem);
      }
    }
  }

  private enum Executors implements Executor {
    CALLING_THREAD;

    @Override
    public void execute(Runnable task) {
      task.run();
    }
  }

  private record Options(
      Policy policy,
      Statement statement,
      int parts,
      Executor executor,
      long seed,
      boolean stratified,
      double largestGang) {

    Options withExecutor(Executor other) {
      return new Options(policy, statement, parts, other, seed, stratified, largestGang);
    }

    Options withSeed(long otherSeed) {
      return new Options(policy, statement, parts, executor, otherSeed, stratified, largestGang);
    }

    Options withKinds() {
      return new Options(policy, statement, parts, executor, seed, true, largestGang);
    }

    Options withLargestGang(double partOfPool) {
      return new Options(policy, statement, parts, executor, seed, stratified, partOfPool);
    }
  }

  private final Options options;

  private Partitioned(Options options) {
    this.options = options;
  }

  /**
   * Max-min fairness by equal shares on random parts, with seed 0.
   *
   * @param parts the number of parts, at least 1
   * @return the policy; its certificate is in levels
   * @throws IllegalArgumentException if the number is below 1
   */
  public static Partitioned maxMinFairness(int parts) {
    return of(MaxMinFairness.create(), Programs.MAX_MIN_FAIRNESS, parts);
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
   * Weighted Nash welfare on random parts, with seed 0; for problems without pairs.
   *
   * @param parts the number of parts, at least 1
   * @return the policy; its certificate is a weighted sum of logarithms
   * @throws IllegalArgumentException if the number is below 1
   */
  public static Partitioned nashWelfare(int parts) {
    return of(NashWelfare.create(), Programs.NASH_WELFARE, parts);
  }

  private static AllocationProgram welfare(AllocationProblem problem) {
    double[] weight = problem.jobs().stream().mapToDouble(Job::weight).toArray();
    problem.unrunnable().forEach(job -> weight[job.job()] = 0);
    return AllocationProgram.maximizeUtility(problem, weight, 0);
  }

  /**
   * Returns a policy on random parts, solved one after the other on the calling thread, with seed
   * 0.
   *
   * @param policy solves the parts, and certifies them with prices
   * @param statement the program that the policy maximises
   * @param parts the number of parts, at least 1
   * @return the policy
   * @throws IllegalArgumentException if the number is below 1
   */
  public static Partitioned of(Policy policy, Statement statement, int parts) {
    if (parts < 1) {
      throw new IllegalArgumentException(
          "number of parts is %s; it must be at least 1".formatted(parts));
    }
    return new Partitioned(
        new Options(
            requireNonNull(policy, "policy"),
            requireNonNull(statement, "statement"),
            parts,
            Executors.CALLING_THREAD,
            0,
            false,
            0.25));
  }

  /**
   * The same policy on the given executor.
   *
   * @param other runs the tasks, possibly in parallel
   * @return a copy
   */
  public Partitioned on(Executor other) {
    return new Partitioned(options.withExecutor(requireNonNull(other, "executor")));
  }

  /**
   * Returns a copy with other random parts. {@linkplain #stratified Stratified} parts do not depend
   * on the seed.
   *
   * @param otherSeed determines the part of each job
   * @return a copy
   */
  public Partitioned withSeed(long otherSeed) {
    return new Partitioned(options.withSeed(otherSeed));
  }

  /**
   * Returns a copy with similar parts: jobs of equal throughputs, size and weight are distributed
   * in turn, so that each part has its share of them. This is better if there are few classes of
   * jobs.
   *
   * @return a copy
   */
  public Partitioned stratified() {
    return new Partitioned(options.withKinds());
  }

  /**
   * Returns a copy with another limit on the size of whole gangs.
   *
   * @param partOfPool the largest part of a pool, within one part of the cluster, that a gang may
   *     take without being cut, {@code > 0}; 1 cuts only the gangs that would not fit
   * @return a copy
   * @throws IllegalArgumentException if the limit is not {@code > 0}
   */
  public Partitioned cuttingGangsAbove(double partOfPool) {
    if (!(partOfPool > 0)) {
      throw new IllegalArgumentException(
          "part of a pool is %s; it must be > 0".formatted(partOfPool));
    }
    return new Partitioned(options.withLargestGang(partOfPool));
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
    int parts = options.parts();
    int[] order =
        options.stratified()
            ? Partition.byKind(problem)
            : Partition.shuffled(problem, options.seed());
    Partition partition = Partition.of(problem, parts, order, options.largestGang());
    int[][] rows = partition.rows();
    List<FutureTask<Allocation>> tasks =
        IntStream.range(0, parts)
            .mapToObj(
                i -> new FutureTask<>(() -> options.policy().allocate(partition.problem(i, rows))))
            .toList();
    List<Allocation> answers = answers(tasks);
    AllocationProgram program = options.statement().of(problem);
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

  private List<Allocation> answers(List<FutureTask<Allocation>> tasks) {
    List<Allocation> answers = new ArrayList<>();
    try {
      tasks.forEach(options.executor()::execute);
      for (FutureTask<Allocation> task : tasks) {
        answers.add(task.get());
      }
      return answers;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new SolveFailedException("interrupted while solving the parts");
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("solving a part failed", failed.getCause());
    } finally {
      tasks.forEach(task -> task.cancel(true));
    }
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
  protected Record options() {
    return options;
  }

  @Override
  public Set<Aspect> reads() {
    if (!(options.statement() instanceof Programs)) {
      return Aspect.all(); // a statement of the caller's may read anything
    }
    return Aspect.union(options.policy().reads(), Aspect.WEIGHTS, Aspect.ARRIVAL_ORDER);
  }

  @Override
  public Claims claims() {
    // Which part a job is in depends on all jobs, also on those that run nowhere.
    return Claims.rules().without(Invariant.SET_ASIDE);
  }
}
