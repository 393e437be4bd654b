package io.gavel.estimator.throughput;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.Estimate.Match;
import io.gavel.estimator.method.Fingerprint;
import io.gavel.estimator.table.Column;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a throughput matrix with pairs from estimated rows. A policy can use the matrix directly.
 *
 * <p>The rate of a job that shares workers with a partner comes from the job's row in the column of
 * the partner's type, or from the partner's row in the linked column. Measured rates take
 * precedence over estimated ones, then the smaller standard error. If neither type is a partner in
 * the other row, as with two new types, the most similar reference type replaces the partner. The
 * pair's throughputs are these rates times the throughputs alone.
 *
 * <p>Pairs that are too unlikely to fit are left out on that worker type, see {@link
 * #withLeastConfidence}. A pair that is left out on all types is not in the matrix. Immutable.
 */
public final class ColocatedThroughputs {

  private final ReferenceTable references;
  private final List<String> workerTypes;
  private final List<Resident> jobs;
  private final double leastConfidence;
  private final double largestError;

  private ColocatedThroughputs(
      ReferenceTable references,
      List<String> workerTypes,
      List<Resident> jobs,
      double leastConfidence,
      double largestError) {
    this.references = references;
    this.workerTypes = workerTypes;
    this.jobs = jobs;
    this.leastConfidence = leastConfidence;
    this.largestError = largestError;
  }

  /** A job: its throughputs alone, and its row if it may share workers. */
  private record Resident(Optional<Row> row, List<Double> alone) {}

  /** The basis of pairs; jobs of equal type and estimate have equal rows. */
  private record Row(String type, Estimate estimate) {}

  /** A normalised rate, its standard error and its probability of 0. */
  private record Rate(double rate, double error, double zero) {}

  /**
   * Returns an empty collection of jobs.
   *
   * @param references the reference types, which may stand in for partners
   * @param workerTypes names of the worker types in order of the matrix columns; no jobs share on
   *     types that the reference table does not have
   * @return a collection without jobs, which leaves out pairs with a probability of fitting below
   *     50 %
   */
  public static ColocatedThroughputs of(ReferenceTable references, List<String> workerTypes) {
    return new ColocatedThroughputs(
        references, List.copyOf(workerTypes), List.of(), 0.5, Double.MAX_VALUE);
  }

  /**
   * Adds a job that may share workers with other such jobs.
   *
   * @param type the job's type: its name as a partner in other rows
   * @param estimate its row
   * @param stepsPerSecond throughputs alone, one for each worker type; 0 = cannot run there
   * @return a copy with the job at the end
   * @throws IllegalArgumentException if a throughput is negative or not finite, or their number is
   *     wrong
   */
  public ColocatedThroughputs withJob(String type, Estimate estimate, double... stepsPerSecond) {
    return with(
        Optional.of(new Row(Require.name(type, "type of a job"), estimate)), stepsPerSecond);
  }

  /**
   * Adds a job that does not share workers, such as a job on several workers.
   *
   * @param stepsPerSecond throughputs alone, one for each worker type; 0 = cannot run there
   * @return a copy with the job at the end
   * @throws IllegalArgumentException if a throughput is negative or not finite, or their number is
   *     wrong
   */
  public ColocatedThroughputs withJobAlone(double... stepsPerSecond) {
    return with(Optional.empty(), stepsPerSecond);
  }

  private ColocatedThroughputs with(Optional<Row> row, double... stepsPerSecond) {
    Require.length(workerTypes.size(), stepsPerSecond.length, "throughputs of job " + jobs.size());
    List<Double> alone = new ArrayList<>();
    for (int j = 0; j < stepsPerSecond.length; j++) {
      alone.add(
          Require.nonNegative(
              stepsPerSecond[j],
              "throughput of job %s on \"%s\"".formatted(jobs.size(), workerTypes.get(j))));
    }
    List<Resident> more = new ArrayList<>(jobs);
    more.add(new Resident(row, List.copyOf(alone)));
    return new ColocatedThroughputs(
        references, workerTypes, List.copyOf(more), leastConfidence, largestError);
  }

  /**
   * Leaves out pairs that are unlikely to fit.
   *
   * @param probability the smallest probability of fitting, from 0 (keep all) to 1 (keep only
   *     certain pairs)
   * @return a copy
   * @throws IllegalArgumentException if the probability is outside [0, 1]
   */
  public ColocatedThroughputs withLeastConfidence(double probability) {
    Require.fraction(probability, "least probability of fitting");
    return new ColocatedThroughputs(references, workerTypes, jobs, probability, largestError);
  }

  /**
   * Leaves out pairs whose rates are too uncertain.
   *
   * @param error the largest allowed standard error of either rate, finite and at least 0
   * @return a copy
   * @throws IllegalArgumentException if the error is negative or not finite
   */
  public ColocatedThroughputs withLargestError(double error) {
    Require.nonNegative(error, "largest standard error");
    return new ColocatedThroughputs(references, workerTypes, jobs, leastConfidence, error);
  }

  /**
   * Returns the matrix of all jobs alone and all pairs that are certain enough.
   *
   * @return jobs in the order in which they were added, then pairs in the order of their members
   */
  public ThroughputMatrix toThroughputMatrix() {
    ThroughputMatrix.Builder matrix = ThroughputMatrix.builder(workerTypes.size());
    jobs.forEach(job -> matrix.job(job.alone().stream().mapToDouble(rate -> rate).toArray()));
    Map<Row, Integer> distinct = new LinkedHashMap<>();
    int[] rowOf = new int[jobs.size()];
    for (int m = 0; m < rowOf.length; m++) {
      Optional<Row> row = jobs.get(m).row();
      rowOf[m] = row.isEmpty() ? -1 : distinct.computeIfAbsent(row.get(), r -> distinct.size());
    }
    PairRates pairs = new PairRates(List.copyOf(distinct.keySet()));
    for (int a = 0; a < rowOf.length; a++) {
      for (int b = a + 1; b < rowOf.length; b++) {
        if (rowOf[a] >= 0 && rowOf[b] >= 0) {
          addPair(matrix, a, b, pairs.rate(rowOf[a], rowOf[b]), pairs.rate(rowOf[b], rowOf[a]));
        }
      }
    }
    return matrix.build();
  }

  private void addPair(
      ThroughputMatrix.Builder matrix, int a, int b, double[] besideB, double[] besideA) {
    double[] ofA = new double[workerTypes.size()];
    double[] ofB = new double[workerTypes.size()];
    boolean some = false;
    for (int j = 0; j < ofA.length; j++) {
      double aloneA = jobs.get(a).alone().get(j);
      double aloneB = jobs.get(b).alone().get(j);
      if (aloneA > 0 && aloneB > 0) { // a job that cannot run alone cannot run in a pair
        ofA[j] = aloneA * besideB[j];
        ofB[j] = aloneB * besideA[j];
        some |= ofA[j] > 0;
      }
    }
    if (some) {
      matrix.pair(a, b, ofA, ofB);
    }
  }

  /** Normalised rates of every row with every other row as partner, each computed once. */
  private final class PairRates {
    private final List<Row> rows;
    private final List<List<Match>> matches;
    private final double[][][] rates;

    PairRates(List<Row> rows) {
      this.rows = rows;
      this.matches =
          rows.stream().map(row -> Fingerprint.matches(references, row.estimate())).toList();
      this.rates = new double[rows.size()][rows.size()][workerTypes.size()];
      for (int a = 0; a < rows.size(); a++) {
        for (int b = a; b < rows.size(); b++) {
          for (int j = 0; j < workerTypes.size(); j++) {
            fill(a, b, j);
          }
        }
      }
    }

    /**
     * Returns the rates of {@code a} with partner {@code b} by worker type; 0 where the pair is
     * left out.
     */
    double[] rate(int a, int b) {
      return rates[a][b];
    }

    private void fill(int a, int b, int j) {
      Optional<Rate> ofA = find(a, b, workerTypes.get(j));
      Optional<Rate> ofB = find(b, a, workerTypes.get(j));
      if (ofA.isPresent() && ofB.isPresent() && sure(ofA.get()) && sure(ofB.get())) {
        rates[a][b][j] = ofA.get().rate();
        rates[b][a][j] = ofB.get().rate();
      }
    }

    private Optional<Rate> find(int a, int b, String workerType) {
      Optional<Rate> own = entry(rows.get(a), Column.of(workerType, rows.get(b).type()));
      Optional<Rate> linked =
          entry(rows.get(b), Column.of(workerType, rows.get(a).type()).linked());
      if (own.isPresent() && linked.isPresent()) {
        return own.get().error() <= linked.get().error() ? own : linked;
      }
      return own.or(() -> linked).or(() -> standIn(a, b, workerType));
    }

    private Optional<Rate> standIn(int a, int b, String workerType) {
      return matches.get(b).stream()
          .map(match -> entry(rows.get(a), Column.of(workerType, match.reference())))
          .flatMap(Optional::stream)
          .findFirst();
    }
  }

  private boolean sure(Rate rate) {
    return rate.rate() > 0 && 1 - rate.zero() >= leastConfidence && rate.error() <= largestError;
  }

  private static Optional<Rate> entry(Row row, Column column) {
    Estimate estimate = row.estimate();
    return estimate.columns().find(column).stream()
        .mapToObj(
            k -> new Rate(estimate.rate(k), estimate.standardError(k), estimate.zeroProbability(k)))
        .findFirst();
  }
}
