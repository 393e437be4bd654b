package io.gavel.policies.lp.solver;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import java.util.Set;
import java.util.function.Function;

/**
 * A policy that solves successive problems, such as the problems of rounds, and starts from the
 * last prices. The k-th program of a problem starts from the prices of the k-th program of the
 * previous problem, if it maximises a level without floors, a sum or utilities, and has no pairs.
 * If the prices do not lead to a solution, the program is solved without them, and the session
 * skips a number of problems, doubled each time, before it uses prices again.
 *
 * <p>Answers have the same certificates as without a session, but the point may be a different
 * optimum. They depend on the sequence of problems only.
 *
 * <p>Mutable; not thread-safe. Programs that a policy solves on other threads are solved as without
 * a session.
 */
public final class Session implements Policy {

  private final Memory memory = new Memory();
  private final Policy policy;

  private Session(CertifiedSolver solver, Function<CertifiedSolver, ? extends Policy> policy) {
    this.policy = requireNonNull(policy.apply(solver.with(memory)), "policy");
  }

  /**
   * Returns a session of a policy with the standard solvers.
   *
   * @param policy makes the policy from its solver, such as {@code
   *     MaxMinFairness.create()::withSolver}
   * @return a session without prices
   */
  public static Session of(Function<CertifiedSolver, ? extends Policy> policy) {
    return of(CertifiedSolver.standard(), policy);
  }

  /**
   * Returns a session of a policy with the given solver.
   *
   * @param solver solves the programs; the prices that it {@linkplain CertifiedSolver#startingFrom
   *     starts from} are replaced by the session's prices
   * @param policy makes the policy from its solver
   * @return a session that remembers nothing yet
   */
  public static Session of(
      CertifiedSolver solver, Function<CertifiedSolver, ? extends Policy> policy) {
    return new Session(solver, policy);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    memory.begin();
    try {
      return policy.allocate(problem);
    } finally {
      memory.end();
    }
  }

  @Override
  public Claims claims() {
    return policy.claims();
  }

  @Override
  public Set<Aspect> reads() {
    return policy.reads();
  }

  @Override
  public String toString() {
    return "Session[%s]".formatted(policy);
  }
}
