package io.gavel.baselines;

/**
 * Who of a sample of jobs is done at any attained service, and what service all take until then.
 * Immutable.
 *
 * <p>All jobs take {@code A(t) = Σ min(S, t)} until each is done or has {@code t}. So of the jobs
 * that are left at service {@code a}, the share that is done by the horizon {@code t} per service
 * that they take is the slope between the points {@code (A(a), jobs done at a)} and {@code (A(t),
 * jobs done at t)}. The steepest slope to a sample beyond {@code a} touches the upper hull of the
 * points of these samples. The hulls of all suffixes form a tree, in which each point has the next
 * one of its hull for a parent.
 *
 * <p>The areas are sums of all samples, the slopes differences of areas that may be near each
 * other; hence twofold precision.
 */
final class ServiceTaken {

  private static final int NONE = -1;

  /** Total services, ascending, {@code [sample]}. */
  private final double[] samples;

  /** The service that all jobs take until this sample's, {@code [sample]}, and its rounding. */
  private final double[] area;

  private final double[] areaRest;

  /** The sum of the first samples, {@code [their number]}, and its rounding. */
  private final double[] sum;

  private final double[] sumRest;

  /** The next point of the hull that starts at a sample; {@link #NONE} for the last. */
  private final int[] next;

  /** A point further along the hull, so that two steps in three skip many. */
  private final int[] jump;

  /**
   * Reads a sample.
   *
   * @param samples total services, ascending, {@code > 0}, with a finite sum; kept
   */
  ServiceTaken(double[] samples) {
    int n = samples.length;
    this.samples = samples;
    area = new double[n];
    areaRest = new double[n];
    sum = new double[n + 1];
    sumRest = new double[n + 1];
    CompensatedSum total = new CompensatedSum();
    for (int i = 0; i < n; i++) {
      total.add(samples[i]);
      sum[i + 1] = total.sum();
      sumRest[i + 1] = total.rest();
      CompensatedSum here = areaAt(samples[i], i + 1);
      area[i] = here.sum();
      areaRest[i] = here.rest();
    }
    next = new int[n];
    jump = new int[n];
    buildHulls();
  }

  private void buildHulls() {
    int[] depth = new int[samples.length];
    for (int i = samples.length - 1; i >= 0; i--) {
      int after = i + 1 < samples.length ? i + 1 : NONE;
      while (after != NONE && next[after] != NONE && slope(i, after) <= slope(after, next[after])) {
        after = next[after];
      }
      next[i] = after;
      jump[i] = after;
      if (after != NONE) {
        depth[i] = depth[after] + 1;
        int far = jump[after];
        boolean twice =
            far != NONE
                && jump[far] != NONE
                && depth[after] - depth[far] == depth[far] - depth[jump[far]];
        jump[i] = twice ? jump[far] : after;
      }
    }
  }

  private double slope(int from, int to) {
    return (to - from) / ((area[to] - area[from]) + (areaRest[to] - areaRest[from]));
  }

  /** Returns the number of jobs that are done at a service. */
  private int doneAt(double service) {
    int low = 0;
    int high = samples.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (samples[middle] > service) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private CompensatedSum areaAt(double service, int done) {
    return new CompensatedSum()
        .add(sum[done])
        .add(sumRest[done])
        .addProduct(service, samples.length - done);
  }

  /** Returns the jobs done between two services per service that all take in between. */
  double rate(double service, double end) {
    int before = doneAt(service);
    int done = doneAt(end) - before;
    if (done == 0) {
      return 0;
    }
    CompensatedSum from = areaAt(service, before);
    CompensatedSum to = areaAt(Math.min(end, samples[samples.length - 1]), before + done);
    return done / ((to.sum() - from.sum()) + (to.rest() - from.rest()));
  }

  /** Returns the largest {@link #rate} from a service on; 0 if all jobs are done. */
  double best(double service) {
    int done = doneAt(service);
    if (done == samples.length) {
      return 0;
    }
    CompensatedSum from = areaAt(service, done);
    int at = done;
    while (isRisingAt(at, done, from)) {
      at = isRisingAt(jump[at], done, from) ? jump[at] : next[at];
    }
    return rateTo(at, done, from);
  }

  /** Returns whether the point after this one of the hull is seen at a steeper slope. */
  private boolean isRisingAt(int at, int done, CompensatedSum from) {
    return next[at] != NONE && rateTo(next[at], done, from) > rateTo(at, done, from);
  }

  private double rateTo(int at, int done, CompensatedSum from) {
    return (at + 1 - done) / ((area[at] - from.sum()) + (areaRest[at] - from.rest()));
  }

  double[] samples() {
    return samples.clone();
  }

  /** A sum of numbers and products in twice the working precision. Mutable. */
  private static final class CompensatedSum {
    private double sum;
    private double rest;

    CompensatedSum add(double a) {
      double next = sum + a;
      double part = next - sum;
      rest += (sum - (next - part)) + (a - part);
      sum = next;
      return this;
    }

    CompensatedSum addProduct(double a, double b) {
      double product = a * b;
      add(product);
      rest += Math.fma(a, b, -product);
      return this;
    }

    /** Returns the sum in working precision. */
    double sum() {
      return sum;
    }

    /** Returns the rounding error of {@link #sum}. */
    double rest() {
      return rest;
    }
  }
}
