package io.gavel.policies.lp.queue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.solver.CertifiedSolver;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * First in, first out, strictly: every job gets as much as the jobs before it leave, and later
 * arrivals never change that.
 *
 * <p>The first job's throughput is maximised, then the second's among the allocations that keep the
 * first's, and so on: the lexicographic optimum in order of arrival. Earlier jobs may still be
 * moved to other types of equal use to them, so that later ones fit better.
 *
 * <p>The certificate is that of the last program: its objective is {@code Σ throughput(m) /
 * fastest(m)}, and the bound is what no allocation exceeds that leaves every earlier job what it
 * got. Jobs that find room on their fastest type need no program; each other job needs one, of the
 * size of {@link FifoProgram}, until nothing is left. Each job may give up one part in
 * 10<sup>6</sup> of its throughput to floating point, and less than one part in 10<sup>8</sup> of
 * its fastest throughput counts as nothing.
 *
 * <p>Immutable; may be shared by threads.
 */
public final class StrictFifo extends Configured implements Policy {

  private record Options(CertifiedSolver solver) {}

  private final Options options;

  private StrictFifo(CertifiedSolver solver) {
    options = new Options(solver.forPolicy("fifo_strict"));
  }

  /**
   * The policy with the library's own solvers.
   *
   * @return the policy
   */
  public static StrictFifo create() {
    return new StrictFifo(CertifiedSolver.standard());
  }

  /**
   * The same policy with a solver of the caller's.
   *
   * @param solver what answers the programs
   * @return a copy
   */
  public StrictFifo withSolver(CertifiedSolver solver) {
    return new StrictFifo(solver);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    return LexicographicProgram.allocate(
        options.solver(), problem, IntStream.range(0, problem.jobCount()).toArray());
  }

  @Override
  protected Record options() {
    return options;
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.only(Aspect.PAIRS, Aspect.SHARES, Aspect.ARRIVAL_ORDER);
  }

  @Override
  public Claims claims() {
    return LexicographicProgram.claims().and(Invariant.ARRIVAL_PRIORITY, Condition.NO_PAIRS);
  }
}
