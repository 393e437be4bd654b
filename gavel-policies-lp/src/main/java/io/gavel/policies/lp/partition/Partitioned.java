package io.gavel.policies.lp.partition;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.internal.CombinedAllocations;
import io.gavel.policies.lp.partition.Partition.Piece;
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
 * Any policy on parts of the problem (POP, SOSP 2021): the workers of each pool are dealt evenly to
 * {@code k} parts, every job goes to one of them, the policy answers each part by itself, and the
 * answers are put together.
 *
 * <p>Jobs are dealt in random order, or {@linkplain #stratified by kind}. A gang that would take
 * more than a quarter of the largest pool of a part that it could use is cut into a piece for each
 * part, which run one by one (its allocation is then their mean by size). Pairs of jobs in
 * different parts, or of pieces, do not share workers: with space sharing, work falls by {@code
 * k²}.
 *
 * <p><b>What it costs</b> in quality is not guessed but proved: the certificate is that of the
 * whole. Its objective is that of the program which states the policy, at the answer put together;
 * its bound holds for every allocation of the original problem, by the prices of the parts,
 * averaged, on the original data. So {@link Certificate#relativeGap} is a true bound on the loss.
 * It is in the units of the program, such as a level; {@code Tolerance.CERTIFIED} does not hold,
 * since POP is not exact.
 *
 * <p>Parts are answered by tasks on the caller's {@link Executor}; where one fails, the others are
 * cancelled. The answer does not depend on the executor. An executor whose threads all wait in
 * calls like this one would wait for ever. Immutable; may be shared by threads if the executor may.
 */
public final class Partitioned extends Configured implements Policy {

  /** The program of which a policy's answers are optima. A pure function, for any thread. */
  @FunctionalInterface
  public interface Statement {
    /**
     * States the program.
     *
     * @param problem the whole problem
     * @return what the policy maximises over it, as a program over all its columns
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
   * @param parts how many parts, at least 1
   * @return the policy; its certificate is in levels
   * @throws IllegalArgumentException if there is no part
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
   * @param parts how many parts, at least 1
   * @return the policy; its certificate is a weighted sum of logarithms
   * @throws IllegalArgumentException if there is no part
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
   * A policy on random parts, one after the other on the calling thread, with seed 0.
   *
   * @param policy what answers the parts, with prices
   * @param statement what it maximises
   * @param parts how many parts, at least 1
   * @return the policy
   * @throws IllegalArgumentException if there is no part
   */
  public static Partitioned of(Policy policy, Statement statement, int parts) {
    if (parts < 1) {
      throw new IllegalArgumentException(
          "number of parts is %d; it must be at least 1".formatted(parts));
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
   * The same on an executor of the caller's.
   *
   * @param other runs the tasks, perhaps many at a time
   * @return a copy
   */
  public Partitioned on(Executor other) {
    return new Partitioned(options.withExecutor(requireNonNull(other, "executor")));
  }

  /**
   * The same with other random parts; parts that are {@linkplain #stratified alike} stay as they
   * are.
   *
   * @param otherSeed decides who goes where
   * @return a copy
   */
  public Partitioned withSeed(long otherSeed) {
    return new Partitioned(options.withSeed(otherSeed));
  }

  /**
   * The same with parts that are alike: jobs of equal throughputs, size and weight are dealt out in
   * turn, so that each part has its share of them. Better where kinds are few.
   *
   * @return a copy
   */
  public Partitioned stratified() {
    return new Partitioned(options.withKinds());
  }

  /**
   * The same with another limit on whole gangs.
   *
   * @param partOfPool the part of a pool, within a part of the cluster, that a gang may take before
   *     it is cut up, {@code > 0}; 1 cuts only what would not fit
   * @return a copy
   * @throws IllegalArgumentException if it is not {@code > 0}
   */
  public Partitioned cuttingGangsAbove(double partOfPool) {
    if (!(partOfPool > 0)) {
      throw new IllegalArgumentException(
          "part of a pool is %s; it must be > 0".formatted(partOfPool));
    }
    return new Partitioned(options.withLargestGang(partOfPool));
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    int parts = options.parts();
    int[] order =
        options.stratified()
            ? Partition.byKind(problem)
            : Partition.shuffled(problem, options.seed());
    Partition partition = Partition.of(problem, parts, order, options.largestGang());
    int[][] pairs = partition.pairs();
    List<FutureTask<Allocation>> tasks =
        IntStream.range(0, parts)
            .mapToObj(
                i -> new FutureTask<>(() -> options.policy().allocate(partition.problem(i, pairs))))
            .toList();
    List<Allocation> answers = answers(tasks);
    AllocationProgram program = options.statement().of(problem);
    double[] fractions = together(problem, partition, pairs, answers);
    double[] x = new double[program.columnCount()];
    for (int c = 0; c < x.length; c++) {
      x[c] = fractions[program.entry(c)];
    }
    double objective = program.objective(FeasibilityRepair.of(program, x).fractions());
    DualBound bound = DualBound.of(program, averaged(problem, partition, answers));
    return CombinedAllocations.mended(
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
      throw new SolveFailedException("interrupted while the parts were answered");
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("a part was not answered", failed.getCause());
    } finally {
      tasks.forEach(task -> task.cancel(true));
    }
  }

  private static double[] together(
      AllocationProblem problem, Partition partition, int[][] pairs, List<Allocation> answers) {
    int types = problem.cluster().typeCount();
    double[] fractions = new double[problem.groupCount() * types];
    for (int i = 0; i < answers.size(); i++) {
      List<Piece> pieces = partition.pieces(i);
      for (int g = 0; g < pieces.size() + pairs[i].length; g++) {
        int row = g < pieces.size() ? pieces.get(g).job() : pairs[i][g - pieces.size()];
        double part = g < pieces.size() ? pieces.get(g).part() : 1;
        for (int j = 0; j < types; j++) {
          fractions[row * types + j] += part * answers.get(i).fraction(g, j);
        }
      }
    }
    return fractions;
  }

  /** Mean prices of pools; prices of throughput and time as the job's part says. */
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
    return Claims.none()
        .and(Invariant.FRACTIONS)
        .and(Invariant.TIME)
        .and(Invariant.CAPACITY)
        .and(Invariant.USEFUL_TIME)
        .and(Invariant.DETERMINISM);
  }
}
