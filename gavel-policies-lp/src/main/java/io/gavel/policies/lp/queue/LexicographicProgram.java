package io.gavel.policies.lp.queue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.FloorSolver;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.FeasibilityRepair;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The lexicographic optimum: jobs in a given order, each with the largest throughput that the jobs
 * before it leave.
 *
 * <p>A step maximises {@code Σ throughput / fastest} over the jobs up to the new one, while the
 * earlier jobs keep their throughputs. All terms have the same unit, so the program's relative gap
 * is meaningful even if the new job gets almost nothing.
 */
final class LexicographicProgram {

  /** Solves a program under floors that are reached. */
  @FunctionalInterface
  private interface Floors {
    CertifiedSolution solve(CertifiedSolver solver, AllocationProgram program, double[] reached);
  }

  /** The part of a job's fastest throughput that counts as rounding. */
  private static final double NOTHING = 1e-6;

  /** The relative gap of the programs. */
  private static final double CLOSE = 1e-10;

  private final CertifiedSolver solver;
  private final Floors floors;
  private final AllocationProblem problem;
  private final int[] order;
  private final double[] fastest;
  private final double[] reached;

  private LexicographicProgram(
      CertifiedSolver solver, Floors floors, AllocationProblem problem, int[] order) {
    this.solver = solver;
    this.floors = floors;
    this.problem = problem;
    this.order = order;
    this.fastest = new double[problem.jobCount()];
    Arrays.setAll(fastest, m -> PoolShares.fastest(problem, m));
    this.reached = new double[problem.jobCount()];
  }

  /** The claims if all jobs are listed. */
  static Claims claims() {
    return Claims.rules()
        .and(Invariant.PROVED)
        .and(Invariant.WORK_CONSERVATION, Condition.NO_PAIRS)
        .and(Invariant.PARETO_EFFICIENCY, Condition.NO_PAIRS)
        .and(Invariant.UNIT_INVARIANCE, Condition.NO_PAIRS);
  }

  /**
   * Allocates to the jobs in order; jobs that are not listed get no time of their own. Errors of
   * earlier jobs are amplified in later ones, so all programs need a tolerance tighter than the
   * certified one. If a program is too degenerate for it, or a job of a small problem is off by
   * more than {@link #CLOSE}, a simplex without floors solves small problems; for others, floors
   * and tolerance are relaxed until the programs can be solved.
   */
  static Allocation allocate(CertifiedSolver solver, AllocationProblem problem, int[] order) {
    int[] listed = Arrays.stream(order).filter(m -> PoolShares.fastest(problem, m) > 0).toArray();
    LexicographicProgram vertices =
        new LexicographicProgram(solver, FloorSolver::solve, problem, listed);
    Optional<double[]> vertex = LexicographicSimplex.solve(problem, listed, vertices.fastest);
    Optional<Allocation> tight = tight(solver, problem, listed);
    if (tight.isPresent() && (vertex.isEmpty() || vertices.isClose(tight.get(), vertex.get()))) {
      return tight.get();
    }
    return vertex
        .flatMap(vertices::proved)
        .or(() -> tight)
        .orElseGet(() -> relaxed(solver, problem, listed));
  }

  private static Optional<Allocation> tight(
      CertifiedSolver solver, AllocationProblem problem, int[] listed) {
    CertifiedSolver close = solver.within(new Tolerance(0, CLOSE));
    try {
      return Optional.of(
          new LexicographicProgram(close, FloorSolver::solveTightly, problem, listed).allocate());
    } catch (SolveFailedException | InfeasibleProblemException degenerate) {
      return Optional.empty();
    }
  }

  /** Whether every job has the throughput of the vertex, relative to its fastest. */
  private boolean isClose(Allocation allocation, double[] vertex) {
    int types = problem.cluster().typeCount();
    for (int m : order) {
      double owed = 0;
      for (int j = 0; j < types; j++) {
        owed += vertex[m * types + j] * problem.throughputs().stepsPerSecond(m, j);
      }
      if (Math.abs(allocation.effectiveThroughput(m) - owed) > CLOSE * fastest[m]) {
        return false;
      }
    }
    return true;
  }

  private static Allocation relaxed(
      CertifiedSolver solver, AllocationProblem problem, int[] listed) {
    double tolerance = CLOSE;
    while (true) {
      try {
        CertifiedSolver close = solver.within(new Tolerance(0, tolerance));
        return new LexicographicProgram(close, FloorSolver::solve, problem, listed).allocate();
      } catch (SolveFailedException tooTight) {
        tolerance *= 10;
        if (tolerance > 2 * Tolerance.CERTIFIED.relative()) {
          throw tooTight;
        }
      }
    }
  }

  /** A vertex with a proof by the prices of the last program; empty if the proof fails. */
  private Optional<Allocation> proved(double[] vertex) {
    AllocationProgram program = sumOfFirst(order.length);
    double[] columns = new double[program.columnCount()];
    Arrays.setAll(columns, c -> vertex[program.entry(c)]);
    double[] feasible = FeasibilityRepair.of(program, columns).repaired();
    double[] has = program.throughput(feasible);
    for (int i = 0; i < order.length - 1; i++) {
      reached[order[i]] = has[order[i]];
    }
    try {
      AllocationProgram kept = program.withFloor(reached);
      DualBound bound = DualBound.of(kept, floors.solve(solver, program, reached).bound().prices());
      return Optional.of(
          AllocationFactory.proved(AllocationFactory.certified(kept, problem, feasible, bound)));
    } catch (SolveFailedException | InfeasibleProblemException unproved) {
      return Optional.empty();
    }
  }

  private Allocation allocate() {
    for (int i = serveWhileRoom(); ; i++) {
      AllocationProgram program = sumOfFirst(i + 1);
      CertifiedSolution point = floors.solve(solver, program, reached);
      if (i >= order.length - 1) {
        return certified(program, point);
      }
      int m = order[i];
      double got = program.throughput(point.fractions())[m];
      if (got > NOTHING * fastest[m]) {
        reached[m] = got;
      } else if (isExhausted(point.objective())) {
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

  /**
   * Gives the first jobs their fastest type full time while it has room, which no program can
   * improve; returns the number of these jobs. Does nothing if there are pairs, since a job may be
   * faster in a pair, or constraints, which may forbid it.
   */
  private int serveWhileRoom() {
    Cluster cluster = problem.cluster();
    long[] freeMilli = new long[cluster.poolCount()];
    Arrays.setAll(freeMilli, k -> (long) cluster.poolWorkers(k) * Job.WHOLE_WORKER);
    int served = 0;
    boolean room = problem.groupCount() == problem.jobCount() && problem.constraintRows().isEmpty();
    while (room && served < order.length - 1) {
      int m = order[served];
      room = false;
      for (int j = 0; j < cluster.typeCount() && !room; j++) {
        int k = cluster.poolOf(j);
        if (problem.runs(m, j)
            && problem.throughputs().stepsPerSecond(m, j) == fastestAllowed(m)
            && freeMilli[k] >= PoolShares.milli(problem, m)) {
          freeMilli[k] -= PoolShares.milli(problem, m);
          reached[m] = problem.throughputs().stepsPerSecond(m, j);
          served++;
          room = true;
        }
      }
    }
    return served;
  }

  private double fastestAllowed(int m) {
    return IntStream.range(0, problem.cluster().typeCount())
        .filter(j -> problem.runs(m, j))
        .mapToDouble(j -> problem.throughputs().stepsPerSecond(m, j))
        .max()
        .orElse(0);
  }

  private AllocationProgram sumOfFirst(int count) {
    double[] weight = new double[problem.jobCount()];
    for (int i = 0; i < Math.min(count, order.length); i++) {
      weight[order[i]] = 1 / fastest[order[i]];
    }
    return AllocationProgram.maximizeSum(problem, weight);
  }

  /** Whether the total of all jobs cannot exceed the total of the jobs so far. */
  private boolean isExhausted(double reachedTotal) {
    CertifiedSolution total = floors.solve(solver, sumOfFirst(order.length), reached);
    return total.bound().value() - reachedTotal < NOTHING;
  }
}
