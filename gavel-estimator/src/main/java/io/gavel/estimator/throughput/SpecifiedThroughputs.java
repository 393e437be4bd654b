package io.gavel.estimator.throughput;

import io.gavel.estimator.Estimate.ErrorQuantiles;
import io.gavel.estimator.throughput.IsolatedThroughputs.IsolatedEstimate;
import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Throughputs on worker types without any measurement, from their specifications.
 *
 * <p>A job is limited by arithmetic, by memory, or by both in turn. So the ratio of its throughputs
 * on two worker types lies between the ratio of the peak rates and the ratio of the bandwidths:
 *
 * <pre>
 *   log(T_new / T_known) = w · log(peak_new / peak_known) + (1 − w) · log(bandwidth_new / bandwidth_known)
 * </pre>
 *
 * <p>with the weight {@code w}, from 0 to 1, that fits the throughputs on known worker types best.
 * Intervals follow from the errors on each known type if it were unknown. These are few, so that
 * they are calibrated for low levels only; one measurement on the new type is worth more.
 * Immutable, and may be shared by threads.
 */
public final class SpecifiedThroughputs {

  /** Without two types to compare, arithmetic and memory have equal weight. */
  private static final double EVEN = 0.5;

  private final List<WorkerSpecification> known;
  private final double weight;
  private final double deviation; // of the logarithm on an unseen type
  private final ErrorQuantiles quantiles;

  private SpecifiedThroughputs(
      List<WorkerSpecification> known, double weight, double deviation, ErrorQuantiles quantiles) {
    this.known = known;
    this.weight = weight;
    this.deviation = deviation;
    this.quantiles = quantiles;
  }

  /**
   * Learns from jobs that were measured on known worker types.
   *
   * @param known data sheets of the known types, at least two, all of different names
   * @param stepsPerSecond throughputs, {@code [job][worker type]}, finite and at least 0; 0 = not
   *     measured; not modified, not retained. Each type must have a job that was measured on
   *     another one, too
   * @return estimates for unseen types
   * @throws IllegalArgumentException if shapes or entries are not as described
   */
  public static SpecifiedThroughputs fit(
      List<WorkerSpecification> known, double[][] stepsPerSecond) {
    Require.atLeast(2, known.size(), "number of known worker types");
    IsolatedThroughputs.fit( // the same demands on names and throughputs
        known.stream().map(WorkerSpecification::workerType).toList(), stepsPerSecond);
    List<WorkerSpecification> types = List.copyOf(known);
    double squares = 0;
    double[] errors = new double[types.size()];
    for (int t = 0; t < errors.length; t++) {
      errors[t] = errorIfUnseen(types, stepsPerSecond, t);
      squares += errors[t] * errors[t] / errors.length;
    }
    double deviation = Math.sqrt(squares);
    for (int t = 0; t < errors.length && deviation > 0; t++) {
      errors[t] /= deviation;
    }
    return new SpecifiedThroughputs(
        types, weight(types, stepsPerSecond, -1), deviation, ErrorQuantiles.of(errors));
  }

  /**
   * Returns the error of the middle job on a type if the type were unseen: one for all its jobs.
   */
  private static double errorIfUnseen(
      List<WorkerSpecification> types, double[][] rates, int unseen) {
    double weight = weight(types, rates, unseen);
    List<Double> errors = new ArrayList<>();
    for (double[] row : rates) {
      int[] others = measured(row, unseen);
      if (row[unseen] > 0 && others.length > 0) {
        double estimate = estimate(types, row, others, types.get(unseen), weight);
        errors.add(StrictMath.log(row[unseen]) - estimate);
      }
    }
    return errors.stream().sorted().skip(errors.size() / 2).findFirst().orElse(0.0);
  }

  /** Least squares over all pairs of types of each job, without one type; within [0, 1]. */
  private static double weight(List<WorkerSpecification> types, double[][] rates, int without) {
    double above = 0;
    double below = 0;
    for (double[] row : rates) {
      int[] measured = measured(row, without);
      for (int a : measured) {
        for (int b : measured) {
          double memory = memory(types.get(a), types.get(b));
          double slope = arithmetic(types.get(a), types.get(b)) - memory;
          above += slope * (StrictMath.log(row[b] / row[a]) - memory);
          below += slope * slope;
        }
      }
    }
    return below > 0 ? Math.max(0, Math.min(1, above / below)) : EVEN;
  }

  private static int[] measured(double[] row, int without) {
    return IntStream.range(0, row.length).filter(j -> j != without && row[j] > 0).toArray();
  }

  private static double arithmetic(WorkerSpecification from, WorkerSpecification to) {
    return StrictMath.log(to.peak() / from.peak());
  }

  private static double memory(WorkerSpecification from, WorkerSpecification to) {
    return StrictMath.log(to.bandwidth() / from.bandwidth());
  }

  /** Returns the logarithm on a type, as the mean of the predictions from each other type. */
  private static double estimate(
      List<WorkerSpecification> types,
      double[] row,
      int[] from,
      WorkerSpecification to,
      double weight) {
    double sum = 0;
    for (int j : from) {
      double arithmetic = arithmetic(types.get(j), to);
      double memory = memory(types.get(j), to);
      sum += StrictMath.log(row[j]) + weight * arithmetic + (1 - weight) * memory;
    }
    return sum / from.length;
  }

  /**
   * Returns the weight of the peak rate.
   *
   * @return from 0, where only the bandwidth counts, to 1, where only the peak rate counts
   */
  public double weightOfPeak() {
    return weight;
  }

  /**
   * Estimates a job on an unseen worker type.
   *
   * @param job the job's throughputs on all known types, in the order of their data sheets
   * @param unseen the data sheet of the new type
   * @return the job's throughput on the new type alone
   * @throws IllegalArgumentException if the job's worker types differ from the known ones
   */
  public IsolatedEstimate estimate(IsolatedEstimate job, WorkerSpecification unseen) {
    List<String> names = known.stream().map(WorkerSpecification::workerType).toList();
    if (!job.workerTypes().equals(names)) {
      throw new IllegalArgumentException(
          "worker types of the job are %s; they must be %s".formatted(job.workerTypes(), names));
    }
    double[] rates = job.stepsPerSecond();
    double log = estimate(known, rates, measured(rates, -1), unseen, weight);
    double ofJob =
        IntStream.range(0, rates.length)
            .mapToDouble(job::deviation)
            .map(d -> d * d)
            .average()
            .orElse(0);
    return new IsolatedEstimate(
        List.of(unseen.workerType()),
        new double[] {StrictMath.exp(log)},
        new double[] {Math.sqrt(ofJob + deviation * deviation)},
        quantiles);
  }

  /**
   * Peak rate and bandwidth of a worker type, from its data sheet. Units are arbitrary but equal
   * for all types. Immutable.
   *
   * @param workerType the type's name
   * @param peak operations per second at most, such as TFLOPS of the precision in use, finite and
   *     {@code > 0}
   * @param bandwidth of the memory, such as GB/s, finite and {@code > 0}
   */
  public record WorkerSpecification(String workerType, double peak, double bandwidth) {

    /**
     * Checks the components.
     *
     * @param workerType not empty
     * @param peak finite and {@code > 0}
     * @param bandwidth finite and {@code > 0}
     * @throws IllegalArgumentException if a component is not as described
     */
    public WorkerSpecification {
      Require.name(workerType, "worker type of a specification");
      Require.positive(peak, "peak rate of a specification", workerType);
      Require.positive(bandwidth, "memory bandwidth of a specification", workerType);
    }
  }
}
