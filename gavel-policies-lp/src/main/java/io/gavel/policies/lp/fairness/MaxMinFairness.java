package io.gavel.policies.lp.fairness;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.ProgramPolicies;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.internal.SoftRows;
import io.gavel.policies.lp.internal.Unsupported;
import io.gavel.policies.lp.internal.level.MaxMinRequirements;
import io.gavel.policies.lp.internal.level.SurplusStage;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Set;

/**
 * Max-min fairness over effective throughput (Gavel §4.1; heterogeneity-aware LAS).
 *
 * <pre>
 *   maximise over X   min_m  s_m · throughput(m, X) / (w_m · eq(m))
 * </pre>
 *
 * <p>with the size {@code s} in workers ({@link Job#workers}), the weight {@code w} and the
 * {@linkplain EqualShare#throughput equal-share throughput} {@code eq}. The certificate's objective
 * is this smallest level: 1 means that the worst-off job of weight 1 on one worker makes as much
 * progress as on a full-time equal share. One linear program with at most nK columns and 2n + K
 * rows, and K more columns for each pair.
 *
 * <p>Another {@link Normalizer} can replace {@code eq}. With the isolated share, which already
 * depends on the size, the level is {@code throughput / (w · iso)}. It is the better choice if some
 * jobs take small shares of a worker: with the equal share, the level of such a job cannot exceed
 * its size, and so it limits the smallest level of all jobs.
 *
 * <p>The smallest level alone leaves workers idle and does not determine the shares of the other
 * jobs. Among the allocations that reach it, up to rounding that the certificate's gap includes,
 * the policy returns one with the largest total normalised throughput {@code Σ throughput(m) /
 * eq(m)}. This takes a second program of the same size; {@link OptimumChoice#LEVEL_ONLY} omits it.
 * Identical jobs get identical shares, unless they are members of pairs.
 *
 * <p>Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 * @param normalizer the reference throughputs that throughputs are divided by
 * @param choice the use of the capacity beyond the level
 * @param envyCap the limit on envy per unit of weight, at least 1; infinite without a limit
 */
public record MaxMinFairness(
    CertifiedSolver solver, Normalizer normalizer, OptimumChoice choice, double envyCap)
    implements Policy {

  private static final double UNLIMITED = Double.POSITIVE_INFINITY;

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   * @param normalizer the reference throughputs that throughputs are divided by
   * @param choice the use of the capacity beyond the level
   * @param envyCap the limit on envy per unit of weight, at least 1; infinite without a limit
   * @throws IllegalArgumentException if a number is out of range
   */
  public MaxMinFairness {
    solver = solver.forPolicy("max_min_fairness");
    requireNonNull(normalizer, "normalizer");
    requireNonNull(choice, "choice");
    if (!(envyCap >= 1)) {
      throw new IllegalArgumentException(
          "envy cap is %s; it must be at least 1".formatted(envyCap));
    }
  }

  /**
   * Returns the policy of the paper with the standard solvers.
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
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public MaxMinFairness withSolver(CertifiedSolver solver) {
    return new MaxMinFairness(solver, normalizer, choice, envyCap);
  }

  /**
   * Returns a copy with another normaliser.
   *
   * @param normalizer the reference throughputs that throughputs are divided by
   * @return a copy
   */
  public MaxMinFairness withNormalizer(Normalizer normalizer) {
    return new MaxMinFairness(solver, normalizer, choice, envyCap);
  }

  /**
   * Returns a copy with another choice among optimal allocations.
   *
   * @param choice how the capacity beyond the level is used
   * @return a copy
   */
  public MaxMinFairness withChoice(OptimumChoice choice) {
    return new MaxMinFairness(solver, normalizer, choice, envyCap);
  }

  /**
   * Returns a copy with a limit on envy: per unit of weight, no job would have more than {@code
   * cap} times its own throughput on another job's workers.
   *
   * <p>The cap can lower the level. It adds a row for each two classes of jobs with equal data,
   * which get equal fractions. It is practical for hundreds of classes; with a cap of 1 and jobs of
   * equal rates and different weights, which must then have equal throughput per weight, only for
   * tens of classes. Pairs are not supported. Problems that need more than 2,500 rows and whose
   * classes have more than 5,000 columns are refused. The bound in the certificate is that of the
   * programs with these rows; the certificate does not contain the prices of the rows.
   *
   * @param cap at least 1; 1 is envy-freeness
   * @return a copy
   * @throws IllegalArgumentException if the cap is below 1
   */
  public MaxMinFairness withEnvyCap(double cap) {
    return new MaxMinFairness(solver, normalizer, choice, cap);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    return Rights.keep(problem, this::shared);
  }

  private Allocation shared(AllocationProblem problem) {
    if (!problem.softRows().isEmpty()) {
      return SoftRows.level(solver, problem, requirement(problem), this::shared);
    }
    double[] requirement = requirement(problem);
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem, requirement);
    AllocationProgram stated;
    CertifiedSolution fair;
    CertifiedSolution full;
    if (envyCap == UNLIMITED) {
      stated = program;
      fair = solver.solveOrFeasible(program);
      full = surplusStage().above(problem, fair, owed(requirement, fair), requirement, p -> p);
    } else {
      Unsupported.requireNoPairs(problem, "an envy cap");
      Unsupported.requireNoConfigurations(problem, "an envy cap", EnvyRows.RIGID);
      problem.requireNoCoGangs("an envy cap");
      EnvyRows rows = EnvyRows.capped(problem, program, envyCap);
      CertifiedSolution level =
          solver.orKnown(throwing -> rows.solve(throwing::solve), () -> rows.known(solver));
      double[] owed = owed(requirement, level);
      fair = level;
      full = rows.solve(() -> surplusStage().above(problem, level, owed, requirement, rows::in));
      stated = rows.in(program);
    }
    DualBound bound = fair.bound();
    DualBound proved = fair.isNothing() ? DualBound.proved(0, bound.prices()) : bound;
    return AllocationFactory.certified(problem, full, proved, used -> stated.statement(used));
  }

  private static double[] owed(double[] requirement, CertifiedSolution fair) {
    double level = fair.isNothing() ? 0 : fair.objective();
    return Arrays.stream(requirement).map(r -> r * level).toArray();
  }

  private SurplusStage surplusStage() {
    return new SurplusStage(solver, normalizer, choice);
  }

  private double[] requirement(AllocationProblem problem) {
    return MaxMinRequirements.of(problem, normalizer);
  }

  @Override
  public Set<Aspect> reads() {
    return ProgramPolicies.reads(Aspect.WEIGHTS);
  }

  @Override
  public Claims claims() {
    Claims claims = surplusStage().claims(Condition.NO_PAIRS).and(Invariant.PROGRESS);
    if (envyCap != UNLIMITED) {
      Claims capped =
          claims.without(
              Invariant.WORK_CONSERVATION,
              Invariant.PARETO_EFFICIENCY,
              Invariant.EQUAL_TREATMENT,
              Invariant.UNIT_INVARIANCE);
      return envyCap == 1 ? capped.and(Invariant.ENVY_FREENESS) : capped;
    }
    return switch (normalizer) {
      case EQUAL_SHARE ->
          claims.and(
              Invariant.SHARING_INCENTIVE,
              Condition.EQUAL_WEIGHTS,
              Condition.NOTHING_FORBIDDEN,
              Condition.EQUAL_SIZES);
      case ISOLATED_SHARE ->
          claims.and(
              Invariant.SHARING_INCENTIVE, Condition.EQUAL_WEIGHTS, Condition.NOTHING_FORBIDDEN);
      case FASTEST_TYPE, SLOWEST_TYPE -> claims;
    };
  }
}
