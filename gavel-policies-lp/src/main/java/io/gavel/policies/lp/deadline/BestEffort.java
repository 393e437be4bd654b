package io.gavel.policies.lp.deadline;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.CombinedAllocations;
import io.gavel.policies.lp.internal.Deadlines;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.throughput.ThroughputPerCost;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * Decorates a policy with SLO constraints to handle conflicts: if the SLOs cannot all be met
 * together, it drops the SLOs of a set of jobs of minimal weight.
 *
 * <p>{@link #select} reports the dropped SLOs. Without a conflict the result is the result of the
 * decorated policy. The choice is a search over sets of jobs. Each set is checked by one max-min
 * program, whose proof also rules out other sets. The search ends at the optimum, or after 2,000
 * programs or some seconds of work at the best set so far; the {@link Selection} has a bound on any
 * better one.
 *
 * <p>Immutable and thread-safe.
 *
 * @param policy the decorated policy
 * @param solver the solver of the programs
 */
public record BestEffort(Policy policy, CertifiedSolver solver) implements Policy {

  private static final int MOST_PROGRAMS = 2000;

  /**
   * Checks the options.
   *
   * @param policy the decorated policy
   * @param solver the solver of the programs
   */
  public BestEffort {
    requireNonNull(policy, "policy");
    requireNonNull(solver, "solver");
  }

  /**
   * Returns a policy that drops SLOs if they conflict.
   *
   * @param policy the policy for the remaining SLOs, such as {@link ThroughputPerCost}
   * @return the policy
   */
  public static BestEffort of(Policy policy) {
    return new BestEffort(policy, CertifiedSolver.standard());
  }

  /**
   * Returns a copy with the given solver for the search. The decorated policy keeps its own solver.
   *
   * @param solver solves the programs of the search
   * @return a copy
   */
  public BestEffort withSolver(CertifiedSolver solver) {
    return new BestEffort(policy, solver);
  }

  /**
   * The SLOs kept and dropped. Immutable.
   *
   * @param problem the problem without the dropped SLOs
   * @param dropped the ids of the jobs whose SLOs are dropped, in order of arrival
   * @param metWeight the total weight of the jobs whose SLOs are kept
   * @param bound an upper bound on the weight of every set of SLOs that can be met together
   */
  public record Selection(
      AllocationProblem problem, List<String> dropped, double metWeight, double bound) {

    /**
     * Copies the list.
     *
     * @param problem the problem without the dropped SLOs
     * @param dropped the ids of the jobs whose SLOs are dropped
     * @param metWeight the total weight of the jobs whose SLOs are kept
     * @param bound an upper bound on the weight of every set of SLOs that can be met together
     */
    public Selection {
      dropped = List.copyOf(dropped);
    }
  }

  /**
   * Chooses the SLOs to keep.
   *
   * @param problem the jobs and the cluster
   * @return the SLOs kept and dropped
   * @throws IllegalArgumentException if the steps remaining of a job with an SLO are not given
   */
  public Selection select(AllocationProblem problem) {
    double[] weight = problem.jobs().stream().mapToDouble(Job::weight).toArray();
    Deadlines deadlines = new Deadlines(solver, problem);
    SloSearch search = new SloSearch(deadlines, weight, MOST_PROGRAMS, solver.limits());
    solver.orKnown(
        throwing -> {
          search.run();
          return search;
        },
        () -> search); // with the best set found
    BitSet kept = search.best();
    List<String> dropped = new ArrayList<>();
    Job[] jobs = problem.jobs().toArray(Job[]::new);
    for (int m : Deadlines.demandingJobs(deadlines.demands())) {
      if (!kept.get(m)) {
        dropped.add(jobs[m].id());
        jobs[m] = jobs[m].toBuilder().withoutSlo().build();
      }
    }
    AllocationProblem settled =
        dropped.isEmpty()
            ? problem
            : problem
                .withJobs(Arrays.asList(jobs))
                .withConstraints(problem.constraintSet()); // with the rights of teams
    return new Selection(settled, dropped, search.bestWeight(), search.bound());
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    return Rights.keep(
        problem, of -> CombinedAllocations.forOriginal(of, policy.allocate(select(of).problem())));
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.union(
        policy.reads(),
        Aspect.WEIGHTS,
        Aspect.SLOS,
        Aspect.STEPS,
        Aspect.PAIRS,
        Aspect.CONFIGURATIONS,
        Aspect.ARRIVAL_ORDER);
  }

  @Override
  public Claims claims() {
    return policy.claims().without(Invariant.EQUAL_TREATMENT, Invariant.ORDER_INVARIANCE);
  }
}
