package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.level.MaxMinRequirements;
import io.gavel.policies.lp.near.EpsilonOptimal;
import io.gavel.policies.lp.near.NearOptimalSet;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.FeasibilityRepair;
import java.util.Arrays;
import java.util.Set;

/**
 * Water filling (Gavel §4.3): raise all jobs together until some can go no further, then the others
 * without them, until no job can be raised.
 *
 * <p>{@linkplain #create Single-level}, this is the lexicographic optimum of max-min fairness: the
 * smallest {@code s_m · throughput(m, X) / (w_m · eq(m))} is as large as can be, then the second
 * smallest, and so on. {@linkplain #overEntities Over the tree of entities}, a round raises job
 * {@code m} in proportion to its share {@code k_m} of what its entity is entitled to; what a
 * saturated job leaves goes to the others below the same entity. In an entity that {@linkplain
 * io.gavel.policies.model.Entity.Discipline#FINISH_TIME_FAIRNESS divides by finish time}, the jobs
 * that can still rise have one {@code ρ_m} as in {@link FinishTimeFairness}.
 *
 * <p>Most jobs are saturated because they have all their time where they are fastest. That takes no
 * program: what everybody is to have at a level follows from what each job can hold. The highest
 * level whose demands {@code d_m} can be met together is searched with a few programs of the size
 * of {@link MaxMinFairness},
 *
 * <pre>
 *   maximise λ   such that   throughput(m, X)  ≥  λ d_m
 * </pre>
 *
 * <p>whose prices prove from above which levels are out of reach. The jobs with a positive price in
 * the last of them are held back together (complementary slackness) by workers that are all in use,
 * and the search goes on without those workers: without pairs, at most as often as there are pools.
 * No integer program is needed to tell who is saturated.
 *
 * <p>All levels are unique, and so are the throughputs; the fractions need not be. The certificate
 * is that of the first round: its objective, the smallest level among the jobs that it raised, is
 * the optimum of max-min fairness for their shares. {@link #fill} tells level and bound of every
 * round. A job keeps its level in later rounds but for what rounding and the gaps of programs take.
 * Jobs that can only run in pairs have no equal share and are set aside. Identical jobs get
 * identical shares, unless they are members of pairs.
 *
 * <p>Immutable; may be shared by threads.
 */
public final class WaterFilling extends Configured implements EpsilonOptimal {

  private record Options(CertifiedSolver solver, boolean overEntities) {}

  private final Options options;

  private WaterFilling(CertifiedSolver solver, boolean overEntities) {
    options = new Options(solver.forPolicy("water_filling"), overEntities);
  }

  /**
   * The single-level policy, which does not look at entities, with the library's own solvers.
   *
   * @return the policy
   */
  public static WaterFilling create() {
    return new WaterFilling(CertifiedSolver.standard(), false);
  }

  /**
   * The same policy with a solver of the caller's.
   *
   * @param solver what answers the programs
   * @return a copy
   */
  public WaterFilling withSolver(CertifiedSolver solver) {
    return new WaterFilling(solver, options.overEntities());
  }

  /**
   * The policy over the tree of the problem's entities. Entities without a parent, and jobs without
   * an entity, share the cluster in proportion to their weights; each entity divides its part by
   * its {@linkplain io.gavel.policies.model.Entity#discipline discipline}. In a FIFO an entity's
   * turn is that of its first job.
   *
   * @return a copy of this policy that looks at entities
   */
  public WaterFilling overEntities() {
    return new WaterFilling(options.solver(), true);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    return fill(problem).allocation();
  }

  /**
   * The allocations in which every job has almost the throughput that filling gives it. The
   * objective is the smallest level.
   *
   * @throws UnsupportedOperationException if the policy looks at entities
   */
  @Override
  public NearOptimalSet near(AllocationProblem problem, Allocation optimum, double part) {
    if (options.overEntities()) {
      throw new UnsupportedOperationException(
          "near-optimal allocations over entities are not supported: an allocation does not"
              + " determine the levels of entities");
    }
    double[] requirement = MaxMinRequirements.of(problem, Normalizer.EQUAL_SHARE);
    double[] demand = new double[requirement.length];
    Arrays.setAll(demand, m -> (1 - part) * optimum.effectiveThroughput(m));
    AllocationProgram levels = AllocationProgram.maximizeMinimum(problem, requirement);
    return NearOptimalSet.ofLevel(problem, demand, levels::level);
  }

  @Override
  protected Record options() {
    return options;
  }

  @Override
  public Set<Aspect> reads() {
    Set<Aspect> flat = Aspect.only(Aspect.WEIGHTS, Aspect.PAIRS, Aspect.SHARES);
    return options.overEntities()
        ? Aspect.union(flat, Aspect.ENTITIES, Aspect.STEPS, Aspect.HISTORY, Aspect.ARRIVAL_ORDER)
        : flat;
  }

  @Override
  public Claims claims() {
    Claims proved = Claims.rules().and(Invariant.PROVED);
    return options.overEntities() // a job that is done may be owed nothing
        ? proved
            .and(Invariant.WORK_CONSERVATION, Condition.NO_PAIRS, Condition.WORK_LEFT)
            .and(Invariant.PARETO_EFFICIENCY, Condition.NO_PAIRS, Condition.WORK_LEFT)
        : proved
            .and(Invariant.WORK_CONSERVATION, Condition.NO_PAIRS)
            .and(Invariant.PARETO_EFFICIENCY, Condition.NO_PAIRS)
            .and(Invariant.PROGRESS)
            .and(Invariant.SHARING_INCENTIVE, Condition.EQUAL_WEIGHTS, Condition.EQUAL_SIZES)
            .and(Invariant.EQUAL_TREATMENT, Condition.NO_PAIRS)
            .and(Invariant.UNIT_INVARIANCE, Condition.NO_PAIRS)
            .and(Invariant.ORDER_INVARIANCE, Condition.NO_PAIRS);
  }

  /**
   * Allocates, and tells how.
   *
   * @param problem the jobs and the cluster
   * @return the allocation with the rounds that led to it
   * @throws io.gavel.policies.SolveStoppedException if limits ended it and say so; otherwise what
   *     was reached until then is returned, without a round that was not ended
   * @throws SolveFailedException if a round has no certified answer, or rounding in later rounds
   *     spoiled the first level
   * @throws IllegalArgumentException if a job of an entity that divides by finish time has no steps
   *     remaining given
   */
  public WaterFillingResult fill(AllocationProblem problem) {
    FairnessTree tree =
        options.overEntities() ? FairnessTree.of(problem) : FairnessTree.flat(problem);
    WaterFillingRun filling = new WaterFillingRun(problem, tree);
    CertifiedSolver precise = options.solver().precise(); // each level builds on those before
    boolean stopped = false;
    while (filling.canRise() && !stopped) {
      stopped = !filling.rise(precise); // and what was reached before is the answer
    }
    AllocationProgram lowest = filling.lowest();
    double[] x = FeasibilityRepair.of(lowest, filling.fractions()).fractions();
    Allocation allocation = AllocationFactory.certified(lowest, problem, x, filling.lowestBound());
    boolean certain = !stopped || !filling.rounds().isEmpty();
    if (certain && !allocation.certificate().holdsWithin(Tolerance.CERTIFIED)) {
      throw new SolveFailedException(
          "later rounds spoiled the first level beyond %s: %s"
              .formatted(Tolerance.CERTIFIED, allocation.certificate()));
    }
    return new WaterFillingResult(allocation, filling.rounds());
  }
}
