package io.gavel.policies.lp.internal;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.statement.Goal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether constraints leave every job some throughput, which some objectives need. The
 * program maximises the smallest throughput, relative to that of each job alone on an empty
 * cluster. Jobs can have nothing if its dual bound {@linkplain CertifiedSolution#isNothing cannot
 * be told from 0}. Stateless.
 */
public final class ProgressCheck {

  /** The part of a level's price that counts as none. */
  private static final double PRICED = 1e-9;

  private ProgressCheck() {}

  /**
   * Requires that all jobs that count can make progress at once.
   *
   * @param counts whether a job that can run has to make progress
   * @throws InfeasibleProblemException naming jobs, and a minimal set of constraints that leave
   *     them nothing
   */
  public static void require(
      AllocationProblem problem, CertifiedSolver solver, IntPredicate counts) {
    Nothing least = least(problem, of -> level(of, counts), solver);
    if (least != null) {
      List<String> jobs = stuck(least.point).mapToObj(m -> problem.job(m).id()).toList();
      throw conflict(quoted("job", jobs), jobs, least.problem);
    }
  }

  /**
   * Requires that a sum of gains can be more than nothing.
   *
   * @param gains returns the sum without floors under the constraints of a problem
   * @throws InfeasibleProblemException naming a minimal set of constraints that leave nothing
   */
  public static void require(
      AllocationProblem problem,
      Function<AllocationProblem, AllocationProgram> gains,
      CertifiedSolver solver) {
    Nothing least = least(problem, gains, solver);
    if (least != null) {
      throw conflict("any job", List.of(), least.problem);
    }
  }

  private static InfeasibleProblemException conflict(
      String who, List<String> jobs, AllocationProblem least) {
    List<String> constraints = removable(least);
    return new InfeasibleProblemException(
        "no allocation gives %s any throughput under %s"
            .formatted(who, quoted("constraint", constraints)),
        jobs,
        constraints);
  }

  /**
   * Returns the jobs that constraints leave nothing.
   *
   * @param counts whether a job that can run has to make progress
   * @return {@code [job]}
   */
  public static boolean[] stuck(
      AllocationProblem problem, CertifiedSolver solver, IntPredicate counts) {
    boolean[] stuck = new boolean[problem.jobCount()];
    boolean more = !problem.constraintRows().isEmpty();
    while (more) {
      int[] none =
          ofNothing(problem, level(problem, m -> counts.test(m) && !stuck[m]), solver)
              .map(level -> stuck(level).toArray())
              .orElse(new int[0]);
      for (int m : none) {
        stuck[m] = true;
      }
      more = none.length > 0;
    }
    return stuck;
  }

  private static AllocationProgram level(AllocationProblem problem, IntPredicate counts) {
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem, new double[problem.jobCount()]);
    double[] alone = program.fastest();
    for (int m = 0; m < alone.length; m++) {
      alone[m] = counts.test(m) ? alone[m] : 0;
    }
    return program.withRequirement(alone);
  }

  /** A problem whose optimum is nothing. */
  private record Nothing(AllocationProblem problem, CertifiedSolution point) {}

  /**
   * Returns the problem with a minimal set of its constraints with which the optimum is nothing,
   * found by a deletion filter; null if it is more with all of them.
   */
  private static @Nullable Nothing least(
      AllocationProblem problem,
      Function<AllocationProblem, AllocationProgram> program,
      CertifiedSolver solver) {
    if (problem.constraintRows().isEmpty()) {
      return null;
    }
    Optional<CertifiedSolution> all = ofNothing(problem, program.apply(problem), solver);
    if (all.isEmpty()) {
      return null;
    }
    Nothing least = new Nothing(problem, all.get());
    for (String name : removable(problem)) {
      if (removable(least.problem).contains(name)) {
        AllocationProblem fewer = least.problem.withoutConstraint(name);
        Optional<CertifiedSolution> without = ofNothing(fewer, program.apply(fewer), solver);
        least = without.isPresent() ? new Nothing(fewer, without.get()) : least;
      }
    }
    return least;
  }

  /** Returns the names of all rows but those of the workers that co-gangs hold. */
  private static List<String> removable(AllocationProblem problem) {
    Set<String> stated =
        problem.constraintSet().inForce(problem).stream()
            .map(Constraint::name)
            .collect(Collectors.toSet());
    return problem.constraintRows().stream().map(LinearRow::name).filter(stated::contains).toList();
  }

  /** Returns the optimum of a program with constraints, if it is nothing. */
  private static Optional<CertifiedSolution> ofNothing(
      AllocationProblem problem, AllocationProgram program, CertifiedSolver solver) {
    return program.rows().count() > 0
            && (program.hasLevel() || program.goal() instanceof Goal.Total)
        ? Optional.of(solver.untilFeasible().solve(program))
            .filter(found -> isNothing(problem, found))
        : Optional.empty();
  }

  /**
   * Returns whether the optimum of a program cannot be told from 0, given that rights of teams are
   * known only as well as allocations are certified.
   */
  public static boolean isNothing(AllocationProblem problem, CertifiedSolution found) {
    return found.isNothing(ofRights(problem, found));
  }

  /**
   * Returns the part of a bound that the rights of teams leave because they were measured by
   * certified allocations only, which may be short of the optimum.
   */
  private static double ofRights(AllocationProblem problem, CertifiedSolution found) {
    CouplingRows rows = found.program().rows();
    double[] prices = found.rowPrices();
    double sum = 0;
    for (int i = 0; i < prices.length; i++) {
      if (Rights.isRow(rows.row(i).name(), problem)) {
        sum += Math.abs(prices[i] * rows.bound(i)) * Tolerance.CERTIFIED.relative();
      }
    }
    return sum;
  }

  /** Returns the jobs whose prices hold a level at nothing. */
  private static IntStream stuck(CertifiedSolution level) {
    AllocationProgram program = level.program();
    Prices prices = level.bound().prices();
    return IntStream.range(0, program.jobCount())
        .filter(m -> prices.ofThroughput(m) * program.requirement(m) > PRICED);
  }

  private static String quoted(String what, List<String> names) {
    return names.stream()
        .map(name -> '"' + name + '"')
        .collect(Collectors.joining(", ", names.size() == 1 ? what + " " : what + "s ", ""));
  }
}
