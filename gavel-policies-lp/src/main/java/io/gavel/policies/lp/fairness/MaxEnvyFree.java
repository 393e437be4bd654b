package io.gavel.policies.lp.fairness;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.ProgramPolicies;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.internal.Unsupported;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.program.Measure.ReferenceThroughput;
import java.util.Set;

/**
 * Maximises the total throughput without envy: the cooperative policy of OEF (Middleware 2024).
 *
 * <pre>
 *   maximise over X   Σ_m throughput(m, X) / eq(m)
 *   subject to        throughput(m, X) ≥ Σ_j T_mj X_kj     for all jobs m, k of equal size
 * </pre>
 *
 * <p>With the fractions of another job of the same size, no job would have more throughput than
 * with its own, on the types on which it may run. Weights are ignored. The certificate's objective
 * is the sum. OEF measures throughputs in multiples of the throughput on the slowest type: {@link
 * #withReference}.
 *
 * <p>Jobs of a class are equal in all data that the program reads, and get equal fractions in some
 * optimum. So there is one row for each two classes, over the means of their jobs' fractions. Rows
 * that compare up to 5,000 pairs of jobs are stated at once. Of more, the policy states the rows of
 * classes with the most similar rates, and adds violated rows until none is violated by more than
 * 10<sup>-8</sup> of a job's fastest rate. Each program is a relaxation of the one with all rows,
 * so the bound of the last one is a bound for all; the certificate's statement has its rows. Most
 * rows are found near the optima of programs with fewer, before one is solved to the end: some
 * twenty rows for each class. On few types the matrix of such a program is sparse. More than 20,000
 * classes that envy each other are refused.
 *
 * <p>Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 * @param reference the throughputs that throughputs are divided by; jobs for which it is 0 do not
 *     count
 */
public record MaxEnvyFree(CertifiedSolver solver, ReferenceThroughput reference) implements Policy {

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   * @param reference the throughputs that throughputs are divided by; jobs for which it is 0 do not
   *     count
   */
  public MaxEnvyFree {
    solver = solver.forPolicy("max_envy_free");
    requireNonNull(reference, "reference throughput");
  }

  /**
   * Returns the policy with the standard solvers.
   *
   * @return the policy
   */
  public static MaxEnvyFree create() {
    return new MaxEnvyFree(CertifiedSolver.standard(), Normalizer.EQUAL_SHARE);
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public MaxEnvyFree withSolver(CertifiedSolver solver) {
    return new MaxEnvyFree(solver, reference);
  }

  /**
   * Returns a copy with another reference throughput.
   *
   * @param reference the throughputs that throughputs are divided by, such as a {@link Normalizer};
   *     jobs for which it is 0 do not count
   * @return a copy
   */
  public MaxEnvyFree withReference(ReferenceThroughput reference) {
    return new MaxEnvyFree(solver, reference);
  }

  /**
   * Allocates.
   *
   * @throws IllegalArgumentException if the problem has pairs, or configurations: fractions on
   *     different numbers of workers cannot be compared; or if more than 20,000 classes of jobs
   *     envy each other
   */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    return Rights.keep(problem, this::shared);
  }

  private Allocation shared(AllocationProblem problem) {
    Unsupported.requireNoPairs(problem, "max_envy_free");
    Unsupported.requireNoConfigurations(problem, "max_envy_free", EnvyRows.RIGID);
    problem.requireNoCoGangs("max_envy_free");
    return allocate(problem, EnvyRows.MOST_AT_ONCE);
  }

  Allocation allocate(AllocationProblem problem, int mostAtOnce) {
    double[] worth = new double[problem.jobCount()];
    for (int m = 0; m < worth.length; m++) {
      double ofReference = reference.throughput(problem, m);
      worth[m] = ofReference > 0 ? 1 / ofReference : 0;
    }
    AllocationProgram sum = AllocationProgram.maximizeSum(problem, worth);
    EnvyRows rows = EnvyRows.amongEqualSizes(problem, sum, mostAtOnce);
    CertifiedSolution point = rows.solve(solver);
    return AllocationFactory.certified(point.program(), problem, point.fractions(), point.bound());
  }

  @Override
  public Set<Aspect> reads() {
    return ProgramPolicies.reads();
  }

  @Override
  public Claims claims() {
    return Claims.rules()
        .and(Invariant.PROVED)
        .and(Invariant.ENVY_FREENESS, Condition.EQUAL_SIZES, Condition.EQUAL_WEIGHTS);
  }
}
