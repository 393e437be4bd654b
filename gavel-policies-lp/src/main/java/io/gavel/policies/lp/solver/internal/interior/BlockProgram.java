package io.gavel.policies.lp.solver.internal.interior;

/**
 * A program as the interior-point method sees it:
 *
 * <pre>
 *   maximise  t + Σ gain_c x_c + Σ_i weight_i U(slack_i)
 *   row i     Σ_c a_ic x_c + requirement_i t + slack_i = limit_i
 *   x, slack ≥ 0
 * </pre>
 *
 * <p>Rows are times of jobs, pools, and demands of throughput and coupling rows. Columns and rows
 * are kept in blocks, so that a step is a few simple loops over adjacent numbers. Immutable once
 * its arrays are filled.
 */
public abstract class BlockProgram {

  /** Gains, {@code [column block][place]}. */
  public final double[][] gain;

  /** Right-hand sides, {@code [row block][place]}. */
  public final double[][] limit;

  /** The coefficients of the level. */
  public final double[][] requirement;

  /** The weights of the utilities of slacks. */
  public final double[][] weight;

  /** Whether rows are equations, which have no slack. */
  public final boolean[][] exact;

  public final double power;

  private final boolean hasLevel;
  private final boolean hasUtility;

  /** Creates a program. Arrays are not copied. */
  protected BlockProgram(
      double power,
      boolean hasLevel,
      boolean hasUtility,
      double[][] gain,
      double[][] limit,
      double[][] requirement,
      double[][] weight,
      boolean[][] exact) {
    this.power = power;
    this.hasLevel = hasLevel;
    this.hasUtility = hasUtility;
    this.gain = gain;
    this.limit = limit;
    this.requirement = requirement;
    this.weight = weight;
    this.exact = exact;
  }

  /** Subtracts the rows' sums over columns, {@code A x}. */
  public abstract void subtract(double[][] x, double[][] rows);

  /** Adds the sizes of the terms of demands and coupling rows, {@code |A| x}. */
  public abstract void addSizes(double[][] x, double[][] rows);

  /** Sets what columns pay for rows, {@code Aᵀ v}. */
  public abstract void price(double[][] prices, double[][] paid);

  /** Sets fractions of about half the limits of times and pools. */
  public abstract void spread(double[][] x);

  /** Raises the prices of time, which are 0, until no column pays less than 0. */
  public abstract void coverTime(double[][] paid, double[][] prices);

  /**
   * Returns the amount of a row whose price is the same, at first, for all rows that the level
   * raises.
   */
  public abstract double unit(int block, int place);

  /** Returns whether a row is a demand of throughput or a coupling row: no time and no pool. */
  public abstract boolean isDemand(int block, int place);

  /** Returns whether no row of a block is an equation or has a utility. */
  public abstract boolean isPlain(int block);

  public final boolean hasLevel() {
    return hasLevel;
  }

  public final boolean hasUtility() {
    return hasUtility;
  }

  /**
   * Returns the weight of a row's price relative to its slack in Newton's equations: 1 for a limit,
   * since the product of price and slack goes to 0, and 1 − p for a utility, since the price
   * converges to its slope.
   */
  public final double curvature(int block, int i) {
    return weight[block][i] > 0 ? 1 - power : 1;
  }

  /** Returns whether the product of a row's slack and price goes to 0. */
  final boolean hasPartners(int block, int i) {
    return weight[block][i] == 0 && !exact[block][i];
  }

  /** Returns zeros in the shape of an array. */
  public static double[][] like(double[][] shape) {
    double[][] blocks = new double[shape.length][];
    for (int b = 0; b < blocks.length; b++) {
      blocks[b] = new double[shape[b].length];
    }
    return blocks;
  }
}
