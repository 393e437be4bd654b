package io.gavel.policies.proof;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.model.Group;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import io.gavel.policies.statement.Statement.FreeVariable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  private final AllocationProblem problem;
  private final ColumnNumbers columns;
  private final Statement statement;
  private final List<LinearRow> rows;
  private final double[] signed;

  /** The claimed bound on a ratio, as in {@link ColumnWorths#addTo}; 0 for other goals. */
  private double claimed;

  /** Prices of pools. */
  private final double[] pools;

  /** Prices of throughput, {@code [job]}. */
  private final double[] owed;

  /** Prices of the time of jobs in pairs, 0 for other jobs, {@code [job]}; empty without pairs. */
  private final double[] time;

  private final ColumnWorths worths;

  DualProof(ColumnNumbers columns, Statement statement, Prices prices, List<LinearRow> rows) {
    problem = columns.problem;
    this.columns = columns;
    this.statement = statement;
    this.rows = rows;
    Map<String, Double> ofRows = prices.constraints();
    signed = rows.stream().mapToDouble(row -> signedPrice(row, ofRows)).toArray();
    pools = prices.pools();
    owed = new double[problem.jobCount()];
    for (int m = 0; m < owed.length; m++) {
      owed[m] = prices.ofThroughput(m);
    }
    time = new double[problem.pairCount() > 0 ? owed.length : 0];
    for (int g = owed.length; g < owed.length + problem.pairCount(); g++) {
      Group pair = problem.group(g);
      if (!columns.runsSomewhere(g)) {
        continue; // its members are single as far as columns go
      }
      time[pair.member(0)] = prices.ofTime(pair.member(0));
      time[pair.member(1)] = prices.ofTime(pair.member(1));
    }
    worths = new ColumnWorths(columns, statement.goal(), rows, signed, pools, owed, time);
  }

  /**
   * Returns a row's price with the sign that it has in the bound; NaN if a price has the wrong
   * sign.
   */
  static double signedPrice(LinearRow row, Map<String, Double> prices) {
    double price = prices.getOrDefault(row.name(), 0.0);
    return switch (row.relation()) {
      case AT_MOST -> price >= 0 ? price : Double.NaN;
      case AT_LEAST -> price >= 0 ? -price : Double.NaN;
      case EXACTLY -> price;
    };
  }

  /** Returns the reduced costs of free variables, exactly. */
  private Rational worthOfFree() {
    double sign = statement.goal().minimized() ? -1 : 1;
    Rational total = Rational.ZERO;
    int[][] rowsOf = rowsOfFree();
    for (int f = 0; f < rowsOf.length; f++) {
      FreeVariable variable = statement.free().get(f);
      ExactSum worth = new ExactSum().addProduct(sign, variable.gain());
      if (variable.pool() != FreeVariable.NO_POOL) {
        worth.add(pools[variable.pool()]);
      }
      for (int i : rowsOf[f]) {
        worth.addProduct(-rows.get(i).ofFree(f), signed[i]);
      }
      if (worth.signum() > 0) {
        total = total.plus(worth.value().times(Rational.of(variable.most())));
      }
    }
    return total;
  }

  /** Returns the rows of each free variable, {@code [free variable][]}. */
  private int[][] rowsOfFree() {
    int[][] of = new int[statement.free().size()][];
    int[] count = new int[of.length];
    for (LinearRow row : rows) {
      for (int e = 0; e < row.freeSize(); e++) {
        count[row.free(e)]++;
      }
    }
    for (int f = 0; f < of.length; f++) {
      of[f] = new int[count[f]];
    }
    for (int i = 0; i < rows.size(); i++) {
      for (int e = 0; e < rows.get(i).freeSize(); e++) {
        int f = rows.get(i).free(e);
        of[f][of[f].length - count[f]--] = i;
      }
    }
    return of;
  }

  /** Returns the name of a row whose price has the wrong sign; empty if there is none. */
  String wrongSign() {
    for (int i = 0; i < signed.length; i++) {
      if (Double.isNaN(signed[i])) {
        return rows.get(i).name();
      }
    }
    return "";
  }

  /**
   * Returns the best bound that the prices prove, rounded to a double that they prove as well; 0 if
   * it cannot be told from 0, whatever a point reaches that misses rows by rounding.
   *
   * @param reached the value of the goal at the point
   * @param hint a bound that the prices prove except for rounding
   */
  double bound(double reached, double hint) {
    Goal goal = statement.goal();
    if (nothingCounts()) {
      return 0;
    }
    if (!wrongSign().isEmpty()) {
      return goal.minimized() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    if (goal instanceof Goal.Level) {
      return orZero(boundOfLevel(Math.max(hint, reached)));
    }
    if (goal instanceof Goal.Ratio) {
      return Directed.moved(Math.max(hint, reached), 1, this::provesRatio);
    }
    if (goal instanceof Goal.FinishTimes times) {
      Rational value = value(reached).orElseThrow();
      return Directed.moved( // 0 is proved
          Math.min(hint, reached), -1, bound -> proves(times, owed, value, bound));
    }
    double value = value(reached).map(Rational::ceil).orElse(Double.POSITIVE_INFINITY);
    if (goal instanceof Goal.Welfare welfare) {
      return value == Double.POSITIVE_INFINITY ? value : Means.bound(welfare, value);
    }
    return goal.minimized() ? 0.0 - value : orZero(value);
  }

  private double orZero(double bound) {
    return bound > 0 && bound <= nothing() ? 0 : bound;
  }

  /**
   * Returns the value of a level or of a total that cannot be told from 0: a fraction of the level
   * of the slowest job if each ran alone, and of the largest gain of a column or a free variable. 0
   * for other goals.
   */
  private double nothing() {
    Goal goal = statement.goal();
    if (goal instanceof Goal.Level level && !statement.hasFloors()) {
      double[] fastest = columns.fastest();
      double alone = Double.POSITIVE_INFINITY;
      for (int m = 0; m < fastest.length; m++) {
        double of = fastest[m] / level.requirement(m);
        alone = of > 0 ? Math.min(alone, of) : alone; // others run in pairs that are not listed
      }
      return alone < Double.POSITIVE_INFINITY ? Proof.NOTHING * alone : 0;
    }
    double most = 0;
    if (goal instanceof Goal.Total total && !goal.minimized()) {
      for (int entry = 0; entry < columns.rate.length; entry++) {
        most = columns.runs(entry) ? Math.max(most, total.gain(entry)) : most;
      }
      for (FreeVariable variable : statement.free()) {
        double largest = variable.gain() * variable.most();
        most = largest < Double.POSITIVE_INFINITY ? Math.max(most, largest) : most;
      }
    }
    return Proof.NOTHING * most;
  }

  /**
   * Returns whether the throughputs of any finish time below the bound cost more than all workers
   * and all time are worth. The throughputs that a time needs decrease with it, and each is rounded
   * down by three units in the last place at most. Throughputs that cost nothing prove nothing.
   * Some job must have steps.
   */
  static boolean proves(Goal.FinishTimes goal, double[] owed, Rational value, double bound) {
    ExactSum cost = new ExactSum();
    for (int m = 0; m < owed.length; m++) {
      if (goal.steps(m) > 0) {
        double left = Math.fma(bound, goal.unit(m), -goal.past(m));
        if (left <= 0) {
          return true; // the job has been there for longer
        }
        double least = Directed.quotientDown(goal.steps(m), Math.nextUp(left));
        cost.addProduct(owed[m], Math.min(Double.MAX_VALUE, least));
      }
    }
    return cost.signum() > 0 && cost.value().compareTo(value) >= 0;
  }

  /**
   * Returns whether the prices prove that no point is better than the bound, exactly. For a bound
   * of 0 of a level or a total, whether no point is better than a value that cannot be told from 0.
   *
   * <p>A job's throughput is at least the larger of its floor and its share of the level; at the
   * bound, its price counts for the larger one.
   */
  boolean proves(double bound) {
    Goal goal = statement.goal();
    if (nothingCounts()) {
      return goal.minimized() ? bound <= 0 : bound >= 0;
    }
    if (!Double.isFinite(bound) || !wrongSign().isEmpty()) {
      return false;
    }
    if (goal instanceof Goal.FinishTimes times) {
      return proves(times, owed, value(bound).orElseThrow(), bound);
    }
    if (goal instanceof Goal.Ratio) {
      return provesRatio(bound);
    }
    double most = goal.minimized() ? -bound : bound;
    if (goal instanceof Goal.Welfare welfare) {
      most = Means.sumDown(welfare, bound);
    }
    if (!Double.isFinite(most)) {
      return false;
    }
    Rational claim = Rational.of(most == 0 ? nothing() : most);
    Optional<Rational> value = value(bound);
    if (goal instanceof Goal.Level) {
      Rational scale = scale(bound);
      return scale.signum() > 0 && value.orElseThrow().compareTo(scale.times(claim)) <= 0;
    }
    return value.filter(v -> v.compareTo(claim) <= 0).isPresent();
  }

  /**
   * Returns a bound on the amount by which throughputs that sell at their prices miss the
   * right-hand side; no feasible point sells for more than the right-hand side.
   *
   * @param least lower bounds of throughputs, {@code [job]}
   */
  double missing(double[] least) {
    ExactSum sum = new ExactSum();
    addValue(0, sum);
    for (int m = 0; m < owed.length; m++) {
      sum.addProduct(-owed[m], least[m]);
    }
    return sum.value().plus(worthOfFree()).ceil();
  }

  /**
   * Returns an upper bound on the gain of a job without a price of throughput, at a given price:
   * the reduced cost of its best column, for all of its time, less the value of its throughput, and
   * less the reduced cost of its best column without that price, which {@link #missing(double[])}
   * counts. The latter is above 0 where a lower limit pays for the column.
   *
   * @param time the most that it may have
   * @param price of its throughput
   */
  double missing(int m, double time, double price, double least) {
    ExactSum counted = new ExactSum();
    if (!rows.isEmpty()) {
      worths.addBest(counted, m, false);
    }
    owed[m] = price;
    ExactSum sum = new ExactSum();
    worths.addBest(sum, m, true);
    owed[m] = 0;
    Rational worth = sum.value().times(Rational.of(time));
    return worth.minus(counted.addProduct(price, least).value()).ceil();
  }

  private boolean provesRatio(double bound) {
    claimed = bound;
    return bound >= 0 && Double.isFinite(bound) && value(bound).orElseThrow().signum() <= 0;
  }

  /**
   * Returns the least level at which demands cost what everything is worth: linear between floors.
   */
  private double boundOfLevel(double start) {
    double bound = start;
    while (true) {
      Rational scale = scale(bound);
      double next =
          scale.signum() > 0
              ? value(bound).orElseThrow().ceilOfQuotient(scale)
              : Double.POSITIVE_INFINITY;
      if (!statement.hasFloors() || next >= bound) {
        return next;
      }
      bound = next;
    }
  }

  /** Returns the value of a goal that counts no job: 0. */
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

  private boolean isForLevel(int m, double bound) {
    double requirement = statement.goal().requirement(m);
    return requirement > 0 && requirement * bound >= statement.floor(m);
  }

  /**
   * Returns whether the price of a job's throughput counts for its floor, not for its share of the
   * goal.
   */
  private boolean countsForFloor(int m, double bound) {
    return !isForLevel(m, bound) && (!(statement.goal().weight(m) > 0) || isAtFloor(m));
  }

  /** Returns whether the utility of a job rises by less than the price from its floor on. */
  private boolean isAtFloor(int m) {
    Goal goal = statement.goal();
    double floor = statement.floor(m);
    return floor > 0 && Tangents.slopeUp(goal.weight(m), goal.power(), floor) <= owed[m];
  }

  /** Returns the cost of one unit of level at the prices of throughput. */
  private Rational scale(double bound) {
    ExactSum scale = new ExactSum();
    for (int m = 0; m < owed.length; m++) {
      if (isForLevel(m, bound)) {
        scale.addProduct(statement.goal().requirement(m), owed[m]);
      }
    }
    return scale.value();
  }

  /** Returns the right-hand side; empty if there is no bound. */
  private Optional<Rational> value(double bound) {
    ExactSum sum = new ExactSum();
    return addValue(bound, sum) ? Optional.of(sum.value().plus(worthOfFree())) : Optional.empty();
  }

  /**
   * Adds the right-hand side without the worth of free variables.
   *
   * @return false if there is no bound
   */
  private boolean addValue(double bound, ExactSum sum) {
    for (int k = 0; k < pools.length; k++) {
      sum.addProduct(Point.workers(problem, statement, k), pools[k]);
    }
    for (int i = 0; i < signed.length; i++) {
      sum.addProduct(rows.get(i).bound(), signed[i]);
    }
    for (double u : time) {
      sum.add(u);
    }
    for (int m = 0; statement.hasFloors() && m < owed.length; m++) {
      sum.addProduct(countsForFloor(m, bound) ? -statement.floor(m) : 0, owed[m]);
    }
    if (!addConjugates(sum)) {
      return false;
    }
    worths.addTo(sum, claimed);
    return true;
  }

  /**
   * Adds what utilities exceed the price of their throughputs by at most: a tangent at a throughput
   * at which the slope is at most the price lies above the utility, also one at the floor.
   *
   * @return false if a utility has no price, and so no bound
   */
  private boolean addConjugates(ExactSum sum) {
    Goal goal = statement.goal();
    double power = goal.power();
    sum.add(goal.offset());
    for (int m = 0; m < owed.length; m++) {
      double weight = goal.weight(m);
      if (weight == 0 || (owed[m] == 0 && power < 0)) {
        continue; // at most 0
      }
      double most =
          isAtFloor(m)
              ? Tangents.utilityUp(power, statement.floor(m)) // the price of the floor is counted
              : power == 0
                  ? Tangents.logs(weight, owed[m])
                  : Tangents.powers(weight, owed[m], power);
      if (!Double.isFinite(most)) {
        return false;
      }
      sum.addProduct(weight, most);
    }
    return true;
  }
}
