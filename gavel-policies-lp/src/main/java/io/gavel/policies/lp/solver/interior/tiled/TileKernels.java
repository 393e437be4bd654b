package io.gavel.policies.lp.solver.interior.tiled;

/*
 * The kernels of BlockNewtonSystem and JobElimination. Each is one loop over the jobs of a tile, small and without
 * branches, so that the JIT compiles it to vector instructions. It does not do so for larger loops, nor for
 * sums of many numbers. So sums are kept for each place in a tile and added up at the end.
 *
 * All arrays begin with the first job of the tile, since the JIT does not vectorise loops over arrays with
 * different offsets. The last tile may be shorter than the arrays of the workspace.
 */

/** Loops over the jobs of a tile. */
final class TileKernels {

  private TileKernels() {}

  /** {@code ratio = a / b}, by entry or by job. */
  static void ratio(double[] a, double[] b, double[] ratio) {
    for (int i = 0; i < a.length; i++) {
      ratio[i] = a[i] / b[i];
    }
  }

  /** {@code to = −from}. */
  static void negate(double[] from, double[] to) {
    for (int i = 0; i < from.length; i++) {
      to[i] = -from[i];
    }
  }

  /** {@code to += from}, both in the workspace. */
  static void add(double[] from, double[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] += from[i];
    }
  }

  /** {@code to += step · direction}. */
  static void move(double[] to, double[] direction, double step) {
    for (int i = 0; i < to.length; i++) {
      to[i] += step * direction[i];
    }
  }

  /** {@code values *= factor}. */
  static void scale(double[] values, double factor) {
    for (int i = 0; i < values.length; i++) {
      values[i] *= factor;
    }
  }

  /** {@code from −= a}. */
  static void subtract(double[] a, double[] from) {
    for (int i = 0; i < a.length; i++) {
      from[i] -= a[i];
    }
  }

  /** {@code total += a · b · c}. */
  static void addProduct(double[] a, double[] b, double[] c, double[] total) {
    for (int i = 0; i < a.length; i++) {
      total[i] += a[i] * b[i] * c[i];
    }
  }

  /** {@code total += a · b}, by job or by entry. */
  static void addProduct(double[] a, double[] b, double[] total) {
    for (int i = 0; i < a.length; i++) {
      total[i] += a[i] * b[i];
    }
  }

  /** {@code most = max(most, |a|)}. */
  static void largest(double[] a, double[] most) {
    for (int i = 0; i < a.length; i++) {
      most[i] = Math.max(most[i], Math.abs(a[i]));
    }
  }

  /** {@code gap = 1 − idle}. */
  static void timeGap(double[] idle, double[] gap) {
    for (int i = 0; i < idle.length; i++) {
      gap[i] = 1 - idle[i];
    }
  }

  /** {@code gap = floor + requirement · level + surplus}. */
  static void throughputGap(
      double[] floor, double[] requirement, double level, double[] surplus, double[] gap) {
    for (int i = 0; i < floor.length; i++) {
      gap[i] = floor[i] + requirement[i] * level + surplus[i];
    }
  }

  /**
   * Subtracts columns from the residuals of their jobs' rows, and adds them to the use of their
   * pool.
   */
  static void use(
      double[] x,
      double[] rate,
      double[] size,
      double[] timeGap,
      double[] throughputGap,
      double[] used) {
    for (int i = 0; i < x.length; i++) {
      timeGap[i] -= x[i];
      throughputGap[i] -= rate[i] * x[i];
      used[i] += size[i] * x[i];
    }
  }

  /** {@code gap += requirement · level + surplus}. */
  static void open(double[] requirement, double level, double[] surplus, double[] gap) {
    for (int i = 0; i < requirement.length; i++) {
      gap[i] += requirement[i] * level + surplus[i];
    }
  }

  /** The residuals of the columns' dual rows. */
  static void dualGap(
      double[] rate,
      double[] z,
      double[] time,
      double[] owed,
      double[] size,
      double price,
      double[] gap) {
    for (int i = 0; i < rate.length; i++) {
      gap[i] = time[i] + size[i] * price - rate[i] * owed[i] - z[i];
    }
  }

  /** The same with a price of a worker for each job. */
  static void dualGap(
      double[] rate,
      double[] z,
      double[] time,
      double[] owed,
      double[] size,
      double[] price,
      double[] gap) {
    for (int i = 0; i < rate.length; i++) {
      gap[i] = time[i] + size[i] * price[i] - rate[i] * owed[i] - z[i];
    }
  }

  /** {@code into = from[index]}. */
  static void gather(double[] from, int[] index, double[] into) {
    for (int i = 0; i < index.length; i++) {
      into[i] = from[index[i]];
    }
  }

  /** The changes of columns if no price moved and their products went to 0. */
  static void vanish(double[] x, double[] ratio, double[] gap, double[] change) {
    for (int i = 0; i < x.length; i++) {
      change[i] = -x[i] - ratio[i] * gap[i];
    }
  }

  /**
   * The same for products going to mu minus the second-order terms in {@code change}, by entry or
   * by job.
   */
  static void aim(double[] a, double[] b, double mu, double[] change) {
    for (int i = 0; i < a.length; i++) {
      change[i] = (mu - change[i]) / b[i] - a[i];
    }
  }

  /** {@code change −= ratio · gap}. */
  static void closeDual(double[] ratio, double[] gap, double[] change) {
    for (int i = 0; i < ratio.length; i++) {
      change[i] -= ratio[i] * gap[i];
    }
  }

  /**
   * The direction of partners whose product goes to 0. Replaces the dual move by the relative fall
   * of the dual variable; the relative fall of the primal variable is 1 minus that.
   */
  static void part(double[] b, double[] move, double[] primalFall, double[] dualFall) {
    for (int i = 0; i < b.length; i++) {
      double part = -move[i] / b[i];
      move[i] = part;
      primalFall[i] = Math.max(primalFall[i], 1 - part);
      dualFall[i] = Math.max(dualFall[i], part);
    }
  }

  /**
   * Adds the part of such partners to the sums of {@link StepLength}, and keeps the fall of their
   * product.
   */
  static void products(
      double[] a,
      double[] b,
      double[] part,
      double[] product,
      double[] primalMove,
      double[] fallen) {
    for (int i = 0; i < a.length; i++) {
      double v = a[i] * b[i];
      fallen[i] = v * part[i];
      product[i] += v;
      primalMove[i] += v * part[i] - v;
    }
  }

  /** Adds the remaining sums, and keeps the product of both moves. */
  static void bothMoves(
      double[] part, double[] fallen, double[] dualMove, double[] bothMoves, double[] second) {
    for (int i = 0; i < second.length; i++) {
      double both = fallen[i] - fallen[i] * part[i];
      dualMove[i] -= fallen[i];
      bothMoves[i] += both;
      second[i] = both;
    }
  }

  /** The direction of columns. */
  static void direct(
      double[] change, double[] ratio, double[] reduced, double[] gap, double[] x, double[] z) {
    for (int i = 0; i < change.length; i++) {
      x[i] = change[i] - ratio[i] * reduced[i];
      z[i] = reduced[i] + gap[i];
    }
  }

  /** The direction of slacks and their prices. */
  static void direct(
      double[] change, double[] ratio, double[] move, double[] slack, double[] price) {
    for (int i = 0; i < change.length; i++) {
      slack[i] = change[i] - ratio[i] * move[i];
      price[i] = move[i];
    }
  }

  /** Moves a direction further, by entry or by job. */
  static void redirect(double[] ratio, double[] move, double[] a, double[] b) {
    for (int i = 0; i < ratio.length; i++) {
      a[i] -= ratio[i] * move[i];
      b[i] += move[i];
    }
  }

  /** {@code most = max(most, −direction / at)}, the largest relative fall. */
  static void fall(double[] direction, double[] at, double[] most) {
    for (int i = 0; i < direction.length; i++) {
      most[i] = Math.max(most[i], -direction[i] / at[i]);
    }
  }

  /** Returns the sum over all places in a tile. */
  static double sum(double[] values) {
    return sum(values, values.length);
  }

  /** Returns the sum over the first places in a tile. */
  static double sum(double[] values, int places) {
    double sum = 0;
    for (int i = 0; i < places; i++) {
      sum += values[i];
    }
    return sum;
  }

  /** Returns the largest number of all places in a tile, at least 0; NaN if one is NaN. */
  static double max(double[] values) {
    double max = 0;
    for (double value : values) {
      max = Math.max(max, value);
    }
    return max;
  }
}
