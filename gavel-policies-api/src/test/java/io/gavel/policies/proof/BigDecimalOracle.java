package io.gavel.policies.proof;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.model.Group;
import io.gavel.policies.statement.FairLevels.Entitlements;
import io.gavel.policies.statement.FairLevels.PricedRound;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import io.gavel.policies.statement.Statement.FreeVariable;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A second opinion on certificates, in decimal fractions, which hold doubles, their sums and
 * products exactly; quotients, logarithms and powers are enclosed. Plain loops that share no code
 * with the library.
 */
final class BigDecimalOracle {

  private static final BigDecimal MOST = new BigDecimal("1e-6");
  private static final MathContext UP = new MathContext(400, RoundingMode.CEILING);

  private static final class Line {
    final String name;
    final Relation relation;
    final BigDecimal bound;
    final BigDecimal[][] a;
    final BigDecimal[] free;

    Line(String name, Relation relation, BigDecimal bound, BigDecimal[][] a, BigDecimal[] free) {
      this.name = name;
      this.relation = relation;
      this.bound = bound;
      this.a = a;
      this.free = free;
    }
  }

  private final AllocationProblem problem;
  private final Allocation x;
  private final Statement statement;
  private final Certificate claim;
  private final List<Line> lines = new ArrayList<>();

  private BigDecimalOracle(Allocation x) {
    this.x = x;
    problem = x.problem();
    claim = x.certificate();
    statement = claim.statement().orElseThrow();
    int types = problem.cluster().typeCount();
    for (LinearRow row : problem.constraintRows()) {
      BigDecimal[][] a = new BigDecimal[problem.groupCount()][types];
      for (int g = 0; g < a.length; g++) {
        for (int j = 0; j < types; j++) {
          a[g][j] = big(row.coefficientOf(g * types + j));
        }
      }
      BigDecimal[] none = new BigDecimal[statement.free().size()];
      Arrays.fill(none, BigDecimal.ZERO);
      lines.add(new Line(row.name(), row.relation(), big(row.bound()), a, none));
    }
    for (LinearRow row : statement.rows()) {
      BigDecimal[][] a = new BigDecimal[problem.groupCount()][types];
      for (BigDecimal[] of : a) {
        Arrays.fill(of, BigDecimal.ZERO);
      }
      for (int i = 0; i < row.size(); i++) {
        a[row.column(i) / types][row.column(i) % types] = big(row.coefficient(i));
      }
      BigDecimal[] free = new BigDecimal[statement.free().size()];
      Arrays.setAll(free, f -> big(row.ofFree(f)));
      lines.add(new Line(row.name(), row.relation(), big(row.bound()), a, free));
    }
  }

  /** Whether the allocation is feasible within 10<sup>-6</sup> and both claims hold. */
  static boolean confirms(Allocation x) {
    BigDecimalOracle oracle = new BigDecimalOracle(x);
    return oracle.isFeasible() && oracle.reaches() && oracle.proves() && oracle.isFair();
  }

  /** Whether the rounds of prices leave no more of any level open than is claimed. */
  private boolean isFair() {
    if (claim.levels().isEmpty()) {
      return true;
    }
    if (!(statement.goal() instanceof Goal.Level goal)) {
      return false;
    }
    BigDecimal within = big(claim.levels().get().within());
    BigDecimal kept = BigDecimal.ONE.subtract(within);
    Optional<Entitlements> tree = claim.levels().get().entitlements();
    boolean[] fair = new boolean[problem.jobCount()];
    boolean[] counts = new boolean[fair.length];
    BigDecimal[] most = new BigDecimal[fair.length];
    for (int m = 0; m < fair.length; m++) {
      most[m] = mostTime(m);
      BigDecimal fastest = most[m].multiply(big(fastest(m)));
      boolean full = throughput(m).compareTo(kept.multiply(fastest)) >= 0;
      counts[m] = (tree.isPresent() ? tree.get().unit(m) : goal.requirement(m)) > 0;
      fair[m] = !counts[m] || full;
    }
    FractionTree.Fraction[] overTree =
        tree.map(
                of ->
                    FractionTree.levels(
                        problem,
                        of,
                        IntStream.range(0, fair.length).mapToObj(this::throughput).toList()))
            .orElse(null);
    for (PricedRound round : claim.levels().get().rounds()) {
      boolean[] above = new boolean[fair.length];
      for (int i = 0; i < round.size(); i++) {
        int m = round.job(i);
        if (round.ofThroughput(i) > 0) {
          BigDecimal level = times(goal.requirement(m), round.level());
          above[m] =
              tree.isPresent()
                  ? throughput(m).signum() > 0
                      && counts[m]
                      && overTree[m].compareTo(FractionTree.Fraction.of(round.level())) > 0
                  : throughput(m).compareTo(level) > 0;
          if (!counts[m]) {
            return false;
          }
        }
      }
      BigDecimalOracle others = at(round, above);
      if (others.hasWrongPrice()) {
        return false;
      }
      BigDecimal missing = others.rightSide();
      for (int m = 0; m < fair.length; m++) {
        missing =
            missing.subtract(big(others.claim.prices().ofThroughput(m)).multiply(throughput(m)));
      }
      missing = missing.max(BigDecimal.ZERO);
      BigDecimal[] counted = others.best(false);
      for (int i = 0; i < round.size(); i++) {
        int m = round.job(i);
        BigDecimal sold = big(round.ofThroughput(i)).multiply(throughput(m));
        BigDecimal own = BigDecimal.ZERO;
        if (above[m]) {
          boolean[] rest = above.clone();
          rest[m] = false;
          BigDecimal best = most[m].multiply(at(round, rest).best(true)[m]);
          own = best.subtract(counted[m]).subtract(sold).max(BigDecimal.ZERO);
        }
        BigDecimal owed = kept.multiply(big(round.level()));
        boolean isUp =
            tree.isPresent()
                ? overTree[m] == null || overTree[m].compareTo(FractionTree.Fraction.of(owed)) >= 0
                : throughput(m).compareTo(big(goal.requirement(m)).multiply(owed)) >= 0;
        boolean gainsLittle =
            tree.isPresent()
                ? missing
                        .add(own)
                        .compareTo(within.multiply(times(round.ofThroughput(i), fastest(m))))
                    <= 0
                : missing.add(own).multiply(kept).compareTo(within.multiply(sold)) <= 0;
        fair[m] |= round.ofThroughput(i) > 0 && isUp && gainsLittle;
      }
    }
    for (boolean each : fair) {
      if (!each) {
        return false;
      }
    }
    return true;
  }

  private double fastest(int m) {
    double most = 0;
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      for (int i = 0; i < group.size(); i++) {
        for (int j = 0; group.member(i) == m && j < problem.cluster().typeCount(); j++) {
          boolean runs = problem.runs(g, j);
          most = runs ? Math.max(most, problem.throughputs().stepsPerSecond(g, i, j)) : most;
        }
      }
    }
    return most;
  }

  /** The time that lines over a job alone leave it, at most; 1 for a job in a pair. */
  private BigDecimal mostTime(int m) {
    BigDecimal most = BigDecimal.ONE;
    for (Line line : lines) {
      BigDecimal least = null;
      BigDecimal greatest = null;
      boolean alone = Arrays.stream(line.free).allMatch(free -> free.signum() == 0);
      for (int g = 0; g < problem.groupCount(); g++) {
        Group group = problem.group(g);
        for (int j = 0; j < problem.cluster().typeCount(); j++) {
          BigDecimal a = line.a[g][j];
          if (problem.runs(g, j) && group.member(0) == m && group.size() == 1) {
            least = least == null ? a : least.min(a);
            greatest = greatest == null ? a : greatest.max(a);
          } else if (problem.runs(g, j)) {
            alone &= a.signum() == 0 && group.member(group.size() - 1) != m;
            alone &= group.member(0) != m;
          }
        }
      }
      if (least != null && alone && line.relation != Relation.AT_LEAST && least.signum() > 0) {
        most = most.min(line.bound.max(BigDecimal.ZERO).divide(least, UP));
      }
      if (least != null && alone && line.relation != Relation.AT_MOST && greatest.signum() < 0) {
        BigDecimal bound = line.bound.negate().max(BigDecimal.ZERO);
        most = most.min(bound.divide(greatest.negate(), UP));
      }
    }
    return most;
  }

  /** The same allocation with the prices of a round, but for those of some jobs. */
  private BigDecimalOracle at(PricedRound round, boolean[] without) {
    double[] pools = new double[round.poolCount()];
    Arrays.setAll(pools, round::ofPool);
    double[] throughput = new double[without.length];
    double[] time = new double[without.length];
    for (int i = 0; i < round.size(); i++) {
      throughput[round.job(i)] = without[round.job(i)] ? 0 : round.ofThroughput(i);
      time[round.job(i)] = round.ofTime(i);
    }
    Prices prices = Prices.of(pools, time, throughput).withConstraints(round.rows());
    return new BigDecimalOracle(
        Allocation.of(
            problem, x.fractions(), new Certificate(0, 0, 0, prices).withStatement(statement)));
  }

  private static BigDecimal big(double value) {
    return new BigDecimal(value);
  }

  /** A fraction of the allocation; 0 if it is below 0. */
  private double fraction(int g, int j) {
    return Math.max(0, x.fraction(g, j));
  }

  private static BigDecimal times(double a, double b) {
    return big(a).multiply(big(b));
  }

  private BigDecimal throughput(int m) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      for (int i = 0; i < group.size(); i++) {
        for (int j = 0; group.member(i) == m && j < problem.cluster().typeCount(); j++) {
          if (problem.runs(g, j)) {
            sum = sum.add(times(problem.throughputs().stepsPerSecond(g, i, j), fraction(g, j)));
          }
        }
      }
    }
    return sum;
  }

  private double workers(int k) {
    return statement.hasOwnWorkers() ? statement.workers(k) : problem.cluster().poolWorkers(k);
  }

  boolean isFeasible() {
    int types = problem.cluster().typeCount();
    BigDecimal[] time = new BigDecimal[problem.jobCount()];
    BigDecimal[] used = new BigDecimal[problem.cluster().poolCount()];
    Arrays.fill(time, BigDecimal.ZERO);
    Arrays.fill(used, BigDecimal.ZERO);
    boolean feasible = true;
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < types; j++) {
        BigDecimal fraction = big(fraction(g, j));
        feasible &= big(x.fraction(g, j)).negate().compareTo(MOST) <= 0;
        int k = problem.cluster().poolOf(j);
        used[k] = used[k].add(big(problem.workers(g)).multiply(fraction));
        for (int i = 0; i < problem.group(g).size(); i++) {
          int m = problem.group(g).member(i);
          time[m] = time[m].add(fraction);
        }
      }
    }
    for (FreeVariable variable : statement.free()) {
      BigDecimal most = big(variable.most()).max(BigDecimal.ONE).multiply(MOST);
      feasible &= big(variable.value()).subtract(big(variable.most())).compareTo(most) <= 0;
      if (variable.pool() >= 0) {
        used[variable.pool()] = used[variable.pool()].subtract(big(variable.value()));
      }
    }
    for (int m = 0; m < time.length; m++) {
      BigDecimal floor = big(statement.floor(m));
      BigDecimal lacking = floor.subtract(throughput(m));
      feasible &= time[m].subtract(BigDecimal.ONE).compareTo(MOST) <= 0;
      feasible &= lacking.signum() <= 0 || lacking.compareTo(floor.multiply(MOST)) <= 0;
    }
    for (int k = 0; k < used.length; k++) {
      BigDecimal most = big(workers(k)).max(BigDecimal.ONE).multiply(MOST);
      feasible &= used[k].subtract(big(workers(k))).compareTo(most) <= 0;
    }
    for (Line line : lines) {
      feasible &= holds(line);
    }
    return feasible;
  }

  private boolean holds(Line line) {
    BigDecimal excess = line.bound.negate();
    BigDecimal scale = line.bound.abs();
    for (int g = 0; g < line.a.length; g++) {
      for (int j = 0; j < line.a[g].length; j++) {
        excess = excess.add(line.a[g][j].multiply(big(fraction(g, j))));
        scale = problem.runs(g, j) ? scale.max(line.a[g][j].abs()) : scale;
      }
    }
    for (int f = 0; f < line.free.length; f++) {
      excess = excess.add(line.free[f].multiply(big(statement.free().get(f).value())));
      scale = scale.max(line.free[f].abs());
    }
    BigDecimal most = (scale.signum() == 0 ? BigDecimal.ONE : scale).multiply(MOST);
    return switch (line.relation) {
      case AT_MOST -> excess.compareTo(most) <= 0;
      case AT_LEAST -> excess.negate().compareTo(most) <= 0;
      case EXACTLY -> excess.abs().compareTo(most) <= 0;
    };
  }

  private boolean reaches() {
    BigDecimal claimed = big(claim.objective());
    if (statement.goal() instanceof Goal.Welfare welfare) {
      return reaches(welfare);
    }
    if (statement.goal() instanceof Goal.Ratio ratio) {
      BigDecimal cost = sum(ratio::cost);
      return cost.signum() > 0
          ? sum(ratio::gain).compareTo(cost.multiply(claimed)) >= 0
          : claimed.signum() <= 0;
    }
    if (statement.goal() instanceof Goal.Total total) {
      BigDecimal sum = sum(total::gain);
      for (FreeVariable variable : statement.free()) {
        sum = sum.add(times(variable.gain(), variable.value()));
      }
      return total.minimized() ? sum.compareTo(claimed) <= 0 : sum.compareTo(claimed) >= 0;
    }
    boolean counts = false;
    for (int m = 0; m < problem.jobCount(); m++) {
      if (statement.goal() instanceof Goal.Level level && level.requirement(m) > 0) {
        counts = true;
        if (throughput(m).compareTo(big(level.requirement(m)).multiply(claimed)) < 0) {
          return false;
        }
      }
      if (statement.goal() instanceof Goal.FinishTimes times && times.steps(m) > 0) {
        counts = true; // steps ≤ q (claim unit − past)
        BigDecimal left = big(times.unit(m)).multiply(claimed).subtract(big(times.past(m)));
        if (throughput(m).multiply(left).compareTo(big(times.steps(m))) < 0) {
          return false;
        }
      }
    }
    return counts || (statement.goal().minimized() ? claimed.signum() >= 0 : claimed.signum() <= 0);
  }

  /** A number of each entry times its fraction, where groups run. */
  private BigDecimal sum(IntToDoubleFunction ofEntry) {
    BigDecimal sum = BigDecimal.ZERO;
    int types = problem.cluster().typeCount();
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < types; j++) {
        if (problem.runs(g, j)) {
          sum = sum.add(times(ofEntry.applyAsDouble(g * types + j), fraction(g, j)));
        }
      }
    }
    return sum;
  }

  private boolean reaches(Goal.Welfare goal) {
    if (goal.total() > 0 && claim.objective() <= 0) {
      return true;
    }
    BigDecimal sum = big(goal.offset());
    for (int m = 0; m < problem.jobCount(); m++) {
      if (goal.weight(m) > 0 && (throughput(m).signum() > 0 || goal.power() <= 0)) {
        if (throughput(m).signum() <= 0) {
          return false;
        }
        BigDecimal utility = DecimalUtility.utility(throughput(m), goal.power(), false);
        sum = sum.add(big(goal.weight(m)).multiply(utility));
      }
    }
    Optional<BigDecimal> needed = sumOf(goal, claim.objective(), true);
    return needed.isPresent() && sum.compareTo(needed.get()) >= 0;
  }

  /** The sum of utilities that a claim needs; empty if none has it. */
  private static Optional<BigDecimal> sumOf(Goal.Welfare goal, double claimed, boolean up) {
    if (goal.total() == 0) {
      return Optional.of(big(claimed));
    }
    return Optional.of(claimed)
        .filter(mean -> mean > 0)
        .map(mean -> DecimalUtility.utility(big(mean), goal.power(), up))
        .map(utility -> utility.multiply(big(goal.total())));
  }

  /** What utilities exceed the price of their throughputs by at most; empty without a price. */
  private Optional<BigDecimal> conjugates(Goal.Welfare goal) {
    BigDecimal sum = big(goal.offset());
    double p = goal.power();
    for (int m = 0; m < problem.jobCount(); m++) {
      double price = claim.prices().ofThroughput(m);
      if (goal.weight(m) == 0 || (price == 0 && p < 0)) {
        continue;
      }
      if (price == 0) {
        return Optional.empty();
      }
      BigDecimal weight = big(goal.weight(m));
      BigDecimal slope = DecimalUtility.quotient(big(price), weight, false);
      BigDecimal at = // where the slope is the price
          DecimalUtility.power(
              slope,
              DecimalUtility.quotient(BigDecimal.ONE, big(p).subtract(BigDecimal.ONE), false),
              true);
      BigDecimal floor = big(statement.floor(m));
      BigDecimal sold =
          floor.compareTo(at) > 0
              ? floor.multiply(big(price))
              : weight.multiply(DecimalUtility.power(at, big(p), false));
      BigDecimal most = DecimalUtility.utility(at.max(floor), p, true);
      sum = sum.add(weight.multiply(most)).subtract(sold);
    }
    return Optional.of(sum);
  }

  private boolean proves() {
    if (!Double.isFinite(claim.bound())) {
      return false;
    }
    Prices p = claim.prices();
    BigDecimal bound = big(claim.bound());
    BigDecimal value = BigDecimal.ZERO;
    BigDecimal scale = BigDecimal.ZERO;
    boolean counts =
        !(statement.goal() instanceof Goal.Level || statement.goal() instanceof Goal.FinishTimes);
    boolean early = false;
    for (int m = 0; m < problem.jobCount(); m++) {
      BigDecimal y = big(p.ofThroughput(m));
      if (statement.goal() instanceof Goal.Level level && level.requirement(m) > 0) {
        counts = true;
        if (level.requirement(m) * claim.bound() >= statement.floor(m)) {
          scale = scale.add(y.multiply(big(level.requirement(m))));
          continue;
        }
      }
      if (statement.goal() instanceof Goal.FinishTimes times && times.steps(m) > 0) {
        counts = true;
        BigDecimal left = bound.multiply(big(times.unit(m))).subtract(big(times.past(m)));
        if (left.signum() <= 0) {
          early = true;
        } else {
          scale = scale.add(y.multiply(big(times.steps(m))).divide(left, UP));
        }
      }
      boolean ofGoal = statement.goal() instanceof Goal.Welfare welfare && welfare.weight(m) > 0;
      value = ofGoal ? value : value.subtract(y.multiply(big(statement.floor(m))));
    }
    if (!counts) {
      return statement.goal().minimized() ? bound.signum() <= 0 : bound.signum() >= 0;
    }
    if (hasWrongPrice()) {
      return false;
    }
    if (early) {
      return true;
    }
    value = value.add(rightSide());
    if (bound.signum() == 0) {
      bound = nothing();
    }
    if (statement.goal() instanceof Goal.Welfare welfare) {
      Optional<BigDecimal> more = conjugates(welfare);
      Optional<BigDecimal> most = sumOf(welfare, claim.bound(), false);
      return more.isPresent()
          && most.isPresent()
          && value.add(more.get()).compareTo(most.get()) <= 0;
    }
    if (statement.goal() instanceof Goal.Ratio) {
      return bound.signum() >= 0 && value.signum() <= 0;
    }
    if (statement.goal() instanceof Goal.FinishTimes) {
      return scale.signum() > 0 && scale.compareTo(value) >= 0;
    }
    if (statement.goal() instanceof Goal.Level) {
      return scale.signum() > 0 && value.compareTo(bound.multiply(scale)) <= 0;
    }
    return value.compareTo(statement.goal().minimized() ? bound.negate() : bound) <= 0;
  }

  /** The value that counts as 0: a part of the level of the slowest job, or of the largest gain. */
  private BigDecimal nothing() {
    Optional<BigDecimal> whole = Optional.empty();
    boolean hasFloors =
        IntStream.range(0, problem.jobCount()).anyMatch(m -> statement.floor(m) > 0);
    if (statement.goal() instanceof Goal.Level level && !hasFloors) {
      whole =
          IntStream.range(0, problem.jobCount())
              .filter(m -> level.requirement(m) > 0 && fastest(m) > 0)
              .mapToObj(m -> big(fastest(m)).divide(big(level.requirement(m)), UP))
              .min(BigDecimal::compareTo);
    } else if (statement.goal() instanceof Goal.Total total && !total.minimized()) {
      int types = problem.cluster().typeCount();
      Stream<BigDecimal> ofColumns =
          IntStream.range(0, problem.groupCount() * types)
              .filter(entry -> problem.runs(entry / types, entry % types))
              .mapToObj(entry -> big(total.gain(entry)));
      Stream<BigDecimal> ofVariables =
          statement.free().stream().map(variable -> times(variable.gain(), variable.most()));
      whole = Stream.concat(ofColumns, ofVariables).max(BigDecimal::compareTo);
    }
    return whole.orElse(BigDecimal.ZERO).max(BigDecimal.ZERO).multiply(big(0x1p-40));
  }

  private boolean hasWrongPrice() {
    return lines.stream().anyMatch(l -> l.relation != Relation.EXACTLY && price(l) < 0);
  }

  private BigDecimal rightSide() {
    BigDecimal value = BigDecimal.ZERO;
    for (Line line : lines) {
      value = value.add(line.bound.multiply(signed(line)));
    }
    for (int k = 0; k < problem.cluster().poolCount(); k++) {
      value = value.add(times(claim.prices().ofPool(k), workers(k)));
    }
    BigDecimal columns = Arrays.stream(time()).reduce(BigDecimal.ZERO, BigDecimal::add);
    columns = Arrays.stream(best(false)).reduce(columns, BigDecimal::add);
    return value.add(columns).add(freeVariables());
  }

  private double price(Line line) {
    return claim.prices().constraints().getOrDefault(line.name, 0.0);
  }

  private BigDecimal signed(Line line) {
    BigDecimal price = big(price(line));
    return line.relation == Relation.AT_LEAST ? price.negate() : price;
  }

  private BigDecimal[] time() {
    int n = problem.jobCount();
    BigDecimal[] time = new BigDecimal[n];
    Arrays.fill(time, BigDecimal.ZERO);
    for (int g = n; g < n + problem.pairCount(); g++) {
      boolean runs = false;
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        runs |= problem.runs(g, j);
      }
      for (int i = 0; runs && i < 2; i++) {
        int m = problem.group(g).member(i);
        time[m] = big(claim.prices().ofTime(m));
      }
    }
    return time;
  }

  /** What the best column of each job is worth beyond what it pays. */
  private BigDecimal[] best(boolean ofPartners) {
    BigDecimal[] time = time();
    BigDecimal[] best = new BigDecimal[time.length];
    Arrays.fill(best, BigDecimal.ZERO);
    int types = problem.cluster().typeCount();
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      for (int j = 0; j < types; j++) {
        if (problem.runs(g, j)) {
          double pool = claim.prices().ofPool(problem.cluster().poolOf(j));
          BigDecimal worth = times(problem.workers(g), pool).negate();
          for (int i = 0; i < group.size(); i++) {
            int m = group.member(i);
            double rate = problem.throughputs().stepsPerSecond(g, i, j);
            worth = worth.add(times(claim.prices().ofThroughput(m), rate)).subtract(time[m]);
          }
          for (Line line : lines) {
            worth = worth.subtract(line.a[g][j].multiply(signed(line)));
          }
          if (statement.goal() instanceof Goal.Total total) {
            BigDecimal gain = big(total.gain(g * types + j));
            worth = total.minimized() ? worth.subtract(gain) : worth.add(gain);
          }
          if (statement.goal() instanceof Goal.Ratio ratio) {
            BigDecimal cost = times(ratio.cost(g * types + j), claim.bound());
            worth = worth.add(big(ratio.gain(g * types + j))).subtract(cost);
          }
          for (int i = 0; i < (ofPartners ? group.size() : 1); i++) {
            best[group.member(i)] = best[group.member(i)].max(worth);
          }
        }
      }
    }
    return best;
  }

  private BigDecimal freeVariables() {
    BigDecimal sum = BigDecimal.ZERO;
    for (int f = 0; f < statement.free().size(); f++) {
      FreeVariable variable = statement.free().get(f);
      BigDecimal gain = big(variable.gain());
      BigDecimal worth = statement.goal().minimized() ? gain.negate() : gain;
      if (variable.pool() >= 0) {
        worth = worth.add(big(claim.prices().ofPool(variable.pool())));
      }
      for (Line line : lines) {
        worth = worth.subtract(line.free[f].multiply(signed(line)));
      }
      sum = sum.add(worth.max(BigDecimal.ZERO).multiply(big(variable.most())));
    }
    return sum;
  }
}
