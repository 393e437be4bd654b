package io.gavel.policies.lp.solver.internal.presolve;

import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.coefficients.Entries;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.CouplingRows.RowEntries;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Takes coupling rows out of a program that ask for all that pools can give. In its sign of a lower
 * limit, {@code Σ b_c x_c ≥ γ}, such a row has {@code γ = Σ_k ρ_k workers_k}, where {@code ρ_k} is
 * the largest {@code b_c / size_c} of a column that draws from pool k, or 0. So columns that reach
 * {@code ρ_k > 0} fill pool k, and all that reach less than {@code ρ_k} are 0. Interior-point
 * methods need an interior, which such a row and its pools leave none.
 *
 * <p>The row goes, as do the columns that are 0; an equation takes the place of each full pool. Any
 * price {@code π} of the row with pools dearer by {@code ρ_k π} proves the same bound, so that one
 * high enough keeps the columns that went at 0. It is a power of two, with which those terms cancel
 * without rounding.
 *
 * <p>If a job of the level loses its last column, the level is 0 and goes too. That job's
 * throughput then has the entire price of the level. Immutable.
 */
final class ForcingRows implements Presolve.Reduction {

  /** A bound that differs by less, relative to the sum of its terms, asks for all. */
  private static final double ROUNDING = 1e-13;

  private static final int NONE = -1;

  private final AllocationProgram program;
  private final AllocationProgram reduced;

  /** The row that a column went with, {@code [column]}; {@link #NONE} if it stays. */
  private final int[] wentWith;

  /** Of each row that went, 1 for its sign as a lower limit, −1 for an upper one; 0 for others. */
  private final int[] sign;

  /** The row that fills a pool, {@code [pool]}; {@link #NONE} for others. */
  private final int[] filledBy;

  private final double[] ratio;

  /** A job whose columns all went and that holds the level at 0, or {@link #NONE}. */
  private final int idle;

  private ForcingRows(AllocationProgram program) {
    this.program = program;
    wentWith = new int[program.columnCount()];
    Arrays.fill(wentWith, NONE);
    sign = new int[program.rows().count()];
    filledBy = new int[program.poolCount()];
    Arrays.fill(filledBy, NONE);
    ratio = new double[filledBy.length];
    boolean any = false;
    for (int i = 0; i < sign.length; i++) {
      Relation relation = program.rows().relation(i);
      boolean went = relation != Relation.AT_MOST && takeOut(i, 1);
      any |= went || (relation != Relation.AT_LEAST && takeOut(i, -1));
    }
    idle = any ? idle(wentWith) : NONE;
    reduced = any ? withoutRows() : program;
  }

  static ForcingRows of(AllocationProgram program) {
    return new ForcingRows(program);
  }

  @Override
  public AllocationProgram reduced() {
    return reduced;
  }

  /** Takes a row out if it asks for all that pools can give, seen as a limit of a sign. */
  private boolean takeOut(int row, int asLower) {
    CouplingRows rows = program.rows();
    boolean[] open = {true};
    rows.forEachFree(row, (f, e) -> open[0] = false);
    if (!open[0]) {
      return false;
    }
    double[] most = new double[filledBy.length];
    rows.forEach(
        row,
        (c, a) -> {
          int k = program.pool(c);
          most[k] = Math.max(most[k], asLower * a / program.size(c));
        });
    for (int f = 0; f < program.freeVariables().count(); f++) {
      program.freeVariables().forEach(f, (k, size) -> open[0] &= most[k] == 0);
    }
    double greatest = 0;
    for (int k = 0; k < most.length; k++) {
      greatest += most[k] * program.workers(k);
      open[0] &= most[k] == 0 || filledBy[k] == NONE;
    }
    if (!open[0] || Math.abs(greatest - asLower * rows.bound(row)) > ROUNDING * greatest) {
      return false;
    }
    double[] b = new double[program.columnCount()];
    rows.forEach(row, (c, a) -> b[c] = asLower * a);
    int[] went = wentWith.clone();
    for (int c = 0; c < b.length; c++) {
      boolean less = b[c] < most[program.pool(c)] * program.size(c) * (1 - ROUNDING);
      went[c] = went[c] == NONE && (less || b[c] < 0) ? row : went[c];
    }
    boolean fills = Arrays.stream(most).anyMatch(rho -> rho > 0);
    if (leavesTooLittle(went, fills)) {
      return false;
    }
    System.arraycopy(went, 0, wentWith, 0, went.length);
    sign[row] = asLower;
    for (int k = 0; k < most.length; k++) {
      if (most[k] > 0) {
        filledBy[k] = row;
        ratio[k] = most[k];
      }
    }
    return true;
  }

  /**
   * Returns whether a job with a floor or a utility loses its last column, or all jobs do although
   * a pool has to be full or free variables stay.
   */
  private boolean leavesTooLittle(int[] went, boolean fills) {
    boolean[] runs = running(went);
    boolean any =
        !fills
            && program.freeVariables().count() == 0
            && Arrays.stream(filledBy).allMatch(row -> row == NONE);
    boolean all = true;
    for (int m = 0; m < runs.length; m++) {
      any |= runs[m];
      all &= runs[m] || (program.floor(m) == 0 && program.weight(m) == 0);
    }
    return !any || !all;
  }

  /** Returns the jobs that have a column left, {@code [job]}. */
  private boolean[] running(int[] went) {
    boolean[] runs = new boolean[program.jobCount()];
    for (int c = 0; c < went.length; c++) {
      if (went[c] == NONE) {
        runs[program.first(c)] = true;
        if (program.second(c) != ProgramColumns.NONE) {
          runs[program.second(c)] = true;
        }
      }
    }
    return runs;
  }

  private int idle(int[] went) {
    boolean[] runs = running(went);
    return IntStream.range(0, runs.length)
        .filter(m -> !runs[m] && program.requirement(m) > 0)
        .findFirst()
        .orElse(NONE);
  }

  /** Returns the columns that stay, {@code [column]}. */
  private boolean[] kept() {
    boolean[] kept = new boolean[wentWith.length];
    for (int c = 0; c < kept.length; c++) {
      kept[c] = wentWith[c] == NONE;
    }
    return kept;
  }

  private AllocationProgram withoutRows() {
    AllocationProgram left = program.withColumns(kept());
    left = idle == NONE ? left : left.withRequirement(new double[program.jobCount()]);
    CouplingRows.Builder equations = CouplingRows.builder();
    double[] workers = new double[filledBy.length];
    for (int k = 0; k < workers.length; k++) {
      workers[k] = program.workers(k);
      if (filledBy[k] != NONE) {
        Entries entries = new Entries();
        for (int c = 0; c < left.columnCount(); c++) {
          if (left.pool(c) == k) {
            entries.add(c, left.size(c));
          }
        }
        equations.add(
            "pool " + k, Relation.EXACTLY, workers[k], entries.indices(), entries.values());
        workers[k] *= 2; // the equation is the limit
      }
    }
    CouplingRows rows = left.rows().only(i -> sign[i] == 0).and(equations.build());
    return left.withWorkers(workers).withRows(rows);
  }

  @Override
  public SolverOutcome.Solved undone(SolverOutcome.Solved claim) {
    double[] x = ProgramColumns.expanded(kept(), claim.fractions());
    DualBound bound = DualBound.of(reduced, claim.prices(), claim.rowPrices());
    Prices claimed = bound.prices(); // of time, no more than the columns that stay are worth
    double[] ofReduced = bound.rowPrices();
    double[] ofRows = new double[sign.length];
    double[] pools = new double[filledBy.length];
    int next = 0;
    for (int i = 0; i < sign.length; i++) {
      ofRows[i] = sign[i] == 0 ? ofReduced[next++] : 0;
    }
    for (int k = 0; k < pools.length; k++) {
      pools[k] = claimed.ofPool(k) + (filledBy[k] == NONE ? 0 : ofReduced[next++]);
    }
    int jobs = program.jobCount();
    double[] owed = new double[jobs];
    Arrays.setAll(owed, claimed::ofThroughput);
    if (idle != NONE) {
      owed[idle] = wholeLevel(owed);
    }
    double[] price = prices(claimed, owed, pools, ofRows);
    for (int k = 0; k < pools.length; k++) {
      pools[k] += filledBy[k] == NONE ? 0 : ratio[k] * price[filledBy[k]];
    }
    for (int i = 0; i < sign.length; i++) {
      int stated = program.rows().relation(i) == Relation.EXACTLY ? -sign[i] : 1;
      ofRows[i] = sign[i] == 0 ? ofRows[i] : stated * price[i];
    }
    double[] time = new double[jobs];
    Arrays.setAll(time, claimed::ofTime);
    Arrays.setAll(pools, k -> Math.max(0, pools[k]));
    // Prices of a solver that did not converge may overflow on the way. They prove nothing.
    boolean finite =
        Stream.of(pools, owed, ofRows, time)
            .flatMapToDouble(Arrays::stream)
            .allMatch(Double::isFinite);
    return new SolverOutcome.Solved(
        x,
        claim.free(),
        finite ? Prices.of(pools, time, owed) : Prices.zero(pools.length, jobs),
        finite ? ofRows : new double[sign.length],
        claim.steps());
  }

  /**
   * Returns the requirement of the idle job, such that the prices of the level add up to 1 or just
   * above.
   */
  private double wholeLevel(double[] owed) {
    double rest = 1;
    for (int m = 0; m < owed.length; m++) {
      rest -= program.requirement(m) * owed[m];
    }
    double price = Math.max(0, rest) / program.requirement(idle);
    return price * program.requirement(idle) < rest ? Math.nextUp(price) : price;
  }

  /**
   * Prices of the rows that went with which no pool has a negative price and no column that went is
   * worth more than it pays, {@code [row]}; powers of two or 0.
   *
   * @param owed the prices of throughput, {@code [job]}
   * @param pools the prices of pools without what those rows add, {@code [pool]}
   * @param ofRows the prices of the other rows, {@code [row]}
   */
  private double[] prices(Prices claim, double[] owed, double[] pools, double[] ofRows) {
    double[] least = new double[sign.length];
    for (int k = 0; k < pools.length; k++) {
      if (filledBy[k] != NONE) {
        least[filledBy[k]] = Math.max(least[filledBy[k]], -pools[k] / ratio[k]);
      }
    }
    CouplingRows rows = program.rows();
    RowEntries entries = rows.byColumn(wentWith.length);
    for (int c = 0; c < wentWith.length; c++) {
      int row = wentWith[c];
      if (row != NONE) {
        int k = program.pool(c);
        double[] open = {worth(c, claim, owed) - program.size(c) * pools[k]};
        double[] slack = {filledBy[k] == row ? ratio[k] * program.size(c) : 0};
        entries.forEach(
            c,
            (i, a) -> {
              open[0] -= rows.sign(i) * a * ofRows[i];
              slack[0] -= i == row ? sign[row] * a : 0;
            });
        least[row] = Math.max(least[row], open[0] / slack[0]);
      }
    }
    return Arrays.stream(least)
        .map(p -> p > 0 ? Math.scalb(1, Math.getExponent(p) + 1) : 0)
        .toArray();
  }

  /** Returns the worth of a column less the price of its time. */
  private double worth(int c, Prices claim, double[] owed) {
    int first = program.first(c);
    int second = program.second(c);
    double worth = program.gain(c) + program.rate(c) * owed[first] - claim.ofTime(first);
    return second == ProgramColumns.NONE
        ? worth
        : worth + program.secondRate(c) * owed[second] - claim.ofTime(second);
  }
}
