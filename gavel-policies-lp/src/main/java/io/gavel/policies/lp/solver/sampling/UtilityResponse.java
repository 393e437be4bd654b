package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.coefficients.Utility;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;

/**
 * The best response of a job with a utility to given prices of workers. From corner to corner of
 * the hull, the throughput rises as long as the utility's slope exceeds the price of throughput. It
 * ends between two corners, where the slopes of the utility and of the line through both are equal,
 * or at one corner, which gets all of the time.
 */
final class UtilityResponse extends CostHull {

  private final double power;
  private final double[] weight;
  private final int uses;

  private int job;

  double throughput;

  /** The slopes of the utility at the slower and at the faster corner in use. */
  private double steepest;

  private double least;

  UtilityResponse(ColumnsByJob columnsByJob, Uses uses, double[] price) {
    super(columnsByJob, uses, price);
    power = columnsByJob.power;
    weight = columnsByJob.weight;
    this.uses = uses.count();
  }

  /**
   * Finds the best response of a job that has a utility, in one pass over its columns if it is
   * between the corners where it was at other prices.
   *
   * @param slower as {@link #from} was
   * @param faster as {@link #to} was; negative if nothing is known
   */
  void find(int m, int slower, int faster) {
    if (faster < 0 || !isBetween(m, slower, faster)) {
      find(m);
    }
  }

  /**
   * Returns whether the response is between two columns, or at one, and nothing else costs as
   * little.
   */
  private boolean isBetween(int m, int slower, int faster) {
    job = m;
    from = slower;
    to = faster;
    least = Utility.slope(power, weight[m], rate(to));
    if (from == to) {
      steepest = least;
      owed = least;
      throughput = rate(to);
      return isCheapest(m);
    }
    steepest =
        from == IDLE ? Double.POSITIVE_INFINITY : Utility.slope(power, weight[m], rate(from));
    owed = slope(from, to);
    setThroughput();
    return owed > least && owed < steepest && isCheapest(m);
  }

  private void setThroughput() {
    double best = Utility.throughput(power, weight[job], owed);
    throughput = Math.min(rate(to), Math.max(rate(from), best));
  }

  /** Finds the best response of a job that has a utility. */
  void find(int m) {
    job = m;
    from = IDLE;
    steepest = Double.POSITIVE_INFINITY;
    for (to = corner(m, from); to != from; to = corner(m, from)) {
      owed = slope(from, to);
      if (owed >= steepest) {
        break;
      }
      least = Utility.slope(power, weight[m], rate(to));
      if (owed > least) {
        setThroughput();
        return;
      }
      from = to;
      steepest = least;
    }
    to = from;
    owed = steepest;
    throughput = rate(to);
  }

  /**
   * Returns whether the response stays between the same corners, or at the same corner, while
   * prices change by a fraction.
   */
  boolean isCertain(int m, double part) {
    if (to == IDLE) {
      return false;
    }
    if (from != to) {
      double change = change(part);
      if (!(owed - change > least && owed + change < steepest)) {
        return false;
      }
    }
    return othersCostMore(m, part);
  }

  /** Returns the part of the time that the job spends on the faster column. */
  double faster() {
    return partOfFaster(throughput);
  }

  /** Returns the cost of the response. */
  double cost() {
    double faster = faster();
    return faster * cost(to) + (1 - faster) * cost(from);
  }

  /** What its utility is beyond its cost. */
  double net() {
    return Utility.value(power, weight[job], throughput) - cost();
  }

  /**
   * Adds how much less of the workers the job would hold at higher prices, on average over prices
   * that change by at most a fraction. Where another column becomes cheaper within it, the job
   * changes over to that one.
   *
   * @param into falls with the prices of workers, {@code [use][use]}, row-major
   * @return whether the response stays as it is, see {@link #isCertain}
   */
  boolean addFalls(double part, double[] into) {
    boolean stays = to != IDLE;
    double span = rate(to) - rate(from);
    double faster = faster();
    if (from != to) {
      double change = change(part);
      stays = owed - change > least && owed + change < steepest;
      double range =
          Math.min(rate(to), at(owed - change)) - Math.max(rate(from), at(owed + change));
      add(range / (2 * change * span * span), IDLE, 0, 1, -1, into);
    }
    begin(part);
    for (int c = columnsByJob.start[job]; c < columnsByJob.start[job + 1]; c++) {
      stays &= c == from || c == to || isFar(c) || !enters(c, part, faster, into);
    }
    stays &= from == IDLE || !enters(IDLE, part, faster, into);
    return stays;
  }

  /** Returns the throughput at which the utility has a slope. */
  private double at(double slope) {
    return slope > 0 ? Utility.throughput(power, weight[job], slope) : Double.POSITIVE_INFINITY;
  }

  /** Returns whether prices within a fraction let another column enter; adds what that changes. */
  private boolean enters(int c, double part, double faster, double[] into) {
    compare(c);
    double within = part * reach;
    if (excess > within) {
      return false;
    }
    double time;
    if (from == to) { // the slope of the utility changes by so much until the column has all time
      double apart = rate(c) - rate(to);
      double curve = (1 - power) * owed * apart * apart / rate(to);
      time = Math.min(1, (within - excess) / curve);
    } else {
      double ofSlower = ofFaster < 1 ? (1 - faster) / (1 - ofFaster) : Double.POSITIVE_INFINITY;
      time = ofFaster > 0 ? Math.min(ofSlower, faster / ofFaster) : ofSlower;
    }
    add(time / (2 * within), c, 1, -ofFaster, ofFaster - 1, into);
    return true;
  }

  /**
   * Adds a multiple of the square of the resources that fractions of a column and of the columns in
   * use hold.
   */
  private void add(double factor, int c, double of, double ofTo, double ofFrom, double[] into) {
    if (factor > 0 && factor < Double.POSITIVE_INFINITY) {
      double held = of * size(c);
      double ofFaster = ofTo * size(to);
      double ofSlower = ofFrom * size(from);
      addRow(factor * held, c, c, held, ofFaster, ofSlower, into);
      addRow(factor * ofFaster, to, c, held, ofFaster, ofSlower, into);
      addRow(factor * ofSlower, from, c, held, ofFaster, ofSlower, into);
    }
  }

  private void addRow(
      double factor, int row, int c, double held, double ofFaster, double ofSlower, double[] into) {
    if (row != IDLE) {
      int at = use(row) * uses;
      if (c != IDLE) {
        into[at + use(c)] += factor * held;
      }
      into[at + use(to)] += factor * ofFaster;
      if (from != IDLE) {
        into[at + use(from)] += factor * ofSlower;
      }
    }
  }

  private double size(int c) {
    return c == IDLE ? 0 : columnsByJob.size[c];
  }

  /** Returns the change of the slope between the columns in use if prices change by a fraction. */
  private double change(double part) {
    return part * shift(from, 0, 1) / (rate(to) - rate(from));
  }

  @Override
  boolean mayEnter(double part) {
    double slope = slope(from, to);
    double change = change(part);
    return slope - change < Utility.slope(power, weight[job], rate(from))
        && slope + change > Utility.slope(power, weight[job], rate(to));
  }
}
