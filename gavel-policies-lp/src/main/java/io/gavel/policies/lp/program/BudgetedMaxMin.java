package io.gavel.policies.lp.program;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.internal.Require;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.internal.ProgramPolicies;
import io.gavel.policies.lp.internal.level.MaxMinRequirements;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import java.util.Set;

/**
 * Max-min fairness for throughputs that are uncertain on few worker types at once (the budget of
 * Bertsimas and Sim, <i>The price of robustness</i>, Operations Research 52(1), 2004).
 *
 * <pre>
 *   maximise over X   min_m  min over T in U_m   s_m · throughput(m, X, T) / (w_m · eq(m))
 * </pre>
 *
 * <p>where {@code U_m} are the rates of job {@code m} that are within their intervals and, on all
 * but {@code Γ} worker types, at least the rates of the problem. The reference throughput {@code
 * eq} is the equal share of {@link MaxMinFairness} at the rates of the problem. Of the allocations
 * that reach the level, one with the largest total normalised throughput at the rates of the
 * problem is returned.
 *
 * <p>The statement of the certificate has one row for each job and each choice of {@code Γ} of the
 * types on which its rates are uncertain. These are the vertices of {@code U_m}, so that a proof of
 * the statement proves the level for all rates of the set. With {@code Γ = 0} or known rates, the
 * answer equals the answer of {@code MaxMinFairness}.
 *
 * <p>Two programs of at most nK columns and {@code n (K choose Γ)} rows. On three worker types with
 * {@code Γ = 1}, 128 jobs that all differ take 0.2 s of processor time, 512 take 6 s and 1,024 take
 * 11 s.
 *
 * <p>Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 * @param normalizer the reference throughputs that throughputs are divided by
 * @param badTypes the number of worker types on which the rates of a job may be low at once, at
 *     least 0
 */
public record BudgetedMaxMin(CertifiedSolver solver, Normalizer normalizer, int badTypes)
    implements Policy {

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   * @param normalizer the reference throughputs that throughputs are divided by
   * @param badTypes the number of worker types on which the rates of a job may be low at once, at
   *     least 0
   * @throws IllegalArgumentException if a number is out of range
   */
  public BudgetedMaxMin {
    solver = solver.forPolicy("budgeted_max_min");
    requireNonNull(normalizer, "normalizer");
    Require.atLeast(0, badTypes, "number of bad worker types");
  }

  /**
   * Returns the policy with the standard solvers.
   *
   * @param badTypes {@code Γ}: the number of worker types on which a job's rates may be below the
   *     rates of the problem at the same time, at least 0
   * @return the policy
   * @throws IllegalArgumentException if the number of types is negative
   */
  public static BudgetedMaxMin create(int badTypes) {
    return new BudgetedMaxMin(CertifiedSolver.standard(), Normalizer.EQUAL_SHARE, badTypes);
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public BudgetedMaxMin withSolver(CertifiedSolver solver) {
    return new BudgetedMaxMin(solver, normalizer, badTypes);
  }

  /**
   * Returns a copy with another normaliser.
   *
   * @param normalizer the reference throughputs that throughputs are divided by
   * @return a copy
   */
  public BudgetedMaxMin withNormalizer(Normalizer normalizer) {
    return new BudgetedMaxMin(solver, normalizer, badTypes);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    if (badTypes == 0 || problem.throughputs().isCertain()) {
      return MaxMinFairness.create()
          .withSolver(solver)
          .withNormalizer(normalizer)
          .allocate(problem);
    }
    double[] requirement = MaxMinRequirements.of(problem, normalizer);
    Measure level = (any, m) -> requirement[m] > 0 ? 1 / requirement[m] : 0;
    return Program.of(problem)
        .maximize(Objective.leastAtWorst(level, badTypes))
        .then(Objective.sum(Measure.throughput().per(normalizer)))
        .solve(StagedSolver.create().withSolver(solver))
        .allocation();
  }

  @Override
  public Set<Aspect> reads() {
    return ProgramPolicies.reads(Aspect.WEIGHTS, Aspect.INTERVALS);
  }

  @Override
  public Claims claims() {
    return Claims.rules().and(Invariant.PROVED);
  }
}
