package io.gavel.policies.lp.hierarchy;

import static java.math.BigDecimal.ONE;
import static java.math.BigDecimal.ZERO;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Water filling as it is defined, by a dense primal simplex method in 60 digits: an oracle for
 * problems so ill-conditioned that rounding decides what a job gets. One tableau serves all rounds:
 * a round's optimum is where the next one starts, with another column for the level.
 */
public final class ExactWaterFilling {

  private static final MathContext DIGITS = new MathContext(60);
  private static final BigDecimal ZERO_BELOW = new BigDecimal("1e-35");

  /**
   * Relative threshold below which a difference of two numbers counts as 0. Coefficients that are
   * multiples of each other are so only up to rounding.
   */
  private static final BigDecimal ROUNDING = new BigDecimal("1e-13");

  /** The threshold for arithmetic alone, which takes the data as exact. */
  private static final BigDecimal EXACT = new BigDecimal("1e-40");

  /** The smallest part of a level's price that is clear from data in double precision. */
  private static final double CLEAR = 1e-10;

  /** The largest difference of levels, relative to 1, that rounding of the data may make. */
  private static final double SAME = 1e-9;

  private final AllocationProblem problem;
  private final BigDecimal rounding;
  private final AllocationProgram program;
  private final double[] equal;
  private final BigDecimal[][] rows;
  private final int[] basis;
  private final int level;
  private final int limit;

  /** The smallest part of a level's price that a saturated job had. */
  private double least = 1;

  private ExactWaterFilling(AllocationProblem problem, BigDecimal rounding) {
    this.problem = problem;
    this.rounding = rounding;
    int n = problem.jobCount();
    program = AllocationProgram.maximizeMinimum(problem, new double[n]);
    equal = new double[n];
    Arrays.setAll(equal, m -> EqualShare.throughput(problem, m));
    CouplingRows constraints = program.rows();
    int height = 2 * n + program.poolCount() + 2 * constraints.count();
    level = program.columnCount() + height;
    limit = level + 1;
    rows = new BigDecimal[height][limit + 1];
    basis = new int[height];
    for (int i = 0; i < height; i++) {
      Arrays.fill(rows[i], ZERO);
      basis[i] = program.columnCount() + i;
      rows[i][basis[i]] = ONE;
    }
    for (int m = 0; m < n; m++) {
      rows[m][limit] = ONE;
    }
    for (int k = 0; k < program.poolCount(); k++) {
      rows[2 * n + k][limit] = new BigDecimal(program.workers(k));
    }
    for (int c = 0; c < program.columnCount(); c++) {
      rows[2 * n + program.pool(c)][c] = new BigDecimal(program.size(c));
      set(c, program.first(c), program.rate(c));
      if (program.second(c) >= 0) {
        set(c, program.second(c), program.secondRate(c));
      }
    }
    for (int i = 0; i < constraints.count(); i++) {
      int above = height - 2 * constraints.count() + 2 * i;
      if (constraints.relation(i) != Relation.AT_LEAST) {
        constrain(i, rows[above], BigDecimal.ONE);
      }
      if (constraints.relation(i) != Relation.AT_MOST) {
        constrain(i, rows[above + 1], BigDecimal.ONE.negate());
      }
    }
    satisfy();
  }

  private void constrain(int i, BigDecimal[] row, BigDecimal sign) {
    program.rows().forEach(i, (c, a) -> row[c] = sign.multiply(new BigDecimal(a)));
    row[limit] = sign.multiply(new BigDecimal(program.rows().bound(i)));
  }

  /** The dual simplex method for the objective 0, by the first row and the first column. */
  private void satisfy() {
    for (int leaving = violated(); leaving >= 0; leaving = violated()) {
      int entering = 0;
      while (rows[leaving][entering].compareTo(ZERO_BELOW.negate()) >= 0) {
        entering++;
      }
      if (entering >= level) { // such as two equations that differ by rounding
        throw new SolveFailedException("the constraints cannot hold together exactly");
      }
      pivot(leaving, entering);
    }
  }

  private int violated() {
    int violated = -1;
    for (int i = 0; i < rows.length; i++) {
      if (rows[i][limit].compareTo(ZERO_BELOW.negate()) < 0
          && (violated < 0 || basis[i] < basis[violated])) {
        violated = i;
      }
    }
    return violated;
  }

  private void set(int c, int m, double rate) {
    rows[m][c] = ONE;
    if (equal[m] > 0) {
      BigDecimal normalized = new BigDecimal(rate).divide(new BigDecimal(equal[m]), DIGITS);
      rows[equal.length + m][c] = normalized.negate();
    }
  }

  /**
   * Throughput over equal share of every job, {@code [job]}, by weights alone or over entities;
   * empty if rounding of the data decides a level: a job holds it back by too little, or the data
   * taken as exact give another level.
   */
  public static Optional<double[]> fill(AllocationProblem problem, boolean overEntities) {
    ExactWaterFilling rounded = new ExactWaterFilling(problem, ROUNDING);
    double[] v = rounded.fill(overEntities);
    if (rounded.least < CLEAR) {
      return Optional.empty();
    }
    double[] exact = new ExactWaterFilling(problem, EXACT).fill(overEntities);
    boolean same =
        IntStream.range(0, v.length).allMatch(m -> Math.abs(v[m] - exact[m]) <= SAME * (1 + v[m]));
    return same ? Optional.of(v) : Optional.empty();
  }

  /** Throughput over equal share of every job, {@code [job]}. */
  static double[] filled(AllocationProblem problem, boolean overEntities) {
    return new ExactWaterFilling(problem, ROUNDING).fill(overEntities);
  }

  private double[] fill(boolean overEntities) {
    boolean[] saturated = new boolean[equal.length];
    for (int m = 0; m < saturated.length; m++) {
      saturated[m] = equal[m] == 0;
    }
    BigDecimal[] v = new BigDecimal[saturated.length];
    Arrays.fill(v, ZERO);
    while (IntStream.range(0, saturated.length).anyMatch(m -> !saturated[m])) {
      double[] share = Shares.of(problem, overEntities, saturated);
      BigDecimal[] rise = new BigDecimal[share.length];
      Arrays.setAll(
          rise,
          m -> new BigDecimal(share[m]).divide(new BigDecimal(problem.job(m).workers()), DIGITS));
      BigDecimal[] objective = maximize(rise);
      BigDecimal gained = objective[limit].negate();
      for (int m = 0; m < v.length; m++) {
        v[m] = v[m].add(gained.multiply(rise[m], DIGITS));
        BigDecimal price = objective[slackOf(m)].negate();
        if (share[m] > 0 && price.compareTo(ZERO_BELOW) > 0) {
          saturated[m] = true;
          least = Math.min(least, price.multiply(rise[m], DIGITS).doubleValue());
        }
      }
    }
    return Arrays.stream(v).mapToDouble(BigDecimal::doubleValue).toArray();
  }

  private int slackOf(int m) {
    return program.columnCount() + equal.length + m;
  }

  /** Raises the jobs from where they are; returns the reduced costs and, negated, the level. */
  private BigDecimal[] maximize(BigDecimal[] rise) {
    forgetLevel();
    for (BigDecimal[] row : rows) {
      BigDecimal sum = ZERO;
      for (int m = 0; m < rise.length; m++) {
        sum = sum.add(row[slackOf(m)].multiply(rise[m], DIGITS), DIGITS);
      }
      row[level] = sum;
    }
    BigDecimal[] objective = new BigDecimal[limit + 1];
    Arrays.fill(objective, ZERO);
    objective[level] = ONE;
    for (int step = 0; ; step++) {
      int entering = entering(objective, step);
      if (entering < 0) {
        return objective;
      }
      pivot(leaving(entering), entering);
      subtract(objective, rows[rowOf(entering)], objective[entering]);
    }
  }

  /** The level reached becomes part of the right-hand side, and its column free. */
  private void forgetLevel() {
    int row = rowOf(level);
    if (row >= 0) {
      rows[row][limit] = ZERO;
      int entering = 0;
      for (int c = 1; c < level; c++) {
        boolean larger = rows[row][c].abs().compareTo(rows[row][entering].abs()) > 0;
        entering = larger && rowOf(c) < 0 ? c : entering;
      }
      pivot(row, entering);
    }
  }

  private int rowOf(int column) {
    return IntStream.range(0, basis.length).filter(i -> basis[i] == column).findFirst().orElse(-1);
  }

  /** The largest reduced cost; after many steps the first positive one, so that it ends. */
  private int entering(BigDecimal[] objective, int step) {
    int entering = -1;
    for (int c = 0; c <= level; c++) {
      if (objective[c].compareTo(ZERO_BELOW) > 0
          && (entering < 0 || (step < 100 && objective[c].compareTo(objective[entering]) > 0))) {
        entering = c;
      }
    }
    return entering;
  }

  private int leaving(int entering) {
    int leaving = -1;
    BigDecimal least = ZERO;
    for (int i = 0; i < rows.length; i++) {
      if (rows[i][entering].compareTo(ZERO_BELOW) > 0) {
        BigDecimal ratio = rows[i][limit].divide(rows[i][entering], DIGITS);
        int order = leaving < 0 ? -1 : compare(ratio, least);
        if (order < 0 || (order == 0 && basis[i] < basis[leaving])) {
          leaving = i;
          least = ratio;
        }
      }
    }
    return leaving;
  }

  private static int compare(BigDecimal a, BigDecimal b) {
    BigDecimal difference = a.subtract(b, DIGITS);
    return difference.abs().compareTo(ZERO_BELOW) <= 0 ? 0 : difference.signum();
  }

  private void pivot(int leaving, int entering) {
    BigDecimal by = rows[leaving][entering];
    for (int c = 0; c <= limit; c++) {
      if (rows[leaving][c].signum() != 0) {
        rows[leaving][c] = rows[leaving][c].divide(by, DIGITS);
      }
    }
    basis[leaving] = entering;
    for (int i = 0; i < rows.length; i++) {
      if (i != leaving) {
        subtract(rows[i], rows[leaving], rows[i][entering]);
      }
    }
  }

  private void subtract(BigDecimal[] row, BigDecimal[] pivot, BigDecimal times) {
    if (times.signum() != 0) {
      for (int c = 0; c < row.length; c++) {
        if (pivot[c].signum() != 0) {
          BigDecimal product = times.multiply(pivot[c], DIGITS);
          BigDecimal left = row[c].subtract(product, DIGITS);
          row[c] = left.abs().compareTo(product.abs().multiply(rounding)) <= 0 ? ZERO : left;
        }
      }
    }
  }
}
