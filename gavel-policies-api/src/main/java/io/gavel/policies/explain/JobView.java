package io.gavel.policies.explain;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.ConstraintRow;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Unrunnable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An allocation from the point of view of one job. */
final class JobView {

  /** Tolerance for rounding, in judging whether a pool is full or a job at its best. */
  private static final Tolerance ROUNDING = new Tolerance(1e-9, 1e-6);

  private final Allocation allocation;
  private final AllocationProblem problem;
  private final Cluster cluster;
  private final int m;
  private final double throughput;
  private final double time;

  /** The job's fastest type where it runs alone; -1 if there is none. */
  private final int fastest;

  JobView(Allocation allocation, int m) {
    this.allocation = allocation;
    this.problem = allocation.problem();
    this.cluster = problem.cluster();
    this.m = m;
    this.throughput = allocation.effectiveThroughput(m);
    this.time = allocation.timeFraction(m);
    int best = -1;
    for (int j = 0; j < cluster.typeCount(); j++) {
      if (problem.runs(m, j) && (best < 0 || rate(j) > rate(best))) {
        best = j;
      }
    }
    this.fastest = best;
  }

  private double rate(int j) {
    return problem.throughputs().stepsPerSecond(m, j);
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
    return fastest >= 0 && ROUNDING.atMost(rate(fastest), throughput)
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

  private Reason never() {
    String forbidden =
        IntStream.range(0, cluster.typeCount())
            .filter(j -> problem.runsIfAllowed(m, j))
            .mapToObj(j -> cluster.type(j).name())
            .collect(Collectors.joining(", "));
    if (!forbidden.isEmpty()) {
      return new Reason.Forbidden(forbidden);
    }
    int largest = -1;
    for (int j = 0; j < cluster.typeCount(); j++) {
      if (rate(j) > 0) {
        largest = Math.max(largest, cluster.poolWorkers(cluster.poolOf(j)));
      }
    }
    return largest < 0
        ? new Reason.NoUsableType()
        : new Reason.GangTooLarge(problem.scaleFactor(m), largest);
  }

  /** The gain from spending all of the job's time on a type, or its idle time if that is more. */
  private double gain(int j) {
    return problem.runs(m, j)
        ? Math.max(0, Math.max(rate(j) - throughput, rate(j) * (1 - time)))
        : 0;
  }

  /** The largest gain on each pool, {@code [pool]}. */
  private double[] gains() {
    double[] gains = new double[cluster.poolCount()];
    for (int j = 0; j < cluster.typeCount(); j++) {
      int k = cluster.poolOf(j);
      gains[k] = Math.max(gains[k], gain(j));
    }
    return gains;
  }

  private List<Reason> reasons() {
    List<Reason> reasons = new ArrayList<>();
    double[] gains = gains();
    boolean[] held = holdBack(reasons);
    for (int k = 0; k < gains.length; k++) {
      int workers = cluster.poolWorkers(k);
      double used = allocation.workersUsed(k);
      if (gains[k] > 0 && ROUNDING.atMost(workers, used)) {
        double price = allocation.certificate().prices().ofPool(k);
        reasons.add(new Reason.PoolFull(cluster.poolName(k), workers, price, gains[k]));
      } else if (gains[k] > 0 && !held[k]) {
        reasons.add(new Reason.RoomUnused(cluster.poolName(k), workers - used, gains[k]));
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

  /** Adds the constraints that stand against more; returns for which pools, {@code [pool]}. */
  private boolean[] holdBack(List<Reason> reasons) {
    boolean[] held = new boolean[cluster.poolCount()];
    for (ConstraintRow row : problem.constraintRows()) {
      double most = 0;
      for (int j = 0; j < cluster.typeCount(); j++) {
        if (gain(j) > 0 && isUsedUp(row, j)) {
          held[cluster.poolOf(j)] = true;
          most = Math.max(most, gain(j));
        }
      }
      if (most > 0) {
        double price =
            allocation.certificate().prices().constraints().getOrDefault(row.name(), 0.0);
        reasons.add(new Reason.Constrained(row.name(), price, most));
      }
    }
    return held;
  }

  /** Whether a constraint that would be moved to its bound by the job's gain on a type is there. */
  private boolean isUsedUp(ConstraintRow row, int j) {
    double change = row.coefficient(m, j) * (1 - time);
    if (rate(j) - throughput >= rate(j) * (1 - time)) { // all of its time moves to the type
      change = row.coefficient(m, j);
      for (int i = 0; i < cluster.typeCount(); i++) {
        change -= row.coefficient(m, i) * allocation.fraction(m, i);
      }
    }
    double room = row.bound() - row.value(allocation::fraction);
    double least = ROUNDING.relative() * row.scale();
    return switch (row.relation()) {
      case AT_MOST -> change > 0 && room <= least;
      case AT_LEAST -> change < 0 && room >= -least;
      case EXACTLY -> change != 0;
    };
  }

  private List<Factor> factors() {
    // A job that runs only in pairs has no throughput alone; its own throughput is used instead.
    double best = fastest < 0 ? throughput : rate(fastest);
    double full = best * time;
    return List.of(
        new Factor(Factor.Kind.FASTEST, best),
        new Factor(Factor.Kind.TIME, time),
        new Factor(Factor.Kind.MIX, full > 0 ? throughput / full : 1));
  }

  private List<Action> actions() {
    List<Action> actions = new ArrayList<>();
    double[] gains = gains();
    for (int k = 0; k < gains.length; k++) {
      double price = allocation.certificate().prices().ofPool(k);
      // A price of a pool with room is rounding error (complementary slackness).
      boolean full = ROUNDING.atMost(cluster.poolWorkers(k), allocation.workersUsed(k));
      if (price > 0 && gains[k] > 0 && full) {
        double objective = Math.abs(allocation.certificate().objective());
        actions.add(new Action(cluster.poolName(k), price, price / objective));
      }
    }
    actions.sort(Comparator.comparingDouble(Action::price).reversed());
    return actions;
  }
}
