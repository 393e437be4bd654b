package io.gavel.policies.lp.solver.internal.presolve;

import io.gavel.policies.Prices;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.Entries;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.internal.coefficients.Utility;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;

/**
 * Removes rows of a sum whose bound is the largest value of their left side: {@code Σ_c b_c x_c ≥
 * γ} or {@code = γ} with {@code γ = Σ_m max_c b_c} over the columns of each job. The jobs of such a
 * row run full time on their best columns, and leave the program with the workers that they hold.
 *
 * <p>Any price {@code π} of the row with times dearer by {@code π max_c b_c} proves the same bound,
 * so that one high enough keeps the other columns of these jobs at 0. Such prices have no upper
 * limit: with the row, an interior-point method would end at some large ones. Immutable.
 */
public final class FullTimeRows implements Presolve.Reduction {

  /** A limit that is lower by a smaller part asks for all. */
  private static final double ROUNDING = 1e-10;

  private static final int NONE = -1;

  private final AllocationProgram program;

  /** The column on which a job runs full time, {@code [job]}; {@link #NONE} for other jobs. */
  private final int[] full;

  /** Whether a row asks for all, {@code [row]}. */
  private final boolean[] went;

  private final AllocationProgram reduced;

  /** Finds such rows of a program; none unless it is a sum over jobs without pairs. */
  public FullTimeRows(AllocationProgram program) {
    this.program = program;
    full = new int[program.rows().count() == 0 ? 0 : program.jobCount()];
    Arrays.fill(full, NONE);
    went = new boolean[program.rows().count()];
    boolean any = false;
    boolean suits =
        !program.hasLevel()
            && !program.hasPairsByType()
            && Programs.columns(program).isByJob(full.length);
    for (int i = 0; suits && i < went.length; i++) {
      LinearRow row = program.rows().row(i);
      went[i] = row.relation() != Relation.AT_MOST && row.freeSize() == 0 && fills(row);
      any |= went[i];
    }
    reduced = any ? withoutRows() : program;
  }

  /** Returns whether a row asks for all, so that its price is the least. */
  public boolean went(int row) {
    return reduced != program && went[row];
  }

  /** Returns whether a job runs full time for such a row. */
  public boolean isFull(int job) {
    return reduced != program && full[job] != NONE;
  }

  @Override
  public AllocationProgram reduced() {
    return reduced;
  }

  /** Lets the jobs of a row run full time if it asks for that, and if each has one best column. */
  private boolean fills(LinearRow row) {
    Entries best = new Entries();
    double all = 0;
    boolean suits = true;
    for (int i = 0; suits && i < row.size(); ) { // the columns of a job are neighbours
      int m = program.first(row.column(i));
      int column = NONE;
      double most = 0;
      for (; i < row.size() && program.first(row.column(i)) == m; i++) {
        double b = row.coefficient(i);
        suits &= b >= 0 && (b == 0 || b != most);
        column = b > most ? row.column(i) : column;
        most = Math.max(most, b);
      }
      if (column != NONE) {
        best.add(column, most);
        all += most;
        suits &= program.floor(m) <= program.rate(column);
        suits &= full[m] == NONE || full[m] == column;
      }
    }
    if (!suits || best.size() == 0 || Math.abs(all - row.bound()) > ROUNDING * all) {
      return false;
    }
    for (int c : best.indices()) {
      full[program.first(c)] = c;
    }
    return true;
  }

  /** Returns the columns of the other jobs, {@code [column]}. */
  private boolean[] kept() {
    boolean[] kept = new boolean[program.columnCount()];
    for (int c = 0; c < kept.length; c++) {
      kept[c] = full[program.first(c)] == NONE;
    }
    return kept;
  }

  private AllocationProgram withoutRows() {
    boolean[] kept = kept();
    double[] x = new double[kept.length];
    double[] floor = program.floors();
    double[] workers = Programs.workers(program);
    for (int c = 0; c < kept.length; c++) {
      int m = program.first(c);
      if (full[m] == c) {
        x[c] = 1;
        floor[m] = 0;
        workers[program.pool(c)] -= program.size(c);
      }
    }
    boolean possible = Arrays.stream(workers).allMatch(left -> left >= 0);
    AllocationProgram left = program.withColumns(kept);
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int i = 0; i < went.length; i++) {
      LinearRow row = program.rows().row(i);
      LinearRow rest = left.rows().row(i).with(row.name(), row.bound() - row.sum(c -> x[c]));
      boolean isEmpty = rest.size() == 0 && rest.freeSize() == 0; // scaling leaves such a row out
      possible &= !isEmpty || rest.relation().violation(0, rest.bound()) <= ROUNDING * row.scale();
      if (!went[i]) {
        rows.add(rest);
      }
    }
    if (!possible) {
      return program; // no point keeps all rows
    }
    AllocationProgram rest =
        Programs.rewritten(
            left,
            Programs.columns(left),
            floor,
            left::gain,
            m -> 0,
            m -> full[m] == NONE ? left.weight(m) : 0);
    return rest.hasUtility() == program.hasUtility()
        ? rest.withWorkers(workers).withRows(rows.build())
        : program; // no other job has a utility
  }

  @Override
  public SolverOutcome.Solved undone(SolverOutcome.Solved claim) {
    DualBound bound = DualBound.of(reduced, claim.prices(), claim.rowPrices());
    double[] time = new double[full.length];
    double[] owed = new double[full.length];
    Arrays.setAll(time, bound.prices()::ofTime);
    Arrays.setAll(
        owed,
        m ->
            full[m] != NONE && program.weight(m) > 0
                ? Utility.slope(program.power(), program.weight(m), program.rate(full[m]))
                : bound.prices().ofThroughput(m));
    Prices prices = DualBound.claimed(bound.prices().pools(), time, owed);
    double[] x = ProgramColumns.expanded(kept(), claim.fractions());
    for (int c : full) {
      if (c != NONE) {
        x[c] = 1;
      }
    }
    double[] ofRows = ProgramColumns.expanded(went.length, i -> !went[i], bound.rowPrices());
    DualBound without = DualBound.keeping(program, prices, ofRows);
    double[] costs = program.reducedCosts(without);
    for (int i = 0; i < went.length; i++) {
      if (went[i]) {
        LinearRow row = program.rows().row(i);
        double price = price(row, without, costs);
        ofRows[i] = row.relation() == Relation.AT_LEAST ? price : 0.0 - price;
      }
    }
    return new SolverOutcome.Solved(x, claim.free(), prices, ofRows, claim.steps());
  }

  /** Returns the least price of a row with which no other choice is worth more. */
  private double price(LinearRow row, DualBound without, double[] costs) {
    double least = 0;
    int[] start = Programs.columns(program).starts(full.length);
    for (int e = 0; e < row.size(); e++) {
      int best = row.column(e);
      int m = program.first(best);
      double b = row.coefficient(e);
      if (full[m] == best && b > 0) {
        least = Math.max(least, (costs[best] - without.prices().ofTime(m)) / b); // than idling
        for (int c = start[m]; c < start[m + 1]; c++) {
          double more = b - row.coefficientOf(c);
          least = c == best ? least : Math.max(least, (costs[best] - costs[c]) / more);
        }
      }
    }
    return least;
  }
}
