package io.gavel.policies.lp.solver.internal.price;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/*
 * Nearly every job has the same fractions at all points that keep an optimum: the prices of that optimum leave it
 * no more choices than it has tight rows of its own. So a program that keeps the optimum is one of the few jobs
 * in doubt, beside what the other jobs hold. Its prices of pools and rows tell what each of the other jobs could gain
 * by other fractions. If that is nothing, they prove the optimum of the whole program; if not, the jobs that could
 * gain most are in doubt, too.
 *
 * All jobs together leave an interior-point method next to no interior. Those in doubt are so few that rounding
 * does not add up to the remaining capacity.
 */

/** Solves a linear sum that keeps the optimum of an earlier program, from its point. Mutable. */
final class AboveLoop {

  /** The fraction of a job's payments below which rounding may decide between two choices. */
  private static final double TIE = 1e-8;

  /**
   * The jobs that are in doubt at first for each pool and row. As many as these could be between
   * two choices; with twice as many, prices that are not unique seldom take more attempts.
   */
  private static final int OF_EACH = 2;

  /** The gain of a job that counts as rounding, relative to the largest gain. */
  private static final double NEXT_TO_NOTHING = 1e-6;

  private final PricedProgram program;
  private final Hint.Above above;
  private final Function<AllocationProgram, Optional<CertifiedSolution>> masters;

  /** The jobs in doubt, {@code [job]}. */
  private final boolean[] open;

  /** The possible gain of each decided job at the prices of the last attempt. */
  private final double[] missed;

  /**
   * Starts from an earlier optimum.
   *
   * @param program a linear sum over the same jobs and columns, which keeps the optimum
   * @param masters solves the programs of the jobs in doubt
   */
  AboveLoop(
      PricedProgram program,
      Hint.Above above,
      Function<AllocationProgram, Optional<CertifiedSolution>> masters) {
    this.program = program;
    this.above = above;
    this.masters = masters;
    open = new boolean[program.columns.jobs];
    missed = new double[open.length];
  }

  /**
   * Returns the best solution found; empty if too many jobs are in doubt, or if those in doubt are
   * too degenerate. Attempts aim at {@link CertifiedSolution#GOOD}.
   */
  Optional<CertifiedSolution> solve() {
    double[] margins = above.margins();
    if (margins.length == 0) {
      return Optional.empty();
    }
    double[] sorted = margins.clone();
    Arrays.sort(sorted);
    int first = Math.min(OF_EACH * program.resources(), sorted.length);
    double widest = Math.max(TIE, sorted[first - 1]);
    int count = 0;
    for (int m = 0; m < open.length; m++) {
      open[m] = margins[m] <= widest;
      count += open[m] ? 1 : 0;
    }
    Optional<CertifiedSolution> best = Optional.empty();
    for (int attempt = 0;
        attempt < PriceLoop.MOST_ATTEMPTS && count <= open.length / 2;
        attempt++) {
      Optional<CertifiedSolution> found = attempt();
      if (found.isEmpty()) {
        break;
      }
      boolean better = best.isEmpty() || found.get().open() < best.get().open();
      best = better ? found : best;
      boolean rounded =
          !better && best.get().holdsWithin(Tolerance.CERTIFIED); // more jobs round more
      int opened = openMore(count);
      if (rounded || best.get().holdsWithin(CertifiedSolution.GOOD) || opened == 0) {
        break;
      }
      count += opened;
    }
    return best;
  }

  /** Returns the best point at which only jobs in doubt move, with the bound of its prices. */
  private Optional<CertifiedSolution> attempt() {
    Decision decision = new Decision(program, above.fractions().clone());
    for (int m = 0; m < open.length; m++) {
      if (open[m]) {
        decision.open(m, program.columns.start[m], program.columns.start[m + 1]);
      }
    }
    Master master = new Master(program, decision, 0);
    return masters.apply(master.program()).map(found -> undone(master, found));
  }

  private CertifiedSolution undone(Master master, CertifiedSolution found) {
    double[] price = Hint.prices(found.bound());
    ColumnCosts costs = new ColumnCosts(program, price);
    Answer answer = new Answer(costs);
    double[] owed = master.owed(found);
    for (int m = 0; m < open.length; m++) {
      missed[m] = 0;
      if (!open[m]) {
        answer.ask(m, program.columns.floor[m]);
        owed[m] = answer.owed;
        for (int c = program.columns.start[m]; c < program.columns.start[m + 1]; c++) {
          missed[m] += costs.cost(c) * above.fractions()[c];
        }
        missed[m] -= answer.costAtDemand();
      }
    }
    return CertifiedSolution.of(
        program.program, List.of(), master.point(found, false), found.free(), costs.proof(owed));
  }

  /**
   * Opens about as many jobs as are open, the jobs with the largest possible gains; returns their
   * number.
   */
  private int openMore(int count) {
    double[] sorted = missed.clone();
    Arrays.sort(sorted);
    double most = sorted[sorted.length - 1];
    double least = Math.max(sorted[sorted.length - count], NEXT_TO_NOTHING * most);
    int opened = 0;
    for (int m = 0; m < open.length; m++) {
      if (!open[m] && missed[m] > 0 && missed[m] >= least) {
        open[m] = true;
        opened++;
      }
    }
    return opened;
  }
}
