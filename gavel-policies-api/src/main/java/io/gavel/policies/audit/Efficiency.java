package io.gavel.policies.audit;

import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.model.Group;

/** Judges work conservation and Pareto efficiency. */
final class Efficiency {

  /** The loss by rounding that a job may have in an allocation presented as an improvement. */
  private static final Tolerance ROUNDING = new Tolerance(0, 1e-9);

  private Efficiency() {}

  static Finding workConservation(Reading x, Tolerance tolerance) {
    // Idle time counts by its value to the job that could use it: throughput over its fastest.
    Tolerance ofFastest = new Tolerance(tolerance.absolute() + tolerance.relative(), 0);
    Worst worst = new Worst(Invariant.WORK_CONSERVATION, ofFastest);
    Constrained constrained = x.constrained();
    for (int g = 0; g < x.problem.groupCount(); g++) {
      for (int j = 0; j < x.cluster.typeCount(); j++) {
        int group = g;
        int type = j;
        double idle = idleTime(x, constrained, g, j);
        double worth = idle > 0 ? idle * normalizedRate(x, g, j) : 0;
        worst.atMost(worth, 0, 1, () -> new Witness.Idle(x.name(group), x.type(type), idle));
      }
    }
    return worst.finding();
  }

  /**
   * The further time for which a group could run on a type without taking workers from others and
   * without breaking a constraint.
   */
  private static double idleTime(Reading x, Constrained constrained, int g, int j) {
    if (!x.problem.runs(g, j)) {
      return 0;
    }
    int k = x.cluster.poolOf(j);
    double time = (x.cluster.poolWorkers(k) - x.workers[k]) / x.problem.workers(g);
    Group group = x.problem.group(g);
    for (int i = 0; i < group.size(); i++) {
      time = Math.min(time, 1 - x.time[group.member(i)]);
    }
    return Math.min(time, constrained.room(g, j));
  }

  /**
   * Tries evidence from the cheapest to the most expensive: idle workers are an improvement; the
   * certificate's own prices may support the allocation; otherwise the check supplies evidence,
   * which is checked in turn.
   */
  static Finding pareto(Reading x, Tolerance tolerance, Tolerance feasibility, ParetoCheck check) {
    double total = x.normalizedTotal();
    Constrained constrained = x.constrained();
    for (int g = 0; g < x.problem.groupCount(); g++) {
      for (int j = 0; j < x.cluster.typeCount(); j++) {
        double time = idleTime(x, constrained, g, j);
        double gain = time > 0 ? time * normalizedRate(x, g, j) : 0;
        if (!tolerance.atMost(total + gain, total)) {
          return new Finding.Violated(
              Invariant.PARETO_EFFICIENCY,
              new Witness.Idle(x.name(g), x.type(j), time),
              gain / (total + gain),
              tolerance);
        }
      }
    }
    Finding.Holds holds = new Finding.Holds(Invariant.PARETO_EFFICIENCY, tolerance);
    if (tolerance.atMost(total + mostGain(x, x.allocation.certificate().prices()), total)) {
      return holds;
    }
    ParetoCheck.Evidence evidence = check.examine(x.allocation, tolerance);
    if (evidence instanceof ParetoCheck.Supported supported) {
      double gain = mostGain(x, supported.prices());
      return tolerance.atMost(total + gain, total)
          ? holds
          : undecided("the supporting prices leave room for a gain of " + gain);
    }
    return evidence instanceof ParetoCheck.Improvable improvable
        ? improved(x, Reading.of(improvable.better()), tolerance, feasibility)
        : undecided(((ParetoCheck.Unknown) evidence).reason());
  }

  private static double normalizedRate(Reading x, int g, int j) {
    double sum = 0;
    for (int i = 0; i < x.problem.group(g).size(); i++) {
      sum +=
          x.problem.throughputs().stepsPerSecond(g, i, j) / x.fastest[x.problem.group(g).member(i)];
    }
    return sum;
  }

  private static Finding undecided(String reason) {
    return new Finding.Undecided(Invariant.PARETO_EFFICIENCY, reason);
  }

  /**
   * The largest gain in the sum of normalised throughputs that is possible without loss for any
   * job, proved by prices: with {@code y} of throughput, no feasible allocation is worth more than
   * {@code Σ workers · p + Σ bound · π + Σ u}, and a gain of one job's whole fastest throughput is
   * worth at least the smallest {@code y · fastest}. Infinite if a job that can run has price 0.
   */
  private static double mostGain(Reading x, Prices prices) {
    double least = Double.POSITIVE_INFINITY;
    double room = 0;
    for (int m = 0; m < x.jobs(); m++) {
      if (x.fastest[m] > 0) {
        least = Math.min(least, prices.ofThroughput(m) * x.fastest[m]);
        room -= prices.ofThroughput(m) * x.throughput[m];
      }
    }
    if (!(least > 0)) {
      return Double.POSITIVE_INFINITY;
    }
    for (int k = 0; k < x.cluster.poolCount(); k++) {
      room += prices.ofPool(k) * x.cluster.poolWorkers(k);
    }
    Constrained constrained = x.constrained();
    room += constrained.worth(prices.constraints());
    for (double time : timePrices(x, constrained, prices)) {
      room += time;
    }
    return least == Double.POSITIVE_INFINITY ? 0 : Math.max(0, room / least);
  }

  /** Raises the prices of time until no column is worth more than its cost. */
  private static double[] timePrices(Reading x, Constrained constrained, Prices prices) {
    double[] time = new double[x.jobs()];
    for (int g = x.jobs(); g < x.problem.groupCount(); g++) {
      for (int i = 0; i < 2; i++) {
        int m = x.problem.group(g).member(i);
        time[m] = prices.ofTime(m); // pairs split the cost of a column by these prices
      }
    }
    for (int g = 0; g < x.problem.groupCount(); g++) {
      Group group = x.problem.group(g);
      for (int j = 0; j < x.cluster.typeCount(); j++) {
        if (x.problem.runs(g, j)) {
          double surplus =
              -x.problem.workers(g) * prices.ofPool(x.cluster.poolOf(j))
                  - constrained.paid(g, j, prices.constraints());
          for (int i = 0; i < group.size(); i++) {
            int m = group.member(i);
            surplus +=
                prices.ofThroughput(m) * x.problem.throughputs().stepsPerSecond(g, i, j) - time[m];
          }
          time[group.member(0)] += Math.max(0, surplus);
        }
      }
    }
    return time;
  }

  private static Finding improved(
      Reading x, Reading better, Tolerance tolerance, Tolerance feasibility) {
    if (!better.problem.equals(x.problem)
        || !(Limits.fractions(better, feasibility) instanceof Finding.Holds)
        || !(Limits.time(better, feasibility) instanceof Finding.Holds)
        || !(Limits.capacity(better, feasibility) instanceof Finding.Holds)
        || !(better.constrained().finding() instanceof Finding.Holds)) {
      return undecided("the supposed improvement is not feasible");
    }
    int winner = 0;
    double most = 0;
    for (int m = 0; m < x.jobs(); m++) {
      if (!ROUNDING.atMost(x.throughput[m], better.throughput[m])) {
        return undecided("the supposed improvement takes from \"" + x.id(m) + "\"");
      }
      double gain = (better.throughput[m] - x.throughput[m]) / x.fastest[m];
      if (gain > most) {
        most = gain;
        winner = m;
      }
    }
    double total = x.normalizedTotal();
    double more = better.normalizedTotal();
    if (tolerance.atMost(more, total)) {
      return undecided("the supposed improvement does not exceed rounding");
    }
    Witness witness =
        new Witness.Improvement(
            better.allocation, x.id(winner), x.throughput[winner], better.throughput[winner]);
    return new Finding.Violated(
        Invariant.PARETO_EFFICIENCY, witness, (more - total) / more, tolerance);
  }
}
