package io.gavel.policies.lp.solver.internal.classes;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.internal.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The time of columns of classes as columns of a {@link RowProgram}, in parts of the most time that
 * their classes have. Its rows are the time of each class, the pools and the coupling rows that are
 * stated, scaled so that no number of a row exceeds 1. Immutable.
 */
final class ClassTimes {

  private final PairClasses classes;

  /** The workers of each pool, {@code [pool]}; not modified. */
  private final double[] workers;

  private final CouplingRows coupling;

  /** The scale of the rows of each class' demands, {@code [class]}. */
  private final double[] ofDemands;

  /** The most time of each column that its classes have, {@code [column]}. */
  private final double[] unit;

  /** The scale of each coupling row, {@code [row]}. */
  private final double[] scale;

  /** The coupling rows that are stated, ascending. */
  private final int[] stated;

  /** The row of each coupling row, {@code [row]}; {@link RowProgram#NONE} if it is not stated. */
  private final int[] place;

  /** Creates the columns with all coupling rows. */
  ClassTimes(PairClasses classes, double[] workers, CouplingRows coupling) {
    this(classes, workers, coupling, IntStream.range(0, coupling.count()).toArray());
  }

  /** Creates the columns with some coupling rows, in ascending order. */
  ClassTimes(PairClasses classes, double[] workers, CouplingRows coupling, int[] stated) {
    this.classes = classes;
    this.workers = workers;
    this.coupling = coupling;
    this.stated = stated;
    ofDemands = new double[classes.classes()];
    int[][] columnsOf = classes.columnsOf();
    for (int a = 0; a < ofDemands.length; a++) {
      double fastest = 0;
      for (int c : columnsOf[a]) {
        fastest = Math.max(fastest, classes.rateOf(c, a));
      }
      ofDemands[a] = fastest > 0 ? 1 / (fastest * classes.members[a].length) : 1;
    }
    unit = new double[classes.count()];
    scale = new double[coupling.count()];
    Arrays.setAll(scale, i -> Math.abs(coupling.bound(i)));
    for (int c = 0; c < unit.length; c++) {
      int a = classes.first[c];
      int b = classes.second[c] == PairClasses.NONE ? a : classes.second[c];
      double whole = Math.min(classes.members[a].length, classes.members[b].length);
      unit[c] = whole;
      classes.forEachRow(c, (i, x) -> scale[i] = Math.max(scale[i], Math.abs(x) * whole));
    }
    Arrays.setAll(scale, i -> scale[i] > 0 ? 1 / scale[i] : 1);
    place = new int[scale.length];
    Arrays.fill(place, RowProgram.NONE);
    for (int r = 0; r < stated.length; r++) {
      place[stated[r]] = classes.classes() + workers.length + r;
    }
  }

  /** Returns the most time of a column that its classes have. */
  double unit(int c) {
    return unit[c];
  }

  /** Returns the rows of classes, pools and stated coupling rows. */
  int rows() {
    return classes.classes() + workers.length + stated.length;
  }

  /**
   * Returns a program with the limits of these rows.
   *
   * @param more the number of rows after them
   * @param power of the utilities of these rows
   */
  RowProgram program(int more, double power) {
    int first = classes.classes() + workers.length;
    RowProgram program =
        new RowProgram(classes.classes(), workers.length, rows() + more, power, classes.count());
    Arrays.fill(program.limit, 0, first, 1);
    for (int i : stated) {
      program.limit[place[i]] = coupling.sign(i) * coupling.bound(i) * scale[i] + 0.0;
      program.exact[place[i]] = coupling.relation(i) == Relation.EXACTLY;
    }
    return program;
  }

  /** Adds the entries of a column in these rows; the caller ends the column. */
  void fill(RowProgram program, int c) {
    int a = classes.first[c];
    int b = classes.second[c];
    int k = classes.pool[c];
    double whole = unit[c];
    program.entry(a, part(c, a));
    if (b != PairClasses.NONE && b != a) {
      program.entry(b, part(c, b));
    }
    program.entry(classes.classes() + k, classes.size[c] * whole / workers[k]);
    classes.forEachRow(
        c,
        (i, x) -> {
          if (place[i] != RowProgram.NONE) {
            program.entry(place[i], coupling.sign(i) * x * whole * scale[i]);
          }
        });
  }

  /** A row that limits the demands of one class above a rate. */
  interface Rate {

    int ofClass();

    double rate();
  }

  /** Returns the scale of the rows of a class' demands, so that no number exceeds 1. */
  double scale(int a) {
    return ofDemands[a];
  }

  /** Returns the throughput above a rate that a class gets from one unit of a column. */
  double above(int c, int a, double rate) {
    return unit[c] * classes.share(c, a) * Math.max(0, classes.rateOf(c, a) - rate);
  }

  /**
   * Adds all columns. The rows of demands follow the rows of classes, pools and constraints.
   *
   * @param rates of the rows of demands, {@code [row]}
   * @param gain of each column, per unit
   */
  void fill(RowProgram program, List<? extends Rate> rates, IntToDoubleFunction gain) {
    List<List<Integer>> ratesOf = new ArrayList<>();
    for (int a = 0; a < ofDemands.length; a++) {
      ratesOf.add(new ArrayList<>());
    }
    for (int i = 0; i < rates.size(); i++) {
      ratesOf.get(rates.get(i).ofClass()).add(i);
    }
    for (int c = 0; c < unit.length; c++) {
      fill(program, c);
      int a = classes.first[c];
      int b = classes.second[c];
      IntStream of = ratesOf.get(a).stream().mapToInt(i -> i);
      boolean isOne = b == PairClasses.NONE || b == a;
      of = isOne ? of : IntStream.concat(of, ratesOf.get(b).stream().mapToInt(i -> i));
      for (int i : of.toArray()) { // also zeros: a row that leans on another has all its columns
        int owner = rates.get(i).ofClass();
        program.entry(rows() + i, 0.0 - above(c, owner, rates.get(i).rate()) * scale(owner));
      }
      program.endColumn(gain.applyAsDouble(c));
    }
  }

  /** Returns the part of a class' time that a unit of a column takes. */
  private double part(int c, int a) {
    return unit[c] * classes.share(c, a) / classes.members[a].length;
  }

  /**
   * Returns the prices of pools, {@code [pool]}.
   *
   * @param prices the prices of the program's rows
   * @param objective the unit of the program's objective
   */
  double[] ofPools(double[] prices, double objective) {
    double[] pools = new double[workers.length];
    int first = classes.classes();
    Arrays.setAll(pools, k -> workers[k] > 0 ? prices[first + k] / workers[k] * objective : 0);
    return pools;
  }

  /** Returns the prices of each job's time, {@code [job]}. */
  double[] ofTime(double[] prices, double objective) {
    double[] time = new double[classes.jobs()];
    Arrays.setAll(
        time,
        m -> {
          int a = classes.classOf[m];
          return prices[a] / classes.members[a].length * objective;
        });
    return time;
  }

  /** Returns the prices of all coupling rows, {@code [row]}; 0 for rows that are not stated. */
  double[] ofRows(double[] prices, double objective) {
    double[] rows = new double[scale.length];
    for (int i : stated) {
      rows[i] = prices[place[i]] * scale[i] * objective;
    }
    return rows;
  }
}
