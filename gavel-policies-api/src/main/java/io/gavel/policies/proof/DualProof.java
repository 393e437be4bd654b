package io.gavel.policies.proof;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.internal.exact.ExactSum;
import io.gavel.policies.model.Group;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What prices prove, by weak duality. For prices p of pools, u of the time of jobs in pairs, y of
 * throughput and π of rows, signed, every feasible point has
 *
 * <pre>
 *   Σ gain · X + Σ gain · free + Σ y_m q_m  ≤  Σ workers p + Σ bound π + Σ u_m
 *                                              + Σ_m max(0, max over its columns c of worth_c)
 *                                              + Σ_f most_f max(0, worth_f)
 *   worth_c = gain_c + Σ rate y − size p − Σ a π − Σ u       worth_f = gain_f + p − Σ e π
 * </pre>
 *
 * <p>The right-hand side is summed exactly. A column of a pair belongs to its first job.
 */
final class DualProof {

  /** The rounding of a product and a sum, relative to the sum of all sizes. */
  private static final double ROUNDING = 0x1p-50;

  /** Below this size, products may lose bits. */
  private static final double TINY = 0x1p-900;

  private final AllocationProblem problem;
  private final Statement statement;
  private final List<LinearRow> rows;
  private final double[] signed;
  private final PricedRows priced;
  private final ColumnNumbers columns;
  private final int types;

  /** The gains of a total; null for other goals. */
  private final Goal.@Nullable Total gains;

  /** The gains and costs of a ratio; null for other goals. */
  private final Goal.@Nullable Ratio ratio;

  /** The rounding of a worth, relative to the sizes of its terms. */
  private final double rounding;

  /** The claimed bound on a ratio: then no sum of gains minus so many costs is above 0. */
  private double claimed;

  /** -1 if the goal is minimised: then its negative is maximised. */
  private final double sign;

  /** Prices of pools. */
  private final double[] pools;

  /** Prices of throughput, {@code [job]}. */
  private final double[] owed;

  /** Prices of the time of jobs in pairs, 0 for other jobs, {@code [job]}; empty without pairs. */
  private final double[] time;

  DualProof(ColumnNumbers columns, Statement statement, Prices prices, List<LinearRow> rows) {
    this.columns = columns;
    problem = columns.problem;
    this.statement = statement;
    this.rows = rows;
    Map<String, Double> ofRows = prices.constraints();
    signed = rows.stream().mapToDouble(row -> row.signedPrice(ofRows)).toArray();
    types = columns.types;
    priced = new PricedRows(rows, signed, columns.groups * types);
    rounding = ROUNDING * (priced.most + 4);
    gains = statement.goal() instanceof Goal.Total total ? total : null;
    ratio = statement.goal() instanceof Goal.Ratio of ? of : null;
    sign = statement.goal().minimized() ? -1 : 1;
    pools = prices.pools();
    owed = new double[problem.jobCount()];
    Arrays.setAll(owed, prices::ofThroughput);
    time = new double[problem.pairCount() > 0 ? owed.length : 0];
    for (int g = owed.length; g < owed.length + problem.pairCount(); g++) {
      Group pair = problem.group(g);
      time[pair.member(0)] = prices.ofTime(pair.member(0));
      time[pair.member(1)] = prices.ofTime(pair.member(1));
    }
  }

  private double time(int m) {
    return time.length == 0 ? 0 : time[m];
  }

  /** The name of a row whose price has the wrong sign; empty if there is none. */
  String wrongSign() {
    for (int i = 0; i < signed.length; i++) {
      if (Double.isNaN(signed[i])) {
        return rows.get(i).name;
      }
    }
    return "";
  }

  /**
   * The best bound that the prices prove, rounded to a double that they prove as well.
   *
   * @param reached the value of the goal at the point
   * @param hint a bound that the prices prove except for rounding
   */
  double bound(double reached, double hint) {
    Goal goal = statement.goal();
    if (nothingCounts()) {
      return 0;
    }
    if (goal instanceof Goal.Level level) {
      return boundOfLevel(level, Math.max(hint, reached));
    }
    Optional<Rational> value = value(reached);
    if (value.isEmpty()) {
      return Double.POSITIVE_INFINITY;
    }
    if (goal instanceof Goal.Ratio) {
      double start = Math.max(hint, reached);
      double bound = start;
      for (double part = 0x1p-52; !provesRatio(bound); part *= 2) {
        if (part > 1) {
          return Double.POSITIVE_INFINITY;
        }
        bound = start * (1 + part);
      }
      return bound;
    }
    if (goal instanceof Goal.FinishTimes times) {
      double start = Math.min(hint, reached);
      double bound = start;
      for (double part = 0x1p-52;
          !FinishTimeCost.proves(times, owed, value.get(), bound);
          part *= 2) {
        bound = start * (1 - Math.min(1, part)); // 0 is proved
      }
      return bound;
    }
    if (goal instanceof Goal.Welfare welfare) {
      return Means.bound(welfare, value.get().ceil());
    }
    return goal.minimized() ? value.get().negated().floor() + 0.0 : value.get().ceil();
  }

  /**
   * Whether the prices prove that no point is better than the bound, exactly.
   *
   * <p>A job's throughput is at least the larger of its floor and what the level owes; at the
   * bound, its price counts for the larger one.
   */
  boolean proves(double bound) {
    Goal goal = statement.goal();
    if (nothingCounts()) {
      return goal.minimized() ? bound <= 0 : bound >= 0;
    }
    Optional<Rational> value = Double.isFinite(bound) ? value(bound) : Optional.empty();
    if (value.isEmpty()) {
      return false;
    }
    if (goal instanceof Goal.FinishTimes times) {
      return FinishTimeCost.proves(times, owed, value.get(), bound);
    }
    if (goal instanceof Goal.Ratio) {
      return provesRatio(bound);
    }
    if (goal instanceof Goal.Welfare welfare) {
      double most = Means.sumDown(welfare, bound);
      return Double.isFinite(most) && value.get().compareTo(Rational.of(most)) <= 0;
    }
    Rational claim = Rational.of(bound);
    if (goal instanceof Goal.Level level) {
      Rational scale = scale(level, bound);
      return scale.signum() > 0 && value.get().compareTo(scale.times(claim)) <= 0;
    }
    return value.get().compareTo(goal.minimized() ? claim.negated() : claim) <= 0;
  }

  private boolean provesRatio(double bound) {
    claimed = bound;
    return bound >= 0 && value(bound).orElseThrow().signum() <= 0;
  }

  /** The least level at which demands cost what everything is worth: linear between floors. */
  private double boundOfLevel(Goal.Level goal, double start) {
    double bound = start;
    while (true) {
      Rational scale = scale(goal, bound);
      if (scale.signum() == 0) {
        return Double.POSITIVE_INFINITY;
      }
      double next = value(bound).orElseThrow().dividedBy(scale).ceil();
      if (!statement.hasFloors() || next >= bound) {
        return next;
      }
      bound = next;
    }
  }

  /** The least of no levels and the latest of no finish times are 0. */
  private boolean nothingCounts() {
    Goal goal = statement.goal();
    for (int m = 0; m < owed.length; m++) {
      boolean counts =
          goal instanceof Goal.Level level
              ? level.requirement(m) > 0
              : !(goal instanceof Goal.FinishTimes times) || times.steps(m) > 0;
      if (counts) {
        return false;
      }
    }
    return goal instanceof Goal.Level || goal instanceof Goal.FinishTimes;
  }

  private boolean isForLevel(Goal.Level goal, int m, double bound) {
    double requirement = goal.requirement(m);
    return requirement > 0 && requirement * bound >= statement.floor(m);
  }

  /** What one unit of level costs at the prices of throughput. */
  private Rational scale(Goal.Level goal, double bound) {
    ExactSum scale = new ExactSum();
    for (int m = 0; m < owed.length; m++) {
      if (isForLevel(goal, m, bound)) {
        scale.addProduct(goal.requirement(m), owed[m]);
      }
    }
    return scale.value();
  }

  /** The right-hand side, without what floors demand; empty if there is no bound. */
  private Optional<Rational> value(double bound) {
    ExactSum sum = new ExactSum();
    for (int k = 0; k < pools.length; k++) {
      sum.addProduct(Point.workers(problem, statement, k), pools[k]);
    }
    for (int i = 0; i < signed.length; i++) {
      sum.addProduct(rows.get(i).bound, signed[i]);
    }
    for (double u : time) {
      sum.add(u);
    }
    for (int m = 0; statement.hasFloors() && m < owed.length; m++) {
      boolean ofLevel = statement.goal() instanceof Goal.Level level && isForLevel(level, m, bound);
      sum.addProduct(ofLevel ? 0 : -statement.floor(m), owed[m]);
    }
    if (statement.goal() instanceof Goal.Welfare welfare && !addConjugates(welfare, sum)) {
      return Optional.empty();
    }
    addColumns(sum);
    return Optional.of(sum.value().plus(LinearRow.worthOfFree(statement, rows, signed, pools)));
  }

  /**
   * Adds what utilities exceed the price of their throughputs by at most: a tangent at a throughput
   * at which the slope is at most the price lies above the utility.
   *
   * @return false if a utility has no price, and so no bound
   */
  private boolean addConjugates(Goal.Welfare goal, ExactSum sum) {
    double power = goal.power();
    sum.add(goal.offset());
    for (int m = 0; m < owed.length; m++) {
      double weight = goal.weight(m);
      if (weight == 0 || (owed[m] == 0 && power < 0)) {
        continue; // at most 0
      }
      double most =
          power == 0 ? Tangents.logs(weight, owed[m]) : Tangents.powers(weight, owed[m], power);
      if (!Double.isFinite(most)) {
        return false;
      }
      sum.addProduct(weight, most);
    }
    return true;
  }

  /** Adds, for each job, the worth of the best of its columns if it is above 0. */
  private void addColumns(ExactSum sum) {
    ExactSum exact = new ExactSum();
    Column column = new Column();
    Column other = new Column();
    for (int m = 0; m < owed.length; m++) {
      int best = -1;
      double worth = 0;
      double size = 0;
      for (int i = columns.ofJob.start(m); i < columns.ofJob.end(m); i++) {
        int g = columns.ofJob.group(i);
        column.of(g);
        for (int entry = g * types; column.first == m && entry < (g + 1) * types; entry++) {
          if (!columns.runs(entry)) {
            continue;
          }
          column.estimate(entry);
          double ahead = column.worth - worth;
          double doubt = rounding * (column.size + size);
          boolean better = ahead > 0;
          if (!(Math.abs(ahead) > doubt && doubt > TINY && doubt < Double.POSITIVE_INFINITY)) {
            column.addTo(exact.clear(), entry, 1);
            if (best >= 0) {
              other.of(best / types);
              other.addTo(exact, best, -1);
            }
            better = exact.signum() > 0;
          }
          if (better) {
            best = entry;
            worth = column.worth;
            size = column.size;
          }
        }
      }
      if (best >= 0) {
        column.of(best / types);
        column.addTo(sum, best, 1);
      }
    }
  }

  /** A group on a worker type. Mutable, for many in turn. */
  private final class Column {
    int first;
    private int g;
    private int second;
    private double workers;
    private double times;

    /** An estimate of the worth, and the size of its terms. */
    double worth;

    double size;

    void of(int group) {
      g = group;
      first = columns.first(g);
      second = columns.second(g);
      workers = columns.workers[g];
      times = second >= 0 ? time[first] + time[second] : time(first);
    }

    void estimate(int entry) {
      int j = entry - g * types;
      double paid = workers * pools[columns.pool[j]];
      double earned = owed[first] * columns.rate[entry];
      if (second >= 0) {
        earned += owed[second] * columns.secondRate[entry - owed.length * types];
      }
      worth = earned - paid - times;
      size = earned + paid + times;
      if (gains != null) {
        double gain = sign * gains.gain(entry);
        worth += gain;
        size += Math.abs(gain);
      }
      if (ratio != null) {
        double gain = ratio.gain(entry);
        double cost = claimed * ratio.cost(entry);
        worth += gain - cost;
        size += Math.abs(gain) + Math.abs(cost);
      }
      for (int i = priced.start(entry); i < priced.end(entry); i++) {
        double ofRow = priced.coefficient[i] * priced.price[i];
        worth -= ofRow;
        size += Math.abs(ofRow);
      }
    }

    void addTo(ExactSum to, int entry, int factor) {
      int j = entry - g * types;
      to.addProduct(-factor * workers, pools[columns.pool[j]]);
      to.addProduct(factor * owed[first], columns.rate[entry]);
      to.add(-factor * time(first));
      if (second >= 0) {
        to.addProduct(factor * owed[second], columns.secondRate[entry - owed.length * types]);
        to.add(-factor * time[second]);
      }
      if (gains != null) {
        to.addProduct(factor * sign, gains.gain(entry));
      }
      if (ratio != null) {
        to.addProduct(factor, ratio.gain(entry));
        to.addProduct(-factor * claimed, ratio.cost(entry));
      }
      for (int i = priced.start(entry); i < priced.end(entry); i++) {
        to.addProduct(-factor * priced.coefficient[i], priced.price[i]);
      }
    }
  }
}
