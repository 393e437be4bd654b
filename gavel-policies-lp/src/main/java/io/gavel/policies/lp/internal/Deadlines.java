package io.gavel.policies.lp.internal;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Deadlines as demands for throughput, {@code steps_m / slo_m}. A max-min program computes the
 * largest fraction of all demands that can be met at once, with a proof.
 */
public final class Deadlines {

  private final CertifiedSolver solver;
  private final AllocationProblem problem;

  /** A max-min program without demands. */
  private final AllocationProgram program;

  public Deadlines(CertifiedSolver solver, AllocationProblem problem) {
    this.solver = solver.untilFeasible();
    this.problem = problem;
    program = AllocationProgram.maximizeMinimum(problem, new double[problem.jobCount()]);
  }

  /**
   * Returns the throughput that each job with a deadline needs, {@code [job]}; 0 for jobs without a
   * deadline and for jobs that cannot run.
   */
  public double[] demands() {
    boolean[] runnable = PoolShares.runnable(problem);
    double[] demands = new double[runnable.length];
    for (int m = 0; m < demands.length; m++) {
      if (runnable[m] && problem.job(m).sloSeconds().isPresent()) {
        demands[m] =
            JobRates.requireSteps(problem.job(m), "its SLO")
                / problem.job(m).sloSeconds().getAsDouble();
      }
    }
    return demands;
  }

  /**
   * Returns the demands, scaled down by the rounding error with which they can be met.
   *
   * @throws InfeasibleProblemException naming a smallest set that cannot be met together
   */
  public double[] require() {
    double[] demands = demands();
    if (demandingJobs(demands).isEmpty()) {
      return demands;
    }
    CertifiedSolution part = largestPart(demands);
    if (cannotBeMet(part)) {
      if (!problem.constraintRows().isEmpty()) {
        requireCompatible(demands);
      }
      throw conflict(demands, part);
    }
    for (int m = 0; m < demands.length; m++) {
      demands[m] *= Math.min(1, part.objective());
    }
    return demands;
  }

  /** Returns the jobs with a demand that full time where they are fastest would meet. */
  public List<Integer> hopefulJobs(double[] demands) {
    double[] fastest = program.fastest();
    return demandingJobs(demands).stream()
        .filter(m -> Tolerance.CERTIFIED.atMost(1, fastest[m] / demands[m]))
        .toList();
  }

  /**
   * Returns the solution that meets the largest fraction of all demands at once. Without
   * constraints, jobs without a demand need no columns.
   */
  public CertifiedSolution largestPart(double[] demands) {
    AllocationProgram demanding = program.withRequirement(demands);
    if (program.rows().count() > 0 || program.hasPairsByType()) {
      return solver.solve(demanding);
    }
    boolean[] kept = new boolean[program.columnCount()];
    for (int c = 0; c < kept.length; c++) {
      kept[c] =
          demands[program.first(c)] > 0
              || demands[Math.max(program.first(c), program.second(c))] > 0;
    }
    return solver.solve(demanding.withColumns(kept));
  }

  /**
   * Returns whether the bound proves that no allocation meets the demands, even within tolerance.
   */
  public static boolean cannotBeMet(CertifiedSolution part) {
    return !Tolerance.CERTIFIED.atMost(1, part.bound().value());
  }

  /** Returns the jobs with a positive demand. */
  public static List<Integer> demandingJobs(double[] demands) {
    List<Integer> jobs = new ArrayList<>();
    for (int m = 0; m < demands.length; m++) {
      if (demands[m] > 0) {
        jobs.add(m);
      }
    }
    return jobs;
  }

  private InfeasibleProblemException conflict(double[] demands, CertifiedSolution part) {
    double[] priced = pricedDemands(demands, part);
    return searched(priced).orElseGet(() -> filtered(priced, part));
  }

  /** Returns the conflict found by a search that judges many demands by one program. */
  private Optional<InfeasibleProblemException> searched(double[] demands) {
    try {
      requireCompatible(demands);
      return Optional.empty();
    } catch (InfeasibleProblemException minimal) {
      Set<String> ids = Set.copyOf(minimal.jobIds());
      double[] kept = demands.clone();
      Arrays.setAll(kept, m -> ids.contains(problem.job(m).id()) ? demands[m] : 0);
      CertifiedSolution part = largestPart(kept);
      return cannotBeMet(part) ? Optional.of(exception(kept, part)) : Optional.empty();
    }
  }

  private void requireCompatible(double[] demands) {
    solver.requireFeasible(
        AllocationProgram.maximizeMinimum(problem, demands).withFloor(demands),
        m -> InfeasibleProblemException.SLO + problem.job(m).id());
  }

  /**
   * Tries to drop each demand in turn, the latest first. A demand stays dropped if the rest still
   * cannot be met, so the result is a minimal conflict.
   */
  private InfeasibleProblemException filtered(double[] priced, CertifiedSolution part) {
    double[] kept = priced;
    CertifiedSolution ofKept = part;
    for (int m = kept.length - 1; m >= 0; m--) {
      double[] fewer = kept.clone();
      fewer[m] = 0;
      if (kept[m] > 0 && !demandingJobs(fewer).isEmpty()) {
        CertifiedSolution ofFewer = largestPart(fewer);
        if (cannotBeMet(ofFewer)) {
          kept = pricedDemands(fewer, ofFewer);
          ofKept = ofFewer;
        }
      }
    }
    return exception(kept, ofKept);
  }

  private InfeasibleProblemException exception(double[] demands, CertifiedSolution part) {
    List<String> ids = demandingJobs(demands).stream().map(m -> problem.job(m).id()).toList();
    return new InfeasibleProblemException(message(ids, part.bound().value()), ids);
  }

  /** Returns the demands with a positive price; the proof depends on these only. */
  private static double[] pricedDemands(double[] demands, CertifiedSolution part) {
    double[] priced = demands.clone();
    for (int m = 0; m < demands.length; m++) {
      if (!(demands[m] * part.bound().prices().ofThroughput(m) > 1e-12)) {
        priced[m] = 0;
      }
    }
    return priced;
  }

  private static String message(List<String> ids, double part) {
    String names = ids.stream().map(id -> '"' + id + '"').collect(Collectors.joining(", "));
    return ids.size() == 1
        ? String.format(
            Locale.ROOT,
            "job %s cannot meet its SLO: it can have at most %.4g %% of the throughput it needs",
            names,
            100 * part)
        : String.format(
            Locale.ROOT,
            "jobs %s cannot all meet their SLOs: at most %.4g %% of the throughput that each needs"
                + " is feasible; without any one of them the others can meet theirs",
            names,
            100 * part);
  }
}
