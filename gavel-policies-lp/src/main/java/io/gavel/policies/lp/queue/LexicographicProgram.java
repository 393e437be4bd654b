package io.gavel.policies.lp.queue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.FloorSolver;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.FeasibilityRepair;
import java.util.Arrays;
import java.util.Optional;

/**
 * The lexicographic optimum: jobs in a given order, each with the largest throughput that the jobs
 * before it leave.
 *
 * <p>A step maximises {@code Σ throughput / fastest} over the jobs up to the new one, while the
 * earlier jobs keep their throughputs. All terms have the same unit, so the program's relative gap
 * is meaningful even if the new job gets almost nothing.
 */
final class LexicographicProgram {

  /** The part of a job's fastest throughput that counts as rounding. */
  private static final double NOTHING = 1e-6;

  /** The relative gap of the programs. */
  private static final double CLOSE = 1e-10;

  private final CertifiedSolver solver;
  private final AllocationProblem problem;
  private final int[] order;
  private final double[] fastest;
  private final double[] reached;

  /** The best feasible point found so far. */
  private Optional<CertifiedSolution> served = Optional.empty();

  private LexicographicProgram(
      CertifiedSolver solver, AllocationProblem problem, int[] order, double[] fastest) {
    this.solver = solver;
    this.problem = problem;
    this.order = order;
    this.fastest = fastest;
    this.reached = new double[problem.jobCount()];
  }

  /**
   * Allocates to the jobs in order; jobs that are not listed get no time of their own.
   *
   * <p>Without pairs and constraints {@link LexicographicFill} serves all jobs. Otherwise each job
   * takes a program. Errors of earlier jobs are amplified in later ones, so these programs need a
   * tolerance tighter than the certified one. If a program is too degenerate for it, floors and
   * tolerance are relaxed until the programs can be solved.
   */
  static Allocation allocate(CertifiedSolver solver, AllocationProblem problem, int[] order) {
    double[] fastest = new double[problem.jobCount()];
    Arrays.setAll(fastest, m -> PoolShares.fastest(problem, m));
    int[] listed = Arrays.stream(order).filter(m -> fastest[m] > 0).toArray();
    LexicographicProgram jobs = new LexicographicProgram(solver, problem, listed, fastest);
    AllocationProgram program = jobs.sumOfFirst(listed.length);
    if (program.hasPairsByType() || !program.isPlain() || !Programs.isByJob(program)) {
      return jobs.oneByOne();
    }
    LexicographicFill fill = new LexicographicFill(program, listed, solver.limits());
    return solver
        .orKnown(
            throwing -> jobs.inSequence(program, fill),
            () -> Optional.of(jobs.known(program, fill.fractions())))
        .orElseGet(jobs::oneByOne);
  }

  /**
   * Returns an allocation that limits left unproved, under the bound that every job runs full time
   * where it is fastest.
   */
  private Allocation known(AllocationProgram program, double[] x) {
    CertifiedSolution point = CertifiedSolution.stopped(program, x, new double[0]);
    return AllocationFactory.certified(program, problem, point.fractions(), point.bound());
  }

  /**
   * Serves all jobs without floors; empty if a program is not solved precisely. The proof is by the
   * prices of all stages together or, if these span more magnitudes than numbers have digits, stage
   * by stage.
   */
  private Optional<Allocation> inSequence(AllocationProgram program, LexicographicFill fill) {
    if (!fill.solve()) {
      return Optional.empty();
    }
    double[] feasible = FeasibilityRepair.of(program, fill.fractions()).fractions();
    double[] floor = program.throughput(feasible);
    if (order.length > 0) {
      floor[order[order.length - 1]] = 0;
    }
    AllocationProgram kept = program.withFloor(floor);
    DualBound bound = DualBound.of(kept, LexicographicPrices.of(fill, fastest));
    Allocation together = AllocationFactory.certified(kept, problem, feasible, bound);
    if (together.certificate().holdsWithin(Tolerance.CERTIFIED)) {
      return Optional.of(together);
    }
    double ofStages = LexicographicPrices.boundOfStages(fill, Programs.workers(program));
    Certificate byStage =
        new Certificate(program.objective(feasible), ofStages, 0, Prices.zero(problem));
    Allocation served = AllocationFactory.of(program, problem, feasible, byStage);
    return served.maxViolation() == 0 && byStage.holdsWithin(Tolerance.CERTIFIED)
        ? Optional.of(served)
        : Optional.empty();
  }

  private Allocation oneByOne() {
    return solver.orKnown(
        this::oneByOne,
        () -> {
          AllocationProgram all = sumOfFirst(order.length);
          return known(all, served.orElseGet(() -> solver.solveOrFeasible(all)).fractions());
        });
  }

  private Allocation oneByOne(CertifiedSolver throwing) {
    double tolerance = CLOSE;
    while (true) {
      try {
        Arrays.fill(reached, 0);
        return allocate(throwing.within(new Tolerance(0, tolerance)));
      } catch (SolveFailedException tooTight) {
        tolerance *= 10;
        if (tolerance > 2 * Tolerance.CERTIFIED.relative()) {
          throw tooTight;
        }
      }
    }
  }

  private Allocation allocate(CertifiedSolver close) {
    for (int i = 0; ; i++) {
      AllocationProgram program = sumOfFirst(i + 1);
      CertifiedSolution point = FloorSolver.solve(close::solve, program, reached);
      served = Optional.of(point);
      if (i >= order.length - 1) {
        return certified(program, point);
      }
      int m = order[i];
      double got = program.throughput(point.fractions())[m];
      if (got > NOTHING * fastest[m]) {
        reached[m] = got;
      } else if (isExhausted(close, point.objective())) {
        return certified(program, point);
      }
    }
  }

  /** Certifies an allocation against all that leave the earlier jobs their throughputs. */
  private Allocation certified(AllocationProgram program, CertifiedSolution point) {
    double[] has = program.throughput(point.fractions());
    Arrays.setAll(has, m -> Math.min(has[m], reached[m]));
    AllocationProgram kept = program.withFloor(has);
    DualBound bound = DualBound.of(kept, point.bound().prices());
    return AllocationFactory.proved(
        AllocationFactory.certified(kept, problem, point.fractions(), bound));
  }

  private AllocationProgram sumOfFirst(int count) {
    double[] weight = new double[problem.jobCount()];
    for (int i = 0; i < Math.min(count, order.length); i++) {
      weight[order[i]] = 1 / fastest[order[i]];
    }
    return AllocationProgram.maximizeSum(problem, weight);
  }

  /** Returns whether the total of all jobs cannot exceed the total of the jobs so far. */
  private boolean isExhausted(CertifiedSolver close, double reachedTotal) {
    CertifiedSolution total = FloorSolver.solve(close::solve, sumOfFirst(order.length), reached);
    return total.bound().value() - reachedTotal < NOTHING;
  }
}
