package io.gavel.policies.explain;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.Tolerance;
import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Group;
import io.gavel.policies.proof.Certifier;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The value of measuring one uncertain throughput: the average gain of the policy's objective.
 *
 * <pre>
 *   worth(m, j) = Σ over the ends T of the interval, with probability p_T:
 *                     bound of the objective at T − objective at T of the current fractions
 * </pre>
 *
 * <p>All other rates are unchanged. The probabilities of the two ends are such that the mean is the
 * rate of the problem. If the objective is a sum, its optimum is convex in a rate, and this
 * distribution has the largest worth of all distributions in the interval with this mean. The bound
 * holds for all allocations, including the current one, so a worth is never negative. The worth is
 * 0 if the current fractions are {@linkplain Proof proved} to be optimal at both ends, to the
 * accuracy of certificates.
 *
 * <p>Immutable.
 *
 * @param group the group of the throughput
 * @param member which job of the group, from 0
 * @param type the worker type
 * @param worth average gain of the objective, in its unit; at least 0
 */
public record MeasurementWorth(int group, int member, int type, double worth) {

  /** Policies that do not state what their certificates prove have no worth to compute. */
  private static final String UNSTATED =
      "the certificate states nothing, so the worth of a measurement is not defined";

  /**
   * Checks the numbers.
   *
   * @param group at least 0
   * @param member at least 0
   * @param type at least 0
   * @param worth finite and at least 0
   * @throws IllegalArgumentException naming the value that is not as described
   */
  public MeasurementWorth {
    Require.atLeast(0, group, "group of a measurement");
    Require.atLeast(0, member, "member of a measurement");
    Require.atLeast(0, type, "worker type of a measurement");
    Require.nonNegative(worth, "worth of a measurement");
  }

  /**
   * Returns the worth of measuring each uncertain throughput, with two decisions for each.
   *
   * @param policy decides with the rates of the problem; its certificates must have statements
   * @param problem with intervals
   * @return one entry for each uncertain throughput, by falling worth, ties in order of groups and
   *     worker types; empty if all rates are known
   * @throws IllegalArgumentException if the policy does not state what its certificates prove
   */
  public static List<MeasurementWorth> of(Policy policy, AllocationProblem problem) {
    ThroughputMatrix rates = problem.throughputs();
    List<MeasurementWorth> worths = new ArrayList<>();
    if (rates.isCertain()) {
      return List.of();
    }
    double[] today = policy.allocate(problem).fractions();
    for (int g = 0; g < rates.groupCount(); g++) {
      for (int i = 0; i < rates.group(g).size(); i++) {
        for (int j = 0; j < rates.typeCount(); j++) {
          if (rates.low().stepsPerSecond(g, i, j) < rates.high().stepsPerSecond(g, i, j)) {
            worths.add(new MeasurementWorth(g, i, j, average(policy, problem, today, g, i, j)));
          }
        }
      }
    }
    worths.sort(Comparator.comparingDouble(MeasurementWorth::worth).reversed());
    return List.copyOf(worths);
  }

  private static double average(
      Policy policy, AllocationProblem problem, double[] today, int g, int i, int j) {
    ThroughputMatrix rates = problem.throughputs();
    double low = rates.low().stepsPerSecond(g, i, j);
    double high = rates.high().stepsPerSecond(g, i, j);
    double ofHigh = (rates.stepsPerSecond(g, i, j) - low) / (high - low);
    double atLow = ofHigh < 1 ? regret(policy, problem, today, g, i, j, low) : 0;
    double atHigh = ofHigh > 0 ? regret(policy, problem, today, g, i, j, high) : 0;
    return (1 - ofHigh) * atLow + ofHigh * atHigh;
  }

  /** Returns the loss of the current fractions if a rate has another value. */
  private static double regret(
      Policy policy, AllocationProblem problem, double[] today, int g, int i, int j, double rate) {
    AllocationProblem known =
        problem.withThroughputs(new Known(problem.throughputs(), g, i, j, rate));
    Allocation best = policy.allocate(known);
    Certificate proof = best.certificate();
    Statement statement =
        proof.statement().orElseThrow(() -> new IllegalArgumentException(UNSTATED));
    Allocation stay = Certifier.certify(known, today, statement, proof.prices(), proof.bound());
    if (Proof.of(stay).holdsWithin(Tolerance.CERTIFIED)) {
      return 0;
    }
    double gap = stay.certificate().bound() - stay.certificate().objective();
    return statement.goal().minimized() ? -gap : gap;
  }

  /** Rates of which one is replaced, without intervals. */
  private record Known(ThroughputMatrix rates, int g, int i, int j, double rate)
      implements ThroughputMatrix {

    @Override
    public int jobCount() {
      return rates.jobCount();
    }

    @Override
    public int typeCount() {
      return rates.typeCount();
    }

    @Override
    public int groupCount() {
      return rates.groupCount();
    }

    @Override
    public Group group(int group) {
      return rates.group(group);
    }

    @Override
    public double stepsPerSecond(int group, int member, int type) {
      return group == g && member == i && type == j
          ? rate
          : rates.stepsPerSecond(group, member, type);
    }
  }
}
