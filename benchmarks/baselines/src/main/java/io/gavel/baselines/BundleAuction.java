package io.gavel.baselines;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The partial allocation auction of Themis (NSDI 2020) over integral workers on servers: a bid
 * values every bundle by where its workers are, so a job that is slower across servers says so.
 *
 * <pre>
 *   x      maximises Π_i V_i(x_i)                proportionally fair, over integers
 *   x^-i   the same without bidder i
 *   c_i  = Π_{l≠i} V_l(x_l) / V_l(x^-i_l)        what bidder i costs the others, in (0, 1]
 * </pre>
 *
 * <p>Bidders come in order of precedence. One that could win nothing unless another admitted bidder
 * won nothing is not admitted, because a product with a factor of 0 has no optimum.
 *
 * <p>There are two ways to pay {@code 1 − c_i}. If bidder i has {@link #fair} for the part {@link
 * #kept} of the lease, no admitted bidder gains by false values of the bundles that are useful to
 * it: its resulting value, {@code c_i V_i(x_i)}, is the product of all values at {@code x} divided
 * by one that it cannot influence, and {@code x} maximises the numerator for its true values. If it
 * has fewer workers for the entire lease, as in the paper ({@link #won}), this holds only for
 * values proportional to the workers and but for rounding. {@link AuctionRound} divides workers in
 * time instead.
 *
 * <p>The optimum is exact, by dynamic programming over the remaining workers of each server: two
 * passes give it and all optima without one bidder. With {@code o_s} workers on server s, each
 * takes {@code O(bidders · Π_s (o_s + 1)(o_s + 2) / 2)} steps. Ties go to the fewest workers, then
 * to workers on the last servers. Immutable.
 */
public final class BundleAuction {

  /** The most pairs of a bundle and a part of it; a pass looks at each once per bidder. */
  private static final long MOST_PAIRS = 20_000_000;

  private final int[][] fair; // [bidder][server]
  private final int[][] won; // [bidder][server]
  private final boolean[] admitted; // by bidder
  private final double[] kept; // by bidder; 0 if it is not admitted

  private BundleAuction(int[] offer, List<BundleValue> bidders) {
    Bundles bundles = new Bundles(offer);
    fair = new int[bidders.size()][offer.length];
    won = new int[bidders.size()][offer.length];
    kept = new double[bidders.size()];
    admitted = new boolean[bidders.size()];
    List<Integer> bidding = new ArrayList<>();
    List<double[]> logs = new ArrayList<>(); // of the values of the admitted, by bundle
    List<double[]> before = new ArrayList<>(); // optima of the first i of them, by bundle
    before.add(new double[bundles.count()]);
    for (int i = 0; i < bidders.size(); i++) {
      double[] log = bundles.logs(bidders.get(i), i);
      double[] optimum = bundles.joined(before.get(before.size() - 1), log);
      if (optimum[bundles.whole()] > Double.NEGATIVE_INFINITY) {
        admitted[i] = true;
        bidding.add(i);
        logs.add(log);
        before.add(optimum);
      }
    }
    double[] after = new double[bundles.count()]; // optimum of the bidders from i on, by bundle
    double[][] from = new double[bidding.size() + 1][];
    from[bidding.size()] = after;
    for (int i = bidding.size() - 1; i >= 0; i--) {
      after = bundles.joined(after, logs.get(i));
      from[i] = after;
    }
    int left = bundles.whole();
    for (int i = 0; i < bidding.size(); i++) {
      int bidder = bidding.get(i);
      int bundle = bundles.first(left, from[i + 1], logs.get(i));
      left -= bundle;
      double others = from[0][bundles.whole()] - logs.get(i)[bundle];
      kept[bidder] = Math.min(1, StrictMath.exp(others - bundles.best(before.get(i), from[i + 1])));
      fair[bidder] = bundles.workers(bundle);
      won[bidder] = bundles.workers(bundles.part(bundle, kept[bidder], logs.get(i)));
    }
  }

  /**
   * Holds the auction.
   *
   * @param offer {@code [server]} workers on offer, at least 0; not modified
   * @param bidders the values of the bidders, in order of precedence
   * @return the result of the auction
   * @throws IllegalArgumentException if a number of workers is negative, the offer has too many
   *     bundles for an exact optimum, or a value is negative or not finite
   */
  public static BundleAuction of(int[] offer, List<BundleValue> bidders) {
    return new BundleAuction(offer.clone(), bidders);
  }

  /**
   * Returns whether a bidder takes part.
   *
   * @param i the index of a bidder
   * @return false if it could win something only if another one won nothing
   */
  public boolean isAdmitted(int i) {
    return admitted[i];
  }

  /**
   * Returns the proportionally fair bundle of a bidder, before payment.
   *
   * @param i the index of a bidder
   * @return {@code [server]} workers; a copy
   */
  public int[] fair(int i) {
    return fair[i].clone();
  }

  /**
   * Returns the part of its proportionally fair bundle that a bidder keeps.
   *
   * @param i the index of a bidder
   * @return {@code c_i}, above 0 unless it underflows, and at most 1; 0 for a bidder that is not
   *     admitted
   */
  public double kept(int i) {
    return kept[i];
  }

  /**
   * Returns the workers that a bidder keeps for the entire lease: the part {@link #kept} of its
   * proportionally fair bundle, rounded down to whole workers, the most valuable ones.
   *
   * @param i the index of a bidder
   * @return {@code [server]} workers; a copy
   */
  public int[] won(int i) {
    return won[i].clone();
  }

  /**
   * All bundles of an offer by index. The index is that of a number whose digits are the workers on
   * each server, so indices add and subtract as bundles do. Immutable.
   */
  private static final class Bundles {
    private final int[] offer;
    private final int[][] parts; // [bundle]: the bundles that it contains, ascending

    Bundles(int[] offer) {
      this.offer = offer;
      double pairs = 1;
      int count = 1;
      for (int s = 0; s < offer.length; s++) {
        if (offer[s] < 0) {
          throw new IllegalArgumentException(
              "offer has %s workers on server %s; it must have at least 0".formatted(offer[s], s));
        }
        pairs *= (offer[s] + 1.0) * (offer[s] + 2.0) / 2;
        if (pairs > MOST_PAIRS) {
          throw new IllegalArgumentException(
              ("offer of %s workers by server has more than %s pairs of a bundle and a part of it;"
                      + " it must have at most as many")
                  .formatted(Arrays.toString(offer), MOST_PAIRS));
        }
        count *= offer[s] + 1;
      }
      parts = new int[count][];
      for (int bundle = 0; bundle < count; bundle++) {
        parts[bundle] = partsOf(workers(bundle));
      }
    }

    int count() {
      return parts.length;
    }

    /** Returns the bundle of all workers. */
    int whole() {
      return parts.length - 1;
    }

    private int[] partsOf(int[] workers) {
      int[] found = {0};
      int weight = 1;
      for (int s = offer.length - 1; s >= 0; s--) {
        int[] sofar = found;
        int step = weight;
        found =
            IntStream.rangeClosed(0, workers[s])
                .flatMap(n -> Arrays.stream(sofar).map(rest -> n * step + rest))
                .toArray();
        weight *= offer[s] + 1;
      }
      return found;
    }

    int[] workers(int bundle) {
      int[] workers = new int[offer.length];
      int rest = bundle;
      for (int s = offer.length - 1; s >= 0; s--) {
        workers[s] = rest % (offer[s] + 1);
        rest /= offer[s] + 1;
      }
      return workers;
    }

    private int size(int bundle) {
      return Arrays.stream(workers(bundle)).sum();
    }

    double[] logs(BundleValue bid, int bidder) {
      double[] logs = new double[count()];
      for (int bundle = 0; bundle < logs.length; bundle++) {
        double value = bid.of(workers(bundle));
        if (!(value >= 0) || value == Double.POSITIVE_INFINITY) {
          throw new IllegalArgumentException(
              "value of bidder %s for the bundle %s is %s; it must be finite and at least 0"
                  .formatted(bidder, Arrays.toString(workers(bundle)), value));
        }
        logs[bundle] = StrictMath.log(value);
      }
      return logs;
    }

    /** For each bundle the optimum of some bidders and one more. */
    double[] joined(double[] optimum, double[] more) {
      double[] joined = new double[count()];
      for (int bundle = 0; bundle < joined.length; bundle++) {
        double best = Double.NEGATIVE_INFINITY;
        for (int part : parts[bundle]) {
          best = Math.max(best, more[part] + optimum[bundle - part]);
        }
        joined[bundle] = best;
      }
      return joined;
    }

    /** Returns the optimum of bidders of two classes for the complete offer. */
    double best(double[] some, double[] others) {
      return IntStream.range(0, count())
          .mapToDouble(bundle -> some[bundle] + others[whole() - bundle])
          .max()
          .orElseThrow();
    }

    /** Returns the part of a bundle that one bidder has in the joint optimum with other bidders. */
    int first(int bundle, double[] others, double[] own) {
      int best = 0;
      for (int part : parts[bundle]) {
        double gained = own[part] + others[bundle - part];
        double sofar = own[best] + others[bundle - best];
        if (gained > sofar || (gained == sofar && size(part) < size(best))) {
          best = part;
        }
      }
      return best;
    }

    /**
     * Returns the most valuable part of a bundle that has a fraction of its workers, rounded down.
     */
    int part(int bundle, double fraction, double[] own) {
      // A number that is whole but for the rounding of logarithms counts as whole.
      int size = (int) Math.floor(size(bundle) * fraction * (1 + 1e-9) + 1e-9);
      return Arrays.stream(parts[bundle])
          .filter(part -> size(part) == size)
          .boxed()
          .reduce((best, part) -> own[part] > own[best] ? part : best)
          .orElseThrow();
    }
  }
}
