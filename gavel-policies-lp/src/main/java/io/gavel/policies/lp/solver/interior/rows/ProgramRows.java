package io.gavel.policies.lp.solver.interior.rows;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SideConstraints;
import java.util.Arrays;

/**
 * An {@link AllocationProgram} as a {@link RowProgram} with rows of time, pools, demanded
 * throughputs and side rows. A pool without columns gets one worker, so that it has an interior.
 */
public final class ProgramRows {

  private final AllocationProgram source;
  private final RowProgram program;

  /** The row of each job's throughput, {@code [job]}; {@link RowProgram#NONE} if it has none. */
  private final int[] demandRow;

  private final int firstSideRow;
  private final boolean allDemandsCanRun;

  private ProgramRows(AllocationProgram source) {
    this.source = source;
    int n = source.jobCount();
    int pools = source.poolCount();
    demandRow = new int[n];
    int rows = n + pools;
    for (int m = 0; m < n; m++) {
      demandRow[m] = source.isIndifferentTo(m) ? RowProgram.NONE : rows++;
    }
    firstSideRow = rows;
    rows += source.sideConstraints().count();
    program = new RowProgram(n, pools, rows, source.power(), source.columnCount());
    for (int m = 0; m < n; m++) {
      program.limit[m] = 1;
      int i = demandRow[m];
      if (i != RowProgram.NONE) {
        program.limit[i] = -source.floor(m) + 0.0;
        program.requirement[i] = source.requirement(m);
        program.weight[i] = source.weight(m);
        program.lean[i] = m;
      }
    }
    allDemandsCanRun = fillColumns();
    for (int k = 0; k < pools; k++) {
      program.limit[n + k] = program.limit[n + k] > 0 ? program.limit[n + k] : 1;
    }
  }

  public static ProgramRows of(AllocationProgram program) {
    return new ProgramRows(program);
  }

  private boolean fillColumns() {
    int n = source.jobCount();
    boolean[] runs = new boolean[n];
    SideConstraints.ByColumn side = source.sideConstraints().byColumn(source.columnCount());
    for (int c = 0; c < source.columnCount(); c++) {
      program.limit[n + source.pool(c)] = source.workers(source.pool(c));
      program.entry(n + source.pool(c), source.size(c));
      fillMember(source.first(c), source.rate(c));
      runs[source.first(c)] = true;
      if (source.second(c) != ProgramColumns.NONE) {
        fillMember(source.second(c), source.secondRate(c));
        runs[source.second(c)] = true;
      }
      side.forEach(c, (i, coefficient) -> program.entry(firstSideRow + i, -coefficient));
      program.endColumn(source.gain(c));
    }
    for (int m = 0; m < n; m++) {
      if (!runs[m] && demandRow[m] != RowProgram.NONE) {
        return false;
      }
    }
    return true;
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

  /** Whether every job with a floor, requirement or utility has a column. */
  boolean allDemandsCanRun() {
    return allDemandsCanRun;
  }

  /** Prices of rows as prices of pools, time and throughput. */
  public Prices prices(double[] ofRow) {
    int n = source.jobCount();
    double[] throughput = new double[n];
    Arrays.setAll(throughput, m -> demandRow[m] == RowProgram.NONE ? 0 : ofRow[demandRow[m]]);
    return Prices.of(
        Arrays.copyOfRange(ofRow, n, n + source.poolCount()), Arrays.copyOf(ofRow, n), throughput);
  }

  public double[] sidePrices(double[] ofRow) {
    return Arrays.copyOfRange(ofRow, firstSideRow, ofRow.length);
  }
}
