package io.gavel.policies.proof;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import io.gavel.policies.statement.Statement.FreeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** A statement of any kind about an allocation, and prices that prove some bound. */
final class RandomStatement {

  /** Below, powers of a throughput and quotients by it may overflow. */
  private static final double TINY = 1e-200;

  private static final double[] POWERS = {0, 0, 0.5, 0.3, 0.99, 1e-6, -1e-6, -1, -1.7, -8};

  private final Allocation x;
  private final AllocationProblem problem;
  private final Random random;
  private final int jobs;
  private final int entries;
  private final Statement statement;
  private final Prices prices;

  private RandomStatement(Allocation x, Random random) {
    this.x = x;
    this.random = random;
    problem = x.problem();
    jobs = problem.jobCount();
    entries = problem.groupCount() * problem.cluster().typeCount();
    statement = draw();
    prices = drawPrices();
  }

  static RandomStatement of(Allocation x, Random random) {
    return new RandomStatement(x, random);
  }

  Statement statement() {
    return statement;
  }

  Prices prices() {
    return prices;
  }

  /** For ratios, a bound that the prices prove up to rounding, as prices of workers are 0. */
  double hint() {
    if (!(statement.goal() instanceof Goal.Ratio ratio)) {
      return random.nextDouble();
    }
    double most = 0;
    int types = problem.cluster().typeCount();
    for (int entry = 0; entry < entries; entry++) {
      int g = entry / types;
      double gain = ratio.gain(entry);
      for (int i = 0; i < problem.group(g).size(); i++) {
        double y = prices.ofThroughput(problem.group(g).member(i));
        gain += y * problem.throughputs().stepsPerSecond(g, i, entry % types);
      }
      most = Math.max(most, gain / ratio.cost(entry));
    }
    return Math.min(Double.MAX_VALUE, most);
  }

  private Statement draw() {
    Goal goal = goal();
    Statement drawn = Statement.of(goal);
    if (!(goal instanceof Goal.FinishTimes) && random.nextInt(3) == 0) {
      drawn = drawn.withFloors(byJob(m -> made(m) > TINY ? made(m) / 2 * random.nextInt(2) : 0));
    }
    if (random.nextInt(3) == 0) {
      int pools = problem.cluster().poolCount();
      double[] own =
          IntStream.range(0, pools).mapToDouble(problem.cluster()::poolWorkers).toArray();
      double gain = goal instanceof Goal.Total ? random.nextInt(9) - 4 : 0;
      drawn =
          drawn.withFree(
              List.of(
                  new FreeVariable("bought", random.nextInt(pools), 2, gain, random.nextDouble()),
                  new FreeVariable("level", FreeVariable.NO_POOL, 1, gain, 0)),
              own);
    }
    return random.nextInt(3) == 0 && entries > 0
        ? drawn.withRows(rows(drawn.free().isEmpty() ? new double[0] : new double[] {0.5}))
        : drawn;
  }

  /** One that holds clearly, and one that holds as an equality but for rounding. */
  private List<LinearRow> rows(double[] free) {
    int types = problem.cluster().typeCount();
    int[] some = IntStream.range(0, entries).filter(i -> random.nextBoolean()).toArray();
    double[] a = random.doubles(some.length, 0, 3).toArray();
    boolean most = random.nextBoolean();
    List<LinearRow> rows = new ArrayList<>();
    rows.add(
        LinearRow.of(
            "row", most ? Relation.AT_MOST : Relation.AT_LEAST, most ? 1000 : 0, some, a, free));
    if (random.nextBoolean()) {
      double sum =
          IntStream.range(0, some.length)
              .mapToDouble(i -> a[i] * x.fraction(some[i] / types, some[i] % types))
              .sum();
      rows.add(LinearRow.of("exact row", Relation.EXACTLY, sum, some, a));
    }
    return rows;
  }

  private double made(int m) {
    return x.effectiveThroughput(m);
  }

  private Goal goal() {
    switch (random.nextInt(6)) {
      case 0 -> {
        return Goal.level(wide(random.doubles(jobs, -1, 3).map(r -> Math.max(0, r)).toArray()));
      }
      case 1 -> {
        double[] steps = random.doubles(jobs, -1, 9).map(r -> Math.max(0, r)).toArray();
        Arrays.setAll(steps, m -> made(m) > TINY ? steps[m] : 0);
        return Goal.finishTimes(
            wide(steps),
            random.doubles(jobs, 0, 3).toArray(),
            random.doubles(jobs, 1, 3).toArray());
      }
      case 2 -> {
        double power = POWERS[random.nextInt(POWERS.length)];
        double[] weight =
            byJob(m -> counts(m, power) ? Math.max(0, random.nextDouble() * 5 - 1) : 0);
        Goal.Welfare sum =
            Goal.welfare(weight, power).withOffset(power == 0 ? random.nextInt(3) : 0);
        double total = Arrays.stream(weight).sum();
        return total > 0 && random.nextInt(3) == 0 ? sum.asMean(total) : sum;
      }
      case 3 -> {
        return Goal.ratio(
            random.doubles(entries, -1, 3).toArray(),
            wide(random.doubles(entries, 1, 3).toArray()));
      }
      default -> {
        return Goal.total(wide(random.doubles(entries, -1, 3).toArray()), random.nextInt(3) == 0);
      }
    }
  }

  /** Whether the utility of a job is a double far from the largest. */
  private boolean counts(int m, double power) {
    return made(m) > 0 && Math.abs(power * Math.log(made(m))) < 200;
  }

  /** The numbers themselves or, sometimes, over 60 orders of magnitude. */
  private double[] wide(double[] numbers) {
    boolean isWide = random.nextInt(4) == 0;
    return Arrays.stream(numbers)
        .map(n -> isWide ? Math.scalb(n, random.nextInt(201) - 100) : n)
        .toArray();
  }

  private double price() {
    return random.nextInt(3) == 0 ? 0 : random.nextDouble() * random.nextInt(4);
  }

  /** Prices near the slopes of utilities; for ratios, workers and rows cost nothing. */
  private Prices drawPrices() {
    boolean ofRatio = statement.goal() instanceof Goal.Ratio;
    double[] pools = new double[problem.cluster().poolCount()];
    Arrays.setAll(pools, k -> ofRatio ? 0 : price());
    double[] time = byJob(m -> ofRatio ? 0 : price());
    double[] throughput = byJob(m -> ofRatio ? price() * random.nextInt(2) : price());
    if (statement.goal() instanceof Goal.Welfare goal) {
      Arrays.setAll(throughput, m -> goal.weight(m) > 0 ? slope(goal, m) : throughput[m]);
    }
    Map<String, Double> rows = new HashMap<>();
    problem.constraintRows().stream()
        .map(LinearRow::name)
        .forEach(n -> rows.put(n, ofRatio ? 0 : price()));
    statement.rows().forEach(row -> rows.put(row.name(), ofRatio ? 0 : price()));
    return Prices.of(pools, time, throughput).withConstraints(rows);
  }

  private double slope(Goal.Welfare goal, int m) {
    double slope = goal.weight(m) * Math.pow(made(m), goal.power() - 1);
    return Math.max(1e-280, Math.min(1e280, slope)) * (0.5 + random.nextDouble());
  }

  private double[] byJob(IntToDoubleFunction of) {
    return IntStream.range(0, jobs).mapToDouble(of).toArray();
  }
}
