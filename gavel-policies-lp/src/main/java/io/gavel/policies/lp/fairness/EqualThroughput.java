package io.gavel.policies.lp.fairness;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.ProgramPolicies;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.internal.Unsupported;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.coefficients.Entries;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Gives all jobs the same normalised throughput, as much as possible: the non-cooperative policy of
 * OEF (Middleware 2024).
 *
 * <pre>
 *   maximise over X   t
 *   subject to        throughput(m, X) = t · slowest(m)     for every job m
 * </pre>
 *
 * <p>with {@code slowest} the job's throughput alone on its slowest type. The level {@code t} is
 * the level of {@link MaxMinFairness} with this normaliser. Since no job exceeds it, a job cannot
 * gain by claiming needs that other jobs do not have, but workers may idle. Weights and sizes are
 * ignored. A job may use all of its configurations.
 *
 * <p>The certificate's objective is the level. One linear program with at most nK columns and 2n +
 * K rows. Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 */
public record EqualThroughput(CertifiedSolver solver) implements Policy {

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   */
  public EqualThroughput {
    solver = requireNonNull(solver, "solver").forPolicy("oef_noncooperative");
  }

  /**
   * Returns the policy with the standard solvers.
   *
   * @return the policy
   */
  public static EqualThroughput create() {
    return new EqualThroughput(CertifiedSolver.standard());
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the program
   * @return a copy
   */
  public EqualThroughput withSolver(CertifiedSolver solver) {
    return new EqualThroughput(solver);
  }

  /**
   * Allocates.
   *
   * @throws IllegalArgumentException if the problem has pairs
   * @throws io.gavel.policies.InfeasibleProblemException if no level keeps all constraints
   */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    return Rights.keep(problem, this::shared);
  }

  private Allocation shared(AllocationProblem problem) {
    Unsupported.requireNoPairs(problem, "oef_noncooperative");
    double[] slowest = new double[problem.jobCount()];
    for (int m = 0; m < slowest.length; m++) {
      slowest[m] = Normalizer.SLOWEST_TYPE.throughput(problem, m);
    }
    AllocationProgram program = AllocationProgram.maximizeMinimum(problem, slowest);
    return IntStream.range(0, program.rows().count()).allMatch(program.rows()::isUpperLimit)
        ? shortened(program, problem, slowest)
        : exact(program, problem, slowest);
  }

  /** Returns the level that all jobs reach, without what some of them have beyond it. */
  private Allocation shortened(
      AllocationProgram program, AllocationProblem problem, double[] slowest) {
    CertifiedSolution point = solver.solveOrFeasible(program);
    double[] throughput = point.throughput();
    double[] x = point.fractions();
    for (int c = 0; c < x.length; c++) {
      int m = program.first(c);
      double owed = point.objective() * slowest[m];
      x[c] *= throughput[m] > owed ? owed / throughput[m] : 1;
    }
    return AllocationFactory.certified(program, problem, x, point.bound());
  }

  /**
   * Returns the level as a free variable in an equation for each job. With constraints that shorter
   * times may break, the largest level at which all have as much is below the one that all reach.
   */
  private Allocation exact(AllocationProgram level, AllocationProblem problem, double[] slowest) {
    double[] fastest = level.fastest();
    double highest = // no job has more than full time on its fastest type
        IntStream.range(0, slowest.length)
            .filter(m -> slowest[m] > 0)
            .mapToDouble(m -> fastest[m] / slowest[m])
            .min()
            .orElse(0);
    AllocationProgram program =
        AllocationProgram.maximizeSum(problem, new double[slowest.length])
            .withFreeVariables(FreeVariables.builder().add("level", 2 * highest, 1).build());
    Entries[] ofJob = new Entries[slowest.length];
    Arrays.setAll(ofJob, m -> new Entries());
    for (int c = 0; c < program.columnCount(); c++) {
      int m = program.first(c);
      ofJob[m].add(c, program.rate(c) / fastest[m]);
    }
    CouplingRows.Builder equations = CouplingRows.builder();
    for (int m = 0; m < slowest.length; m++) {
      if (ofJob[m].size() > 0) {
        equations.add(
            "equal throughput of " + problem.job(m).id(),
            Relation.EXACTLY,
            0,
            ofJob[m].indices(),
            ofJob[m].values(),
            new int[] {0},
            new double[] {0.0 - slowest[m] / fastest[m]});
      }
    }
    AllocationProgram equal = program.withRows(program.rows().and(equations.build()));
    CertifiedSolution point = solver.solveOrFeasible(equal);
    return AllocationFactory.certified(
        problem,
        AllocationFactory.fractions(equal, problem, point.fractions()),
        equal.statement(problem, point.free(), false),
        point.bound().prices(),
        point.bound().value());
  }

  @Override
  public Set<Aspect> reads() {
    return ProgramPolicies.reads();
  }

  @Override
  public Claims claims() {
    return Claims.rules()
        .and(Invariant.PROVED)
        .and(Invariant.PROGRESS)
        .and(Invariant.EQUAL_TREATMENT)
        .and(Invariant.UNIT_INVARIANCE);
  }
}
