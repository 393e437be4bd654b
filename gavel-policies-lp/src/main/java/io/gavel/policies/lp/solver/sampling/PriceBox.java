package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.coefficients.CompensatedSum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/*
 * The dual of a sum of weighted logarithms has the prices p of the resources W as its only variables:
 *
 *   D(p) = W·p + Σ_m most_m(p),   most_m(p) = max over its fractions of w log(throughput) − what they cost
 *
 * A job that certainly splits its time between two columns has most_m = −w log(e·p) − f·p + constant, where e·p is
 * the cost of one more unit of throughput; one that certainly spends all of it on one column has −f·p. Of jobs with
 * proportional e only the sum of the w and of the f matters. So within a box of prices D costs no more than the
 * jobs which the box leaves undecided. Where two mixes of such a job cost the same, D has a kink.
 */

/**
 * The dual of a sum of logarithms of throughput for prices within a box, with or without one of its
 * jobs, and its minimum there. Mutable.
 */
final class PriceBox {

  private static final int NONE = -1;
  private static final int MOST_STEPS = 12;
  private static final double SHORTEST = 1e-3;

  /** By how much H is made definite, relative to workers over the largest price. */
  private static final double LEAST = 1e-7;

  /** The jobs with the same split of time. */
  private record Split(int from, int to, double sizes) {}

  private final ResourceDemand demand;
  private final double[] center;
  private final double part;
  private final double totalWeight;
  private final double[] ofUse;
  private final UtilityResponse response;

  private final int[] from;
  private final int[] to;

  /** The split of each decided job with two columns, {@code [job]}. */
  private final int[] splitOf;

  private final List<double[]> splits = new ArrayList<>();
  private final double[] weight;
  private final double[] linear;

  private final int[] undecided;

  /** The columns that each of them used last, where its response is looked for first. */
  private final int[] slower;

  private final int[] faster;

  private final double[] atCenter;

  private final double[] least;
  private final KinkedQuadratic model;

  private final double[] scratch;

  private double[] prices;
  private double value;

  /**
   * Creates the box around prices.
   *
   * @param part how far a price may be from that of the center, as a part of it, above 0
   */
  PriceBox(ResourceDemand demand, double[] center, double part) {
    this.demand = demand;
    this.center = center;
    prices = center;
    this.part = part;
    int jobs = demand.columns.jobs;
    ofUse = new double[demand.uses.count()];
    demand.uses.price(center, ofUse);
    response = new UtilityResponse(demand.columns, demand.uses, ofUse);
    from = new int[jobs];
    to = new int[jobs];
    splitOf = new int[jobs];
    int[] open = new int[jobs];
    atCenter = new double[jobs];
    Map<Split, Integer> known = new HashMap<>();
    int count = 0;
    double[] weights = new double[jobs];
    CompensatedSum[] sums = new CompensatedSum[demand.resources()];
    Arrays.setAll(sums, i -> new CompensatedSum().add(demand.capacity[i]));
    double total = 0;
    for (int m = 0; m < jobs; m++) {
      if (demand.columns.weight[m] > 0) {
        total += demand.columns.weight[m];
        response.find(m);
        from[m] = response.from;
        to[m] = response.to;
        splitOf[m] = NONE;
        atCenter[m] = most(m);
        if (!response.isCertain(m, part)) {
          open[count++] = m;
          to[m] = NONE;
        } else {
          if (from[m] != to[m]) {
            splitOf[m] = split(m, known);
            weights[splitOf[m]] += demand.columns.weight[m];
          }
          double[] spent = fixed(m);
          for (int i = 0; i < spent.length; i++) {
            sums[i].add(-spent[i]);
          }
        }
      }
    }
    totalWeight = total;
    undecided = Arrays.copyOf(open, count);
    slower = new int[count];
    faster = new int[count];
    Arrays.fill(faster, NONE);
    weight = Arrays.copyOf(weights, splits.size());
    linear = Arrays.stream(sums).mapToDouble(CompensatedSum::value).toArray();
    model = new KinkedQuadratic(linear.length, i -> center[i] == 0);
    scratch = new double[linear.length];
    double dearest = Arrays.stream(center).max().orElse(0);
    least = new double[linear.length];
    Arrays.setAll(least, i -> LEAST * demand.capacity[i] / (dearest > 0 ? dearest : 1));
  }

  private int split(int m, Map<Split, Integer> known) {
    int slow = from[m] == CostHull.IDLE ? NONE : demand.uses.of[from[m]];
    double sizes = demand.size(from[m]) / demand.size(to[m]);
    Split split = new Split(slow, demand.uses.of[to[m]], sizes);
    Integer number = known.putIfAbsent(split, splits.size());
    if (number != null) {
      return number;
    }
    splits.add(demand.exchange(from[m], to[m]));
    return splits.size() - 1;
  }

  /**
   * Returns the resources that a decided job uses independently of its throughput, {@code
   * [resource]}.
   */
  private double[] fixed(int m) {
    double[] taken = new double[demand.resources()];
    if (from[m] == to[m]) {
      demand.add(to[m], 1, taken);
      return taken;
    }
    demand.add(from[m], 1, taken);
    double slower = response.rate(from[m]);
    double share = slower / (response.rate(to[m]) - slower) * demand.size(to[m]);
    double[] more = splits.get(splitOf[m]);
    for (int i = 0; i < taken.length; i++) {
      taken[i] -= share * more[i];
    }
    return taken;
  }

  private double most(int m) {
    return demand.columns.weight[m] * StrictMath.log(response.throughput) - response.cost();
  }

  /** Returns the cost of a job at the center. */
  double paid(int m) {
    demand.uses.price(center, ofUse);
    response.find(m);
    return response.cost();
  }

  /** Returns the throughput of the job whose payment was computed last, in steps per second. */
  double throughput() {
    return response.throughput;
  }

  /**
   * By how much the minimum of the dual is less than its value at the center.
   *
   * @param absent a job that is left out, or −1
   * @param tolerance by how much the minimum found may exceed the optimum, which its prices prove
   * @return empty if the box has no minimum inside that is proved as precisely
   */
  OptionalDouble fall(int absent, double tolerance) {
    double[] rest = linear.clone();
    double before = 0;
    int split = absent == NONE || to[absent] == NONE ? NONE : splitOf[absent];
    if (absent != NONE && to[absent] != NONE) {
      double[] spent = fixed(absent);
      Arrays.setAll(rest, i -> rest[i] + spent[i]);
    }
    if (split != NONE) {
      before = weight[split];
      weight[split] -= demand.columns.weight[absent];
    }
    try {
      return descend(rest, absent, tolerance);
    } finally {
      if (split != NONE) {
        weight[split] = before;
      }
    }
  }

  /** Returns the prices of the minimum that was found last, {@code [resource]}. */
  double[] prices() {
    return prices.clone();
  }

  private OptionalDouble descend(double[] rest, int absent, double tolerance) {
    prices = center;
    evaluate(rest, absent);
    for (int i = 0; i < MOST_STEPS; i++) {
      model.solve(least);
      if (gap() <= tolerance) {
        return OptionalDouble.of(-value);
      }
      double old = value;
      double[] start = prices;
      double[] step = model.step.clone();
      double length = 1;
      do {
        prices = moved(start, step, length);
        if (!isInside() || length < SHORTEST) {
          return OptionalDouble.empty();
        }
        evaluate(rest, absent);
        length /= 2;
      } while (!(value <= old + 0.1 * tolerance));
    }
    return OptionalDouble.empty();
  }

  private static double[] moved(double[] start, double[] step, double length) {
    double[] prices = new double[start.length];
    Arrays.setAll(prices, i -> Math.max(0, start[i] + length * step[i]));
    return prices;
  }

  private boolean isInside() {
    for (int i = 0; i < prices.length; i++) {
      if (!(Math.abs(prices[i] - center[i]) <= part * center[i])) {
        return false;
      }
    }
    return true;
  }

  /** Computes the dual at prices, relative to the center, and its quadratic model there. */
  private void evaluate(double[] rest, int absent) {
    demand.uses.price(prices, ofUse);
    model.clear();
    double[] gradient = model.gradient;
    double[] change = scratch;
    value = 0;
    for (int i = 0; i < rest.length; i++) {
      change[i] = prices[i] - center[i];
      value += rest[i] * change[i];
      gradient[i] = rest[i];
    }
    for (int s = 0; s < weight.length; s++) {
      double[] more = splits.get(s);
      double cost = ResourceDemand.dot(more, prices);
      double w = weight[s];
      double up = ResourceDemand.dot(more, change);
      value -= w * StrictMath.log1p(up / (cost - up));
      for (int i = 0; i < more.length; i++) {
        gradient[i] -= w / cost * more[i];
      }
      model.addSquare(w / (cost * cost), more);
    }
    for (int i = 0; i < undecided.length; i++) {
      int m = undecided[i];
      if (m != absent) {
        response.find(m, slower[i], faster[i]);
        slower[i] = response.from;
        faster[i] = response.to;
        add(m);
      }
    }
  }

  /** Adds the undecided job at which the response is. */
  private void add(int m) {
    double faster = response.faster();
    value += most(m) - atCenter[m];
    double[] taken = new double[prices.length];
    demand.add(response.to, faster, taken);
    demand.add(response.from, 1 - faster, taken);
    for (int i = 0; i < taken.length; i++) {
      model.gradient[i] -= taken[i];
    }
    model.addJob(faster, 1 - faster);
    if (response.from != response.to) {
      double[] more = demand.exchange(response.from, response.to);
      double cost = ResourceDemand.dot(more, prices);
      model.addSquare(demand.columns.weight[m] / (cost * cost), more);
      if (response.from != CostHull.IDLE) {
        addKink(CostHull.IDLE);
      }
    }
    for (int c = demand.columns.start[m]; c < demand.columns.start[m + 1]; c++) {
      if (c != response.from && c != response.to) {
        addKink(c);
      }
    }
  }

  /** Adds that a job may take a third column at the same throughput, if it costs nearly as much. */
  private void addKink(int c) {
    double slow = response.rate(response.from);
    double span = response.rate(response.to) - slow;
    if (span == 0 && response.rate(c) != slow) {
      return;
    }
    double ofFaster = span == 0 ? 1 : (response.rate(c) - slow) / span;
    double mix =
        ofFaster * response.cost(response.to) + (1 - ofFaster) * response.cost(response.from);
    double z = response.cost(c) - mix;
    double size =
        response.cost(c)
            + Math.abs(ofFaster) * response.cost(response.to)
            + Math.abs(1 - ofFaster) * response.cost(response.from);
    if (z > 2 * part * size) {
      return;
    }
    double[] taken = new double[center.length];
    demand.add(c, 1, taken);
    demand.add(response.to, -ofFaster, taken);
    demand.add(response.from, -(1 - ofFaster), taken);
    model.addKink(taken, z, ofFaster);
  }

  /**
   * Returns the excess of the dual over the value of the responses, with the multipliers of kinks
   * as fractions of third columns, scaled down to capacity.
   */
  private double gap() {
    double[] left = model.rest();
    double gap = model.missed();
    double over = 0;
    for (int k = 0; k < left.length; k++) {
      gap += Math.abs(prices[k] * left[k]);
      over = left[k] < 0 ? Math.max(over, -left[k] / demand.capacity[k]) : over;
    }
    return gap + totalWeight * StrictMath.log1p(over);
  }
}
