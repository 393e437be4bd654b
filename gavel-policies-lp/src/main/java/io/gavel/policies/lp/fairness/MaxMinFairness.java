package io.gavel.policies.lp.fairness;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.level.MaxMinRequirements;
import io.gavel.policies.lp.level.SurplusStage;
import io.gavel.policies.lp.near.EpsilonOptimal;
import io.gavel.policies.lp.near.NearOptimalSet;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Max-min fairness over effective throughput (Gavel §4.1; heterogeneity-aware LAS).
 *
 * <pre>
 *   maximise over X   min_m  s_m · throughput(m, X) / (w_m · eq(m))
 * </pre>
 *
 * <p>with size {@code s} in workers ({@link Job#workers}), weight {@code w} and the {@linkplain
 * EqualShare#throughput equal-share throughput} {@code eq}. The certificate's objective is this
 * smallest level: 1 means that the worst-off job of weight 1 on one worker makes as much progress
 * as on a full-time equal share. One linear program with at most nK columns and 2n + K rows, and K
 * more columns a pair.
 *
 * <p>Another {@link Normalizer} may take the place of {@code eq}; by the isolated share, which
 * knows the size, the level is {@code throughput / (w · iso)}. That one is the better choice where
 * some jobs take small shares of a worker: by the equal share such a job reaches the level of its
 * size at most, and with it the smallest level of all is reached.
 *
 * <p>The smallest level alone leaves workers idle and the other jobs' shares open. Among the
 * allocations that reach it, but for rounding that the certificate's gap includes, this one
 * maximises the total normalised throughput {@code Σ throughput(m) / eq(m)}: a second program of
 * the same size, unless {@link OptimumChoice#LEVEL_ONLY} is asked for. Identical jobs get identical
 * shares, unless they are members of pairs.
 *
 * <p>Immutable; may be shared by threads.
 */
public final class MaxMinFairness extends Configured implements EpsilonOptimal {

  private static final double UNLIMITED = Double.POSITIVE_INFINITY;

  private record Options(
      CertifiedSolver solver, Normalizer normalizer, OptimumChoice choice, double envyCap) {}

  private final Options options;

  private MaxMinFairness(
      CertifiedSolver solver, Normalizer normalizer, OptimumChoice choice, double envyCap) {
    options =
        new Options(
            solver.forPolicy("max_min_fairness"),
            requireNonNull(normalizer, "normalizer"),
            requireNonNull(choice, "choice"),
            envyCap);
  }

  /**
   * The policy of the paper with the library's own solvers.
   *
   * @return the policy
   */
  public static MaxMinFairness create() {
    return new MaxMinFairness(
        CertifiedSolver.standard(),
        Normalizer.EQUAL_SHARE,
        OptimumChoice.LEVEL_THEN_THROUGHPUT,
        UNLIMITED);
  }

  /**
   * The same policy with a solver of the caller's.
   *
   * @param solver what answers the programs
   * @return a copy
   */
  public MaxMinFairness withSolver(CertifiedSolver solver) {
    return new MaxMinFairness(solver, options.normalizer(), options.choice(), options.envyCap());
  }

  /**
   * The same policy by another yardstick.
   *
   * @param normalizer what throughputs are divided by
   * @return a copy
   */
  public MaxMinFairness withNormalizer(Normalizer normalizer) {
    return new MaxMinFairness(options.solver(), normalizer, options.choice(), options.envyCap());
  }

  /**
   * The same policy with another choice among optima.
   *
   * @param choice what happens above the level
   * @return a copy
   */
  public MaxMinFairness withChoice(OptimumChoice choice) {
    return new MaxMinFairness(options.solver(), options.normalizer(), choice, options.envyCap());
  }

  /**
   * The same policy among the allocations in which nobody envies anybody much: for each unit of
   * weight, no job would make more than {@code cap} times its throughput of another job's workers.
   *
   * <p>The cap costs level. It makes the programs {@code n (n - 1)} rows larger, which is for tens
   * of jobs, and knows no pairs. The bound in the certificate is that of the programs with these
   * rows; their prices are not among the certificate's.
   *
   * @param cap at least 1; 1 is envy-freeness
   * @return a copy
   * @throws IllegalArgumentException if the cap is below 1
   */
  public MaxMinFairness withEnvyCap(double cap) {
    if (!(cap >= 1)) {
      throw new IllegalArgumentException("envy cap is %s; it must be at least 1".formatted(cap));
    }
    return new MaxMinFairness(options.solver(), options.normalizer(), options.choice(), cap);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    double[] requirement = requirement(problem);
    UnaryOperator<AllocationProgram> rows =
        options.envyCap() == UNLIMITED
            ? UnaryOperator.identity()
            : program -> EnvyConstraints.cap(problem, program, options.envyCap());
    AllocationProgram program = rows.apply(AllocationProgram.maximizeMinimum(problem, requirement));
    CertifiedSolution fair = options.solver().solveOrBest(program);
    double[] owed = Arrays.stream(requirement).map(r -> r * fair.objective()).toArray();
    CertifiedSolution full = filling().above(problem, fair, owed, rows);
    return AllocationFactory.certified(
        problem,
        full,
        program.level(full.throughput()),
        fair.bound().value(),
        fair.bound().prices());
  }

  private SurplusStage filling() {
    return new SurplusStage(options.solver(), options.normalizer(), options.choice());
  }

  private double[] requirement(AllocationProblem problem) {
    return MaxMinRequirements.of(problem, options.normalizer());
  }

  @Override
  public NearOptimalSet near(AllocationProblem problem, Allocation optimum, double part) {
    if (options.envyCap() != UNLIMITED) {
      throw new UnsupportedOperationException(
          "near-optimal allocations under the envy cap %s are not supported: the cap is not a floor"
                  .formatted(options.envyCap())
              + " of throughput");
    }
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem, requirement(problem));
    double level = (1 - part) * optimum.certificate().objective();
    double[] demand = Arrays.stream(requirement(problem)).map(r -> r * level).toArray();
    return NearOptimalSet.ofLevel(problem, demand, program::level);
  }

  @Override
  protected Record options() {
    return options;
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.only(Aspect.WEIGHTS, Aspect.PAIRS, Aspect.SHARES);
  }

  @Override
  public Claims claims() {
    Claims filled = filling().claims(Condition.NO_PAIRS).and(Invariant.PROGRESS);
    if (options.envyCap() != UNLIMITED) {
      Claims capped =
          filled.without(
              Invariant.WORK_CONSERVATION,
              Invariant.PARETO_EFFICIENCY,
              Invariant.EQUAL_TREATMENT,
              Invariant.UNIT_INVARIANCE);
      return options.envyCap() == 1 ? capped.and(Invariant.ENVY_FREENESS) : capped;
    }
    return switch (options.normalizer()) {
      case EQUAL_SHARE ->
          filled.and(Invariant.SHARING_INCENTIVE, Condition.EQUAL_WEIGHTS, Condition.EQUAL_SIZES);
      case ISOLATED_SHARE -> filled.and(Invariant.SHARING_INCENTIVE, Condition.EQUAL_WEIGHTS);
      case FASTEST_TYPE -> filled;
    };
  }
}
