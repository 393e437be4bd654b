package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.internal.level.FixedJobs;
import io.gavel.policies.lp.solver.internal.classes.DemandProof;
import io.gavel.policies.lp.solver.internal.presolve.TimeCaps;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.statement.FairLevels.PricedRound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The prices that show of each job why it has no more. A program of a later round lacks the columns
 * that earlier prices close, so its own prices prove nothing about these. But multiples of earlier
 * prices, added to them, do: by them the closed columns pay more than they earn, and the points of
 * later rounds are optima of them as well. Mutable.
 */
final class RoundPrices {

  /** The fraction of prices and earnings of a column that counts as rounding. */
  private static final double ROUNDING = 1e-13;

  /** A level is a quotient of a sum of the products of a job's groups; each of them is rounded. */
  static final double LEVEL_ROUNDING = 1e-14;

  /** The part of full time that is next to nothing. */
  private static final double DUST = 1e-11;

  /**
   * Closed columns pay so much more than what just suffices, to be clear of rounding. It multiplies
   * from round to round, and with it the gaps of the first rounds in the prices of the last.
   */
  private static final double CLEAR = 1.0625;

  private final TimeCaps caps;
  private final AllocationProgram program;
  private final boolean[] paired;
  private final boolean[] aside;

  /** The prices of jobs that are held back together, in order. */
  private final List<Draft> cuts = new ArrayList<>();

  /** The sums of these, for jobs that are full, and rounds of jobs in pairs. */
  private final List<Draft> others = new ArrayList<>();

  /** The sum of the prices so far; by it all closed columns pay more than they earn. */
  private Draft sum;

  /**
   * No prices yet.
   *
   * @param caps of the program of all columns
   * @param aside whether a job is owed nothing, so that it has no level, {@code [job]}; copied
   */
  RoundPrices(TimeCaps caps, boolean[] aside) {
    this.caps = caps;
    program = caps.reduced();
    this.aside = aside.clone();
    paired = new boolean[program.jobCount()];
    for (int c = 0; c < program.columnCount(); c++) {
      if (program.second(c) >= 0) {
        paired[program.first(c)] = true;
        paired[program.second(c)] = true;
      }
    }
    if (program.hasPairsByType()) {
      Arrays.fill(paired, true);
    }
    sum = new Draft(0);
  }

  /** Prices of one round. */
  final class Draft {

    /** The level at which they hold jobs back; 0 if rounds of several levels are summed. */
    final double level;

    final double[] pools = new double[program.poolCount()];
    final double[] rows = new double[program.rows().count()];
    final double[] owed = new double[program.jobCount()];
    final double[] time = new double[program.jobCount()];

    /** The prices of jobs that only their own time holds back, {@code [job]}. */
    final double[] alone = new double[program.jobCount()];

    /** The reduced costs of columns, {@code [column]}. */
    double[] costs = new double[0];

    Draft(double level) {
      this.level = level;
    }

    /** Adds the prices of workers and time of classes, so that all are worth 1. */
    void add(DemandProof proof) {
      Arrays.setAll(pools, k -> pools[k] + proof.ofPool(k) / proof.worth());
      Arrays.setAll(time, m -> time[m] + proof.ofTime(m) / proof.worth());
    }

    /** Prices the throughput of a job above a rate. */
    void owe(int m, double price, double rate) {
      owed[m] += price;
      time[m] += price * rate;
    }

    Prices prices() {
      return Prices.of(pools, time, owed);
    }

    Draft add(double times, Draft other) {
      add(times, other.pools, pools);
      add(times, other.rows, rows);
      add(times, other.owed, owed);
      add(times, other.time, time);
      return this;
    }

    private void add(double times, double[] from, double[] to) {
      Arrays.setAll(to, i -> to[i] + times * from[i]);
    }

    /** Returns the reduced costs of columns; values within rounding are 0. */
    Draft priced() {
      costs = new double[program.columnCount()];
      double[] size = new double[costs.length];
      program.rows().forEachCost(rows, (c, ofRow) -> add(c, ofRow, size));
      for (int c = 0; c < costs.length; c++) {
        int first = program.first(c);
        int second = program.second(c);
        add(c, program.size(c) * pools[program.pool(c)], size);
        add(c, time[first], size);
        add(c, -program.rate(c) * owed[first], size);
        if (second >= 0) {
          add(c, time[second], size);
          add(c, -program.secondRate(c) * owed[second], size);
        }
        costs[c] = Math.abs(costs[c]) <= ROUNDING * size[c] ? 0 : costs[c];
      }
      return this;
    }

    private void add(int c, double term, double[] size) {
      costs[c] += term;
      size[c] += Math.abs(term);
    }

    /**
     * Returns the prices of time at which no column is worth more than it pays. Jobs that are not
     * held back are judged alone: only what rows pay for their columns counts.
     */
    private double[] timeAt(double[] price, IntPredicate counts) {
      double[] ofTime = new double[time.length];
      double[] cost = new Draft(level).add(1, this).priced().costs;
      for (int c = 0; c < cost.length; c++) {
        int m = program.first(c);
        double held = owed[m] > 0 && counts.test(m) ? price[m] : 0;
        double worth = time[m] + (held - owed[m]) * program.rate(c) - cost[c];
        ofTime[m] = Math.max(ofTime[m], worth);
      }
      return ofTime;
    }

    /**
     * Returns the round.
     *
     * @param level of each job at the end, {@code [job]}
     * @param counts whether a job may give the round its level
     */
    PricedRound round(double[] level, IntPredicate counts) {
      double highest = 0;
      for (int m = 0; m < owed.length; m++) {
        highest = owed[m] > 0 && counts.test(m) ? Math.max(highest, level[m]) : highest;
      }
      double[] price = new double[owed.length];
      Arrays.setAll(price, m -> owed[m] + alone[m]);
      int[] jobs =
          IntStream.range(0, price.length)
              .filter(m -> price[m] > 0 || (paired[m] && time[m] > 0))
              .toArray();
      Map<String, Double> byName = new HashMap<>();
      for (int i = 0; i < rows.length; i++) {
        if (rows[i] != 0) {
          byName.put(program.rows().row(i).name(), rows[i]);
        }
      }
      if (!caps.isEmpty()) {
        caps.price(timeAt(price, counts), byName);
      }
      return PricedRound.of(
          highest > 0 ? Math.nextUp(highest * (1 + LEVEL_ROUNDING)) : 0,
          pools,
          byName,
          jobs,
          Arrays.stream(jobs).mapToDouble(m -> price[m]).toArray(),
          Arrays.stream(jobs).mapToDouble(m -> paired[m] ? time[m] : 0).toArray());
    }
  }

  /**
   * Prices jobs that run full time on the fastest of the columns that are open. Before any column
   * is closed, they need none.
   *
   * @param jobs their indices
   * @param reached their throughputs, {@code [job]}
   * @param open whether a column is open, {@code [column]}
   * @param columnCaps the caps that hold some of the jobs back before they run full time
   */
  void full(int[] jobs, double[] reached, boolean[] open, ColumnCaps columnCaps) {
    if (jobs.length == 0) {
      return;
    }
    if (!cuts.isEmpty() && sum.costs.length == 0) {
      others.add(sum.priced());
    }
    double[] price = new double[paired.length];
    double[] ofTime = reached.clone();
    boolean[] capped = new boolean[paired.length];
    for (int m : jobs) {
      price[m] = Math.min(Double.MAX_VALUE, 1 / reached[m]);
      if (columnCaps.limits(m)) {
        ColumnCaps.Alone alone = columnCaps.alone(m, open);
        ofTime[m] = alone.marginal();
        capped[m] = alone.isCapped();
        price[m] = capped[m] ? 1 / alone.fastest() : price[m]; // a cap may leave it nothing
      }
    }
    for (int c = 0; c < sum.costs.length; c++) {
      if (!open[c]) {
        lower(price, program.first(c), program.rate(c), ofTime, sum.costs[c]);
        if (program.second(c) >= 0) {
          lower(price, program.second(c), program.secondRate(c), ofTime, sum.costs[c]);
        }
      }
    }
    for (int m : jobs) {
      if (!paired[m] && !capped[m]) {
        sum.alone[m] = cuts.isEmpty() ? 0 : price[m];
      } else if (price[m] > 0 && !(cuts.isEmpty() && paired[m])) {
        Draft own = new Draft(0).add(1, sum);
        own.owed[m] += price[m];
        own.time[m] += price[m] * ofTime[m];
        columnCaps.price(m, open, ofTime[m], price[m], own.rows);
        others.add(own);
      }
    }
  }

  /** Lowers a price until a closed column is clearly too expensive at it. */
  private static void lower(double[] price, int m, double rate, double[] ofTime, double cost) {
    if (price[m] > 0 && rate > ofTime[m]) {
      price[m] = Math.min(price[m], Math.max(0, cost) / (rate - ofTime[m]) / CLEAR);
    }
  }

  /**
   * Prices jobs that workers hold back together.
   *
   * @param proof prices of the open columns
   * @param open whether a column is open, {@code [column]}
   * @param saturated the jobs that cannot rise any more, {@code [job]}
   * @param settled the jobs that have left the program
   */
  void heldBack(DualBound proof, boolean[] open, boolean[] saturated, FixedJobs settled) {
    Draft cut = new Draft(0);
    for (int c = 0; c < open.length; c++) {
      if (open[c]) {
        int second = Math.max(program.first(c), program.second(c)); // the first, if there is none
        cut.pools[program.pool(c)] = proof.prices().ofPool(program.pool(c));
        for (int m = program.first(c); m >= 0; m = m == second ? -1 : second) {
          cut.owed[m] = saturated[m] && !aside[m] ? proof.prices().ofThroughput(m) : 0;
          cut.time[m] = proof.prices().ofTime(m); // above 0 too where a lower limit pays for it
        }
      }
    }
    double[] rows = proof.rowPrices();
    System.arraycopy(rows, 0, cut.rows, 0, rows.length);
    settled.price(cut.pools, cut.rows, cut.owed, cut.time);
    heldBack(cut, open);
  }

  /**
   * Prices the jobs that a sum of rows holds back.
   *
   * @param open whether a column was open before, {@code [column]}
   * @param worth the value of the demands at the prices of the row
   * @param settled the jobs that have left the program
   */
  Draft heldBack(ScarceRows.Exhausted row, boolean[] open, double worth, FixedJobs settled) {
    Draft cut = new Draft(0);
    for (int i = 0; i < row.sum().rows().length; i++) {
      cut.rows[row.sum().rows()[i]] = row.sum().prices()[i] / worth;
    }
    settled.price(cut.pools, cut.rows, cut.owed, cut.time);
    for (int i = 0; i < row.jobs().length; i++) {
      if (row.owed()[i] > 0) {
        cut.owed[row.jobs()[i]] = row.owed()[i] / worth;
        cut.time[row.jobs()[i]] = row.time()[i] / worth;
      }
    }
    Draft own = new Draft(0).add(1, cut);
    heldBack(cut, open);
    return own;
  }

  private void heldBack(Draft cut, boolean[] open) {
    cut.priced();
    double[] times = new double[cuts.size()];
    for (int m = 0; m < cut.owed.length; m++) {
      raise(times, cut.owed[m], m, draft -> draft.owed);
      raise(times, cut.time[m], m, draft -> draft.time);
    }
    for (int c = 0; c < open.length; c++) {
      if (!open[c]) {
        raise(times, cut.costs[c], c, draft -> draft.costs);
      }
    }
    for (int i = 0; i < times.length; i++) {
      if (times[i] > 0) {
        cut.add(times[i], cuts.get(i));
      }
    }
    for (int m = 0; m < cut.owed.length; m++) { // only rounding is below 0
      cut.owed[m] = Math.max(0, cut.owed[m]);
      cut.time[m] = Math.max(0, cut.time[m]);
    }
    cuts.add(cut.priced());
    sum = new Draft(0).add(1, sum).add(1, cut);
  }

  /** Raises the multiple of earlier prices that makes up for a number below 0. */
  private void raise(double[] times, double lacking, int at, Function<Draft, double[]> numbers) {
    if (lacking >= 0) {
      return;
    }
    int best = -1;
    double most = 0;
    for (int i = 0; i < times.length; i++) {
      double has = numbers.apply(cuts.get(i))[at];
      if (has > most) {
        best = i;
        most = has;
      }
    }
    if (best >= 0) {
      times[best] = Math.max(times[best], -CLEAR * lacking / most);
    }
  }

  /**
   * Prices jobs that workers hold back together, if all columns are open.
   *
   * @param proof prices of all columns
   * @param saturated the jobs that cannot rise any more, {@code [job]}
   */
  void heldBack(DualBound proof, boolean[] saturated) {
    Draft cut = new Draft(0);
    System.arraycopy(proof.prices().pools(), 0, cut.pools, 0, cut.pools.length);
    double[] rows = proof.rowPrices();
    System.arraycopy(rows, 0, cut.rows, 0, rows.length);
    for (int m = 0; m < saturated.length; m++) {
      cut.owed[m] = saturated[m] && !aside[m] ? proof.prices().ofThroughput(m) : 0;
      cut.time[m] = proof.prices().ofTime(m);
    }
    cuts.add(cut);
  }

  /** Returns the prices that hold jobs back at a level, to be added to. */
  Draft at(double level) {
    if (cuts.isEmpty() || cuts.get(cuts.size() - 1).level != level) {
      cuts.add(new Draft(level));
    }
    return cuts.get(cuts.size() - 1);
  }

  /** Returns the first prices that hold jobs back; empty if none do. */
  Optional<Draft> first() {
    return cuts.stream().findFirst();
  }

  /**
   * Returns the rounds.
   *
   * @param level the level of each job at the end, {@code [job]}
   * @param throughput of each job at the end, {@code [job]}
   */
  List<PricedRound> rounds(double[] level, double[] throughput) {
    boolean[] dust = new boolean[throughput.length];
    for (int c = 0; c < program.columnCount(); c++) {
      dust[program.first(c)] |= isDust(throughput[program.first(c)], program.rate(c));
      if (program.second(c) >= 0) {
        dust[program.second(c)] |= isDust(throughput[program.second(c)], program.secondRate(c));
      }
    }
    List<Draft> drafts = new ArrayList<>(cuts);
    drafts.addAll(others);
    List<PricedRound> rounds = new ArrayList<>();
    for (Draft draft : drafts) {
      rounds.add(draft.round(level, m -> !dust[m]));
    }
    return rounds;
  }

  /**
   * Returns whether a job has next to nothing: rounding decided whether its turn had come, so that
   * its level may be anywhere above that of its round.
   */
  private static boolean isDust(double throughput, double rate) {
    return throughput > 0 && throughput <= DUST * rate;
  }
}
