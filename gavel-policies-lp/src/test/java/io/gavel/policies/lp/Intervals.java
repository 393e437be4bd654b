package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Group;
import java.util.Random;

/** Intervals of throughputs, and the truths that they allow. */
public final class Intervals {

  private Intervals() {}

  /** Another rate in place of each one. */
  public interface Rates {
    double of(int g, int member, int j);
  }

  /** The same groups with other rates. */
  public static ThroughputMatrix mapped(ThroughputMatrix like, Rates rates) {
    ThroughputMatrix.Builder matrix = ThroughputMatrix.builder(like.typeCount());
    for (int g = 0; g < like.groupCount(); g++) {
      double[] first = row(like.typeCount(), g, 0, rates);
      if (like.group(g) instanceof Group.Pair pair) {
        matrix.pair(pair.first(), pair.second(), first, row(like.typeCount(), g, 1, rates));
      } else if (like.group(g) instanceof Group.Configuration way) {
        matrix.configuration(way.job(), way.name(), way.holding(), first);
      } else {
        matrix.job(first);
      }
    }
    return matrix.build();
  }

  private static double[] row(int types, int g, int member, Rates rates) {
    double[] row = new double[types];
    for (int j = 0; j < types; j++) {
      row[j] = rates.of(g, member, j);
    }
    return row;
  }

  /** The rates without their intervals. */
  public static ThroughputMatrix none(ThroughputMatrix matrix) {
    return mapped(matrix, matrix::stepsPerSecond);
  }

  /** The problem with intervals around its rates, many of them points. */
  public static AllocationProblem random(AllocationProblem problem, Random random) {
    ThroughputMatrix rates = problem.throughputs();
    ThroughputMatrix low =
        mapped(
            rates,
            (g, i, j) ->
                rates.stepsPerSecond(g, i, j)
                    * (random.nextInt(3) == 0 ? 1 : 0.2 + 0.8 * random.nextDouble()));
    ThroughputMatrix high =
        mapped(
            rates,
            (g, i, j) ->
                rates.stepsPerSecond(g, i, j)
                    * (random.nextInt(3) == 0 ? 1 : 1 + random.nextDouble()));
    return problem.withThroughputs(rates.within(low, high));
  }

  /** Rates that the intervals allow, some of them at an end. */
  public static ThroughputMatrix truth(ThroughputMatrix uncertain, Random random) {
    return mapped(
        uncertain,
        (g, i, j) -> {
          double low = uncertain.low().stepsPerSecond(g, i, j);
          double high = uncertain.high().stepsPerSecond(g, i, j);
          return switch (random.nextInt(4)) {
            case 0 -> low;
            case 1 -> high;
            default -> Math.min(high, low + (high - low) * random.nextDouble());
          };
        });
  }
}
