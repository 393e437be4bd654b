package io.gavel.policies.lp.program;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.ProgramPolicies;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Program.Purchasable;
import io.gavel.policies.program.Solution;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Rents the workers that the SLOs need, for the least money.
 *
 * <pre>
 *   minimise   Σ_k price_k · bought_k                     0 ≤ bought_k ≤ most_k
 *   subject to throughput(m, X) ≥ steps_m / slo_m         for every job with an SLO
 *              Σ workers · X ≤ workers_k + bought_k       for every pool k
 * </pre>
 *
 * <p>The certificate's objective is this cost, in currency per hour, and its bound a cost that no
 * purchase undercuts, even if workers could be bought for a part of the time. Nothing is bought if
 * the cluster can meet the SLOs. With the workers bought, the policy maximises the total normalised
 * throughput {@code Σ throughput(m) / fastest(m)}.
 *
 * <p>The allocation is one of the problem {@linkplain Solution#allocation on a cluster with the
 * bought workers}; {@link #purchase} returns these workers. Without purchasable workers it is an
 * allocation of the given problem. Three programs of at most nK columns, n + K rows and a column
 * for each purchasable type.
 *
 * <p>Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 * @param purchasables the workers that can be bought; copied
 */
public record LeastCost(CertifiedSolver solver, List<Purchasable> purchasables) implements Policy {

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   * @param purchasables the workers that can be bought; copied
   */
  public LeastCost {
    solver = solver.forPolicy("least_cost");
    purchasables = List.copyOf(purchasables);
  }

  /**
   * Returns the policy with the standard solvers, where nothing can be bought.
   *
   * @return the policy
   */
  public static LeastCost create() {
    return new LeastCost(CertifiedSolver.standard(), List.of());
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public LeastCost withSolver(CertifiedSolver solver) {
    return new LeastCost(solver, purchasables);
  }

  /**
   * Returns a copy with further workers to buy.
   *
   * @param workers purchasable workers, added to earlier ones
   * @return a copy
   */
  public LeastCost buying(List<Purchasable> workers) {
    List<Purchasable> all = new ArrayList<>(purchasables);
    all.addAll(workers);
    return new LeastCost(solver, List.copyOf(all));
  }

  /**
   * Returns the purchase and the allocation.
   *
   * @param problem the jobs and the cluster
   * @return the workers to buy with the certificate of their cost, and the allocation
   * @throws IllegalArgumentException naming a purchasable worker type that the cluster lacks, or a
   *     job with an SLO and without steps remaining
   * @throws io.gavel.policies.InfeasibleProblemException naming a minimal set of SLOs and
   *     constraints that cannot be met even with all workers that can be bought
   */
  public Solution purchase(AllocationProblem problem) {
    problem.constraintSet().requireRightsStated("least cost");
    return Program.of(problem)
        .minimize(Objective.purchaseCost())
        .then(Objective.sum(Measure.throughput().per(Normalizer.FASTEST_TYPE)))
        .meetingSlos()
        .buying(purchasables)
        .solve(StagedSolver.create().withSolver(solver));
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    return purchase(problem).allocation();
  }

  @Override
  public Set<Aspect> reads() {
    return ProgramPolicies.reads(Aspect.SLOS, Aspect.STEPS);
  }

  @Override
  public Claims claims() {
    return Claims.rules().and(Invariant.PROVED);
  }
}
