package io.gavel.policies.audit;

import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.proof.Certifier;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;
import java.util.stream.IntStream;
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

  /** Returns the sum of throughputs, each relative to the job's fastest. */
  private static double total(Judge x) {
    return IntStream.range(0, x.fastest.length)
        .filter(m -> x.fastest[m] > 0)
        .mapToDouble(m -> x.throughput[m] / x.fastest[m])
        .sum();
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
   * Returns the largest gain in the sum of normalised throughputs that is possible without loss for
   * any job, proved by prices: the throughputs of no allocation sell for more than the bound on
   * their sum, and a gain of one job's fastest throughput is worth at least the smallest {@code y ·
   * fastest}. Infinite if a job that can run has price 0.
   */
  private double mostGain(Prices prices) {
    double least =
        IntStream.range(0, x.fastest.length)
            .filter(m -> x.fastest[m] > 0)
            .mapToDouble(m -> prices.ofThroughput(m) * x.fastest[m])
            .min()
            .orElse(Double.POSITIVE_INFINITY);
    double[] time = new double[x.time.length];
    Arrays.setAll(time, prices::ofTime);
    double[] sold = new double[x.problem.groupCount() * x.cluster.typeCount()];
    x.forEachEntry((g, j) -> sold[g * x.cluster.typeCount() + j] = sold(g, j, prices));
    if (!(least > 0) || !Arrays.stream(sold).allMatch(Double::isFinite)) {
      return Double.POSITIVE_INFINITY;
    }
    Prices ofLimits = Prices.of(prices.pools(), time, new double[time.length]);
    Certificate proof =
        Certifier.certify(
                x.problem,
                x.allocation.fractions(),
                Statement.of(Goal.total(sold, false)),
                ofLimits.withConstraints(prices.constraints()),
                0)
            .certificate();
    return least == Double.POSITIVE_INFINITY
        ? 0
        : Math.max(0, proof.bound() - proof.objective()) / least;
  }

  private double sold(int g, int j, Prices prices) {
    double sum = 0;
    for (int i = 0; x.problem.runs(g, j) && i < x.problem.group(g).size(); i++) {
      double price = prices.ofThroughput(x.problem.group(g).member(i));
      sum += price * x.problem.throughputs().stepsPerSecond(g, i, j);
    }
    return sum;
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
