package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.coefficients.Utility;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;

/**
 * A feasible point and a bound that need no solver: every fraction is half of its limit, and all
 * jobs pay equal prices. It is the result of a solve that is ended before anything better is known.
 */
final class TrivialSolution {

  private TrivialSolution() {}

  /** Whether no job can run and there is nothing else to decide. */
  static boolean isOnly(AllocationProgram program) {
    return program.columnCount() == 0 && program.freeColumns().count() == 0;
  }

  /**
   * The solution where no job can run.
   *
   * @param doubt explains why it is infeasible, if it is
   */
  static CertifiedSolution certified(
      AllocationProgram program, Tolerance tolerance, FeasibilityDoubt doubt) {
    Prices none = Prices.zero(program.poolCount(), program.jobCount());
    CertifiedSolution idle = CertifiedSolution.of(program, new double[0], none);
    if (!idle.holdsWithin(tolerance)) {
      doubt.raise();
      throw new SolveFailedException("no job can run, and floors or rows demand that some do");
    }
    return idle;
  }

  static CertifiedSolution of(AllocationProgram program) {
    double[] x = fractions(program);
    return CertifiedSolution.of(program, x, prices(program, program.throughput(x)));
  }

  private static double[] fractions(AllocationProgram program) {
    int[] columns = new int[program.jobCount()];
    double[] wanted = new double[program.poolCount()];
    for (int c = 0; c < program.columnCount(); c++) {
      columns[program.first(c)]++;
      if (program.second(c) != ProgramColumns.NONE) {
        columns[program.second(c)]++;
      }
      wanted[program.pool(c)] += program.size(c);
    }
    double[] x = new double[program.columnCount()];
    for (int c = 0; c < x.length; c++) {
      int second = program.second(c);
      int most =
          Math.max(columns[program.first(c)], second == ProgramColumns.NONE ? 0 : columns[second]);
      double room = program.workers(program.pool(c)) / wanted[program.pool(c)];
      x[c] = 0.5 * Math.min(1.0 / most, room);
    }
    return x;
  }

  private static Prices prices(AllocationProgram program, double[] reached) {
    double[] owed = new double[program.jobCount()];
    double all = 0;
    for (int m = 0; m < owed.length; m++) {
      all += program.requirement(m) / Math.max(reached[m], Double.MIN_NORMAL);
    }
    for (int m = 0; m < owed.length; m++) {
      double part = program.requirement(m) > 0 ? 1 / (all * reached[m]) : 0;
      double slope =
          program.weight(m) > 0 ? Utility.slope(program.power(), program.weight(m), reached[m]) : 0;
      owed[m] = Double.isFinite(part + slope) ? part + slope : 0;
    }
    return Prices.of(new double[program.poolCount()], new double[owed.length], owed);
  }
}
