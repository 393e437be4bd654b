package io.gavel.policies.proof;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintRow;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.contract.RandomAllocations;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.statement.Entitlements;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.FreeColumn;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.PricedRound;
import io.gavel.policies.statement.Row;
import io.gavel.policies.statement.Statement;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Allocations with certificates of random statements, and forgeries of them. */
final class RandomCertificates {

  private static final int NOT_HOSTILE = -1;
  private static final Discipline BY_TIME = Discipline.FINISH_TIME_FAIRNESS;

  private final Random random;
  private final AllocationProblem problem;
  private final int jobs;

  private RandomCertificates(AllocationProblem problem, Random random) {
    this.random = random;
    this.problem = problem;
    this.jobs = problem.jobCount();
  }

  /** A certificate that holds, of a small problem with random constraints and hostile rates. */
  static Allocation of(AllocationProblem plain, long seed) {
    Random random = new Random(seed);
    Random trees = new Random(~seed);
    boolean flat = trees.nextBoolean() || plain.pairCount() + plain.configurationCount() > 0;
    AllocationProblem rated = hostile(plain, random);
    AllocationProblem hostile = flat ? rated : inEntities(rated, trees);
    AllocationProblem constrained = random.nextBoolean() ? hostile : constrained(hostile, random);
    return new RandomCertificates(constrained, random).certified();
  }

  /**
   * The same problem with rates over 12 or 600 orders of magnitude, some of them subnormal, or with
   * equal rates.
   */
  private static AllocationProblem hostile(AllocationProblem plain, Random random) {
    int most = List.of(NOT_HOSTILE, NOT_HOSTILE, 0, 20, 1000, 1070).get(random.nextInt(6));
    double equal = random.nextDouble() + 0.5;
    if (most == NOT_HOSTILE || plain.pairCount() + plain.configurationCount() > 0) {
      return plain;
    }
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(plain.cluster().typeCount());
    for (int m = 0; m < plain.jobCount(); m++) {
      int exponent = random.nextInt(2 * most + 1) - most;
      double[] row = new double[plain.cluster().typeCount()];
      for (int j = 0; j < row.length; j++) {
        double rate = plain.throughputs().stepsPerSecond(m, 0, j);
        row[j] =
            most == 0 ? equal : Math.min(1e300, Math.scalb(rate * random.nextDouble(), exponent));
      }
      rates.job(row);
    }
    return AllocationProblem.of(plain.cluster(), plain.jobs(), rates.build(), plain.entities());
  }

  /** A problem without pairs with its jobs in random entities, up to four deep. */
  static AllocationProblem inEntities(AllocationProblem plain, Random random) {
    int count = 1 + random.nextInt(4);
    List<Entity> entities = new ArrayList<>();
    for (int e = 0; e < count; e++) {
      int parent = random.nextInt(e + 1);
      boolean isTop = parent == e || entities.get(parent).discipline() == BY_TIME;
      Discipline[] all = Discipline.values();
      entities.add(
          new Entity(
              "e" + e,
              isTop ? Optional.empty() : Optional.of("e" + parent),
              Math.scalb(1 + random.nextDouble(), random.nextInt(9) == 0 ? 400 : 0),
              all[random.nextInt(all.length)]));
    }
    List<Job> jobs = new ArrayList<>();
    for (Job job : plain.jobs()) {
      int e = random.nextInt(count + 1);
      Job.Builder copy = job.toBuilder().stepsRemaining(1).weight(1 + random.nextInt(3));
      jobs.add(e < count ? copy.entity("e" + e).build() : copy.build());
    }
    return AllocationProblem.of(plain.cluster(), jobs, plain.throughputs(), entities);
  }

  private static AllocationProblem constrained(AllocationProblem plain, Random random) {
    Constraint least = Constraint.named("few").that(LinearForm.time()).atLeast(0);
    Constraint most = Constraint.named("workers").that(LinearForm.workers()).atMost(1000.1);
    AllocationProblem one = plain.constraining(most);
    return random.nextBoolean() ? one : one.constraining(least);
  }

  private Allocation certified() {
    Allocation x = RandomAllocations.feasible(problem, random.nextLong());
    double[] fractions = fractions(x);
    Statement statement = statement(x);
    Allocation proved =
        Certifier.certify(problem, fractions, statement, prices(statement), random.nextDouble());
    if (!(statement.goal() instanceof Goal.Level goal) || random.nextInt(4) == 0) {
      return proved;
    }
    if (problem.entities().isEmpty()) {
      double[] level = new double[jobs];
      Arrays.setAll(level, m -> proved.effectiveThroughput(m) / goal.requirement(m));
      return Certifier.certifyLevels(proved, rounds(proved, level));
    }
    Entitlements tree = entitlements(proved);
    double[] level = levels(proved, tree);
    Arrays.setAll(level, m -> tree.unit(m) > 0 ? level[m] : Double.NaN);
    return Certifier.certifyLevels(proved, rounds(proved, level), tree);
  }

  /** The levels over the tree, up to rounding. */
  private double[] levels(Allocation x, Entitlements tree) {
    List<BigDecimal> made =
        IntStream.range(0, jobs).mapToObj(m -> new BigDecimal(x.effectiveThroughput(m))).toList();
    return Arrays.stream(FractionTree.levels(problem, tree, made))
        .mapToDouble(level -> level == null ? 0 : level.near())
        .toArray();
  }

  private Entitlements entitlements(Allocation x) {
    double[] unit = new double[jobs];
    Arrays.setAll(
        unit,
        m ->
            random.nextInt(8) == 0
                ? 0
                : Math.max(1e-200, x.effectiveThroughput(m)) * (0.5 + random.nextDouble()));
    double[] pace = random.doubles(jobs, 0, 3).map(p -> Math.max(0, p - 0.5)).toArray();
    double[] lost = random.doubles(jobs, -1, 2).map(l -> Math.max(0, l)).toArray();
    return Entitlements.of(unit, pace, lost);
  }

  /** Rounds at random levels; jobs in pairs are never above them. */
  private List<PricedRound> rounds(Allocation x, double[] levels) {
    List<PricedRound> rounds = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      boolean all = i == 1;
      int[] some =
          IntStream.range(0, jobs)
              .filter(m -> hasLevel(levels[m]) && (all || random.nextInt(3) > 0))
              .toArray();
      double level = 0;
      for (int m : some) {
        boolean held = isPaired(m) || random.nextBoolean();
        double reached = levels[m] * (1 + 1e-12);
        level = held ? Math.max(level, Math.min(reached, Double.MAX_VALUE)) : level;
      }
      double[] pools = new double[problem.cluster().poolCount()];
      Arrays.setAll(pools, k -> price() / 8);
      double[] owed =
          Arrays.stream(some)
              .mapToDouble(
                  m -> (price() + (all ? 1 : 0)) / Math.max(1e-200, x.effectiveThroughput(m)))
              .toArray();
      double[] time = Arrays.stream(some).mapToDouble(m -> price() / 8).toArray();
      rounds.add(PricedRound.of(level, pools, rowPrices(x), some, owed, time));
    }
    return rounds;
  }

  /** Levels without a requirement are not numbers, or not finite. */
  private static boolean hasLevel(double level) {
    return level < Double.POSITIVE_INFINITY;
  }

  private boolean isPaired(int m) {
    return IntStream.range(jobs, problem.groupCount())
        .mapToObj(problem::group)
        .anyMatch(g -> g.size() == 2 && (g.member(0) == m || g.member(1) == m));
  }

  private Map<String, Double> rowPrices(Allocation x) {
    Map<String, Double> rows = new HashMap<>();
    problem.constraintRows().stream().map(ConstraintRow::name).forEach(n -> rows.put(n, price()));
    x.certificate().statement().orElseThrow().rows().forEach(row -> rows.put(row.name(), price()));
    return rows;
  }

  static double[] fractions(Allocation x) {
    int types = x.problem().cluster().typeCount();
    double[] fractions = new double[x.problem().groupCount() * types];
    Arrays.setAll(fractions, i -> x.fraction(i / types, i % types));
    return fractions;
  }

  private Statement statement(Allocation x) {
    Goal goal = goal(x);
    Statement statement = Statement.of(goal);
    if (!(goal instanceof Goal.FinishTimes) && random.nextInt(3) == 0) {
      double[] floors = new double[jobs];
      Arrays.setAll(
          floors,
          m ->
              x.effectiveThroughput(m) > 1e-200
                  ? x.effectiveThroughput(m) / 2 * random.nextInt(2)
                  : 0);
      statement = statement.withFloors(floors);
    }
    if (random.nextInt(3) == 0) {
      int pools = problem.cluster().poolCount();
      double[] own =
          IntStream.range(0, pools).mapToDouble(problem.cluster()::poolWorkers).toArray();
      double gain = goal instanceof Goal.Total ? random.nextInt(9) - 4 : 0;
      statement =
          statement.withFree(
              List.of(
                  new FreeColumn("bought", random.nextInt(pools), 2, gain, random.nextDouble()),
                  new FreeColumn("level", FreeColumn.NO_POOL, 1, gain, 0)),
              own);
    }
    if (random.nextInt(3) == 0 && x.problem().groupCount() > 0) {
      int entries = x.problem().groupCount() * problem.cluster().typeCount();
      int[] some = IntStream.range(0, entries).filter(i -> random.nextBoolean()).toArray();
      double[] a = random.doubles(some.length, 0, 3).toArray();
      Relation relation = random.nextBoolean() ? Relation.AT_MOST : Relation.AT_LEAST;
      double bound = relation == Relation.AT_MOST ? 1000 : 0;
      statement = statement.withRows(List.of(Row.of("row", relation, bound, some, a, 0.5)));
    }
    return statement;
  }

  private Goal goal(Allocation x) {
    switch (random.nextInt(4)) {
      case 0 -> {
        return Goal.level(random.doubles(jobs, -1, 3).map(r -> Math.max(0, r)).toArray());
      }
      case 1 -> {
        double[] steps = random.doubles(jobs, -1, 9).map(r -> Math.max(0, r)).toArray();
        Arrays.setAll(steps, m -> x.effectiveThroughput(m) > 1e-200 ? steps[m] : 0);
        return Goal.finishTimes(
            steps, random.doubles(jobs, 0, 3).toArray(), random.doubles(jobs, 1, 3).toArray());
      }
      default -> {
        int entries = problem.groupCount() * problem.cluster().typeCount();
        return Goal.total(random.doubles(entries, -1, 3).toArray(), random.nextInt(3) == 0);
      }
    }
  }

  private double price() {
    return random.nextInt(3) == 0 ? 0 : random.nextDouble() * random.nextInt(4);
  }

  private Prices prices(Statement statement) {
    double[] pools = new double[problem.cluster().poolCount()];
    double[] time = new double[jobs];
    double[] throughput = new double[jobs];
    Arrays.setAll(pools, k -> price());
    Arrays.setAll(time, m -> price());
    Arrays.setAll(throughput, m -> price());
    Map<String, Double> rows = new HashMap<>();
    problem.constraintRows().stream().map(ConstraintRow::name).forEach(n -> rows.put(n, price()));
    statement.rows().forEach(row -> rows.put(row.name(), price()));
    return Prices.of(pools, time, throughput).withConstraints(rows);
  }

  /** A certificate that was changed somewhere; it may hold nevertheless. */
  static Allocation forged(Allocation x, long seed) {
    Random random = new Random(seed);
    Certificate c = x.certificate();
    double[] fractions = fractions(x);
    double objective = c.objective();
    double bound = c.bound();
    Prices prices = c.prices();
    Statement statement = c.statement().orElseThrow();
    AllocationProblem problem = x.problem();
    Optional<FairLevels> levels = c.levels();
    if (levels.isPresent() && random.nextBoolean()) {
      levels = levels.map(honest -> forged(honest, random));
    }
    switch (levels.equals(c.levels()) ? random.nextInt(8) : -1) {
      case -1 -> {}
      case 0 -> objective = c.statement().get().goal().minimized() ? 0 : Math.nextUp(objective);
      case 1 -> bound = Math.nextDown(bound);
      case 2 -> bound = Math.nextUp(bound);
      case 3 -> bound = objective;
      case 4 -> Arrays.setAll(fractions, i -> random.nextInt(3) == 0 ? 0 : x.fraction(0, 0));
      case 5 -> prices = forged(c.prices(), problem, random);
      case 6 -> problem = problem.withConstraints(ConstraintSet.none());
      default -> {
        List<Row> fewer = new ArrayList<>(statement.rows());
        if (!fewer.isEmpty()) {
          fewer.remove(0);
        }
        statement = statement.withRows(fewer);
        objective *= 1 + Math.ulp(1.0) * (random.nextInt(5) - 2);
      }
    }
    return Allocation.of(
        problem,
        fractions,
        new Certificate(objective, bound, 0, prices, Optional.of(statement), levels));
  }

  /** Another part, level, price, job or round. */
  private static FairLevels forged(FairLevels honest, Random random) {
    List<PricedRound> rounds = new ArrayList<>(honest.rounds());
    double within = honest.within();
    if (rounds.isEmpty() || random.nextInt(3) == 0) {
      double less = random.nextBoolean() ? Math.max(0, Math.nextDown(within)) : within / 2;
      return new FairLevels(less, rounds, honest.entitlements());
    }
    boolean hasOwners = honest.entitlements().filter(of -> of.size() > 0).isPresent();
    if (hasOwners && random.nextInt(4) == 0) {
      return new FairLevels(within, rounds, honest.entitlements().map(of -> forged(of, random)));
    }
    int at = random.nextInt(rounds.size());
    PricedRound r = rounds.get(at);
    double[] pools = IntStream.range(0, r.poolCount()).mapToDouble(r::ofPool).toArray();
    int[] jobs = IntStream.range(0, r.size()).map(r::job).toArray();
    double[] throughput = IntStream.range(0, r.size()).mapToDouble(r::ofThroughput).toArray();
    double[] time = IntStream.range(0, r.size()).mapToDouble(r::ofTime).toArray();
    Map<String, Double> rows = new HashMap<>(r.rows());
    double level = r.level();
    switch (random.nextInt(6)) {
      case 0 -> level *= random.nextInt(3) * 0.75;
      case 1 -> Arrays.setAll(pools, k -> random.nextBoolean() ? 0 : pools[k] / 2);
      case 2 -> Arrays.setAll(throughput, i -> throughput[i] * (1 + random.nextInt(2)));
      case 3 -> Arrays.setAll(time, i -> 0);
      case 4 -> rows.replaceAll((name, price) -> price / 2 - random.nextInt(2));
      default -> Arrays.setAll(throughput, i -> throughput[(i + 1) % jobs.length]);
    }
    rounds.set(at, PricedRound.of(level, pools, rows, jobs, throughput, time));
    return new FairLevels(within, rounds, honest.entitlements());
  }

  private static Entitlements forged(Entitlements of, Random random) {
    double[] unit = IntStream.range(0, of.size()).mapToDouble(of::unit).toArray();
    double[] pace = IntStream.range(0, of.size()).mapToDouble(of::pace).toArray();
    double[] lost = IntStream.range(0, of.size()).mapToDouble(of::lost).toArray();
    int m = random.nextInt(of.size());
    switch (random.nextInt(3)) {
      case 0 -> unit[m] *= 1 + random.nextInt(2);
      case 1 -> pace[m] *= random.nextInt(3);
      default -> lost[m] = lost[0] + random.nextInt(2);
    }
    return Entitlements.of(unit, pace, lost);
  }

  private static Prices forged(Prices p, AllocationProblem problem, Random random) {
    double[] pools = p.pools();
    double[] throughput = new double[problem.jobCount()];
    double[] time = new double[throughput.length];
    Arrays.setAll(time, p::ofTime);
    Arrays.setAll(throughput, p::ofThroughput);
    if (throughput.length > 0 && random.nextBoolean()) {
      int m = random.nextInt(throughput.length);
      throughput[m] = random.nextBoolean() ? Math.nextUp(throughput[m]) : throughput[0];
    } else {
      int k = random.nextInt(pools.length);
      pools[k] = random.nextBoolean() ? Math.max(0, Math.nextDown(pools[k])) : 0;
    }
    return Prices.of(pools, time, throughput).withConstraints(p.constraints());
  }
}
