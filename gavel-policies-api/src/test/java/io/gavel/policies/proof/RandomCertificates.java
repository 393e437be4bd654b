package io.gavel.policies.proof;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.contract.RandomAllocations;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.FairLevels.Entitlements;
import io.gavel.policies.statement.FairLevels.PricedRound;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Allocations with certificates of random statements, and forgeries of them. */
final class RandomCertificates {

  private final Random random;
  private final AllocationProblem problem;
  private final int jobs;

  private RandomCertificates(AllocationProblem problem, Random random) {
    this.random = random;
    this.problem = problem;
    this.jobs = problem.jobCount();
  }

  /** A certificate that holds, of a small problem with random constraints and hostile rates. */
  static Allocation of(AllocationProblem plain, Random random, Random trees) {
    AllocationProblem hostile = HostileProblems.of(plain, random, trees);
    return new RandomCertificates(hostile, random).certified();
  }

  private Allocation certified() {
    Allocation x = RandomAllocations.feasible(problem, random.nextLong());
    RandomStatement stated = RandomStatement.of(x, random);
    Statement statement = stated.statement();
    Allocation proved =
        Certifier.certify(problem, x.fractions(), statement, stated.prices(), stated.hint());
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

  /** Rounds at random levels. */
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
        boolean held = random.nextBoolean();
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

  private Map<String, Double> rowPrices(Allocation x) {
    Map<String, Double> rows = new HashMap<>();
    problem.constraintRows().stream().map(LinearRow::name).forEach(n -> rows.put(n, price()));
    x.certificate().statement().orElseThrow().rows().forEach(row -> rows.put(row.name(), price()));
    return rows;
  }

  private double price() {
    return random.nextInt(3) == 0 ? 0 : random.nextDouble() * random.nextInt(4);
  }

  /** A certificate that was changed somewhere; it may hold nevertheless. */
  static Allocation forged(Allocation x, Random random) {
    return new Forgery(x, random).make();
  }

  /** Another part, level, price, job or round. */
  static FairLevels forged(FairLevels honest, Random random) {
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

  static Prices forged(Prices p, AllocationProblem problem, Random random) {
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
