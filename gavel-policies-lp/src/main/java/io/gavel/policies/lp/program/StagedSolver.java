package io.gavel.policies.lp.program;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.EarlierOptimum;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.FeasibilityRepair;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Program.ProgramSolver;
import io.gavel.policies.program.Solution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Solves the objectives of a program one after the other, each with a certificate. Earlier
 * objectives become floors of each job's throughput (levels and utilities of jobs) or rows of the
 * later programs (sums and levels of sets).
 *
 * <p>One linear or concave program for each objective, of the size of a policy's program, with a
 * row for each constraint, each set of jobs and each sum that is kept. A level of jobs under floors
 * takes a few programs.
 *
 * <p>Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 */
public record StagedSolver(CertifiedSolver solver) implements ProgramSolver {

  /** The part by which kept values are lowered; see {@code FloorSolver}. */
  private static final double SLACK = 3e-13;

  private static final double MOST_SLACK = 3e-7;

  /**
   * The most steps of a later stage with the small slack. Stages converge in 10 to 90 steps unless
   * their lower bounds leave the feasible set almost no interior.
   */
  private static final int FEW_STEPS = 150;

  /** Tolerance within which a number of workers counts as an integer. */
  private static final double WHOLE = 1e-9;

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   */
  public StagedSolver {
    solver = requireNonNull(solver, "solver").forPolicy("program");
  }

  /**
   * Returns the solver of programs with the standard solvers.
   *
   * @return the solver
   */
  public static StagedSolver create() {
    return new StagedSolver(CertifiedSolver.standard());
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the program of each objective
   * @return a copy
   */
  public StagedSolver withSolver(CertifiedSolver solver) {
    return new StagedSolver(solver);
  }

  @Override
  public Solution solve(Program program) {
    ProgramTerms terms = new ProgramTerms(program);
    Kept kept = Kept.floors(terms.floors());
    List<StatedObjective> objectives = new ArrayList<>();
    List<StageAnswer> answers = new ArrayList<>();
    BitSet furtherLevels = new BitSet();
    for (Program.Stage stage : program.stages()) {
      Optional<StatedObjective> next = Optional.of(StatedObjective.of(terms, stage));
      for (double slack = stage.slack(); next.isPresent(); slack = 0) {
        int i = answers.size();
        EarlierOptimum earlier = EarlierOptimum.none();
        if (i > 0) {
          earlier = objectives.get(i - 1).optimum(last(answers));
          kept = objectives.get(i - 1).keep(kept, last(answers).point(), slack);
        }
        StatedObjective objective = next.get();
        objectives.add(objective);
        answers.add(
            i == 0
                ? solve(objective, kept, earlier)
                : after(last(answers), objective, kept, earlier));
        next = objective.raised(last(answers));
        furtherLevels.set(i + 1, next.isPresent());
      }
    }
    return solution(program, terms, objectives, answers, furtherLevels);
  }

  /** Solves a later stage, for which the point of the stage before is feasible. */
  private StageAnswer after(
      StageAnswer before, StatedObjective objective, Kept kept, EarlierOptimum earlier) {
    return solver.orKnown(
        throwing -> new StagedSolver(throwing).solve(objective, kept, earlier),
        () -> objective.known(before.point(), kept));
  }

  private static StageAnswer last(List<StageAnswer> answers) {
    return answers.get(answers.size() - 1);
  }

  /**
   * Solves a stage. If rounding makes the lower bounds of earlier stages infeasible, or leaves a
   * gap between objective and bound, lowers them by {@link #MOST_SLACK} and solves the stage again.
   */
  private StageAnswer solve(StatedObjective objective, Kept kept, EarlierOptimum earlier) {
    boolean first = earlier == EarlierOptimum.none();
    boolean isLimited = !first && solver.limits().maxSteps() > FEW_STEPS;
    CertifiedSolver attempt = isLimited ? inFewSteps() : solver;
    try {
      StageAnswer answer = objective.solve(attempt, kept.loosened(first ? 0 : SLACK), earlier);
      if (first || answer.near()) {
        return answer;
      }
    } catch (SolveFailedException | InfeasibleProblemException tooTight) {
      if (first) { // nothing is kept yet: only what was stated can be in conflict
        objective.requireCompatible(solver, kept);
        if (tooTight instanceof InfeasibleProblemException) {
          throw tooTight;
        }
      }
    } catch (SolveStoppedException slow) {
      if (!isLimited || solver.limits().isCancelled()) {
        throw slow;
      }
    }
    return objective.solve(solver, kept.loosened(MOST_SLACK), earlier);
  }

  private CertifiedSolver inFewSteps() {
    return solver.with(
        solver.limits().withMaxSteps(FEW_STEPS).withOnExpiry(SolveLimits.LimitAction.THROW));
  }

  private static Solution solution(
      Program program,
      ProgramTerms terms,
      List<StatedObjective> objectives,
      List<StageAnswer> answers,
      BitSet furtherLevels) {
    StagePoint point = last(answers).point();
    double[] bought = Arrays.stream(point.bought()).map(StagedSolver::wholeIfNear).toArray();
    AllocationProgram columns = terms.columnsWith(bought);
    double[] x =
        bought.length == 0
            ? point.x()
            : FeasibilityRepair.of(columns, terms.withinBought(point.x(), bought)).fractions();
    StagePoint exact = new StagePoint(x, bought, columns.throughput(x));
    AllocationProblem problem = terms.withBought(bought, x);
    List<Certificate> certificates = new ArrayList<>();
    List<Certificate> ofFurtherLevels = new ArrayList<>();
    Allocation allocation = null;
    for (int i = 0; i < objectives.size(); i++) {
      Allocation certified =
          AllocationFactory.certified(
              problem,
              AllocationFactory.fractions(columns, problem, x),
              objectives.get(i).statement(answers.get(i).kept(), exact, problem),
              answers.get(i).prices(),
              answers.get(i).hint());
      (furtherLevels.get(i) ? ofFurtherLevels : certificates).add(certified.certificate());
      allocation = i == 0 ? certified : allocation;
    }
    certificates.addAll(ofFurtherLevels);
    Map<String, Double> purchased = new LinkedHashMap<>();
    for (int f = 0; f < bought.length; f++) {
      purchased.put(program.purchasables().get(f).typeName(), bought[f]);
    }
    return new Solution(requireNonNull(allocation), certificates, purchased);
  }

  /** Rounding of the solver would rent one worker more. */
  private static double wholeIfNear(double workers) {
    double whole = Math.rint(workers);
    return Math.abs(workers - whole) <= WHOLE * Math.max(1, whole) ? whole : workers;
  }
}
