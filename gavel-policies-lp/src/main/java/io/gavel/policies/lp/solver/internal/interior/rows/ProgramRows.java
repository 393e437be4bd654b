package io.gavel.policies.lp.solver.internal.interior.rows;

import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.internal.interior.Incumbent;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows.RowEntries;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.FreeVariables;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * An {@link AllocationProgram} as a {@link RowProgram} with rows of time, pools, demanded
 * throughputs, coupling rows and largest values of free variables. Free variables are the last
 * columns. A pool without columns gets one worker, so that it has an interior.
 */
public final class ProgramRows {

  private final AllocationProgram source;
  private final RowProgram program;

  /** The row of each job's throughput, {@code [job]}; {@link RowProgram#NONE} if it has none. */
  private final int[] demandRow;

  private final int firstCouplingRow;

  /** Whether a column draws from each pool, {@code [pool]}. */
  private final boolean[] drawn;

  private final boolean allDemandsCanRun;

  /** What one unit of the program's objective is worth in units of the source's. */
  private final double unit;

  private ProgramRows(AllocationProgram source, boolean floorsByLevel, double unit) {
    this.source = source;
    this.unit = unit;
    int n = source.jobCount();
    int pools = source.poolCount();
    drawn = new boolean[pools];
    demandRow = new int[n];
    int rows = n + pools;
    for (int m = 0; m < n; m++) {
      demandRow[m] = source.isIndifferentTo(m) ? RowProgram.NONE : rows++;
    }
    firstCouplingRow = rows;
    rows += source.rows().count();
    FreeVariables free = source.freeVariables();
    int[] mostRow = new int[free.count()];
    for (int f = 0; f < mostRow.length; f++) {
      mostRow[f] = free.most(f) < Double.POSITIVE_INFINITY ? rows++ : RowProgram.NONE;
    }
    int levelRow = floorsByLevel ? rows++ : RowProgram.NONE;
    program = new RowProgram(n, pools, rows, source.power(), source.columnCount());
    program.leastScale = free.leastScale() / unit;
    for (int m = 0; m < n; m++) {
      program.limit[m] = 1;
      int i = demandRow[m];
      if (i != RowProgram.NONE) {
        boolean byLevel = floorsByLevel && source.floor(m) > 0;
        program.limit[i] = byLevel ? 0 : -source.floor(m) + 0.0;
        program.requirement[i] = byLevel ? source.floor(m) : source.requirement(m);
        program.weight[i] = source.weight(m);
        program.lean[i] = m;
      }
    }
    for (int i = 0; i < source.rows().count(); i++) {
      program.limit[firstCouplingRow + i] = source.rows().sign(i) * source.rows().bound(i) + 0.0;
      program.exact[firstCouplingRow + i] = source.rows().relation(i) == Relation.EXACTLY;
    }
    if (floorsByLevel) {
      program.limit[levelRow] = 1;
      program.requirement[levelRow] = 1;
    }
    allDemandsCanRun = fillColumns();
    for (int f = 0; f < mostRow.length; f++) {
      fillFree(f, mostRow[f]);
    }
    for (int k = 0; k < pools; k++) {
      program.limit[n + k] = drawn[k] ? source.workers(k) : 1;
    }
  }

  public static ProgramRows of(AllocationProgram program) {
    return new ProgramRows(program, false, 1);
  }

  /**
   * Returns the rows of a linear sum whose level is the part of the floors that is met:
   *
   * <pre>
   *   maximise t + Σ gain_c x_c / worth   such that   throughput_m ≥ t floor_m,   t ≤ 1
   * </pre>
   *
   * <p>It has an interior on any columns, even if they cannot meet the floors. If meeting all of
   * them costs less of the sum than they are worth, {@code t} is 1 at the optimum, which is that of
   * the sum; the prices, in its units, prove it.
   *
   * @param program a linear sum
   * @param worth of all floors, in units of the sum
   */
  public static ProgramRows meetingFloors(AllocationProgram program, double worth) {
    return new ProgramRows(program, true, worth);
  }

  private boolean fillColumns() {
    int n = source.jobCount();
    boolean[] runs = new boolean[n];
    RowEntries coupling = source.rows().byColumn(source.columnCount());
    for (int c = 0; c < source.columnCount(); c++) {
      drawn[source.pool(c)] = true;
      program.entry(n + source.pool(c), source.size(c));
      fillMember(source.first(c), source.rate(c));
      runs[source.first(c)] = true;
      if (source.second(c) != ProgramColumns.NONE) {
        fillMember(source.second(c), source.secondRate(c));
        runs[source.second(c)] = true;
      }
      coupling.forEach(c, (i, a) -> program.entry(firstCouplingRow + i, source.rows().sign(i) * a));
      program.endColumn(source.gain(c) / unit);
    }
    return IntStream.range(0, n).allMatch(m -> runs[m] || demandRow[m] == RowProgram.NONE);
  }

  private void fillFree(int f, int mostRow) {
    FreeVariables free = source.freeVariables();
    free.forEach(
        f,
        (k, size) -> {
          drawn[k] = true;
          program.entry(source.jobCount() + k, size);
        });
    source
        .rows()
        .forEachOfFree(f, (i, e) -> program.entry(firstCouplingRow + i, source.rows().sign(i) * e));
    if (mostRow != RowProgram.NONE) {
      program.entry(mostRow, 1);
      program.limit[mostRow] = free.most(f);
    }
    program.endColumn(free.gain(f) / unit);
  }

  private void fillMember(int m, double rate) {
    program.entry(m, 1);
    if (demandRow[m] != RowProgram.NONE) {
      program.entry(demandRow[m], -rate);
    }
  }

  public RowProgram program() {
    return program;
  }

  /** Returns whether every job with a floor, requirement or utility has a column. */
  public boolean allDemandsCanRun() {
    return allDemandsCanRun;
  }

  /** Prices of rows as prices of pools, time and throughput. */
  public Prices prices(double[] ofRow) {
    int n = source.jobCount();
    double[] throughput = new double[n];
    double[] pool = new double[source.poolCount()];
    double[] time = new double[n];
    Arrays.setAll(
        throughput, m -> demandRow[m] == RowProgram.NONE ? 0 : unit * ofRow[demandRow[m]]);
    Arrays.setAll(pool, k -> unit * ofRow[n + k]);
    Arrays.setAll(time, m -> unit * ofRow[m]);
    return DualBound.claimed(pool, time, throughput);
  }

  /** Returns the prices of coupling rows, with the signs of {@code DualBound}. */
  public double[] rowPrices(double[] ofRow) {
    double[] ofCoupling = new double[source.rows().count()];
    Arrays.setAll(ofCoupling, i -> unit * ofRow[firstCouplingRow + i]);
    return ofCoupling;
  }

  /** Returns the result of a method on these rows. */
  public Incumbent.Claim claim(RowInteriorPoint method) {
    double[] ofRow = method.prices();
    return new Incumbent.Claim(
        fractions(method.fractions()),
        fractions(method.fractionsWithoutDust()),
        free(method.fractions()),
        prices(ofRow),
        rowPrices(ofRow));
  }

  /**
   * Returns the prices of all rows, {@code [row]}: the inverse of {@link #prices} and {@link
   * #rowPrices}. A row of the level alone has none.
   */
  public double[] ofRows(Prices prices, double[] ofCoupling) {
    double[] ofRow = new double[program.rows];
    for (int m = 0; m < source.jobCount(); m++) {
      ofRow[m] = prices.ofTime(m);
      if (demandRow[m] != RowProgram.NONE) {
        ofRow[demandRow[m]] = prices.ofThroughput(m);
      }
    }
    for (int k = 0; k < source.poolCount(); k++) {
      ofRow[source.jobCount() + k] = prices.ofPool(k);
    }
    System.arraycopy(ofCoupling, 0, ofRow, firstCouplingRow, ofCoupling.length);
    return ofRow;
  }

  /** Returns the fractions of the program's columns. */
  public double[] fractions(double[] ofColumn) {
    return Arrays.copyOf(ofColumn, source.columnCount());
  }

  /** Returns the values of the program's free variables. */
  public double[] free(double[] ofColumn) {
    int from = source.columnCount();
    return Arrays.copyOfRange(ofColumn, from, from + source.freeVariables().count());
  }
}
