package io.gavel.bench.jmh;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.method.EstimationMethods;
import io.gavel.estimator.method.MatrixFactorization;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Estimation of 64 columns of job types with one fifth measured: 2 worker types × 32 partners, 16
 * references, synthetic rates of low rank with zeros where memory is exceeded.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class EstimatorBenchmark {

  private static final int ROWS = 10_000;
  private static final int REFERENCES = 16;
  private static final int PARTNERS = 32;
  private static final double PROFILE = 0.2;

  private final SplittableRandom random = new SplittableRandom(1);
  private final Columns columns = Columns.grid(names("w", 2), names("p", PARTNERS), false);
  private final double[][] partners = demands(PARTNERS);
  private final ReferenceTable references =
      ReferenceTable.of(columns, names("r", REFERENCES), rates(demands(REFERENCES)));
  private final List<Measurements> rows =
      IntStream.range(0, ROWS).mapToObj(i -> profiled(rates(demands(1))[0])).toList();
  private final RowEstimator standard = EstimationMethods.standard().fit(references);

  private static List<String> names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  /** Demands for two contended resources and for memory. */
  private double[][] demands(int jobs) {
    double[][] demands = new double[jobs][];
    for (int i = 0; i < jobs; i++) {
      double memory = random.nextDouble() * random.nextDouble();
      demands[i] = new double[] {random.nextDouble(), random.nextDouble(), memory};
    }
    return demands;
  }

  private double[][] rates(double[][] jobs) {
    double[][] rates = new double[jobs.length][columns.size()];
    for (int i = 0; i < jobs.length; i++) {
      for (int k = 0; k < columns.size(); k++) {
        double[] partner = partners[k % PARTNERS];
        double supply = k < PARTNERS ? 1 : 1.5;
        double contention = jobs[i][0] * partner[0] + jobs[i][1] * partner[1];
        rates[i][k] = jobs[i][2] + partner[2] > supply ? 0 : 1 / (1 + contention / supply);
      }
    }
    return rates;
  }

  private Measurements profiled(double[] rates) {
    boolean[] measured = new boolean[rates.length];
    for (int k = 0; k < rates.length; k++) {
      measured[k] = random.nextDouble() < PROFILE;
    }
    return Measurements.of(columns, rates, measured);
  }

  /**
   * Completes ten thousand rows together by alternating least squares, no row known in full.
   *
   * @return the rows
   */
  @Benchmark
  public List<Estimate> completeTenThousandRows() {
    return MatrixFactorization.create(1).complete(rows);
  }

  /**
   * Ten thousand rows by the standard method, already fitted.
   *
   * @return the rows
   */
  @Benchmark
  public List<Estimate> standardTenThousandRows() {
    return rows.stream().map(standard::estimate).toList();
  }

  /**
   * One new row by the standard method, already fitted.
   *
   * @return the row
   */
  @Benchmark
  public Estimate standardOneRow() {
    return standard.estimate(rows.get(0));
  }

  /**
   * Fitting before the first row: choice of the method and its intervals.
   *
   * @return the estimator
   */
  @Benchmark
  public RowEstimator standardFit() {
    return EstimationMethods.standard().fit(references);
  }
}
