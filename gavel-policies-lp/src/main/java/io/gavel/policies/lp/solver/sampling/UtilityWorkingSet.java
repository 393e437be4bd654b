package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.coefficients.ProgramObjective;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.List;
import java.util.Optional;

/** The working set of a program that maximises utilities of throughput. */
final class UtilityWorkingSet extends WorkingSet {

  UtilityWorkingSet(
      AllocationProgram program,
      Uses uses,
      double[] price,
      SmallSolver solver,
      Tolerance tolerance,
      SolveLimits limits) {
    super(program, uses, price, solver, tolerance, limits);
  }

  private UtilityResponse response() {
    return new UtilityResponse(columnsByJob, uses, ofUse);
  }

  /** Whether a program maximises utilities and has no floors. */
  static boolean suits(AllocationProgram program) {
    return program.objective() instanceof ProgramObjective.UtilitySum utilities
        && utilities.counts()
        && !program.hasFloor();
  }

  @Override
  double bound() {
    return proof().value();
  }

  /**
   * The best bound that the prices of pools and rows prove, with the prices of throughput of all
   * jobs' best responses.
   */
  DualBound proof() {
    double[] owed = new double[columnsByJob.jobs];
    passes.over(
        columnsByJob.jobs,
        limits::check,
        (from, to) -> {
          UtilityResponse response = response();
          for (int m = from; m < to; m++) {
            if (columnsByJob.weight[m] > 0) {
              response.find(m);
              owed[m] = Math.min(response.owed, Double.MAX_VALUE); // any price proves a bound
            }
          }
        });
    return proof(owed);
  }

  @Override
  boolean decide(double bound, double part) {
    passes.over(
        columnsByJob.jobs,
        limits::check,
        (from, to) -> {
          UtilityResponse response = response();
          for (int m = from; m < to; m++) {
            if (columnsByJob.weight[m] > 0) {
              response.find(m);
              if (response.isCertain(m, part) && isScaled(response)) {
                columnChoice.decide(m, response, response.throughput);
                columnChoice.owed[m] = response.owed;
              } else {
                columnChoice.leaveOpen(m, response, part);
              }
            }
          }
        });
    return true;
  }

  /**
   * Whether new prices change the throughput by the same factor as that of all jobs with the same
   * columns: see {@link AggregatedProgram}.
   */
  private boolean isScaled(UtilityResponse response) {
    int from = response.from;
    int to = response.to;
    return from == CostHull.IDLE
        || uses.of[from] == uses.of[to]
        || columnsByJob.size[from] == columnsByJob.size[to];
  }

  @Override
  Optional<Reduced> reduced() {
    AggregatedProgram small = new AggregatedProgram(program, columnsByJob, uses, columnChoice);
    return Optional.of(new Reduced(small.program(), found -> undone(small, found)));
  }

  private CertifiedSolution undone(AggregatedProgram small, CertifiedSolution found) {
    double[] x = small.undo(found.fractions(), small.factors(found.fractions()));
    return CertifiedSolution.of(program, List.of(), x, proof());
  }
}
