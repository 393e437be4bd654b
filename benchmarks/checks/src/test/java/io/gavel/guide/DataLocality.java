package io.gavel.guide;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;

// program policy: begin
/** Maximises normalised throughput minus a cost for time away from the type that has the data. */
final class DataLocality implements Policy {

  private final int home;
  private final double cost;

  DataLocality(int home, double cost) {
    this.home = home;
    this.cost = cost;
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    AllocationProblem solo = problem.withoutPairs();
    int types = solo.cluster().typeCount();
    double[] gain = new double[solo.jobCount() * types]; // of a full fraction, [job][type]
    for (int m = 0; m < solo.jobCount(); m++) {
      double fastest = 0;
      for (int j = 0; j < types; j++) {
        fastest = Math.max(fastest, solo.throughputs().stepsPerSecond(m, j));
      }
      for (int j = 0; j < types && fastest > 0; j++) {
        double normalised = solo.throughputs().stepsPerSecond(m, j) / fastest;
        gain[m * types + j] = normalised - (j == home ? 0 : cost);
      }
    }
    AllocationProgram program = AllocationProgram.maximizeGain(solo, gain);
    CertifiedSolution point = CertifiedSolver.standard().solve(program);
    double[] x = point.fractions(); // by column of the program, exactly feasible
    double[] fractions = new double[gain.length];
    for (int c = 0; c < x.length; c++) {
      fractions[program.entry(c)] = x[c];
    }
    double bound = point.bound().value();
    return Allocation.of(
        solo, fractions, new Certificate(point.objective(), bound, 0, point.bound().prices()));
  }

  @Override
  public Claims claims() {
    return Claims.rules().and(Invariant.PROVED);
  }
}
// program policy: end
