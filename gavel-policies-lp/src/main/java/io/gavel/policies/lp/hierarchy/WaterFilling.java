package io.gavel.policies.lp.hierarchy;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.internal.tree.Side;
import io.gavel.policies.internal.tree.TreeFilling;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.internal.ProgramPolicies;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.presolve.TimeCaps;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.proof.Certifier;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.FairLevels.Entitlements;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Water filling (Gavel §4.3): raises all jobs together until some are saturated, then raises the
 * remaining jobs, until no job can be raised.
 *
 * <p>{@linkplain #create Single-level}, this is the lexicographic optimum of max-min fairness: the
 * smallest {@code s_m · throughput(m, X) / (w_m · eq(m))} is maximal, then the second smallest, and
 * so on. {@linkplain #overEntities Over the tree of entities}, a round raises job {@code m} in
 * proportion to its share {@code k_m} of its entity's entitlement. Entitlement that a saturated job
 * cannot use goes to the other jobs below the same entity. In an entity that {@linkplain
 * io.gavel.policies.model.Entity.Discipline#FINISH_TIME_FAIRNESS divides by finish time}, the jobs
 * that can still rise share one {@code ρ_m} as in {@link FinishTimeFairness}.
 *
 * <p>Most jobs are saturated because they run full time on their fastest type. Finding them takes
 * no program: the demands of all jobs at a level follow from the capacity of each job. A search
 * with a few programs of the size of {@link MaxMinFairness} finds the highest level whose demands
 * {@code d_m} can be met together:
 *
 * <pre>
 *   maximise λ   such that   throughput(m, X)  ≥  λ d_m
 * </pre>
 *
 * <p>Their prices prove which levels are infeasible. The jobs with a positive price in the last
 * program are held back together (complementary slackness) by workers that are all in use, and the
 * search continues without those workers: without pairs, at most once per pool. No integer program
 * is needed to find the saturated jobs.
 *
 * <p>All levels are unique, and so are the throughputs; the fractions need not be. The objective of
 * the certificate, the smallest level among the jobs that the first round raised, is the optimum of
 * max-min fairness for their shares. The certificate also has prices for each round, which
 * {@linkplain io.gavel.policies.statement.FairLevels prove} all levels, over entities as well,
 * unless constraints hold the smallest one at 0. {@link #fill} reports level and bound of every
 * round. A job keeps its level in later rounds, up to rounding and the gaps of programs. Programs
 * of up to some 30 jobs are solved by a precise simplex method: a job of weight 0.001 next to one
 * of weight 1,000 gets its level to a part in 10<sup>7</sup>. Jobs that can only run in pairs have
 * no equal share and are set aside. Identical jobs get identical shares, unless they are members of
 * pairs.
 *
 * <p>Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 * @param entities whether jobs share by the tree of entities; otherwise by weight alone
 */
public record WaterFilling(CertifiedSolver solver, boolean entities) implements Policy {

  /**
   * Up to so many jobs, pairs by job type are listed where there are entities and one program of
   * classes is not enough: jobs of one type rise in different rounds, and each finds the pairs that
   * it uses from nothing.
   */
  private static final int FEW_JOBS = 256;

  /** The part of a job's level that may stay open, for each job whose rounding adds to it. */
  private static final double OPEN_PER_JOB = 1e-7;

  /** The part of a job's level that is left open by a wrong decision, not by rounding. */
  private static final double WIDE_OPEN = 1e-4;

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   * @param entities whether jobs share by the tree of entities; otherwise by weight alone
   */
  public WaterFilling {
    solver = solver.forPolicy("water_filling");
  }

  /**
   * Returns the single-level policy, which ignores entities, with the standard solvers.
   *
   * @return the policy
   */
  public static WaterFilling create() {
    return new WaterFilling(CertifiedSolver.standard(), false);
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public WaterFilling withSolver(CertifiedSolver solver) {
    return new WaterFilling(solver, entities);
  }

  /**
   * Returns the policy over the tree of the problem's entities. Entities without a parent, and jobs
   * without an entity, share the cluster in proportion to their weights. Each entity divides its
   * part by its {@linkplain io.gavel.policies.model.Entity#discipline discipline}. In a FIFO
   * entity, the position of a child entity is that of its first job.
   *
   * @return a copy of this policy that uses entities
   */
  public WaterFilling overEntities() {
    return new WaterFilling(solver, true);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    return Rights.keepTotals(problem, of -> fill(of).allocation());
  }

  @Override
  public Set<Aspect> reads() {
    Set<Aspect> flat = ProgramPolicies.reads(Aspect.WEIGHTS);
    return entities
        ? Aspect.union(flat, Aspect.ENTITIES, Aspect.STEPS, Aspect.HISTORY, Aspect.ARRIVAL_ORDER)
        : flat;
  }

  @Override
  public Claims claims() {
    return entities // a job that is done may be owed nothing
        ? ProgramPolicies.claims(Condition.NO_PAIRS, Condition.FIRST_WAYS, Condition.WORK_LEFT)
            .without(Invariant.EQUAL_TREATMENT, Invariant.UNIT_INVARIANCE)
        : ProgramPolicies.claims(Condition.NO_PAIRS, Condition.FIRST_WAYS)
            .and(Invariant.PROGRESS)
            .and(
                Invariant.SHARING_INCENTIVE,
                Condition.EQUAL_WEIGHTS,
                Condition.NOTHING_FORBIDDEN,
                Condition.EQUAL_SIZES)
            .and(Invariant.ORDER_INVARIANCE, Condition.NO_PAIRS);
  }

  /**
   * Allocates and reports the rounds.
   *
   * @param problem the jobs and the cluster
   * @return the allocation with its rounds
   * @throws io.gavel.policies.SolveStoppedException if limits ended the search and their action is
   *     to throw; otherwise the allocation reached until then is returned, without an unfinished
   *     round
   * @throws SolveFailedException if a round has no certified solution, or rounding in later rounds
   *     lowered the first level
   * @throws IllegalArgumentException if the steps remaining of a job in an entity that divides by
   *     finish time are not given
   */
  public WaterFillingResult fill(AllocationProblem problem) {
    FairnessTree tree = entities ? FairnessTree.of(problem) : FairnessTree.flat(problem);
    Optional<WaterFillingResult> byClass = byClass(problem, tree);
    boolean isSmall = entities && problem.jobCount() <= FEW_JOBS;
    if (byClass.isPresent() || !isSmall) {
      return byClass.orElseGet(() -> fill(problem, tree));
    }
    AllocationProblem listed = problem.withAllPairs();
    return fill(listed, FairnessTree.of(listed));
  }

  /**
   * Fills on one program of classes that keeps its basis; empty if the problem does not suit it, or
   * if rounding leaves too much of a level open.
   */
  Optional<WaterFillingResult> byClass(AllocationProblem problem, FairnessTree tree) {
    return ClassFilling.of(problem, tree, solver.limits())
        .map(
            filling ->
                new WaterFillingResult(
                    proved(filling.allocation(problem), filling), filling.rounds()))
        .filter(
            result ->
                result.allocation().certificate().holdsWithin(Tolerance.CERTIFIED)
                    && result.allocation().certificate().levels().orElseThrow().within()
                        <= OPEN_PER_JOB * problem.jobCount());
  }

  /** Fills over a tree of the problem, with pairs by job type as the problem has them. */
  WaterFillingResult fill(AllocationProblem problem, FairnessTree tree) {
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem, new double[problem.jobCount()]);
    TimeCaps caps = TimeCaps.of(program);
    @Nullable WaterFillingResult best = null;
    @Nullable SolveFailedException failure = null;
    for (LevelPrecision precision : LevelPrecision.of(caps.reduced(), solver)) {
      try {
        WaterFillingResult found = fill(problem, caps, tree, precision);
        best = best == null || open(found) < open(best) ? found : best;
      } catch (SolveFailedException undecided) { // the next precision may find an answer
        failure = undecided;
      }
      if (best != null && open(best) <= WIDE_OPEN) {
        return best;
      }
    }
    if (best == null) {
      throw requireNonNull(failure);
    }
    return best;
  }

  /** Returns the part of their levels that jobs may miss; 0 if no levels are claimed. */
  private static double open(WaterFillingResult result) {
    return result.allocation().certificate().levels().map(FairLevels::within).orElse(0.0);
  }

  /** Fills in one precision. */
  WaterFillingResult fill(
      AllocationProblem problem, TimeCaps caps, FairnessTree tree, LevelPrecision precision) {
    WaterFillingRun run = new WaterFillingRun(problem, caps, tree, precision);
    boolean stopped = false;
    try {
      while (run.canRise() && !stopped) {
        stopped = !run.rise(); // then the allocation reached before is returned
      }
    } catch (InfeasibleProblemException e) {
      throw caps.isEmpty() ? e : conflict(problem, e);
    }
    Allocation allocation = run.allocation(problem, solver);
    boolean certain = !stopped || !run.rounds().isEmpty();
    if (certain && !allocation.certificate().holdsWithin(Tolerance.CERTIFIED)) {
      throw new SolveFailedException(
          "later rounds lowered the first level by more than %s: %s"
              .formatted(Tolerance.CERTIFIED, allocation.certificate()));
    }
    return new WaterFillingResult(
        stopped || countsNobody(run) ? allocation : proved(allocation, run), run.rounds());
  }

  /** Returns a conflict among all rows of a problem; the run has none for caps of time. */
  private InfeasibleProblemException conflict(
      AllocationProblem problem, InfeasibleProblemException found) {
    try {
      solver
          .untilFeasible()
          .solve(AllocationProgram.maximizeSum(problem, new double[problem.jobCount()]));
    } catch (InfeasibleProblemException e) {
      return e;
    }
    return found;
  }

  /**
   * Returns whether jobs rise that the statement does not count, since the smallest level can only
   * be 0.
   */
  private static boolean countsNobody(WaterFillingRun run) {
    AllocationProgram lowest = run.lowest;
    return !run.rounds().isEmpty()
        && IntStream.range(0, lowest.jobCount()).allMatch(m -> lowest.requirement(m) == 0);
  }

  private Allocation proved(Allocation filled, Filling filling) {
    double[] level = new double[filled.problem().jobCount()];
    double[] throughput = new double[level.length];
    Arrays.setAll(throughput, filled::effectiveThroughput);
    if (entities) {
      Entitlements of = filling.tree.entitlements();
      double[] most = new double[level.length];
      Arrays.setAll(most, m -> filled.effectiveThroughput(m) * (1 + RoundPrices.LEVEL_ROUNDING));
      double[] over = new TreeFilling(filled.problem(), of, Side.UP).levels(most);
      Arrays.setAll(level, m -> most[m] > 0 ? over[m] : 0); // who has nothing cannot lose
      return Certifier.certifyLevels(filled, filling.prices().rounds(level, throughput), of);
    }
    Arrays.setAll(
        level,
        m -> {
          double share = filling.lowest.requirement(m);
          return share > 0 ? throughput[m] / share : 0;
        });
    return Certifier.certifyLevels(filled, filling.prices().rounds(level, throughput));
  }

  /**
   * The result of water filling: the allocation, and the rounds that show why no job got more.
   * Immutable.
   *
   * @param allocation the allocation
   * @param rounds the rounds in order; each job is saturated in exactly one of them unless it was
   *     set aside
   */
  public record WaterFillingResult(Allocation allocation, List<Round> rounds) {

    /**
     * Copies the list.
     *
     * @param allocation the allocation
     * @param rounds the rounds in order
     */
    public WaterFillingResult {
      rounds = List.copyOf(rounds);
    }

    /**
     * Jobs that are saturated at one level. Immutable.
     *
     * @param level the level reached: the amount that one unit of weight at the top level has
     *     received since the start, in units of the equal share on one worker. Equal to the level
     *     of the previous round if this round only found more jobs that are saturated there
     * @param bound an upper bound on the level while the jobs of earlier rounds keep theirs
     * @param saturated the indices of the jobs found to be at their limit, ascending; at least one
     */
    public record Round(double level, double bound, List<Integer> saturated) {

      /**
       * Copies the list.
       *
       * @param level the level reached
       * @param bound an upper bound on the level
       * @param saturated job indices
       */
      public Round {
        saturated = List.copyOf(saturated);
      }
    }

    /**
     * Returns the round in which a job became saturated. The jobs of this and earlier rounds hold
     * it back, together with the workers that they fill.
     *
     * @param m a job index
     * @return an index of {@link #rounds}; -1 if the job was set aside because it cannot run, or
     *     because it is done and its entity divides by finish time
     */
    public int roundOf(int m) {
      for (int i = 0; i < rounds.size(); i++) {
        if (rounds.get(i).saturated().contains(m)) {
          return i;
        }
      }
      return -1;
    }
  }
}
