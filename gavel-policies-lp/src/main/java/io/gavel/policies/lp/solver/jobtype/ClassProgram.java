package io.gavel.policies.lp.solver.jobtype;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.PairClasses;
import io.gavel.policies.lp.solver.interior.rows.RowInteriorPoint;
import io.gavel.policies.lp.solver.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.simplex.RowSimplex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The program of classes: time of each column between classes, under the rows that let it be split
 * among the members ({@link ClassDemands}). Rows are added where the last optimum breaks them, so
 * that a handful a class is ever stated.
 *
 * <p>It is a relaxation: what any allocation gives to classes keeps its rows. Prices of its rows
 * are prices of jobs: with {@code π} of the rows that job m is in, its throughput costs {@code y_m
 * = Σ π}, and its time {@code u_m = U + Σ π λ} for the price {@code U} of its class' time; since
 * {@code π (T − λ) ≤ π (T − λ)⁺}, no column is worth more than it pays.
 */
final class ClassProgram {

  private static final int MOST_ROUNDS = 60;

  private static final int MOST_EDGES = 10_000;

  /** Far below what is certified, far above rounding. */
  private static final double TARGET_GAP = 1e-12;

  /** By how much a row may be broken, as a part of what it demands. */
  private static final double BROKEN = 1e-11;

  private final PairClasses classes;
  private final double[] workers;
  private final ClassDemands[] demands;
  private final int[][] columnsOf;
  private final double[][] ratesOf;
  private final List<ClassDemands.Cut> cuts = new ArrayList<>();

  /** The largest time of a column that its classes have. */
  private final double[] unit;

  private double objectiveScale;
  private double[] fractions = {};
  private double[] rowPrices = {};
  private double level;

  ClassProgram(PairClasses classes, double[] workers, double[] floor, double[] requirement) {
    this.classes = classes;
    this.workers = workers;
    columnsOf = classes.columnsOf();
    demands = new ClassDemands[classes.classes()];
    ratesOf = new double[demands.length][];
    for (int a = 0; a < demands.length; a++) {
      int of = a;
      demands[a] = new ClassDemands(classes.members[a], floor, requirement);
      ratesOf[a] =
          Arrays.stream(columnsOf[a]).mapToDouble(c -> classes.rateOf(c, of)).sorted().toArray();
      if (!demands[a].isEmpty()) {
        cuts.add(demands[a].whole(a));
      }
    }
    unit = new double[classes.count()];
    for (int c = 0; c < unit.length; c++) {
      int a = classes.first[c];
      int b = classes.second[c] == PairClasses.NONE ? a : classes.second[c];
      unit[c] = Math.min(classes.members[a].length, classes.members[b].length);
    }
  }

  /** Solves; false if a class cannot run, or the method led nowhere. */
  boolean solve() {
    for (ClassDemands.Cut cut : cuts) {
      if (columnsOf[cut.ofClass].length == 0) {
        return false;
      }
    }
    for (int round = 0; round < MOST_ROUNDS; round++) {
      boolean converged = solveOnce();
      if (!converged || !addCuts()) { // a certificate tells what is good enough
        return Double.isFinite(level);
      }
    }
    return false;
  }

  private boolean solveOnce() {
    RowProgram program = rows();
    RowInteriorPoint method = new RowInteriorPoint(program);
    boolean converged = method.converge(TARGET_GAP);
    // Short of the optimum, dust is what the rest of the objective is made of.
    fractions = converged ? method.fractionsWithoutDust() : method.fractions().clone();
    rowPrices = method.prices();
    level = method.level() * objectiveScale;
    return converged || walkAlongEdges(program);
  }

  /**
   * Where floors are all that a point has, feasible points are a sliver in which the method loses
   * its way; the simplex method walks along its edges.
   */
  private boolean walkAlongEdges(RowProgram program) {
    if (RowSimplex.isTooLarge(program.rows, program.columns())) {
      return false;
    }
    try {
      RowSimplex vertex = RowSimplex.solve(program, MOST_EDGES);
      if (vertex.state().isOptimal()) {
        fractions = vertex.fractions();
        rowPrices = vertex.prices();
        level = vertex.level() * objectiveScale;
      }
      return vertex.state().isOptimal();
    } catch (RuntimeException broken) { // on hard programs it runs into its own arrays
      return false;
    }
  }

  private double rowScale(ClassDemands.Cut cut) {
    double[] rates = ratesOf[cut.ofClass];
    return 1 / (rates[rates.length - 1] * classes.members[cut.ofClass].length);
  }

  private RowProgram rows() {
    int times = classes.classes();
    int pools = workers.length;
    RowProgram program =
        new RowProgram(times, pools, times + pools + cuts.size(), 0, classes.count());
    double most = 0;
    for (ClassDemands.Cut cut : cuts) {
      most = Math.max(most, cut.requirement * rowScale(cut));
    }
    objectiveScale = most > 0 ? 1 / most : largestGain();
    Arrays.fill(program.limit, 0, times + pools, 1);
    List<List<Integer>> cutsOf = new ArrayList<>();
    for (int a = 0; a < times; a++) {
      cutsOf.add(new ArrayList<>());
    }
    for (int i = 0; i < cuts.size(); i++) {
      ClassDemands.Cut cut = cuts.get(i);
      int row = times + pools + i;
      program.limit[row] = -cut.floor * rowScale(cut);
      program.requirement[row] = cut.requirement * rowScale(cut) * objectiveScale;
      program.lean[row] = cut.ofClass;
      cutsOf.get(cut.ofClass).add(i);
    }
    for (int c = 0; c < classes.count(); c++) {
      int k = classes.pool[c];
      program.entry(times + k, classes.size[c] * unit[c] / workers[k]);
      int a = classes.first[c];
      int b = classes.second[c];
      fill(program, c, a, cutsOf.get(a));
      if (b != PairClasses.NONE && b != a) {
        fill(program, c, b, cutsOf.get(b));
      }
      program.endColumn(classes.gain[c] * unit[c] / objectiveScale);
    }
    return program;
  }

  /** Rows of zeros, too: a row that leans on another has all of its columns. */
  private void fill(RowProgram program, int c, int a, List<Integer> cutsOfClass) {
    program.entry(a, unit[c] * classes.share(c, a) / classes.members[a].length);
    for (int i : cutsOfClass) {
      ClassDemands.Cut cut = cuts.get(i);
      double counted = above(c, a, cut.rate) * rowScale(cut);
      program.entry(program.times + program.pools + i, 0.0 - counted); // no -0.0
    }
  }

  private double largestGain() {
    double largest = 0;
    for (int c = 0; c < unit.length; c++) {
      largest = Math.max(largest, Math.abs(classes.gain[c]) * unit[c]);
    }
    return largest > 0 ? largest : 1;
  }

  /** Adds the rows that the solution breaks; false if there are none. */
  private boolean addCuts() {
    int before = cuts.size();
    for (int a = 0; a < demands.length; a++) {
      if (!demands[a].isEmpty() && !demands[a].areEqual()) {
        addCut(a);
      }
    }
    return cuts.size() > before;
  }

  /** Adds the row of a class that is broken most. */
  private void addCut(int a) {
    double[] sorted = demands[a].sorted(level);
    double most = BROKEN * ClassDemands.above(sorted, 0);
    double worst = Double.NaN;
    double last = Double.NaN;
    for (int i = -1; i < ratesOf[a].length; i++) {
      double rate = i < 0 ? 0 : ratesOf[a][i];
      if (rate != last) {
        double lacking = ClassDemands.above(sorted, rate);
        for (int k = 0; k < columnsOf[a].length && lacking > most; k++) {
          lacking -= above(columnsOf[a][k], a, rate) * fractions[columnsOf[a][k]];
        }
        if (lacking > most) {
          most = lacking;
          worst = rate;
        }
      }
      last = rate;
    }
    if (worst >= 0) {
      ClassDemands.Cut cut = demands[a].at(a, worst, level);
      if (cuts.stream().noneMatch(cut::isSame)) { // or what breaks it is rounding
        cuts.add(cut);
      }
    }
  }

  /** What a column counts in a row of a class. */
  private double above(int c, int a, double rate) {
    return unit[c] * classes.share(c, a) * Math.max(0, classes.rateOf(c, a) - rate);
  }

  double demand(int m) {
    return Math.max(0, demands[classes.classOf[m]].demand(m, level));
  }

  /** The time of each class that a column takes, but for a class with itself half of it. */
  double time(int c) {
    return unit[c] * fractions[c];
  }

  /** The prices of the program as prices of jobs. */
  Prices prices() {
    int n = classes.jobs();
    int times = classes.classes();
    double[] pools = new double[workers.length];
    double[] time = new double[n];
    double[] throughput = new double[n];
    for (int k = 0; k < pools.length; k++) {
      pools[k] = workers[k] > 0 ? rowPrices[times + k] / workers[k] * objectiveScale : 0;
    }
    for (int m = 0; m < n; m++) {
      int a = classes.classOf[m];
      time[m] = rowPrices[a] / classes.members[a].length * objectiveScale;
    }
    for (int i = 0; i < cuts.size(); i++) {
      ClassDemands.Cut cut = cuts.get(i);
      double price = rowPrices[times + pools.length + i] * rowScale(cut) * objectiveScale;
      for (int m : cut.jobs) {
        throughput[m] += price;
        time[m] += price * cut.rate;
      }
    }
    return Prices.of(pools, time, throughput);
  }
}
