package io.gavel.policies.lp.program;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.ProgramPolicies;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.internal.Worth;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.model.Job;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Measure.JobSet;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import java.util.List;
import java.util.Set;

/**
 * Max-min fairness over the entities of a problem: a team counts with the total of its jobs.
 *
 * <pre>
 *   maximise over X   min_e  Σ_{m of e} s_m · throughput(m, X) / eq(m)  /  w_e
 * </pre>
 *
 * <p>with the workers {@code s} of a job, its {@linkplain
 * io.gavel.policies.lp.share.EqualShare#throughput equal-share throughput} {@code eq}, and the
 * weight {@code w} of the entity. Entities that have jobs of their own count, each for itself. Jobs
 * without an entity get only spare capacity. The weights of jobs do not count: a team may divide
 * its part among its jobs in any way. Among the allocations that reach the level, the policy
 * returns one with the largest {@code Σ throughput(m) / eq(m)}. {@code WaterFilling.overEntities}
 * is fair within entities, too.
 *
 * <p>The certificate's objective is the smallest level of an entity. Two programs of at most nK
 * columns and n + K rows, with a row for each entity.
 *
 * <p>Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 * @param normalizer the reference throughputs that throughputs are divided by
 */
public record EntityMaxMin(CertifiedSolver solver, Normalizer normalizer) implements Policy {

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   * @param normalizer the reference throughputs that throughputs are divided by
   */
  public EntityMaxMin {
    solver = solver.forPolicy("max_min_entities");
    requireNonNull(normalizer, "normalizer");
  }

  /**
   * Returns the policy with the standard solvers.
   *
   * @return the policy
   */
  public static EntityMaxMin create() {
    return new EntityMaxMin(CertifiedSolver.standard(), Normalizer.EQUAL_SHARE);
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public EntityMaxMin withSolver(CertifiedSolver solver) {
    return new EntityMaxMin(solver, normalizer);
  }

  /**
   * Returns a copy with another normaliser.
   *
   * @param normalizer the reference throughputs that throughputs are divided by
   * @return a copy
   */
  public EntityMaxMin withNormalizer(Normalizer normalizer) {
    return new EntityMaxMin(solver, normalizer);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    return Rights.keep(
        problem,
        this::shared,
        (right, alone, all) ->
            Worth.ofTotal(right, alone, m -> shares().ofStep(alone.problem(), m)));
  }

  private Measure normalised() {
    return Measure.throughput().per(normalizer);
  }

  /** Returns the measure of a team's total. */
  private Measure shares() {
    return normalizer == Normalizer.ISOLATED_SHARE // which depends on the size already
        ? normalised()
        : normalised().times(Job::workers);
  }

  private Allocation shared(AllocationProblem problem) {
    List<JobSet> teams = JobSet.ofEntities(problem);
    return Program.of(problem)
        .maximize(Objective.leastOf(teams, shares()))
        .then(Objective.sum(normalised()))
        .solve(StagedSolver.create().withSolver(solver))
        .allocation();
  }

  @Override
  public Set<Aspect> reads() {
    return ProgramPolicies.reads(Aspect.ENTITIES);
  }

  @Override
  public Claims claims() {
    return Claims.rules().and(Invariant.PROVED);
  }
}
