package io.gavel.policies.explain;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Eligibility;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.explain.Explanation.Action;
import io.gavel.policies.explain.Explanation.Factor;
import io.gavel.policies.explain.Explanation.Reason;
import io.gavel.policies.explain.Explanation.Verdict;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Unrunnable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An allocation from the point of view of one job. */
final class JobView {

  /** The least gain that is no rounding of a solver, as a fraction of a rate. */
  private static final double NEGLIGIBLE = 1e-9;

  /** Tolerance for rounding, in judging whether a pool is full or a job at its best. */
  private static final Tolerance ROUNDING = new Tolerance(1e-9, 1e-6);

  /** A resource that is worth a smaller part of the objective has a price of rounding errors. */
  private static final double LEAST_WORTH = 1e-9;

  private final Allocation allocation;
  private final AllocationProblem problem;
  private final Cluster cluster;
  private final int m;
  private final double throughput;
  private final double time;

  /** The groups of the job alone: its first way, then its configurations. */
  private final int[] ways;

  /** The job's fastest way and type where it runs alone; -1 if there is none. */
  private final int fastestWay;

  private final int fastest;

  JobView(Allocation allocation, int m) {
    this.allocation = allocation;
    this.problem = allocation.problem();
    this.cluster = problem.cluster();
    this.m = m;
    this.throughput = allocation.effectiveThroughput(m);
    this.time = allocation.timeFraction(m);
    this.ways =
        IntStream.concat(IntStream.of(m), Arrays.stream(problem.configurationsOf(m))).toArray();
    int way = m;
    int best = -1;
    for (int g : ways) {
      for (int j = 0; j < cluster.typeCount(); j++) {
        if (problem.runs(g, j) && (best < 0 || rate(g, j) > rate(way, best))) {
          way = g;
          best = j;
        }
      }
    }
    this.fastestWay = way;
    this.fastest = best;
  }

  private double rate(int g, int j) {
    return problem.throughputs().stepsPerSecond(g, j);
  }

  String id() {
    return problem.job(m).id();
  }

  double throughput() {
    return throughput;
  }

  Verdict verdict() {
    for (Unrunnable job : problem.unrunnable()) {
      if (job.job() == m) {
        return Verdict.NEVER;
      }
    }
    if (!(time > 0)) {
      return Verdict.WAITING;
    }
    return fastest >= 0 && ROUNDING.atMost(rate(fastestWay, fastest), throughput)
        ? Verdict.FULL
        : Verdict.PARTIAL;
  }

  List<Reason> reasons(Verdict verdict) {
    return switch (verdict) {
      case NEVER -> List.of(never());
      case FULL -> List.of(new Reason.AtItsBest(cluster.type(fastest).name()));
      case PARTIAL, WAITING -> reasons();
    };
  }

  List<Factor> factors(Verdict verdict) {
    return verdict == Verdict.NEVER ? List.of() : factors();
  }

  List<Action> actions(Verdict verdict) {
    return verdict == Verdict.PARTIAL || verdict == Verdict.WAITING ? actions() : List.of();
  }

  /** Returns the cause of all groups of the job, including pairs, as {@link Unrunnable.Cause}. */
  private Reason never() {
    int[] groups = IntStream.range(0, problem.groupCount()).filter(this::isMember).toArray();
    String forbidden =
        IntStream.range(0, cluster.typeCount())
            .filter(j -> Arrays.stream(groups).anyMatch(g -> problem.runsIfAllowed(g, j)))
            .mapToObj(j -> cluster.type(j).name() + forbiddenAlongside(j))
            .collect(Collectors.joining(", "));
    if (!forbidden.isEmpty()) {
      return new Reason.Forbidden(forbidden);
    }
    int pool = -1;
    int least = Integer.MAX_VALUE;
    int gangThere = 0;
    for (int g : groups) {
      for (int j = 0; j < cluster.typeCount(); j++) {
        for (int k = 0; hasThroughput(g, j) && k < cluster.poolCount(); k++) {
          int gang = problem.gang(g, j, k);
          int missing = gang - cluster.poolWorkers(k);
          if (missing > 0 && missing < least) {
            pool = k;
            least = missing;
            gangThere = gang;
          }
        }
      }
    }
    return pool < 0
        ? new Reason.NoUsableType()
        : new Reason.GangTooLarge(gangThere, cluster.poolWorkers(pool), shortPool(pool));
  }

  /** Returns a pool's name; empty unless the job must hold workers of this pool. */
  private Optional<String> shortPool(int pool) {
    return IntStream.of(ways).anyMatch(problem::isCoGang)
        ? Optional.of(cluster.poolName(pool))
        : Optional.empty();
  }

  /** Returns the forbidden types that co-gangs of the job hold on an allowed type, " with h100". */
  private String forbiddenAlongside(int j) {
    Eligibility eligibility = problem.eligibility();
    String held =
        IntStream.range(0, eligibility.forbids(m, j) ? 0 : cluster.typeCount())
            .filter(i -> eligibility.forbids(m, i))
            .filter(i -> Arrays.stream(ways).anyMatch(g -> problem.alongside(g, i) > 0))
            .mapToObj(i -> cluster.type(i).name())
            .collect(Collectors.joining(", "));
    return held.isEmpty() ? "" : " with " + held;
  }

  private boolean isMember(int g) {
    Group group = problem.group(g);
    return group.member(0) == m || group.member(group.size() - 1) == m;
  }

  private boolean hasThroughput(int g, int j) {
    return IntStream.range(0, problem.group(g).size())
        .allMatch(i -> problem.stepsPerSecond(g, i, j) > 0);
  }

  /**
   * Returns the gain from spending all of the job's time on a type in a way, or its idle time if
   * that is more.
   */
  private double gain(int g, int j) {
    double more = Math.max(rate(g, j) - throughput, rate(g, j) * (1 - time));
    return problem.runs(g, j) && more > NEGLIGIBLE * rate(g, j) ? more : 0;
  }

  /** Returns the largest gain of a way that holds workers of each pool, {@code [pool]}. */
  private double[] gains() {
    double[] gains = new double[cluster.poolCount()];
    for (int j = 0; j < cluster.typeCount(); j++) {
      for (int g : ways) {
        double gain = gain(g, j);
        for (int k = 0; gain > 0 && k < gains.length; k++) {
          gains[k] = Math.max(gains[k], problem.gang(g, j, k) > 0 ? gain : 0);
        }
      }
    }
    return gains;
  }

  /** Returns the price of a worker of a pool, also if co-gangs hold it alongside. */
  private double price(int k) {
    Prices prices = allocation.certificate().prices();
    String row = AllocationProblem.CO_GANGS + cluster.poolName(k);
    return prices.ofPool(k) + prices.constraints().getOrDefault(row, 0.0);
  }

  private List<Reason> reasons() {
    List<Reason> reasons = new ArrayList<>();
    double[] gains = gains();
    boolean[] held = holdBack(reasons);
    for (int k = 0; k < gains.length; k++) {
      int workers = cluster.poolWorkers(k);
      double used = allocation.workersUsed(k);
      if (gains[k] > 0 && ROUNDING.atMost(workers, used)) {
        reasons.add(new Reason.PoolFull(cluster.poolName(k), workers, price(k), gains[k]));
      } else if (needed(k) > 0 && !held[k]) {
        double idle = workers - used;
        reasons.add(new Reason.RoomUnused(cluster.poolName(k), idle, needed(k), gains[k]));
      }
    }
    reasons.sort(
        Comparator.comparingDouble(Reason::gain)
            .reversed()); // a stable sort: ties stay in order of pools
    if (ROUNDING.atMost(1, time) || reasons.isEmpty()) {
      reasons.add(new Reason.TimeUsedUp(allocation.certificate().prices().ofTime(m)));
    }
    return reasons;
  }

  /** Returns the workers of the smallest way of the job in which it would gain on a pool. */
  private double needed(int k) {
    return Arrays.stream(ways)
        .filter(
            g ->
                IntStream.range(0, cluster.typeCount())
                    .anyMatch(j -> cluster.poolOf(j) == k && gain(g, j) > 0))
        .mapToDouble(problem::workers)
        .min()
        .orElse(0);
  }

  /** Adds the constraints that stand against more; returns for which pools, {@code [pool]}. */
  private boolean[] holdBack(List<Reason> reasons) {
    boolean[] held = new boolean[cluster.poolCount()];
    for (LinearRow row : problem.constraintRows()) {
      double most = 0;
      for (int j = 0; j < cluster.typeCount(); j++) {
        for (int g : ways) {
          if (gain(g, j) > 0 && isUsedUp(row, g, j)) {
            held[cluster.poolOf(j)] = true;
            most = Math.max(most, gain(g, j));
          }
        }
      }
      boolean ofPool = row.name().startsWith(AllocationProblem.CO_GANGS); // a reason below
      if (most > 0 && !ofPool) {
        double price =
            allocation.certificate().prices().constraints().getOrDefault(row.name(), 0.0);
        reasons.add(new Reason.Constrained(row.name(), significant(price, row.scale()), most));
      }
    }
    return held;
  }

  /**
   * Returns whether a constraint that would be moved to its bound by the job's gain on a type is
   * there.
   */
  private boolean isUsedUp(LinearRow row, int g, int j) {
    double change = row.coefficientOf(entry(g, j)) * (1 - time);
    if (rate(g, j) - throughput >= rate(g, j) * (1 - time)) { // all of its time moves to the type
      change = row.coefficientOf(entry(g, j));
      for (int way : ways) {
        for (int i = 0; i < cluster.typeCount(); i++) {
          change -= row.coefficientOf(entry(way, i)) * allocation.fraction(way, i);
        }
      }
    }
    double room = row.bound() - allocation.sum(row);
    double least = ROUNDING.relative() * row.scale();
    return switch (row.relation()) {
      case AT_MOST -> change > 0 && room <= least;
      case AT_LEAST -> change < 0 && room >= -least;
      case EXACTLY -> change != 0;
    };
  }

  private int entry(int g, int j) {
    return g * cluster.typeCount() + j;
  }

  private List<Factor> factors() {
    // A job that runs only in pairs has no throughput alone; its own throughput is used instead.
    double best = fastest < 0 ? throughput : rate(fastestWay, fastest);
    double full = best * time;
    return List.of(
        new Factor(Factor.Kind.FASTEST, best),
        new Factor(Factor.Kind.TIME, time),
        new Factor(Factor.Kind.MIX, full > 0 ? throughput / full : 1));
  }

  private double significant(double price, double amount) {
    double least = LEAST_WORTH * Math.abs(allocation.certificate().objective());
    return Math.abs(price) * amount > least ? price : 0;
  }

  private List<Action> actions() {
    List<Action> actions = new ArrayList<>();
    double[] gains = gains();
    for (int k = 0; k < gains.length; k++) {
      int workers = cluster.poolWorkers(k);
      double price = significant(price(k), workers);
      // A price of a pool with room is rounding error (complementary slackness).
      boolean full = ROUNDING.atMost(workers, allocation.workersUsed(k));
      if (price > 0 && gains[k] > 0 && full) {
        double objective = Math.abs(allocation.certificate().objective());
        actions.add(new Action(cluster.poolName(k), price, price / objective));
      }
    }
    actions.sort(Comparator.comparingDouble(Action::price).reversed());
    return actions;
  }
}
