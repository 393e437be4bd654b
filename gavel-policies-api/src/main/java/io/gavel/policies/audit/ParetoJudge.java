package io.gavel.policies.audit;

import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.model.Group;
import java.util.stream.Stream;

/** Judges Pareto efficiency by evidence, from the cheapest to the most expensive. */
final class ParetoJudge {

  /** The loss by rounding that a job may have in an allocation presented as an improvement. */
  private static final Tolerance ROUNDING = new Tolerance(0, 1e-9);

  private final Judge x;
  private final double total;

  ParetoJudge(Judge x) {
    this.x = x;
    this.total = total(x);
  }

  /**
   * Idle workers are an improvement; the certificate's own prices may support the allocation;
   * otherwise the check supplies evidence, which is checked in turn.
   */
  Finding judge(ParetoCheck check) {
    for (int g = 0; g < x.problem.groupCount(); g++) {
      for (int j = 0; j < x.cluster.typeCount(); j++) {
        double time = x.idleTime(g, j);
        double gain = time > 0 ? time * x.normalizedRate(g, j) : 0;
        if (!isRounding(gain)) {
          return violated(x.idleText(g, j, time), gain / (total + gain));
        }
      }
    }
    Finding.Holds holds = new Finding.Holds(Invariant.PARETO_EFFICIENCY, x.fairness);
    if (isRounding(mostGain(x.allocation.certificate().prices()))) {
      return holds;
    }
    ParetoCheck.Evidence evidence = check.examine(x.allocation, x.fairness);
    if (evidence instanceof ParetoCheck.Supported supported) {
      double gain = mostGain(supported.prices());
      return isRounding(gain)
          ? holds
          : undecided("the supporting prices leave room for a gain of " + gain);
    }
    return evidence instanceof ParetoCheck.Improvable improvable
        ? improved(new Judge(improvable.better(), x.feasibility, x.fairness))
        : undecided(((ParetoCheck.Unknown) evidence).reason());
  }

  /** The sum of throughputs, each relative to the job's fastest. */
  private static double total(Judge x) {
    double sum = 0;
    for (int m = 0; m < x.throughput.length; m++) {
      sum += x.fastest[m] > 0 ? x.throughput[m] / x.fastest[m] : 0;
    }
    return sum;
  }

  private boolean isRounding(double gain) {
    return x.fairness.atMost(total + gain, total);
  }

  private Finding violated(String witness, double gap) {
    return new Finding.Violated(Invariant.PARETO_EFFICIENCY, witness, gap, x.fairness);
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
  private double mostGain(Prices prices) {
    double least = Double.POSITIVE_INFINITY;
    double room = 0;
    for (int m = 0; m < x.throughput.length; m++) {
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
    room += x.constrained.worth(prices.constraints());
    for (double time : timePrices(prices)) {
      room += time;
    }
    return least == Double.POSITIVE_INFINITY ? 0 : Math.max(0, room / least);
  }

  /** Raises the prices of time until no column is worth more than its cost. */
  private double[] timePrices(Prices prices) {
    double[] time = new double[x.time.length];
    for (int g = time.length; g < time.length + x.problem.pairCount(); g++) {
      for (int i = 0; i < 2; i++) {
        int m = x.problem.group(g).member(i);
        time[m] = prices.ofTime(m); // pairs split the cost of a column by these prices
      }
    }
    x.forEachEntry(
        (g, j) -> {
          if (x.problem.runs(g, j)) {
            Group group = x.problem.group(g);
            double surplus =
                -x.problem.workers(g) * prices.ofPool(x.cluster.poolOf(j))
                    - x.constrained.paid(g, j, prices.constraints());
            for (int i = 0; i < group.size(); i++) {
              int m = group.member(i);
              double rate = x.problem.throughputs().stepsPerSecond(g, i, j);
              surplus += prices.ofThroughput(m) * rate - time[m];
            }
            time[group.member(0)] += Math.max(0, surplus);
          }
        });
    return time;
  }

  private Finding improved(Judge better) {
    if (!better.problem.equals(x.problem)
        || !Stream.of(
                Invariant.FRACTIONS, Invariant.TIME, Invariant.CAPACITY, Invariant.CONSTRAINTS)
            .allMatch(better::holds)) {
      return undecided("the supposed improvement is not feasible");
    }
    int winner = 0;
    double most = 0;
    for (int m = 0; m < x.throughput.length; m++) {
      if (!ROUNDING.atMost(x.throughput[m], better.throughput[m])) {
        return undecided("the supposed improvement takes from " + x.id(m));
      }
      double gain = (better.throughput[m] - x.throughput[m]) / x.fastest[m];
      if (gain > most) {
        most = gain;
        winner = m;
      }
    }
    double more = total(better);
    if (x.fairness.atMost(more, total)) {
      return undecided("the supposed improvement does not exceed rounding");
    }
    String witness =
        Judge.say(
            "%s has %.6g steps/s and could have %.6g without loss for others",
            x.id(winner), x.throughput[winner], better.throughput[winner]);
    return violated(witness, (more - total) / more);
  }
}
