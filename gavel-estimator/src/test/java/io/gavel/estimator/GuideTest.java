package io.gavel.estimator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.Estimate.Interval;
import io.gavel.estimator.method.EstimationMethods;
import io.gavel.estimator.table.Column;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.estimator.throughput.ColocatedThroughputs;
import io.gavel.estimator.throughput.IsolatedThroughputs;
import io.gavel.estimator.throughput.IsolatedThroughputs.IsolatedEstimate;
import io.gavel.estimator.throughput.SpecifiedThroughputs;
import io.gavel.estimator.throughput.SpecifiedThroughputs.WorkerSpecification;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Group;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The code of the how-to page on estimating throughputs, on a small table. */
final class GuideTest {

  private final Columns columns =
      Columns.grid(List.of("k80", "v100"), List.of("resnet-50", "lm", "a3c"), false);
  private final List<String> names = List.of("resnet-50", "lm", "a3c");
  private final double[][] rates = {
    {0.4, 0.5, 0.6, 0.5, 0.6, 0.8}, {0.5, 0.6, 0.7, 0.6, 0.7, 0.9}, {0.6, 0.7, 0.9, 0.7, 0.9, 1.0}
  };

  @Test
  void jobTimedOnTwoTypes_hasRatesOnTheOthers() {
    // isolated throughputs: begin
    List<String> types = List.of("k80", "p100", "v100", "a100");
    double[][] measured = { // steps per second of earlier jobs, one row a job; 0 = not measured
      {2.0, 6.5, 12.0, 21.0}, {5.0, 12.0, 19.0, 0}, {1.0, 4.5, 0, 22.0}, {3.0, 8.0, 14.0, 23.0}
    };
    IsolatedThroughputs model = IsolatedThroughputs.fit(types, measured);
    IsolatedEstimate estimate = model.estimate(Map.of("k80", 1.5, "v100", 8.0));
    double[] rates = estimate.stepsPerSecond(); // measured where measured, else estimated
    double onA100 = estimate.stepsPerSecond("a100");
    Interval interval = estimate.interval("a100", 0.8); // where it lies with 80 % probability
    boolean enough = estimate.isCalibrated(0.8); // are the earlier jobs enough to say so?
    // isolated throughputs: end
    assertEquals(8.0, rates[2]);
    assertEquals(rates[3], onA100);
    assertTrue(interval.low() < onA100 && onA100 < interval.high(), interval::toString);
    assertTrue(enough); // 14 rates follow from others, 9 are needed
    assertEquals(17, rates[3], 2);
  }

  @Test
  void workerTypeNobodyHasRunOn_isEstimatedFromItsDataSheet() {
    // unseen worker types: begin
    List<WorkerSpecification> known =
        List.of( // TFLOPS and GB/s
            new WorkerSpecification("k80", 4.37, 240),
            new WorkerSpecification("p100", 9.3, 732),
            new WorkerSpecification("v100", 14, 900));
    double[][] measured = {{2.0, 6.5, 12.0}, {5.0, 12.0, 19.0}, {1.0, 4.5, 9.0}};
    IsolatedThroughputs model = IsolatedThroughputs.fit(List.of("k80", "p100", "v100"), measured);
    IsolatedEstimate onA100 =
        SpecifiedThroughputs.fit(known, measured)
            .estimate(
                model.estimate(Map.of("v100", 10.0)), // or model.unmeasured()
                new WorkerSpecification("a100", 19.5, 1555));
    // unseen worker types: end
    assertTrue(new Interval(10, 20).contains(onA100.stepsPerSecond("a100")), onA100::toString);
  }

  @Test
  void guide_asWritten_runs() {
    int k = columns.indexOf(Column.of("v100", "lm"));
    // estimation: begin
    ReferenceTable references = ReferenceTable.of(columns, names, rates); // types measured in full
    RowEstimator estimator = EstimationMethods.standard().fit(references); // once
    Measurements row = Measurements.none(columns).with(Column.of("v100", "resnet-50"), 0.62);
    Estimate estimate = estimator.estimate(row); // tens of microseconds
    double rate = estimate.rate(k); // expected, as a fraction of the job's speed alone
    Interval interval = estimate.interval(k, 0.9); // where it lies with 90 % probability
    double zero = estimate.zeroProbability(k); // how likely the two do not fit at all
    // estimation: end
    assertEquals(0.7, rate, 0.1);
    assertTrue(interval.contains(rate));
    assertTrue(zero < 0.1, () -> "zero " + zero);

    Estimate known = estimator.estimate(Measurements.complete(columns, rates[0]));
    // colocation: begin
    ThroughputMatrix matrix =
        ColocatedThroughputs.of(references, List.of("k80", "v100"))
            .withJob("new", estimate, 20, 90) // steps per second alone on each type
            .withJob("resnet-50", known, 5, 30)
            .withLeastConfidence(0.9) // leave out pairs that may not fit
            .toThroughputMatrix();
    // colocation: end
    assertEquals(new Group.Pair(0, 1), matrix.group(2));
    assertEquals(0.62 * 90, matrix.stepsPerSecond(2, 0, 1), 1e-12);
  }
}
