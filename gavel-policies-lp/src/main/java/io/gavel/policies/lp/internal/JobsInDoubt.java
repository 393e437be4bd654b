package io.gavel.policies.lp.internal;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.presolve.OpenJobs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/*
 * Nearly every job has the same fractions at all points that keep an optimum: the prices of that optimum leave it
 * no more choices than it has tight rows of its own. So a program that keeps the optimum is one of the few jobs
 * in doubt, beside what the others hold. Its prices of pools and rows tell what each of the others could gain by
 * other fractions. If that is nothing, they prove the optimum of the whole program; if not, the jobs that could
 * gain most are in doubt, too.
 *
 * All jobs together leave an interior-point method next to no interior. Those in doubt are so few that rounding
 * does not add up to what is left.
 */

/** Solves a linear sum that keeps the optimum of an earlier program. Mutable. */
final class JobsInDoubt {

  /** The part of what a job pays below which rounding may decide between two choices. */
  private static final double TIE = 1e-8;

  /**
   * The jobs that are in doubt at first for each pool, row and free column. As many as these could
   * be between two choices; with twice as many, prices that are not unique seldom take more
   * attempts.
   */
  private static final int OF_EACH = 2;

  private static final int MOST_ATTEMPTS = 6;

  /** The part of the jobs in doubt from which on a program of all jobs takes as long. */
  private static final double MOST = 0.5;

  /** What a job could gain, relative to the job that could gain most, that is rounding. */
  private static final double NEXT_TO_NOTHING = 1e-6;

  private final CertifiedSolver solver;
  private final AllocationProgram program;
  private final double[] known;

  /** The jobs in doubt, {@code [job]}. */
  private final boolean[] open;

  private int openCount;

  /** What each job that is not in doubt could gain at the prices of the last attempt. */
  private final double[] missed;

  /**
   * Starts.
   *
   * @param program a linear sum without pairs
   * @param known fractions of a feasible point, {@code [column]}; not modified
   */
  JobsInDoubt(CertifiedSolver solver, AllocationProgram program, double[] known) {
    this.solver = solver;
    this.program = program;
    this.known = known;
    open = new boolean[program.jobCount()];
    missed = new double[open.length];
  }

  /**
   * Solves the program.
   *
   * @param margins by how much a choice that each job did not need was too dear, {@code [job]}
   * @return a good solution or, of many jobs, a certified one; empty if too many jobs are in doubt,
   *     or if those in doubt are too degenerate
   */
  Optional<CertifiedSolution> solve(double[] margins) {
    int coupling = program.poolCount() + program.rows().count() + program.freeColumns().count();
    double[] sorted = margins.clone();
    Arrays.sort(sorted);
    double widest = Math.max(TIE, sorted[Math.min(OF_EACH * coupling, sorted.length) - 1]);
    for (int m = 0; m < open.length; m++) {
      open(m, margins[m] <= widest);
    }
    Tolerance enough = FloorSolver.isSmall(program) ? CertifiedSolution.GOOD : Tolerance.CERTIFIED;
    Optional<CertifiedSolution> best = Optional.empty();
    for (int attempt = 0; attempt < MOST_ATTEMPTS && openCount <= MOST * open.length; attempt++) {
      Optional<CertifiedSolution> found = attempt();
      if (found.isEmpty()) {
        break;
      }
      boolean better = best.isEmpty() || found.get().open() < best.get().open();
      best = better ? found : best;
      boolean rounded = !better && best.get().holdsWithin(enough); // more jobs round more
      if (rounded || best.get().holdsWithin(CertifiedSolution.GOOD) || !openMore()) {
        break;
      }
    }
    return best.filter(found -> found.holdsWithin(enough));
  }

  private void open(int m, boolean doubtful) {
    openCount += doubtful && !open[m] ? 1 : 0;
    open[m] |= doubtful;
  }

  /** The best point at which only jobs in doubt move, with the bound that its prices prove. */
  private Optional<CertifiedSolution> attempt() {
    OpenJobs part = OpenJobs.of(program, known, open, 0);
    CertifiedSolution found;
    try {
      found = solver.solve(part.program());
    } catch (SolveFailedException | InfeasibleProblemException tooTight) {
      return Optional.empty();
    }
    DualBound ofPart = found.bound();
    double[] owed = part.owed(ofPart.prices());
    BestReply reply = new BestReply(program, worth(ofPart), known);
    for (int m = 0; m < open.length; m++) {
      missed[m] = 0;
      if (!open[m]) {
        owed[m] = reply.owed(m);
        missed[m] = reply.missed();
      }
    }
    Prices prices = DualBound.claimed(ofPart.prices().pools(), new double[open.length], owed);
    DualBound bound = DualBound.of(program, prices, ofPart.rowPrices());
    return Optional.of(
        CertifiedSolution.of(
            program, List.of(), part.point(found.fractions()), found.free(), bound));
  }

  /**
   * What each column is worth beyond what it pays for workers and rows, without throughput, {@code
   * [column]}.
   */
  private double[] worth(DualBound ofPart) {
    double[] none = new double[open.length];
    Prices prices = Prices.of(ofPart.prices().pools(), none, none);
    DualBound withTime = DualBound.of(program, prices, ofPart.rowPrices());
    double[] worth = program.reducedCosts(withTime);
    for (int c = 0; c < worth.length; c++) {
      worth[c] = withTime.prices().ofTime(program.first(c)) - worth[c];
    }
    return worth;
  }

  /** Opens at most about as many jobs as are open, those that could gain most; false if none. */
  private boolean openMore() {
    double[] sorted = missed.clone();
    Arrays.sort(sorted);
    double most = sorted[sorted.length - 1];
    double least = Math.max(sorted[sorted.length - openCount], NEXT_TO_NOTHING * most);
    for (int m = 0; m < open.length; m++) {
      open(m, missed[m] > 0 && missed[m] >= least);
    }
    return most > 0;
  }
}
