package io.gavel.policies.lp.solver.internal.classes;

import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.internal.coefficients.StableOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * Splits the time of one class among its members so that each demand is met (the level algorithm
 * for preemptive uniform machines; Horvath, Lam and Sethi 1977, Gonzalez and Sahni 1978).
 *
 * <p>The time is laid in a row in descending order of rate. Members follow in descending order of
 * demand. Each takes the window of length 1 whose throughput is its demand; the time on both sides
 * of the window is then joined. That leaves enough for the other members whenever all demands can
 * be met. A member gets all segments within its window, so there are about two entries for each
 * member.
 *
 * <p>Throughput in excess of the demands goes to the members with the smallest demands, so that all
 * time is used and equal demands get equal throughput.
 */
final class UniformMachineSplit {

  /** Instead of a segment, where there is none. */
  private static final int END = -1;

  /**
   * Segments of time, linked in descending order of rate; a segment whose time is given has amount
   * 0.
   */
  private int[] column;

  private double[] rate;
  private double[] amount;
  private int[] next;
  private int[] previous;
  private int segments;
  private int head;

  /** The time given to members, in the order of demands. */
  private final List<JobTime> given = new ArrayList<>();

  /** The beginning and the end of the window: a segment, and the amount of it before that point. */
  private int from;

  private double before;
  private int to;
  private double until;

  /** The throughput of the window. */
  private double reached;

  /**
   * Splits the time.
   *
   * @param columns the columns of the time, in descending order of rate
   * @param rates their rates in steps per second
   * @param amounts their time
   * @param demands the demands of the members in steps per second, in descending order; raised in
   *     place where there is more throughput
   * @param length the time of each member, at most 1
   */
  static UniformMachineSplit of(
      int[] columns, double[] rates, double[] amounts, double[] demands, double length) {
    UniformMachineSplit split =
        new UniformMachineSplit(columns, rates, amounts, demands.length * length);
    raise(demands, split.total());
    for (int i = 0; i < demands.length; i++) {
      split.take(i, demands[i], i == demands.length - 1 ? Double.POSITIVE_INFINITY : length);
    }
    return split;
  }

  /**
   * Splits time in columns of a class; columns without time are left out.
   *
   * @param columns of the class, in any order
   * @param time the time of the class in each column
   * @param demands as in {@link #of(int[], double[], double[], double[], double)}
   */
  static UniformMachineSplit of(
      PairClasses classes,
      int ofClass,
      int[] columns,
      IntToDoubleFunction time,
      double[] demands,
      double length) {
    int[] used = Arrays.stream(columns).filter(c -> time.applyAsDouble(c) > 0).toArray();
    used = StableOrder.ascending(used, c -> -classes.rateOf(c, ofClass));
    double[] rates = Arrays.stream(used).mapToDouble(c -> classes.rateOf(c, ofClass)).toArray();
    double[] amounts = Arrays.stream(used).mapToDouble(time).toArray();
    return of(used, rates, amounts, demands, length);
  }

  private UniformMachineSplit(int[] columns, double[] rates, double[] amounts, double all) {
    int room = columns.length + 1;
    column = new int[room];
    rate = new double[room];
    amount = new double[room];
    next = new int[room];
    previous = new int[room];
    double given = Arrays.stream(amounts).sum();
    double scale = Math.min(1, all / given); // all members share the rounding
    double idle = all - given;
    for (int i = 0; i < columns.length; i++) {
      append(columns[i], rates[i], amounts[i] * scale);
    }
    append(PairClasses.NONE, 0, Math.max(0, idle));
    next[segments - 1] = END;
  }

  private void append(int c, double ratePerTime, double time) {
    column[segments] = c;
    rate[segments] = ratePerTime;
    amount[segments] = time;
    previous[segments] = segments - 1;
    next[segments] = segments + 1;
    segments++;
  }

  private double total() {
    double sum = 0;
    for (int i = 0; i < segments; i++) {
      sum += rate[i] * amount[i];
    }
    return sum;
  }

  /** Raises the smallest demands to a common level until their sum is the entire throughput. */
  private static void raise(double[] demands, double total) {
    double rest = total;
    for (double demand : demands) {
      rest -= demand;
    }
    if (rest < 0) { // all members share a solver's rounding
      double part = total / (total - rest);
      Arrays.setAll(demands, m -> demands[m] * part);
      return;
    }
    int k = demands.length - 1; // those from k on are raised, to one level
    double level = demands[k];
    while (rest > 0) {
      int raised = demands.length - k;
      double room = k == 0 ? Double.POSITIVE_INFINITY : (demands[k - 1] - level) * raised;
      level = rest <= room ? level + rest / raised : demands[--k];
      rest -= room;
    }
    Arrays.fill(demands, k, demands.length, level);
  }

  private void take(int member, double demand, double length) {
    if (head == END) {
      return;
    }
    place(length);
    slide(demand);
    cut(member);
  }

  /**
   * Places the window so that it ends where the last one began, or later if there is too little
   * time before that.
   */
  private void place(double length) {
    double back = length;
    while (previous[from] != END && back > 0) {
      from = previous[from];
      back -= amount[from];
    }
    before = Math.max(0, Math.min(-back, amount[from]));
    double left = length;
    reached = 0;
    to = from;
    until = Math.min(amount[to], before + left);
    left -= until - before;
    reached += rate[to] * (until - before);
    while (left > 0 && next[to] != END) {
      to = next[to];
      until = Math.min(amount[to], left);
      left -= until;
      reached += rate[to] * until;
    }
  }

  /** Moves the window towards lower rates until its throughput is the demand. */
  private void slide(double demand) {
    while (reached > demand) {
      double left = amount[from] - before;
      double right = amount[to] - until;
      double fall = rate[from] - rate[to];
      double step = Math.min(left, right);
      if (fall * step >= reached - demand) {
        double exact = Math.min(step, (reached - demand) / fall);
        before += exact;
        until += exact;
        return;
      }
      reached -= fall * step;
      boolean leave = left <= right;
      boolean enter = right <= left;
      if (enter && next[to] == END) {
        before += step;
        until = amount[to];
        return;
      }
      before = leave ? 0 : before + step;
      until = enter ? 0 : until + step;
      from = leave ? next[from] : from;
      to = enter ? next[to] : to;
    }
  }

  /** Gives the window to a member and joins the rest. */
  private void cut(int member) {
    if (from == to) {
      give(member, from, until - before);
      amount[from] = before + (amount[from] - until);
    } else {
      give(member, from, amount[from] - before);
      amount[from] = before;
      for (int i = next[from]; i != to; i = next[i]) {
        give(member, i, amount[i]);
        amount[i] = 0;
      }
      give(member, to, until);
      amount[to] -= until;
      next[from] = to;
      previous[to] = from;
    }
    int second = next[from];
    if (second != END && amount[second] == 0) {
      unlink(second);
    }
    if (amount[from] == 0) {
      int gone = from;
      from = next[gone] != END ? next[gone] : previous[gone];
      unlink(gone);
    }
  }

  private void unlink(int i) {
    if (previous[i] != END) {
      next[previous[i]] = next[i];
    } else {
      head = next[i];
    }
    if (next[i] != END) {
      previous[next[i]] = previous[i];
    }
  }

  private void give(int member, int i, double time) {
    if (column[i] != PairClasses.NONE && time > 0) {
      given.add(new JobTime(member, JobTime.NONE, column[i], time));
    }
  }

  /** Returns the time given to members, each by its place in the order of demands. */
  List<JobTime> given() {
    return given;
  }
}
