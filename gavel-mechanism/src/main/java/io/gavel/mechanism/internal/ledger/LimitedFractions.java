package io.gavel.mechanism.internal.ledger;

import io.gavel.mechanism.internal.limit.MomentLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Bounds on the fractions of time that rounds can give under limits, because jobs are indivisible.
 * Of the claims that draw at least some amount of a limit, at most as many run at the same time as
 * the smallest of them that fit together; their fractions therefore add up to at most this number.
 * Larger fractions shrink in proportion, the claims with the largest draws first. If all claims
 * draw the same, some sequence of rounds gives the result. Mutable.
 */
final class LimitedFractions {

  /** A fraction that a claim loses because of a limit. */
  record Loss(int claim, int limit, double fraction) {}

  private static final double ROUNDING = 1e-6; // the accuracy of allocations

  private final MomentLimits limits;
  private final int[][] byAmount; // [limit]: claims by rising amount
  private final double[][] amounts; // [limit]: in the same order
  private final int[] most; // by limit: how many claims run at the same time at most

  /**
   * Creates the bounds of some claims.
   *
   * @param claims their entries
   */
  LimitedFractions(MomentLimits limits, int[] claims) {
    this.limits = limits;
    this.most = new int[limits.always()];
    this.byAmount = new int[limits.always()][];
    this.amounts = new double[limits.always()][];
    record Draw(int claim, double amount) {}
    List<List<Draw>> draws = new ArrayList<>();
    IntStream.range(0, limits.always()).forEach(l -> draws.add(new ArrayList<>()));
    for (int c = 0; !draws.isEmpty() && c < claims.length; c++) {
      for (int draw = limits.from(claims[c]); draw < limits.from(claims[c] + 1); draw++) {
        if (limits.limit(draw) < limits.always()) {
          draws.get(limits.limit(draw)).add(new Draw(c, limits.amount(draw)));
        }
      }
    }
    for (int l = 0; l < byAmount.length; l++) {
      draws.get(l).sort(Comparator.comparingDouble(Draw::amount)); // stable
      byAmount[l] = draws.get(l).stream().mapToInt(Draw::claim).toArray();
      amounts[l] = draws.get(l).stream().mapToDouble(Draw::amount).toArray();
    }
  }

  /**
   * Shrinks fractions to the bounds.
   *
   * @param given by claim; changed
   * @param counts whether a claim counts
   * @return the fraction that each claim loses
   */
  List<Loss> shrink(double[] given, IntPredicate counts) {
    List<Loss> losses = new ArrayList<>();
    for (int l = 0; l < byAmount.length; l++) {
      int limit = l;
      int[] open =
          IntStream.range(0, byAmount[l].length)
              .filter(i -> counts.test(byAmount[limit][i]))
              .toArray();
      int[] claims = IntStream.of(open).map(i -> byAmount[limit][i]).toArray();
      double[] draws = IntStream.of(open).mapToDouble(i -> amounts[limit][i]).toArray();
      double[] before = IntStream.of(claims).mapToDouble(c -> given[c]).toArray();
      shrink(l, claims, draws, given);
      for (int i = 0; i < claims.length; i++) {
        if (given[claims[i]] < before[i]) {
          losses.add(new Loss(claims[i], l, before[i] - given[claims[i]]));
        }
      }
    }
    return losses;
  }

  private void shrink(int l, int[] claims, double[] draws, double[] given) {
    int n = claims.length;
    double[] upTo = new double[n + 1]; // sums of the smallest draws
    for (int i = 0; i < n; i++) {
      upTo[i + 1] = upTo[i] + draws[i];
    }
    double[] factor = new double[n];
    Arrays.fill(factor, 1);
    double sum = 0;
    most[l] = 0;
    for (int i = n - 1; i >= 0; i--) {
      sum += given[claims[i]];
      if (i == 0 || draws[i - 1] < draws[i]) {
        most[l] = fitting(upTo, i, limits.capacity(l));
        if (sum > most[l] + ROUNDING) {
          factor[i] = most[l] / sum;
          sum = most[l];
        }
      }
    }
    double times = 1;
    double total = 0;
    for (int i = 0; i < n; i++) {
      times *= factor[i];
      given[claims[i]] *= times;
      total += draws[i] * given[claims[i]];
    }
    double capacity = limits.capacity(l);
    for (int i = 0; total > capacity * (1 + ROUNDING) && i < n; i++) {
      given[claims[i]] *= capacity / total;
    }
  }

  /** Returns how many of the draws from a position on, in their order, fit into a capacity. */
  private static int fitting(double[] upTo, int from, double capacity) {
    int low = from;
    int high = upTo.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (upTo[middle] - upTo[from] <= capacity) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low - from;
  }

  /**
   * Returns the lags of the limits at the end of a round even if no room under them idles, in
   * rounds of one claim; see {@link Priority#weight}.
   *
   * @param lags by claim, in rounds; NaN for claims that do not count
   */
  double[] rests(double[] lags) {
    double[] rests = new double[byAmount.length];
    for (int l = 0; l < rests.length; l++) {
      double count = 0;
      double total = 0;
      double largest = 0;
      int claims = 0;
      for (int i = 0; i < byAmount[l].length; i++) {
        double lag = lags[byAmount[l][i]];
        if (!Double.isNaN(lag)) {
          claims++;
          count += lag;
          total += amounts[l][i] * lag;
          largest = amounts[l][i];
        }
      }
      rests[l] =
          claims > most[l] // otherwise the limit never binds
              ? Math.max(count - most[l], (total - limits.capacity(l)) / largest)
              : Double.NEGATIVE_INFINITY;
    }
    return rests;
  }
}
