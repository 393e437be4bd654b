package io.gavel.policies.lp.solver;

import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.List;

/**
 * A feasible point and a bound that need no solver: every fraction is half of its limit. It is the
 * result of a solve that is ended before anything better is known.
 */
final class TrivialSolution {

  private TrivialSolution() {}

  static CertifiedSolution of(AllocationProgram program) {
    return CertifiedSolution.stopped(
        program, fractions(program), new double[program.freeVariables().count()]);
  }

  /** Returns the better point of a solution and the trivial one, with the better bound. */
  static CertifiedSolution orBetter(CertifiedSolution found) {
    CertifiedSolution half = of(found.program());
    boolean better = half.missed() <= found.missed() && half.objective() > found.objective();
    CertifiedSolution point = better ? half : found;
    CertifiedSolution proof = half.bound().value() < found.bound().value() ? half : found;
    return point == proof
        ? point
        : CertifiedSolution.of(
            point.program(), List.of(), point.fractions(), point.free(), proof.bound());
  }

  private static double[] fractions(AllocationProgram program) {
    int[][] columns = Programs.columnsOfJobs(program);
    double[] wanted = new double[program.poolCount()];
    for (int c = 0; c < program.columnCount(); c++) {
      wanted[program.pool(c)] += program.size(c);
    }
    double[] x = new double[program.columnCount()];
    for (int c = 0; c < x.length; c++) {
      int second = program.second(c);
      int of = columns[program.first(c)].length;
      int most = second == ProgramColumns.NONE ? of : Math.max(of, columns[second].length);
      double room = program.workers(program.pool(c)) / wanted[program.pool(c)];
      x[c] = 0.5 * Math.min(1.0 / most, room);
    }
    return x;
  }
}
