package io.gavel.bench;

import io.gavel.bench.Task.NotMeasuredException;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A linear program for reference solvers: maximise {@code objective · x} over {@code x ≥ 0} such
 * that every row of {@code A x} is at most its limit. Rows are sparse. Callers must not modify the
 * arrays.
 */
final class ReferenceRows {

  final double[] objective;
  private final List<Row> rows;

  /** A sparse row and its limit. Mutable. */
  private static final class Row {
    private final double limit;
    private int[] columns = new int[4];
    private double[] coefficients = new double[4];
    private int count;

    Row(double limit) {
      this.limit = limit;
    }

    void put(int column, double coefficient) {
      if (count == columns.length) {
        columns = Arrays.copyOf(columns, 2 * count);
        coefficients = Arrays.copyOf(coefficients, 2 * count);
      }
      columns[count] = column;
      coefficients[count++] = coefficient;
    }
  }

  private ReferenceRows(double[] objective, List<Row> rows) {
    this.objective = objective;
    this.rows = rows;
  }

  /**
   * Converts a program without utilities and equations: rows for times, pools, demanded
   * throughputs, coupling rows and largest values of free variables. Free variables come after the
   * columns of jobs; the last column is the level.
   */
  static ReferenceRows of(AllocationProgram program) {
    List<Row> rows = new ArrayList<>();
    addTimesAndPools(program, rows);
    addDemands(program, rows);
    addCoupling(program, rows);
    FreeVariables free = program.freeVariables();
    int columns = program.columnCount();
    double[] objective = new double[columns + free.count() + 1];
    Arrays.setAll(objective, c -> c < columns ? program.gain(c) : 0);
    for (int f = 0; f < free.count(); f++) {
      objective[columns + f] = free.gain(f);
      if (free.most(f) < Double.POSITIVE_INFINITY) {
        Row most = new Row(free.most(f));
        most.put(columns + f, 1);
        rows.add(most);
      }
    }
    objective[columns + free.count()] = program.hasLevel() ? 1 : 0;
    return new ReferenceRows(objective, rows);
  }

  private static int[] jobs(AllocationProgram program, int c) {
    return program.second(c) < 0
        ? new int[] {program.first(c)}
        : new int[] {program.first(c), program.second(c)};
  }

  private static void addTimesAndPools(AllocationProgram program, List<Row> rows) {
    Row[] times = new Row[program.jobCount()];
    Arrays.setAll(times, m -> new Row(1));
    Row[] pools = new Row[program.poolCount()];
    Arrays.setAll(pools, k -> new Row(program.workers(k)));
    for (int c = 0; c < program.columnCount(); c++) {
      pools[program.pool(c)].put(c, program.size(c));
      for (int m : jobs(program, c)) {
        times[m].put(c, 1);
      }
    }
    for (int f = 0; f < program.freeVariables().count(); f++) {
      int column = program.columnCount() + f;
      program.freeVariables().forEach(f, (k, size) -> pools[k].put(column, size));
    }
    rows.addAll(List.of(times));
    rows.addAll(List.of(pools));
  }

  /** The throughputs that have a floor or a requirement. */
  private static void addDemands(AllocationProgram program, List<Row> rows) {
    Row[] demands = new Row[program.jobCount()];
    Arrays.setAll(demands, m -> new Row(-program.floor(m)));
    for (int c = 0; c < program.columnCount(); c++) {
      for (int m : jobs(program, c)) {
        demands[m].put(c, m == program.first(c) ? -program.rate(c) : -program.secondRate(c));
      }
    }
    int level = program.columnCount() + program.freeVariables().count();
    for (int m = 0; m < demands.length; m++) {
      if (!program.isIndifferentTo(m)) {
        demands[m].put(level, program.requirement(m));
        rows.add(demands[m]);
      }
    }
  }

  private static void addCoupling(AllocationProgram program, List<Row> rows) {
    CouplingRows coupling = program.rows();
    for (int i = 0; i < coupling.count(); i++) {
      int sign = sign(coupling, i);
      Row row = new Row(sign * coupling.bound(i));
      coupling.forEach(i, (c, a) -> row.put(c, sign * a));
      coupling.forEachFree(i, (f, a) -> row.put(program.columnCount() + f, sign * a));
      rows.add(row);
    }
  }

  /** What makes a coupling row an upper limit. */
  private static int sign(CouplingRows rows, int i) {
    return switch (rows.relation(i)) {
      case AT_MOST -> 1;
      case AT_LEAST -> -1;
      case EXACTLY ->
          throw new NotMeasuredException("row \"%s\" is an equation".formatted(rows.row(i).name()));
    };
  }

  int count() {
    return rows.size();
  }

  double limit(int row) {
    return rows.get(row).limit;
  }

  /** Receives the entries of a row. */
  @FunctionalInterface
  interface Entry {
    void set(int column, double coefficient);
  }

  void forEach(int row, Entry entry) {
    Row entries = rows.get(row);
    for (int i = 0; i < entries.count; i++) {
      entry.set(entries.columns[i], entries.coefficients[i]);
    }
  }
}
