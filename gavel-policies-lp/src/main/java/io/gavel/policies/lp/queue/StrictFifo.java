package io.gavel.policies.lp.queue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.ProgramPolicies;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.internal.Unsupported;
import io.gavel.policies.lp.solver.CertifiedSolver;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Strict first in, first out: every job gets the largest throughput possible given the throughputs
 * of earlier jobs, and later arrivals never change it.
 *
 * <p>The policy maximises the throughput of the first job, then the throughput of the second job
 * among the allocations that keep the first, and so on: the lexicographic optimum in order of
 * arrival. Earlier jobs may still move to other types on which they are equally fast, so that later
 * jobs fit better.
 *
 * <p>The certificate's objective is {@code Σ throughput(m) / fastest(m)}, and no allocation that
 * leaves every earlier job its throughput exceeds the bound. With about eight worker types and
 * more, the prices of this proof may exceed the range of doubles; then the bound is the sum of each
 * job's maximum given the earlier jobs, each with a proof of its own, and the certificate has no
 * prices.
 *
 * <p>Without pairs and constraints a job whose fastest type has room needs no program. Otherwise it
 * takes a small one over the earlier jobs that may still move, so n jobs and K types take O(nK) if
 * few jobs are equally fast on several types. Every throughput is exact to one part in
 * 10<sup>9</sup> of the job's fastest, unless rates differ by many powers of ten. With pairs or
 * constraints each job needs one program of the size of {@link FifoProgram}, until no capacity is
 * left; each job may lose one part in 10<sup>6</sup> of its throughput to floating point, and less
 * than one part in 10<sup>6</sup> of its fastest throughput counts as 0.
 *
 * <p>Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 */
public record StrictFifo(CertifiedSolver solver) implements Policy {

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   */
  public StrictFifo {
    solver = solver.forPolicy("fifo_strict");
  }

  /**
   * Returns the policy with the standard solvers.
   *
   * @return the policy
   */
  public static StrictFifo create() {
    return new StrictFifo(CertifiedSolver.standard());
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public StrictFifo withSolver(CertifiedSolver solver) {
    return new StrictFifo(solver);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    return Rights.keepTotals(problem, this::shared);
  }

  private Allocation shared(AllocationProblem problem) {
    Unsupported.requireListedPairs(problem, this);
    return LexicographicProgram.allocate(
        solver, problem, IntStream.range(0, problem.jobCount()).toArray());
  }

  @Override
  public Set<Aspect> reads() {
    return ProgramPolicies.reads(Aspect.ARRIVAL_ORDER);
  }

  @Override
  public Claims claims() {
    return ProgramPolicies.claims(Condition.NO_PAIRS, Condition.FIRST_WAYS)
        .without(Invariant.EQUAL_TREATMENT)
        .and(Invariant.ARRIVAL_PRIORITY, Condition.NO_PAIRS);
  }
}
