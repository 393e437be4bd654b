package io.gavel.policies.lp.solver.internal.classes;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.internal.interior.rows.RowInteriorPoint;
import io.gavel.policies.lp.solver.internal.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.internal.interior.rows.RowSimplex;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.statement.Goal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The program of classes: the time of each column of classes, subject to coupling rows and to the
 * rows that allow splitting it among the members ({@link ClassDemands}). The latter are added when
 * the last optimum violates them, so only a handful are stated for each class. Coupling rows count
 * all members of a column equally, so they hold for any division of its time.
 *
 * <p>It is a relaxation: the time that any allocation gives to classes satisfies its rows. Prices
 * of its rows give prices of jobs. With prices {@code π} of the rows that contain job m, the price
 * of its throughput is {@code y_m = Σ π}, and that of its time {@code u_m = U + Σ π λ} for the
 * price {@code U} of the class' time. Since {@code π (T − λ) ≤ π (T − λ)⁺}, no column is worth more
 * than it pays.
 */
final class ClassProgram implements ClassPoint {

  private static final int MOST_ROUNDS = 60;

  private static final int MOST_EDGES = 10_000;

  /** The gap of utilities: far below the certified gap, far above rounding. */
  private static final double TARGET_GAP = 1e-12;

  /** The violation of a row that is tolerated, relative to its demand. */
  private static final double VIOLATED = 1e-11;

  /** The violation of a row and the reduced cost that are rounding. */
  private static final double ROUNDING = 1e-13;

  private final PairClasses classes;
  private final ClassTimes times;
  private final ClassDemands[] demands;
  private final int[][] columnsOf;
  private final double[][] ratesOf;
  final List<ClassDemands.Cut> cuts = new ArrayList<>();

  private final double power;
  private double objectiveScale;
  private double[] fractions = {};
  private double[] rowPrices = {};
  private int[] basis = {};
  private double level;

  ClassProgram(
      PairClasses classes, double[] workers, double[] floor, Goal goal, CouplingRows coupling) {
    this.classes = classes;
    power = goal.power();
    times = new ClassTimes(classes, workers, coupling);
    columnsOf = classes.columnsOf();
    demands = new ClassDemands[classes.classes()];
    ratesOf = new double[demands.length][];
    for (int a = 0; a < demands.length; a++) {
      int of = a;
      demands[a] = new ClassDemands(classes.members[a], floor, goal);
      ratesOf[a] =
          Arrays.stream(columnsOf[a]).mapToDouble(c -> classes.rateOf(c, of)).sorted().toArray();
      if (!demands[a].isEmpty()) {
        cuts.add(demands[a].whole(a));
      }
    }
  }

  /** Adds a row; not if it is there already: then its violation is rounding. */
  private void add(ClassDemands.Cut cut) {
    if (cut.jobs().length > 0 && cuts.stream().noneMatch(cut::isSame)) {
      cuts.add(cut);
    }
  }

  /** Solves the program; false if a class cannot run or no optimum was found. */
  boolean solve() {
    for (ClassDemands.Cut cut : cuts) {
      if (columnsOf[cut.ofClass()].length == 0) {
        return false;
      }
    }
    for (int round = 0; round < MOST_ROUNDS; round++) {
      boolean converged = solveOnce();
      if (!converged || !addCuts()) { // a certificate decides whether it is good enough
        return Double.isFinite(level);
      }
    }
    return false;
  }

  private boolean solveOnce() {
    RowProgram program = rows();
    if (program.hasUtility()) {
      RowInteriorPoint method = new RowInteriorPoint(program);
      boolean converged = method.converge(TARGET_GAP);
      fractions = converged ? method.fractionsWithoutDust() : method.fractions().clone();
      rowPrices = method.prices();
      return converged;
    }
    Optional<RowSimplex.Vertex> vertex =
        RowSimplex.solve(program, ROUNDING, basis, MOST_EDGES, () -> false);
    level = Double.NaN;
    vertex.ifPresent(
        optimum -> {
          fractions = optimum.x();
          rowPrices = optimum.pricesWithoutDust();
          level = optimum.level() * objectiveScale;
          basis = optimum.basis();
        });
    return vertex.isPresent();
  }

  private double rowScale(ClassDemands.Cut cut) {
    return times.scale(cut.ofClass());
  }

  /**
   * Returns the weight of the utility of a row, in its scale. Utilities are concave and weights of
   * a class equal, so equal throughputs are best, and n of them have the utility {@code n U(total /
   * n)}.
   */
  private double weight(ClassDemands.Cut cut) {
    double weight = demands[cut.ofClass()].weight();
    return weight == 0
        ? 0
        : weight * cut.jobs().length / StrictMath.pow(rowScale(cut) * cut.jobs().length, power);
  }

  private RowProgram rows() {
    RowProgram program = times.program(cuts.size(), power);
    double most = 0;
    double heaviest = 0;
    for (ClassDemands.Cut cut : cuts) {
      most = Math.max(most, cut.requirement() * rowScale(cut));
      heaviest = Math.max(heaviest, weight(cut));
    }
    objectiveScale = most > 0 ? 1 / most : heaviest > 0 ? heaviest : largestGain();
    for (int i = 0; i < cuts.size(); i++) {
      ClassDemands.Cut cut = cuts.get(i);
      int row = times.rows() + i;
      program.limit[row] = -cut.floor() * rowScale(cut);
      program.requirement[row] = cut.requirement() * rowScale(cut) * objectiveScale;
      program.weight[row] = weight(cut) / objectiveScale;
      program.lean[row] = cut.ofClass();
    }
    times.fill(program, cuts, c -> classes.gain[c] * times.unit(c) / objectiveScale);
    return program;
  }

  private double largestGain() {
    double largest = 0;
    for (int c = 0; c < classes.count(); c++) {
      largest = Math.max(largest, Math.abs(classes.gain[c]) * times.unit(c));
    }
    return largest > 0 ? largest : 1;
  }

  /** Adds rows that the solution violates; false if there are none. */
  private boolean addCuts() {
    int before = cuts.size();
    for (int a = 0; a < demands.length; a++) {
      if (!demands[a].isEmpty() && !demands[a].areEqual()) {
        addCut(a);
      }
    }
    return cuts.size() > before;
  }

  /** Adds the row of a class that is violated most. */
  private void addCut(int a) {
    double[] sorted = demands[a].sorted(level);
    double most = VIOLATED * ClassDemands.above(sorted, 0);
    double worst = Double.NaN;
    double last = Double.NaN;
    for (int i = -1; i < ratesOf[a].length; i++) {
      double rate = i < 0 ? 0 : ratesOf[a][i];
      if (rate != last) {
        double lacking = ClassDemands.above(sorted, rate);
        for (int k = 0; k < columnsOf[a].length && lacking > most; k++) {
          lacking -= times.above(columnsOf[a][k], a, rate) * fractions[columnsOf[a][k]];
        }
        if (lacking > most) {
          most = lacking;
          worst = rate;
        }
      }
      last = rate;
    }
    if (worst >= 0) {
      add(demands[a].at(a, worst, level));
    }
  }

  /** Returns the least throughput of a job; with utilities, the throughput of its class. */
  @Override
  public double demand(int m) {
    int a = classes.classOf[m];
    if (demands[a].weight() == 0) {
      return Math.max(0, demands[a].demand(m, level));
    }
    double total = 0;
    for (int c : columnsOf[a]) {
      total += times.above(c, a, 0) * fractions[c];
    }
    return total / classes.members[a].length;
  }

  @Override
  public double time(int c) {
    return times.unit(c) * fractions[c];
  }

  /** Returns the prices of the program as prices of pools and jobs. */
  Prices prices() {
    double[] time = times.ofTime(rowPrices, objectiveScale);
    double[] throughput = new double[time.length];
    for (int i = 0; i < cuts.size(); i++) {
      ClassDemands.Cut cut = cuts.get(i);
      double price = rowPrices[times.rows() + i] * rowScale(cut) * objectiveScale;
      for (int m : cut.jobs()) {
        throughput[m] += price;
        time[m] += price * cut.rate();
      }
    }
    return DualBound.claimed(times.ofPools(rowPrices, objectiveScale), time, throughput);
  }

  /** Returns the prices of the coupling rows, {@code [row]}. */
  double[] rowPrices() {
    return times.ofRows(rowPrices, objectiveScale);
  }
}
